"""Moments of the log: the round that a sheet was printed in."""

from league.models import Act, Campaign
from league.rules.rounds import CancelPairing, OpenRound
from league.selectors.moments import moment
from league.services import undo
from tests import verbs
from tests.league.views.test_meetings import press, propose


def begin_agreed_game(running, player, rival, organiser):
    propose(player, running)
    press(rival, running, "agree")
    press(organiser, running, "begin")


def call_off(running):
    at = verbs.round_of(running.organiser)
    verbs.do(running.organiser, CancelPairing(at.id, next(iter(at.pairings)), "The table broke"))


def round_now(running) -> int:
    return moment(running.campaign.pk, Campaign.objects.get(pk=running.campaign.pk).head_seq).round


def test_a_moment_has_the_round_that_an_agreed_game_opened(running, player, rival, organiser):
    assert round_now(running) == 0
    begin_agreed_game(running, player, rival, organiser)
    assert round_now(running) == 1
    verbs.do(running.organiser, OpenRound())  # the round goes on, open to all
    assert (round_now(running), verbs.round_of(running.organiser).number) == (1, 1)


def test_a_moment_counts_what_stands_and_what_was_opened_by_then(running, player, rival, organiser):
    begin_agreed_game(running, player, rival, organiser)
    call_off(running)
    verbs.do(running.organiser, OpenRound())
    assert (round_now(running), verbs.round_of(running.organiser).number) == (2, 2)
    opening = Act.objects.get(campaign=running.campaign, name="open_round")
    assert moment(running.campaign.pk, opening.number - 1).round == 1
    undo.undo(running.campaign.pk, running.organiser, opening.number, "Nobody came")
    assert round_now(running) == 1


def test_a_moment_takes_two_queries(running, player, rival, organiser, django_assert_num_queries):
    begin_agreed_game(running, player, rival, organiser)
    with django_assert_num_queries(2):
        moment(running.campaign.pk, 10_000)
