"""Friendly games are recorded and change nothing."""

from copy import deepcopy

import pytest

from league.kernel.fold import fold
from league.rules.events import MemberJoined
from missions.presenters.pregame.page import table_card
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.draws import pool_of, pool_on
from missions.rules.game.postgame import preview
from missions.rules.game.results import compute
from missions.rules.game.state import SIDES
from missions.rules.overrides.events import FriendlyArranged, FriendlyFinished
from rosters.rules.events import FleetEliminated, FleetRetired, SquadronStruck
from rosters.rules.fleets.proxy import AppointProxy
from rosters.rules.state import FleetState
from tests.missions.rules.builders import (
    ACTIVE,
    OPPOSING,
    ORGANISER,
    OWNERS,
    STRANGER,
    TIE,
    XWING,
    Night,
    fleets_for_missions,
    refused,
)


def friendly(missions: bool = False, night: Night | None = None) -> Night:
    """A friendly game of the two fleets, arranged by the active one's owner."""
    night = night or fleets_for_missions()
    night.start()
    night.act(do.ArrangeFriendly(night.fleets["active"], night.fleets["opposing"], missions), ACTIVE)
    (event,) = night.last
    assert isinstance(event, FriendlyArranged)
    night.game_id = event.game
    return night


def on_the_table() -> Night:
    night = friendly()
    for side in SIDES:
        night.act(do.PressReady(night.game_id, side), OWNERS[side])
        if night.game.step == "play":
            return night
    for side in SIDES:
        night.act(do.AcceptDraw(night.game_id, side), OWNERS[side])
    return night


def rosters(night: Night) -> dict[str, FleetState]:
    return {side: deepcopy(night.fleet(side)) for side in SIDES}


def test_a_friendly_game_has_a_result_and_nothing_follows_from_it():
    night = on_the_table()
    before = rosters(night)
    losses = [ship.id for ship in night.game.ships_of("opposing")]
    night.report(destroyed=losses)
    assert preview(night.state, night.game_id).sentences == ()
    night.confirm()
    assert [type(each) for each in night.last] == [ev.ResultConfirmed, FriendlyFinished, ev.SeedRevealed]
    assert (night.game.step, night.game.winner) == ("done", "active")
    assert rosters(night) == before
    assert fold(night.events) == night.state


def test_with_a_mission_it_is_prepared_like_any_other_but_spends_no_asset():
    night = fleets_for_missions()
    held = night.asset("active", "medical_frigate")
    friendly(missions=True, night=night)
    night.ready()
    night.act(do.RestSquadrons(night.game_id), ACTIVE)
    night.act(do.DrawMissionSquadron(night.game_id, (4, 5)), ACTIVE)
    night.choose_mission(4)
    assert night.game.step == "play" and night.pregame.commits == {}
    assert held in night.fleet("active").assets


@pytest.mark.rule("CR-094")
def test_the_winner_of_a_friendly_mission_is_offered_no_asset():
    night = friendly(missions=True)
    night.draw_mission_squadron(4).choose_mission(4)
    night.report(conceded="opposing")
    assert (compute(night.game).winner, compute(night.game).offers) == ("active", ())
    night.game.friendly = False
    assert compute(night.game).offers != ()


def test_fleets_that_are_busy_or_eliminated_may_play_but_not_drafts_and_retired_ones():
    night = fleets_for_missions()
    order = do.ArrangeFriendly(night.fleets["active"], night.fleets["opposing"])
    assert refused(night, order, ORGANISER).code == "fleet_draft"
    night.pair()
    night.act(order, OPPOSING)
    night.act(do.VoidGame(night.last[0].game, "No time"), OPPOSING)  # type: ignore[attr-defined]
    night.emit(FleetEliminated(night.fleets["active"], "CR-150"))
    night.act(order, ORGANISER)
    night.emit(FleetRetired(night.fleets["active"]))
    other = Night()
    other.start()
    other.emit(FleetRetired(other.fleets["opposing"]))
    gone = do.ArrangeFriendly(other.fleets["active"], other.fleets["opposing"])
    assert refused(other, gone, ORGANISER).code == "fleet_retired"


