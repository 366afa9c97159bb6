"""The tokens of the theme: as designed, and readable on every surface of their theme."""

import re
from itertools import product
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
SURFACES = ("page", "surface", "raised")
SIGNS = ("muted", "accent", "good", "bad", "info", "rebel", "imperial", "scum")
DESIGNED = {
    "dark": "page #0B1220 surface #121B2E raised #1A2540 text #E6ECF7 muted #9FB0CC accent #F2B134 "
    "accent-ink #14110A good #5BD6A2 bad #FF7A7A info #7CC4FF rebel #FF8A5B imperial #8FB8FF scum #C9D05A",
    "light": "page #F6F4EE surface #FFFFFF raised #ECE8DD text #1B2336 muted #55607A accent #8A5A00 "
    "accent-ink #FFFFFF good #0B6B46 bad #B3261E info #0B5CAD rebel #A63C14 imperial #2B4C8C scum #5A6000",
}
BLOCKS = re.findall(r"color-scheme: (dark|light);(.*?)\}", CSS.read_text(encoding="utf-8"), re.DOTALL)


def tokens(block: str) -> dict[str, str]:
    """The hexadecimal colours of one block, by token name."""
    return dict(re.findall(r"--adm-([a-z-]+): (#[0-9A-F]{6});", block))


def luminance(colour: str) -> float:
    """Relative luminance of a #RRGGBB colour, 0 to 1, as WCAG 2 defines it."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_known_ratio() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_the_system_preference_and_the_switch_give_the_same_colours() -> None:
    assert [theme for theme, _ in BLOCKS] == ["dark", "light", "light"]
    assert tokens(BLOCKS[1][1]) == tokens(BLOCKS[2][1])


@pytest.mark.parametrize(("theme", "block"), BLOCKS)
def test_the_tokens_are_those_of_the_design(theme: str, block: str) -> None:
    words = DESIGNED[theme].split()
    designed = dict(zip(words[::2], words[1::2], strict=True))
    assert {name: colour for name, colour in tokens(block).items() if name in designed} == designed


@pytest.mark.parametrize(("theme", "block"), BLOCKS)
def test_the_rgb_triplets_are_the_same_colours(theme: str, block: str) -> None:
    triplets = re.findall(r"--adm-([a-z]+)-rgb: (\d+), (\d+), (\d+);", block)
    written = {name: "#" + "".join(f"{int(part):02X}" for part in parts) for name, *parts in triplets}
    assert written == {name: tokens(block)[name] for name in written}


@pytest.mark.parametrize(("theme", "block"), BLOCKS)
def test_text_reaches_seven_to_one_on_every_surface(theme: str, block: str) -> None:
    colours = tokens(block)
    ratios = {surface: contrast(colours["text"], colours[surface]) for surface in SURFACES}
    assert [surface for surface, ratio in ratios.items() if ratio < 7] == []


@pytest.mark.parametrize(("theme", "block"), BLOCKS)
def test_every_sign_reaches_four_and_a_half_to_one_on_every_surface(theme: str, block: str) -> None:
    colours = tokens(block)
    pairs = [("accent-ink", "accent"), *product(SIGNS, SURFACES)]
    assert [(a, b) for a, b in pairs if contrast(colours[a], colours[b]) < 4.5] == []


@pytest.mark.parametrize(("theme", "block"), BLOCKS)
def test_the_edges_of_fields_reach_three_to_one(theme: str, block: str) -> None:
    colours = tokens(block)
    assert [surface for surface in SURFACES if contrast(colours["edge"], colours[surface]) < 3] == []
