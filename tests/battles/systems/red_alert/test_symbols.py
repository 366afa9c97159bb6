"""Counters, signs, terrain and die faces of Red Alert: complete, told apart by shape, and in the legend."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from missions.battles.presenters.board import markup
from missions.battles.presenters.board.faces import face
from missions.battles.presenters.board.symbols import HEX, SIGNS, defs
from missions.battles.systems.red_alert.board.symbols import BODIES, OUTLINES, STYLE
from missions.battles.systems.red_alert.engine.units import DIE, SYMBOL, TYPES

CSS = Path(__file__).resolve().parents[4] / "static" / "css" / "board.css"
KINDS = [unit.id for unit in TYPES]
DICE = {DIE: SYMBOL}
SHAPES = {
    **{f"{side}-{kind}": shape for (side, kind), shape in STYLE.bodies.items()},
    **STYLE.signs,
    **{f"t-{name}": shape for name, shape in STYLE.terrain.items()},
    **{f"{name}-{number}": shape for (name, number), shape in STYLE.faces.items()},
}
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Numbers that each command of a path takes."""


def tree(shape: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{shape}</svg>")


def corners(path: str) -> Iterator[tuple[float, float]]:
    """Ends of the strokes of a path."""
    x = y = 0.0
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
        size, own = NUMBERS[command.upper()], command.islower()
        for at in range(0, len(numbers), size or 1):
            *_, last = numbers[at : at + size]
            if command in "HhVv":
                x, y = (last + x * own, y) if command in "Hh" else (x, last + y * own)
            else:
                x, y = numbers[at + size - 2] + x * own, last + y * own
            yield x, y


def scale(element: ElementTree.Element) -> float:
    found = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
    return float(found[1]) if found else 1.0


def reach(element: ElementTree.Element) -> tuple[float, float]:
    """Farthest a drawing goes to the side and up or down, moves left out."""
    found = [reach(each) for each in element]
    found += [(abs(x), abs(y)) for x, y in corners(element.get("d", ""))]
    if element.tag == "rect":
        x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        found += [(abs(x), abs(y)), (abs(x + width), abs(y + height))]
    across, along = zip(*found, strict=True) if found else ((0.0,), (0.0,))
    return max(across) * scale(element), max(along) * scale(element)


@pytest.mark.rule("RA-001", "RA-004")
def test_every_type_of_both_sides_has_a_counter_of_its_own():
    assert set(BODIES) == {(side, kind) for side in (0, 1) for kind in KINDS}
    assert len(set(BODIES.values())) == len(BODIES)


@pytest.mark.parametrize(("side", "kind"), OUTLINES)
def test_one_side_is_round_and_the_other_angular(side: int, kind: str):
    curved = set("CA") & set(OUTLINES[side, kind])
    assert bool(curved) is (side == 0)


@pytest.mark.parametrize(("side", "kind"), BODIES)
def test_counters_stay_within_their_hex(side: int, kind: str):
    across, along = reach(tree(BODIES[side, kind]))
    assert 15 < across <= 26.5 and 18 < along <= 30


@pytest.mark.rule("RA-023")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", ["BB", "CR", "DD", "F"])
def test_heavy_units_are_larger_and_carry_pods(side: int, kind: str):
    heavy, standard = tree(BODIES[side, f"H{kind}"]), tree(BODIES[side, kind])
    assert all(more > less for more, less in zip(reach(heavy), reach(standard), strict=True))
    assert len(list(heavy.iter())) > len(list(standard.iter()))


@pytest.mark.rule("RA-021")
@pytest.mark.parametrize("side", [0, 1])
def test_counters_of_a_class_carry_its_symbol_and_no_other(side: int):
    drawn: dict[int, set[str]] = {}
    for unit in TYPES:
        (sign,) = (each for each in tree(BODIES[side, unit.id]) if each.get("class") == "ik")
        drawn.setdefault(unit.symbol, set()).add(sign.get("d", sign.tag))
    assert sorted(map(len, drawn.values())) == [1, 1, 1]
    assert len(set.union(*drawn.values())) == 3


@pytest.mark.rule("RA-030")
def test_every_face_of_the_die_is_drawn_and_looks_different():
    drawn = [STYLE.faces[DIE, number] for number in range(1, SYMBOL.sides + 1)]
    assert len(set(drawn)) == SYMBOL.sides == len(STYLE.faces)
    assert [str(face(STYLE, DICE, DIE, number)).count("<text") for number in range(1, 7)] == [0] * 6


@pytest.mark.parametrize("name", SHAPES)
def test_drawings_are_whole_and_leave_colours_to_the_style_sheet(name: str):
    elements = list(tree(SHAPES[name]).iter())
    assert len(elements) > 1
    assert not {"style", "fill", "stroke", "id"} & {key for each in elements for key in each.attrib}
    known = CSS.read_text(encoding="utf-8")
    for each in elements:
        assert not each.get("class") or re.search(rf"\.{each.get('class')}\b", known), each.get("class")


def test_the_symbols_of_the_map_are_put_together_without_a_clash():
    ids = [each.get("id") for each in tree(defs(STYLE, DICE)).iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"hx-{name}" for name in SHAPES} <= set(ids)
    assert not set(STYLE.signs) & set(SIGNS)


def test_the_legend_speaks_of_every_counter_sign_face_and_terrain():
    assert {line.face for line in STYLE.legend} - {None} == set(STYLE.faces)
    samples = {(each.side, each.kind) for line in STYLE.legend for each in line.samples}
    assert samples == set(BODIES)
    assert {line.sign for line in STYLE.legend} - {""} == set(STYLE.signs)
    terrain = {line.terrain for line in STYLE.legend} - {""}
    assert terrain == {name for name in STYLE.terrain if name not in STYLE.signs}
    words = [line.words for line in STYLE.legend]
    assert len(set(words)) == len(words)
    assert all(sum(f", {unit.name}:" in each for each in words) == 1 for unit in TYPES)


def test_the_legend_is_drawn_from_symbols_that_exist():
    used = re.findall(r'href="#(hx-[^"]+)"', markup.legend(STYLE))
    ids = set(re.findall(r'id="([^"]+)"', defs(STYLE, DICE)))
    assert len(used) > len(STYLE.legend) and set(used) <= ids


@pytest.mark.rule("RA-150")
def test_a_planet_fills_its_hexes_and_its_bands_go_on_in_the_next():
    whole, *bands = (each.get("d", "") for each in tree(STYLE.terrain["planet"]))
    assert whole == HEX
    for band in bands:
        ends: dict[float, list[float]] = {-26: [], 26: []}
        for x, y in corners(band):
            if abs(x) == 26:
                ends[x].append(y)
        assert sorted(ends[-26]) == sorted(ends[26]) and len(set(ends[26])) == 2


def test_sides_have_colours_and_emblems_of_their_own():
    assert len(set(STYLE.colours)) == 2
    assert all((side, kind) in BODIES for side, kind in enumerate(STYLE.emblems))
