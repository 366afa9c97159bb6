"""The sheet behind *+ Ship*: a ship for one squadron, then its slots one after another."""

from __future__ import annotations

import json

import pytest

from tests.rosters.views.work_pages import LUKE, WorkPages

SHEET = "squadrons/2/ships/"


def onward(answer) -> str:
    """Address of the menu to which an answer goes on."""
    found: str = json.loads(answer["HX-Trigger-After-Settle"])["roster-goes-on"]["url"]
    return found


def test_the_sheet_finds_ships_and_buys_into_its_squadron(bench: WorkPages):
    text = bench.text(f"{SHEET}?q=luke")
    assert ("Luke Skywalker" in text, "Wedge Antilles" in text) == (True, False)
    assert 'name="squadron" value="2"' in text
    bench.done("buy_ship", card=LUKE, squadron=2, go="on")
    assert [each.squadron for each in bench.state.ships.values()] == [2]


def test_the_sheet_shows_the_figures_of_each_ship_in_words_as_well(bench: WorkPages):
    text = bench.text(f"{SHEET}?q=luke")
    assert '<span class="visually-hidden">Attack </span>3' in text


def test_a_part_of_the_sheet_is_its_list_alone(bench: WorkPages):
    answer = bench.get(f"{SHEET}?q=luke", headers={"HX-Request": "true"})
    assert ("sheet-count" in answer.content.decode(), "<form" in answer.content.decode()) == (True, False)


@pytest.mark.parametrize("card", [3, 11, 0])
def test_there_is_no_sheet_for_a_squadron_that_is_not_laid_out(bench: WorkPages, card: int):
    assert bench.get(f"squadrons/{card}/ships/").status_code == 404


def test_a_ship_that_was_bought_there_leads_on_to_its_slots_until_none_is_left(bench: WorkPages):
    answer = bench.post("buy_ship", htmx=True, card=LUKE, squadron=2, go="on")
    seen = []
    ship = next(iter(bench.state.ships))
    while url := onward(answer):
        path, _, query = url.partition("?")
        place = int(path.rstrip("/").rpartition("/")[2])
        assert (path, query) == (f"{bench.url}ships/{ship}/slots/{place}/", "go=on")
        seen.append(place)
        offered = bench.get(f"ships/{ship}/slots/{place}/").context["offered"]
        card = min(offered.legal, key=lambda each: each.price).card
        data = {"card": card, "ship": ship, "section": "", "go": "on", "place": place}
        answer = bench.post("buy_upgrade", htmx=True, **data)
    assert seen == sorted(seen)
    assert len(bench.state.upgrades_on(ship)) == len(seen) > 2


def test_a_menu_that_was_opened_by_itself_leads_nowhere(bench: WorkPages):
    assert onward(bench.post("buy_ship", htmx=True, card=LUKE, squadron=2)) == ""


@pytest.mark.parametrize(
    "data", [{"go": "on", "place": "x"}, {"go": "on", "ship": "999999"}, {"go": "maybe"}]
)
def test_odd_marks_of_the_way_on_change_nothing_about_the_order(
    bench: WorkPages, luke: int, data: dict[str, str]
):
    answer = bench.post("move_ship", htmx=True, **{"ship": str(luke), "squadron": "inventory", **data})
    assert answer.status_code in (200, 422)


def test_a_slot_of_the_way_on_can_be_skipped(bench: WorkPages, luke: int):
    text = bench.text(f"ships/{luke}/slots/0/?go=on")
    assert "Skip this slot" in text
    assert "Skip this slot" not in bench.text(f"ships/{luke}/slots/0/")
