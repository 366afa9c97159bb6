"""Tasks of waiting games in the inbox."""

from __future__ import annotations

from league.rules.campaign import EndCampaign
from missions.rules.orders import ArrangeFriendly
from tests import verbs
from tests.missions.tables import page
from tests.people import browser


def test_a_friendly_game_says_that_it_is_one_also_after_the_end(db: None):
    people = verbs.crew()
    league = verbs.league(people)
    verbs.do(league.organiser, EndCampaign())
    verbs.do(league.player, ArrangeFriendly(league.fleet, league.rival_fleet))
    sentence = "The friendly game Red Wing against Iron Fist is set up: press ready, or call it off."
    assert sentence in page(browser(people.rival), "/inbox/")


def test_a_game_that_waits_for_the_other_side_says_so(db: None):
    people = verbs.crew()
    league = verbs.league(people)
    game = verbs.pair(league)
    verbs.press_ready(league.player, game, "opposing")
    assert "Iron Fist against Red Wing waits for the other side." in page(browser(people.player), "/inbox/")
    assert "Iron Fist against Red Wing is set up: press ready." in page(browser(people.rival), "/inbox/")
