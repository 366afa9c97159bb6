"""Unique names: how many of a name a roster may hold, which are in use, who falls with whom (CR-035,
CR-036, CR-038, CR-040), in a team campaign counted over the whole team (CR-039).

A *persona* is the catalogue's key of a unique name. Subjects are written "ship:12" and "upgrade:40". `mates`
are the other fleets of the team (`rosters.rules.uniques.team`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from league.kernel.fold import CampaignState, checks
from league.kernel.refusal import Finding
from league.rules.phrases import SIDE_NAMES
from league.rules.state import LeagueState
from rosters.catalogue import NameKind, ShipCard, UpgradeCard, catalogue
from rosters.rules.state import FleetState, RostersState
from rosters.rules.uniques.team import Mates, holding_names, killed_with, mates_of

SHIP_CARD = "ship"


def may_own_ship_card(
    fleet: FleetState, card_id: str, *, mates: Mates = (), besides: Collection[int] = ()
) -> list[Finding]:
    """Reason why the roster may not take this ship card; `besides` are ships to leave out of account.

    Raises KeyError for an unknown card.
    """
    card = catalogue().ship_cards[card_id]
    found = []
    if card.side != fleet.side:
        found.append(
            _finding(
                "other_side",
                f"{card.name} is {_side(card.side)}; this fleet is {_side(fleet.side)}. "
                "Choose a ship of your own side.",
                "CR-030",
            )
        )
    if not card.purchasable:
        found.append(
            _finding("not_for_sale", f"{card.name} has no price: it comes with another card.", "CR-031")
        )
    found += killed_findings(fleet, card, mates)
    twin = next(
        (
            ship
            for ship in fleet.ships.values()
            if ship.id not in besides
            and card.persona
            and catalogue().ship_cards[ship.card].persona == card.persona
        ),
        None,
    )
    if twin is not None:
        found.append(
            _finding(
                "owned",
                f"This roster already has a ship card of {_name(card.persona)}. "
                "One of a name is the limit; choose another pilot.",
                "CR-035",
            )
        )
    holder = _mate_holding(mates, card.persona, SHIP_CARD)
    if holder is not None:
        found.append(
            _finding(
                "mate_owns",
                f"{holder.name} has a ship card of {_name(card.persona)}, and a name belongs to one fleet "
                "of a team. Choose another pilot.",
                "CR-039",
            )
        )
    return found


def may_own_upgrade(
    fleet: FleetState, card_id: str, *, mates: Mates = (), besides: Collection[int] = ()
) -> list[Finding]:
    """Reason why the roster may not take this upgrade card, wherever it would go; `besides` are upgrades to
    leave out of account.

    A card of another side is taken if a name may lift that limit (CR-033). Raises KeyError for an
    unknown card.
    """
    card = catalogue().upgrades[card_id]
    found = []
    if card.sides and fleet.side not in card.sides and not card.faction_waiver_name:
        sides = " or ".join(_side(side) for side in card.sides)
        found.append(
            _finding(
                "other_side",
                f"{card.name} is for {sides} fleets. Choose a card for your side.",
                "CR-030",
            )
        )
    found += killed_findings(fleet, card, mates)
    if not card.persona or card.squadron_limited:
        return found
    if any(
        upgrade.id not in besides and _same_kind(catalogue().upgrades[upgrade.card], card)
        for upgrade in fleet.upgrades.values()
    ):
        found.append(
            _finding(
                "owned",
                f"This roster already has {_name(card.persona)} as {_article(card.slot)} card; "
                "one of a name and kind is the limit.",
                "CR-035",
            )
        )
    holder = _mate_holding(mates, card.persona, card.slot)
    if holder is not None:
        found.append(
            _finding(
                "mate_owns",
                f"{holder.name} has {_name(card.persona)} as {_article(card.slot)} card, and a name belongs "
                "to one fleet of a team. Choose another card.",
                "CR-039",
            )
        )
    return found


def killed_findings(fleet: FleetState, card: ShipCard | UpgradeCard, mates: Mates = ()) -> list[Finding]:
    """A finding if the card's name has fallen for this fleet or its team (CR-040)."""
    lost = killed_with(fleet, mates, card.persona) if card.persona and not _many_allowed(card) else None
    if lost is None:
        return []
    how, whom = ("", "fleet") if lost.id == fleet.id else (f" with {lost.name}", "team")
    return [
        _finding(
            "killed",
            f"{_name(card.persona)} {how_it_fell(card.persona)}{how} and cannot come back to this {whom}. "
            "Choose another card.",
            "CR-040",
        )
    ]


