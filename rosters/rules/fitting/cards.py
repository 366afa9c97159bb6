"""Whether a card may be attached to a ship, and what is wrong with a ship as it stands (CR-032, CR-033,
CR-041).

Limits on skill, agility, hull and shields look at what is printed on the ship card: no status and no
other upgrade makes or breaks them. Limits on actions and on the upgrade bar count what other attached
cards add.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from league.kernel.refusal import Finding
from league.rules.phrases import SIDE_NAMES, join_words
from rosters.catalogue import Ship, Size, Slot, UpgradeCard, catalogue
from rosters.rules.fitting.hyperdrive import rig_hyperdrive
from rosters.rules.fitting.rigs import NEW, Fitted, Rig, rig
from rosters.rules.fitting.slots import SlotPlace, icons, rig_places, seating
from rosters.rules.state import FleetState
from rosters.rules.uniques.names import in_use, killed_findings, mate_uses_finding, mate_using
from rosters.rules.uniques.team import Mates

SIZE_NAMES = {Size.SMALL: "small", Size.LARGE: "large", Size.HUGE: "huge"}


@dataclass(frozen=True, slots=True)
class Company:
    """Surroundings of a fit beyond the ship: the fleet's side, and the names and numbers of cards that fly
    in its squadron besides it. A ship in the inventory has no company."""

    side: str
    personas: frozenset[str] = frozenset()
    cards: tuple[str, ...] = ()
    squadron: int | None = None


def fit_findings(
    fleet: FleetState,
    ship_id: int,
    upgrade_card_id: str,
    *,
    section: str = "",
    choice: str = "",
    replacing: int | None = None,
    ignore: Collection[int] = (),
    mates: Mates = (),
) -> list[Finding]:
    """Every reason why a card may not be attached to a ship now; [] when it may.

    `replacing` is an upgrade that goes for it, `ignore` further upgrades to leave out of account (the card
    itself when it moves); `mates` are the other fleets of the team. Harm that the new card would do to the
    others on the ship is found as well. Raises KeyError for an unknown ship or card.
    """
    card = catalogue().upgrades[upgrade_card_id]
    away = frozenset(number for number in (replacing, *ignore) if number is not None)
    standing = rig(fleet, ship_id)
    before = standing.without(away)
    item = Fitted(NEW, card, section, choice)
    found = []
    if fleet.ships[ship_id].mia:
        found.append(
            _no(
                "ship_missing",
                f"{standing.card.name} is missing. Recover the ship before you refit it.",
                "CR-142",
            )
        )
    found += killed_findings(fleet, card, mates)
    found += _use_findings(fleet, card, away, mates)
    if replacing is None:
        found += rig_fit_findings(before, item, company(fleet, ship_id))
        found += _knocked_out(before, item)
    else:
        kept = standing.without(set(ignore))
        found += _replacing_findings(kept, item, replacing, company(fleet, ship_id))
    if card.adds_slots_choice and choice not in card.adds_slots_choice:
        found.append(_undecided(card))
    return [replace(finding, about=f"ship:{ship_id}") for finding in found]


def rig_fit_findings(before: Rig, item: Fitted, beside: Company) -> list[Finding]:
    """Reason why the card may not join a rigged ship: its own restrictions, and no place for it."""
    after = before.plus(item)
    found = [*_restrictions(after, item, beside)]
    if item.id in seating(after).unplaced:
        found.append(_no_place(before, item))
    return found


def displaced(fleet: FleetState, ship_id: int, card_id: str, replacing: int) -> tuple[int, ...]:
    """The upgrades that lose their place when a card replaces a modification (CR-034): what sat in a slot
    that the old card gave. Those that are `fixed` are lost too, the others go to the inventory."""
    item = Fitted(NEW, catalogue().upgrades[card_id])
    return _replaced(rig(fleet, ship_id), item, replacing)[1]


def loose_findings(card_id: str) -> list[Finding]:
    """Reason that keeps a card out of the inventory: it can only be bought onto a ship (CR-032, CR-041)."""
    card = catalogue().upgrades[card_id]
    if card.points < 0:
        return [
            _no(
                "only_on_ship",
                f"{card.name} gives points back, so it is bought onto a ship and stays there. "
                "Pick the ship first.",
                "CR-041",
            )
        ]
    if card.fixed:
        return [
            _no(
                "only_on_ship",
                f"{_kind_of(card)} cards such as {card.name} are bought onto a ship and stay there. "
                "Pick the ship first.",
                "CR-032",
            )
        ]
    return []


def stays_findings(card_id: str) -> list[Finding]:
    """Reason why a card may not be taken off the ship it is on (CR-032, CR-041)."""
    card = catalogue().upgrades[card_id]
    if not card.fixed:
        return []
    reason = (
        "it gave points back" if card.points < 0 else f"{_kind_of(card)} cards stay where they were attached"
    )
    rule = "CR-041" if card.points < 0 else "CR-032"
    return [_no("stays", f"{card.name} cannot leave its ship: {reason}. Move the whole ship instead.", rule)]


def ship_findings(fleet: FleetState, ship_id: int) -> list[Finding]:
    """All faults of a ship and its upgrades as they stand: places, restrictions, cards that must come
    together.

    Unique names are `rosters.rules.uniques.names.use_findings`.
    """
    found = rig_findings(rig(fleet, ship_id), company(fleet, ship_id))
    return [replace(finding, about=f"ship:{ship_id}") for finding in found]


def rig_findings(of: Rig, beside: Company) -> list[Finding]:
    """All faults of a rigged ship."""
    if not of.fitted:
        return []
    found = _seat_faults(of)
    for item in of.fitted:
        if not item.mia:
            found += _restrictions(of, item, beside)
            found += _left_undone(of, item)
    return found


def company(fleet: FleetState, ship_id: int) -> Company:
    """The ship's company: what flies with it in its squadron, missing cards left out."""
    squadron = fleet.ships[ship_id].squadron
    if squadron is None:
        return Company(fleet.side)
    mates = [ship.id for ship in fleet.ships_in(squadron) if not ship.mia and ship.id != ship_id]
    return company_of([rig(fleet, mate) for mate in mates], fleet.side, squadron)


