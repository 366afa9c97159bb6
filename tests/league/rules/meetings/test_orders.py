"""Games between the nights: proposed, answered, withdrawn, and begun by the rules of pairing."""

from datetime import datetime

import pytest

from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Unreadable
from league.rules.events import (
    FleetCheckedIn,
    FleetCheckedOut,
    MemberJoined,
    PairingFinished,
    PairingMade,
    RoundOpened,
    SettingsChanged,
)
from league.rules.matching import has_played, matching
from league.rules.meetings.events import MeetingAnswered, MeetingProposed
from league.rules.meetings.orders import AnswerMeeting, PairMeeting, ProposeMeeting, WithdrawMeeting
from league.rules.meetings.questions import is_news, learns_of_it, why_not_yet
from league.rules.profile import as_dict
from league.rules.rounds import CancelPairing, CheckIn, CloseRound, NameActiveFleet, OpenRound
from tests.league.rules.club import HELPER, NOW, VISITOR, arrive, choose, owner_of, play_again, start

THEN = "2026-03-04T18:00:00+00:00"


def proposed(night, fleet=1, opposing=2):
    night.do(ProposeMeeting(fleet, opposing, THEN, "Rita's kitchen"), owner_of(fleet))
    return max(night.league.meetings)


def agreed(night, fleet=1, opposing=2):
    meeting = proposed(night, fleet, opposing)
    night.do(AnswerMeeting(meeting, True), owner_of(opposing))
    return meeting


def allow(night):
    profile = {**as_dict(night.league.profile), "games_by_agreement": True}
    night.happen(SettingsChanged(night.league.name, night.league.public, profile))


def status(night, meeting):
    return night.league.meetings[meeting].status


def test_one_proposes_and_the_other_agrees_or_declines(night):
    first = agreed(night)
    second = proposed(night, 3, 4)
    night.do(AnswerMeeting(second, False), owner_of(4))
    assert (status(night, first), status(night, second)) == ("agreed", "declined")
    assert [each.number for each in night.league.meetings.values()] == [1, 2]


@pytest.mark.parametrize("actor", [owner_of(1), owner_of(3), HELPER, VISITOR])
def test_only_the_player_who_was_asked_answers(night, actor):
    assert isinstance(night.refused(AnswerMeeting(proposed(night), True), actor), NotYours)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (ProposeMeeting(1, 1, THEN, "Here"), "itself"),
        (ProposeMeeting(1, 99, THEN, "Here"), "no_fleet"),
        (ProposeMeeting(1, 2, "soon", "Here"), "no_moment"),
        (ProposeMeeting(1, 2, "2026-01-01T00:00+00:00", "Here"), "past"),
        (ProposeMeeting(1, 2, THEN, ""), "no_venue"),
        (ProposeMeeting(2, 1, THEN, "Here"), "not_yours"),
    ],
)
def test_a_proposal_that_makes_no_sense_is_refused(night, order, code):
    assert night.refused(order, owner_of(1)).code == code


def test_two_fleets_have_one_proposal_at_a_time(night):
    meeting = proposed(night)
    assert night.refused(ProposeMeeting(2, 1, THEN, "Here"), owner_of(2)).code == "open_already"
    night.do(WithdrawMeeting(meeting), owner_of(2))
    assert proposed(night, 2, 1) != meeting


def test_either_side_or_an_organiser_withdraws_and_nobody_else(night):
    meeting = agreed(night)
    assert isinstance(night.refused(WithdrawMeeting(meeting), owner_of(3)), NotYours)
    night.do(WithdrawMeeting(meeting), HELPER)
    assert night.refused(PairMeeting(meeting)).code == "moved_on"
    assert isinstance(night.refused(WithdrawMeeting(999)), Unreadable)


@pytest.mark.rule("CR-051", "CR-052")
def test_an_organiser_begins_it_in_the_open_round_and_the_lower_value_is_active(night):
    meeting = agreed(night)
    night.do(PairMeeting(meeting), HELPER)
    (pairing,) = night.at.pairings.values()
    assert (pairing.active, pairing.opposing) == (2, 1)  # 330 against 340
    assert sorted(night.at.present) == [1, 2]
    assert (status(night, meeting), night.league.meetings[meeting].game) == ("paired", pairing.id)
    assert night.refused(PairMeeting(meeting)).code == "moved_on"


