"""Makes from the full TTF files, which PDFs use, everything that browsers load, and the font of card suits.

    .venv/bin/python static/fonts/make.py

It writes beside itself, per face, one WOFF2 subset for each alphabet, and `AdmiraltySuits.ttf`; and
`../css/fonts.css`, in which a browser reads which subset it needs and how wide the stand-ins are that it
shows until then. Needs fonttools and brotli, which WeasyPrint and WhiteNoise bring.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
STYLE = HERE.parent / "css" / "fonts.css"
ICONS = HERE.parent / "img" / "icons.svg"

# Which letters each subset has. The first also has every other sign that a page of ours writes.
ALPHABETS = {
    "latin": "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2010-2015,U+2018-201E,"
    "U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2260,U+2264-2265,"
    "U+25B2,U+25B8,U+25BE,U+25CF,U+2605,U+2713,U+2717",
    "latin-ext": "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF",
    "greek-cyrillic": "U+0370-052F",
}
# Tabular and right-joined figures, kerning, composed accents; not Inter's many alternates.
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum", "case"]


@dataclass(frozen=True)
class Face:
    """A face that pages use: the weights of CSS that it answers for."""

    family: str
    file: str
    weights: str
    alphabets: tuple[str, ...]


FACES = (
    Face("Inter", "Inter-Regular", "400 500", tuple(ALPHABETS)),
    Face("Inter", "Inter-SemiBold", "600 700", tuple(ALPHABETS)),
    Face("Barlow Condensed", "BarlowCondensed-SemiBold", "500 700", ("latin", "latin-ext")),
)
# The average width of a letter in em, by how often each occurs in English; of Arial from Adobe's metrics
# of Helvetica, which it shares, of the others from their files. A stand-in is as wide as the face it
# stands in for, so that no line breaks elsewhere when that face arrives.
OFTEN = dict(
    zip(
        " abcdefghijklmnopqrstuvwxyz",
        (18, 6.5, 1.2, 2.2, 3.2, 9.8, 1.8, 1.6, 4.2, 5.7, 0.1, 0.6, 3.3, 2, 5.7, 6.2, 1.5, 0.1, 5, 5.3, 7.5)
        + (2.3, 0.8, 1.7, 0.1, 1.4, 0.1),
        strict=True,
    )
)
STAND_INS = {
    "Arial": ({"400 500": 0.4386, "600 700": 0.4745}, {"400 500": "Arial", "600 700": "Arial Bold"}),
    "Roboto": ({"400 500": 0.4399, "600 700": 0.4399}, {"400 500": "Roboto", "600 700": "Roboto"}),
    "DejaVu": (
        {"400 500": 0.5037, "600 700": 0.5690},
        {"400 500": "DejaVu Sans", "600 700": "DejaVu Sans Bold"},
    ),
}
ALSO = {"Arial": "Liberation Sans", "Arial Bold": "Liberation Sans Bold"}  # the same widths

SUITS = {"spades": 0x2660, "hearts": 0x2665, "diamonds": 0x2666, "clubs": 0x2663}
UNIT, ASCENT, DESCENT = 1000, 969, -241  # as Inter's, so that a suit does not move the line it stands in
SUIT_WIDTH, SUIT_SCALE = 700, 33.0  # 24 units of an icon are 792 of the font
SPACE_WIDTH = 260
SUIT_FOOT = 22.0  # of an icon, on the base line
# Red suits: hollow in the font, because paper is black. The hole's size, and the height of its middle.
HOLES = {"hearts": (0.72, 13.2), "diamonds": (0.64, 12.0)}


def main() -> None:
    """Write all files again."""
    for old in HERE.glob("*.woff2"):
        old.unlink()
    rules = [
        "/* Written by ../fonts/make.py: the faces of tokens.css, each alphabet in a file of its own, and",
        "   stand-ins of the same width and height for the time until they are there. */",
    ]
    for face in FACES:
        for alphabet in face.alphabets:
            name = f"{face.file}-{alphabet}.woff2"
            subset(HERE / f"{face.file}.ttf", HERE / name, ALPHABETS[alphabet])
            rules.append(
                f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weights}; '
                f'font-display: swap; src: url("../fonts/{name}") format("woff2"); '
                f"unicode-range: {ALPHABETS[alphabet]}; }}"
            )
    rules += [stand_in(face, name) for face in FACES for name in STAND_INS]
    STYLE.write_text("\n".join(rules) + "\n", encoding="utf-8")
    suits(HERE / "AdmiraltySuits.ttf")


def codes(ranges: str) -> Iterable[int]:
    """The code points of a CSS unicode-range."""
    for each in ranges.replace("U+", "").split(","):
        first, _, last = each.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def subset(source: Path, target: Path, ranges: str) -> None:
    """Write those letters of a font as WOFF2."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(layout_features=FEATURES, hinting=False, notdef_outline=True, name_IDs=["*"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes(ranges))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def stand_in(face: Face, name: str) -> str:
    """The rule of a stand-in: a font of the reader's machine, as wide and as high as the face."""
    font = TTFont(HERE / f"{face.file}.ttf")
    unit, letters, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    width = sum(often * widths[letters[ord(letter)]][0] for letter, often in OFTEN.items()) / unit
    weight = "600 700" if face.weights == "500 700" else face.weights
    theirs, files = STAND_INS[name]
    scale = width / sum(OFTEN.values()) / theirs[weight]
    local = [files[weight], *([ALSO[files[weight]]] if files[weight] in ALSO else [])]
    sources = ", ".join(f'local("{each}")' for each in local)
    ascent, descent = font["hhea"].ascent / unit / scale, -font["hhea"].descent / unit / scale
    return (
        f'@font-face {{ font-family: "{face.family} {name}"; font-weight: {face.weights}; '
        f"src: {sources}; size-adjust: {scale:.2%}; "
        f"ascent-override: {ascent:.2%}; descent-override: {descent:.2%}; line-gap-override: 0%; }}"
    )


