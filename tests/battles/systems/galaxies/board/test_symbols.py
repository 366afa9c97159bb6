"""Ships, signs and tiles of Galaxies: complete, within their footprints, told apart by shape."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from missions.battles.presenters.board import markup
from missions.battles.presenters.board.symbols import SIGNS as SHARED
from missions.battles.presenters.board.symbols import defs
from missions.battles.systems.galaxies.board.symbols import BODIES, HULLS, LINES, SIZES, STYLE
from missions.battles.systems.galaxies.engine.field import TILES
from missions.battles.systems.galaxies.engine.ships import CARDS, Size
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.red_alert.test_symbols import corners

CSS = Path(__file__).resolve().parents[5] / "static" / "css" / "board.css"
SHAPES = {
    **{f"{side}-{kind}": shape for (side, kind), shape in STYLE.bodies.items()},
    **STYLE.signs,
    **{f"t-{name}": shape for name, shape in STYLE.terrain.items()},
}
FILLS = {
    Size.SMALL: ((17, 22), (20, 22)),
    Size.MEDIUM: ((42, 48), (11, 20)),
    Size.LARGE: ((62, 66), (52, 61)),
}
"""Bounds of half the width and half the height of a hull, by size: close to the inner ring, but within it."""


def tree(shape: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{shape}</svg>")


@pytest.mark.rule("BG-001", "BG-002")
def test_every_ship_has_a_drawing_of_its_own_for_either_side():
    assert set(BODIES) == {(side, card.short) for side in (0, 1) for card in CARDS}
    assert len(set(BODIES.values())) == len(BODIES) == 24


@pytest.mark.rule("BG-003")
@pytest.mark.parametrize("short", HULLS)
def test_hulls_fill_their_footprint_and_stay_within_it(short: str):
    points = list(corners(HULLS[short]))
    (narrow, wide), (low, high) = FILLS[SIZES[short]]
    assert narrow <= max(abs(x) for x, _ in points) <= wide
    assert low <= max(abs(y) for _, y in points) <= high


@pytest.mark.parametrize("short", HULLS)
def test_ships_of_one_side_are_round_and_those_of_the_other_angular(short: str):
    card = next(each for each in CARDS if each.short == short)
    assert bool({"C", "A"} & set(HULLS[short])) is (card.side == 0)


@pytest.mark.rule("BG-003")
@pytest.mark.parametrize("short", [short for short, size in SIZES.items() if size == Size.MEDIUM])
def test_the_front_of_a_medium_ship_has_an_arrow_head(short: str):
    assert re.match(r"M3\d -[\d.]+L(39|40) 0L3\d [\d.]+", LINES[short])


@pytest.mark.parametrize("name", SHAPES)
def test_drawings_are_whole_and_leave_colours_to_the_style_sheet(name: str):
    elements = list(tree(SHAPES[name]).iter())
    assert len(elements) > 1
    assert not {"style", "fill", "stroke", "id"} & {key for each in elements for key in each.attrib}
    known = CSS.read_text(encoding="utf-8")
    for each in elements:
        assert not each.get("class") or re.search(rf"\.{each.get('class')}\b", known), each.get("class")


def test_the_symbols_of_the_map_are_put_together_without_a_clash():
    ids = [each.get("id") for each in tree(defs(STYLE, GALAXIES.dice)).iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"hx-{name}" for name in SHAPES} <= set(ids)
    assert not set(STYLE.signs) & set(SHARED)


@pytest.mark.rule("BG-140")
def test_the_legend_speaks_of_every_ship_sign_and_tile():
    assert set(STYLE.terrain) == set(TILES)
    assert {line.terrain for line in STYLE.legend} - {""} == set(TILES)
    assert {line.sign for line in STYLE.legend} - {""} == set(STYLE.signs)
    assert {each.kind for line in STYLE.legend for each in line.samples} == set(SIZES)
    words = [line.words for line in STYLE.legend]
    assert len(set(words)) == len(words)


def test_the_legend_is_drawn_from_symbols_that_exist_and_shows_ships_whole():
    drawn = markup.legend(STYLE)
    used = set(re.findall(r'href="#(hx-[^"]+)"', drawn))
    assert used <= set(re.findall(r'id="([^"]+)"', defs(STYLE, GALAXIES.dice)))
    for short, size in SIZES.items():
        half = {Size.SMALL: 30, Size.MEDIUM: 54, Size.LARGE: 80}[size]
        box = rf'viewBox="-{half} -{half} {2 * half} {2 * half}" aria-hidden="true">'
        assert re.search(rf'{box}(<use[^>]*halo"/>)?<use href="#hx-\d-{short}"', drawn), short


def test_sides_have_colours_and_emblems_of_their_own():
    assert len(set(STYLE.colours)) == 2
    assert all((side, kind) in BODIES for side, kind in enumerate(STYLE.emblems))
