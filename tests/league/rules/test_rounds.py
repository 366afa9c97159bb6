"""Game night: check-in, the Active Fleet, pairings, sitting out, closing."""

from collections import Counter
from datetime import datetime, timedelta

import pytest

from league.kernel.entropy import SeededEntropy
from league.kernel.refusal import NotYours, Unreadable
from league.ports import FleetFacts
from league.rules.events import ActiveFleetNamed, FleetCheckedOut, FleetSatOut, PairingMade
from league.rules.matching import has_played, lowest, matching, tied_lowest
from league.rules.rounds import (
    LONGEST_TIMER,
    CancelPairing,
    CheckIn,
    CheckOut,
    ChooseOpponent,
    CloseRound,
    FinishMatching,
    NameActiveFleet,
    OpenRound,
    SetTimer,
)
from tests.league.rules.club import HELPER, NOW, VISITOR, Club, arrive, choose, owner_of, play_again, start


def ids(facts):
    return [each.id for each in facts]


@pytest.mark.rule("CR-051")
def test_rounds_are_numbered_and_one_is_open_at_a_time(night):
    assert night.at.number == 1
    assert night.refused(OpenRound()).code == "round_open"
    night.do(CloseRound(night.at.id))
    night.do(OpenRound(), HELPER)
    assert night.at.number == 2


@pytest.mark.rule("CR-051")
def test_no_round_before_the_campaign_starts(club):
    assert club.refused(OpenRound()).code == "not_started"


@pytest.mark.rule("CR-051")
def test_players_check_in_their_own_fleet_and_organisers_any(night):
    round_id = night.at.id
    night.do(CheckIn(round_id, 3), owner_of(3))
    night.do(CheckIn(round_id, 1), HELPER)
    assert isinstance(night.refused(CheckIn(round_id, 2), owner_of(3)), NotYours)
    assert isinstance(night.refused(CheckIn(round_id, 2), VISITOR), NotYours)
    assert night.at.present == [3, 1]
    assert night.refused(CheckIn(round_id, 3)).code == "already_in"


@pytest.mark.rule("CR-051", "CR-054")
@pytest.mark.parametrize("standing", ["draft", "desk", "eliminated", "retired"])
def test_only_fleets_that_are_ready_check_in(night, standing):
    night.fleets[3] = FleetFacts(3, 1003, "Fleet 3", "Rebel", 350, standing)
    refusal = night.refused(CheckIn(night.at.id, 3), owner_of(3))
    assert (refusal.code, refusal.field) == (f"fleet_{standing}", "fleet")
    assert "Fleet 3" in refusal.message


@pytest.mark.parametrize("order", [CheckIn(999, 1), NameActiveFleet(999), CloseRound(999)])
def test_an_unknown_round_is_unreadable(night, order):
    assert isinstance(night.refused(order), Unreadable)


def test_an_unknown_fleet_is_unreadable(night):
    assert isinstance(night.refused(CheckIn(night.at.id, 77)), Unreadable)


def test_a_closed_round_takes_no_more_orders(night):
    closed = night.at.id
    night.do(CloseRound(closed))
    orders = [CheckIn(closed, 1), CheckOut(closed, 1), NameActiveFleet(closed), FinishMatching(closed)]
    orders += [ChooseOpponent(closed, 1), CancelPairing(closed, 1, "why"), CloseRound(closed)]
    assert {night.refused(order).code for order in orders} == {"round_closed"}


@pytest.mark.rule("CR-052")
def test_the_lowest_fleet_value_is_the_active_fleet(night):
    arrive(night, 5, 3, 1)
    decision = night.do(NameActiveFleet(night.at.id))
    assert decision.events == [ActiveFleetNamed(round=night.at.id, fleet=1, value=340, at=NOW)]


@pytest.mark.rule("CR-052")
def test_chance_decides_between_equals_and_the_log_says_who_was_level(night):
    arrive(night, 4, 2, 3)
    (named,) = night.do(NameActiveFleet(night.at.id)).events
    assert named.tied == (2, 4)
    assert named.fleet in (2, 4)
    assert named.value == 330


@pytest.mark.rule("CR-052")
def test_every_one_of_the_equals_is_as_likely():
    facts = [FleetFacts(n, n, f"F{n}", "Rebel", 100 if n < 4 else 101, "ready") for n in (1, 2, 3, 4)]
    entropy = SeededEntropy("ties")
    seen = Counter(lowest(facts, entropy).id for _ in range(3000))
    assert set(seen) == {1, 2, 3}
    assert all(900 < count < 1100 for count in seen.values())


