"""XWS: pasted, previewed, bought; and squadrons for other programs."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.rosters.views.work_pages import LUKE, WorkPages

SQUAD = {
    "faction": "rebel",
    "name": "Old Friends",
    "points": 999,
    "pilots": [
        {"name": "lukeskywalker", "ship": "xwing", "points": 1, "upgrades": {"amd": ["r2d2"]}},
        {"name": "rookiepilot", "ship": "xwing", "upgrades": {"torpedo": ["protontorpedoes", "warpcore"]}},
        {"name": "jeanluc", "ship": "galaxyclass"},
    ],
}


def paste(bench: WorkPages, text: str, step: str = "look", **more: object):
    return bench.person.client.post(f"{bench.base}build/import/", {"text": text, "step": step, **more})


def test_a_preview_says_what_will_be_bought_and_what_is_left_out(bench):
    head = bench.head
    answer = paste(bench, json.dumps(SQUAD), squadron="4")
    text = answer.content.decode()
    assert answer.status_code == 200
    plan = answer.context["plan"]
    assert (plan.ships, plan.upgrades, plan.cost) == (2, 2, 57)
    assert "jeanluc (galaxyclass)" in text
    assert "warpcore on Rookie Pilot" in text
    assert "Buy 2 of 3 ships into squadron 4, 57 FP" in text
    assert "2 ships, 2 upgrades: 57 of your 350 FP" in text
    assert (
        text.index("Left out, and why") < text.index("57 of your 350 FP") < text.index('class="import-list')
    )
    assert bench.head == head


def test_a_preview_marks_what_is_left_out_and_says_what_the_squadron_comes_to(bench, luke):
    text = paste(bench, LUKE_AND_A_ROOKIE, squadron="4").content.decode()
    assert re.search(r"<s>Luke Skywalker \(X-wing\)</s> <span[^>]*>Left out</span>", text)
    assert not re.search(r"<s>Rookie Pilot", text)
    assert "STANDARD is 60 to 120 squad points; this squadron has 21. Add 39 points." in text
    whole = paste(bench, json.dumps({**SQUAD, "pilots": SQUAD["pilots"][1:]}), squadron="2").content.decode()
    assert "It is within its limits." not in whole and "squad points" in whole


def test_a_preview_into_the_inventory_speaks_of_no_squadron(bench):
    answer = paste(bench, LUKE_AND_A_ROOKIE)
    assert "formed" not in answer.context
    assert "afterwards" not in answer.content.decode()


def test_buying_puts_the_ships_into_the_squadron_that_was_chosen(bench):
    answer = paste(bench, json.dumps(SQUAD), "buy", squadron="4")
    assert answer.status_code == 302
    assert "2 ships bought into squadron 4; 1 ship and 1 upgrade left out." in bench.text()
    assert [each.squadron for each in bench.state.ships.values()] == [4, 4]
    assert bench.state.points == 350 - 57
    bench.done("undo", act=bench.get().context["last"].number)
    assert bench.state.ships == {}


def test_an_import_that_is_sent_twice_buys_once_and_says_how_to_buy_again(bench):
    seen = bench.head
    answers = [paste(bench, json.dumps(SQUAD), "buy", squadron="4", seen=seen) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 409]
    text = answers[1].content.decode()
    assert "so nothing was done this time" in text and "send the form again" in text
    assert f'name="seen" value="{bench.head}"' in answers[1].content.decode()
    assert bench.state.points == 350 - 57


LUKE_AND_A_ROOKIE = "https://geordanr.github.io/xwing/?f=Rebel%20Alliance&d=v4!s!5:-1,1,3:-1:-1:;3:-1,-1:-1:-1:&sn=Old%20Friends"


def test_an_address_is_read_and_bought_as_a_text_is(bench):
    seen = paste(bench, LUKE_AND_A_ROOKIE, squadron="4")
    text = seen.content.decode()
    assert (seen.status_code, seen.context["plan"].cost) == (200, 57)
    assert "Old Friends" in text and "Buy 2 ships into squadron 4, 57 FP" in text
    assert "Luke Skywalker (X-wing)" in text and "Proton Torpedoes, R2-D2" in text
    assert paste(bench, LUKE_AND_A_ROOKIE, "buy", squadron="4").status_code == 302
    assert [each.squadron for each in bench.state.ships.values()] == [4, 4]


@pytest.mark.parametrize("step", ["look", "buy"])
def test_an_address_without_cards_says_how_to_get_the_text(bench, step):
    head = bench.head
    answer = paste(bench, "https://yasb.app/?f=Rebel%20Alliance&d=v9ZhZ20Z462X130", step)
    assert answer.status_code == 422
    assert "Export to XWS" in answer.content.decode()
    assert bench.head == head


def test_a_file_does_as_well(bench):
    file = SimpleUploadedFile("squad.xws", json.dumps(SQUAD).encode(), "application/json")
    answer = bench.person.client.post(f"{bench.base}build/import/", {"file": file, "step": "look"})
    assert answer.context["plan"].cost == 57


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '"x"',
        "null",
        '{"pilots": []}',
        '{"pilots": "all"}',
        "[" * 50_000,
        "x" * 300_000,
        '{"pilots": [1, null]}',
    ],
    ids=["empty", "broken", "list", "word", "null", "none", "no list", "deep", "long", "no entries"],
)
@pytest.mark.parametrize("step", ["look", "buy"])
def test_text_that_is_no_squadron_is_declined_and_nothing_is_bought(bench, text, step):
    head = bench.head
    answer = paste(bench, text, step)
    assert answer.status_code in (200, 409, 422)
    assert bench.head == head
    if answer.status_code == 200:
        assert answer.context["plan"].ships == 0


@pytest.mark.parametrize("squadron", ["1", "11", "x", "-1", "9" * 40])
def test_a_squadron_that_cannot_be_is_declined(bench, squadron):
    answer = paste(bench, json.dumps(SQUAD), "buy", squadron=squadron)
    assert answer.status_code == 422
    assert "A squadron has a card from 2 to 10." in answer.content.decode()


def test_a_file_that_is_no_text_is_declined(bench):
    file = SimpleUploadedFile("photo.png", b"\x89PNG\xff\xfe", "image/png")
    answer = bench.person.client.post(f"{bench.base}build/import/", {"file": file})
    assert answer.status_code == 422
    assert "That file is no text." in answer.content.decode()


def test_an_exported_squadron_comes_back_as_it_was(bench, luke):
    answer = bench.person.client.get(f"{bench.base}squadrons/2.xws")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="red-wing-2.xws"'
    bench.done("return_ship", ship=luke)
    paste(bench, answer.content.decode(), "buy", squadron="2")
    assert [each.card for each in bench.state.ships.values()] == [LUKE]
    assert [each.card for each in bench.state.upgrades.values()] == ["r2d2"]


def test_a_squadron_that_is_not_laid_out_has_no_file(bench):
    assert bench.person.client.get(f"{bench.base}squadrons/7.xws").status_code == 404
    assert bench.person.client.get(f"{bench.base}squadrons/77.xws").status_code == 404