def test_only_its_commanders_and_organisers_arrange_one_and_one_at_a_time():
    night = friendly()
    order = do.ArrangeFriendly(night.fleets["opposing"], night.fleets["active"])
    assert refused(night, order, OPPOSING).code == "open_already"
    assert (
        refused(night, do.ArrangeFriendly(night.fleets["active"], night.fleets["active"]), ACTIVE).code
        == "itself"
    )
    night.act(do.VoidGame(night.game_id, "Another time"), ACTIVE)
    assert refused(night, order, STRANGER).status == 403
    assert refused(night, do.ArrangeFriendly(night.fleets["active"], 77), ACTIVE).status == 422


def test_either_side_calls_it_off_with_a_reason_and_nobody_else():
    for member in (ACTIVE, OPPOSING, ORGANISER):
        night = friendly()
        assert refused(night, do.VoidGame(night.game_id, ""), member).code == "no_reason"
        assert refused(night, do.VoidGame(night.game_id, "Tired"), STRANGER).status == 403
        night.act(do.VoidGame(night.game_id, "Tired"), member)
        assert night.game.step == "void"


def test_a_roster_may_change_while_its_friendly_game_is_on_the_table():
    night = Night()
    ships = [night.ship("active", XWING) for _ in range(3)]
    for _ in range(5):
        night.ship("opposing", TIE)
    friendly(night=night)
    for side in SIDES:
        night.act(do.PressReady(night.game_id, side), OWNERS[side])
    night.missing("active", ships[0])
    night.report().confirm()
    assert night.where(ships[0]) == "mia" and fold(night.events) == night.state


@pytest.mark.rule("CR-075")
def test_a_squadron_that_is_struck_after_it_was_drawn_is_missed_in_a_sentence():
    night = fleets_for_missions()
    night.begin()
    night.report(conceded="opposing").confirm()
    for _ in range(6):
        night.ship("opposing", TIE, squadron=4)
    friendly(missions=True, night=night)
    for side in SIDES:
        night.act(do.PressReady(night.game_id, side), OWNERS[side])
    night.act(do.RestSquadrons(night.game_id), ACTIVE)
    night.act(do.DrawMissionSquadron(night.game_id, (4, 5)), ACTIVE)
    night.emit(SquadronStruck(night.fleets["active"], night.pregame.drawn, "CR-144"))
    card = table_card(night.fleet("active"), night.pregame.drawn)
    assert (card.ships, card.note) == ((), "Disbanded since")
    no = refused(night, do.ChooseMission(night.game_id, 1), ACTIVE)
    assert (no.code, no.rule) == ("struck", "CR-075")
    night.act(do.VoidGame(night.game_id, "A squadron is gone"), OPPOSING)
    assert night.game.step == "void"


@pytest.mark.rule("CR-011")
def test_a_squadron_outside_its_limits_stays_at_home_while_its_fleet_is_at_the_desk():
    night = fleets_for_missions()
    night.begin()
    night.report(conceded="opposing").confirm()
    friendly(missions=True, night=night)
    fleet = night.fleet("active")
    assert fleet.standing == "desk"
    pool = pool_on(night.state, night.game, "active")
    assert 4 in pool
    for ship in fleet.ships_in(4)[1:]:
        night.missing("active", ship.id)
    assert 4 in pool_of(fleet)
    assert pool_on(night.state, night.game, "active") == {card: pool[card] for card in pool if card != 4}
    night.game.friendly = False
    assert 4 in pool_on(night.state, night.game, "active")


@pytest.mark.rule("CR-060")
def test_a_side_without_a_squadron_within_the_limits_reads_the_way_out():
    night = friendly()
    for ship in list(night.fleet("opposing").ships):
        night.missing("opposing", ship)
    no = refused(night, do.PressReady(night.game_id, "opposing"), OPPOSING)
    assert (no.code, no.message) == (
        "no_standard",
        "The opposing fleet has no STANDARD squadron to field, and two RECON do not replace it here. If "
        "its desk is open, correct its squadrons there; otherwise call this game off.",
    )


@pytest.mark.rule("CR-006")
def test_no_organiser_reaches_for_a_hand_in_a_friendly_game() -> None:
    night = friendly(missions=True)
    fold([MemberJoined(ORGANISER, "organiser")], night.state)
    reach = AppointProxy(night.fleets["opposing"], ORGANISER)
    assert refused(night, reach, ORGANISER).code == "own_hand"
    night.act(do.VoidGame(night.game_id, "No time"), ACTIVE)
    assert night.act(reach, ORGANISER).events
