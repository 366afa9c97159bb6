"""Options for a battle of fighters beside its scenario, and a set-up in words."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import Setup
from missions.battles.systems.fighters.engine.setup import CLASHES, concedes
from missions.battles.systems.fighters.forces.builder import points_of
from missions.battles.systems.pack import Fact, Option

DEPLOY_WORDS = {"choose": "unit by unit, in turn", "line": "drawn up by the app"}
FREE = ("free",)
SALVOS = 9
"""The largest limit that a house may set for torpedoes; 0 is none (FH-120)."""


def _size(name: str, label: str, least: int, most: int, usual: int) -> Option:
    return Option(
        name,
        label,
        "number",
        None,
        least=least,
        most=most,
        blank=True,
        zero=True,
        only=FREE,
        help=f"{least} to {most}, usually {usual}; in a free battle only.",
        rule="FH-017",
        refused=f"A free battle has {least} to {most} {name}; choose a number between.",
    )


OPTIONS = (
    Option(
        "points",
        "Points a side",
        "number",
        40,
        least=20,
        most=150,
        idle=("starship_theft",),
        help="40 points take about an hour. The starship theft always has 55.",
        rule="FH-042",
        refused="A battle has 20 to 150 points a side; choose a number between.",
    ),
    Option(
        "deploy",
        "Set-up",
        "choice",
        "choose",
        rule="FH-017",
        choices=(("choose", "Unit by unit, in turn"), ("line", "Set up by the app, to begin at once")),
    ),
    _size("columns", "Columns of the map", 12, 36, 24),
    _size("rows", "Rows of the map", 9, 28, 18),
    _size("turns", "Turns", 1, 30, 12),
    Option(
        "natural_one_misses",
        "House rule: an attack die that shows 1 always misses",
        "flag",
        False,
        rule="FH-005",
        house=True,
    ),
    Option(
        "torpedo_salvos",
        "House rule: torpedo shots of each kind for a unit",
        "number",
        None,
        least=1,
        most=SALVOS,
        blank=True,
        zero=True,
        help="Leave it empty for no limit, as in the rules.",
        house=True,
        rule="FH-120",
        refused=f"A limit for torpedoes is 1 to {SALVOS} shots, or 0 for none.",
    ),
    Option(
        "leaving_concedes",
        "House rule: a unit that leaves the map gives its points to the enemy",
        "flag",
        True,
        only=CLASHES,
        help="In a clash or free battle only. Without it, one loss and a retreat win the day.",
        house=True,
        rule="FH-165",
    ),
)


def facts(setup: Setup) -> Iterator[Fact]:
    """Points, set-up and house rules."""
    points = points_of(setup)
    if points:
        yield Fact("Points", f"{points} a side", "FH-042")
    yield Fact("Set-up", DEPLOY_WORDS[setup["deploy"]], "FH-017")
    if setup.get("natural_one_misses"):
        yield Fact("House rule", "an attack die that shows 1 always misses", "FH-005")
    if salvos := setup.get("torpedo_salvos"):
        shots = "one shot" if salvos == 1 else f"{salvos} shots"
        yield Fact("House rule", f"{shots} with each kind of torpedo for a unit", "FH-120")
    if concedes(setup):
        yield Fact("House rule", "a unit that leaves the map gives its points to the enemy", "FH-165")
