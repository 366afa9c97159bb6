"""The timeline in sentences; undoing and redoing from it."""

import re

import pytest
from django.utils.html import strip_tags

from league.kernel.refusal import NotYours
from league.models import Act
from league.rules.campaign import EndCampaign
from league.selectors.sought import Sought
from league.selectors.timeline import timeline
from league.services import campaigns as services
from league.services.undo import redo as redo_again
from rosters.rules.orders import AdjustPoints, RenameFleet
from tests import verbs
from tests.answers import text_of
from tests.places import fleet_url, game_url, round_url


def timeline_of(running) -> str:
    return f"/campaigns/{running.campaign.pk}/timeline/"


def last_act(running, name: str) -> int:
    return Act.objects.filter(campaign=running.campaign, name=name).latest("number").number


def test_names_stand_in_the_sentences_with_links(running, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    page = text_of(organiser.client.get(timeline_of(running)))
    assert f'<a href="{fleet_url(running.campaign.pk, running.fleet)}">Red Wing</a> checked in.' in page


def test_rules_are_linked_to_our_wording(running, organiser):
    verbs.pair(running)
    page = text_of(organiser.client.get(timeline_of(running)))
    assert '<a class="rule" href="/rules/rounds/#CR-052">CR-052</a>' in page


def test_no_mark_is_left_unfilled_after_a_whole_game(running, visitor):
    verbs.play(running)
    address, pages = timeline_of(running), ""
    while address:
        page = text_of(visitor.client.get(address))
        pages += page
        older = re.search(r"[?]before=\d+", page)
        address = timeline_of(running) + older[0] if older else ""
    assert "Iron Fist and Red Wing drew, 0 to 0." in pages
    assert not re.search(r"\{\w+:\d+\}", pages)


def test_no_number_stands_for_a_game_or_a_side(running, visitor):
    number = verbs.play(running)
    seed = verbs.game_of(running.player, number).draw.seed
    pages = [text_of(visitor.client.get(f"{timeline_of(running)}{query}")) for query in ("", "?before=60")]
    shown = strip_tags("".join(re.findall(r'<ol class="timeline">.*?<nav class="pager"', "".join(pages))))
    assert not re.search(r"\bgame \d|(active|opposing) side|[0-9a-f]{12}", shown, re.IGNORECASE)
    assert "The draw is sealed: when the game is over, everybody can verify it." in shown
    assert seed not in "".join(pages)


def test_typed_text_is_escaped(running, organiser, player):
    verbs.pair(running)
    address = f"{round_url(running.campaign.pk, verbs.round_of(running.organiser).id)}games/1/cancel/"
    organiser.client.post(address, {"reason": "<b>no</b> {member:1} table"})
    page = text_of(player.client.get(timeline_of(running)))
    assert "&lt;b&gt;no&lt;/b&gt;" in page
    assert "<b>no</b>" not in page


def test_pages_run_from_newest_to_oldest_without_gaps(running, organiser):
    first = text_of(organiser.client.get(timeline_of(running)))
    before = first.split("?before=")[1].split('"')[0]
    second = text_of(organiser.client.get(f"{timeline_of(running)}?before={before}"))
    acts = [int(each.split('"')[0]) for page in (first, second) for each in page.split('id="act-')[1:]]
    logged = Act.objects.filter(campaign=running.campaign).order_by("-number")
    assert acts == list(logged.values_list("number", flat=True)[: len(acts)])
    assert len(acts) > 30


def test_the_timeline_of_one_fleet_leaves_the_others_out(running, organiser):
    page = text_of(organiser.client.get(f"{timeline_of(running)}?fleet={running.fleet}"))
    assert "Log of Red Wing" in page
    assert "Avenger Squadron Pilot" not in page


@pytest.mark.parametrize(
    "query",
    ["before=x", "before=-1", "before=9999999999999999", "fleet=x", "fleet=99999", "person=99999"]
    + ["round=9", "round=first", "game=9", "game=-1", "kind=purchases", "fleet=&kind=purchases"],
)
def test_a_query_that_makes_no_sense_is_not_found(running, organiser, query):
    answer = organiser.client.get(f"{timeline_of(running)}?{query}")
    assert (answer.status_code, "There is nothing at this address" in text_of(answer)) == (404, True)


def told(answer) -> list[str]:
    """The text of each entry."""
    entries = re.findall(r'<li[^>]* id="act-.*?</li>', text_of(answer), re.DOTALL)
    return [strip_tags(each) for each in entries]


def acts_of(answer) -> list[int]:
    """The number of each entry's act."""
    return [int(each) for each in re.findall(r'id="act-(\d+)"', text_of(answer))]


def options(answer, name: str) -> list[str]:
    """The choices of a list, the chosen one with a star."""
    (select,) = re.findall(rf'<select[^>]* name="{name}">(.*?)</select>', text_of(answer), re.DOTALL)
    found = re.findall(r"<option[^>]*?( selected)?>(.*?)</option>", select)
    return [f"{text}{'*' if chosen else ''}" for chosen, text in found]


@pytest.fixture
def long_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of what was sought shows a whole game."""
    monkeypatch.setattr("league.selectors.timeline.SOUGHT_PAGE", 30)


def test_choices_combine(running, player, long_pages):
    game = verbs.play(running)
    chosen = f"fleet={running.fleet}&person={running.player.number}&kind=games"
    answer = player.client.get(f"{timeline_of(running)}?{chosen}&round=1")
    assert told(answer) and all("Paul" in each for each in told(answer))
    assert options(answer, "fleet") == ["All fleets", "Iron Fist", "Red Wing*"]
    assert options(answer, "round") == ["All rounds", "Round 1*"]
    assert options(answer, "game") == ["All of the round", "Iron Fist against Red Wing"]
    page = text_of(answer)
    assert "<title>Log of Red Wing · " in page
    assert "Filter: Red Wing, Paul, Round 1, Games and reports" in page
    here = f"{timeline_of(running)}?fleet={running.fleet}&amp;person={running.player.number}&amp;"
    assert f'hx-get="{here}round=1&amp;kind=games"' in page
    assert verbs.game_of(running.player, game).step == "done"


def test_paging_keeps_the_choices_and_leaves_nothing_out(running, organiser):
    part = organiser.client.get(f"{timeline_of(running)}?kind=rosters")
    pages = [acts_of(part)]
    while ways := re.findall(r'rel="next" href="([^"]*)"', text_of(part)):
        (way,) = ways
        assert re.fullmatch(r"\?kind=rosters&amp;before=\d+", way)
        part = organiser.client.get(timeline_of(running) + way.replace("&amp;", "&"))
        assert f'href="{timeline_of(running)}?kind=rosters"' in text_of(part)
        pages.append(acts_of(part))
    sought = Sought(kind="rosters")
    whole = timeline(running.campaign.pk, sought=sought, limit=1000).entries
    assert [each for page in pages for each in page] == [each.act.number for each in whole]
    assert [len(page) for page in pages[:-1]] == [10] * (len(pages) - 1) != []


def test_the_lines_of_a_report_fold_into_one_row_with_a_way_to_undo_each(running, organiser, long_pages):
    verbs.play(running)
    page = text_of(organiser.client.get(f"{timeline_of(running)}?game=1&kind=games"))
    (fold,) = re.findall(r"<li><details.*?</details>", page)
    lines = Act.objects.filter(campaign=running.campaign, name="save_report_line")
    numbers = [str(each) for each in lines.order_by("-number").values_list("number", flat=True)]
    assert f"<summary>{len(numbers)} lines of the report of Iron Fist against Red Wing</summary>" in fold
    assert re.findall(r'id="act-(\d+)"', fold) == numbers


def test_the_log_of_a_game_is_reached_from_its_page(running, player, long_pages):
    game = verbs.play(running)
    here = f"{timeline_of(running)}?game=1"
    assert f'href="{here}"' in text_of(player.client.get(game_url(running.campaign.pk, game)))
    answer = player.client.get(here)
    assert "<title>Log of Iron Fist against Red Wing · " in text_of(answer)
    assert options(answer, "round") == ["All rounds", "Round 1*"]
    assert any("chose" in each for each in told(answer)) and not any(
        "checked in" in each for each in told(answer)
    )
    for others in ("&round=", "&round=friendly"):
        answer = player.client.get(here + others, headers={"HX-Request": "true"})
        assert "Iron Fist against Red Wing" not in "".join(re.findall("<title>.*</title>", text_of(answer)))


def test_a_choice_leads_to_an_address_that_can_be_copied(running, player):
    fields = f"?fleet={running.fleet}&person=&round=&kind=rosters"
    here = f"{timeline_of(running)}?fleet={running.fleet}&kind=rosters"
    assert player.client.get(timeline_of(running) + fields).url == here
    by_script = {"HX-Request": "true", "HX-Trigger": "log-filter"}
    answer = player.client.get(timeline_of(running) + fields, headers=by_script)
    assert (answer.status_code, answer["HX-Push-Url"]) == (200, here)
    assert "HX-Push-Url" not in player.client.get(
        here, headers={"HX-Request": "true", "HX-Trigger": "live-part"}
    )
    empty = player.client.get(f"{timeline_of(running)}?round=friendly")
    assert "No entry fits all of this" in text_of(empty)


def test_an_act_is_undone_with_a_reason_and_done_again(running, organiser, player):
    verbs.open_round(running.organiser)
    number = last_act(running, "open_round")
    organiser.client.post(f"{timeline_of(running)}{number}/undo/", {"reason": "Wrong evening"})
    page = text_of(player.client.get(timeline_of(running)))
    assert "Undone: Wrong evening" in page
    assert page.count("<del>") == 1
    organiser.client.post(f"{timeline_of(running)}{number}/redo/")
    assert verbs.round_of(running.organiser).number == 1
    assert "<del>" not in text_of(player.client.get(timeline_of(running)))


def test_an_undoing_names_what_was_undone_and_no_number(running, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    number = last_act(running, "check_in")
    organiser.client.post(f"{timeline_of(running)}{number}/undo/", {"reason": "Oops"})
    page = text_of(organiser.client.get(timeline_of(running)))
    assert f'#act-{number}">“' in page and "checked in”</a> (<time" in page
    assert not re.search(rf"entry {number}\b", page, re.IGNORECASE)


def test_entries_that_depend_on_an_act_are_listed_without_ways_elsewhere(running, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    number, later = last_act(running, "open_round"), last_act(running, "check_in")
    page = text_of(organiser.client.get(f"{timeline_of(running)}{number}/undo/"))
    assert ("<h1>Undo “Round 1 opened”?</h1>" in page, f'id="act-{later}"' in page) == (True, True)
    assert not re.search(r"timeline/\d+/(un|re)do/", page.replace(f"timeline/{number}/undo/", ""))
    for shown in ([], [later + 7], ["x"]):
        fields = {"reason": "Oops", "along": shown}
        answer = organiser.client.post(f"{timeline_of(running)}{number}/undo/", fields)
        assert answer.status_code in (409, 422)
    assert verbs.round_of(running.organiser).present == [running.fleet]


def test_an_undoing_leads_back_to_the_page_it_began_on(running, organiser):
    verbs.open_round(running.organiser)
    undo = f"{timeline_of(running)}{last_act(running, 'open_round')}/undo/"
    here = f"/campaigns/{running.campaign.pk}/schedule/"
    page = text_of(organiser.client.get(undo, HTTP_REFERER=f"http://testserver{here}"))
    assert f'name="back" value="{here}"' in page
    for foreign in ("https://elsewhere.example/", "//elsewhere.example/", f"{here}../../../../admin/", undo):
        page = text_of(organiser.client.get(undo, HTTP_REFERER=foreign))
        assert f'name="back" value="{timeline_of(running)}"' in page
        answer = organiser.client.post(undo, {"reason": "", "back": foreign})
        assert f'name="back" value="{timeline_of(running)}"' in text_of(answer)
    assert organiser.client.post(undo, {"reason": "Oops", "back": here}).url == here


def test_entries_that_were_undone_together_count_again_together(running, organiser, player):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    number, later = last_act(running, "open_round"), last_act(running, "check_in")
    fields = {"reason": "Wrong evening", "along": [later]}
    organiser.client.post(f"{timeline_of(running)}{number}/undo/", fields)
    undoing = last_act(running, "undo")
    page = text_of(organiser.client.get(timeline_of(running)))
    assert re.findall(r"timeline/(\d+)/redo/", page) == [str(undoing)]
    assert (page.count("Undone with 1 other entry</a>: Wrong evening."), "Redo these 2" in page) == (2, True)
    overview = text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/"))
    way = f'href="{timeline_of(running)}?before={undoing + 1}#act-{undoing}">Undone with'
    assert (page.count(way), overview.count(way)) == (2, 2)
    alone = text_of(organiser.client.get(f"{timeline_of(running)}{later}/redo/"))
    assert ("It cannot count again now" in alone, f"timeline/{undoing}/redo/" in alone) == (True, True)
    redo = f"{timeline_of(running)}{undoing}/redo/"
    undo = f"{timeline_of(running)}{undoing}/undo/"
    assert (organiser.client.get(undo).url, organiser.client.post(undo, {"reason": "x"}).url) == (redo, redo)
    assert "Let these 2 entries count again?" in text_of(organiser.client.get(redo))
    assert (player.client.get(redo).status_code, player.client.post(redo).status_code) == (403, 403)
    assert organiser.client.post(redo, {"along": [later]}).status_code == 409
    answer = organiser.client.post(redo, {"along": [number, later]}, follow=True)
    page = text_of(answer)
    assert ("2 entries count again." in page, "<del>" in page, "/redo/" in page) == (True, False, False)
    assert verbs.round_of(running.organiser).present == [running.fleet]
    assert organiser.client.get(redo).status_code == 409


def test_an_act_is_undone_with_all_that_stands_on_it_for_one_reason(running, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    number, later = last_act(running, "open_round"), last_act(running, "check_in")
    address = f"{timeline_of(running)}{number}/undo/"
    page = text_of(organiser.client.get(address))
    assert ("Undo these 2" in page, f'name="along" value="{later}"' in page) == (True, True)
    assert organiser.client.post(address, {"reason": "", "along": [later]}).status_code == 422
    answer = organiser.client.post(address, {"reason": "Wrong evening", "along": [later]}, follow=True)
    page = text_of(answer)
    assert ("2 entries are undone." in page, page.count("<del>")) == (True, 2)


@pytest.mark.rule("CR-152")
def test_the_timeline_of_an_ended_campaign_offers_nothing_that_is_refused(running, organiser):
    verbs.do(running.organiser, AdjustPoints(running.fleet, 5, "Painted"))
    address = f"{timeline_of(running)}{last_act(running, 'adjust_points')}/undo/"
    assert address in text_of(organiser.client.get(timeline_of(running)))
    verbs.do(running.organiser, EndCampaign())
    page = text_of(organiser.client.get(timeline_of(running)))
    assert (address in page, "reopen the campaign" in page) == (False, True)
    answer = organiser.client.get(address)
    assert (answer.status_code, "The campaign has ended" in text_of(answer)) == (409, True)


def test_a_redoing_that_a_later_entry_stands_on_says_so_beforehand(running, organiser):
    verbs.open_round(running.organiser)
    verbs.check_in(running.organiser, running.fleet)
    number, later = last_act(running, "open_round"), last_act(running, "check_in")
    fields = {"reason": "Wrong evening", "along": [later]}
    organiser.client.post(f"{timeline_of(running)}{number}/undo/", fields)
    verbs.open_round(running.organiser)
    undoing, again = last_act(running, "undo"), last_act(running, "open_round")
    redo = f"{timeline_of(running)}{undoing}/redo/"
    page = text_of(organiser.client.get(redo))
    assert ("They cannot count again now" in page, f"{again}/undo/?then={undoing}" in page) == (True, True)
    assert organiser.client.post(redo, {"along": [number, later]}).status_code == 409
    first = f"{timeline_of(running)}{again}/undo/?then={undoing}"
    assert organiser.client.post(first, {"reason": "Once is enough"}).url == redo


def test_of_what_a_draw_stands_on_is_said_that_it_stays(running, organiser):
    game = verbs.pair(running)
    verbs.press_ready(running.player, game, verbs.game_of(running.player, game).side_of(running.fleet))
    page = text_of(
        organiser.client.get(f"{timeline_of(running)}{last_act(running, 'choose_opponent')}/undo/")
    )
    assert ("Cannot be undone any more" in page, "Undo these" in page) == (True, False)
    assert not re.search(r"timeline/\d+/undo/\"", page)


def test_a_player_undoes_the_own_check_in_only(running, player, rival):
    verbs.open_round(running.organiser)
    verbs.check_in(player.seat, running.fleet)
    address = f"{timeline_of(running)}{last_act(running, 'check_in')}/undo/"
    assert address in text_of(player.client.get(timeline_of(running)))
    assert address not in text_of(rival.client.get(timeline_of(running)))
    assert rival.client.post(address, {"reason": ""}).status_code == 403
    player.client.post(address, {"reason": ""})
    assert verbs.round_of(running.organiser).present == []


def test_an_organiser_gives_a_reason(running, organiser):
    verbs.open_round(running.organiser)
    number = last_act(running, "open_round")
    answer = organiser.client.post(f"{timeline_of(running)}{number}/undo/", {"reason": ""})
    assert answer.status_code == 422
    assert verbs.round_of(running.organiser).open


def test_an_entry_that_never_was_is_not_found(running, organiser):
    assert organiser.client.get(f"{timeline_of(running)}99999/undo/").status_code == 404


def test_the_start_of_a_campaign_cannot_be_undone_by_a_player(running, player):
    number = last_act(running, "start_campaign")
    answer = player.client.post(f"{timeline_of(running)}{number}/undo/", {"reason": "Not yet"})
    running.campaign.refresh_from_db()
    assert (answer.status_code, running.campaign.phase) == (403, "running")


def test_a_person_who_joins_by_a_link_is_named_as_the_one_who_did_it(campaign, organiser, stranger):
    services.accept_invitation(stranger.user, services.invite(organiser.seat).token)
    page = text_of(organiser.client.get(f"/campaigns/{campaign.pk}/timeline/"))
    (entry,) = re.findall(r"Stan joined as a player.*?</li>", page, re.DOTALL)
    assert "<span>Stan</span>" in entry
    assert "Admiralty" not in entry


@pytest.mark.rule("CR-101")
def test_only_an_organiser_redoes_what_an_organiser_undid(running, organiser, player):
    done = verbs.do(player.seat, RenameFleet(running.fleet, "Rude Words", ""))
    here, redo = timeline_of(running), f"{timeline_of(running)}{done.act}/redo/"
    player.client.post(f"{here}{done.act}/undo/")
    player.client.post(redo)
    organiser.client.post(f"{here}{done.act}/undo/", {"reason": "Rude"})
    for page in (here, f"/campaigns/{running.campaign.pk}/"):
        assert "/redo/" not in text_of(player.client.get(page))
    for answer in (player.client.get(redo), player.client.post(redo)):
        told = "Only an organiser can let it count again" in text_of(answer)
        assert (answer.status_code, told) == (403, True)
    with pytest.raises(NotYours, match="Only an organiser can let it count again"):
        redo_again(running.campaign.pk, player.seat, done.act)
    assert "/redo/" in text_of(organiser.client.get(here))
    assert "It counts again" in text_of(organiser.client.post(redo, follow=True))


def test_a_player_redoes_what_they_undid_themselves(running, player):
    done = verbs.do(player.seat, RenameFleet(running.fleet, "Blue Hand", ""))
    here = timeline_of(running)
    player.client.post(f"{here}{done.act}/undo/")
    assert f"{done.act}/redo/" in text_of(player.client.get(here))
    assert "It counts again" in text_of(player.client.post(f"{here}{done.act}/redo/", follow=True))
