"""The manual in a browser: searching with and without script, and links to single rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.hands import PHONE


def test_results_follow_what_is_typed(desktop: BrowserContext):
    page = desktop.new_page()
    page.goto("/rules/")
    page.get_by_label("Find a mission").fill("salvage")
    expect(page.get_by_role("heading", name=re.compile("results for “salvage”"))).to_be_visible()
    expect(page.locator("#manual-count")).to_have_text(re.compile("results for “salvage”"))
    expect(page).to_have_url(re.compile(r"/rules/\?q=salvage$"))
    page.get_by_label("Find a mission").fill("")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    expect(page.locator("#manual-count")).to_have_text("The contents are shown")
    expect(page).to_have_url(re.compile(r"/rules/$"))


def test_the_search_works_without_script(open_context: Callable[..., BrowserContext]):
    page = open_context(java_script_enabled=False, **PHONE).new_page()
    page.goto("/rules/missions/")
    page.get_by_label("Search the rules").fill("guarded approach")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Guarded Approach", exact=True).click()
    expect(page.get_by_role("heading", name="Guarded Approach")).to_be_in_viewport()


@pytest.mark.parametrize("address", ["/rules/#CR-042", "/rules/cards/#CR-042", "/rules/fighters/#FH-071"])
def test_a_link_to_a_rule_ends_at_its_text(phone: BrowserContext, address: str):
    page = phone.new_page()
    page.goto(address)
    rule = page.locator(":target")
    expect(rule.locator("dd").first).to_be_in_viewport()
    bar = page.locator(".topbar").bounding_box()
    box = rule.bounding_box()
    assert bar and box and box["y"] >= bar["y"] + bar["height"]


def test_contents_are_beside_the_text_on_a_desk_and_below_it_on_a_phone(
    desktop: BrowserContext, phone: BrowserContext
):
    for person, beside in ((desktop, True), (phone, False)):
        page = person.new_page()
        page.goto("/rules/squadrons/")
        text = page.locator(".manual-text").bounding_box()
        contents = page.locator("#contents").bounding_box()
        assert text and contents
        assert (contents["x"] > text["x"] + text["width"]) == beside
        assert (contents["y"] > text["y"] + text["height"]) == (not beside)
