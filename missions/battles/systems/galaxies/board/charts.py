"""The target grid that an attack falls on, with what each kind of cell does now (BG-106 … BG-109)."""

from __future__ import annotations

from missions.battles.board.scene import CellKind, TargetGrid
from missions.battles.engine.contract import Order, View
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import Facts, named, ship_of, type_of
from missions.battles.systems.galaxies.engine.choices import Kind, fire_of, kind_of, tactic_of
from missions.battles.systems.galaxies.engine.ships import LETTERS
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted


def chart(view: View, order: Order) -> TargetGrid | None:
    """The grid of the target; None if the order is no attack and rolls none again."""
    unit, choice = order
    kind = kind_of(choice)
    if kind is Kind.FIRE:
        weapon, target = fire_of(choice)
        return _grid(view, unit, weapon, target)
    shot = view["shot"]
    if kind is Kind.TACTIC and shot and "reroll" in TACTICS[tactic_of(choice)[0]].effects:
        return _grid(view, shot["ship"], shot["weapon"], shot["target"])
    return None


def _grid(view: View, ship: int, weapon: int, target: int) -> TargetGrid:
    facts = ship_of(view, target)
    strength = type_of(Desk(view, ship).ship).weapons[weapon].strength
    grid, wide = type_of(facts).grid, len(LETTERS)
    hit = _damage(facts, strength)
    star = f"{hit}, like any hit while shields are up"
    if not facts["shields"]:
        star = "destroys it, because its shields are down"
    return TargetGrid(
        f"Target grid of {named(facts)}",
        tuple(LETTERS),
        tuple(grid[start : start + wide] for start in range(0, len(grid), wide)),
        (
            CellKind("miss", "misses", "BG-107"),
            CellKind("hit", hit, "BG-120"),
            CellKind("star", star, "BG-108"),
        ),
    )


def _damage(facts: Facts, strength: int) -> str:
    """Effect of a hit on a ship as it is: "takes 2 shield pegs and 1 hull peg" (BG-120)."""
    shields, left = facts["shields"], type_of(facts).hull - facts["hull"]
    pegs = min(strength, shields)
    hull = strength - pegs
    if hull >= left:
        return "destroys it"
    parts = [counted(pegs, "shield peg")] * bool(pegs) + [counted(hull, "hull peg")] * bool(hull)
    return f"takes {' and '.join(parts)}"
