"""The post-game desk: promote, recover, repair, and close (CR-141 to CR-152)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from league.kernel.decision import Decision, Order, UndoBy, decides
from league.kernel.fold import CampaignState
from league.kernel.refusal import Finding, Refusal, Unreadable, refuse_if
from league.rules.state import LeagueState
from rosters.catalogue import catalogue
from rosters.rules import events as ev
from rosters.rules.access import (
    Payment,
    card_faults,
    desk_fleet,
    neighbours,
    pay,
    present_ship,
    profile_of,
    refuse_new,
    ship_card,
    ship_of,
    upgrade_of,
)
from rosters.rules.desk.closing import Closing, closing, proposal_findings
from rosters.rules.fitting.slots import seat
from rosters.rules.fleets.ending import end_if_decided
from rosters.rules.labels import card_label, ship_name, upgrade_label, upgrade_name
from rosters.rules.purchases.desk_prices import recovery_barred
from rosters.rules.purchases.offers import promotion_findings
from rosters.rules.purchases.values import fleet_value, recovery_price, repair_price, upgrade_recovery_price
from rosters.rules.squadrons.types import members_of, typed_findings
from rosters.rules.state import FleetState, RostersState, ShipState, UpgradeState
from rosters.rules.uniques.names import in_use, mate_using
from rosters.rules.uniques.team import Mates, mates_of

MOST_JUDGED = 12
"""Recovered ships of one squadron that are judged together; no squadron comes near it."""


@dataclass(frozen=True, slots=True)
class Promote(Order):
    """Exchange an EXP or VET ship card for another of its ship, for the difference in price (CR-141)."""

    name: ClassVar[str] = "promote"

    fleet: int
    ship: int
    card: str


@dataclass(frozen=True, slots=True)
class RecoverShip(Order):
    """Bring a missing ship back with its upgrades for half their price (CR-142)."""

    name: ClassVar[str] = "recover_ship"

    fleet: int
    ship: int


@dataclass(frozen=True, slots=True)
class RecoverUpgrade(Order):
    """Bring a missing upgrade card back for half its price (CR-142)."""

    name: ClassVar[str] = "recover_upgrade"

    fleet: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class RepairSection(Order):
    """Make a crippled section ("fore", "aft") whole for half its card's price (CR-143)."""

    name: ClassVar[str] = "repair_section"

    fleet: int
    ship: int
    section: str


@dataclass(frozen=True, slots=True)
class CloseDesk(Order):
    """End the post-game phase (CR-145). `accept_elimination`: the owner knows that this ends the fleet
    (CR-150, CR-151)."""

    name: ClassVar[str] = "close_desk"

    fleet: int
    accept_elimination: bool = False


@dataclass(frozen=True, slots=True)
class CloseDesks(Order):
    """An organiser ends the post-game phases of these fleets in one act (CR-145)."""

    name: ClassVar[str] = "close_desks"
    undo_by: ClassVar[UndoBy] = "organiser"

    fleets: tuple[int, ...] = ()


@decides(Promote)
def _promote(d: Decision, order: Promote) -> None:
    fleet = desk_fleet(d, order.fleet, "promote pilots")
    ship = present_ship(fleet, order.ship)
    source, target = ship_card(ship.card), ship_card(order.card)
    if target.id == source.id:
        raise Refusal("same_card", f"{ship_name(ship)} has that card already.", rule="CR-141", field="card")
    mates = mates_of(d.state, fleet)
    refuse_if(promotion_findings(fleet, ship.id, target.id, mates))
    near = neighbours(fleet, ship.id)
    before = card_faults(fleet, near, mates)
    label, price = card_label(target), max(0, target.points - source.points)
    d.emit(ev.RankChanged(fleet.id, ship.id, ship_name(ship), ship.rank, "", "CR-141"))
    d.emit(
        ev.CardChanged(
            fleet.id, ship.id, source.id, card_label(source), target.id, label, "CR-141", target.persona
        )
    )
    refuse_new(before, card_faults(fleet, near, mates))
    pay(d, fleet, [Payment(-price, "CR-141", f"{card_label(source)} becomes {label}")], "The promotion")


@decides(RecoverShip)
def _recover_ship(d: Decision, order: RecoverShip) -> None:
    fleet = desk_fleet(d, order.fleet, "recover ships")
    ship = ship_of(fleet, order.ship)
    if not ship.mia:
        raise Refusal("not_missing", f"{ship_name(ship)} is not missing.", rule="CR-142", field="ship")
    barred = recovery_barred(ship.card, profile_of(d))
    if barred:
        raise Refusal("not_unique", barred, rule="CR-142", field="ship")
    assert fleet.desk is not None
    price = recovery_price(fleet, ship.id)
    mates = mates_of(d.state, fleet)
    clashing = [upgrade for upgrade in fleet.upgrades_on(ship.id) if _clashes(fleet, upgrade, mates)]
    for upgrade in clashing:
        _set_loose(d, fleet, upgrade)
    card = ship.squadron
    returning = () if card is None else _returning(d, fleet, ship, card, mates)
    place = card if ship.id in returning else None
    d.emit(ev.ShipRecovered(fleet.id, ship.id, ship_name(ship), fleet.desk.id, place))
    for number in returning:
        if number != ship.id:
            d.emit(ev.ShipMoved(fleet.id, number, ship_name(fleet.ships[number]), None, card))
    pay(
        d, fleet, [Payment(-price, "CR-142", f"{ship_name(ship)} recovered")], f"Recovering {ship_name(ship)}"
    )


