"""Nonsense posted to a fleet gets a sentence and changes nothing."""

from __future__ import annotations

import pytest

from tests import verbs
from tests.rosters.views.work_pages import ROOKIE, WorkPages

LONG = "x" * 5000
BAD = [
    {"do": ""},
    {"do": "nonsense"},
    {"do": "buy_ship", "card": "no-such-card", "squadron": "2"},
    {"do": "buy_ship", "card": "", "squadron": "2"},
    {"do": "buy_ship", "card": LONG, "squadron": "2"},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "two"},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "-2"},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "9" * 30},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "11"},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "9"},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "2", "upgrades": ["nothing"]},
    {"do": "buy_ship", "card": ROOKIE, "squadron": "2", "upgrades": [LONG]},
    {"do": "buy_ship", "card": "imperial-tiefighter-academypilot", "squadron": "2"},
    {"do": "buy_upgrade", "card": "no-such-card", "ship": "inventory"},
    {"do": "say_ready"},
    {"do": "say_ready", "ready": "yes"},
    {"do": "say_ready", "ready": "perhaps"},
    {"do": "buy_upgrade", "card": "protontorpedoes", "ship": "999999"},
    {"do": "buy_upgrade", "card": "protontorpedoes", "ship": "x"},
    {"do": "buy_upgrade", "card": "protontorpedoes", "ship": "{ship}", "section": "port"},
    {"do": "buy_upgrade", "card": "protontorpedoes", "ship": "{ship}", "choice": "Bomb", "replacing": "x"},
    {"do": "buy_upgrade", "card": "protontorpedoes", "ship": "{ship}", "replacing": "999"},
    {"do": "return_ship"},
    {"do": "return_ship", "ship": "999999"},
    {"do": "return_upgrade", "upgrade": "¾"},
    {"do": "return_upgrade", "upgrade": "999999"},
    {"do": "move_ship", "ship": "{ship}", "squadron": "10"},
    {"do": "move_ship", "ship": "999", "squadron": "2"},
    {"do": "move_upgrade", "upgrade": "999", "ship": "{ship}"},
    {"do": "form_squadron", "squadron": "2", "type": "recon"},
    {"do": "form_squadron", "squadron": "11", "type": "recon"},
    {"do": "form_squadron", "squadron": "3", "type": "armada"},
    {"do": "retype_squadron", "squadron": "2", "type": ""},
    {"do": "strike_squadron", "squadron": "5"},
    {"do": "rename_fleet", "fleet_name": "   ", "suit": "hearts"},
    {"do": "rename_fleet", "fleet_name": "y" * 61, "suit": "hearts"},
    {"do": "rename_fleet", "fleet_name": LONG, "suit": "hearts"},
    {"do": "rename_fleet", "fleet_name": "Red Wing", "suit": "cups"},
    {"do": "change_side", "side": "neutral"},
    {"do": "name_pilot", "ship": "{ship}", "given_name": "Skip"},
    {"do": "promote", "ship": "{ship}", "card": ROOKIE},
    {"do": "recover_ship", "ship": "{ship}"},
    {"do": "recover_upgrade", "upgrade": "1"},
    {"do": "repair_section", "ship": "{ship}", "section": "fore"},
    {"do": "close_desk"},
    {"do": "close_desk", "accept_elimination": "yes"},
    {"do": "take_proposal"},
    {"do": "undo"},
    {"do": "undo", "act": "one"},
    {"do": "undo", "act": "999999"},
    {"do": "undo", "act": "1"},
]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_bad_orders_are_declined_in_a_sentence_and_change_nothing(bench, luke, htmx):
    head = bench.head
    for data in BAD:
        filled = {key: luke if value == "{ship}" else value for key, value in data.items() if key != "do"}
        answer = bench.post(str(data["do"]), htmx=htmx, **filled)
        assert answer.status_code in (403, 409, 422), data
        assert "refusal-head" in answer.content.decode(), data
    assert bench.head == head


def test_numbers_of_another_fleet_are_not_taken(bench, rival):
    other = verbs.found_fleet(rival.seat, "Blue Wing", "rebel", "clubs")
    foreign = verbs.buy_ship(rival.seat, other, ROOKIE)
    answer = bench.post("return_ship", ship=foreign)
    assert answer.status_code == 422
    assert foreign in verbs.fleet_of(rival.seat, other).ships


@pytest.mark.parametrize("seen", ["x", "-1", "", "9" * 5000, "٣"])
def test_a_garbled_seen_does_no_harm(bench, seen):
    answer = bench.post("buy_ship", card=ROOKIE, squadron="2", seen=seen)
    assert answer.status_code in (302, 409, 422)


def test_a_page_that_is_out_of_date_is_told_so(bench, organiser):
    seen = bench.head
    WorkPages(organiser, bench.fleet).done("buy_ship", card=ROOKIE, squadron="2")
    answer = bench.post("strike_squadron", squadron="2", seen=seen)
    assert answer.status_code == 409
    assert "Somebody else has changed this" in answer.content.decode()
    assert 2 in bench.state.squadrons


def test_ones_own_acts_in_two_tabs_do_not_get_in_each_others_way(bench):
    seen = bench.head
    bench.done("buy_ship", card=ROOKIE, squadron="2", seen=seen)
    bench.done("buy_upgrade", card="protontorpedoes", ship="inventory", seen=seen)
    bench.done("form_squadron", squadron="3", type="recon", seen=seen)
    bench.done("form_squadron", squadron="4", type="standard", seen=seen)
    assert (len(bench.state.ships), len(bench.state.upgrades), len(bench.state.squadrons)) == (1, 1, 3)


@pytest.mark.parametrize(
    "path",
    [
        "ships/999/",
        "ships/999/slots/0/",
        "ships/{ship}/slots/99/",
        "upgrades/999/",
        "squadrons/1/",
        "squadrons/11/",
    ],
)
def test_menus_of_what_is_not_there_are_not_found(bench, luke, path):
    assert bench.get(path.format(ship=luke)).status_code == 404


@pytest.mark.parametrize(
    "path", ["ships/?q=" + LONG, "loose/?q=%00%ff", "ships/?q=(((", "loose/?q=" + "a+" * 900]
)
def test_odd_searches_find_nothing_and_break_nothing(bench, path):
    assert bench.get(path).status_code == 200


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_not_allowed(bench, method):
    assert getattr(bench.person.client, method)(bench.url).status_code == 405
