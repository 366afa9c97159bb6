"""The page after the confirmation: what happened, where to go, the open seed, taking it all back."""

import json
import re

import pytest
from django.core.cache import caches

from league.kernel.decision import Actor
from league.kernel.refusal import Finding
from league.models import Act, Campaign
from league.rules.campaign import EndCampaign
from league.rules.rounds import CloseRound
from league.selectors.undoing import keeper_of
from league.selectors.waiting import waiting_for
from league.services.undo import standing
from missions.rules.game.draws import draw_squadrons, shuffle_pools
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES
from missions.rules.orders import VoidGame
from missions.views.verify import draw_data
from rosters.rules.desk.orders import CloseDesks
from tests import verbs
from tests.answers import queries
from tests.missions.tables import page
from tests.places import fleet_url, round_url


def confirming_act(table):
    return Act.objects.get(campaign=table.league.campaign, name="confirm_result", undone=False).number


def test_the_result_page_tells_the_events_in_sentences(finished, visitor):
    text = page(visitor, finished.url)
    assert ("What happened" in text, "is lost for good (KIA)" in text) == (True, True)


def test_each_player_is_led_to_the_own_desk(finished):
    game = finished.game
    for person, side in ((finished.active, "active"), (finished.opposing, "opposing")):
        desk = f"{fleet_url(finished.league.campaign.pk, game.fleet_of(side))}desk/"
        assert f'<a class="btn btn-primary" href="{desk}">' in page(person, finished.url)


def test_nobody_is_led_to_a_post_game_phase_that_is_closed(finished):
    fleet = finished.game.fleet_of("active")
    verbs.do(finished.organiser.seat, CloseDesks((fleet,)))
    text = page(finished.active, finished.url)
    assert f"{fleet_url(finished.league.campaign.pk, fleet)}desk/" not in text
    assert "Fleet page of" in text and "Repairs of" in page(finished.organiser, finished.url)


def test_the_line_of_the_next_move_stands_where_the_page_does_not_ask_itself(finished, visitor):
    def line(person):
        return "What waits for me?" in page(person, finished.url)

    assert (line(finished.active), line(visitor)) == (False, True)
    verbs.do(finished.organiser.seat, CloseDesks((finished.game.fleet_of("active"),)))
    assert (line(finished.active), line(finished.opposing)) == (True, False)


def test_an_onlooker_is_led_to_the_fleets(finished, visitor):
    text = page(visitor, finished.url)
    assert ("desk/" in text.split("Next steps")[1].split("</section>")[0], "btn-primary" in text) == (
        False,
        False,
    )


def test_only_organisers_are_offered_to_undo_the_game(finished):
    address = f"/campaigns/{finished.league.campaign.pk}/timeline/{confirming_act(finished)}/undo/"
    assert address in page(finished.organiser, finished.url)
    assert address not in page(finished.active, finished.url)


def test_undoing_the_game_brings_back_the_report_to_confirm(finished):
    before = [verbs.fleet_of(finished.organiser.seat, finished.game.fleet_of(side)) for side in SIDES]
    address = f"/campaigns/{finished.league.campaign.pk}/timeline/{confirming_act(finished)}/undo/"
    assert finished.organiser.client.post(address, {"reason": "Wrong game."}).status_code == 302
    assert finished.game.step == "confirm"
    assert "Effects of confirming" in page(finished.organiser, finished.url)
    name = finished.organiser.seat.name
    told = rf"{name} undid the confirmed\s+result\. Reason: Wrong game\."
    assert re.search(told, page(finished.active, finished.url))
    assert re.search(told.replace(name, "You"), page(finished.organiser, finished.url))
    (waits,) = [each.what for each in waiting_for(finished.active.user)[1] if "undid" in each.what]
    assert waits.startswith(f"{name} undid the result. ")
    own = f"{fleet_url(finished.league.campaign.pk, finished.game.active)}desk/"
    text = page(finished.active, own)
    assert re.search(rf"{name} undid the result that had opened these\s+repairs\. Reason: Wrong game\.", text)
    verbs.confirm(finished.organiser.seat, finished.number)
    assert "undid" not in page(finished.active, own)
    after = [verbs.fleet_of(finished.organiser.seat, finished.game.fleet_of(side)) for side in SIDES]
    assert [(each.points, each.ships) for each in after] == [(each.points, each.ships) for each in before]


def test_entries_that_depend_on_the_game_are_listed_before_it_can_be_undone(finished):
    verbs.close_desk(finished.organiser.seat, finished.game.active, accept_elimination=True)
    address = f"/campaigns/{finished.league.campaign.pk}/timeline/{confirming_act(finished)}/undo/"
    text = page(finished.organiser, address)
    latest = Act.objects.filter(campaign=finished.league.campaign).order_by("-number")[0]
    assert "This happened later and stands on it" in text
    assert f'id="act-{latest.number}"' in text


