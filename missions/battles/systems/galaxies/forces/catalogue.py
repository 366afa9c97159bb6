"""Fleets for people who write them down: “veteran Everest, Blue Hawks, seasoned Barrage”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import cycle, islice

from league.kernel.refusal import Unreadable
from league.rules.phrases import join_words
from missions.battles.engine.contract import Setup
from missions.battles.systems.builder import Force
from missions.battles.systems.forces import items, plain
from missions.battles.systems.galaxies.engine import fleets
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.setup import VERSION
from missions.battles.systems.galaxies.engine.ships import BY_ID, CARDS, SIDES, VERSIONS, ShipCard
from missions.battles.systems.galaxies.forces import page
from missions.battles.systems.galaxies.forces.suggestions import ready_made

EXAMPLE = "veteran Everest, Blue Hawks, seasoned Barrage"
OPEN = "open"
"""Opening of a fleet that is bound by neither points nor names."""
GRAMMAR = (
    f"Write a fleet like “{EXAMPLE}”. Each name may be there once; without a version it is the standard one.",
    f"Write “{OPEN}: 3 Blue Hawks, 2 Everest” for any cards in any number. Everybody knows such a fleet.",
)
ORDINARY = (
    ("barrage", "hawks", "torrent", "sparrows", "f54", "everest"),
    ("sobwatet", "tougu", "teskio", "fuvu", "chosh", "vapor"),
)
"""Short names of each side's ships, in the order in which measurements take them."""
_VERSION = re.compile(rf"\(?\b({'|'.join(VERSIONS)})\b\)?", re.IGNORECASE)


# --- texts ------------------------------------------------------------------------------------------


def text_of(cards: Iterable[ShipCard]) -> str:
    """Cards as `read` takes them."""
    return ", ".join(card.title for card in cards)


def read(side: int, text: str) -> Force:
    """The force of a text. Raises Unreadable for what is not known; points and names are checked with the
    set-up.
    """
    opening, colon, rest = text.partition(":")
    if not colon:
        return {"cards": [card.id for card, count in _cards(side, text) for _ in range(count)]}
    if plain(opening) != OPEN:
        raise Unreadable("battle.force", f"Begin a fleet with its first card, or with “{OPEN}:”. {_like()}")
    lines = [
        {"card": card.id, "models": [{} for _ in range(card.models)]}
        for card, count in _cards(side, rest)
        for _ in range(count)
    ]
    return {"side": SIDES[side], "cards": lines}


def _cards(side: int, text: str) -> list[tuple[ShipCard, int]]:
    return [(_card(side, item.craft), item.count) for item in items(text, EXAMPLE)]


def _card(side: int, text: str) -> ShipCard:
    """The card of a name with or without a version, or of an id."""
    if text in BY_ID:
        return _own(side, BY_ID[text])
    versions = [version.lower() for version in _VERSION.findall(text)]
    if len(versions) > 1:
        sentence = f"“{text}” has several versions; choose one, and write a comma between cards."
        raise Unreadable("battle.force", sentence, rule="BG-007")
    name, version = _name(side, text), (versions or VERSIONS)[0]
    return next(card for card in fleets.offered(side) if (card.name, card.version) == (name, version))


def _own(side: int, card: ShipCard) -> ShipCard:
    if card.side == side:
        return card
    text = f"{card.title} is on the list of the {SIDES[card.side]}; choose a card of the {SIDES[side]}."
    raise Unreadable("battle.force", text, rule="BG-001")


def _name(side: int, text: str) -> str:
    """The ship name that a text with or without a version means: the whole name, or an end or other part of
    one name alone.
    """
    wanted = plain(_VERSION.sub("", text))
    known = {plain(card.name): card.name for card in fleets.offered(side)}
    for written in (wanted, wanted.removesuffix("s")):
        found = [name for key, name in known.items() if written and written in key]
        if wanted in known or len(found) == 1:
            return known.get(wanted) or found[0]
    close = [known[key] for key in get_close_matches(wanted, known, 2, 0.5)]
    hint = (
        f"did you mean {join_words(close, 'or')}?" if close else f"choose {join_words(known.values(), 'or')}."
    )
    text = f"The {SIDES[side]} has no ship “{text.strip()[:40]}”; {hint}"
    raise Unreadable("battle.force", text, rule="BG-001")


def _like() -> str:
    return f"A fleet is written like “{EXAMPLE}”."


# --- set-ups ----------------------------------------------------------------------------------------


def written(scenario: str, texts: Sequence[str], options: Mapping[str, str | int | bool]) -> Setup:
    """The set-up of a battle from texts; a force that is left out is the battle's own.

    Raises Unreadable with a sentence for what is not known.
    """
    setup: Setup = {"system": "galaxies", "version": VERSION, "scenario": scenario, **options}
    battle = fleets.battle_of(setup)
    setup["forces"] = [
        read(side, text) if text.strip() else {"cards": [*ready_made(battle, side)]}
        for side, text in enumerate(texts)
    ]
    return setup


def trial(size: int) -> tuple[str, str]:
    """Fleets of so many ordinary cards for both sides. Up to six are fleets by points; more are open ones."""
    first, second = (", ".join(islice(cycle(names), size)) for names in ORDINARY)
    return (first, second) if size <= len(ORDINARY[0]) else (f"{OPEN}: {first}", f"{OPEN}: {second}")


def _against(sides: Iterable[Iterable[ShipCard]]) -> str:
    return f"“{'” against “'.join(map(text_of, sides))}”"


def lines() -> list[str]:
    """All battles and ship cards in lines for people, and how to write a fleet."""
    found = ["Battles:"]
    for name, battle in battles().items():
        found.append(f"  {name}: {battle.name}, {battle.points} points. {battle.brief}")
        found.append(f"      ready-made: {_against(battle.fleets)}")
        if battle.fleets_with_tactics != battle.fleets:
            found.append(f"      with tactic cards: {_against(battle.fleets_with_tactics)}")
    found.append("Fleets, for --first (ISN) and --second (Wretch):")
    found += [f"  {each}" for each in GRAMMAR]
    for side, name in enumerate(SIDES):
        found.append(f"Ship cards of the {name}:")
        found += [f"  {_line(card)}" for card in CARDS if card.side == side]
    return found


def _line(card: ShipCard) -> str:
    return f"{card.title} ({card.id}), {card.launch} points; {page.kind(card)}"
