"""Rosters of bots: squadrons by plan, ships and upgrades as the points allow."""

from __future__ import annotations

import random
from dataclasses import dataclass

from league.kernel.refusal import are_legal
from league.models import Member
from league.rules.state import LeagueState
from missions.autoplay.driver import Driver
from rosters.catalogue import ShipCard, Side, Size, catalogue
from rosters.rules.fitting.cards import fit_findings
from rosters.rules.legality import fleet_findings
from rosters.rules.orders import BuyShip, BuyUpgrade, FormSquadron, FoundFleet, ReturnShip, StrikeSquadron
from rosters.rules.purchases.values import squad_points, squadron_value
from rosters.rules.squadrons.types import type_findings
from rosters.rules.state import FleetState, SquadronType
from rosters.rules.uniques.names import may_own_ship_card
from rosters.rules.uniques.team import Mates

RECON_SHIP = 30


@dataclass(frozen=True, slots=True)
class Wish:
    """A squadron a bot wants: its type, and the points to aim for."""

    type: SquadronType
    low: int
    high: int


STANDARDS = (
    Wish("standard", 78, 96),
    Wish("standard", 78, 96),
    Wish("standard", 62, 80),
    Wish("recon", 40, 58),
)
EPIC = (Wish("standard", 62, 76), Wish("standard", 62, 76), Wish("epic", 124, 170), Wish("recon", 32, 45))
PLANS = (4, 3, 3)  # how often each plan is followed
MISSION_PLANS = (2, 7, 2)  # some missions open to EPIC squadrons alone
RECONS = (
    Wish("standard", 66, 88),
    Wish("standard", 66, 88),
    Wish("recon", 40, 58),
    Wish("recon", 40, 58),
    Wish("recon", 40, 58),
)


def muster(driver: Driver, member: Member, name: str, side: str, suit: str) -> int:
    """Found a fleet and fill it until the roster could be locked. Returns its number."""
    done = driver.do(member, FoundFleet(name, side, suit))
    number: int = done.events[0].fleet  # type: ignore[attr-defined]
    weights = MISSION_PLANS if driver.state().of(LeagueState).missions else PLANS
    wanted = driver.rng.choices((STANDARDS, EPIC, RECONS), weights)[0]
    for plan in (wanted, wanted, STANDARDS, STANDARDS):
        _follow(driver, member, number, plan)
        if is_legal(driver, number):
            break
        for ship in driver.fleet(number).ships:
            driver.do(member, ReturnShip(number, ship))
    return number


def _follow(driver: Driver, member: Member, number: int, plan: tuple[Wish, ...]) -> None:
    """Lay out the plan's squadrons. If one does not become a squadron, it is struck and its ships are
    stored."""
    for card in driver.fleet(number).squadrons:
        driver.do(member, StrikeSquadron(number, card))
    for card, wish in enumerate(plan, start=2):
        fill(driver, member, number, card, wish)
    profile = driver.state().of(LeagueState).profile
    fleet = driver.fleet(number)
    for card in fleet.squadrons:
        if any(each.is_error for each in type_findings(fleet, card, profile)):
            driver.do(member, StrikeSquadron(number, card))


def is_legal(driver: Driver, number: int) -> bool:
    """Whether the draft could be locked as it is and would stand a chance: nothing is wrong, nothing to warn
    of.
    """
    profile = driver.state().of(LeagueState).profile
    fleet = driver.fleet(number)
    return not fleet_findings(fleet, profile, "start", driver.mates(fleet))


def fill(driver: Driver, member: Member, number: int, card: int, wish: Wish) -> None:
    """Form a squadron and buy ships, then upgrades, until it is worth what was wished or the points run
    out.
    """
    if card not in driver.fleet(number).squadrons:
        driver.do(member, FormSquadron(number, card, wish.type))
    for _ in range(8):
        fleet = driver.fleet(number)
        room = min(wish.high - squadron_value(fleet, card), fleet.points)
        choice = pick_ship(driver.rng, fleet, card, wish, room, driver.mates(fleet))
        if choice is None:
            break
        driver.try_to(member, BuyShip(number, choice.id, card), "name_in_use", "mate_uses")
    for _ in range(6):
        if not _add_upgrade(driver, member, number, card, wish):
            break


def pick_ship(
    rng: random.Random, fleet: FleetState, card: int, wish: Wish, room: int, mates: Mates = ()
) -> ShipCard | None:
    """A ship card the squadron can take, the team has not and the fleet can pay; None when nothing fits."""
    ships = [ship for ship in fleet.ships_in(card) if not ship.mia]
    if wish.type == "recon" and len(ships) >= 3:
        return None
    needs_big = wish.type == "epic" and not ships
    fitting = [
        each
        for each in catalogue().cards_of(Side(fleet.side))
        if each.purchasable
        and each.points <= room
        and _size_fits(each, wish.type, needs_big)
        and not may_own_ship_card(fleet, each.id, mates=mates)
    ]
    if not fitting:
        return None
    return rng.choice(sorted(fitting, key=lambda each: each.id))


def _size_fits(card: ShipCard, wanted: SquadronType, needs_big: bool) -> bool:
    if wanted == "epic":
        return card.size != Size.SMALL if needs_big else card.size != Size.HUGE
    if wanted == "recon" and card.points > RECON_SHIP:
        return False
    return card.size != Size.HUGE


def _add_upgrade(driver: Driver, member: Member, number: int, card: int, wish: Wish) -> bool:
    fleet = driver.fleet(number)
    room = min(wish.high - squadron_value(fleet, card), fleet.points)
    ships = [ship for ship in fleet.ships_in(card) if not ship.mia]
    if not ships or room < 1:
        return False
    ship, mates = driver.rng.choice(ships), driver.mates(fleet)
    if wish.type == "recon":
        room = min(room, RECON_SHIP - squad_points(fleet, ship.id))
    affordable = [each for each in catalogue().upgrades.values() if 0 <= each.points <= room]
    for upgrade in driver.rng.sample(
        sorted(affordable, key=lambda each: each.id), k=min(12, len(affordable))
    ):
        if are_legal(fit_findings(fleet, ship.id, upgrade.id, mates=mates)):
            return driver.try_to(member, BuyUpgrade(number, upgrade.id, ship.id), "owned", "mate_owns")
    return True
