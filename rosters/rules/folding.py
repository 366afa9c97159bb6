"""Changes of the rosters part of the state by each event. Appliers check the event's conditions."""

from __future__ import annotations

from league.kernel.fold import applies, must
from league.rules.events import FleetSatOut, PairingCancelled, PairingMade
from league.rules.reminders import forget_desk
from league.rules.state import Handover, LeagueState
from rosters.rules import events as ev
from rosters.rules.fleets.slugs import logged_slug, move_to, taken_slugs
from rosters.rules.state import (
    START_POINTS,
    Desk,
    FleetState,
    RostersState,
    ShipState,
    SquadronState,
    UpgradeState,
)


def known_fleet(state: RostersState, number: int) -> FleetState:
    """The fleet of an event, for all that folds rosters. Raises `Conflict` if there is none."""
    must(number in state.fleets, "that fleet does not exist")
    return state.fleets[number]


def _open(state: RostersState, e: object) -> FleetState:
    """The fleet of an event that is only possible in a draft or at an open desk (CR-007, CR-144)."""
    fleet = known_fleet(state, e.fleet)  # type: ignore[attr-defined]
    must(fleet.standing in ("draft", "desk"), f"{fleet.name} has neither a draft nor an open desk")
    return fleet


def _ship(state: RostersState, e: object) -> ShipState:
    fleet = known_fleet(state, e.fleet)  # type: ignore[attr-defined]
    number: int = e.ship  # type: ignore[attr-defined]
    must(number in fleet.ships, f"{getattr(e, 'name', 'the ship')} is not on the roster")
    return fleet.ships[number]


def _upgrade(state: RostersState, e: object) -> UpgradeState:
    fleet = known_fleet(state, e.fleet)  # type: ignore[attr-defined]
    number: int = e.upgrade  # type: ignore[attr-defined]
    must(number in fleet.upgrades, f"{getattr(e, 'name', 'the upgrade')} is not on the roster")
    return fleet.upgrades[number]


@applies(RostersState, ev.FleetFounded)
def _founded(state: RostersState, e: ev.FleetFounded) -> None:
    must(e.fleet not in state.fleets, "that fleet exists already")
    slug = logged_slug(e.slug, e.name, taken_slugs(state))
    state.fleets[e.fleet] = FleetState(
        e.fleet, e.member, e.name, e.side, e.suit, points=START_POINTS, slug=slug
    )


@applies(RostersState, ev.FleetRenamed)
def _renamed(state: RostersState, e: ev.FleetRenamed) -> None:
    fleet = known_fleet(state, e.fleet)
    fleet.name, fleet.suit = e.name, e.suit
    move_to(fleet, logged_slug(e.slug, e.name, taken_slugs(state, besides=fleet.id)))


@applies(RostersState, ev.SideChanged)
def _side(state: RostersState, e: ev.SideChanged) -> None:
    fleet = known_fleet(state, e.fleet)
    must(not fleet.ships and not fleet.upgrades, "the fleet is not empty")
    fleet.side = e.side


@applies(RostersState, ev.FleetLocked)
def _locked(state: RostersState, e: ev.FleetLocked) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.standing == "draft", "the fleet is already locked")
    fleet.standing = "ready"


@applies(RostersState, ev.FleetReady)
def _ready(state: RostersState, e: ev.FleetReady) -> None:
    known_fleet(state, e.fleet).ready = e.mark


@applies(RostersState, ev.FleetHandedOver)
def _handed(state: RostersState, e: ev.FleetHandedOver) -> None:
    known_fleet(state, e.fleet).member = e.member


@applies(RostersState, ev.FleetRetired)
def _retired(state: RostersState, e: ev.FleetRetired) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.standing in ("draft", "ready", "eliminated"), "the fleet is in a game or at its desk")
    if fleet.standing != "eliminated":
        fleet.standing = "retired"


@applies(RostersState, ev.FleetEliminated)
def _eliminated(state: RostersState, e: ev.FleetEliminated) -> None:
    known_fleet(state, e.fleet).standing = "eliminated"


@applies(RostersState, ev.PointsChanged)
def _points(state: RostersState, e: ev.PointsChanged) -> None:
    fleet = known_fleet(state, e.fleet) if e.amount >= 0 or e.reason else _open(state, e)
    must(fleet.points + e.amount >= 0, f"there are not enough points for {e.what}")
    fleet.points += e.amount


@applies(RostersState, ev.ShipBought)
def _ship_bought(state: RostersState, e: ev.ShipBought) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.ship not in fleet.ships, "that ship is already on the roster")
    must(e.squadron is None or e.squadron in fleet.squadrons, "that squadron does not exist")
    fleet.ships[e.ship] = ShipState(e.ship, e.card, e.squadron)
    if e.persona and e.persona not in fleet.flown:
        fleet.flown.append(e.persona)


