"""The counters, signs and terrain of Red Alert, and the faces of its die.

Counters of the Commonwealth are round and have their bow up, those of the Confederation are angular and have
it down. At the bow stands the symbol of the class, as on the die. Each class has an outline of its own, and a
heavy unit is larger and carries a pod on either side. There is room for a label such as "HDD1" above the
middle, and for a row of pips below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from missions.battles.board.style import LegendLine, Sample, Style
from missions.battles.systems.red_alert.engine.units import (
    ALERT,
    BLAST,
    CAPITAL,
    DIE,
    FIGHTER,
    STAR,
    STRIKE,
    TYPES,
    UnitType,
)

# --- counters ---------------------------------------------------------------------------------------

OUTLINES: Mapping[tuple[int, str], str] = MappingProxyType(
    {
        (0, "F"): "M0 -22C11 -22 17 -11 17 1A17 17 0 0 1 -17 1C-17 -11 -11 -22 0 -22Z",
        (0, "DD"): "M0 -24C9 -20 16 -10 16 2V15C16 19 13 21 9 21H-9C-13 21 -16 19 -16 15V2"
        "C-16 -10 -9 -20 0 -24Z",
        (0, "CR"): "M0 -23C9 -22 18 -11 20.5 3C22 13 20 21 12 21C6 21 6 16.5 0 16.5C-6 16.5 -6 21 -12 21"
        "C-20 21 -22 13 -20.5 3C-18 -11 -9 -22 0 -23Z",
        (0, "BB"): "M0 -23C13 -23 19 -17 19 -8V14C19 19 17 21 12 21H-12C-17 21 -19 19 -19 14V-8"
        "C-19 -17 -13 -23 0 -23Z",
        (0, "FS"): "M0 -25C10 -25 17 -18 18.5 -10C22 -11 26 -8 26 -4V10C26 14 22 17 18.5 15.5C15 21 9 24 0 24"
        "C-9 24 -15 21 -18.5 15.5C-22 17 -26 14 -26 10V-4C-26 -8 -22 -11 -18.5 -10C-17 -18 -10 -25 0 -25Z",
        (1, "F"): "M7 23L19 0L11 -18H-11L-19 0L-7 23Z",
        (1, "DD"): "M0 27L16 5V-15L9 -21H-9L-16 -15V5Z",
        (1, "CR"): "M0 27L9 19L21 -2V-21L13 -15H-13L-21 -21V-2L-9 19Z",
        (1, "BB"): "M-19 -21H-8V-16H8V-21H19V8L10 24H-10L-19 8Z",
        (1, "FS"): "M0 28L10 22L17 13H25V-10L18 -14V-24H9V-19H-9V-24H-18V-14L-25 -10V13H-17L-10 22Z",
    }
)
"""Outline of each type by side and id; heavy types have that of the standard ones."""
FLAG_LINES = (
    '<path class="in" d="M0 -22C13 -22 17 -10 17 2S12 21 0 21S-17 14 -17 2S-13 -22 0 -22Z"/>',
    '<path class="in" d="M0 24.5L8 19.5L15 10.5V-15H-15V10.5L-8 19.5Z"/>',
)
"""A line inside the flagships of each side."""
PODS = (
    '<rect x="{x}" y="{y}" width="9" height="20" rx="4.5"/>',
    '<path d="M{x} {y}h9v14l-4.5 6l-4.5 -6Z"/>',
)
"""Pod of each side, from its left and upper end."""
POD_HALF = 4.5
"""Half the width of a pod."""
POD_PLACES: Mapping[str, tuple[float, tuple[float, float]]] = MappingProxyType(
    {"F": (17, (-6, -14)), "DD": (16, (-5, -14)), "CR": (19.5, (-13, -6)), "BB": (19.5, (-5, -13))}
)
"""Pods of a heavy type: their distance from the middle, and their upper end for each side."""
HEAVY_SCALE = 1.08
"""Size of a heavy unit, in sizes of a standard one."""
BOWS = (-16.5, 18)
"""Height of the class symbol on the counters of each side."""
CLASS_SIGNS: Mapping[int, str] = MappingProxyType(
    {
        FIGHTER: '<circle class="ik" r="3.4"/>',
        STRIKE: '<path class="ik" d="M0 -4L4.4 3.4H-4.4Z"/>',
        CAPITAL: '<path class="ik" d="M-3.4 -3.4H3.4V3.4H-3.4Z"/>',
    }
)


def _body(side: int, unit: UnitType) -> str:
    """Counter of a type: its outline, what makes it heavy or a flagship, and the symbol of its class."""
    kind = unit.id.removeprefix("H") if unit.heavy else unit.id
    drawn = f'<path d="{OUTLINES[side, kind]}"/>'
    if unit.heavy:
        apart, top = POD_PLACES[kind]
        pods = "".join(PODS[side].format(x=x - POD_HALF, y=top[side]) for x in (-apart, apart))
        drawn = f'<g transform="scale({HEAVY_SCALE})">{pods}{drawn}</g>'
    if unit.flagship:
        drawn += FLAG_LINES[side]
    turned = "" if side == 0 else " scale(1 -1)"
    sign = CLASS_SIGNS[unit.symbol].replace("/>", f' transform="translate(0 {BOWS[side]}){turned}"/>')
    return drawn + sign


BODIES = {(side, unit.id): _body(side, unit) for side in (0, 1) for unit in TYPES}

# --- signs ------------------------------------------------------------------------------------------

STAR_SHAPE = "M0 -9.5L2.6 -3.4L9 -2.9L4.1 1.4L5.6 7.7L0 4.3L-5.6 7.7L-4.1 1.4L-9 -2.9L-2.6 -3.4Z"
ALERT_SHAPE = "M-3.7 -9H3.7L9 -3.7V3.7L3.7 9H-3.7L-9 3.7V-3.7Z"
BANNERS = (
    '<g class="s0"><path class="sg-own" d="M-7 -9H7V2A7 7 0 0 1 -7 2Z"/></g>',
    '<g class="s1"><path class="sg-own" d="M-8 -9H8V9L0 4L-8 9Z"/></g>',
)
"""Faction marker of each side."""
QUESTION = '<path class="sg" d="M-2.6 -3.4C-2.6 -7 3 -7 3 -3.4C3 -1 0 -1 0 1.4M0 4v.1"/>'
SIGNS = {
    "alert": f'<path class="sg-bad" d="{ALERT_SHAPE}"/><path class="sg-cut" d="M0 -4.8V.8M0 4.8v.1"/>',
    "cloak": '<circle r="8"/>'
    '<path class="sg" d="M-5 0C-3 -4.4 3 -4.4 5 0C3 4.4 -3 4.4 -5 0ZM-4.5 5L4.5 -5"/>',
    "star": f'<path class="sg-accent" d="{STAR_SHAPE}"/>',
    "ordered": '<circle r="8"/><path class="sg" d="M-4 .5L-1.2 3.5L4 -3.2"/>',
    "marker_0": BANNERS[0],
    "marker_1": BANNERS[1],
    "figure": '<path d="M0 -9L7 7L0 3.5L-7 7Z"/>',
}

# --- terrain ----------------------------------------------------------------------------------------

TERRAIN = {
    "asteroid": '<path d="M-14 -20L-6 -25L2 -21L1 -13L-8 -10L-15 -14Z"/>'
    '<path d="M8 -15L17 -16L23 -9L20 0L11 1L6 -6Z"/>'
    '<path d="M-24 -4L-16 -6L-10 0L-12 9L-20 12L-25 5Z"/>'
    '<path d="M-6 14L4 10L13 14L14 21L4 26L-5 22Z"/><path d="M17 8L22 7L24 11L20 14L17 12Z"/>',
    "planet": '<path class="land" d="M0 -30l26 15v30l-26 15l-26 -15v-30Z"/>'
    '<path class="land" d="M-26 -14q13 -3 26 0t26 0v6q-13 3 -26 0t-26 0Z"/>'
    '<path class="land" d="M-26 -1q13 3 26 0t26 0v3q-13 3 -26 0t-26 0Z"/>'
    '<path class="land" d="M-26 9q13 -2 26 0t26 0v5q-13 -2 -26 0t-26 0Z"/>',
    "debris": '<path d="M-20 -6L-8 -20L0 -14L-5 -8L2 -3L-9 7Z"/>'
    '<path d="M6 -8L18 -14L22 2L14 4L16 12L5 14L9 3L2 1Z"/>'
    '<path d="M-16 14L-6 11L-2 20L-9 22Z"/><path d="M5 20L10 17L12 22Z"/>',
    "hidden_0": f'<g transform="scale(2)">{BANNERS[0]}{QUESTION}</g>',
    "hidden_1": f'<g transform="scale(2)">{BANNERS[1]}{QUESTION}</g>',
}

# --- the die ----------------------------------------------------------------------------------------

DIE_FACES = {
    FIGHTER: '<circle class="df" cx="12" cy="12" r="6.2"/>',
    STRIKE: '<path class="df" d="M12 5L19 17.5H5Z"/>',
    CAPITAL: '<path class="df" d="M6.2 6.2H17.8V17.8H6.2Z"/>',
    BLAST: '<path class="dk" d="M12 2.6L13.8 8.2L18.6 5.4L15.8 10.2L21.4 12L15.8 13.8L18.6 18.6'
    'L13.8 15.8L12 21.4L10.2 15.8L5.4 18.6L8.2 13.8L2.6 12L8.2 10.2L5.4 5.4L10.2 8.2Z"/>',
    STAR: f'<path class="df" transform="translate(12 12.6) scale(.92)" d="{STAR_SHAPE}"/>',
    ALERT: f'<path class="dr" transform="translate(12 12)" d="{ALERT_SHAPE}"/>'
    '<path class="dc" d="M12 7.2V12.8M12 16.8v.1"/>',
}

# --- the legend -------------------------------------------------------------------------------------

CLASS_WORDS: Mapping[int, str] = MappingProxyType(
    {FIGHTER: "circles on dice hit it", STRIKE: "triangles on dice hit it", CAPITAL: "squares on dice hit it"}
)


def _of_type(unit: UnitType) -> LegendLine:
    words = f"{unit.id}, {unit.name}: {CLASS_WORDS[unit.symbol]}"
    return LegendLine(words, (Sample(0, unit.id), Sample(1, unit.id)))


DIE_WORDS: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        FIGHTER: ("Circle on a die: hits fighter units", "RA-103"),
        STRIKE: ("Triangle on a die: hits cruisers and destroyers", "RA-103"),
        CAPITAL: ("Square on a die: hits flagships and battleships", "RA-103"),
        BLAST: ("Blast on a die: hits every unit that does not ignore it", "RA-104"),
        STAR: ("Star on a die: a star for the side that rolls it", "RA-108"),
        ALERT: ("Red alert on a die: a unit that is hit retires 2 hexes", "RA-110"),
    }
)
"""Meaning of each face, and its rule."""


def _of_face(face: int) -> LegendLine:
    words, rule = DIE_WORDS[face]
    return LegendLine(words, face=(DIE, face), rule=rule)


LEGEND = (
    LegendLine("Round, with the bow up, is Commonwealth", (Sample(0, "CR"),)),
    LegendLine("Angular, with the bow down, is Confederation", (Sample(1, "CR"),)),
    *map(_of_type, TYPES),
    *map(_of_face, DIE_FACES),
    LegendLine("Framed: may get an order now", (Sample(0, "DD", "can"),)),
    LegendLine("Ordered this turn", sign="ordered", rule="RA-062"),
    LegendLine("Red alert: stays where it is and rolls one die less", sign="alert", rule="RA-121"),
    LegendLine("Cloaked: nobody may fire at it from afar", sign="cloak", rule="RA-171"),
    LegendLine("Stars to pay with", sign="star", rule="RA-165"),
    LegendLine("Figures of a unit that are left", sign="figure", rule="RA-105"),
    LegendLine("Planet markers of the Commonwealth: their number in victory points", sign="marker_0"),
    LegendLine("Planet markers of the Confederation: their number in victory points", sign="marker_1"),
    LegendLine("A unit of the Commonwealth that lies face down", terrain="hidden_0"),
    LegendLine("A unit of the Confederation that lies face down", terrain="hidden_1"),
    LegendLine("Asteroid: it ends a move and blocks lines of sight", terrain="asteroid"),
    LegendLine("Planet: units enter it from next to it; it blocks lines of sight", terrain="planet"),
    LegendLine("Debris: no unit enters it, and it blocks lines of sight", terrain="debris"),
)
STYLE = Style(
    colours=("imperial", "scum"),
    bodies=BODIES,
    signs=SIGNS,
    emblems=("FS", "FS"),
    legend=LEGEND,
    terrain=TERRAIN,
    faces={(DIE, face): drawing for face, drawing in DIE_FACES.items()},
)
