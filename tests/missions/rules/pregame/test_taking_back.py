"""Choices while assets act, and the nomination, can be taken back until the other side goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.kernel.events import Event
from league.kernel.fold import Conflict, fold
from league.kernel.refusal import NotYours
from missions.rules import orders as do
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import MissionsState
from missions.rules.game.waiting import awaited
from missions.rules.pregame import events as ev
from missions.rules.pregame.eligibility import way_back
from rosters.rules import events as roster
from rosters.rules.purchases.values import fleet_value
from tests.missions.rules.builders import (
    ACTIVE,
    OPPOSING,
    ORGANISER,
    OWNERS,
    STRANGER,
    XWING,
    Night,
    fleets_for_missions,
    refused,
)
from tests.missions.rules.mission_nights import MissionNight, battle_line

TORPEDO = "protontorpedoes"


def intelligence(side: SideName, *others: str) -> MissionNight:
    """A side's Fleet Intelligence has shown it the other's cards; the other side holds `others`."""
    night = battle_line()
    own = night.hold(side, "fleet_intelligence")
    theirs = [night.hold(other(side), kind) for kind in others]  # type: ignore[arg-type]
    night.lay((2, 3), (2, 3))
    commits = {side: [own], other(side): theirs}
    return night.commit_both(commits["active"], commits["opposing"])


def waits(night: Night) -> list[tuple[str, SideName | None]]:
    return [(each.what, each.side) for each in awaited(night.state, night.game)]


def back(night: Night, side: SideName) -> None:
    night.act(do.TakeBack(night.game_id, side), OWNERS[side])


@pytest.mark.rule("CR-070", "CR-084")
@pytest.mark.parametrize("side", SIDES)
def test_an_exchange_is_taken_back_before_the_squadrons_are_turned_over(side: SideName):
    night = intelligence(side)
    night.act(do.ExchangeSquadron(night.game_id, 3, 4), OWNERS[side])
    assert night.pregame.cards[side] == [2, 4] and night.game.forces == []
    back(night, side)
    assert (night.pregame.cards[side], night.pregame.resolved) == ([2, 3], [])
    night.act(do.ExchangeSquadron(night.game_id, 2, 4), OWNERS[side])
    night.act(do.GoOn(night.game_id), OWNERS[other(side)])
    assert [each.card for each in night.game.squadrons_of(side)] == [4, 3]
    assert way_back(night.state, night.game, side) is None


@pytest.mark.rule("CR-070", "CR-078")
def test_a_passed_question_is_asked_again_when_the_pass_is_taken_back():
    night = intelligence("active")
    night.act(do.PassEffect(night.game_id), ACTIVE)
    assert waits(night) == [("go_on", "opposing")]
    back(night, "active")
    assert waits(night) == [("exchange", "active")]
    assert len(night.pregame.looks) == 2


@pytest.mark.rule("CR-070")
def test_going_on_is_for_the_other_side_or_an_organiser():
    night = intelligence("active")
    assert refused(night, do.GoOn(night.game_id), OPPOSING).code == "nothing_open"
    night.act(do.PassEffect(night.game_id), ACTIVE)
    for member in (ACTIVE, STRANGER):
        assert isinstance(refused(night, do.GoOn(night.game_id), member), NotYours)
    assert refused(night, do.TakeBack(night.game_id, "opposing"), OPPOSING).code == "no_way_back"
    night.act(do.GoOn(night.game_id), ORGANISER)
    assert night.game.step == "play"
    assert refused(night, do.GoOn(night.game_id), OPPOSING).code == "wrong_step"


@pytest.mark.rule("CR-070", "CR-077")
def test_the_next_asset_acts_when_the_other_side_goes_on():
    night = intelligence("opposing", "sabotage")
    night.act(do.ExchangeSquadron(night.game_id, 3, 4), OPPOSING)
    assert (waits(night), night.pregame.sabotaged) == ([("go_on", "active")], [])
    back(night, "opposing")
    night.act(do.PassEffect(night.game_id), OPPOSING)
    night.act(do.GoOn(night.game_id), ACTIVE)
    assert len(night.pregame.sabotaged) == 1 and night.game.step == "play"


@pytest.mark.rule("CR-070", "CR-077")
def test_choosing_next_answers_and_can_itself_be_taken_back():
    night = intelligence("opposing", "disrupted_command")
    night.act(do.ExchangeSquadron(night.game_id, 3, 4), OPPOSING)
    assert waits(night) == [("look", "active")]
    night.act(do.PassEffect(night.game_id), ACTIVE)
    assert refused(night, do.TakeBack(night.game_id, "opposing"), OPPOSING).code == "no_way_back"
    back(night, "active")
    back(night, "opposing")
    assert waits(night) == [("exchange", "opposing")]
    assert night.pregame.cards["opposing"] == [2, 3]


@pytest.mark.rule("CR-070", "CR-084")
def test_the_only_card_is_looked_at_when_its_owners_exchange_stands():
    night = battle_line()
    held = night.hold("active", "disrupted_command"), night.hold("opposing", "fleet_intelligence")
    night.lay((2, 3), (2,)).commit_both(*[(each,) for each in held])
    night.act(do.ExchangeSquadron(night.game_id, 2, 4), OPPOSING)
    assert (waits(night), len(night.pregame.looks)) == ([("go_on", "active")], 2)
    night.act(do.GoOn(night.game_id), ACTIVE)
    assert waits(night) == [("swap", "active")]
    assert [(look.side, look.card) for look in night.pregame.looks[2:]] == [("active", 4)]


@pytest.mark.rule("CR-070", "CR-076", "CR-077")
@pytest.mark.parametrize("next_one", ["sabotage", "fleet_intelligence"])
def test_nobody_chooses_for_an_asset_before_it_acts(next_one: str):
    night = intelligence("opposing", next_one)
    night.act(do.PassEffect(night.game_id), OPPOSING)
    assert waits(night) == [("go_on", "active")]
    for order in (do.PassEffect(night.game_id), do.ExchangeSquadron(night.game_id, 3, 4)):
        assert refused(night, order, ACTIVE).code == "no_effect"


@pytest.mark.rule("CR-070", "CR-084")
def test_a_look_answers_for_good():
    night = intelligence("opposing", "disrupted_command")
    night.act(do.ExchangeSquadron(night.game_id, 3, 4), OPPOSING)
    night.act(do.LookAtSquadron(night.game_id, 1), ACTIVE)
    assert {way_back(night.state, night.game, side) for side in SIDES} == {None}
    night.act(do.PassEffect(night.game_id), ACTIVE)
    back(night, "active")
    assert waits(night) == [("swap", "active")]
    night.act(do.SwapSquadron(night.game_id), ACTIVE)
    assert night.game.step == "play"


def supplied() -> tuple[MissionNight, list[int]]:
    """Free munitions for one of the active side's two squadrons; its ships."""
    night = MissionNight()
    wings = {card: night.wing("active", card, "standard", XWING, XWING) for card in (2, 3)}
    night.wing("opposing", 2)
    number = night.hold("active", "additional_supplies")
    night.lay((2, 3), (2,), mission=6).commit("active", number)
    return night, wings[int(night.pregame.picks[-1].taken[0])]


