"""Offers of a roster page: ships to buy, cards for a slot or the inventory, promotions. Each has its price
and, if it cannot be taken, every reason (CR-031, CR-033, CR-034, CR-141). `mates` are the other fleets of
the team (CR-039)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from league.kernel.refusal import Finding
from rosters.catalogue import ShipCard, Side, UpgradeCard, catalogue
from rosters.catalogue.search import matches_text, plain
from rosters.rules.fitting.cards import (
    Company,
    company,
    displaced,
    fit_findings,
    loose_findings,
    rig_findings,
    rig_fit_findings,
)
from rosters.rules.fitting.rigs import NEW, Fitted, Rig, rig
from rosters.rules.fitting.slots import SlotPlace, seating
from rosters.rules.purchases.values import discounted
from rosters.rules.state import FleetState, ShipState
from rosters.rules.uniques.names import (
    in_use,
    in_use_finding,
    killed_findings,
    mate_uses_finding,
    mate_using,
    may_own_ship_card,
    may_own_upgrade,
)
from rosters.rules.uniques.team import Mates, flown_with

PROMOTED_RANKS = ("EXP", "VET")


@dataclass(frozen=True, slots=True)
class ShipOffer:
    """A ship card for the roster. `price` in FP; `findings` say why not, apart from money."""

    card_id: str
    name: str
    ship_name: str
    skill: int | None
    price: int
    affordable: bool
    findings: tuple[Finding, ...] = ()

    @property
    def buyable(self) -> bool:
        """Whether the fleet may have the card and can pay for it (CR-001)."""
        return self.affordable and not self.findings


@dataclass(frozen=True, slots=True)
class UpgradeOffer:
    """An upgrade card for a place. `squad_points` is what it would count there; `owned_loose` are the
    fleet's own copies in the inventory, which cost nothing to attach; `displaced` are the numbers of the
    cards that leave the ship together with the one that is replaced (CR-034)."""

    card_id: str
    name: str
    price: int
    squad_points: int
    affordable: bool
    findings: tuple[Finding, ...] = ()
    owned_loose: tuple[int, ...] = ()
    displaced: tuple[int, ...] = ()

    @property
    def buyable(self) -> bool:
        """Whether the fleet may have the card there and can pay for it (CR-001)."""
        return self.affordable and not self.findings


@dataclass(frozen=True, slots=True)
class PromotionOffer:
    """Another card of the same ship. `price` is the difference, never below 0."""

    card_id: str
    name: str
    skill: int | None
    price: int
    affordable: bool
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyOffer:
    """Another ship like one of the fleet's: `bare`, with all of its upgrades (`full`) or with those that can
    be had again (`partly`)."""

    kind: Literal["bare", "full", "partly"]
    price: int
    affordable: bool
    upgrades: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


def ship_offers(
    fleet: FleetState, query: str = "", mates: Mates = (), squadron: int | None = None
) -> list[ShipOffer]:
    """Ship cards of the fleet's side whose pilot or ship has every word of the query, best matches first;
    those that may be had, for the inventory or for this squadron, come before those that may not."""
    found = []
    for place, card in enumerate(catalogue().cards_of(Side(fleet.side))):
        rank = _rank(card, query)
        if card.purchasable and rank is not None:
            findings = tuple(may_own_ship_card(fleet, card.id, mates=mates))
            if squadron is not None:
                findings = without_repeats([*findings, *_flying_findings(fleet, card, mates)])
            offer = ShipOffer(
                card.id,
                card.name,
                card.ship_name,
                card.skill,
                card.points,
                card.points <= fleet.points,
                findings,
            )
            found.append((bool(findings), rank, place, offer))
    return [offer for *_, offer in sorted(found, key=lambda each: each[:3])]


def _flying_findings(fleet: FleetState, card: ShipCard, mates: Mates) -> Iterator[Finding]:
    """Reasons why a new ship cannot fly in a squadron: its name is in use (CR-035, CR-039)."""
    mate = mate_using(mates, card.persona)
    if mate is not None:
        yield mate_uses_finding(mate, card.persona)
    used = in_use_finding(fleet, card.persona)
    if used is not None:
        yield used


def slot_offers(fleet: FleetState, ship_id: int, place_index: int, mates: Mates = ()) -> list[UpgradeOffer]:
    """Every upgrade card of the place's kind, legal ones first, the others with their reasons.

    The card in the place now is disregarded if it could leave. Raises IndexError for an unknown place.
    """
    standing = rig(fleet, ship_id)
    seated = seating(standing)
    place = seated.places[place_index]
    sitting = [
        number
        for number, seats in seated.assigned.items()
        if place_index in seats and not standing.card_of(number).fixed
    ]
    before = standing.without(sitting)
    beside = company(fleet, ship_id)
    loose = _loose(fleet)
    offers = []
    for card in catalogue().upgrades_in(place.slot):
        copies = tuple(number for number in loose.get(card.id, ()))
        findings = _place_findings(fleet, before, card, place, beside, sitting, mates)
        if not copies:
            findings += may_own_upgrade(fleet, card.id, mates=mates, besides=sitting)
        counts = discounted(card, before.working)
        offers.append(
            UpgradeOffer(
                card.id,
                card.name,
                card.points,
                counts,
                card.points <= fleet.points,
                without_repeats(findings),
                copies,
            )
        )
    return sorted(offers, key=lambda offer: (bool(offer.findings), not offer.owned_loose))


def replacement_offers(
    fleet: FleetState, ship_id: int, offered: Iterable[UpgradeOffer], replaced: int, mates: Mates = ()
) -> list[UpgradeOffer]:
    """The offers for a slot as cards that take the place of the modification `replaced` (CR-034)."""
    return [
        _replacing(fleet, ship_id, each, replaced, mates)
        for each in offered
        if each.card_id != fleet.upgrades[replaced].card
    ]


def _replacing(
    fleet: FleetState, ship_id: int, offer: UpgradeOffer, replaced: int, mates: Mates
) -> UpgradeOffer:
    card = catalogue().upgrades[offer.card_id]
    choice = str(card.adds_slots_choice[0]) if card.adds_slots_choice else ""
    findings = without_repeats(
        (
            *fit_findings(fleet, ship_id, card.id, choice=choice, replacing=replaced, mates=mates),
            *may_own_upgrade(fleet, card.id, mates=mates),
            *_free_for(fleet, ship_id, card),
        )
    )
    gone = () if findings else displaced(fleet, ship_id, card.id, replaced)
    return replace(offer, findings=findings, displaced=tuple(each for each in gone if each != replaced))


def _free_for(fleet: FleetState, ship_id: int, card: UpgradeCard) -> Iterator[Finding]:
    """A slot that is free for the card rules out that it replaces another (CR-034)."""
    seated = seating(rig(fleet, ship_id))
    if any(seated.places[index].takes(Fitted(NEW, card)) for index in seated.free):
        message = f"{card.name} fits into a free {card.slot} slot of this ship. Attach it there."
        yield Finding("slot_free", message, "CR-034")


def loose_offers(fleet: FleetState, query: str, mates: Mates = ()) -> list[UpgradeOffer]:
    """Upgrade cards for the inventory whose name or slot has every word of the query, best matches first;
    those that may be had come before those that may not."""
    wanted = plain(query)
    found = []
    for card in catalogue().upgrades.values():
        if card.sides and fleet.side not in card.sides:
            continue
        if not matches_text(query, card.name, str(card.slot)):
            continue
        faults = (*loose_findings(card.id), *may_own_upgrade(fleet, card.id, mates=mates))
        offer = UpgradeOffer(
            card.id, card.name, card.points, card.points, card.points <= fleet.points, faults
        )
        found.append((bool(faults), not plain(card.name).startswith(wanted), card.name, card.id, offer))
    return [each[-1] for each in sorted(found, key=lambda each: each[:4])]


def copy_offers(fleet: FleetState, ship: ShipState, mates: Mates = ()) -> list[CopyOffer]:
    """The ship's card once more, bare and with those of its upgrades that the fleet may own again."""
    card = catalogue().ship_cards[ship.card]
    findings = tuple(may_own_ship_card(fleet, card.id, mates=mates))
    aboard = [catalogue().upgrades[each.card] for each in fleet.upgrades_on(ship.id) if not each.mia]
    common = [each for each in aboard if not may_own_upgrade(fleet, each.id, mates=mates)]
    made = [CopyOffer("bare", card.points, card.points <= fleet.points, (), findings)]
    if common:
        price = card.points + sum(each.points for each in common)
        kind: Literal["full", "partly"] = "full" if len(common) == len(aboard) else "partly"
        cards = tuple(each.id for each in common)
        made.append(CopyOffer(kind, price, price <= fleet.points, cards, findings))
    return made


