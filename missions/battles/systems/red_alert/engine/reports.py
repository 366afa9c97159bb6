"""Fates of the units of a battle, for the campaign's report and for figures about many battles."""

from __future__ import annotations

from missions.battles.engine.contract import Fate
from missions.battles.systems.red_alert.engine.state import State


def fates(state: State) -> list[Fate]:
    """One fate for each unit.

    A unit that left by breakthrough has withdrawn beyond the enemy's edge (RA-211). A unit is damaged if it
    has fewer figures than at the start.
    """
    return [_fate(state, number) for number in range(len(state.table.units))]


def _fate(state: State, number: int) -> Fate:
    unit, left = state.table.units[number], state.figures[number]
    exited = bool(state.exited >> number & 1)
    return Fate(
        kind=unit.type.id,
        ref=unit.ref,
        side=unit.side,
        name=unit.name or unit.label,
        fate="withdrawn" if exited else "intact" if left else "destroyed",
        damaged=0 < left < unit.figures,
        left=left,
        start=unit.figures,
        beyond=exited,
    )
