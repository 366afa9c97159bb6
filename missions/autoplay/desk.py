"""A bot's post-game phase: bring back, repair, promote, buy, rearrange, close."""

from __future__ import annotations

from league.kernel.refusal import are_legal
from league.models import Member
from league.rules.state import LeagueState, Profile
from missions.autoplay.driver import Driver
from missions.autoplay.missions import settle_offer
from missions.autoplay.rosters import Wish, fill
from rosters.catalogue import Side, Size, catalogue
from rosters.rules.desk.closing import closing, proposed_order
from rosters.rules.orders import (
    BuyShip,
    CloseDesk,
    FormSquadron,
    MoveShip,
    NamePilot,
    Promote,
    RecoverShip,
    RecoverUpgrade,
    RepairSection,
    StrikeSquadron,
)
from rosters.rules.purchases.offers import promotion_offers
from rosters.rules.purchases.values import recovery_price, squad_points, squadron_value
from rosters.rules.squadrons.types import limits, type_findings
from rosters.rules.state import SQUADRON_CARDS, FleetState, ShipState
from rosters.rules.uniques.names import may_own_ship_card

RESERVE = 25
TAKEN = ("name_in_use", "mate_uses")
"""Reasons that keep a ship out of a squadron with room: its name is in use elsewhere (CR-035, CR-039)."""
NEW_STANDARD = Wish("standard", 62, 90)
NEW_EPIC = Wish("epic", 124, 160)
CALLSIGNS = ("Anvil", "Comet", "Dart", "Ember", "Falchion", "Gale", "Harrier", "Javelin", "Lynx", "Nova")


def work(driver: Driver, number: int) -> None:
    """The whole post-game phase of one fleet."""
    owner = driver.owner(driver.fleet(number))
    profile = driver.state().of(LeagueState).profile
    settle_offer(driver, driver.fleet(number))
    _bring_back(driver, owner, number)
    _promote(driver, owner, number)
    _mend(driver, owner, number, profile)
    _grow(driver, owner, number, profile)
    close(driver, owner, number, profile)


def _bring_back(driver: Driver, owner: Member, number: int) -> None:
    fleet = driver.fleet(number)
    missing = sorted(
        (ship for ship in fleet.ships.values() if ship.mia), key=lambda ship: _value_of(fleet, ship)
    )
    for ship in reversed(missing):
        if recovery_price(fleet, ship.id) <= driver.fleet(number).points - RESERVE // 2:
            driver.do(owner, RecoverShip(number, ship.id))
    for upgrade in [each.id for each in fleet.upgrades.values() if each.mia]:
        if driver.rng.random() < 0.5:
            driver.try_to(owner, RecoverUpgrade(number, upgrade), "points", "ship_missing")
    for ship in [each for each in fleet.ships.values() if not each.mia]:
        for section in list(ship.crippled):
            driver.try_to(owner, RepairSection(number, ship.id, section), "points")


def _value_of(fleet: FleetState, ship: ShipState) -> int:
    return recovery_price(fleet, ship.id)


def _promote(driver: Driver, owner: Member, number: int) -> None:
    for ship in sorted(driver.fleet(number).ships.values(), key=lambda each: each.id):
        if ship.rank == "ELITE" and not ship.given_name:
            driver.do(owner, NamePilot(number, ship.id, driver.rng.choice(CALLSIGNS)))
        if ship.mia or ship.rank not in ("EXP", "VET") or driver.rng.random() > 0.25:
            continue
        fleet = driver.fleet(number)
        offers = [
            each
            for each in promotion_offers(fleet, ship.id, driver.mates(fleet))
            if are_legal(each.findings) and each.price <= fleet.points
        ]
        if offers:
            chosen = driver.rng.choice(sorted(offers, key=lambda each: each.card_id))
            driver.do(owner, Promote(number, ship.id, chosen.card_id))


def _mend(driver: Driver, owner: Member, number: int, profile: Profile) -> None:
    """Bring squadrons back within their limits: from the inventory, else by buying, else strike them."""
    for card in sorted(driver.fleet(number).squadrons):
        _fill_from_inventory(driver, owner, number, card)
        fleet = driver.fleet(number)
        low, high = limits(fleet.squadrons[card].type)
        if squadron_value(fleet, card) < low:
            fill(driver, owner, number, card, Wish(fleet.squadrons[card].type, low, high))
        fleet = driver.fleet(number)
        if any(each.is_error for each in type_findings(fleet, card, profile)):
            driver.do(owner, StrikeSquadron(number, card))