@applies(RostersState, ev.ShipReturned)
def _ship_returned(state: RostersState, e: ev.ShipReturned) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.standing == "draft", "the roster is locked")
    _ship(state, e)
    must(not fleet.upgrades_on(e.ship), f"{e.name} still carries upgrades")
    del fleet.ships[e.ship]
    if e.persona in fleet.flown:
        fleet.flown.remove(e.persona)


@applies(RostersState, ev.UpgradeBought)
def _upgrade_bought(state: RostersState, e: ev.UpgradeBought) -> None:
    fleet = known_fleet(state, e.fleet)
    must(e.upgrade not in fleet.upgrades, "that upgrade is already on the roster")
    must(e.ship is None or e.ship in fleet.ships, f"the ship for {e.name} is not on the roster")
    fleet.upgrades[e.upgrade] = UpgradeState(e.upgrade, e.card, e.ship, e.section, e.choice)


@applies(RostersState, ev.UpgradeReturned)
def _upgrade_returned(state: RostersState, e: ev.UpgradeReturned) -> None:
    _upgrade(state, e)
    must(state.fleets[e.fleet].standing == "draft", "the roster is locked")
    del state.fleets[e.fleet].upgrades[e.upgrade]


@applies(RostersState, ev.ShipMoved)
def _ship_moved(state: RostersState, e: ev.ShipMoved) -> None:
    _open(state, e)
    ship = _ship(state, e)
    must(ship.squadron == e.source, f"{e.name} is not where it was")
    must(e.target is None or e.target in state.fleets[e.fleet].squadrons, "that squadron does not exist")
    ship.squadron, ship.waits_for = e.target, None


@applies(RostersState, ev.UpgradeMoved)
def _upgrade_moved(state: RostersState, e: ev.UpgradeMoved) -> None:
    _open(state, e)
    upgrade = _upgrade(state, e)
    must(upgrade.ship == e.source, f"{e.name} is not where it was")
    must(e.target is None or e.target in state.fleets[e.fleet].ships, "that ship is not on the roster")
    upgrade.ship, upgrade.section, upgrade.choice = e.target, e.section, e.choice


@applies(RostersState, ev.SquadronFormed)
def _formed(state: RostersState, e: ev.SquadronFormed) -> None:
    fleet = _open(state, e)
    must(e.squadron not in fleet.squadrons, "that squadron exists already")
    fleet.squadrons[e.squadron] = SquadronState(e.squadron, e.type)


@applies(RostersState, ev.SquadronTyped)
def _typed(state: RostersState, e: ev.SquadronTyped) -> None:
    squadron = _open(state, e).squadrons.get(e.squadron)
    must(squadron is not None and squadron.type == e.source, "that squadron is not of that type")
    assert squadron is not None
    squadron.type = e.target


@applies(RostersState, ev.SquadronStruck)
def _struck(state: RostersState, e: ev.SquadronStruck) -> None:
    fleet = _open(state, e)
    must(e.squadron in fleet.squadrons, "that squadron does not exist")
    for ship in fleet.ships_in(e.squadron):
        ship.squadron = None
    for ship in fleet.ships.values():
        ship.waits_for = None if ship.waits_for == e.squadron else ship.waits_for
    del fleet.squadrons[e.squadron]


@applies(RostersState, ev.RankChanged)
def _rank(state: RostersState, e: ev.RankChanged) -> None:
    ship = _ship(state, e)
    must(ship.rank == e.source, f"{e.name} has another rank")
    ship.rank = e.target
    if e.target != "ELITE":
        ship.given_name = ""


@applies(RostersState, ev.PilotNamed)
def _pilot_named(state: RostersState, e: ev.PilotNamed) -> None:
    ship = _ship(state, e)
    must(ship.rank == "ELITE", f"{e.name} is not ELITE")
    ship.given_name = e.given_name


@applies(RostersState, ev.CardChanged)
def _card_changed(state: RostersState, e: ev.CardChanged) -> None:
    fleet = known_fleet(state, e.fleet)
    ship = fleet.ships.get(e.ship)
    must(ship is not None and ship.card == e.source, f"{e.source_name} is not on the roster")
    assert ship is not None
    ship.card = e.target
    if e.persona and e.persona not in fleet.flown:
        fleet.flown.append(e.persona)


@applies(RostersState, ev.DamageMarked)
def _damage(state: RostersState, e: ev.DamageMarked) -> None:
    _ship(state, e).damaged = list(e.sections)


@applies(RostersState, ev.CrippledMarked)
def _crippled(state: RostersState, e: ev.CrippledMarked) -> None:
    _ship(state, e).crippled = list(e.sections)


@applies(RostersState, ev.ShipLost)
def _ship_lost(state: RostersState, e: ev.ShipLost) -> None:
    ship = _ship(state, e)
    if e.fate == "mia":
        must(not ship.mia, f"{e.name} is already missing")
        ship.mia = True
        return
    fleet = state.fleets[e.fleet]
    must(not fleet.upgrades_on(e.ship), f"{e.name} still carries upgrades")
    del fleet.ships[e.ship]