def in_use(fleet: FleetState, persona: str, *, besides: Collection[int] = ()) -> tuple[str, ...]:
    """The cards of a name that are in use: a ship in a squadron, an upgrade attached to any ship; nothing
    missing (CR-035).

    `besides` are ships and upgrades to leave out of account. Squadron Limited cards are never listed
    (CR-038).
    """
    used = (subject for name, subject in _named(fleet) if name == persona and _used(fleet, subject))
    return tuple(subject for subject in used if int(subject.partition(":")[2]) not in besides)


def in_use_finding(fleet: FleetState, persona: str) -> Finding | None:
    """Finding that no other card of a name can be used, as one is in use (CR-035); None if none is."""
    used = in_use(fleet, persona) if persona else ()
    if not used:
        return None
    return _finding(
        "name_in_use",
        f"{_name(persona)} is in use already, {_places(fleet, list(used))}. "
        "Put that card into the inventory first.",
        "CR-035",
    )


def names_in_use(fleets: Iterable[FleetState]) -> dict[str, FleetState]:
    """The names that these fleets have in use, each with the fleet; those that are out have none."""
    return {
        persona: each
        for each in holding_names(fleets)
        for persona, subject in _named(each)
        if _used(each, subject)
    }


def mate_using(mates: Mates, persona: str) -> FleetState | None:
    """The mate that has a card of the name in use (CR-039)."""
    return next((each for each in holding_names(mates) if persona and in_use(each, persona)), None)


def mate_uses_finding(mate: FleetState, persona: str, about: str = "fleet") -> Finding:
    """Finding that a name cannot be used because a mate has it in use."""
    return _finding(
        "mate_uses",
        f"{mate.name} has {_name(persona)} in use, and a team uses a name once. Keep your card in the "
        "inventory until theirs is there.",
        "CR-039",
        about,
    )


def use_findings(fleet: FleetState, mates: Mates = ()) -> list[Finding]:
    """Every fault with unique names as the roster stands: two of a kind owned (CR-035), two of a name in
    use (CR-035), a fallen name aboard (CR-040), a mate who has the name (CR-039)."""
    found = _own_use_findings(fleet)
    return [*found, *_team_findings(fleet, mates)]


def _own_use_findings(fleet: FleetState) -> list[Finding]:
    by_name: dict[str, list[str]] = {}
    for persona, subject in _named(fleet):
        by_name.setdefault(persona, []).append(subject)
    found: list[Finding] = []
    for persona, subjects in by_name.items():
        name = _name(persona)
        if persona in fleet.killed:
            found += [
                _finding(
                    "killed",
                    f"{name} {how_it_fell(persona)} and cannot serve again. Take the card off the roster.",
                    "CR-040",
                    each,
                )
                for each in subjects
            ]
        kinds = [_kind(fleet, each) for each in subjects]
        found += [
            _finding(
                "owned",
                f"The roster holds {name} twice as the same kind of card; one is the limit.",
                "CR-035",
                each,
            )
            for each in subjects
            if kinds.count(_kind(fleet, each)) > 1
        ]
        used = [each for each in subjects if _used(fleet, each)]
        if len(used) > 1:
            found += [
                _finding(
                    "name_in_use",
                    f"{name} is in use {len(used)} times: {_places(fleet, used)}. "
                    "Only one may be; put the others into the inventory.",
                    "CR-035",
                    each,
                )
                for each in used
            ]
    return found


def _team_findings(fleet: FleetState, mates: Mates) -> Iterator[Finding]:
    """Findings about names on this roster that the mates' rosters use."""
    used = names_in_use(mates)
    for persona, subject in _named(fleet):
        name, kind = _name(persona), _kind(fleet, subject)
        lost = killed_with(fleet, mates, persona)
        if lost is not None and lost.id != fleet.id:
            fell = f"{name} {how_it_fell(persona)} with {lost.name}"
            message = f"{fell} and cannot serve. Take the card off the roster."
            yield _finding("killed", message, "CR-040", subject)
        holder = _mate_holding(mates, persona, kind)
        if holder is not None:
            message = f"{holder.name} holds {name} as the same kind of card; one in a team is the limit."
            yield _finding("mate_owns", message, "CR-039", subject)
        if persona in used and _used(fleet, subject):
            yield mate_uses_finding(used[persona], persona, subject)


