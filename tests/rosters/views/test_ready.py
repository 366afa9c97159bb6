"""*Ready to start*: a word of the builder that organisers read before the start."""

from __future__ import annotations

import re

import pytest

from league.models import Campaign
from rosters.selectors.waiting import WORTH_SPENDING
from tests import verbs
from tests.answers import queries
from tests.people import Person
from tests.rosters.views.work_pages import ROOKIE, WorkPages


@pytest.fixture
def legal(bench: WorkPages) -> WorkPages:
    """The draft with a legal squadron of three X-wings."""
    for _ in range(3):
        bench.done("buy_ship", card=ROOKIE, squadron=2)
    return bench


def start_page(campaign: int, organiser: Person) -> str:
    answer = organiser.client.get(f"/campaigns/{campaign}/start/")
    return " ".join(answer.content.decode().split())


def test_the_organiser_reads_who_is_ready_until_the_roster_changes(legal: WorkPages, organiser: Person):
    campaign = Campaign.objects.get().pk
    text = start_page(campaign, organiser)
    assert ("Still building: Red Wing." in text, "You may start anyway" in text) == (True, False)
    legal.done("say_ready", ready="yes")
    assert "tag-good" in start_page(campaign, organiser)
    assert "Not ready yet" in legal.text()
    assert '<span class="tag">Ready to start</span>' in legal.person.client.get(legal.base).content.decode()
    legal.done("buy_ship", card=ROOKIE, squadron=2)
    assert last_action(legal.text()).startswith("Ready, ")
    assert "tag-good" not in start_page(campaign, organiser)


def test_the_start_asks_once_and_names_whom_it_locks_early(
    legal: WorkPages, rival: Person, organiser: Person
):
    text = start_page(Campaign.objects.get().pk, organiser)
    asked = re.search(r'data-confirm="([^"]*)"', text)
    assert asked is not None
    assert asked[1] == (
        "Lock 1 fleet and start the campaign? Afterwards nothing can be given back. "
        f"Still building: Red Wing. Without a fleet: {rival.seat.name}."
    )
    assert "data-after" not in text  # One fleet cannot start.
    verbs.muster(rival.seat, "Iron Fist", "imperial")
    assert text.index("Will be locked") < text.index('id="read-to"')
    assert 'data-after="read-to"' in start_page(Campaign.objects.get().pk, organiser)


def test_organisers_see_who_is_legal_and_who_is_ready_in_the_lists_of_fleets(
    legal: WorkPages, organiser: Person, rival: Person
):
    verbs.found_fleet(rival.seat, "Grey Talons", "scum")
    legal.done("say_ready", ready="yes")
    home = f"/campaigns/{Campaign.objects.get().pk}/"
    for address in (home, f"{home}fleets/"):
        text = " ".join(organiser.client.get(address).content.decode().split())
        found = re.findall(r'data-label="Legal">(.*?)</td> <td data-label="Ready">(.*?)</td>', text)
        assert [("Yes" in yes, re.sub("<[^>]+>", "", ready)) for yes, ready in sorted(found)] in (
            [(False, "Still building"), (True, "Ready")],
            [(True, "Ready"), (False, "Still building")],
        )
        assert 'data-label="Legal"' not in rival.client.get(address).content.decode()
        assert queries(organiser.client, address) <= 12


def test_a_purchase_that_takes_the_word_back_shows_the_page_anew(legal: WorkPages):
    legal.done("say_ready", ready="yes")
    answer = legal.post("buy_ship", htmx=True, card=ROOKIE, squadron=2)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, legal.url)
    assert "Red Wing is no longer marked as ready." in legal.text()


def test_a_draft_with_faults_stays_unready_with_the_reasons(bench: WorkPages):
    answer = bench.post("say_ready", ready="yes")
    assert answer.status_code == 409
    assert "STANDARD is 60 to 120" in answer.content.decode()


def last_action(text: str) -> str:
    """The words of the last button or link among the actions of the page."""
    actions = text.split('id="page-actions"')[1].split("</div>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", actions.split("btn-")[-1].split(">", 1)[1]).split())