def can_be_promoted(ship: ShipState) -> bool:
    """Whether a pilot may become another card at some time: EXP or VET, without the unique mark, not
    missing (CR-141)."""
    return ship.rank in PROMOTED_RANKS and not ship.mia and not catalogue().ship_cards[ship.card].unique


def just_recovered(fleet: FleetState, ship: ShipState) -> bool:
    """Whether a ship came back in the fleet's open post-game phase, so that it is promoted in a later one
    (CR-142)."""
    return fleet.desk is not None and ship.recovered_in == fleet.desk.id


def promotion_offers(fleet: FleetState, ship_id: int, mates: Mates = ()) -> list[PromotionOffer]:
    """The cards that an EXP or VET pilot could become (CR-141): same ship and side, equal or higher
    printed skill.

    () for a unique or ELITE pilot, one without status, and a missing ship.
    """
    ship = fleet.ships[ship_id]
    standing = rig(fleet, ship_id)
    if not can_be_promoted(ship):
        return []
    offers = []
    for card in catalogue().cards_of_ship(standing.card.ship):
        if (
            card.side == fleet.side
            and card.id != ship.card
            and (card.skill or 0) >= (standing.card.skill or 0)
        ):
            price = max(0, card.points - standing.card.points)
            findings = without_repeats(promotion_findings(fleet, ship_id, card.id, mates))
            offers.append(
                PromotionOffer(card.id, card.name, card.skill, price, price <= fleet.points, findings)
            )
    return sorted(
        offers, key=lambda offer: (bool(offer.findings), offer.skill or 0, offer.price, offer.card_id)
    )


