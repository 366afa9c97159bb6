"""live.js in a real browser: hears moves, sleeps while hidden, polls when it cannot stream."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Campaign

LISTEN = """([campaign, seq]) => {
    document.body.dataset.moves = "";
    document.body.addEventListener("campaign-moved", (event) => {
        document.body.dataset.moves += `${event.detail.seq};`;
    });
    document.body.dataset.liveCampaign = campaign;
    document.body.dataset.liveSeq = seq;
    const script = document.createElement("script");
    script.src = "/static/js/live.js";
    document.head.append(script);
}"""


@pytest.fixture
def campaign() -> Campaign:
    return Campaign.objects.create(name="Rim watch", public=True, head_seq=4)


def move(campaign: Campaign, seq: int) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(head_seq=seq)


def listening(context: BrowserContext, campaign: Campaign, seq: int) -> Page:
    page = context.new_page()
    page.goto("/accounts/login/")
    with page.expect_response(f"**/stream/{campaign.pk}/"):
        page.evaluate(LISTEN, [campaign.pk, seq])
    return page


def test_a_page_hears_that_its_campaign_moved(desktop: BrowserContext, campaign: Campaign):
    page = listening(desktop, campaign, seq=4)
    move(campaign, 5)
    expect(page.locator("body")).to_have_attribute("data-moves", "5;")


def test_a_page_older_than_the_campaign_hears_so_at_once(phone: BrowserContext, campaign: Campaign):
    page = listening(phone, campaign, seq=2)
    expect(page.locator("body")).to_have_attribute("data-moves", "4;")


def test_a_hidden_page_hears_on_return_what_it_missed(desktop: BrowserContext, campaign: Campaign):
    page = listening(desktop, campaign, seq=4)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    move(campaign, 7)
    page.wait_for_timeout(400)
    expect(page.locator("body")).to_have_attribute("data-moves", "")
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
    expect(page.locator("body")).to_have_attribute("data-moves", "7;")


def test_a_page_that_cannot_stream_polls(desktop: BrowserContext, campaign: Campaign):
    desktop.route(f"**/stream/{campaign.pk}/", lambda route: route.abort())
    page = desktop.new_page()
    page.goto("/accounts/login/")
    page.evaluate(LISTEN, [campaign.pk, 3])
    expect(page.locator("body")).to_have_attribute("data-moves", "4;")