@checks
def clashes_of_mates(state: CampaignState) -> Iterator[Finding]:
    """Every name over which mates clash as things stand (CR-039, CR-040). A draft may hold a killed name: it
    waits to be given back."""
    if state.of(LeagueState).format != "team":
        return
    for fleet in holding_names(state.of(RostersState).fleets.values()):
        for finding in _team_findings(fleet, mates_of(state, fleet)):
            if finding.code != "killed" or fleet.standing != "draft":
                yield replace(finding, message=f"{fleet.name}: {finding.message}", about=f"fleet:{fleet.id}")


def _mate_holding(mates: Mates, persona: str, kind: str) -> FleetState | None:
    """The mate that has a card of that name and kind: `SHIP_CARD` or a slot."""
    if not persona:
        return None
    for each in holding_names(mates):
        if any(name == persona and _kind(each, subject) == kind for name, subject in _named(each)):
            return each
    return None


def fallen_with(fleet: FleetState, persona: str, *, besides: Collection[int] = ()) -> tuple[str, ...]:
    """The fleet's cards of that name, which share its fate (CR-036); `besides` is the card that fell.

    Copies of Squadron Limited cards do not fall together (CR-038).
    """
    named = (subject for name, subject in _named(fleet) if name == persona)
    return tuple(subject for subject in named if int(subject.partition(":")[2]) not in besides)


def _named(fleet: FleetState) -> Iterator[tuple[str, str]]:
    ship_cards, upgrades = catalogue().ship_cards, catalogue().upgrades
    for ship in fleet.ships.values():
        persona = ship_cards[ship.card].persona
        if persona:
            yield persona, f"ship:{ship.id}"
    for upgrade in fleet.upgrades.values():
        card = upgrades[upgrade.card]
        if card.persona and not card.squadron_limited:
            yield card.persona, f"upgrade:{upgrade.id}"


def _used(fleet: FleetState, subject: str) -> bool:
    kind, _, number = subject.partition(":")
    if kind == "ship":
        ship = fleet.ships[int(number)]
        return ship.squadron is not None and not ship.mia
    upgrade = fleet.upgrades[int(number)]
    return upgrade.ship is not None and not upgrade.mia and not fleet.ships[upgrade.ship].mia


def _kind(fleet: FleetState, subject: str) -> str:
    kind, _, number = subject.partition(":")
    return kind if kind == "ship" else catalogue().upgrades[fleet.upgrades[int(number)].card].slot


def _same_kind(one: UpgradeCard, other: UpgradeCard) -> bool:
    return one.persona == other.persona and one.slot == other.slot


def _many_allowed(card: ShipCard | UpgradeCard) -> bool:
    return isinstance(card, UpgradeCard) and card.squadron_limited


def _places(fleet: FleetState, subjects: list[str]) -> str:
    return " and ".join(_place(fleet, subject) for subject in subjects)


def _place(fleet: FleetState, subject: str) -> str:
    kind, _, number = subject.partition(":")
    if kind == "ship":
        return f"as a pilot in squadron {fleet.ships[int(number)].squadron}"
    upgrade = fleet.upgrades[int(number)]
    assert upgrade.ship is not None
    ship = catalogue().ship_cards[fleet.ships[upgrade.ship].card]
    return f"as {_article(catalogue().upgrades[upgrade.card].slot)} card on {ship.name}"


def _article(slot: str) -> str:
    return f"{'an' if slot[0] in 'AEI' else 'a'} {slot}"


def _side(side: str) -> str:
    return SIDE_NAMES[side]


def how_it_fell(persona: str) -> str:
    """Words for a name that is KIA (CR-040): a person was killed, a thing was lost for good."""
    name = catalogue().names.get(persona)
    return "was killed" if name is None or name.kind is NameKind.PERSONA else "was lost for good"


def _name(persona: str) -> str:
    return catalogue().names[persona].name


def _finding(code: str, message: str, rule: str, about: str = "fleet") -> Finding:
    return Finding(code, message, rule, about=about)
