"""The illustrated pages of the manual: every picture is drawn, and the search leads to its place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest
from django.test import Client

from league.rules.manual.contents import manual
from missions.battles.presenters.board.markup import cited
from missions.battles.presenters.manual import PackShare
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import packs

PACKS = [pack for pack in packs() if pack.manual]


def card_titles(pack: Pack) -> set[str]:
    """Titles of cards that the worked turn of a pack names."""
    said = " ".join(text for step in pack.manual.turn for text in step.words)
    titles = (card.title for group in pack.manual.cards for card in group.cards)
    return {title for title in titles if re.search(rf"\b{re.escape(title)}\b", said)}


PATHS = [path for pack in PACKS for path in manual().pages if path.startswith(f"{pack.rulebook().slug}/")]
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


def page(client: Client, path: str) -> str:
    answer = client.get(f"/rules/{path}/")
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_every_picture_is_well_formed_and_has_words_for_people_who_do_not_see_it(client: Client, path: str):
    text = page(client, path)
    for drawing in SVG.findall(text[text.index("manual-board") :]):
        found = ET.fromstring(drawing)
        assert (found.get("aria-hidden") == "true") != bool(found.get("aria-label")), drawing[:200]
        if "still" in found.get("class", ""):
            assert found.get("role") == "img" and found.get("aria-label", "").endswith("."), drawing[:200]
    symbols = set(re.findall(r'<(?:symbol|g|path|pattern|circle)[^>]* id="([^"]+)"', text))
    used = set(re.findall(r'<use href="#([^"]+)"', text))
    assert used - symbols == set()


@pytest.mark.django_db
def test_the_search_leads_to_a_place_of_a_page(client: Client):
    for pack in PACKS:
        topics = list(PackShare(pack).topics())
        titles = {(topic.kind, topic.title) for topic in topics}
        assert {("battle", battle.name) for battle in pack.scenarios().values()} <= titles
        assert {("unit", entry.name) for entry in pack.manual.units} <= titles
        assert {("card", card.title) for group in pack.manual.cards for card in group.cards} <= titles
        assert {("picture", picture.title) for picture in pack.manual.ground} <= titles
        assert {topic.where for topic in topics} == {pack.name}
        assert "{" not in " ".join(topic.summary for topic in topics)
        for topic in topics:
            path, _, anchor = topic.address.partition("#")
            assert f'id="{anchor}"' in page(client, path.removeprefix("/rules/").strip("/")), topic.title


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_the_sections_listed_for_a_page_stand_on_it(client: Client, path: str):
    places, text = manual().pages[path].places, page(client, path)
    assert places or path.endswith("/turn")
    for anchor, title in places:
        found = re.search(rf'<section[^>]*\bid="{anchor}">.*?</h2>', text, re.DOTALL)
        assert found and title in unescape(found[0]), title


@pytest.mark.django_db
@pytest.mark.parametrize("pack", [*filter(card_titles, PACKS)], ids=lambda pack: pack.id)
def test_every_card_that_a_worked_turn_names_leads_to_its_place(client: Client, pack: Pack):
    slug, named = pack.rulebook().slug, card_titles(pack)
    text = page(client, f"{slug}/turn")
    sentences = " ".join(re.findall(r"<p>.*?</p>", text[text.index("manual-board") :], re.DOTALL))
    links = re.findall(rf'<a href="/rules/{slug}/cards/#([^"]+)">(.*?)</a>', sentences)
    assert named and {unescape(words) for _, words in links} == named
    plain = unescape(re.sub(r"<a .*?</a>", "", sentences))
    assert [title for title in named if title in plain] == [], "each mention is a link"
    cards = page(client, f"{slug}/cards")
    for anchor, words in links:
        assert re.search(rf'<li[^>]* id="{anchor}"><b>{words}</b>', cards), words


@pytest.mark.django_db
def test_the_contents_beside_a_page_begin_with_the_part_that_it_is_in(client: Client):
    beside = page(client, "red-alert/units").partition('aria-label="Contents of the rules"')[2]
    assert re.findall(r'<h2 class="small-caps">(.*?)</h2>', beside)[0] == "Battles on hexes"
    campaign = page(client, "missions").partition('aria-label="Contents of the rules"')[2]
    assert re.findall(r'<h2 class="small-caps">(.*?)</h2>', campaign)[0] == "At the table"


@pytest.mark.django_db
def test_the_rules_of_a_system_begin_with_links_to_its_pictures(client: Client):
    for pack in PACKS:
        slug = pack.rulebook().slug
        before = page(client, slug).partition('id="chapter-1"')[0]
        below = [path for path in manual().pages if path.startswith(f"{slug}/")]
        assert below and all(f'<a href="/rules/{path}/">' in before for path in below)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "kind", "anchor"),
    [
        ("Opening Salvo", "battle", "battle-opening-salvo"),
        ("heavy fighter", "unit", "unit-hf"),
        ("mirror orders", "card", "card-mirror-orders"),
        ("line of sight", "picture", "picture-7"),
        ("handicap", "rule", "RA-043"),
    ],
)
def test_a_search_finds_battles_units_cards_and_pictures(client: Client, query: str, kind: str, anchor: str):
    text = client.get("/rules/", {"q": query}).content.decode()
    found = re.findall(r'<p class="small-caps mb-0">(\w+).*?<a href="([^"]+)"', text, re.DOTALL)
    assert any(sort == kind and address.endswith(f"#{anchor}") for sort, address in found)


@pytest.mark.django_db
def test_the_page_of_the_units_shows_every_face_of_the_die_with_its_rule(client: Client):
    for pack in PACKS:
        text = page(client, f"{pack.rulebook().slug}/units")
        for line in pack.style.legend:
            assert not line.face or (line.words in unescape(text) and line.rule in text)


def test_a_name_becomes_a_link_and_everything_else_is_escaped():
    places = {"Fire & Run": "/a/?b=1&c=2", "Fire": "/fire/"}
    assert cited("<b> Fire & Run, Fire, Fires", places) == (
        '&lt;b&gt; <a href="/a/?b=1&amp;c=2">Fire &amp; Run</a>, <a href="/fire/">Fire</a>, Fires'
    )
    assert cited("<Fire> {RA-060}").startswith("&lt;Fire&gt; <")
