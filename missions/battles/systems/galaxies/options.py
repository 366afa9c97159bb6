"""Options for a battle of Galaxies beside its scenario, and a set-up in words."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import Setup
from missions.battles.systems.galaxies.engine.fleets import (
    FEWEST_POINTS,
    FEWEST_ROUNDS,
    MOST_POINTS,
    MOST_ROUNDS,
    battle_of,
    is_mustered,
)
from missions.battles.systems.galaxies.engine.scenarios import Battle, battles
from missions.battles.systems.galaxies.engine.telling.words import extra_words
from missions.battles.systems.pack import Fact, Option


def _usual(number: str) -> str:
    """The points or rounds of each battle in a sentence."""
    found = ", ".join(f"{getattr(each, number)} in {each.name}" for each in battles().values())
    return f"Leave it empty for the usual number: {found}."


OPTIONS = (
    Option(
        "tactics",
        "With tactic cards",
        "flag",
        False,
        help="Each side gets a hand of five cards, draws one a turn and pays for them with energy. Leave "
        "them out of a first battle.",
        rule="BG-160",
    ),
    Option(
        "points",
        "House rule: points of a fleet",
        "number",
        None,
        least=FEWEST_POINTS,
        most=MOST_POINTS,
        blank=True,
        help=f"{FEWEST_POINTS} to {MOST_POINTS}. {_usual('points')}",
        rule="BG-010",
        refused=f"A fleet has {FEWEST_POINTS} to {MOST_POINTS} points; choose a number between.",
        house=True,
    ),
    Option(
        "rounds",
        "House rule: rounds",
        "number",
        None,
        least=FEWEST_ROUNDS,
        most=MOST_ROUNDS,
        blank=True,
        help=f"{FEWEST_ROUNDS} to {MOST_ROUNDS} turns of each side. {_usual('rounds')}",
        rule="BG-134",
        refused=f"A battle stops after {FEWEST_ROUNDS} to {MOST_ROUNDS} rounds; choose a number between.",
        house=True,
    ),
)


def facts(setup: Setup) -> Iterator[Fact]:
    """Fleets, goal, length and house rules of a set-up."""
    battle, usual = battle_of(setup), battles()[str(setup["scenario"])]
    if any(is_mustered(force) for force in setup.get("forces", ())) or "lists" in setup:
        yield Fact("Fleets", "the ships that the game fields, with escorts for the fleet that costs less")
    else:
        house = "" if battle.points == usual.points else ", a house rule"
        yield Fact("Fleets", f"hidden, up to {battle.points} points a side{house}", "BG-010")
    yield Fact("Goal", _goal(battle), battle.rules[-1])
    house = "" if battle.rounds == usual.rounds else ", a house rule"
    if any(battle.extra):
        yield Fact("Turns", extra_words(battle.extra), "BG-013")
    yield Fact("Limit", f"{battle.rounds} rounds{house}; after that the higher score wins", "BG-134")
    yield Fact("Tactic cards", "in play" if setup.get("tactics") else "left out", "BG-160")


def _goal(battle: Battle) -> str:
    elimination = "leave the enemy without ships on the map and behind the screen"
    if not battle.goal:
        return elimination
    return f"{battle.goal} victory points for the marked hex, or {elimination}"
