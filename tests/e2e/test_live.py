"""live.js in a real browser: hears moves, sleeps while hidden, polls when it cannot stream."""

import time

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from league import limits
from league.models import Act, Campaign, Member
from league.rules.rounds import CheckOut
from league.services.undo import undo
from tests import verbs
from tests.e2e.hands import sign_in
from tests.places import fleet_url, round_url

LISTEN = """([campaign, seq]) => {
    document.body.dataset.moves = "";
    document.body.addEventListener("campaign-moved", (event) => {
        document.body.dataset.moves += `${event.detail.seq};`;
    });
    document.body.dataset.live = `/stream/${campaign}/`;
    document.body.dataset.liveHead = `/stream/${campaign}/head/`;
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


def test_a_page_that_gets_no_stream_because_there_are_too_many_polls(
    desktop: BrowserContext, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "STREAMS_PER_ADDRESS", 0)
    page = desktop.new_page()
    page.goto("/accounts/login/")
    with page.expect_response(f"**/stream/{campaign.pk}/") as refused:
        page.evaluate(LISTEN, [campaign.pk, 3])
    assert refused.value.status == 503
    expect(page.locator("body")).to_have_attribute("data-moves", "4;")


def test_a_live_part_misses_nothing_that_happens_while_it_is_fetched(desktop: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    path = round_url(running.campaign.pk, verbs.open_round(running.organiser))
    sign_in(desktop, people.visitor, site)
    page = desktop.new_page()
    page.goto(path)
    expect(page.locator("[data-live-state]")).to_have_text("Live")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        verbs.check_in(running.organiser, running.rival_fleet)
        time.sleep(1)  # the browser hears of it while it waits for the older answer
        route.fulfill(response=answer)

    page.route(f"**{path}", answer_late, times=1)
    verbs.check_in(running.organiser, running.fleet)
    expect(page.locator("section[aria-labelledby=here] li")).to_have_count(2)


def test_a_page_knows_what_happened_between_its_making_and_its_stream(desktop: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    path = f"/campaigns/{running.campaign.pk}/"
    sign_in(desktop, people.visitor, site)
    page = desktop.new_page()

    def open_the_round_first(route: Route) -> None:
        verbs.open_round(running.organiser)
        route.continue_()

    page.route(f"**/stream/{running.campaign.pk}/", open_the_round_first, times=1)
    page.goto(path)
    expect(page.get_by_role("link", name="To round 1")).to_be_visible()


def test_a_closed_round_says_so_in_every_open_browser(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    path = round_url(running.campaign.pk, verbs.open_round(running.organiser))
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(path)
    verbs.close_round(running.organiser)
    expect(page.get_by_text("This round is closed.")).to_be_visible()
    expect(page.get_by_role("button", name="Check Red Wing in")).to_have_count(0)


def test_a_hidden_page_asks_once_a_minute(desktop: BrowserContext, campaign: Campaign):
    page = listening(desktop, campaign, seq=4)
    page.clock.install()
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    move(campaign, 7)
    page.clock.run_for(55_000)
    expect(page.locator("body")).to_have_attribute("data-moves", "")
    page.clock.run_for(6_000)
    expect(page.locator("body")).to_have_attribute("data-moves", "7;")


def test_a_page_whose_round_was_undone_says_so_and_keeps_what_it_showed(
    phone: BrowserContext, site: str
) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    verbs.open_round(running.organiser)
    opened = Act.objects.latest("number").number
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(round_url(running.campaign.pk, verbs.round_of(running.organiser).id))
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    undo(running.campaign.pk, running.organiser, opened, "Opened too early.")
    expect(page.locator("#notices")).to_contain_text("This is no longer here")
    expect(page.get_by_role("heading", name="Nobody is here yet")).to_be_visible()
    expect(page.locator("#page-actions")).to_have_count(0)
    page.get_by_role("link", name="See what happened").click()
    expect(page.get_by_text("Opened too early.").first).to_be_visible()


def test_a_page_that_its_reader_may_no_longer_see_says_so(phone: BrowserContext, site: str) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(f"/campaigns/{running.campaign.pk}/rounds/")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    Member.objects.filter(pk=running.player.pk).update(active=False)
    verbs.open_round(running.organiser)
    expect(page.locator("#notices")).to_contain_text("You can no longer see this campaign.")
    page.get_by_role("link", name="To the inbox").click()
    expect(page.get_by_role("heading", name="Inbox", level=1)).to_be_visible()


def test_a_member_who_was_removed_from_a_public_campaign_keeps_the_page_without_a_line(
    phone: BrowserContext, site: str
) -> None:
    people = verbs.crew()
    running = verbs.league(people, public=True)
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(f"/campaigns/{running.campaign.pk}/rounds/")
    expect(page.locator("#next-line")).to_be_visible()
    Member.objects.filter(pk=running.player.pk).update(active=False)
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    verbs.open_round(running.organiser)
    expect(page.locator("#next-line")).to_have_count(0)
    expect(page.get_by_role("link", name="Round 1")).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()


def test_a_refusal_is_read_where_the_form_stands_in_a_live_part(phone: BrowserContext, site: str) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    path = round_url(running.campaign.pk, verbs.open_round(running.organiser))
    verbs.check_in(running.organiser, running.fleet)
    sign_in(phone, people.player, site)
    phone.route("**/stream/**", lambda route: route.abort())
    page = phone.new_page()
    page.goto(path)
    verbs.do(running.organiser, CheckOut(verbs.round_of(running.organiser).id, running.fleet))
    page.get_by_role("button", name="Check out Red Wing").click()
    expect(page.locator("#notices .refusal")).to_be_visible()


def test_the_head_of_a_fleet_s_page_follows(phone: BrowserContext, site: str) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(fleet_url(running.campaign.pk, running.fleet))
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    verbs.play(running)
    expect(page.locator(".kicker .tag")).to_have_text("Repairs")
    points = page.locator(".tile", has_text="Points in hand").locator(".tile-value")
    expect(page.locator(".page-header .sub")).to_contain_text(
        f"{points.inner_text().split()[0]} points in hand"
    )


def test_a_hidden_line_is_shown_once_the_page_is_no_place_of_a_task(phone: BrowserContext, site: str) -> None:
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.player, site)
    page = phone.new_page()
    page.goto(f"{fleet_url(running.campaign.pk, running.fleet)}build/")
    expect(page.locator("#next-line[data-waiting]")).to_have_count(1)
    expect(page.locator("#next-line")).to_be_hidden()
    verbs.open_round(running.organiser)
    expect(page.locator("#next-line")).to_contain_text("check Red Wing in")
    expect(page.locator("#next-line")).to_be_visible()
