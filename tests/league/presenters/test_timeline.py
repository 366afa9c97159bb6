"""Sentences of the timeline as markup."""

from dataclasses import replace
from datetime import UTC, datetime

from league.presenters.timeline import Names, act_sentences, is_key, marks, markup, texts
from league.rules.events import CampaignEnded, FleetCheckedIn, RoundClosed, RoundOpened
from rosters.rules.events import PointsChanged, ShipBought

NAMES = Names(
    3,
    fleets={7: "Rogue & Sons"},
    slugs={7: "rogue-sons"},
    members={2: "Paul <b>"},
    rounds={9: 1},
    games={12: 4},
)


def test_marks_become_names_with_links():
    assert markup("{fleet:7} checked in.", NAMES) == (
        '<a href="/campaigns/3/fleets/rogue-sons/">Rogue &amp; Sons</a> checked in.'
    )


def test_a_sentence_begins_with_a_capital_even_where_a_link_does():
    assert markup("{round:9} closed.", NAMES) == '<a href="/campaigns/3/rounds/1/">Round 1</a> closed.'


def test_games_are_counted_as_people_count():
    assert markup("See {game:12}.", NAMES) == 'See <a href="/campaigns/3/games/4/">game 4</a>.'


def test_a_fleet_that_is_gone_is_shown_as_gone():
    assert markup("{fleet:8} met {game:99}.", NAMES) == "A fleet that is gone met a game."


def test_an_undone_entry_is_linked_where_the_timeline_shows_it():
    html = markup("{act:7} was undone.", NAMES)
    there = f'<a href="/campaigns/{NAMES.campaign}/timeline/?before=8#act-7">'
    assert html == f"{there}An earlier entry</a> was undone."
    known = replace(NAMES, acts={7: ("Tom & Jo checked in", datetime(2026, 5, 1, 20, 14, tzinfo=UTC))})
    html = markup("{act:7} was undone.", known)
    assert html.startswith(f"{there}“Tom &amp; Jo checked in”</a> (<time") and html.endswith(
        "</time>) was undone."
    )


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


def test_an_act_without_a_sentence_is_called_by_its_order():
    assert act_sentences("move_ship", [], NAMES) == ["Move ship."]