def promotion_findings(fleet: FleetState, ship_id: int, card_id: str, mates: Mates = ()) -> list[Finding]:
    """Reason why a ship may not become that card (CR-141); money is left out. Raises KeyError for an unknown
    ship or card."""
    ship, standing, card = fleet.ships[ship_id], rig(fleet, ship_id), catalogue().ship_cards[card_id]
    found = []
    if standing.card.unique or ship.rank not in PROMOTED_RANKS:
        found.append(
            _no("not_risen", "Only an EXP or VET pilot without the unique mark can become another card.")
        )
    if ship.mia or just_recovered(fleet, ship):
        found.append(
            _no(
                "just_recovered",
                f"{standing.card.name} is missing or was recovered in this phase. Promote it in a later one.",
                "CR-142",
            )
        )
    if (card.ship, card.side) != (standing.card.ship, standing.card.side):
        found.append(
            _no(
                "other_ship",
                f"{card.name} flies another ship. Choose a card of the {standing.card.ship_name}.",
            )
        )
    if (card.skill or 0) < (standing.card.skill or 0):
        found.append(
            _no(
                "lower_skill",
                f"{card.name} has a lower pilot skill than {standing.card.name}. "
                "Choose an equal or higher one.",
            )
        )
    found += _name_findings(fleet, ship_id, card, mates)
    found += _upgrade_findings(fleet, ship_id, standing, card)
    return [replace(finding, about=f"ship:{ship_id}") for finding in found]


def _place_findings(
    fleet: FleetState,
    before: Rig,
    card: UpgradeCard,
    place: SlotPlace,
    beside: Company,
    sitting: Iterable[int],
    mates: Mates,
) -> list[Finding]:
    choice = str(card.adds_slots_choice[0]) if card.adds_slots_choice else ""
    item = Fitted(NEW, card, place.section, choice)
    found = rig_fit_findings(before, item, beside)
    found += killed_findings(fleet, card, mates)
    if not card.persona or card.squadron_limited:
        return found
    mate = mate_using(mates, card.persona)
    if mate is not None:
        found.append(mate_uses_finding(mate, card.persona))
    elif in_use(fleet, card.persona, besides=tuple(sitting)):
        found.append(
            Finding(
                "name_in_use",
                f"{catalogue().names[card.persona].name} is in use already, as a pilot or on another ship.",
                "CR-035",
            )
        )
    return found


def _name_findings(fleet: FleetState, ship_id: int, card: ShipCard, mates: Mates) -> list[Finding]:
    found = may_own_ship_card(fleet, card.id, mates=mates, besides=(ship_id,))
    if not card.persona:
        return found
    known = flown_with(fleet, mates, card.persona)
    if known is not None:
        whom = "this fleet" if known.id == fleet.id else known.name
        found.append(
            _no(
                "flown",
                f"{card.name} has flown for {whom} before. A pilot can only rise to a name that "
                f"is new to {'it' if known.id == fleet.id else 'the team'}.",
            )
        )
    mate = mate_using(mates, card.persona)
    flies = fleet.ships[ship_id].squadron is not None
    if flies and mate is not None:
        found.append(mate_uses_finding(mate, card.persona))
    if flies and in_use(fleet, card.persona, besides=tuple(fleet.ships)):
        found.append(
            Finding(
                "name_in_use",
                f"{card.name} is in use as an upgrade. Put that card into the inventory first.",
                "CR-035",
            )
        )
    return found


def _upgrade_findings(fleet: FleetState, ship_id: int, standing: Rig, card: ShipCard) -> list[Finding]:
    beside = company(fleet, ship_id)
    faults = rig_findings(standing.on(card), beside)
    before = {finding.message for finding in rig_findings(standing, beside)}
    return [replace(fault, rule="CR-141") for fault in faults if fault.message not in before]


def _rank(card: ShipCard, query: str) -> int | None:
    """0 for a name that begins with the query, 1 for a ship that does, 2 for other matches, None for none."""
    if not matches_text(query, card.name, card.ship_name):
        return None
    wanted = plain(query).replace(" ", "")
    starts = (plain(text).replace(" ", "").startswith(wanted) for text in (card.name, card.ship_name))
    return next((rank for rank, begins in enumerate(starts) if begins), 2)


def _loose(fleet: FleetState) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for upgrade in fleet.upgrades_on(None):
        if not upgrade.mia:
            found.setdefault(upgrade.card, []).append(upgrade.id)
    return found


def without_repeats(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once. Of a card that may not be owned it is not said as well that its name is in use:
    that asks its owner to put away a card which is not there (CR-035, CR-039)."""
    found = tuple(dict.fromkeys(findings))
    if not any(each.code in ("owned", "mate_owns") for each in found):
        return found
    return tuple(each for each in found if each.code not in ("name_in_use", "mate_uses"))


def _no(code: str, message: str, rule: str = "CR-141") -> Finding:
    return Finding(code, message, rule)