def companies(fleet: FleetState, rigged: Mapping[int, Rig]) -> dict[int, Company]:
    """The company of every ship, from the rigs of the whole fleet."""
    mates: dict[int | None, list[int]] = {}
    for ship in fleet.ships.values():
        if not ship.mia:
            mates.setdefault(ship.squadron, []).append(ship.id)
    alone = Company(fleet.side)
    return {
        ship.id: alone
        if ship.squadron is None
        else company_of(
            [rigged[mate] for mate in mates.get(ship.squadron, ()) if mate != ship.id],
            fleet.side,
            ship.squadron,
        )
        for ship in fleet.ships.values()
    }


def company_of(mates: Iterable[Rig], side: str, squadron: int) -> Company:
    """The company that these ships are in a squadron."""
    names: set[str] = set()
    cards: list[str] = []
    for mate in mates:
        aboard = mate.working
        names.add(mate.card.persona)
        names.update(card.persona for card in aboard)
        cards += [card.id for card in aboard]
    return Company(side, frozenset(names - {""}), tuple(cards), squadron)


def _use_findings(fleet: FleetState, card: UpgradeCard, away: Collection[int], mates: Mates) -> list[Finding]:
    if not card.persona or card.squadron_limited:
        return []
    mate = mate_using(mates, card.persona)
    if mate is not None:
        return [mate_uses_finding(mate, card.persona)]
    if not in_use(fleet, card.persona, besides=away):
        return []
    name = catalogue().names[card.persona].name
    return [
        _no(
            "name_in_use",
            f"{name} is in use already, as a pilot or on another ship. "
            "Put that card into the inventory first.",
            "CR-035",
        )
    ]


def _replacing_findings(standing: Rig, item: Fitted, replacing: int, beside: Company) -> list[Finding]:
    """Findings about a fit in which cards in slots of the old card make way; `displaced` names them."""
    after, _ = _replaced(standing, item, replacing)
    found = [*_restrictions(after, item, beside)]
    if item.id in seating(after).unplaced:
        found.append(_no_place(after.without({item.id}), item))
    return found


def _replaced(standing: Rig, item: Fitted, replacing: int) -> tuple[Rig, tuple[int, ...]]:
    """The ship with the new card instead of the old one, and the upgrades that have no place any more."""
    seated = seating(standing)
    given = f"upgrade:{replacing}"
    gone = [
        other
        for other in standing.fitted
        if any(seated.places[seat].source == given for seat in seated.assigned.get(other.id, ()))
    ]
    after = standing.without({replacing, *(other.id for other in gone)}).plus(item)
    for other in tuple(gone):
        if not seating(after.plus(other)).unplaced:
            after = after.plus(other)
            gone.remove(other)
    return after, tuple(other.id for other in gone)


