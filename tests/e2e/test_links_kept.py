"""The verify pages compare the links of a game with those that left this browser (CR-079): a host who runs
other code gets no link first and chooses the order then.

The scripts work on pages of their own here, with data that such a host might send."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect

from league.kernel.dice import FairStream, commitment
from league.kernel.nonces import seal_of
from missions.battles.services.chance import mark_of as mark_of_battle
from missions.services.links import mark_of

pytestmark = pytest.mark.rule("CR-079")

HOST, SEED, SALT = "http://verify.example/", "07" * 32, "05" * 16
JS = Path(settings.BASE_DIR) / "static" / "js"
Verify = Callable[[str, dict[str, Any], dict[str, Any]], Page]


def chain(first: str) -> list[str]:
    """The values of the chain that chains.js begins with `first`; the last one is its end."""
    values = [first]
    for _ in range(256):
        values.append(seal_of(values[-1]))
    return values


OWN, THEIRS = chain("01" * 16), chain("02" * 16)
TEXTS = [OWN[-2], THEIRS[-2]]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.route("**/*", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    yield context.new_page()
    context.close()


@pytest.fixture
def verify(page: Page) -> Verify:
    """Show a verify page with a script, its data, and what this browser kept."""

    def show(script: str, data: dict[str, Any], kept: dict[str, Any]) -> Page:
        record = {"at": 0, "chains": [{"first": OWN[0], "low": 255}], "marks": {}, "gave": {}, **kept}
        key, kind = ("0", "dice") if script == "dice" else ("active", "verify")
        page.goto(HOST)
        names = ("commitment", "seals", "links", "witness", "order", "rolls", "all", "recomputed")
        page.set_content(
            f'<script type="application/json" id="{kind}-data">{json.dumps(data)}</script>'
            + "".join(f'<p data-{kind}="{name}"></p>' for name in names)
            + "<ol data-verify-steps></ol>"
        )
        page.evaluate("([key, record]) => localStorage.setItem(key, record)", [
            f"admiralty-chain /links/ {key}", json.dumps({**record, "at": 2e12}),
        ])  # fmt: skip
        for file in ("verify/stream.js", "chains.js", f"verify/{script}.js"):
            page.add_script_tag(path=JS / file)
        if script == "dice":
            page.evaluate("document.dispatchEvent(new Event('DOMContentLoaded'))")
        return page

    return show


def says(page: Page, kind: str, name: str, text: str) -> None:
    expect(page.locator(f'[data-{kind}="{name}"]')).to_have_text(text)


# --- two tabs ---------------------------------------------------------------------------------------


def gives(page: Page, laid: int, known: str) -> None:
    """A page on which the order `laid` waits for the link before the `known` value."""
    page.goto(HOST.replace("http:", "https:"))
    page.set_content(
        f'<div data-chains="/links/" data-own="active:{known}:" data-laid="{laid}" data-mark="mark {laid}"'
        ' data-wanted="active" data-by="side"></div>'
    )
    record = {"at": 2e12, "chains": [{"first": OWN[0], "low": 256}], "marks": {}, "gave": {}}
    page.evaluate("([key, record]) => localStorage[key] || localStorage.setItem(key, record)", [
        "admiralty-chain /links/ active", json.dumps(record),
    ])  # fmt: skip
    for file in ("verify/stream.js", "chains.js"):
        page.add_script_tag(path=JS / file)
    page.evaluate("document.dispatchEvent(new Event('DOMContentLoaded'))")


def test_tabs_of_a_browser_keep_what_each_of_them_gave(page: Page) -> None:
    held: list[Route] = []
    other = page.context.new_page()
    took = "at => window.AdmiraltyChains.recordOf('/links/', 'active').gave[at]"
    page.route("**/links/", lambda route: held.append(route))
    other.route("**/links/", lambda route: route.fulfill(json={"seq": 0}))
    with page.expect_request("**/links/"):
        gives(page, 1, OWN[-1])
    gives(other, 2, OWN[-2])
    other.wait_for_function(took, arg=2)
    held[0].fulfill(json={"seq": 0})
    page.wait_for_function(took, arg=1)
    record = page.evaluate("window.AdmiraltyChains.recordOf('/links/', 'active')")
    assert record["chains"] == [{"first": OWN[0], "low": 254, "order": "2"}]
    assert record["marks"] == {"1": "mark 1", "2": "mark 2"}
    assert record["gave"] == {"1": OWN[-2], "2": OWN[-3]}


def asks_for_a_nonce(page: Page) -> None:
    """A page with the form of "ready" for the active side."""
    page.goto(HOST.replace("http:", "https:"))
    page.set_content(
        '<form data-nonces="/nonces/"><input name="side" value="active"><input name="nonce"></form>'
    )
    for file in ("verify/stream.js", "nonces.js"):
        page.add_script_tag(path=JS / file)


LATE_SEALS = """() => {
  const { sealOf } = window.AdmiraltyVerify;
  window.AdmiraltyVerify.sealOf = (text) => new Promise((go) => setTimeout(go, 200)).then(() => sealOf(text));
}"""


def test_tabs_of_a_browser_seal_one_part_for_a_side(page: Page) -> None:
    tabs = (page, page.context.new_page())
    sealed: list[str] = []

    def answer(route: Route) -> None:
        sealed.append(route.request.post_data_json["seal"])
        route.fulfill(json={"theirs": "", "bound": sealed[0]})

    for tab in tabs:
        tab.route("**/nonces/", answer)
        asks_for_a_nonce(tab)
        tab.evaluate(LATE_SEALS)
    for tab in tabs:
        tab.evaluate("document.dispatchEvent(new Event('DOMContentLoaded'))")
    pause = "() => new Promise((go) => setTimeout(go, 20))"
    while len(sealed) < len(tabs):
        page.evaluate(pause)
    assert (len(sealed), len(set(sealed))) == (2, 1)


# --- picks of missions ------------------------------------------------------------------------------


def picked(links: list[str], purpose: str = "drawn squadron") -> dict[str, Any]:
    deck = ["2", "3", "4"]
    added = links or ["ab" * 16]
    stream = FairStream(bytes.fromhex(SEED), [OWN[-1], THEIRS[-1], *added], purpose)
    fresh = "" if links else added[0]
    return {
        "purpose": purpose,
        "deck": deck,
        "taken": stream.shuffle(deck)[:1],
        "fresh": fresh,
        "links": links,
    }


def a_draw(picks: list[dict[str, Any]], laid: list[dict[str, Any]]) -> dict[str, Any]:
    nonces, hows = {"active": OWN[-1], "opposing": THEIRS[-1]}, {"active": "given", "opposing": "sealed"}
    seals = {side: seal_of(nonce) for side, nonce in nonces.items()}
    sealed = {"seed": SEED, "commitment": commitment(bytes.fromhex(SEED)), "nonces": nonces, "hows": hows}
    return {
        **sealed,
        "seals": seals,
        "exchange": "/nonces/",
        "picks": picks,
        "chains": "/links/",
        "laid": laid,
    }


def a_laid(number: int, order: str, given: list[str]) -> dict[str, Any]:
    sides = dict(zip(("active", "opposing"), given, strict=False))
    return {"number": number, "name": "draw", "order": order, "salt": SALT, "given": sides}


MARK = mark_of(1, "draw", "{}", SALT)


@pytest.mark.parametrize(
    ("laid", "kept", "words"),
    [
        ([a_laid(1, "{}", TEXTS)], {"gave": {"1": TEXTS[0]}}, "matches"),
        ([a_laid(1, "{}", TEXTS)], {}, "matches"),
        ([a_laid(1, '{"deck":[2]}', TEXTS)], {}, "does not match"),
        ([a_laid(2, '{"deck":[2]}', TEXTS)], {}, "does not match"),
        ([], {}, "does not match"),
    ],
    ids=["taken", "answered with an error", "another order", "another number", "no order"],
)
def test_a_link_of_a_pick_belongs_to_the_order_that_the_browser_saw_laid(
    verify: Verify, laid: list[dict[str, Any]], kept: dict[str, Any], words: str
) -> None:
    shown = verify("steps", a_draw([picked(TEXTS)], laid), {"marks": {"1": MARK}, **kept})
    says(shown, "verify", "witness", words)
    says(shown, "verify", "links", "2 fit their chains")


def test_a_link_that_the_site_took_and_filled_in_is_told_by_the_browser(verify: Verify) -> None:
    picks = [picked(["0" * 32, TEXTS[1]])]
    kept = {"marks": {"1": MARK}, "gave": {"1": TEXTS[0]}}
    shown = verify("steps", a_draw(picks, [a_laid(1, "{}", TEXTS)]), kept)
    says(shown, "verify", "witness", "does not match")
    says(shown, "verify", "links", "1 fit their chains; the site filled 1 in")


def test_links_after_an_order_that_drew_nothing_still_fit(verify: Verify) -> None:
    spent = {"number": 1, "given": {"active": OWN[-2], "opposing": THEIRS[-2]}}
    after = [OWN[-3], THEIRS[-3]]
    kept = {"marks": {"1": MARK, "2": mark_of(2, "draw", "{}", SALT)}, "gave": {"1": OWN[-2], "2": OWN[-3]}}
    shown = verify("steps", a_draw([picked(after)], [spent, a_laid(2, "{}", after)]), kept)
    says(shown, "verify", "links", "2 fit their chains; 1 order took links and drew nothing")
    says(shown, "verify", "witness", "matches")


def test_a_pick_without_links_is_told_where_a_browser_began_a_chain(verify: Verify) -> None:
    shown = verify("steps", a_draw([picked([])], []), {})
    says(shown, "verify", "links", "1 pick has none, though a browser began a chain")
    expect(shown.locator('[data-verify="links"]')).to_have_attribute("data-state", "bad")


# --- dice of battles --------------------------------------------------------------------------------


def battle(links: list[list[str]], choice: int = 5, orders: int = 3) -> dict[str, Any]:
    """A battle whose order 3 rolled one die with these links; without any it has none."""
    nonces = [OWN[-1], THEIRS[-1]]
    texts = [text for text, *_ in links]
    face = FairStream(bytes.fromhex(SEED), [*nonces, *texts], "order 3").below(6) + 1
    step = {"order": 3, "seat": 1, "unit": 2, "choice": choice, "salt": SALT, "links": links}
    return {
        "seed": SEED,
        "commitment": commitment(bytes.fromhex(SEED)),
        "nonces": nonces,
        "seals": ["", seal_of(THEIRS[-1])],
        "hows": ["given", "sealed"],
        "exchange": "/nonces/",
        "rolls": [{"order": 3, "purpose": "order 3", "sides": 6, "faces": [face]}],
        "links": [step] if links else [],
        "orders": orders,
        "chains": "/links/",
    }


SEALED = [[TEXTS[0], "sealed", OWN[-1]], [TEXTS[1], "sealed", THEIRS[-1]]]
FILLED = [["0" * 32, "filled", OWN[-1]], SEALED[1]]
SAW = {"marks": {"3": mark_of_battle(3, 1, (2, 5), SALT, [OWN[-1], THEIRS[-1]])}}
GAVE = {**SAW, "gave": {"3": TEXTS[0]}}


@pytest.mark.parametrize(
    ("data", "kept", "words"),
    [
        (battle(SEALED), GAVE, "matches"),
        (battle(SEALED), SAW, "matches"),
        (battle(SEALED, choice=6), SAW, "does not match"),
        (battle(FILLED), GAVE, "does not match"),
        (battle([]), GAVE, "does not match"),
        (battle([], orders=2), GAVE, "nothing: it gave no part of these dice"),
    ],
    ids=["taken", "answered with an error", "another order", "filled in", "left out", "never rolled"],
)
def test_a_link_of_a_roll_belongs_to_the_order_that_the_browser_saw_laid(
    verify: Verify, data: dict[str, Any], kept: dict[str, Any], words: str
) -> None:
    says(verify("dice", data, kept), "dice", "witness", words)


def test_a_roll_without_links_is_told(verify: Verify) -> None:
    shown = verify("dice", battle([]), {})
    says(shown, "dice", "links", "none: these dice follow from the secret and the parts alone")
