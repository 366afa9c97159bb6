"""Drawings as SVG and as PNG."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from league.painting import Box, Drawing, Shape, Words, outlines, paint, silhouettes, svg
from rosters.catalogue import catalogue

SVG = "{http://www.w3.org/2000/svg}"
RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)


def drawn(*items: Box | Words | Shape) -> Drawing:
    return Drawing(64, 64, "#000000", "A <picture> & more", items)


def pixels(drawing: Drawing) -> Image.Image:
    return Image.open(BytesIO(paint(drawing))).convert("RGB")


def test_every_ship_of_the_catalogue_can_be_drawn():
    assert set(silhouettes()) == set(catalogue().ships)
    for shape in silhouettes().values():
        for path in (*shape.filled, *shape.lines):
            found = list(outlines(path))
            assert found and all(len(each) > 2 for each in found)
            assert all(0 <= x <= 64 and 0 <= y <= 64 for each in found for x, y in each)


def test_half_circles_go_over_the_top_and_back_below():
    (circle,) = outlines("M26 20a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z")
    assert all(abs((x - 32) ** 2 + (y - 20) ** 2 - 36) < 1e-9 for x, y in circle)
    top, bottom = circle[12], circle[36]
    assert (round(top[1]), round(bottom[1])) == (14, 26)


@pytest.mark.parametrize(
    "path", ["M1 1c2 2 3 3 4 4z", "M1 1L2 2z", "M0 0a5 5 0 1 1 6 0z", "M0 0a3 3 0 1 1 6 2z"]
)
def test_another_path_is_refused(path):
    with pytest.raises(ValueError, match="half circle"):
        list(outlines(path))


def test_a_picture_is_painted_where_it_was_drawn():
    image = pixels(
        drawn(Box(8, 8, 16, 16, "#ff0000"), Shape(32, 32, 32, "cr90corvette", "#ffffff", "#000000"))
    )
    assert image.size == (64, 64)
    assert image.getpixel((16, 16)) == RED
    assert image.getpixel((48, 55)) == WHITE
    assert image.getpixel((4, 60)) == BLACK


def test_words_begin_or_end_at_their_place():
    begins = pixels(drawn(Words(32, 40, "II", 20, "#ffffff", "Inter-SemiBold")))
    ends = pixels(drawn(Words(32, 40, "II", 20, "#ffffff", "Inter-SemiBold", "end")))
    assert 31 <= begins.getbbox()[0] <= 36
    assert 28 <= ends.getbbox()[2] <= 33


def test_the_same_drawing_gives_the_same_bytes():
    drawing = drawn(
        Words(2, 40, "Ünder 漢字", 12, "#ffffff"), Shape(0, 0, 20, "yt1300", "#ff0000", "#000000")
    )
    assert paint(drawing) == paint(drawing)
    assert svg(drawing) == svg(drawing)


def test_an_svg_escapes_what_people_wrote():
    made = svg(drawn(Words(0, 9, '<script>&"', 9, "#fff"), Box(0, 0, 4, 4, "#fff", 2)))
    root = ElementTree.fromstring(made)
    assert root.find(f"{SVG}title").text == "A <picture> & more"
    assert root.find(f"{SVG}text").text == '<script>&"'
    assert [each.tag.removeprefix(SVG) for each in root] == ["title", "rect", "text", "rect"]


def test_an_svg_has_the_lines_of_a_silhouette():
    root = ElementTree.fromstring(svg(drawn(Shape(3, 5, 32, "yt1300", "#fff", "#000"))))
    group = root.find(f"{SVG}g")
    assert group.attrib["transform"] == "translate(3 5) scale(0.5000)"
    assert [each.attrib["fill"] for each in group] == ["#fff", "none"]
