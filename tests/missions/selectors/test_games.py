"""Reading games."""

import pytest
from django.http import Http404

from missions.rules.game.events import ResultConfirmed
from missions.selectors import games
from tests import verbs


def test_a_game_is_opened_with_its_two_fleets_and_nothing_else(drawn):
    opened = games.opened_or_404(drawn.league.campaign, drawn.number)
    assert opened.game == drawn.game
    assert set(opened.fleets) == {opened.game.active, opened.game.opposing}
    assert opened.side_of(drawn.active.seat.number) == "active"
    assert opened.side_of(drawn.organiser.seat.number) is None


def test_a_game_of_another_campaign_is_not_found(drawn, organiser):
    with pytest.raises(Http404):
        games.opened_or_404(drawn.league.campaign, drawn.number + 1000)


@pytest.mark.parametrize(("who", "viewer"), [("active", "active"), ("opposing", "opposing")])
def test_players_read_a_game_from_their_side(drawn, who, viewer):
    member = getattr(drawn, who).seat.number
    fleets = games.fleets_of(drawn.league.campaign, drawn.game)
    assert games.viewer_of(drawn.game, fleets, member, True) == viewer


def test_others_read_it_as_organisers_or_as_the_public(drawn):
    fleets = games.fleets_of(drawn.league.campaign, drawn.game)
    viewers = [
        games.viewer_of(drawn.game, fleets, member, organises)
        for member, organises in ((1, True), (None, False))
    ]
    assert viewers == ["organiser", "public"]


def test_the_events_of_a_result_are_those_of_the_confirming_act(finished):
    act, events = games.result_events(finished.league.campaign, finished.number)
    assert act > 0
    assert [type(event) for event in events].count(ResultConfirmed) == 1


def test_an_undone_result_has_no_events(finished):
    from league.services.undo import undo

    act, _ = games.result_events(finished.league.campaign, finished.number)
    undo(finished.league.campaign.pk, finished.organiser.seat, act, "Wrong.")
    assert games.result_events(finished.league.campaign, finished.number) == (0, ())
    verbs.confirm(finished.organiser.seat, finished.number)
    again, events = games.result_events(finished.league.campaign, finished.number)
    assert (again > act, bool(events)) == (True, True)


def test_a_game_that_goes_on_was_not_called_off(drawn):
    assert games.called_off_because(drawn.league.campaign, drawn.number) == ""
