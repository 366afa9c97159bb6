"""Looks that are for those who see, point or load differently: forced colours, small targets."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from tests import verbs
from tests.e2e.hands import OpenContext, sign_in

SMALLEST = 24  # pixels, WCAG 2.5.8


def test_with_forced_colours_the_open_tab_has_an_edge(open_context: OpenContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    context = open_context(forced_colors="active")
    sign_in(context, people.organiser, site)
    page = context.new_page()
    page.goto(f"/campaigns/{running.campaign.pk}/standings/")
    for place in (".nav-tabs", ".topnav"):
        edges = [
            page.locator(f"{place} {which}").first.evaluate("a => getComputedStyle(a).borderBottomWidth")
            for which in ("a[aria-current]", "a:not([aria-current])")
        ]
        assert edges == ["3px", "0px"]


def test_the_chips_of_rules_are_large_enough_to_hit(phone: BrowserContext, site: str):
    people = verbs.crew()
    running = verbs.league(people)
    sign_in(phone, people.organiser, site)
    page = phone.new_page()
    page.goto(f"/campaigns/{running.campaign.pk}/settings/")
    sizes = page.locator("a.rule").evaluate_all("all => all.map(a => a.getBoundingClientRect().height)")
    assert sizes
    assert min(sizes) >= SMALLEST
