"""Options for a battle of Red Alert beside its scenario, and a set-up in words."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import Setup
from missions.battles.systems.pack import Fact, Option
from missions.battles.systems.red_alert.engine.musters import (
    FEWEST_TURNS,
    HANDICAPS,
    MOST_HANDICAP,
    TURN_LIMIT,
)
from missions.battles.systems.red_alert.engine.scenarios import SIDES, Battle, battles

CARD_WORDS = {
    "random": "one for each side, drawn by the app",
    "choose": "each side chooses one of six",
}


def _handicap(side: int) -> Option:
    return Option(
        HANDICAPS[side],
        f"House rule: further stars of the {SIDES[side]} at the start",
        "number",
        None,
        least=1,
        most=MOST_HANDICAP,
        blank=True,
        zero=True,
        help=f"1 to {MOST_HANDICAP}, an offer to the weaker side. Leave it empty for none.",
        rule="RA-043",
        refused=f"A handicap is 1 to {MOST_HANDICAP} stars, or 0 for none.",
        house=True,
    )


OPTIONS = (
    Option(
        "turns",
        "Limit of turns",
        "number",
        None,
        least=FEWEST_TURNS,
        most=TURN_LIMIT,
        blank=True,
        zero=True,
        help=f"{FEWEST_TURNS} to {TURN_LIMIT} turns, those of both sides together. Usually it is "
        f"{TURN_LIMIT}, which hardly any battle reaches, and 6 in First steps.",
        rule="RA-203",
        refused=f"A battle stops after {FEWEST_TURNS} to {TURN_LIMIT} turns; choose a number between.",
    ),
    _handicap(0),
    _handicap(1),
)


def facts(setup: Setup) -> Iterator[Fact]:
    """Fleets, goals and house rules of a set-up."""
    battle = battles()[str(setup["scenario"])]
    yield from (_MUSTERED,) if _mustered(setup) else _fleets(battle)
    losses = f", or {battle.eliminated} enemy units eliminated" if battle.eliminated else ""
    yield Fact("Goal", f"{battle.points} victory points{losses}", "RA-200")
    if turns := setup.get("turns") or battle.turns:
        yield Fact("Limit", f"{turns} turns, those of both sides together", "RA-203")
    for key, side in zip(HANDICAPS, SIDES, strict=True):
        if stars := setup.get(key):
            more = "one more star" if stars == 1 else f"{stars} more stars"
            yield Fact("House rule", f"the {side} begins with {more}", "RA-043")


_MUSTERED = Fact("Fleets", "the ships that the game fields, with a flagship and escorts for each side")


def _mustered(setup: Setup) -> bool:
    """Whether the forces stand for ship cards of a campaign."""
    return any("ref" in unit for force in setup.get("forces", ()) for unit in force.get("units", ()))


def _fleets(battle: Battle) -> Iterator[Fact]:
    if not battle.deployed:
        yield Fact("Fleets", "on the map from the beginning", "RA-041")
    if battle.task_force:
        yield Fact("Task force cards", CARD_WORDS[battle.task_force], "RA-184")
    first, second = battle.support
    if first == second and first:
        more = ", with those that the card leaves" if battle.task_force else ""
        yield Fact("Points to buy units", f"{first} a side{more}", "RA-181")
    elif first or second:
        named = (f"{SIDES[side]} {points or 'none'}" for side, points in enumerate(battle.support))
        yield Fact("Points to buy units", ", ".join(named), "RA-181")