@pytest.mark.rule("CR-052")
def test_without_a_tie_chance_is_not_asked():
    facts = [FleetFacts(n, n, f"F{n}", "Rebel", 100 + n, "ready") for n in (2, 1)]
    assert lowest(facts, None).id == 1
    assert tied_lowest([]) == []
    with pytest.raises(ValueError, match="no fleet"):
        lowest([], SeededEntropy(""))


@pytest.mark.rule("CR-052")
def test_the_owner_of_the_active_fleet_chooses_and_the_next_one_is_named(night):
    arrive(night, 1, 3, 5, 4)
    assert start(night) == 4
    decision = night.do(ChooseOpponent(night.at.id, 3), owner_of(4))
    game = night.next_id - 1
    assert decision.events == [
        PairingMade(round=night.at.id, game=game, fleet=4, opposing=3),
        ActiveFleetNamed(round=night.at.id, fleet=1, value=340, at=NOW),
    ]


@pytest.mark.rule("CR-052")
def test_nobody_else_chooses_for_the_active_fleet(night):
    arrive(night, 1, 3)
    start(night)
    assert isinstance(night.refused(ChooseOpponent(night.at.id, 1), owner_of(3)), NotYours)
    assert isinstance(night.refused(ChooseOpponent(night.at.id, 3), VISITOR), NotYours)
    night.do(ChooseOpponent(night.at.id, 3), HELPER)


@pytest.mark.rule("CR-052")
def test_a_choice_that_was_meant_for_another_fleet_is_refused(night):
    arrive(night, 1, 3, 5, 4)
    assert start(night) == 4
    assert night.refused(ChooseOpponent(night.at.id, 3, chooser=1)).code == "other_chooser"
    night.do(ChooseOpponent(night.at.id, 3, chooser=4))


@pytest.mark.rule("CR-052", "CR-054")
def test_the_choice_is_among_free_present_fleets(night):
    arrive(night, 1, 3, 5)
    start(night)
    assert night.refused(ChooseOpponent(night.at.id, 1)).code == "itself"
    assert night.refused(ChooseOpponent(night.at.id, 2)).code == "not_free"
    night.desks.add(5)
    assert night.refused(ChooseOpponent(night.at.id, 5)).rule == "CR-054"
    assert isinstance(night.refused(ChooseOpponent(night.at.id, 77)), Unreadable)


@pytest.mark.rule("CR-052")
def test_with_an_odd_number_the_last_one_waits_and_then_sits_out(night):
    arrive(night, 1, 3, 5)
    assert start(night) == 1
    choose(night, 3)
    assert night.at.picking is None
    assert night.do(FinishMatching(night.at.id)).events == [FleetSatOut(round=night.at.id, fleet=5)]
    assert (night.at.sitting_out, night.at.matched) == ([5], True)


@pytest.mark.rule("CR-052", "CR-056")
def test_the_organiser_may_stop_early_and_everybody_without_a_game_sits_out(night):
    arrive(night, 1, 2, 3, 4, 5)
    start(night)
    choose(night, 5)
    night.do(FinishMatching(night.at.id))
    assert len(night.at.sitting_out) == 3
    assert night.at.picking is None
    night.desks |= set(night.at.sitting_out)
    assert night.refused(FinishMatching(night.at.id)).code == "all_matched"


@pytest.mark.rule("CR-056")
def test_a_fleet_that_has_played_does_not_sit_out_on_top(night):
    arrive(night, 1, 3)
    start(night)
    night.finish(choose(night, 3))
    night.desks.clear()
    assert ids(matching(night.state, night.at.id).free) == [1, 3]
    assert matching(night.state, night.at.id).unmatched == []
    assert night.refused(FinishMatching(night.at.id)).code == "all_matched"


def test_matching_is_for_organisers(night):
    arrive(night, 1, 3)
    for order in (
        NameActiveFleet(night.at.id),
        FinishMatching(night.at.id),
        CloseRound(night.at.id),
        OpenRound(),
    ):
        assert isinstance(night.refused(order, owner_of(1)), NotYours)
    assert isinstance(night.refused(CancelPairing(night.at.id, 1, "why"), owner_of(1)), NotYours)


@pytest.mark.rule("CR-052")
def test_matching_needs_two_fleets(night):
    arrive(night, 1)
    assert night.refused(NameActiveFleet(night.at.id)).code == "too_few"
    assert night.refused(ChooseOpponent(night.at.id, 1)).code == "nobody_chooses"