def _clashes(fleet: FleetState, upgrade: UpgradeState, mates: Mates) -> bool:
    """Whether a card that could leave its ship has its name in use elsewhere (CR-035, CR-039)."""
    card = catalogue().upgrades[upgrade.card]
    if card.fixed or not card.persona or card.squadron_limited:
        return False
    return bool(in_use(fleet, card.persona, besides=(upgrade.id,)) or mate_using(mates, card.persona))


def _set_loose(d: Decision, fleet: FleetState, upgrade: UpgradeState) -> None:
    d.emit(ev.UpgradeMoved(fleet.id, upgrade.id, upgrade_name(upgrade), upgrade.ship, None))


def _returning(d: Decision, fleet: FleetState, ship: ShipState, card: int, mates: Mates) -> tuple[int, ...]:
    """The ships that return to the squadron now: the recovered one and those that were recovered at this desk
    before it and wait for that squadron, as many as it is legal with (CR-018)."""
    assert fleet.desk is not None
    trial, profile = deepcopy(fleet), profile_of(d)
    back = trial.ships[ship.id]
    back.mia, back.crippled, back.squadron = False, [], None
    waiting = [
        each.id
        for each in fleet.ships.values()
        if each.waits_for == card and each.recovered_in == fleet.desk.id and not each.mia
    ]
    candidates = [ship.id, *waiting][:MOST_JUDGED]
    near = {each.id for each in trial.ships_in(card)} | set(candidates)
    before = set(card_faults(trial, near, mates))
    kind, here = trial.squadrons[card].type, [each.id for each in trial.ships_in(card)]
    for size in range(len(candidates), 0, -1):
        for chosen in combinations(sorted(candidates), size):
            members = members_of(trial, [*here, *chosen])
            if any(each.is_error for each in typed_findings(members, kind, profile, card)):
                continue
            for number in candidates:
                trial.ships[number].squadron = card if number in chosen else None
            if not set(card_faults(trial, near, mates)) - before:
                return chosen
    return ()


@decides(RecoverUpgrade)
def _recover_upgrade(d: Decision, order: RecoverUpgrade) -> None:
    fleet = desk_fleet(d, order.fleet, "recover upgrades")
    upgrade = upgrade_of(fleet, order.upgrade)
    label = upgrade_name(upgrade)
    if not upgrade.mia:
        raise Refusal(
            "not_missing", f"{label} is not missing without its ship.", rule="CR-142", field="upgrade"
        )
    fixed = catalogue().upgrades[upgrade.card].fixed
    on_missing = upgrade.ship is not None and fleet.ships[upgrade.ship].mia
    if on_missing and fixed:
        why = f"{label} cannot leave its ship, which is missing. Recover the ship first."
        raise Refusal("ship_missing", why, rule="CR-142", field="upgrade")
    mates = mates_of(d.state, fleet)
    near = neighbours(fleet, upgrade.ship)
    before = set(card_faults(fleet, near, mates))
    homeless = upgrade.ship is not None and upgrade.id in seat(fleet, upgrade.ship).homeless
    d.emit(ev.UpgradeRecovered(fleet.id, upgrade.id, label))
    faulty = any(finding not in before for finding in card_faults(fleet, near, mates))
    if on_missing or homeless or (upgrade.ship is not None and faulty and not fixed):
        _set_loose(d, fleet, upgrade)
    price = max(0, upgrade_recovery_price(upgrade.card))
    pay(d, fleet, [Payment(-price, "CR-142", f"{label} recovered")], f"Recovering {label}")


@decides(RepairSection)
def _repair(d: Decision, order: RepairSection) -> None:
    fleet = desk_fleet(d, order.fleet, "repair sections")
    ship = present_ship(fleet, order.ship)
    if order.section not in [str(part.section) for part in ship_card(ship.card).sections]:
        raise Unreadable(
            "no_section", f"{ship_name(ship)} has no such section.", rule="CR-143", field="section"
        )
    if order.section not in ship.crippled:
        raise Refusal("not_crippled", f"The {order.section} section of {ship_name(ship)} is not crippled.",
                      rule="CR-143", field="section")  # fmt: skip
    price = repair_price(fleet, ship.id, order.section)
    what = f"{ship_name(ship)}, {order.section} section repaired"
    left = tuple(section for section in ship.crippled if section != order.section)
    d.emit(ev.CrippledMarked(fleet.id, ship.id, ship_name(ship), left, "CR-143"))
    pay(d, fleet, [Payment(-price, "CR-143", what)], f"Repairing the {order.section} section")


