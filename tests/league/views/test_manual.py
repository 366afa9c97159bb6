"""The manual's pages: every rule reachable, one search for everything, the same for everybody."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.rules.manual.contents import manual, rule_address
from league.rules.wording import rule_texts
from missions.battles.systems.fighters.rulebook import fighters
from missions.rules.content.mission_data import assets, missions

IDS = [*rule_texts(), *(rule.id for chapter in fighters().chapters for rule in chapter.rules)]
PATHS = list(manual().pages)
HTMX = {"HX-Request": "true"}


def read(client, address: str, **more: object) -> str:
    answer = client.get(address, **more)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def anchors(page: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', page)


@pytest.mark.parametrize("path", ["", *PATHS])
def test_no_anchor_of_a_page_stands_there_twice(nobody, path):
    found = anchors(read(nobody, f"/rules/{path}/" if path else "/rules/"))
    assert len(found) == len(set(found))


def test_every_rule_stands_where_its_link_leads(nobody):
    pages = {path: anchors(read(nobody, f"/rules/{path}/")) for path in PATHS}
    for rule in IDS:
        path, _, anchor = rule_address(rule).removeprefix("/rules/").partition("/#")
        assert anchor == rule and rule in pages[path]


def test_old_links_to_rules_still_find_their_text(nobody):
    page = read(nobody, "/rules/")
    assert set(rule_texts()) <= set(anchors(page))
    assert all(rule.text in page for rule in rule_texts().values())
    assert "FH-071" in anchors(read(nobody, "/rules/fighters/"))


def test_addresses_of_pages_are_those_of_the_routes():
    for page in manual().pages.values():
        assert page.address == reverse("rule-page", args=[page.path])


def test_links_inside_the_manual_lead_somewhere(nobody):
    pages = {page.address: read(nobody, page.address) for page in manual().pages.values()}
    pages["/rules/"] = read(nobody, "/rules/")
    for address, page in pages.items():
        for target in re.findall(r'href="((?:/rules/|#)[^"?]*)"', page):
            place, _, anchor = target.partition("#")
            assert (place or address) in pages, f"{address}: {target}"
            assert not anchor or anchor in anchors(pages[place or address]), f"{address}: {target}"


def test_the_contents_list_every_page_in_order(nobody):
    page = read(nobody, "/rules/")
    listed = re.findall(r'<a href="(/rules/[^"#]+)"', page.partition("Every rule of a campaign")[0])
    assert listed == [each.address for each in manual().pages.values()]


def test_a_page_says_where_it_is_and_what_is_next(nobody):
    page = read(nobody, "/rules/missions/infiltration/")
    assert '<a href="/rules/missions/">Missions</a>' in page
    assert 'aria-current="page">Infiltration' in page
    assert 'rel="prev" href="/rules/missions/reconnaissance/"' in page
    assert 'rel="next" href="/rules/missions/extraction/"' in page


def test_a_page_nobody_wrote_is_not_found(nobody):
    assert nobody.get("/rules/chess/").status_code == 404
    assert nobody.get("/rules/missions/picnic/").status_code == 404


@pytest.mark.parametrize("query", ["Guarded Approach", "Infiltration", "MIA", "KIA"])
def test_a_search_counts_what_it_found_and_shows_it(nobody, query):
    page = read(nobody, f"/rules/?q={query}")
    number = int(re.search(rf"(\d+) results? for “{query}”", page)[1])
    assert number >= 1
    assert page.count('<h3 class="h4 mb-1">') == min(number, 25)


def test_a_search_finds_names_of_missions_and_assets(nobody):
    for name in (each.name for each in (*missions().values(), *assets().values())):
        assert f">{name}</a>" in read(nobody, f"/rules/?q={name}")


def test_a_long_answer_is_read_page_by_page(nobody):
    page = read(nobody, "/rules/?q=ship")
    assert 'href="?q=ship&page=2"' in page and 'id="CR-001"' not in page
    assert "Page 2 of" in read(nobody, "/rules/?q=ship&page=2")


@pytest.mark.parametrize("number", ["0", "99", "-1", "two", "²", "9" * 5000])
def test_a_page_of_results_that_is_not_there_is_not_found(nobody, number):
    assert nobody.get("/rules/", {"q": "ship", "page": number}).status_code == 404


def test_a_search_without_a_hit_says_what_to_try(nobody):
    page = read(nobody, "/rules/?q=sabotge")
    assert "Nothing found for “sabotge”" in page
    assert '<a href="/rules/assets/#sabotage">Sabotage</a>' in page
    assert "Try a single word" in read(nobody, "/rules/?q=xyzzy")


def test_a_search_for_one_thing_is_one_result(nobody):
    assert "1 result for “FH-071”" in read(nobody, "/rules/?q=FH-071")


def test_a_typed_search_is_text_and_not_markup(nobody):
    assert b"<b>x</b>" not in nobody.get("/rules/?q=<b>x</b>").content


def test_a_search_on_a_page_is_one_of_the_whole_manual(nobody):
    answer = nobody.get("/rules/fighters/", {"q": "snap shot"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/?q=snap+shot")


def test_htmx_gets_the_results_alone_and_the_count(nobody):
    part = read(nobody, "/rules/?q=salvage", headers=HTMX)
    assert "<html" not in part and "#manual-count" in part and "Recovering" in part
    assert 'id="CR-001"' in read(nobody, "/rules/", headers=HTMX)
    assert "HX-Request" in nobody.get("/rules/")["Vary"]


@pytest.mark.parametrize(
    "address", ["/rules/", "/rules/?q=ship", "/rules/missions/blockade/", "/rules/assets/"]
)
def test_the_manual_asks_the_database_nothing(nobody, address):
    nobody.get(address)
    with CaptureQueriesContext(connection) as caught:
        assert nobody.get(address).status_code == 200
    assert len(caught) == 0