@pytest.mark.rule("CR-052")
def test_a_named_fleet_is_not_named_again_but_a_late_arrival_below_it_takes_over(night):
    arrive(night, 1, 3)
    start(night)
    assert night.refused(NameActiveFleet(night.at.id)).code == "choosing"
    arrive(night, 2)
    assert start(night) == 2


@pytest.mark.rule("CR-051", "CR-052")
def test_late_arrivals_are_matched_after_the_first_pairings(night):
    arrive(night, 1, 3)
    start(night)
    choose(night, 3)
    arrive(night, 5, 4)
    assert not night.at.matched
    assert start(night) == 4
    choose(night, 5)


@pytest.mark.rule("CR-054")
def test_the_next_game_waits_until_the_desk_is_closed(night):
    arrive(night, 1, 3)
    start(night)
    night.finish(choose(night, 3))
    play_again(night)
    assert night.refused(NameActiveFleet(night.at.id)).code == "too_few"
    night.desks.clear()
    assert start(night) == 1
    assert choose(night, 3) in night.at.pairings
    assert len(night.at.pairings) == 2


def first_game_over(night: Club) -> None:
    """Fleets 1 and 3 have played, their desks are closed, and fleet 5 comes late."""
    arrive(night, 1, 3)
    start(night)
    night.finish(choose(night, 3))
    night.desks.clear()
    arrive(night, 5)


@pytest.mark.rule("CR-052")
def test_a_fleet_plays_once_in_a_round(night):
    first_game_over(night)
    no = night.refused(NameActiveFleet(night.at.id))
    assert (no.code, no.rule) == ("too_few", "CR-052")
    assert "without a game in this round" in no.message
    arrive(night, 4)
    assert start(night) == 4
    no = night.refused(ChooseOpponent(night.at.id, 3))
    assert (no.code, no.rule, no.field) == ("has_played", "CR-052", "opposing")
    assert "every fleet plays once in a round" in no.message
    choose(night, 5)
    assert night.refused(NameActiveFleet(night.at.id)).code == "too_few"


@pytest.mark.rule("CR-052")
def test_with_the_option_the_last_one_meets_a_fleet_that_is_back(night):
    play_again(night)
    first_game_over(night)
    assert start(night) == 5
    assert ids(matching(night.state, night.at.id).opponents_of(night.fleets[5])) == [1, 3]
    choose(night, 3)


@pytest.mark.rule("CR-052")
def test_with_the_option_whoever_has_no_game_yet_comes_first(night):
    play_again(night)
    first_game_over(night)
    arrive(night, 4)
    assert start(night) == 4
    no = night.refused(ChooseOpponent(night.at.id, 3))
    assert (no.code, "the fleets that still wait for a game" in no.message) == ("has_played", True)
    choose(night, 5)
    assert start(night) == 1


@pytest.mark.rule("CR-052")
def test_a_fleet_that_is_back_and_named_may_choose_a_late_arrival(night):
    play_again(night)
    arrive(night, 1, 3)
    start(night)
    night.finish(choose(night, 3))
    night.desks.clear()
    assert start(night) == 1
    arrive(night, 5)
    assert night.refused(ChooseOpponent(night.at.id, 3)).code == "has_played"
    choose(night, 5)


@pytest.mark.rule("CR-052")
def test_a_fleet_whose_value_fell_below_is_lowest_now(night):
    arrive(night, 1, 3)
    night.fleets[3] = FleetFacts(3, 1003, "Fleet 3", "Rebel", 12, "ready")
    assert start(night) == 3


def test_leaving_while_choosing_names_the_next(night):
    arrive(night, 1, 3, 5)
    start(night)
    decision = night.do(CheckOut(night.at.id, 1), owner_of(1))
    assert decision.events == [
        FleetCheckedOut(round=night.at.id, fleet=1),
        ActiveFleetNamed(round=night.at.id, fleet=5, value=345, at=NOW),
    ]
    night.do(CheckOut(night.at.id, 5))
    assert (night.at.present, night.at.picking) == ([3], None)


