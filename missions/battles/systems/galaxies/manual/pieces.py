"""Ships and tactic cards for the manual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.ships import CARDS, HEXES, LETTERS, SIDES, ShipCard, Weapon
from missions.battles.systems.galaxies.engine.tactics import COPIES, TACTICS, Tactic
from missions.battles.systems.manual import CardEntry, CardGroup, Chart, Picture, UnitEntry

HIT_SIGN, STAR_SIGN = "●", "★"
"""Signs of a target grid (BG-107, BG-108)."""
SIGNS = ((HIT_SIGN, "is a hit"), (STAR_SIGN, "destroys a ship whose shields are down"))
NONE = "–"


def names() -> dict[str, tuple[ShipCard, ...]]:
    """All versions of each ship, by its short name."""
    found: dict[str, tuple[ShipCard, ...]] = {}
    for card in CARDS:
        found[card.short] = (*found.get(card.short, ()), card)
    return found


# --- ships ------------------------------------------------------------------------------------------


def unit(versions: Sequence[ShipCard], picture: Picture) -> UnitEntry:
    """A ship with the figures of its versions, its target grid, and a picture of its footprint."""
    card = versions[0]
    facts = (
        ("Side", SIDES[card.side]),
        ("Size", f"{card.size.name.lower()}, {_hexes(HEXES[card.size])}"),
        ("Card", f"a squadron of {card.models}" if card.squadron else "a single ship"),
        ("In a hold", f"takes {card.spaces} space{'s' if card.spaces > 1 else ''}"),
    )
    return UnitEntry(
        kind=card.short,
        name=card.name,
        about=card_words().ships[card.short],
        facts=facts,
        side=card.side,
        charts=(_figures(versions), grid(card)),
        picture=picture,
    )


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


ROWS: tuple[tuple[str, Callable[[ShipCard], str]], ...] = (
    ("Launch", lambda card: str(card.launch)),
    ("Activation", lambda card: str(card.activation)),
    ("Move", lambda card: str(card.move)),
    ("Shields", lambda card: str(card.shields)),
    ("Hull", lambda card: str(card.hull)),
    ("Hold", lambda card: str(card.capacity) if card.capacity else NONE),
    ("Primary weapon", lambda card: _weapon(card, 0)),
    ("Secondary weapon", lambda card: _weapon(card, 1)),
    ("Power", lambda card: card_words().specials[card.special].title if card.special else NONE),
)
"""Rows of the table of versions."""


def _figures(versions: Sequence[ShipCard]) -> Chart:
    """The figures of all versions side by side (BG-007)."""
    columns = tuple(card.version.capitalize() for card in versions)
    rows = tuple((head, tuple(show(card) for card in versions)) for head, show in ROWS)
    kept = tuple(row for row in rows if {*row[1]} != {NONE})
    return Chart(f"Versions of {versions[0].name}", columns, kept)


def _weapon(card: ShipCard, number: int) -> str:
    return weapon_words(card.weapons[number]) if number < len(card.weapons) else NONE


def weapon_words(weapon: Weapon) -> str:
    """A weapon in the words of a table: "Hawk Rocket: range 3, 1 × 2, charge 1", with "1 × 2" on one line."""
    charge = f", charge {weapon.charge}" if weapon.charge else ""
    times = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    return f"{weapon.name}: range {weapon.range}, {weapon.attacks}{times}{weapon.strength}{charge}"


def grid(card: ShipCard) -> Chart:
    """The target grid: letters across, numbers down (BG-106, BG-109)."""
    signs = ("", HIT_SIGN, STAR_SIGN)
    count = sum(cell > 0 for cell in card.grid)
    rows = tuple(
        (str(number + 1), tuple(signs[cell] for cell in card.grid[start : start + len(LETTERS)]))
        for number, start in enumerate(range(0, len(card.grid), len(LETTERS)))
    )
    title = f"Target grid: {count} of {len(card.grid)} cells, {100 * count / len(card.grid):.0f} %"
    return Chart(title, tuple(LETTERS), rows, SIGNS)


# --- tactic cards -----------------------------------------------------------------------------------


def groups() -> Iterator[CardGroup]:
    """All tactic cards."""
    about = "A battle may be opened with them. Both sides have the same deck, and a card is paid with energy."
    yield CardGroup("Tactic cards", about, tuple(_card(card) for card in TACTICS))


def _card(card: Tactic) -> CardEntry:
    words = card_words().tactics[card.id]
    return CardEntry(words.title, words.text, COPIES, words.rule, f"{card.cost} energy", words.when)