def _restrictions(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    """Findings about the card's own requirements."""
    for rule in (_side_limit, _ship_limits, _printed_limits, _bar_limits, _hyperdrive_limit, _copy_limits):
        yield from rule(of, item, beside)


def _side_limit(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    card = item.card
    if not card.sides or beside.side in card.sides:
        return
    waiver = card.faction_waiver_name
    sides = " or ".join(SIDE_NAMES[side] for side in card.sides)
    aboard = {of.card.persona, *(other.persona for other in of.working)}
    if not waiver:
        yield _no("side", f"{card.name} is for {sides} ships. Choose a card for your side.")
    elif waiver not in beside.personas and waiver not in aboard:
        name = catalogue().names[waiver].name
        yield _no(
            "side", f"{card.name} is for {sides} ships, or for a squadron with {name}. Let {name} fly along."
        )


def _ship_limits(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    card, ship = item.card, of.card
    if card.ships and ship.ship not in card.ships:
        yield _no("ship", f"{card.name} fits {_ship_names(card.ships)}, not the {ship.ship_name}.")
    if card.sizes and ship.size not in card.sizes:
        sizes = " and ".join(SIZE_NAMES[size] for size in card.sizes)
        yield _no(
            "size", f"{card.name} is for {sizes} ships; the {ship.ship_name} is {SIZE_NAMES[ship.size]}."
        )
    sections = [str(part.section) for part in ship.sections] if of.two_sections else []
    if item.section and item.section not in sections:
        yield _no(
            "section", f"{ship.name} has no {item.section} section. Choose one of its places.", "CR-042"
        )
    elif item.section and card.section and item.section != card.section:
        yield _no("section", f"{card.name} goes on the {card.section} section. Choose that one.", "CR-042")


def _printed_limits(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    card, ship = item.card, of.card
    if card.min_skill is not None and (ship.skill or 0) < card.min_skill:
        yield _no(
            "skill",
            f"{card.name} needs a printed pilot skill of {card.min_skill} or more; "
            f"{ship.name} has {ship.skill or 'none'}.",
        )
    if card.max_agility is not None and ship.agility > card.max_agility:
        yield _no(
            "agility",
            f"{card.name} is for agility {card.max_agility} or less; {ship.name} has {ship.agility}.",
        )
    if card.max_hull is not None and ship.hull > card.max_hull:
        yield _no("hull", f"{card.name} is for {card.max_hull} hull or less; {ship.name} has {ship.hull}.")
    if card.exact_shields is not None and ship.shields != card.exact_shields:
        yield _no(
            "shields",
            f"{card.name} is for ships with exactly {card.exact_shields} printed shields; "
            f"{ship.name} has {ship.shields}.",
        )


def _bar_limits(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    card = item.card
    if card.requires_action:
        others = of.without({item.id}).working
        actions = {*of.card.actions, *(action for other in others for action in other.adds_actions)}
        if card.requires_action not in actions:
            yield _no(
                "action",
                f"{card.name} needs the {card.requires_action} action, which {of.card.name} has not. "
                "A card that adds it would do.",
            )
    if not card.requires_slots and not card.forbids_slots:
        return
    bar = icons(of, besides=(item.id,))
    lacking = dict.fromkeys(slot for slot in card.requires_slots if slot not in bar)
    if lacking:
        yield _no(
            "needs_slots",
            f"{card.name} needs {join_words(lacking)} on the upgrade bar of {of.card.name}.",
        )
    barred = dict.fromkeys(slot for slot in card.forbids_slots if slot in bar)
    if barred:
        yield _no(
            "forbids_slots",
            f"{card.name} is for ships without a slot for {join_words(barred)}; {of.card.name} has one.",
        )


def _hyperdrive_limit(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    wanted = item.card.requires_hyperdrive
    if wanted is None or wanted is rig_hyperdrive(of, besides=(item.id,)):
        return
    if wanted:
        yield _no(
            "hyperdrive",
            f"{item.card.name} needs a ship with a hyperdrive; {of.card.name} has none.",
            "CR-131",
        )
    else:
        yield _no(
            "hyperdrive",
            f"{of.card.name} already has a hyperdrive, so {item.card.name} is not for it.",
            "CR-131",
        )


def _copy_limits(of: Rig, item: Fitted, beside: Company) -> Iterator[Finding]:
    card = item.card
    others = of.without({item.id}).working
    if card.limited and any(other.name == card.name for other in others):
        yield _no(
            "limited",
            f"{card.name} is limited: one on a ship, and {of.card.name} has it. Choose another card.",
        )
    if card.max_per_squad is not None and beside.squadron is not None:
        copies = 1 + [*beside.cards, *(other.id for other in others)].count(card.id)
        if copies > card.max_per_squad:
            yield _no(
                "max_per_squad",
                f"Squadron {beside.squadron} would have {copies} {card.name}; "
                f"{card.max_per_squad} is the limit. Put it on a ship of another squadron.",
            )


def _left_undone(of: Rig, item: Fitted) -> Iterator[Finding]:
    card = item.card
    if card.must_equip and all(other.id != card.must_equip for other in of.working):
        partner = catalogue().upgrades[card.must_equip].name
        yield _no("must_equip", f"{card.name} needs {partner} on the same ship. Add {partner}.")
    if item.choice and not card.adds_slots_choice:
        yield _no("no_choice", f"{card.name} gives no slot to choose. Leave the choice out.")
    if card.adds_slots_choice and item.choice not in card.adds_slots_choice:
        yield _undecided(card)


def _undecided(card: UpgradeCard) -> Finding:
    choices = join_words(dict.fromkeys(card.adds_slots_choice), "or")
    return _no("choice", f"{card.name} gives a slot of your choice: {choices}. Pick one.")


def _seat_faults(of: Rig) -> list[Finding]:
    """A finding for every upgrade without a place."""
    names = {item.id: item for item in of.fitted}
    return [
        _no(
            "no_place",
            f"{names[number].card.name} has no {names[number].card.slot} slot to sit in on "
            f"{of.card.name}. Take it or another card off.",
        )
        for number in seating(of).unplaced
    ]


def _knocked_out(before: Rig, item: Fitted) -> list[Finding]:
    """Findings about the cards that are there: the new card takes their place, or breaks a limit of
    theirs."""
    after = before.plus(item)
    found = [
        _no(
            "no_place",
            f"{item.card.name} would take the slot in which {other.card.name} sits on "
            f"{before.card.name}. Take that off first.",
        )
        for other in before.fitted
        if other.id in seating(after).unplaced and other.id not in seating(before).unplaced
    ]
    nobody = Company("")
    for other in before.fitted:
        for rule in (_bar_limits, _hyperdrive_limit):
            standing = {finding.code for finding in rule(before, other, nobody)}
            found += [finding for finding in rule(after, other, nobody) if finding.code not in standing]
    return found


def _no_place(before: Rig, item: Fitted) -> Finding:
    card, ship = item.card, before.card
    present = seating(before)
    same_kind = [place for place in rig_places(before) if place.slot == card.slot]
    free = [present.places[index] for index in present.free if present.places[index].slot == card.slot]
    if not same_kind:
        return _no("no_slot", f"{ship.name} has no {card.slot} slot. Choose a ship that has one.")
    if len(free) < card.slots_used:
        wanted = "a free" if card.slots_used == 1 else f"{card.slots_used} free"
        remedy = "Replace the one it has." if card.slot is Slot.MODIFICATION else "Take something off first."
        return _no(
            "slot_taken",
            f"{card.name} needs {wanted} {card.slot} slot{'s' * (card.slots_used > 1)} on "
            f"{ship.name}. {remedy}",
            "CR-034" if card.slot is Slot.MODIFICATION else "CR-033",
        )
    return _no(
        "slot_limits",
        f"{card.name} does not go into the free {card.slot} slot of {ship.name}: {_limits(free, item)}.",
    )


def _limits(free: Iterable[SlotPlace], item: Fitted) -> str:
    for place in free:
        if place.section and item.section and place.section != item.section:
            continue
        if place.max_points is not None and item.card.points > place.max_points:
            return f"cards there cost at most {place.max_points}"
        if place.only and place.only != item.card.id:
            return f"only {catalogue().upgrades[place.only].name} goes there"
        if place.unique and not item.card.unique:
            return "only unique cards go there"
        if place.distinct:
            return "no two cards of one name there"
    return "the free slots are on the other section"


def _ship_names(ids: Iterable[str]) -> str:
    ships: list[Ship] = [catalogue().ships[ship_id] for ship_id in ids]
    if len(ships) >= 4:
        return "only certain ships"
    return "the " + join_words(dict.fromkeys(ship.name for ship in ships), "or")


def _kind_of(card: UpgradeCard) -> str:
    return "Elite" if card.slot is Slot.ELITE else str(card.slot)


def _no(code: str, message: str, rule: str = "CR-033") -> Finding:
    return Finding(code, message, rule)
