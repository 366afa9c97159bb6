"""Texts of the roster's pages for screen readers and tabs: search results and the open page."""

from __future__ import annotations

import re

from tests.rosters.views.work_pages import ROOKIE, WorkPages

HTMX = {"HX-Request": "true"}


def status_line(bench: WorkPages, path: str, place: str) -> str:
    """The words that the part sends to the status line `place`."""
    part = bench.get(path, headers=HTMX).content.decode()
    (words,) = re.findall(rf'hx-swap-oob="innerHTML:#{place}">([^<]*)<', part)
    return words


def test_the_finder_says_how_many_it_found_and_what_enter_buys(bench: WorkPages):
    assert status_line(bench, "ships/?q=wedge", "ship-count") == "1 ship; first: Wedge Antilles, 29 FP."
    assert status_line(bench, "ships/?q=nonsense", "ship-count") == "No ship found."


def test_the_first_is_the_first_that_can_be_bought(bench: WorkPages):
    bench.done("buy_ship", card="rebel-xwing-wedgeantilles", squadron="2")
    assert status_line(bench, "ships/?q=wedge", "ship-count") == "1 ship; you can buy none of them now."
    words = status_line(bench, "ships/?q=x-wing", "ship-count")
    assert re.fullmatch(r"\d+ ships; first: (?!Wedge)[\w\s'’-]+, \d+ FP\.", words)


def test_a_search_for_cards_is_answered_aloud_too(bench: WorkPages):
    assert status_line(bench, "loose/?q=r2-d2", "loose-count").startswith("2 cards; first: R2-D2, ")


def test_the_status_lines_are_on_the_page_before_anything_is_found(bench: WorkPages):
    assert '<p class="visually-hidden" id="ship-count" role="status"></p>' in bench.text()
    menu = bench.get("loose/", headers=HTMX).content.decode()
    assert 'id="loose-count" role="status"></p>' in menu
    assert "hx-swap-oob" not in menu


def test_the_dialog_is_called_what_its_menu_is_called(bench: WorkPages):
    bench.done("buy_ship", card=ROOKIE, squadron="2")
    ship = next(iter(bench.state.ships))
    assert 'aria-labelledby="picker-title"' in bench.text()
    menu = bench.get(f"ships/{ship}/", headers=HTMX).content.decode()
    assert re.search(r'<h2 class="picker-title" id="picker-title"[^>]*>Rookie Pilot', menu)


def test_each_tab_of_a_fleet_has_a_title_of_its_own(bench: WorkPages):
    titles = {
        path: re.findall("<title>(.*?) · ", bench.person.client.get(bench.base + path).content.decode())[0]
        for path in ("", "ledger/", "history/", "memorial/", "build/")
    }
    assert len(set(titles.values())) == 5
    assert all("Red Wing" in title for title in titles.values())
