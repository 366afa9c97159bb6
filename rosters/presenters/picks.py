"""The menus behind ships, slots, cards and squadrons: what can be done, priced, and why the rest cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from league.kernel.refusal import Finding
from league.rules.phrases import TYPE_NAMES
from league.rules.state import Profile
from rosters.catalogue import Side, catalogue
from rosters.catalogue.types import Ship
from rosters.presenters.cards.facts import CardFacts, ship_facts, upgrade_facts
from rosters.presenters.collection import ModelsLeft
from rosters.presenters.roster.sheet import UpgradeLine, upgrade_line
from rosters.rules.fitting.cards import stays_findings
from rosters.rules.fitting.rigs import rig
from rosters.rules.fitting.slots import SlotPlace, seating
from rosters.rules.fleets.names import may_be_named
from rosters.rules.labels import card_label, ship_name, upgrade_name
from rosters.rules.purchases import offers, values
from rosters.rules.purchases.buying import is_replaceable
from rosters.rules.purchases.desk_prices import Priced, desk_prices
from rosters.rules.purchases.homes import common_findings, homes
from rosters.rules.squadrons.types import LIMITS, TYPES, epics_used, possible_types
from rosters.rules.state import FleetState, ShipState, SquadronType, UpgradeState
from rosters.rules.uniques.team import Mates

MOST_LISTED = 40


@dataclass(frozen=True, slots=True)
class Target:
    """Place that something can go to: the form sends `value`; `why_not` says why it cannot go there.
    `chosen`: it is the one to propose; `full`: no ship card has room there within the limits."""

    value: str
    label: str
    why_not: tuple[Finding, ...] = ()
    chosen: bool = False
    full: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """Another ship like this one: with `upgrades` (card ids) or bare; `why_not` ends the wish."""

    label: str
    price: int
    upgrades: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ShipFound:
    """A ship card that can be looked for: the offer, its ship (`model`), the ship's figures as pairs of a
    word and a number, and what the reader has to know about their models of it, "" for nothing."""

    offer: offers.ShipOffer
    model: str
    figures: tuple[tuple[str, int], ...]
    note: str

    @property
    def facts(self) -> CardFacts:
        return ship_facts(self.offer.card_id)


@dataclass(frozen=True, slots=True)
class Promotion:
    """A card that a pilot could become (CR-141), and whether it has a unique name."""

    offer: offers.PromotionOffer
    unique: bool

    @property
    def facts(self) -> CardFacts:
        return ship_facts(self.offer.card_id)


@dataclass(frozen=True, slots=True)
class ShipMenu:
    """Menu of a ship. `may_name`: its pilot can have a name of its own (CR-120)."""

    ship: ShipState
    title: str
    card: str
    price: int
    targets: tuple[Target, ...]
    copies: tuple[Copy, ...]
    promotions: tuple[Promotion, ...]
    desk: tuple[Priced, ...]
    may_name: bool

    @property
    def facts(self) -> CardFacts:
        return ship_facts(self.card)


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """A card for a slot. `choices` are the slots that it makes its owner choose between; `with_it` names
    what leaves the ship together with the card that is replaced (CR-034)."""

    card: str
    name: str
    price: int
    squad_points: int
    affordable: bool
    buyable: bool
    owned: tuple[int, ...]
    findings: tuple[Finding, ...]
    choices: tuple[str, ...]
    unique: bool
    with_it: str = ""

    @property
    def gives(self) -> int:
        """FP that the card gives back, for one with negative points (CR-041)."""
        return max(0, -self.price)

    @property
    def facts(self) -> CardFacts:
        return upgrade_facts(self.card)


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
    """Menu of an upgrade card. `nowhere` are the reasons that bar it from every ship alike, `barred` has
    others, place by place. `replaceable`: another modification can take its place (CR-034)."""

    line: UpgradeLine
    title: str
    on: str
    targets: tuple[Target, ...]
    barred: tuple[Target, ...]
    stays: tuple[Finding, ...]
    place: int | None
    ship: int | None
    recovery: Priced | None
    replaceable: bool
    nowhere: tuple[Finding, ...] = ()

    @property
    def facts(self) -> CardFacts:
        return upgrade_facts(self.line.card)


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """A type that a squadron can be designated as (CR-022); `barred` for a third EPIC one (CR-017).
    `fits`: the ships that are in it now can be that (CR-015)."""

    value: SquadronType
    label: str
    low: int
    high: int
    now: bool
    barred: bool = False
    fits: bool = True


def ship_menu(fleet: FleetState, ship: ShipState, profile: Profile, mates: Mates = ()) -> ShipMenu:
    """The menu of a ship; `mates` are the other fleets of the team (CR-039)."""
    return ShipMenu(
        ship,
        ship_name(ship),
        ship.card,
        values.ship_price(fleet, ship.id),
        () if ship.mia else tuple(squadron_targets(fleet, ship.squadron)),
        tuple(_copies(fleet, ship, mates)),
        tuple(_promotions(fleet, ship, mates)) if fleet.standing == "desk" else (),
        _of_desk(fleet, profile, ship.id, ("recover_ship", "repair_section")),
        may_be_named(ship),
    )


def _promotions(fleet: FleetState, ship: ShipState, mates: Mates) -> Iterator[Promotion]:
    for each in offers.promotion_offers(fleet, ship.id, mates):
        yield Promotion(each, catalogue().ship_cards[each.card_id].unique)


def _of_desk(fleet: FleetState, profile: Profile, number: int, kinds: Sequence[str]) -> tuple[Priced, ...]:
    if fleet.standing != "desk":
        return ()
    return tuple(each for each in desk_prices(fleet, profile) if each.number == number and each.kind in kinds)


def squadron_targets(fleet: FleetState, now: int | None = -1) -> Iterator[Target]:
    """Squadrons with their points and the inventory, without the place where the thing is now. The first with
    room for a ship is the one to propose."""
    least, proposed = least_points(fleet.side), False
    for card in sorted(fleet.squadrons):
        if card != now:
            full = values.squadron_value(fleet, card) + least > LIMITS[fleet.squadrons[card].type][1]
            label = f"{room_words(fleet, card)}{', full' if full else ''}"
            yield Target(str(card), label, chosen=not full and not proposed, full=full)
            proposed = proposed or not full
    if now is not None:
        yield Target("inventory", "The inventory", chosen=not proposed)


def room_words(fleet: FleetState, card: int) -> str:
    """A squadron with its points and the most that its type allows, short enough for a narrow list."""
    return (
        f"Squadron {card} · {values.squadron_value(fleet, card)} of {LIMITS[fleet.squadrons[card].type][1]}"
    )


@lru_cache(maxsize=8)
def least_points(side: str) -> int:
    """Points of the cheapest ship card of a side."""
    return min(each.points for each in catalogue().cards_of(Side(side)) if each.purchasable)


COPY_LABELS = {
    "bare": "bare",
    "full": "with its upgrades",
    "partly": "with those of its upgrades that can be bought again",
}


def _copies(fleet: FleetState, ship: ShipState, mates: Mates) -> Iterator[Copy]:
    for each in offers.copy_offers(fleet, ship, mates):
        why_not = each.findings[0].message if each.findings else ""
        if not why_not and not each.affordable:
            why_not = f"It costs {each.price} FP and you have {fleet.points} FP."
        yield Copy(COPY_LABELS[each.kind], each.price, each.upgrades, why_not)


def slot_page(fleet: FleetState, ship: ShipState, index: int, mates: Mates = ()) -> SlotPage:
    """Cards that fit into a slot of a ship. Raises IndexError for a slot that the ship does not have."""
    seated = seating(rig(fleet, ship.id))
    place = seated.places[index]
    sitting = next((number for number, seats in seated.assigned.items() if index in seats), None)
    aboard = None if sitting is None else fleet.upgrades[sitting]
    replaces = aboard is not None and is_replaceable(catalogue().upgrades[aboard.card])
    offered = offers.slot_offers(fleet, ship.id, index, mates)
    if replaces and sitting is not None:
        offered = offers.replacement_offers(fleet, ship.id, offered, sitting, mates)
    listed = [_slot_offer(fleet, each) for each in offered]
    return SlotPage(
        ship_name(ship),
        ship.id,
        place,
        None if sitting is None else upgrade_line(fleet.upgrades[sitting]),
        tuple(each for each in listed if not each.findings),
        tuple(each for each in listed if each.findings),
        replaces,
    )


def _slot_offer(fleet: FleetState, offer: offers.UpgradeOffer) -> SlotOffer:
    card = catalogue().upgrades[offer.card_id]
    return SlotOffer(
        card.id,
        card.name,
        offer.price,
        offer.squad_points,
        offer.affordable,
        offer.buyable,
        offer.owned_loose,
        offer.findings,
        tuple(map(str, card.adds_slots_choice)),
        card.unique,
        ", ".join(upgrade_name(fleet.upgrades[number]) for number in offer.displaced),
    )


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
    nowhere = common_findings([each.why_not for each in targets]) if upgrade.ship is None else ()
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
        bool(seats) and not upgrade.mia and is_replaceable(catalogue().upgrades[upgrade.card]),
        nowhere,
    )


def _homes(fleet: FleetState, upgrade: UpgradeState, mates: Mates) -> Iterator[Target]:
    """The inventory and every ship that is there, each with the reasons why the card cannot go to it."""
    for number, findings in homes(fleet, upgrade, mates):
        if number is None:
            yield Target("inventory", "The inventory", findings)
        else:
            ship = fleet.ships[number]
            where = "inventory" if ship.squadron is None else f"squadron {ship.squadron}"
            yield Target(str(number), f"{ship_name(ship)}, {where}", findings)


def type_choices(fleet: FleetState, card: int, profile: Profile) -> list[TypeChoice]:
    """The types for a squadron card, laid out or free."""
    ships = [ship.id for ship in fleet.ships_in(card) if not ship.mia]
    fitting = possible_types(fleet, ships, profile) if ships else TYPES
    now = fleet.squadrons[card].type if card in fleet.squadrons else None
    full = epics_used(fleet) and now != "epic"
    return [
        TypeChoice(
            kind, TYPE_NAMES[kind], *LIMITS[kind], kind == now, kind == "epic" and full, kind in fitting
        )
        for kind in TYPES
    ]


def loose_offers(fleet: FleetState, query: str, mates: Mates = ()) -> list[SlotOffer]:
    """Upgrade cards for the inventory whose name or slot has every word of the query, best first."""
    found = offers.loose_offers(fleet, query, mates)[:MOST_LISTED]
    cards = catalogue().upgrades
    return [
        replace(_slot_offer(fleet, each), choices=(), with_it=str(cards[each.card_id].slot)) for each in found
    ]


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


def ships_found(found: Iterable[offers.ShipOffer], left: ModelsLeft) -> list[ShipFound]:
    """The offers with the figures of their ships, and notes on the models that are left."""
    cards, ships = catalogue().ship_cards, catalogue().ships
    models = [(each, ships[cards[each.card_id].ship]) for each in found]
    return [ShipFound(offer, model.id, _figures(model), left.words(model.id)) for offer, model in models]


def _figures(ship: Ship) -> tuple[tuple[str, int], ...]:
    pairs = (
        ("Attack", ship.attack),
        ("Agility", ship.agility),
        ("Hull", ship.hull),
        ("Shields", ship.shields),
    )
    return tuple((word, number) for word, number in pairs if number is not None)


def next_slot(fleet: FleetState, ship: ShipState, after: int = -1, mates: Mates = ()) -> int | None:
    """The first free slot of a ship behind the one given for which a card can be had now; None if there is
    none."""
    seated = seating(rig(fleet, ship.id))
    taken = {place for seats in seated.assigned.values() for place in seats}
    for index in range(after + 1, len(seated.places)):
        if index not in taken and any(
            _to_be_had(each) for each in offers.slot_offers(fleet, ship.id, index, mates)
        ):
            return index
    return None


def _to_be_had(offer: offers.UpgradeOffer) -> bool:
    return not offer.findings and (offer.buyable or bool(offer.owned_loose))