@decides(CloseDesk)
def _close(d: Decision, order: CloseDesk) -> None:
    _close_desk(d, order.fleet, accept_elimination=order.accept_elimination)
    end_if_decided(d)


@decides(CloseDesks)
def _close_several(d: Decision, order: CloseDesks) -> None:
    d.only_organisers("close the repairs of others")
    if not order.fleets:
        raise Refusal("no_desk", "No open repairs can be closed for their player now.", rule="CR-145")
    for number in order.fleets:
        _close_desk(d, number, accept_elimination=False)
    end_if_decided(d)


def open_desks(state: CampaignState) -> list[tuple[FleetState, Closing, str]]:
    """Fleets with an open post-game phase, the effects of closing each now, and the reason why an organiser
    does not close it for its player ("" if they may)."""
    profile = state.of(LeagueState).profile
    fleets = [each for each in state.of(RostersState).fleets.values() if each.standing == "desk"]
    found = [(each, closing(each, profile, mates_of(state, each))) for each in fleets]
    return [(fleet, outcome, _needs_player(fleet, outcome)) for fleet, outcome in found]


def _needs_player(fleet: FleetState, outcome: Closing) -> str:
    if fleet.offer is not None:
        return (
            "A victory offers it an asset. Its player takes one or none, or an organiser for them (CR-094)."
        )
    if outcome.proposal is not None:
        return "Its ships have to be laid out in two STANDARD squadrons first (CR-146)."
    if outcome.ends_fleet:
        return "Closing would end its campaign: its player decides that (CR-150, CR-151)."
    return ""


def _close_desk(d: Decision, number: int, *, accept_elimination: bool) -> None:
    fleet = desk_fleet(d, number, "close the repairs")
    if fleet.offer is not None:
        raise Refusal(
            "offer_open",
            f"A victory offers {fleet.name} an asset. Take one or decline the offer, then close.",
            rule="CR-094",
        )
    outcome = closing(fleet, profile_of(d), mates_of(d.state, fleet))
    if outcome.proposal is not None:
        raise Refusal(
            "two_standards",
            f"{fleet.name} needs two STANDARD squadrons to close its repairs, and it has the ships for "
            "them. Lay them out first; one way is shown.",
            rule="CR-146",
            findings=proposal_findings(fleet, outcome.proposal, profile_of(d)),
        )
    if outcome.ends_fleet and not accept_elimination:
        _explain_elimination(fleet, outcome)
    desk = fleet.desk
    assert desk is not None
    for card in outcome.struck:
        d.emit(ev.SquadronStruck(fleet.id, card, "CR-019"))
    for number in outcome.parked:
        _set_loose(d, fleet, fleet.upgrades[number])
    if outcome.ends_fleet:
        d.emit(ev.FleetEliminated(fleet.id, "CR-150" if outcome.eliminated else "CR-151"))
    d.emit(ev.DeskClosed(fleet.id, desk.id, desk.round, fleet_value(fleet), fleet.points))


def _explain_elimination(fleet: FleetState, outcome: Closing) -> None:
    """Refuse until the owner confirms the elimination; the sentence lists what the points could still do
    (CR-150)."""
    if not outcome.eliminated:
        raise Refusal(
            "elimination",
            f"{fleet.name} has lost three games in a row: closing ends its campaign. Confirm that to close.",
            rule="CR-151",
            field="accept_elimination",
        )
    raise Refusal(
        "elimination",
        f"The ships of {fleet.name} cannot form two STANDARD squadrons: closing now eliminates the fleet. "
        "Recover, promote or buy if that helps, or confirm that you accept it.",
        rule="CR-150",
        field="accept_elimination",
        findings=[
            Finding(
                "could_still", f"With {fleet.points} FP in hand you could still {offer}.", "CR-150", "warning"
            )
            for offer in _last_offers(fleet, outcome)
        ],
    )


def _last_offers(fleet: FleetState, outcome: Closing) -> Iterator[str]:
    """Everything that the points in hand would still pay for, to follow "you could still" (CR-150)."""
    cards, upgrades = catalogue().ship_cards, catalogue().upgrades
    for recovery in outcome.could_recover:
        yield f"recover {recovery.label} for {recovery.price} FP"
    for step in outcome.could_promote:
        name = ship_name(fleet.ships[step.ship])
        yield f"promote {name} to {card_label(cards[step.card])} for {step.price} FP"
    if outcome.could_buy:
        ship = cards[outcome.could_buy[0]]
        yield f"buy ships, the cheapest being {card_label(ship)} for {ship.points} FP"
    if outcome.could_attach:
        card = upgrades[outcome.could_attach[0]]
        yield f"buy upgrades, the cheapest being {upgrade_label(card)} for {card.points} FP"
