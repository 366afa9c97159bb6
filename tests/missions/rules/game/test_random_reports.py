"""The update stays whole for any report of two players: no crash, no point or card made or forgotten."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.kernel.events import Event
from league.kernel.fold import CampaignState, fold
from missions.rules.game.postgame import outcome_of, reward
from missions.rules.game.results import compute
from missions.rules.game.state import SIDES, FieldedShip, GameState, SectionReport, ShipReport
from rosters.catalogue import catalogue
from rosters.rules import events as roster
from rosters.rules.state import RostersState
from tests.missions.rules.builders import CR90, Night

REBELS = [
    ("rebel-xwing-wedgeantilles", ["squadleader", "protontorpedoes"]),
    ("rebel-ywing-goldsquadronpilot", ["protontorpedoes", "r2astromech"]),
    ("rebel-yt1300-outerrimsmuggler", ["hansolo", "leiaorgana"]),
    (CR90, [("gunner", "fore"), ("gunneryteam", "fore"), ("raymusantilles", "aft"), ("commsbooster", "aft")]),
]
IMPERIALS = [
    ("imperial-tieadvanced-maarekstele", ["concussionmissiles"]),
    ("imperial-tiebomber-scimitarsquadronpilot", ["protontorpedoes", "stealthdevice"]),
    ("imperial-lambdaclassshuttle-omicrongrouppilot", ["darthvader"]),
    ("imperial-raiderclasscorvette", [("gunneryteam", "aft"), ("sensorteam", "aft"), ("gunner", "aft")]),
]


def big_night(data: st.DataObject) -> Night:
    night = Night()
    ranks = st.sampled_from(["", "EXP", "VET", "ELITE"])
    for side, cards in (("active", REBELS), ("opposing", IMPERIALS)):
        for card, upgrades in cards:
            damaged = data.draw(st.booleans()) and card not in (CR90, "imperial-raiderclasscorvette")
            night.ship(side, card, upgrades, rank=data.draw(ranks), damaged=["whole"] if damaged else [])
    night.ship("active", "rebel-yt1300-hansolo", ["gunner"], squadron=None, rank="VET")
    night.ship("opposing", "imperial-tieadvanced-darthvader", ["concussionmissiles"], squadron=None)
    return night.begin()


def a_line(data: st.DataObject, ship: FieldedShip) -> ShipReport:
    fate = data.draw(st.sampled_from(["survived", "destroyed", "driven_off"]))
    sections = {part: _figures(data, ship, part, full) for part, full in ship.hulls.items()}
    what = {upgrade.id: data.draw(st.sampled_from(["", "", "lost", "spent"])) for upgrade in ship.upgrades}
    spendable = {upgrade.id for upgrade in ship.upgrades if upgrade.spendable}
    lost = tuple(number for number, kind in what.items() if kind == "lost")
    spent = tuple(number for number, kind in what.items() if kind == "spent" and number in spendable)
    return ShipReport(ship.id, ship.fleet, fate, sections, lost, spent)


def _figures(data: st.DataObject, ship: FieldedShip, part: str, full: int) -> SectionReport:
    started = full - ship.start_cards.get(part, 0)
    if len(ship.hulls) > 1 and data.draw(st.booleans()):
        return SectionReport(started, 0, True)
    damage = data.draw(st.integers(0, started - 1))
    return SectionReport(damage, started - damage)


def play(data: st.DataObject) -> tuple[Night, CampaignState]:
    """A whole game with a random report; the night after it and the state before the confirmation."""
    night = big_night(data)
    for ship in list(night.game.ships.values()):
        line = a_line(data, ship)
        night.line(ship.id, line.fate, sections=line.sections, lost=line.lost, spent=line.spent)
    night.report()
    before = fold(night.events)
    return night.finish(), before


def conditions(night: Night, game: GameState) -> dict[int, str]:
    return {ship: night.where(ship) for ship in game.ships}


def expected(game: GameState, ship: FieldedShip, fates: Mapping[int, str], outcome: str) -> str:
    """CR-113 to CR-115, written down a second time."""
    fate = fates[ship.id]
    if fate == "destroyed":
        return "gone" if outcome == "defeat" else "mia"
    lost = game.report.lines[ship.id].lost
    jumps = ship.hyperdrive and not any(
        each.id in lost and each.card == "customhyperdrive" for each in ship.upgrades
    )
    return "mia" if fate == "driven_off" and outcome != "victory" and not jumps else "home"


@pytest.mark.rule("CR-110", "CR-113", "CR-114", "CR-115", "CR-116", "CR-122")
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_plausible_report_is_applied_whole(data: st.DataObject):
    night, before = play(data)
    game, result = night.game, compute(night.game)
    fates: Any = result.fates
    for side in SIDES:
        outcome = outcome_of(result, side)
        paid = night.fleet(side).points - before.of(RostersState).fleets[night.fleets[side]].points
        assert paid == reward([each.type for each in game.squadrons_of(side)], outcome)
        for ship in game.ships_of(side):
            assert conditions(night, game)[ship.id] == expected(game, ship, fates, outcome)
            _check_cards(night, game, ship, outcome)


def _check_cards(night: Night, game: GameState, ship: FieldedShip, outcome: str) -> None:
    fleet = night.state.of(RostersState).fleets[ship.fleet]
    line = game.report.lines[ship.id]
    for upgrade in ship.upgrades:
        found = fleet.upgrades.get(upgrade.id)
        if ship.id not in fleet.ships:
            assert found is None
        elif upgrade.id in line.lost:
            assert found is None or found.mia
            assert outcome != "defeat" or found is None
        elif upgrade.id in line.spent and fleet.ships[ship.id].mia:
            assert found is None
        if found is not None and found.ship is not None:
            assert found.ship in fleet.ships


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_event_is_plain_data_and_folds_to_the_same_state(data: st.DataObject):
    night, _ = play(data)
    again: list[Event] = [
        msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in night.events
    ]
    assert again == night.events
    assert fold(again) == night.state
    stored = msgspec.json.decode(msgspec.json.encode(night.game), type=GameState)
    assert stored == night.game


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nobody_who_is_dead_is_anywhere_on_the_roster(data: st.DataObject):
    night, _ = play(data)
    for side in SIDES:
        fleet = night.fleet(side)
        alive = [catalogue().ship_cards[ship.card].persona for ship in fleet.ships.values()]
        alive += [
            catalogue().upgrades[each.card].persona
            for each in fleet.upgrades.values()
            if not catalogue().upgrades[each.card].squadron_limited
        ]
        assert not set(fleet.killed) & set(alive)
        kills = [event.persona for event in night.happened(roster.NameKilled) if event.fleet == fleet.id]
        assert sorted(kills) == sorted(fleet.killed)