@pytest.mark.rule("CR-054")
def test_nobody_leaves_in_the_middle_of_a_game_or_a_desk(night):
    arrive(night, 1, 3)
    start(night)
    game = choose(night, 3)
    assert night.refused(CheckOut(night.at.id, 1), owner_of(1)).code == "fleet_playing"
    night.finish(game)
    assert night.refused(CheckOut(night.at.id, 1), owner_of(1)).code == "fleet_desk"
    night.desks.clear()
    refusal = night.refused(CheckOut(night.at.id, 1), owner_of(1))
    assert (refusal.code, "has had its turn" in refusal.message) == ("fleet_ready", True)
    arrive(night, 5)
    night.do(CheckOut(night.at.id, 5), owner_of(5))
    assert night.refused(CheckOut(night.at.id, 5), owner_of(5)).code == "not_in"
    assert isinstance(night.refused(CheckOut(night.at.id, 3), owner_of(1)), NotYours)


def test_a_cancelled_pairing_frees_both_fleets_and_says_why(night):
    arrive(night, 1, 3)
    start(night)
    game = choose(night, 3)
    assert night.refused(CancelPairing(night.at.id, game, "  ")).field == "reason"
    night.do(CancelPairing(night.at.id, game, " no table "), HELPER)
    assert night.log[-1].reason == "no table"
    assert not has_played(night.at, 1)
    assert ids(matching(night.state, night.at.id).unmatched) == [1, 3]
    assert night.refused(CancelPairing(night.at.id, game, "again")).code == "cancelled"
    assert start(night) == 1


@pytest.mark.rule("CR-101")
def test_a_finished_game_is_not_cancelled(night):
    arrive(night, 1, 3)
    start(night)
    game = choose(night, 3)
    night.finish(game)
    assert night.refused(CancelPairing(night.at.id, game, "why")).code == "finished"
    assert isinstance(night.refused(CancelPairing(night.at.id, 4711, "why")), Unreadable)


@pytest.mark.rule("CR-054", "CR-056")
def test_a_round_closes_when_all_games_and_desks_are_done(night):
    arrive(night, 1, 3, 5)
    start(night)
    game = choose(night, 3)
    assert "Still in a game: Fleet 1, Fleet 3" in night.refused(CloseRound(night.at.id)).message
    night.finish(game)
    assert "Repairs still open: Fleet 1, Fleet 3" in night.refused(CloseRound(night.at.id)).message
    night.desks.clear()
    assert "Fleet 5" in night.refused(CloseRound(night.at.id)).message
    night.do(FinishMatching(night.at.id))
    night.do(CloseRound(night.at.id))
    assert night.league.open_round is None


def test_desks_of_fleets_that_are_not_here_do_not_hold_the_round_up(night):
    night.desks.add(2)
    night.do(CloseRound(night.at.id))
    assert night.league.open_round is None


def test_an_active_fleet_that_is_no_longer_free_does_not_choose(night):
    arrive(night, 1, 3, 5)
    start(night)
    night.fleets[1] = FleetFacts(1, 1001, "Fleet 1", "Rebel", 340, "retired")
    assert night.refused(ChooseOpponent(night.at.id, 3)).code == "active_busy"


def test_asking_about_a_round_that_never_was_finds_nobody(night):
    assert (matching(night.state, 9).free, matching(night.state, 9).unmatched) == ([], [])


def test_a_timer_ends_so_many_minutes_from_now_and_is_stopped(night):
    done = night.do(SetTimer(night.at.id, 90), HELPER)
    ends = datetime.fromisoformat(night.at.ends)
    assert ends - datetime.fromisoformat(done.now) == timedelta(minutes=90)
    night.do(SetTimer(night.at.id, 0))
    assert (night.at.ends, night.refused(SetTimer(night.at.id, 0)).code) == ("", "no_timer")


@pytest.mark.parametrize("minutes", [-1, LONGEST_TIMER + 1])
def test_a_timer_of_no_sensible_length_is_refused(night, minutes):
    assert night.refused(SetTimer(night.at.id, minutes)).code == "minutes"
    assert night.at.ends == ""


def test_only_organisers_set_the_timer_and_only_in_an_open_round(night):
    assert night.refused(SetTimer(night.at.id, 60), owner_of(1)).code == "organisers_only"
    closed = night.at.id
    night.do(CloseRound(closed))
    assert night.refused(SetTimer(closed, 60)).code == "round_closed"


def test_a_game_that_is_called_off_keeps_its_table(night):
    arrive(night, 1, 3)
    start(night)
    first = choose(night, 3)
    night.do(CancelPairing(night.at.id, first, "No table."))
    start(night)
    second = choose(night, 3)
    assert night.at.tables == {first: 1, second: 2}