@pytest.mark.rule("CR-051")
def test_without_an_open_round_the_next_one_is_opened(night):
    night.do(CloseRound(night.at.id))
    night.do(PairMeeting(agreed(night)))
    assert (night.at.number, len(night.at.pairings)) == (2, 1)


def apart(night):
    """A game that is played by agreement while no round is open."""
    night.do(CloseRound(night.at.id))
    night.do(PairMeeting(agreed(night)))
    return next(iter(night.at.pairings))


@pytest.mark.rule("CR-051")
def test_the_round_of_an_agreed_game_calls_nobody_and_ends_with_the_next_night(night):
    game = apart(night)
    assert (night.at.agreed, night.league.called_round) == (True, None)
    assert night.refused(CheckIn(night.at.id, 3)).code == "agreed_round"
    night.finish(game)
    night.do(OpenRound())
    assert (night.at.number, night.at.agreed, night.league.called_round) == (3, False, night.at)
    assert night.refused(CheckIn(night.at.id, 1)).code == "fleet_desk"


@pytest.mark.rule("CR-051")
def test_a_night_begins_in_the_round_of_an_agreed_game_that_is_being_played(night):
    apart(night)
    night.do(OpenRound())
    assert (night.at.number, night.at.agreed, len(night.at.pairings)) == (2, False, 1)
    assert night.refused(OpenRound()).code == "round_open"


@pytest.mark.rule("CR-051")
@pytest.mark.parametrize("opened", [True, False])
def test_the_fleets_of_an_agreed_game_are_present_only_while_it_is_played(night, opened):
    game = apart(night)
    assert sorted(night.at.present) == [1, 2]
    if opened:
        night.do(OpenRound())
    night.do(CancelPairing(night.at.id, game, "The venue is shut."))
    assert night.at.present == []


@pytest.mark.rule("CR-051", "CR-052")
def test_an_agreed_game_is_not_the_turn_of_its_fleets_on_a_night(night):
    over = apart(night)
    night.do(PairMeeting(agreed(night, 3, 4)))
    last = max(night.at.pairings)
    night.finish(over)
    night.desks.clear()
    night.do(PairMeeting(agreed(night, 1, 5)))
    night.finish(max(night.at.pairings))
    night.desks.clear()
    night.do(OpenRound())
    arrive(night, 1, 2)
    start(night)
    choose(night, 2 if night.at.picking == 1 else 1)
    night.finish(last)
    night.desks.clear()
    assert [has_played(night.at, fleet) for fleet in (1, 2, 3, 4, 5)] == [True, True, False, False, False]
    arrive(night, 3, 4)
    assert [each.id for each in matching(night.state, night.at.id).unmatched] == [3, 4]


@pytest.mark.rule("CR-052")
def test_an_agreed_game_that_is_begun_on_a_night_is_the_turn_of_its_fleets(night):
    night.do(PairMeeting(agreed(night)))
    night.finish(next(iter(night.at.pairings)))
    night.desks.clear()
    assert (sorted(night.at.present), has_played(night.at, 1)) == ([1, 2], True)
    assert matching(night.state, night.at.id).unmatched == []


@pytest.mark.rule("CR-052")
def test_the_players_of_an_agreed_game_may_come_to_the_night_after_it(night):
    apart(night)
    night.do(OpenRound())
    arrive(night, 3)
    found = matching(night.state, night.at.id)
    coming = found.could_come(found.unmatched[0])
    assert sorted(each.id for each in coming["playing"]) == [1, 2]


@pytest.mark.rule("CR-052", "CR-055")
def test_fleets_that_had_their_turn_on_the_night_come_no_more(night):
    """1 and 2 have played by agreement; 3 and 4 still play when the night opens. Then 1 has its turn."""
    over = apart(night)
    night.do(PairMeeting(agreed(night, 3, 4)))
    night.finish(over)
    night.do(OpenRound())

    def coming():
        found = matching(night.state, night.at.id)
        return {why: [each.id for each in of] for why, of in found.could_come(night.fleets[5]).items()}

    assert coming() == {"away": [], "playing": [3, 4], "desk": [1, 2]}
    night.desks.clear()
    arrive(night, 1, 5)
    start(night)
    choose(night, 5 if night.at.picking == 1 else 1)
    assert coming() == {"away": [2], "playing": [3, 4], "desk": []}