def test_the_builder_leads_to_the_next_step_and_offers_the_word_once_it_can_be_given(player: Person):
    bench = WorkPages(player, verbs.found_fleet(player.seat, "Red Wing", "rebel", "hearts"))
    assert last_action(bench.text()) == "Add squadron 2"
    verbs.form_squadron(player.seat, bench.fleet, 2)
    assert last_action(bench.text()) == "Ship for squadron 2"
    for count in range(1, 4):
        answer = bench.post("buy_ship", htmx=True, card=ROOKIE, squadron=2).content.decode()
        assert last_action(answer) == (
            f"Ready, {bench.state.points} FP left" if count == 3 else "Ship for squadron 2"
        )
    for _ in range(3):
        bench.done("buy_ship", card=ROOKIE, squadron=2)
    text = bench.text()
    assert last_action(text) == "1 problem to fix"
    assert 'href="#sq2"' in text.split('id="page-actions"')[1].split("</div>")[0]


def test_points_left_are_named_before_and_after_the_word(legal: WorkPages, rival: Person, organiser: Person):
    campaign = Campaign.objects.get().pk
    left = legal.state.points
    assert f"{left} FP</strong>" in start_page(campaign, organiser)
    assert f"Without a fleet so far: {rival.seat.name}." in start_page(campaign, organiser)
    legal.done("say_ready", ready="yes")
    assert f"<strong>{left} FP are unspent.</strong>" in legal.text()
    while legal.state.points >= WORTH_SPENDING:
        verbs.buy_ship(legal.person.seat, legal.fleet, ROOKIE)
    assert "Points left" in start_page(campaign, organiser)
    assert " FP</strong>" not in start_page(campaign, organiser)
    assert last_action(legal.text()) == "Ready to start"
    legal.done("say_ready", ready="yes")
    text = legal.text()
    assert "Red Wing is ready. The organisers start the campaign" in text
    assert "are unspent" not in text


def test_the_inbox_says_what_is_left_to_do(legal: WorkPages):
    assert "then say that it is ready." in legal.person.client.get("/inbox/").content.decode()
    while legal.state.points >= WORTH_SPENDING:
        verbs.buy_ship(legal.person.seat, legal.fleet, ROOKIE)
    for page in ("/inbox/", f"/campaigns/{Campaign.objects.get().pk}/next/"):
        forms = legal.person.client.get(page).content.decode().split(f'action="{legal.url}"')[1:]
        assert len(forms) == 1, page
        fields = dict(re.findall(r'name="(\w+)"\s+value="(\w+)"', forms[0].split("</form>")[0]))
        assert (fields["do"], fields["ready"]) == ("say_ready", "yes")
    legal.done(fields["do"], ready=fields["ready"])
    assert "is ready and waits for the start" in legal.person.client.get("/inbox/").content.decode()


def test_a_draft_that_the_start_left_out_is_not_called_ready(legal: WorkPages):
    legal.done("say_ready", ready="yes")
    Campaign.objects.update(phase="running")
    pages = legal.text(), legal.person.client.get(legal.base).content.decode()
    assert ["Ready to start" in each for each in pages] == [False, False]
    assert "Lock the roster" in pages[0] and "waits for the start" not in pages[0]


def test_in_a_running_campaign_a_roster_is_locked_instead(running: verbs.League, player: Person):
    work = WorkPages(player, running.fleet)
    assert work.post("say_ready", ready="yes").status_code == 409


def test_a_builder_that_is_open_after_the_start_leads_to_the_roster_as_it_is(
    running: verbs.League, player: Person
):
    work = WorkPages(player, running.fleet)
    headers = {"HX-Request": "true", "referer": f"http://testserver{work.url}"}
    answer = player.client.post(work.url, {"do": "buy_ship", "card": ROOKIE, "squadron": 2}, headers=headers)
    link = f'href="http://testserver{work.url}">Show it as it is now</a>'
    assert (answer.status_code, link in answer.content.decode()) == (409, True)


def test_an_import_and_a_plan_that_take_the_word_back_say_so(legal: WorkPages):
    legal.done("say_ready", ready="yes")
    text = '{"faction": "rebel", "pilots": [{"name": "rookiepilot", "ship": "xwing"}]}'
    legal.person.client.post(f"{legal.url}import/", {"text": text, "step": "buy"})
    assert "1 ship bought into the inventory. Red Wing is no longer marked as ready." in legal.text()
    legal.done("say_ready", ready="yes")
    for do in ("buy_ship", "take_plan"):
        legal.person.client.post(f"{legal.base}plan/", {"do": do, "card": ROOKIE, "squadron": "inventory"})
    assert "You can undo them one by one. Red Wing is no longer marked as ready." in legal.text()