def suits(target: Path) -> None:
    """Write the font of the four suits for paper, drawn as in our icons: neither text face has them all."""
    builder = FontBuilder(UNIT, isTTF=True)
    blank = TTGlyphPen(None).glyph()
    glyphs = {".notdef": blank, "space": blank, **{name: suit(name) for name in SUITS}}
    widths = {name: (SPACE_WIDTH if name == "space" else SUIT_WIDTH, 0) for name in glyphs}
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(" "): "space"} | {code: name for name, code in SUITS.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    names = {"familyName": "Admiralty Suits", "styleName": "Regular", "version": "1.000"}
    builder.setupNameTable(names | {"psName": "AdmiraltySuits", "fullName": "Admiralty Suits"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save(target)


def suit(name: str) -> object:
    """The outline of a suit in the units of the font, upright on the base line; red suits have a hole."""
    found = re.search(rf'id="{name}" .*? d="([^"]+)"', ICONS.read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit(f"{ICONS} has no symbol {name}")
    outline = DecomposingRecordingPen({})
    parse_path(found[1], outline)
    pen = TTGlyphPen(None)
    turned = Transform(
        SUIT_SCALE, 0, 0, -SUIT_SCALE, SUIT_WIDTH / 2 - 12 * SUIT_SCALE, SUIT_FOOT * SUIT_SCALE
    )
    outline.replay(TransformPen(Cu2QuPen(pen, max_err=1.0, reverse_direction=True), turned))
    if name in HOLES:
        size, middle = HOLES[name]
        hole = turned.translate(12, middle).scale(size).translate(-12, -middle)
        outline.replay(TransformPen(Cu2QuPen(pen, max_err=1.0), hole))
    return pen.glyph()


if __name__ == "__main__":
    main()
