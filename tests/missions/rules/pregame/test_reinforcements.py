"""Squadrons that come during Escalating Engagement (CR-093)."""

import pytest

from league.kernel.dice import FairStream
from league.kernel.refusal import NotYours, Refusal
from missions.rules import orders as do
from missions.rules.game.postgame import DEFEAT_REWARDS, VICTORY_REWARDS
from missions.rules.game.sides import SIDES, SideName
from missions.rules.pregame import events as pre
from missions.rules.pregame.eligibility import next_round, reserve_of
from rosters.rules.events import ShipMoved
from tests.missions.rules.builders import ACTIVE, OPPOSING, OWNERS, TIE, XWING, Night, fleets_for_missions


@pytest.fixture
def night() -> Night:
    return fleets_for_missions().draw_mission_squadron(4).choose_mission(6)


def draw(night: Night, side: SideName, table_round: int) -> None:
    night.act(do.DrawReinforcement(night.game_id, side, table_round), OWNERS[side])


def skip(night: Night, side: SideName, table_round: int) -> None:
    night.act(do.PassReinforcement(night.game_id, side, table_round), OWNERS[side])


def refusal(night: Night, side: SideName, table_round: int) -> str:
    with pytest.raises(Refusal) as no:
        draw(night, side, table_round)
    assert no.value.rule == "CR-093"
    return no.value.message


@pytest.mark.rule("CR-093")
def test_a_drawn_squadron_joins_the_battle(night: Night):
    before = len(night.game.ships)
    draw(night, "active", 2)
    event = night.happened(pre.ReinforcementDrawn)[0]
    assert isinstance(event, pre.ReinforcementDrawn)
    assert event.card not in night.pregame.cards["active"]
    assert [each.card for each in night.game.squadrons_of("active")] == [4, event.card]
    assert len(night.game.ships) == before + len(event.ships)


@pytest.mark.rule("CR-092", "CR-097", "CR-110")
def test_a_squadron_that_came_in_play_is_paid_scored_and_keeps_its_side_in_the_game(night: Night):
    draw(night, "active", 2)
    draw(night, "opposing", 2)
    first, came = night.game.squadrons_of("active")
    paid = sum(VICTORY_REWARDS[each.type] for each in night.game.squadrons_of("opposing"))
    night.report(destroyed=first.ships, driven_off=came.ships).finish()
    assert (night.game.winner, night.game.termination) == ("opposing", "points")
    assert night.game.scores == {"active": 0, "opposing": first.points + came.points}
    lost = DEFEAT_REWARDS[first.type] + DEFEAT_REWARDS[came.type]
    assert [night.fleet(side).points for side in SIDES] == [350 + lost, 350 + paid]


@pytest.mark.rule("CR-079", "CR-093")
def test_the_draw_can_be_recomputed(night: Night):
    draw(night, "active", 2)
    drawn, pick = night.game.draw, night.pregame.picks[-1]
    assert drawn is not None and pick.purpose == "reinforcement active 1"
    texts = [*(drawn.nonces[side] for side in SIDES), *pick.added]
    stream = FairStream(bytes.fromhex(drawn.seed), texts, pick.purpose)
    assert stream.shuffle(pick.deck)[0] == pick.taken[0]


@pytest.mark.rule("CR-093")
def test_squadrons_come_from_the_second_round_on_and_once_a_round(night: Night):
    assert "second round" in refusal(night, "active", 1)
    draw(night, "active", 2)
    assert "once a round" in refusal(night, "active", 2)
    draw(night, "opposing", 4)
    assert "is over" in refusal(night, "active", 3)
    assert next_round(night.game, "active") == 4


@pytest.mark.rule("CR-093")
def test_nobody_draws_again_before_the_other_side_has(night: Night):
    draw(night, "active", 2)
    assert "has drawn more often" in refusal(night, "active", 3)
    draw(night, "opposing", 3)
    draw(night, "active", 3)


