"""The illustrated pages of the manual: every picture is drawn, and the search leads to its place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest
from django.test import Client

from league.rules.manual.contents import manual
from missions.battles.presenters.manual import PackShare
from missions.battles.systems.registry import packs

PACKS = [pack for pack in packs() if pack.manual]
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
        titles = {topic.title.removesuffix(f" ({pack.name})") for topic in topics}
        assert {battle.name for battle in pack.scenarios().values()} <= titles
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
