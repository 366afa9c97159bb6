"""The ships, signs and tiles of Galaxies.

Ships fill their footprint: a small one a hex, a medium one two hexes, a large one seven. Those of the ISN are
round and head east, those of the Wretch angular and head west; a medium ship has its front in the east, from
where it is turned. The badge, a disc or a diamond, shows the side that a ship fights for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from missions.battles.board.style import LegendLine, Sample, Style
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.ships import CARDS, Size

# --- ships ------------------------------------------------------------------------------------------

HULLS: Mapping[str, str] = MappingProxyType(
    {
        "hawks": "M21 0C14 -6 7 -9 1 -10C-1 -17 -7 -20 -13 -20C-10 -14 -12 -9 -20 -7V7C-12 9 -10 14 -13 20"
        "C-7 20 -1 17 1 10C7 9 14 6 21 0Z",
        "sparrows": "M17 0C13 -8 12 -17 -1 -21C4 -13 -5 -10 -16 -15C-21 -7 -21 7 -16 15C-5 10 4 13 -1 21"
        "C12 17 13 8 17 0Z",
        "f54": "M22 0C17 -4 14 -7 9 -8C11 -16 5 -21 -4 -21C-14 -21 -21 -12 -21 0C-21 12 -14 21 -4 21"
        "C5 21 11 16 9 8C14 7 17 4 22 0Z",
        "torrent": "M45 0C41 -7 30 -9 16 -10C10 -16 -14 -17 -22 -11C-31 -12 -40 -10 -44 -7V7"
        "C-40 10 -31 12 -22 11C-14 17 10 16 16 10C30 9 41 7 45 0Z",
        "barrage": "M44 0C43 -7 37 -12 26 -13C16 -20 -20 -20 -29 -14C-36 -15 -42 -13 -44 -10C-40 -4 -40 4"
        " -44 10C-42 13 -36 15 -29 14C-20 20 16 20 26 13C37 12 43 7 44 0Z",
        "everest": "M65 0C61 -13 51 -20 40 -24C40 -42 30 -56 14 -53C4 -48 -8 -46 -18 -54"
        "C-34 -58 -43 -44 -42 -27C-53 -26 -61 -18 -63 -9V9C-61 18 -53 26 -42 27C-43 44 -34 58 -18 54"
        "C-8 46 4 48 14 53C30 56 40 42 40 24C51 20 61 13 65 0Z",
        "fuvu": "M-21 0L-8 -7L3 -20L11 -18L7 -8L19 -10L13 0L19 10L7 8L11 18L3 20L-8 7Z",
        "tougu": "M-21 -3L-7 -9L-2 -21L7 -15L16 -19L13 -7L20 0L13 7L16 19L7 15L-2 21L-7 9L-21 3Z",
        "chosh": "M-20 -14L-9 -17L4 -21L16 -12L20 0L16 12L4 21L-9 17L-20 14L-12 8L-14 0L-12 -8Z",
        "teskio": "M45 0L20 -7L8 -18L-2 -10L-22 -16L-44 -10L-34 0L-44 10L-22 16L-2 10L8 18L20 7Z",
        "sobwatet": "M42 -4V4L27 8L30 18L6 13L-10 18L-25 13L-43 16L-37 0L-43 -16L-25 -13L-10 -18L6 -13"
        "L30 -18L27 -8Z",
        "vapor": "M-64 0L-39 -21L-27 -59L2 -42L26 -60L38 -31L61 -13L49 0L61 13L38 31L26 60L2 42L-27 59"
        "L-39 21Z",
    }
)
"""Outline of each ship by its short name, around the middle of its footprint."""
LINES: Mapping[str, str] = MappingProxyType(
    {
        "torrent": "M33 -4.5L40 0L33 4.5M-22 -8V8M-30 -8V8",
        "barrage": "M32 -6L39 0L32 6M-31 -10V10M14 -13V-8M4 -14V-9M-6 -14V-9M-16 -14V-9"
        "M14 13V8M4 14V9M-6 14V9M-16 14V9",
        "everest": "M52 -7L59 0L52 7M-42 -19V19M-51 -13V13M-31 -42C-17 -50 6 -32 18 -44C28 -46 32 -36 32 -26"
        "M-31 42C-17 50 6 32 18 44C28 46 32 36 32 26",
        "teskio": "M31 -4.5L40 0L31 4.5M-30 -7L-22 0L-30 7",
        "sobwatet": "M32 -4.5L39 0L32 4.5M-18 -10L-24 0L-18 10M-26 -9L-31 0L-26 9",
        "vapor": "M-50 -6L-58 0L-50 6M-18 -44L-2 -26H20L30 -14M-18 44L-2 26H20L30 14",
    }
)
"""Lines on the larger ships. An arrow head shows the bow."""
BADGES = {
    Size.SMALL: (
        '<path d="M-9 -13H9A8.5 8.5 0 0 1 9 4H-9A8.5 8.5 0 0 1 -9 -13Z"/>',
        '<path d="M-13 -13H13L19 -4.5L13 4H-13L-19 -4.5Z"/>',
    ),
    Size.MEDIUM: (
        '<circle class="ik" cx="24" r="4"/>',
        '<path class="ik" d="M19 0L24 -4.5L29 0L24 4.5Z"/>',
    ),
    Size.LARGE: (
        '<circle class="ik" cx="0" cy="-28" r="6"/>',
        '<path class="ik" d="M-7 -28L0 -35L7 -28L0 -21Z"/>',
    ),
}
"""Badge of each side, by the size of the ship. On a small ship the label stands on it."""
SIZES = {card.short: card.size for card in CARDS}
"""Size of each ship by its short name."""
SPANS = {Size.SMALL: 30, Size.MEDIUM: 54, Size.LARGE: 80}
"""Half the width of the box around a ship of each size."""


def _body(side: int, short: str) -> str:
    lines = f'<path class="in" d="{LINES[short]}"/>' if short in LINES else ""
    return f'<path d="{HULLS[short]}"/>{lines}{BADGES[SIZES[short]][side]}'


BODIES = {(side, short): _body(side, short) for side in (0, 1) for short in SIZES}

# --- signs ------------------------------------------------------------------------------------------

BOLT = "M2 -9L-6 1.5H-1L-2.5 9L6 -2.5H1Z"
STAR_SHAPE = "M0 -9.5L2.6 -3.4L9 -2.9L4.1 1.4L5.6 7.7L0 4.3L-5.6 7.7L-4.1 1.4L-9 -2.9L-2.6 -3.4Z"
SIGNS = {
    "active": '<circle r="9"/><path class="sg-accent" d="M-3.6 -5.6L6 0L-3.6 5.6Z"/>',
    "done": '<circle r="9"/><path class="sg" d="M-4.4 .5L-1.2 4L4.6 -3.6"/>',
    "gate": '<circle r="9"/><path class="sg" d="M4 -4A5.6 5.6 0 1 0 5.6 1M5.6 1L2.6 2.4M5.6 1L7 3.8"/>',
    "energy": f'<path class="sg-accent" d="{BOLT}"/>',
    "points": f'<path class="sg-accent" d="{STAR_SHAPE}"/>',
}

# --- tiles ------------------------------------------------------------------------------------------

TERRAIN = {
    "asteroid": '<path d="M-20 -9L-11 -21L5 -23L19 -15L22 2L14 17L-2 23L-17 16L-23 3Z"/>'
    '<circle cx="-6" cy="-7" r="5"/><circle cx="8" cy="5" r="4"/><circle cx="-7" cy="10" r="3"/>',
    "debris": '<path d="M-21 -4L-12 -18L-4 -13L-9 -7L-3 -2L-12 6Z"/>'
    '<path d="M4 -19L15 -20L20 -8L11 -3L3 -9Z"/>'
    '<path d="M7 4L20 3L17 15L9 19L11 11Z"/><path d="M-14 12L-4 9L0 20L-9 22Z"/>',
    "energy_source": '<circle r="21"/><path d="M4 -15L-10 3H-2L-4 15L10 -4H2Z"/>',
    "shield_regenerator": '<path d="M0 -22C8 -16 14 -15 20 -15C20 4 14 15 0 22C-14 15 -20 4 -20 -15'
    'C-14 -15 -8 -16 0 -22Z"/><path d="M-3 -10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z"/>',
    "alien_artifact": '<path d="M0 -24L12 -6L0 24L-12 -6Z"/><path d="M-12 -6H12M0 -24L-4 -6L0 24L4 -6Z"/>'
    '<path d="M-21 6L-15 0L-17 12ZM21 6L15 0L17 12Z"/>',
    "observation_station": '<circle r="7"/><path d="M-23 0C-14 -15 14 -15 23 0C14 15 -14 15 -23 0Z"/>'
    '<path d="M0 -22V-14M0 22V14"/>',
    "orbital_market": '<path d="M-20 -6L-14 -17H14L20 -6Z"/><path d="M-17 -6H17V16H-17Z"/>'
    '<path d="M-6 16V3H6V16Z"/>',
    "warp_gate": '<circle r="22"/><circle r="15"/><path d="M0 -15C9 -8 9 8 0 15C-9 8 -9 -8 0 -15Z"/>',
    "victory_point": f'<circle r="23"/><path transform="scale(1.7)" d="{STAR_SHAPE}"/>',
}

# --- the legend -------------------------------------------------------------------------------------


def _of_ship(short: str) -> LegendLine:
    card = next(each for each in CARDS if each.short == short)
    models = f", a squadron of {card.models}" if card.squadron else ""
    return LegendLine(f"{card.name}: {card.size.name.lower()}{models}", (Sample(card.side, short),))


LEGEND = (
    LegendLine("With a disc: fights for the side that begins in the west", (Sample(0, "barrage"),)),
    LegendLine("With a diamond: fights for the side that begins in the east", (Sample(1, "teskio"),)),
    LegendLine("The arrow head is the front of a medium ship", (Sample(0, "torrent"),)),
    LegendLine(
        "Outer ring and left figure: shield pegs. Inner ring and right figure: hull pegs that are left"
    ),
    LegendLine("Lists have both as 5 + 10: shields, then hull"),
    LegendLine("Moves in red lead into countermeasures or debris, with the chance of damage if all roll"),
    *map(_of_ship, SIZES),
    LegendLine("Framed: may be ordered now", (Sample(0, "hawks", "can"),)),
    LegendLine("Activated now", sign="active"),
    LegendLine("Activated this turn: gets no more orders", sign="done"),
    LegendLine("Began its activation on a warp gate, and may go through it", sign="gate"),
    LegendLine("Energy", sign="energy"),
    LegendLine("Victory points", sign="points"),
    *(LegendLine(words.explained, terrain=name) for name, words in card_words().tiles.items()),
)
STYLE = Style(
    colours=("imperial", "rebel"),
    bodies=BODIES,
    signs=SIGNS,
    emblems=("hawks", "fuvu"),
    legend=LEGEND,
    terrain=TERRAIN,
    spans={short: SPANS[size] for short, size in SIZES.items()},
)
