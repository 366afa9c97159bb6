"""The menus behind ships, slots, cards and squadrons: what can be done, priced, and why the rest cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from league.kernel.refusal import Finding, Refusal
from league.rules.state import Profile
from rosters.catalogue import Slot, UpgradeCard, catalogue
from rosters.catalogue.search import matches_text, plain
from rosters.presenters.roster.sheet import UpgradeLine, upgrade_line
from rosters.rules.fitting.cards import displaced, fit_findings, loose_findings, stays_findings
from rosters.rules.fitting.rigs import NEW, Fitted, rig
from rosters.rules.fitting.slots import SlotPlace, seating
from rosters.rules.labels import card_label, ship_name, upgrade_name
from rosters.rules.purchases import offers, values
from rosters.rules.purchases.buying import find_place
from rosters.rules.purchases.desk_prices import Priced, desk_prices
from rosters.rules.squadrons.types import LIMITS, MOST_EPIC, TYPE_NAMES, TYPES
from rosters.rules.state import FleetState, ShipState, SquadronType, UpgradeState
from rosters.rules.uniques.names import may_own_ship_card, may_own_upgrade
from rosters.rules.uniques.team import Mates

MOST_LISTED = 40


@dataclass(frozen=True, slots=True)
class Target:
    """Where something can go: `value` is what the form sends, `why_not` why it cannot."""

    value: str
    label: str
    why_not: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """Another ship like this one: with `upgrades` (card ids) or bare; `why_not` ends the wish."""

    label: str
    price: int
    upgrades: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ShipMenu:
    """What can be done with a ship."""

    ship: ShipState
    title: str
    card: str
    price: int
    targets: tuple[Target, ...]
    copies: tuple[Copy, ...]
    promotions: tuple[offers.PromotionOffer, ...]
    desk: tuple[Priced, ...]

    @property
    def uniques(self) -> frozenset[str]:
        """Those of the cards to be promoted to that bear a unique name."""
        cards = catalogue().ship_cards
        return frozenset(each.card_id for each in self.promotions if cards[each.card_id].unique)


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """A card for a slot. `choices` are the slots that it makes its owner choose between; `with_it` names
    what leaves the ship together with the card that is replaced (CR-034)."""

    card: str
    name: str
    price: int
    squad_points: int
    affordable: bool
    owned: tuple[int, ...]
    findings: tuple[Finding, ...]
    choices: tuple[str, ...]
    unique: bool
    with_it: str = ""

    @property
    def gives(self) -> int:
        """FP that the card gives back, for one with negative points (CR-041)."""
        return max(0, -self.price)


@dataclass(frozen=True, slots=True)
class SlotPage:
    """A slot with everything of its kind: `legal` can be attached now, `others` not."""

    title: str
    ship: int
    place: SlotPlace
    sitting: UpgradeLine | None
    legal: tuple[SlotOffer, ...]
    others: tuple[SlotOffer, ...]
    replaces: bool

    @property
    def slot(self) -> str:
        return str(self.place.slot)


@dataclass(frozen=True, slots=True)
class UpgradeMenu:
    """What can be done with an upgrade card. `nowhere` are the reasons that bar it from every ship alike,
    `barred` has others, place by place."""

    line: UpgradeLine
    title: str
    on: str
    targets: tuple[Target, ...]
    barred: tuple[Target, ...]
    stays: tuple[Finding, ...]
    place: int | None
    ship: int | None
    recovery: Priced | None
    nowhere: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """A type that a squadron can be designated as (CR-022); `barred` for a third EPIC one (CR-017)."""

    value: SquadronType
    label: str
    low: int
    high: int
    now: bool
    barred: bool = False


def ship_menu(fleet: FleetState, ship: ShipState, profile: Profile, mates: Mates = ()) -> ShipMenu:
    """The menu of a ship; `mates` are the other fleets of the team (CR-039)."""
    return ShipMenu(
        ship,
        ship_name(ship),
        ship.card,
        values.ship_price(fleet, ship.id),
        () if ship.mia else tuple(squadron_targets(fleet, ship.squadron)),
        tuple(_copies(fleet, ship, mates)),
        tuple(offers.promotion_offers(fleet, ship.id, mates)) if fleet.standing == "desk" else (),
        _of_desk(fleet, profile, ship.id, ("recover_ship", "repair_section")),
    )


def _of_desk(fleet: FleetState, profile: Profile, number: int, kinds: Sequence[str]) -> tuple[Priced, ...]:
    if fleet.standing != "desk":
        return ()
    return tuple(each for each in desk_prices(fleet, profile) if each.number == number and each.kind in kinds)


def squadron_targets(fleet: FleetState, now: int | None = -1) -> Iterator[Target]:
    """Squadrons and the inventory, without the place where the thing is now."""
    for card in sorted(fleet.squadrons):
        if card != now:
            yield Target(str(card), f"Squadron {card}, {TYPE_NAMES[fleet.squadrons[card].type]}")
    if now is not None:
        yield Target("inventory", "The inventory")


def _copies(fleet: FleetState, ship: ShipState, mates: Mates) -> Iterator[Copy]:
    card = catalogue().ship_cards[ship.card]
    faults = may_own_ship_card(fleet, card.id, mates=mates)
    why_not = faults[0].message if faults else ""
    aboard = [catalogue().upgrades[each.card] for each in fleet.upgrades_on(ship.id) if not each.mia]
    common = [each for each in aboard if not may_own_upgrade(fleet, each.id, mates=mates)]
    yield Copy("bare", card.points, (), why_not or _too_dear(fleet, card.points))
    if common:
        price = card.points + sum(each.points for each in common)
        left = len(aboard) - len(common)
        label = "with its upgrades" if not left else "with those of its upgrades that can be had again"
        yield Copy(label, price, tuple(each.id for each in common), why_not or _too_dear(fleet, price))


def _too_dear(fleet: FleetState, price: int) -> str:
    return f"It costs {price} FP and you have {fleet.points} FP." if price > fleet.points else ""


def slot_page(fleet: FleetState, ship: ShipState, index: int, mates: Mates = ()) -> SlotPage:
    """What fits into a slot of a ship. Raises IndexError for a slot that the ship has not."""
    seated = seating(rig(fleet, ship.id))
    place = seated.places[index]
    sitting = next((number for number, seats in seated.assigned.items() if index in seats), None)
    replaces = sitting is not None and place.slot is Slot.MODIFICATION
    offered = offers.slot_offers(fleet, ship.id, index, mates)
    replaced = sitting if replaces else None
    listed = [
        _slot_offer(fleet, ship, each, replaced, mates)
        for each in offered
        if replaced is None or each.card_id != fleet.upgrades[replaced].card
    ]
    return SlotPage(
        ship_name(ship),
        ship.id,
        place,
        None if sitting is None else upgrade_line(fleet.upgrades[sitting]),
        tuple(each for each in listed if not each.findings),
        tuple(each for each in listed if each.findings),
        replaces,
    )


def _slot_offer(
    fleet: FleetState, ship: ShipState, offer: offers.UpgradeOffer, replaced: int | None, mates: Mates
) -> SlotOffer:
    card = catalogue().upgrades[offer.card_id]
    findings, gone = offer.findings, tuple[int, ...]()
    if replaced is not None:
        choice = str(card.adds_slots_choice[0]) if card.adds_slots_choice else ""
        findings = offers.told_once(
            (
                *fit_findings(fleet, ship.id, card.id, choice=choice, replacing=replaced, mates=mates),
                *may_own_upgrade(fleet, card.id, mates=mates),
                *_free_for(fleet, ship, card),
            )
        )
        gone = () if findings else displaced(fleet, ship.id, card.id, replaced)
    return SlotOffer(
        card.id,
        card.name,
        offer.price,
        offer.squad_points,
        offer.affordable,
        offer.owned_loose,
        findings,
        tuple(map(str, card.adds_slots_choice)),
        card.unique,
        ", ".join(upgrade_name(fleet.upgrades[number]) for number in gone if number != replaced),
    )


def _free_for(fleet: FleetState, ship: ShipState, card: UpgradeCard) -> Iterator[Finding]:
    """A slot that is free for the card rules out that it replaces another (CR-034)."""
    seated = seating(rig(fleet, ship.id))
    if any(seated.places[index].takes(Fitted(NEW, card)) for index in seated.free):
        message = f"{card.name} fits into a free {card.slot} slot of this ship. Attach it there."
        yield Finding("slot_free", message, "CR-034")


def upgrade_menu(
    fleet: FleetState, upgrade: UpgradeState, profile: Profile, mates: Mates = ()
) -> UpgradeMenu:
    """The menu of an upgrade card; `mates` are the other fleets of the team (CR-039)."""
    stays = () if upgrade.ship is None else tuple(stays_findings(upgrade.card))
    targets = [] if upgrade.mia or stays else list(_homes(fleet, upgrade, mates))
    recovery = _of_desk(fleet, profile, upgrade.id, ("recover_upgrade",))
    seats: tuple[int, ...] = ()
    if upgrade.ship is not None:
        seats = seating(rig(fleet, upgrade.ship)).assigned.get(upgrade.id, ())
    nowhere = _common(targets) if upgrade.ship is None else ()
    return UpgradeMenu(
        upgrade_line(upgrade),
        upgrade_name(upgrade),
        "the inventory" if upgrade.ship is None else ship_name(fleet.ships[upgrade.ship]),
        tuple(each for each in targets if not each.why_not),
        () if nowhere else tuple(each for each in targets if each.why_not),
        stays,
        seats[0] if seats else None,
        upgrade.ship,
        recovery[0] if recovery else None,
        nowhere,
    )


def _common(targets: list[Target]) -> tuple[Finding, ...]:
    """What bars the card from every place alike, whatever else bars it from some; () for a single place."""
    told = [{(each.message, each.rule) for each in target.why_not} for target in targets]
    shared = set.intersection(*told) if len(told) > 1 else set()
    return tuple(each for each in targets[0].why_not if (each.message, each.rule) in shared) if shared else ()


def _homes(fleet: FleetState, upgrade: UpgradeState, mates: Mates) -> Iterator[Target]:
    """The inventory and every ship that is there, each with the reasons why the card cannot go to it."""
    if upgrade.ship is not None:
        yield Target("inventory", "The inventory", tuple(loose_findings(upgrade.card)))
    trial = deepcopy(fleet)
    del trial.upgrades[upgrade.id]
    card = catalogue().upgrades[upgrade.card]
    for ship in fleet.ships.values():
        if ship.id != upgrade.ship and not ship.mia:
            where = "inventory" if ship.squadron is None else f"squadron {ship.squadron}"
            yield Target(str(ship.id), f"{ship_name(ship)}, {where}", _no_place(trial, ship.id, card, mates))


def _no_place(fleet: FleetState, ship: int, card: UpgradeCard, mates: Mates) -> tuple[Finding, ...]:
    try:
        find_place(fleet, ship, card, mates=mates)
    except Refusal as no:
        return tuple(each for each in no.findings if each.is_error)
    return ()


def type_choices(fleet: FleetState, card: int) -> list[TypeChoice]:
    """The types for a squadron card, laid out or free."""
    now = fleet.squadrons[card].type if card in fleet.squadrons else None
    full = epics_used(fleet) and now != "epic"
    return [
        TypeChoice(kind, TYPE_NAMES[kind], *LIMITS[kind], kind == now, kind == "epic" and full)
        for kind in TYPES
    ]


def epics_used(fleet: FleetState) -> bool:
    """Whether no further EPIC squadron is allowed (CR-017)."""
    return sum(each.type == "epic" for each in fleet.squadrons.values()) >= MOST_EPIC


def loose_offers(fleet: FleetState, query: str, mates: Mates = ()) -> list[SlotOffer]:
    """Upgrade cards for the inventory whose name or slot has every word of the query, best first."""
    wanted = plain(query)
    found = []
    for card in catalogue().upgrades.values():
        if card.sides and fleet.side not in card.sides:
            continue
        if not matches_text(query, card.name, str(card.slot)):
            continue
        faults = (*loose_findings(card.id), *may_own_upgrade(fleet, card.id, mates=mates))
        offer = SlotOffer(
            card.id, card.name, card.points, card.points, card.points <= fleet.points, (), faults,
            (), card.unique, str(card.slot),
        )  # fmt: skip
        found.append((bool(faults), not plain(card.name).startswith(wanted), card.name, card.id, offer))
    return [each[-1] for each in sorted(found, key=lambda each: each[:4])[:MOST_LISTED]]


def found_words(found: Sequence[tuple[str, int, bool]], noun: str) -> str:
    """Sentence for screen readers about what a search found: names, prices and whether each can be bought, in
    the order of the list. Enter buys the first that can."""
    if not found:
        return f"No {noun} found."
    count = f"{len(found)} {noun}{'' if len(found) == 1 else 's'}"
    first = next(((name, price) for name, price, buyable in found if buyable), None)
    return (
        f"{count}; first: {first[0]}, {first[1]} FP." if first else f"{count}; you can buy none of them now."
    )


def label_of(card_id: str) -> str:
    """A ship card as it is called."""
    return card_label(catalogue().ship_cards[card_id])


def names_of(cards: Iterable[str]) -> list[str]:
    """Ship cards as they are called."""
    return [label_of(card) for card in cards]
