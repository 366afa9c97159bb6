"""The number on the inbox: on every page, for everybody who is signed in."""

import pytest

from league.models import Campaign
from tests import verbs
from tests.answers import queries, text_of

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
