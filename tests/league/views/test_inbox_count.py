"""The number on the inbox: on every page, for everybody who is signed in."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Campaign
from league.rules.rounds import CheckIn
from league.rules.schedule.orders import AnswerNight, PlanNight
from league.rules.state import LeagueState
from league.selectors.waiting import waiting_for
from tests import verbs
from tests.answers import queries, text_of
from tests.places import round_url

AT = "/inbox/count/"
ASKS = f'hx-get="{AT}"'


@pytest.fixture
def evening(running):
    verbs.open_round(running.organiser)
    return running


def test_the_number_is_that_of_the_inbox(evening, player, stranger):
    assert 'data-waiting="1"' in text_of(player.client.get(AT))
    assert 'data-waiting="1"' in text_of(player.client.get("/inbox/"))
    assert 'data-waiting="0"' in text_of(stranger.client.get(AT))


def test_the_number_costs_no_more_than_a_page_and_is_never_kept(evening, organiser):
    assert queries(organiser.client, AT) <= 12
    assert "no-store" in organiser.client.get(AT)["Cache-Control"]


def test_without_an_account_the_answer_is_empty(nobody, db):
    answer = nobody.get(AT)
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize(
    "path", ("/", "/cards/", "/rules/", "/battles/", "/account/", "/campaigns/", "/help/")
)
def test_pages_outside_campaigns_ask_for_it(path, player, nobody):
    assert text_of(player.client.get(path)).count(ASKS) == 1
    assert ASKS not in text_of(nobody.get(path, follow=True))


def test_pages_of_a_campaign_ask_once(evening, player, stranger):
    Campaign.objects.filter(pk=evening.campaign.pk).update(public=True)
    here = f"/campaigns/{evening.campaign.pk}/"
    pages = [text_of(each.client.get(here)) for each in (player, stranger)]
    assert [(ASKS in page, f'hx-get="{here}next/"' in page) for page in pages] == [
        (False, True),
        (True, False),
    ]


def test_an_open_inbox_fetches_itself_only_when_its_tasks_have_changed(evening, player):
    page = text_of(player.client.get("/inbox/"))
    again = re.search(r'hx-get="(/inbox/\?was=\w+)" hx-trigger="inbox-time', page)[1]
    assert player.client.get(again).status_code == 204
    verbs.do(player.seat, CheckIn(verbs.round_of(player.seat).id, evening.fleet))
    assert "is checked in and waits for its game" in text_of(player.client.get(again))


def test_an_open_inbox_loads_itself_whole_once_somebody_else_has_signed_in(player, rival, organiser):
    page = text_of(player.client.get("/inbox/"))
    again = re.search(r'hx-get="(/inbox/\?was=\w+)"', page)[1]
    part = {"HX-Request": "true"}
    same = player.client.get(again, headers=part)
    assert (same.status_code, "HX-Refresh" in same) == (204, False)
    for other in (rival, organiser):
        answer = other.client.get(again, headers=part)
        assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
    assert "Signed in as" in text_of(rival.client.get(again))  # not asked by htmx: a page


def test_an_answered_night_comes_after_what_is_going_on(evening, player):
    verbs.do(
        evening.organiser,
        PlanNight(f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}:00+00:00", "Old Crown"),
    )
    verbs.do(player.seat, CheckIn(verbs.round_of(player.seat).id, evening.fleet))
    night = next(iter(verbs.state_of(player.seat).of(LeagueState).nights))
    verbs.do(player.seat, AnswerNight(night, "not"))
    told = [each.what for each in waiting_for(player.user)[1]]
    assert told[0].endswith("is checked in and waits for its game.")
    assert told[-1].endswith("you are not coming.")


def test_checking_in_is_acknowledged_by_name(evening, player):
    url = round_url(evening.campaign.pk, verbs.round_of(player.seat).id)
    answer = player.client.post(f"{url}check-in/", {"fleet": evening.fleet}, follow=True)
    assert "is checked in.<" in text_of(answer)


def test_an_open_inbox_leads_to_signing_in_once_the_session_is_over(nobody, db):
    answer = nobody.get("/inbox/?was=0123456789abcdef", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/accounts/login/?next=/inbox/")
    assert nobody.get("/inbox/")["Location"] == "/accounts/login/?next=/inbox/"
