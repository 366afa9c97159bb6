"""The schedule: nights are planned, moved and called off; members answer; a round belongs to its night."""

from datetime import UTC, datetime, timedelta

import pytest

from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Stale, Unreadable
from league.rules.events import CampaignEnded, CampaignStarted
from league.rules.rounds import CloseRound, OpenRound
from league.rules.schedule.orders import (
    MOST,
    VENUE_LENGTH,
    AnswerNight,
    CallOffNight,
    MoveNight,
    PlanNight,
    night_mark,
)
from league.rules.schedule.upcoming import night_of, past, upcoming
from tests.league.rules.club import HELPER, ORGANISER, VISITOR

NOW = datetime(2026, 3, 1, 19, tzinfo=UTC)  # the club's clock
TONIGHT, NEXT_WEEK = "2026-03-01T20:30:00+00:00", "2026-03-08T20:30:00+00:00"


def planned(club, starts=NEXT_WEEK, venue="The Old Mill"):
    club.do(PlanNight(starts, venue), HELPER)
    return max(club.league.nights.values(), key=lambda each: each.id)


def move(night, starts=NEXT_WEEK, venue="The Old Mill"):
    return MoveNight(night.id, starts, venue, night_mark(night))


def test_an_organiser_plans_nights_that_are_numbered_and_kept_in_utc(club):
    first = planned(club, "2026-03-08T21:30+01:00", "  The   Old Mill ")
    second = planned(club, "2026-03-05T20:30+00:00")
    assert (first.number, first.starts, first.venue) == (1, NEXT_WEEK, "The Old Mill")
    assert [each.number for each in upcoming(club.league, NOW)] == [second.number, first.number] == [2, 1]


@pytest.mark.parametrize(
    ("starts", "venue", "code"),
    [
        ("soon", "Mill", "no_moment"),
        ("2026-03-08T20:30", "Mill", "no_moment"),
        ("0001-01-01T00:00+14:00", "Mill", "no_moment"),
        ("2026-03-01T19:00+00:00", "Mill", "past"),
        ("2028-03-08T20:30+00:00", "Mill", "far"),
        (NEXT_WEEK, " \n", "no_venue"),
        (NEXT_WEEK, "x" * (VENUE_LENGTH + 1), "long_venue"),
    ],
)
def test_a_night_without_a_sensible_time_or_venue_is_refused(club, starts, venue, code):
    assert club.refused(PlanNight(starts, venue)).code == code


def test_the_same_night_is_not_planned_twice(club):
    night = planned(club)
    assert club.refused(PlanNight("2026-03-08T21:30+01:00", "Elsewhere")).code == "same_time"
    club.do(CallOffNight(night.id, "No room."))
    assert planned(club).number == 2


def test_not_too_many_nights_are_planned(club):
    for days in range(1, MOST + 1):
        planned(club, (NOW + timedelta(days=days)).isoformat())
    assert club.refused(PlanNight((NOW + timedelta(days=99)).isoformat(), "Mill")).code == "many_nights"


def test_only_organisers_plan_move_and_call_off(club):
    night = planned(club)
    player = Actor(70, "player")
    for order in (PlanNight(TONIGHT, "Mill"), move(night, TONIGHT), CallOffNight(night.id, "Ill.")):
        assert isinstance(club.refused(order, player), NotYours)


def test_another_time_asks_everybody_again_another_venue_does_not(club):
    night = planned(club)
    club.do(AnswerNight(night.id, "coming"), HELPER)
    club.do(move(night, venue="The Barn"))
    night = club.league.nights[night.id]
    assert (night.venue, night.answers) == ("The Barn", {HELPER.member: "coming"})
    club.do(move(night, "2026-03-09T20:30:00+00:00", "The Barn"))
    night = club.league.nights[night.id]
    assert (night.answers, night.changes) == ({}, 2)
    assert club.refused(move(night, night.starts, "The Barn")).code == "same_night"


def test_the_later_of_two_organisers_who_move_a_night_is_told(club):
    seen = planned(club)
    club.do(move(seen, venue="The Barn"), HELPER)
    refusal = club.refused(move(seen, venue="The Attic"), ORGANISER)
    assert isinstance(refusal, Stale)
    assert club.league.nights[seen.id].venue == "The Barn"


def test_a_night_called_off_takes_no_answers(club):
    night = planned(club)
    assert club.refused(CallOffNight(night.id, " ")).code == "no_reason"
    club.do(CallOffNight(night.id, "No room."))
    for order in (AnswerNight(night.id, "late"), CallOffNight(night.id, "Again."), move(night, TONIGHT)):
        assert club.refused(order).code == "called_off"
    assert (upcoming(club.league, NOW), len(past(club.league, NOW))) == ([], 1)


def test_members_answer_for_themselves_and_change_their_minds(club):
    night = planned(club)
    club.do(AnswerNight(night.id, "coming"), HELPER)
    club.do(AnswerNight(night.id, "late"), ORGANISER)
    club.do(AnswerNight(night.id, "not"), HELPER)
    assert club.league.nights[night.id].answers == {HELPER.member: "not", ORGANISER.member: "late"}
    assert club.do(AnswerNight(night.id, "not"), HELPER).events == []


def test_visitors_and_nonsense_are_no_answers(club):
    night = planned(club)
    assert isinstance(club.refused(AnswerNight(night.id, "coming"), VISITOR), NotYours)
    assert isinstance(club.refused(AnswerNight(night.id, "perhaps")), Unreadable)
    assert isinstance(club.refused(AnswerNight(night.id + 1, "late")), Unreadable)


@pytest.mark.rule("CR-051")
def test_a_round_belongs_to_the_nearest_night_and_ends_with_it(club):
    tonight, later = planned(club, TONIGHT), planned(club)
    club.happen(CampaignStarted(fleets=()))
    club.do(OpenRound())
    assert night_of(club.league, club.at.id) == club.league.nights[tonight.id]
    club.do(AnswerNight(tonight.id, "late"))
    for order in (move(tonight, NEXT_WEEK), CallOffNight(tonight.id, "Late.")):
        assert club.refused(order).code == "night_begun"
    club.do(CloseRound(club.at.id))
    assert club.refused(AnswerNight(tonight.id, "coming")).code == "night_over"
    assert upcoming(club.league, NOW) == [club.league.nights[later.id]]


@pytest.mark.rule("CR-051")
def test_a_round_without_a_night_within_a_day_has_none(club):
    planned(club)
    club.happen(CampaignStarted(fleets=()))
    club.do(OpenRound())
    assert night_of(club.league, club.at.id) is None


def test_a_night_is_over_half_a_day_after_its_start(club):
    planned(club, TONIGHT)
    start = datetime.fromisoformat(TONIGHT)
    assert upcoming(club.league, start + timedelta(hours=11, minutes=59))
    assert not upcoming(club.league, start + timedelta(hours=12))


def test_nothing_is_planned_after_the_end(club):
    night = planned(club)
    club.happen(CampaignStarted(fleets=()))
    club.happen(CampaignEnded(standings=()))
    orders = PlanNight(TONIGHT, "Mill"), move(night, TONIGHT), AnswerNight(night.id, "late")
    assert {club.refused(order).code for order in orders} == {"ended"}