def test_the_next_round_does_not_come_before_an_undone_result_of_a_closed_one(finished):
    for side in SIDES:
        verbs.close_desk(finished.organiser.seat, finished.game.fleet_of(side), accept_elimination=True)
    verbs.do(finished.organiser.seat, CloseRound(verbs.round_of(finished.organiser.seat).id))
    overview, act = f"/campaigns/{finished.league.campaign.pk}/", confirming_act(finished)
    kinds = [next_round_button(page(finished.organiser, overview))]
    along = [each.act for each in standing(finished.league.campaign.pk, act)]
    address = f"{overview}timeline/{act}/undo/"
    assert re.search(r"round\s+1 stays closed", page(finished.organiser, address))
    answer = finished.organiser.client.post(address, {"reason": "Wrong game.", "along": along})
    kinds.append(next_round_button(page(finished.organiser, overview)))
    assert (answer.status_code, kinds) == (302, ["primary", "secondary"])
    first = waiting_for(finished.organiser.user)[1][0]
    assert re.match(r"You undid the result\. .* against .* waits for its players\.", first.what)
    here = round_url(finished.league.campaign.pk, finished.game.round)
    assert "This round is closed, but a game of it has no result." in page(finished.organiser, here)


def next_round_button(text: str) -> str:
    """The kind of the button that opens the next round in the page's bar."""
    (form,) = [each for each in text.split("<form")[1:] if "Open the next round</button>" in each]
    return re.search(r"btn-(primary|secondary)", form)[1]


def next_game(table) -> None:
    """Both fleets meet again, and one of them seals its draw."""
    for side in SIDES:
        verbs.close_desk(table.organiser.seat, table.game.fleet_of(side), accept_elimination=True)
    verbs.do(table.organiser.seat, CloseRound(verbs.round_of(table.organiser.seat).id))
    verbs.press_ready(table.organiser.seat, verbs.pair(table.league), "active")


@pytest.mark.rule("CR-101")
def test_a_result_that_a_later_draw_keeps_says_so_before_the_click(finished):
    act = confirming_act(finished)
    assert "Undo the result" in page(finished.organiser, finished.url)
    next_game(finished)
    text = page(finished.organiser, finished.url)
    assert "The result cannot be undone any more" in text
    assert text.count("/override/") == 2
    assert "gone on to another game, and a draw cannot be unseen." in text
    assert "Undo the result" not in text
    actor = Actor(finished.organiser.seat.number, "organiser")
    keeper = keeper_of(Campaign.objects.get(pk=finished.league.campaign.pk), act, actor)
    assert f"timeline/?before={keeper.number + 1}#act-{keeper.number}" in text
    assert keeper.number in [each.act for each in standing(finished.league.campaign.pk, act)]
    caches["seasons"].clear()
    assert queries(finished.organiser.client, finished.url) <= 12
    assert "cannot be undone any more" not in page(finished.active, finished.url)


def test_a_result_of_an_ended_campaign_leads_to_its_reopening(finished):
    for side in SIDES:
        verbs.close_desk(finished.organiser.seat, finished.game.fleet_of(side), accept_elimination=True)
    if Campaign.objects.get(pk=finished.league.campaign.pk).phase != "ended":
        verbs.do(finished.organiser.seat, EndCampaign())
    text = page(finished.organiser, finished.url)
    assert ("Reopen the campaign" in text, "Undo the result" in text) == (True, False)


@pytest.mark.rule("CR-079")
def test_the_verify_page_holds_all_that_a_browser_needs(finished, visitor):
    text = page(visitor, finished.verify_url)
    raw = text.split('<script id="verify-data" type="application/json">')[1].split("</script>")[0]
    data = json.loads(raw)
    pools = {
        side: {card: data["types"].get(f"{side}:{card}", "standard") for card in data["pools"][side]}
        for side in SIDES
    }
    decks = shuffle_pools(bytes.fromhex(data["seed"]), data["nonces"], pools)
    drawn = draw_squadrons(decks, pools)
    assert list(drawn.order) == data["order"]


@pytest.mark.rule("CR-079")
def test_before_that_the_verify_page_says_when(table, visitor):
    assert "Nothing is sealed yet." in page(visitor, table.verify_url)
    table.press(table.active, "ready", side="active")
    text = page(visitor, table.verify_url)
    assert "The secret is still sealed." in text
    assert (table.game.draw.commitment in text, "verify-data" in text) == (True, False)


def test_there_is_nothing_to_recompute_while_something_is_sealed(drawn):
    assert draw_data(view_for(drawn.game, "public"), "/") is None


def test_a_game_called_off_before_the_draw_shows_its_seed_but_no_draw(table):
    table.press(table.active, "ready", side="active")
    table.press(table.organiser, "void", reason="Illness.")
    text = page(table.active, table.verify_url)
    assert (table.game.draw.seed in text, "nothing to recompute" in text) == (True, True)


def test_anybody_can_type_in_a_draw(nobody):
    text = page(nobody, "/verify/")
    assert text.count("<select") == 18
    assert "js/verify/steps.js" in text


def test_a_game_that_was_called_off_leads_back_to_its_round(drawn):
    verbs.do(drawn.organiser.seat, VoidGame(drawn.number, "Power cut."))
    text = page(drawn.active, drawn.url)
    where = round_url(drawn.league.campaign.pk, drawn.game.round)
    assert (f'<a class="btn btn-primary" href="{where}">' in text, "Reason: Power cut." in text) == (
        True,
        True,
    )


@pytest.mark.rule("CR-039")
def test_a_name_that_a_mate_has_taken_stands_where_undo_would_be(finished, monkeypatch):
    held = Finding("taken", "Red Wing: Blue Wing holds Luke Skywalker.", "CR-039")
    monkeypatch.setattr("missions.views.game.page.clash_of", lambda campaign, act: held)
    text = page(finished.organiser, finished.url)
    assert (held.message in text, "Undo the result" in text) == (True, False)