@pytest.mark.rule("CR-070", "CR-086")
def test_supplies_go_off_board_again_when_they_are_taken_back():
    night, (first, second) = supplied()
    before = dict(night.game.ships), list(night.game.forces), fleet_value(night.fleet("active"))
    night.act(do.TakeSupplies(night.game_id, {first: TORPEDO}), ACTIVE)
    assert waits(night) == [("go_on", "opposing")]
    back(night, "active")
    assert (night.game.ships, night.game.forces, fleet_value(night.fleet("active"))) == before
    assert (night.pregame.free, waits(night)) == ([], [("supplies", "active")])
    [gone] = [each for each in night.last if isinstance(each, roster.MunitionTakenBack)]
    assert not gone.called_off
    night.act(do.TakeSupplies(night.game_id, {second: TORPEDO}), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert night.game.step == "play"
    assert [len(night.game.ships[each].upgrades) for each in (first, second)] == [0, 1]


@pytest.mark.rule("CR-070", "CR-086")
def test_supplies_are_not_handed_out_before_it_is_drawn_for_whom_and_go_back_one_by_one():
    night = MissionNight()
    first, second = night.wing("active", 2, "standard", XWING, XWING)
    night.wing("opposing", 2)
    numbers = [night.hold("active", "additional_supplies") for _ in range(2)]
    night.lay((2,), (2,), mission=6).commit("active", *numbers)
    night.act(do.TakeSupplies(night.game_id, {first: TORPEDO}), ACTIVE)
    kept = list(night.pregame.free)
    assert refused(night, do.TakeSupplies(night.game_id), ACTIVE).code == "no_supplies"
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert waits(night) == [("supplies", "active")]
    night.act(do.TakeSupplies(night.game_id, {second: TORPEDO}), ACTIVE)
    back(night, "active")
    assert (len(kept), night.pregame.free) == (1, kept)


@pytest.mark.rule("CR-070", "CR-086")
def test_supplies_that_an_organiser_took_away_meanwhile_are_taken_back_all_the_same():
    night, (first, _) = supplied()
    night.act(do.TakeSupplies(night.game_id, {first: TORPEDO}), ACTIVE)
    [number] = night.pregame.free
    night.emit(roster.UpgradeLost(night.fleets["active"], number, "Proton Torpedoes", "", "CR-117"))
    back(night, "active")
    assert night.game.ships[first].upgrades == () and night.pregame.free == []


@pytest.mark.rule("CR-070", "CR-091")
def test_a_nomination_is_taken_back_until_the_other_side_begins_play():
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(2)
    first, second = night.game.squadrons_of("active")[0].ships[:2]
    night.act(do.NominateShip(night.game_id, first), ACTIVE)
    assert waits(night) == [("go_on", "opposing")]
    assert [type(each) for each in night.last] == [ev.ShipNominated, ev.ChoiceLeftOpen]
    with pytest.raises(Conflict, match="nominated already"):
        night.emit(ev.ShipNominated(night.game_id, night.fleets["active"], second))
    back(night, "active")
    assert (night.pregame.nominated, waits(night)) == (0, [("nominate", "active")])
    night.act(do.NominateShip(night.game_id, second), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert (night.pregame.nominated, night.game.step) == (second, "play")
    assert refused(night, do.TakeBack(night.game_id, "active"), ACTIVE).code == "no_way_back"


@pytest.mark.rule("CR-070", "CR-091")
def test_supplies_and_the_nomination_are_taken_back_one_after_the_other():
    night = fleets_for_missions()
    number = night.asset("active", "additional_supplies")
    night.draw_mission_squadron(2).choose_mission(2)
    night.act(do.CommitAssets(night.game_id, "active", (number,)), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert waits(night) == [("supplies", "active")]
    night.act(do.PassEffect(night.game_id), ACTIVE)
    assert refused(night, do.GoOn(night.game_id), OPPOSING).code == "nothing_open"
    night.act(do.NominateShip(night.game_id, night.game.squadrons_of("active")[0].ships[0]), ACTIVE)
    for what in ("nominate", "supplies"):
        back(night, "active")
        assert waits(night) == [(what, "active")]
        assert [type(each) for each in night.last] == [ev.StepTakenBack]


@pytest.mark.rule("CR-070")
@pytest.mark.parametrize(
    ("event", "text"),
    [
        (lambda game: ev.ChoicesStand(game, "active", 1), "no choice of the other side is open"),
        (lambda game: ev.StepTakenBack(game, "opposing", 2, "supplies"), "that choice does not stand open"),
        (lambda game: ev.SuppliesReturned(game, "active", 1, 2, 0, (), (999,)), "are not aboard"),
    ],
)
def test_an_event_that_fits_no_open_choice_is_a_conflict(event: Callable[[int], Event], text: str):
    night, _ = supplied()
    night.act(do.TakeSupplies(night.game_id), ACTIVE)
    with pytest.raises(Conflict, match=text):
        night.emit(event(night.game_id))


@pytest.mark.rule("CR-070")
def test_a_log_of_games_in_which_nobody_had_to_go_on_folds_to_the_same():
    night = fleets_for_missions()
    number = night.asset("active", "additional_supplies")
    night.draw_mission_squadron(2).choose_mission(2)
    night.act(do.CommitAssets(night.game_id, "active", (number,)), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    night.act(do.TakeSupplies(night.game_id), ACTIVE)
    night.act(do.NominateShip(night.game_id, night.game.squadrons_of("active")[0].ships[0]), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    older = [each for each in night.events if not isinstance(each, ev.ChoiceLeftOpen | ev.ChoicesStand)]
    assert len(older) == len(night.events) - 5
    assert fold(older).of(MissionsState).games[night.game_id] == night.game


@pytest.mark.rule("CR-070", "CR-076")
@pytest.mark.parametrize("most", [0, 1])
def test_a_commitment_against_a_side_without_assets_is_taken_back_until_that_side_goes_on(most: int):
    night = battle_line()
    number = night.hold("active", "scouted_area")
    night.lay((2, 3), (2, 3))
    night.act(do.CommitAssets(night.game_id, "active", (number,)[:most]), ACTIVE)
    assert (waits(night), night.pregame.locked) == ([("go_on", "opposing")], False)
    assert number in night.fleet("active").assets
    assert way_back(night.state, night.game, "opposing") is None
    back(night, "active")
    assert (waits(night), night.pregame.open_choices) == ([("commit", "active")], [])
    night.act(do.CommitAssets(night.game_id, "active", (number,)), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert night.pregame.locked and number not in night.fleet("active").assets


@pytest.mark.rule("CR-101")
def test_a_game_is_called_off_while_a_choice_stands_open():
    night, (first, _) = supplied()
    held = fleet_value(night.fleet("active"))
    night.act(do.TakeSupplies(night.game_id, {first: TORPEDO}), ACTIVE)
    night.act(do.VoidGame(night.game_id, "The shop closes"), ORGANISER)
    assert (night.game.step, fleet_value(night.fleet("active"))) == ("void", held)
    assert [each.kind for each in night.fleet("active").assets.values()] == ["additional_supplies"]
