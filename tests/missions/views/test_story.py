"""The story of a campaign: its games told newest first, with what their players say about them."""

import pytest

from league.models import Act, Campaign
from league.rules.campaign import EndCampaign
from league.services.undo import redo, undo
from missions.selectors import season
from rosters.rules.fleets.names import RenameFleet
from tests import verbs
from tests.missions.tables import page
from tests.people import browser

WORDS = "They came out of the sun & we <never> saw them."


def story_of(table) -> str:
    return f"/campaigns/{table.league.campaign.pk}/story/"


def tell(person, table, text):
    return person.client.post(f"{table.url}tell/", {"account": text})


def test_a_campaign_without_games_says_what_will_be_told(reported):
    assert "No game is over yet" in page(reported.active, story_of(reported))


def test_the_winner_stands_first_with_its_score(finished):
    text = page(finished.active, story_of(finished))
    game = finished.game
    first, second = text.split("side-edge-")[1:]
    assert ("story-won" in first, "story-won" in second) == (True, False)
    assert f">{game.scores[game.winner]}</strong>" in first
    assert text.count('<article class="panel story"') == 1


def test_both_players_tell_the_game_and_a_reader_sees_it_escaped(finished, visitor):
    assert tell(finished.active, finished, WORDS).status_code == 302
    text = page(visitor, story_of(finished))
    assert "They came out of the sun &amp; we &lt;never&gt; saw them." in text
    assert "In their own words" in page(visitor, finished.url)


def test_organisers_tell_the_game_too_and_addresses_become_links(finished, visitor):
    words = "Photos of others: https://club.example/ <b>\n\nA long night."
    assert "Tell it in your own words" in page(finished.organiser, finished.url)
    assert tell(finished.organiser, finished, words).status_code == 302
    for place in (story_of(finished), finished.url):
        text = page(visitor, place)
        assert '<a href="https://club.example/" rel="nofollow">' in text
        assert "&lt;b&gt;</p> <p>A long night.</p>" in text
        assert "The organisers" in text
    assert "Tell it in your own words" not in page(visitor, finished.url)


def test_the_players_of_a_game_find_what_they_can_add_on_its_card(finished, visitor):
    ways = (f'href="{finished.url}#accounts"', f'href="{finished.url}photos/new/"')
    for reader, has in ((finished.active, True), (finished.opposing, True), (visitor, False)):
        text = page(reader, story_of(finished))
        assert [way in text for way in ways] == [has, has]
    assert "Tell it<span" in page(finished.active, story_of(finished))
    tell(finished.active, finished, WORDS)
    text = page(finished.active, story_of(finished))
    assert ("Change your account<span" in text, "Tell it<span" in text) == (True, False)
    assert "Tell it<span" in page(finished.opposing, story_of(finished))


def test_a_card_tells_the_first_loss_of_a_fleet(drawn):
    ship = next(each for each in drawn.ships("active") if not each.unique)
    drawn.report({ship.id: "destroyed"})
    drawn.choose()
    verbs.confirm(drawn.organiser.seat, drawn.number)
    campaign, fleets = Campaign.objects.get(), (drawn.game.active, drawn.game.opposing)
    assert season.milestones(campaign, fleets).first_loss == {ship.fleet: drawn.number}
    sentence = f"lost its first ship of the campaign: {ship.name}"
    assert page(drawn.active, story_of(drawn)).count(sentence) == 1


def test_an_onlooker_tells_nothing(finished, visitor):
    assert tell(visitor, finished, WORDS).status_code == 403
    assert WORDS[:20] not in page(visitor, story_of(finished))


@pytest.mark.parametrize("who", ["active", "organiser"])
def test_an_account_is_no_obstacle_to_undoing_the_result(finished, who):
    tell(getattr(finished, who), finished, WORDS)
    number = Act.objects.get(campaign=finished.league.campaign, name="confirm_result").number
    undo(finished.league.campaign.pk, finished.organiser.seat, number, "Wrong ships.")
    assert "No game is over yet" in page(finished.active, story_of(finished))
    assert WORDS[:20] not in page(finished.active, finished.url)


def test_a_story_that_was_read_before_follows_the_campaign(finished):
    def story() -> str:
        return page(finished.active, story_of(finished))

    def marks(text: str) -> list[bool]:
        return ["Night Watch" in text, WORDS[:13] in text, "No game is over yet" in text]

    found, campaign = [marks(story())], finished.league.campaign.pk
    number = Act.objects.get(campaign=campaign, name="confirm_result").number
    tell(finished.active, finished, WORDS)
    found.append(marks(story()))
    undo(campaign, finished.organiser.seat, number, "Wrong ships.")
    found.append(marks(story()))
    redo(campaign, finished.organiser.seat, number)
    verbs.do(finished.organiser.seat, RenameFleet(finished.game.active, "Night Watch"))
    found.append(marks(story()))
    assert found[:3] == [[False, False, False], [False, True, False], [False, False, True]]
    assert found[3][::2] == [True, False]


def ended(table):
    """The campaign of a finished game, ended."""
    member = table.organiser.seat
    for fleet in (table.league.fleet, table.league.rival_fleet):
        verbs.close_desk(member, fleet)
    verbs.close_round(member)
    verbs.do(member, EndCampaign())
    return table


@pytest.mark.rule("CR-152")
@pytest.mark.parametrize("where", ["", "standings/", "story/", "screen/"])
def test_an_ended_campaign_has_a_podium_and_awards(finished, where, django_assert_max_num_queries):
    at = f"/campaigns/{finished.league.campaign.pk}/{where}"
    assert "Sharpest guns" not in page(finished.active, at)
    ended(finished)
    with django_assert_max_num_queries(12):
        text = page(finished.active, at)
    assert text.count('<span class="podium-place">') == 2
    assert "Sharpest guns" in text
    with django_assert_max_num_queries(12):
        assert page(finished.active, at).count('class="podium-place"') == 2


def test_a_campaign_that_ends_without_a_game_has_no_podium(running):
    verbs.do(running.organiser, EndCampaign())
    for where in ("", "standings/", "story/", "screen/"):
        response = browser(running.organiser.user).get(f"/campaigns/{running.campaign.pk}/{where}")
        assert response.status_code == 200
        assert "podium-place" not in response.content.decode()


@pytest.mark.parametrize("query", ["?page=99", "?page=x", "?page=-1"])
def test_any_page_number_leads_to_a_page(finished, query):
    assert finished.active.client.get(story_of(finished) + query).status_code == 200


def test_the_story_costs_the_same_for_any_number_of_games(finished, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        page(finished.active, story_of(finished))