@pytest.mark.rule("CR-054")
def test_a_round_stays_open_while_a_fleet_plays_that_checked_out(night):
    game = apart(night)
    night.do(OpenRound())
    night.happen(FleetCheckedOut(night.at.id, 1))
    assert "Fleet 1" in night.refused(CloseRound(night.at.id)).message
    night.do(CancelPairing(night.at.id, game, "The venue is shut."))
    assert night.at.present == []


@pytest.mark.rule("CR-051")
def test_in_logs_from_before_the_fleets_of_an_agreed_game_stay(night):
    night.do(CloseRound(night.at.id))
    night.happen(RoundOpened(90, 2, agreed=True))
    for fleet in (1, 2):
        night.happen(FleetCheckedIn(90, fleet))
    night.happen(PairingMade(90, 91, 1, 2))
    night.happen(PairingFinished(90, 91))
    night.happen(FleetCheckedOut(90, 1))
    assert night.at.present == [2]


@pytest.mark.rule("CR-051")
def test_the_next_agreed_game_joins_a_round_that_is_played_and_follows_one_that_is_over(night):
    game = apart(night)
    again = agreed(night, 2, 1)
    night.finish(game)
    assert night.refused(PairMeeting(again)).code == "fleet_desk"
    night.do(PairMeeting(agreed(night, 3, 4)))
    assert (night.at.number, len(night.at.pairings)) == (3, 1)
    night.desks.clear()
    night.do(PairMeeting(again))
    assert (night.at.number, night.at.agreed, len(night.at.pairings)) == (3, True, 2)


@pytest.mark.rule("CR-052")
def test_players_begin_it_themselves_only_if_the_campaign_allows_it(night):
    meeting = agreed(night)
    assert isinstance(night.refused(PairMeeting(meeting), owner_of(1)), NotYours)
    allow(night)
    assert isinstance(night.refused(PairMeeting(meeting), owner_of(3)), NotYours)
    night.do(PairMeeting(meeting), owner_of(1))
    assert status(night, meeting) == "paired"


def test_nothing_begins_before_the_other_side_agrees(night):
    assert night.refused(PairMeeting(proposed(night))).code == "moved_on"


@pytest.mark.rule("CR-052", "CR-054")
def test_the_rules_of_pairing_hold_for_agreed_games_too(night):
    meeting = agreed(night, 1, 2)
    arrive(night, 2, 4, 3)
    start(night)
    assert night.refused(PairMeeting(meeting)).code == "choosing"
    game = choose(night, 3)
    active = night.at.pairings[game].active
    busy = agreed(night, 5, active)
    assert night.refused(PairMeeting(busy)).code == "fleet_playing"
    night.finish(game)
    assert night.refused(PairMeeting(busy)).code == "fleet_desk"
    night.desks.clear()
    refused = night.refused(PairMeeting(busy))
    assert refused.code == "has_played"
    assert (
        refused.message
        == f"Fleet {active} has had its turn in round 1. When that round is closed, this game can begin."
    )


@pytest.mark.rule("CR-052")
def test_with_second_games_a_fleet_that_is_back_plays_an_agreed_game(night):
    play_again(night)
    first = agreed(night, 1, 2)
    night.do(PairMeeting(first))
    night.finish(night.league.meetings[first].game)
    night.desks.clear()
    again = agreed(night, 2, 1)
    night.do(PairMeeting(again))
    assert len(night.at.pairings) == 2


def test_nobody_agrees_with_themselves_as_a_proxy(night):
    proxy = owner_of(1).member
    night.fleets[2] = type(night.fleets[2])(2, 1002, "Fleet 2", "Rebel", 330, "ready", proxy)
    meeting = proposed(night)
    assert isinstance(night.refused(AnswerMeeting(meeting, True), owner_of(1)), NotYours)
    night.do(AnswerMeeting(meeting, True), owner_of(2))


def test_games_are_proposed_while_a_campaign_runs(club):
    club.happen(MemberJoined(member=70, role="player"))
    assert club.refused(ProposeMeeting(1, 2, THEN, "Here"), Actor(70, "player")).code == "not_running"