@pytest.mark.rule("CR-093")
def test_the_active_side_says_first(night: Night):
    assert "First The active fleet decides" in refusal(night, "opposing", 2)
    skip(night, "active", 2)
    draw(night, "opposing", 2)
    assert "has drawn more often" in refusal(night, "opposing", 3)
    skip(night, "active", 3)
    assert "has drawn more often" in refusal(night, "opposing", 3)


@pytest.mark.rule("CR-093")
def test_a_side_with_an_empty_pool_holds_the_other_back_and_is_not_waited_for():
    night = Night()
    night.ship("active", XWING)
    for card in (2, 3, 4):
        night.squadron("opposing", card)
        night.ship("opposing", TIE, squadron=card)
    night.draw_mission_squadron().choose_mission(6)
    assert "no squadron left" in refusal(night, "active", 2)
    draw(night, "opposing", 2)
    assert "has drawn more often" in refusal(night, "opposing", 3)


@pytest.mark.rule("CR-093")
def test_the_pool_leaves_out_what_rests_and_what_is_fielded():
    night = fleets_for_missions().ready()
    night.act(do.RestSquadrons(night.game_id, (2, 6)), ACTIVE)
    night.act(do.DrawMissionSquadron(night.game_id, (4, 5)), ACTIVE)
    night.choose_mission(6)
    left = {3, 4, 5, 7} - {night.pregame.drawn}
    assert set(reserve_of(night.state, night.game, "active")) == left
    draw(night, "active", 2)
    assert len(reserve_of(night.state, night.game, "active")) == 2
    assert len(reserve_of(night.state, night.game, "opposing")) == 5


@pytest.mark.rule("CR-093")
def test_in_other_missions_no_squadron_comes():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(4)
    assert "In this mission no squadron comes" in refusal(night, "active", 2)
    with pytest.raises(Refusal, match="In this mission"):
        skip(night, "active", 2)


@pytest.mark.rule("CR-093")
def test_everybody_draws_for_himself(night: Night):
    with pytest.raises(NotYours):
        night.act(do.DrawReinforcement(night.game_id, "active", 2), OPPOSING)
    with pytest.raises(NotYours):
        night.act(do.PassReinforcement(night.game_id, "opposing", 2), ACTIVE)


@pytest.mark.rule("CR-093")
def test_a_long_battle_brings_every_squadron(night: Night):
    for table_round in range(2, 7):
        for side in SIDES:
            draw(night, side, table_round)
    assert [len(night.game.squadrons_of(side)) for side in SIDES] == [6, 6]
    assert "no squadron left" in refusal(night, "active", 7)
    purposes = [each.purpose for each in night.pregame.picks]
    assert len(set(purposes)) == len(purposes)


@pytest.mark.rule("CR-093")
def test_a_round_far_ahead_is_taken_for_a_slip_and_closes_none_before_it(night: Night):
    assert "2 to 11" in refusal(night, "active", 12)
    with pytest.raises(Refusal, match="2 to 11"):
        skip(night, "active", 22)
    skip(night, "active", 11)
    draw(night, "active", 21)


@pytest.mark.rule("CR-093")
def test_in_a_friendly_game_a_squadron_with_ships_that_are_on_the_table_is_not_drawn():
    night = fleets_for_missions()
    night.start()
    night.act(do.ArrangeFriendly(night.fleets["active"], night.fleets["opposing"], True), ACTIVE)
    night.game_id = night.last[0].game  # type: ignore[attr-defined]
    night.draw_mission_squadron(4).choose_mission(6)
    fleet = night.fleet("active")
    fleet.standing = "desk"
    for card, target in ((2, None), (3, None), (6, None), (7, None), (4, 5)):
        for ship in night.fleet("active").ships_in(card):
            night.emit(ShipMoved(fleet.id, ship.id, "Rookie Pilot", card, target))
    assert "squadron 5 has been given ships" in refusal(night, "active", 2)