@applies(RostersState, ev.ShipRecovered)
def _ship_recovered(state: RostersState, e: ev.ShipRecovered) -> None:
    ship = _ship(state, e)
    must(ship.mia, f"{e.name} is not missing")
    must(e.squadron is None or e.squadron in state.fleets[e.fleet].squadrons, "that squadron does not exist")
    ship.waits_for = ship.squadron if e.squadron is None else None
    ship.mia, ship.recovered_in, ship.squadron, ship.crippled = False, e.desk, e.squadron, []


@applies(RostersState, ev.UpgradeLost)
def _upgrade_lost(state: RostersState, e: ev.UpgradeLost) -> None:
    upgrade = _upgrade(state, e)
    if e.fate == "mia":
        must(not upgrade.mia, f"{e.name} is already missing")
        upgrade.mia = True
    else:
        del state.fleets[e.fleet].upgrades[e.upgrade]


@applies(RostersState, ev.UpgradeRecovered)
def _upgrade_recovered(state: RostersState, e: ev.UpgradeRecovered) -> None:
    upgrade = _upgrade(state, e)
    must(upgrade.mia, f"{e.name} is not missing")
    upgrade.mia = False


@applies(RostersState, ev.NameKilled)
def _name_killed(state: RostersState, e: ev.NameKilled) -> None:
    fleet = known_fleet(state, e.fleet)
    if e.persona not in fleet.killed:
        fleet.killed.append(e.persona)


@applies(RostersState, ev.GameRecorded)
def _game_recorded(state: RostersState, e: ev.GameRecorded) -> None:
    fleet = known_fleet(state, e.fleet)
    fleet.destroyed_points += e.scored
    if e.result == "defeat":
        fleet.defeats += 1
        fleet.defeats_in_row += 1
        return
    fleet.defeats_in_row = 0
    if e.result == "victory":
        fleet.victories += 1
    else:
        fleet.draws += 1


@applies(RostersState, ev.DeskOpened)
def _desk_opened(state: RostersState, e: ev.DeskOpened) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.desk is None and fleet.game == e.game, "the fleet is not in that game")
    fleet.standing, fleet.game = "desk", None
    fleet.desk = Desk(e.desk, e.round, e.game)


@applies(RostersState, FleetSatOut)
def _sat_out(state: RostersState, e: FleetSatOut) -> None:
    """The post-game phase of a fleet without a game: every mark is erased (CR-056, CR-111)."""
    fleet = known_fleet(state, e.fleet)
    must(fleet.standing == "ready", "the fleet has a game or an open desk")
    fleet.standing = "desk"
    fleet.desk = Desk(e.round, e.round, None)
    for ship in fleet.ships.values():
        ship.damaged = []


@applies(RostersState, ev.DeskClosed)
def _desk_closed(state: RostersState, e: ev.DeskClosed) -> None:
    fleet = known_fleet(state, e.fleet)
    must(fleet.desk is not None and fleet.desk.id == e.desk, "that desk is not open")
    fleet.desk = None
    for ship in fleet.ships.values():
        ship.waits_for = None
    if fleet.standing == "desk":
        fleet.standing = "ready"


@applies(LeagueState, ev.FleetFounded)
def _has_another(state: LeagueState, e: ev.FleetFounded) -> None:
    _had_fleet(state, e.member, False)


@applies(LeagueState, ev.FleetHandedOver)
def _gave_away(state: LeagueState, e: ev.FleetHandedOver) -> None:
    _had_fleet(state, e.member, False)
    if e.at:
        state.handovers[e.fleet] = Handover(e.member, e.former, e.proxy, e.at)
    if e.locked:
        _had_fleet(state, e.former, True)


@applies(LeagueState, ev.FleetRetired)
def _gave_up(state: LeagueState, e: ev.FleetRetired) -> None:
    _had_fleet(state, e.member, True)


def _had_fleet(state: LeagueState, member: int, had: bool) -> None:
    if member in state.members:
        state.members[member].had_fleet = had


@applies(LeagueState, ev.DeskClosed)
def _reminder_over(state: LeagueState, e: ev.DeskClosed) -> None:
    forget_desk(state, e.fleet)


@applies(RostersState, PairingMade)
def _paired(state: RostersState, e: PairingMade) -> None:
    for number in (e.fleet, e.opposing):
        fleet = known_fleet(state, number)
        must(fleet.standing == "ready", f"{fleet.name} is not free for a game")
        fleet.standing, fleet.game = "playing", e.game


@applies(RostersState, PairingCancelled)
def _unpaired(state: RostersState, e: PairingCancelled) -> None:
    for fleet in state.fleets.values():
        if fleet.game == e.game:
            must(fleet.standing == "playing", f"{fleet.name} has already finished that game")
            fleet.standing, fleet.game = "ready", None
