"""Fonts: those for browsers are small and have every letter of the pages; those for paper are whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
FONTS, STYLE = ROOT / "static" / "fonts", (ROOT / "static" / "css" / "fonts.css").read_text(encoding="utf-8")
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
LOADED = re.findall(
    r'font-family: "([^"]+)"; font-weight: ([\d ]+);.*?fonts/([\w-]+\.woff2)".*?range: ([^;]+);', STYLE
)
STAND_INS = re.findall(r'font-family: "([^"]+)"; font-weight: ([\d ]+); src: local\(', STYLE)
LARGEST = 60_000  # bytes of all files that a page in English loads


def codes(ranges: str) -> set[int]:
    """The code points of a CSS unicode-range."""
    found: set[int] = set()
    for each in ranges.replace("U+", "").split(","):
        first, _, last = each.strip().partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def letters(name: str) -> set[int]:
    return set(TTFont(FONTS / name).getBestCmap())


@pytest.mark.parametrize(("family", "weights", "name", "ranges"), LOADED, ids=[each[2] for each in LOADED])
def test_a_subset_has_all_letters_of_its_range_that_the_whole_font_has(family, weights, name, ranges):
    whole = letters(f"{name.rsplit('-', 1)[0].removesuffix('-latin').removesuffix('-greek')}.ttf")
    assert letters(name) == whole & codes(ranges)


def test_no_other_subset_lies_about():
    assert {path.name for path in FONTS.glob("*.woff2")} == {name for _, _, name, _ in LOADED}


def test_figures_of_one_width_came_along():
    for name in ("Inter-Regular-latin.woff2", "BarlowCondensed-SemiBold-latin.woff2"):
        features = TTFont(FONTS / name)["GSUB"].table.FeatureList.FeatureRecord
        assert "tnum" in {each.FeatureTag for each in features}


def test_a_page_in_english_loads_little():
    latin = [FONTS / name for _, _, name, _ in LOADED if name.endswith("-latin.woff2")]
    assert len(latin) == 3
    assert sum(path.stat().st_size for path in latin) <= LARGEST


def test_all_that_our_pages_write_is_in_the_first_subset():
    written = {
        letter
        for folder, suffix in (("templates", "html"), ("static/js", "js"), ("static/css", "css"))
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        for letter in path.read_text(encoding="utf-8")
        if letter.isprintable()
    }
    (ranges,) = {ranges for _, _, name, ranges in LOADED if name.endswith("-latin.woff2")}
    assert {letter for letter in written if ord(letter) not in codes(ranges)} == set()


def test_every_weight_of_a_face_has_stand_ins_and_the_theme_names_them():
    faces = {(family, weights) for family, weights, _, _ in LOADED}
    families = {family for family, _ in faces}
    for family, weights in faces:
        names = {name for name, theirs in STAND_INS if theirs == weights and name.startswith(f"{family} ")}
        assert len(names) == 3
        assert all(f'"{name}"' in TOKENS for name in names)
    assert {name for name, _ in STAND_INS if name.rsplit(" ", 1)[0] not in families} == set()


def test_the_font_of_suits_has_the_four_suits():
    assert {chr(code) for code in letters("AdmiraltySuits.ttf") if code != 32} == set("♠♥♦♣")


def test_red_suits_are_hollow_in_the_font_for_paper():
    glyphs = TTFont(FONTS / "AdmiraltySuits.ttf")["glyf"]
    assert {name: glyphs[name].numberOfContours for name in ("spades", "hearts", "diamonds", "clubs")} == {
        "spades": 1,
        "hearts": 2,
        "diamonds": 2,
        "clubs": 1,
    }