def test_the_matching_of_a_night_goes_on_after_an_agreed_game(night):
    night.do(PairMeeting(agreed(night)))
    for fleet in (3, 4):
        night.do(CheckIn(night.at.id, fleet))
    night.do(NameActiveFleet(night.at.id))
    assert night.at.picking == 4


@pytest.mark.rule("CR-052", "CR-054")
def test_the_reason_why_a_game_waits_is_that_of_the_refusal(night):
    meeting = agreed(night, 1, 2)

    def reason():
        return why_not_yet(night.league, night.league.meetings[meeting], night.facts(night.state))

    def refused():
        return night.refused(PairMeeting(meeting)).message

    arrive(night, 1, 3)
    assert reason() == ""
    start(night)
    assert (
        reason()
        == refused()
        == f"Fleet {night.at.picking} is choosing its opponent. After that, this game can begin."
    )
    game = choose(night, 3 if night.at.picking == 1 else 1)
    assert reason() == refused()
    assert reason().startswith("Fleet 1 is in a game.")
    night.finish(game)
    assert (
        reason() == refused() == "The repairs of Fleet 1 are open. When they are closed, this game can begin."
    )
    night.desks.clear()
    assert (
        reason()
        == refused()
        == "Fleet 1 has had its turn in round 1. When that round is closed, this game can begin."
    )
    night.do(CloseRound(night.at.id))
    assert reason() == ""
    night.do(PairMeeting(meeting))
    assert status(night, meeting) == "paired"


@pytest.mark.rule("CR-052")
def test_a_fleet_that_had_its_turn_and_left_is_not_still_to_come(night):
    arrive(night, 1, 2)
    start(night)
    night.finish(choose(night, 1 if night.at.picking == 2 else 2))
    night.desks.clear()
    night.happen(FleetCheckedOut(round=night.at.id, fleet=1))  # Its player has left the campaign.
    arrive(night, 3)
    away = matching(night.state, night.at.id).could_come(night.fleets[3])["away"]
    assert sorted(each.id for each in away) == [4, 5]


def test_a_second_proposal_that_comes_to_nothing_does_not_hide_that_a_game_is_off(night):
    now = datetime.fromisoformat(NOW)
    first = agreed(night, 1, 2)
    night.do(WithdrawMeeting(first), owner_of(2))
    night.do(WithdrawMeeting(proposed(night, 2, 1)), owner_of(2))
    assert is_news(night.league, night.league.meetings[first], now)
    assert learns_of_it(night.league.meetings[first], owner_of(1).member, [1])
    assert not learns_of_it(night.league.meetings[first], owner_of(2).member, [2])
    proposed(night, 2, 1)
    assert not is_news(night.league, night.league.meetings[first], now)


@pytest.mark.rule("CR-052")
def test_a_pairing_on_the_night_is_the_game_on_which_the_two_had_agreed(night):
    later = agreed(night, 1, 3)
    night.happen(MeetingProposed(90, 9, 1, 3, "2026-03-01T20:00:00+00:00", "Rita's kitchen"))
    night.happen(MeetingAnswered(90, 3, True))
    arrive(night, 1, 3)
    assert start(night) == 1
    game = choose(night, 3)
    assert (status(night, 90), night.league.meetings[90].game) == ("paired", game)
    assert status(night, later) == "agreed"
    night.assert_fold_agrees()


@pytest.mark.rule("CR-052")
@pytest.mark.parametrize(
    ("starts", "found"),
    [
        ("2026-03-01T06:59:00+00:00", "agreed"),
        ("2026-03-01T07:01:00+00:00", "paired"),
        ("2026-03-02T06:59:00+00:00", "paired"),
        ("2026-03-02T07:01:00+00:00", "agreed"),
    ],
)
def test_a_pairing_is_an_agreed_game_only_within_twelve_hours_of_its_start(night, starts, found):
    night.happen(MeetingProposed(90, 9, 1, 3, starts, "Rita's kitchen"))
    night.happen(MeetingAnswered(90, 3, True))
    arrive(night, 1, 3)
    start(night)
    choose(night, 3)
    assert status(night, 90) == found
