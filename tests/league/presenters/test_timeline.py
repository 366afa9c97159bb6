"""Sentences of the timeline as markup."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from league.ports import GameName
from league.presenters.timeline import (
    Names,
    TimelineItem,
    act_sentences,
    folded,
    is_key,
    marks,
    markup,
    texts,
    together,
)
from league.rules.events import CampaignEnded, FleetCheckedIn, RoundClosed, RoundOpened
from league.rules.narration import OF_GAMES
from missions.rules.game.events import DrawCommitted, SideReady
from rosters.rules.events import PointsChanged, ShipBought, ShipLost

NAMES = Names(
    3,
    fleets={7: "Rogue & Sons", 8: "Iron Fist"},
    slugs={7: "rogue-sons"},
    members={2: "Paul <b>"},
    rounds={9: 1},
    games={12: GameName(4, 7, 8, round=1)},
)


def test_marks_become_names_with_links():
    assert markup("{fleet:7} checked in.", NAMES) == (
        '<a href="/campaigns/3/fleets/rogue-sons/">Rogue &amp; Sons</a> checked in.'
    )


def test_a_sentence_begins_with_a_capital_even_where_a_link_does():
    assert markup("{round:9} closed.", NAMES) == '<a href="/campaigns/3/rounds/1/">Round 1</a> closed.'


GAME = "/campaigns/3/games/4/"
HERE = f'<a href="{GAME}">'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{game:12}: It began.", f"{HERE}Rogue &amp; Sons against Iron Fist</a>: It began."),
        ("They met for {a_game:12}.", f"They met for {HERE}a game</a>."),
        ("{result:12}: A draw.", f"{HERE}Result</a>: A draw."),
        ("{active:12} met {opposing:12}.", "Rogue &amp; Sons met Iron Fist."),
        ("Please {verify:12}.", 'Please <a href="/verify/3/4/">verify it</a>.'),
        ("{fleet:9} saw {game:99}.", "A fleet that is gone saw a game."),
        ("{active:99} went.", "The active side went."),
    ],
)
def test_games_are_named_by_their_sides(text: str, html: str):
    assert markup(text, NAMES) == html


def test_a_game_has_its_round_if_the_page_has_another_one_of_its_fleets():
    rematch, friendly = GameName(5, 8, 7, round=2), GameName(6, 7, 8, friendly=True)
    names = replace(NAMES, games={**NAMES.games, 13: rematch, 14: friendly})
    told = [
        strip_tags(markup(f"{{{kind}}}.", names)) for kind in ("game:12", "result:13", "game:14", "a_game:14")
    ]
    assert told == [
        "Rogue & Sons against Iron Fist (round 1).".replace("&", "&amp;"),
        "Result (round 2).",
        "Rogue &amp; Sons against Iron Fist (friendly).",
        "A friendly game.",
    ]


@pytest.mark.parametrize("kind", OF_GAMES)
def test_every_mark_of_a_game_asks_for_its_name(kind: str):
    assert marks([f"{{{kind}:12}}"])["game"] == {12}
    assert "{" not in markup(f"{{{kind}:99}} and {{{kind}:12}}.", NAMES)


def test_an_undone_entry_is_linked_where_the_timeline_shows_it():
    html = markup("{act:7} was undone.", NAMES)
    there = f'<a href="/campaigns/{NAMES.campaign}/timeline/?before=8#act-7">'
    assert html == f"{there}An earlier entry</a> was undone."
    known = replace(NAMES, acts={7: ("Tom & Jo checked in", datetime(2026, 5, 1, 20, 14, tzinfo=UTC))})
    html = markup("{act:7} was undone.", known)
    assert html.startswith(f"{there}“Tom &amp; Jo checked in”</a> (<time") and html.endswith(
        "</time>) was undone."
    )


def test_an_entry_is_unfolded_to_all_its_sentences():
    few, more = (markup("Red Wing closed.", NAMES),), (markup("Iron Fist closed.", NAMES),)
    item = TimelineItem(7, datetime(2026, 5, 1, 20, 14, tzinfo=UTC), "Olga", few, more, False, "", False)
    assert "<details" in item.without_change
    assert "<details" not in item.unfolded.without_change
    assert "Iron Fist closed." in item.unfolded.without_change


def test_names_cannot_smuggle_markup_in():
    assert markup("{member:2} joined <i>.", NAMES) == "Paul &lt;b&gt; joined &lt;i&gt;."


def test_a_rule_in_brackets_becomes_a_small_link():
    assert markup("Paid (CR-031).", NAMES) == 'Paid <a class="rule" href="/rules/cards/#CR-031">CR-031</a>.'


def test_marks_are_collected_by_kind():
    assert marks(["{fleet:7} in {round:9}", "{fleet:8}"]) == {
        "fleet": {7, 8},
        "member": set(),
        "game": set(),
        "round": {9},
        "act": set(),
        "moment": set(),
    }


def test_a_fleets_events_name_the_fleet_and_the_rule():
    assert texts([ShipBought(7, 40, "x", "Rookie Pilot", 21, 2)]) == [
        "{fleet:7}: Rookie Pilot was bought for 21 FP, into squadron 2 (CR-031)."
    ]


def test_the_cost_of_a_purchase_is_shown_once():
    paid = PointsChanged(7, -21, "CR-031", "Rookie Pilot")
    assert texts([paid]) == []


def test_the_same_sentence_is_not_said_twice_running():
    assert texts([FleetCheckedIn(9, 7), FleetCheckedIn(9, 7), RoundClosed(9)]) == [
        "{fleet:7} checked in.",
        "{round:9} closed.",
    ]


def test_an_event_of_several_things_is_told_with_their_number():
    one, other = (ShipLost(7, ship, "Academy Pilot", "kia", "CR-109") for ship in (3, 4))
    (said,) = texts([one, other, other])
    assert said.endswith(" (2 times).")
    assert texts([one]) == [said.replace(" (2 times).", ".")]


def test_the_game_of_several_sentences_is_named_once():
    begins = [DrawCommitted(4, "a" * 64, "sealed"), SideReady(4, "active", 7, "x")]
    draw, ready = texts(begins)
    assert (draw[:10], ready) == ("{game:4}: ", "{active:4} is ready for the draw.")
    assert texts([begins[0], SideReady(5, "active", 7, "x")])[1].startswith("{game:5}: ")
    assert texts([begins[0], FleetCheckedIn(9, 7), begins[1]])[2].startswith("{game:4}: ")


def test_a_round_that_makes_way_does_not_name_the_act():
    assert texts([RoundClosed(9), RoundOpened(11, 2), FleetCheckedIn(11, 7)]) == [
        "Round 2 opened.",
        "{round:9} closed.",
        "{fleet:7} checked in.",
    ]
    assert texts([RoundClosed(9), CampaignEnded(())])[0].startswith("The campaign ended")
    assert texts([RoundClosed(9)]) == ["{round:9} closed."]


def test_an_agreed_game_stands_out_if_it_opened_a_round():
    assert is_key("pair_meeting", [RoundOpened(11, 2, agreed=True), FleetCheckedIn(11, 7)])
    assert not is_key("pair_meeting", [FleetCheckedIn(11, 7)])
    assert is_key("open_round", [RoundClosed(9)])


def entry(number: int, together: str = "lines of the report of A & B", who: str = "Paul") -> TimelineItem:
    text = SafeString(f"Line {number}.")
    at = datetime(2026, 5, 1, 20, number, tzinfo=UTC)
    return TimelineItem(number, at, who, (text,), (), False, "", False, f"/undo/{number}/", together=together)


def test_entries_that_are_alike_fold_and_each_can_be_undone():
    (fold,) = folded(map(entry, (9, 8, 7)))
    html = fold.with_change
    assert "<summary>3 lines of the report of A &amp; B</summary>" in html
    assert re.findall(r'id="act-(\d)"', html) == re.findall(r'href="/undo/(\d)/"', html) == ["9", "8", "7"]
    assert "/undo/" not in fold.without_change and "Line 7." in fold.without_change


@pytest.mark.parametrize(
    "row",
    [
        [entry(9), entry(8)],
        [entry(9), entry(8), entry(7, "")],
        [entry(9), entry(8), entry(7, "lines of the report of C & D")],
        [entry(9), entry(8), entry(7, who="Rita"), entry(6)],
        [entry(9, ""), entry(8, ""), entry(7, "")],
    ],
)
def test_other_entries_do_not_fold(row: list[TimelineItem]):
    assert folded(row) == row


def test_an_entry_says_its_game_to_those_like_it():
    events = [SideReady(12, "active", 7, "x")]
    assert (
        together("save_report_line", events, NAMES) == "lines of the report of Rogue & Sons against Iron Fist"
    )
    assert together("press_ready", events, NAMES) == together("save_report_line", [], NAMES) == ""


def test_an_act_without_a_sentence_is_called_by_its_order():
    assert act_sentences("move_ship", [], NAMES) == ["Move ship."]