def _fill_from_inventory(driver: Driver, owner: Member, number: int, card: int) -> None:
    fleet = driver.fleet(number)
    kind = fleet.squadrons[card].type
    low, high = limits(kind)
    for ship in _stored(fleet):
        fleet = driver.fleet(number)
        value = squadron_value(fleet, card)
        size = catalogue().ship_cards[ship.card].size
        crowded = kind == "recon" and len([one for one in fleet.ships_in(card) if not one.mia]) >= 3
        if value >= low or crowded or (size is Size.HUGE) != (kind == "epic" and size is Size.HUGE):
            continue
        if value + squad_points(fleet, ship.id) <= high:
            driver.try_to(owner, MoveShip(number, ship.id, card), *TAKEN)


def _stored(fleet: FleetState) -> list[ShipState]:
    ships = [ship for ship in fleet.ships_in(None) if not ship.mia]
    return sorted(ships, key=lambda ship: (-squad_points(fleet, ship.id), ship.id))


def _grow(driver: Driver, owner: Member, number: int, profile: Profile) -> None:
    """Form new squadrons from what is stored and what the points buy, while places are free: STANDARD ones,
    but with missions an EPIC one if the fleet has none.
    """
    for _ in range(3):
        fleet = driver.fleet(number)
        free = [card for card in SQUADRON_CARDS if card not in fleet.squadrons]
        stored = [ship for ship in _stored(fleet) if catalogue().ship_cards[ship.card].size is not Size.HUGE]
        wealth = sum(squad_points(fleet, ship.id) for ship in stored) + fleet.points - RESERVE
        if not free or wealth < NEW_STANDARD.low + 4:
            break
        if wealth >= NEW_EPIC.low and _wants_epic(driver, fleet):
            driver.do(owner, FormSquadron(number, free[0], "epic"))
            fill(driver, owner, number, free[0], NEW_EPIC)
            _fill_from_inventory(driver, owner, number, free[0])
        else:
            driver.do(owner, FormSquadron(number, free[0], "standard"))
            _fill_from_inventory(driver, owner, number, free[0])
            if squadron_value(driver.fleet(number), free[0]) < 60:
                fill(driver, owner, number, free[0], NEW_STANDARD)
        if any(each.is_error for each in type_findings(driver.fleet(number), free[0], profile)):
            driver.do(owner, StrikeSquadron(number, free[0]))
            break


def _wants_epic(driver: Driver, fleet: FleetState) -> bool:
    """Some missions open to EPIC squadrons alone."""
    missions = driver.state().of(LeagueState).missions
    return missions and all(each.type != "epic" for each in fleet.squadrons.values())


def close(driver: Driver, owner: Member, number: int, profile: Profile) -> None:
    """Close the desk: take the proposal that the rules make, and accept elimination when there is no way
    out.
    """
    fleet = driver.fleet(number)
    outlook = closing(fleet, profile, driver.mates(fleet))
    if outlook.eliminated:
        _buy_back_in(driver, owner, number)
        fleet = driver.fleet(number)
        outlook = closing(fleet, profile, driver.mates(fleet))
    if outlook.proposal is not None:
        driver.do(owner, proposed_order(fleet, outlook.proposal))
    if not driver.try_to(owner, CloseDesk(number), "elimination"):
        driver.do(owner, CloseDesk(number, accept_elimination=True))


def _buy_back_in(driver: Driver, owner: Member, number: int) -> None:
    """Spend what is left on plain ships, dearest first, to have two STANDARD squadrons after all."""
    while True:
        fleet = driver.fleet(number)
        cards = [
            card
            for card in catalogue().cards_of(Side(fleet.side))
            if card.purchasable
            and not card.unique
            and card.size is not Size.HUGE
            and card.points <= fleet.points
            and not may_own_ship_card(fleet, card.id, mates=driver.mates(fleet))
        ]
        if not cards:
            return
        best = max(cards, key=lambda card: (card.points, card.id))
        driver.do(owner, BuyShip(number, best.id, None))
