"""Rows that are no catalogue values yet, and the cells that have a notation of their own."""

from __future__ import annotations

from dataclasses import dataclass

from league.kernel.data_files import Row, Special
from rosters.catalogue.types import (
    ACTIONS,
    Action,
    Count,
    Faction,
    Flag,
    Key,
    Name,
    Origin,
    Section,
    ShipPrice,
    Side,
    SideEffect,
    Skill,
    Slot,
    SlotLimit,
    SlotRule,
    Stat,
)

STATS = frozenset({"skill", "attack", "agility", "hull", "shields", "energy"})


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A row of sections.csv."""

    id: Key
    ship: Key
    section: Section
    pilot: Key
    points: ShipPrice
    attack: Stat | None
    agility: Stat
    hull: Count
    shields: Stat
    energy: Stat | None
    actions: tuple[Action, ...]
    slots: tuple[Slot, ...]
    crippled_attack: Stat | None
    crippled_energy: Stat | None
    crippled_slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class PilotRow:
    """A row of pilots.csv; a ship card, or one section card of a two-section ship."""

    id: Key
    xws: Key
    name: Key
    ship: Key
    faction: Faction
    side: Side
    pilot_skill: Skill | None
    huge_skill: Skill | None
    points: ShipPrice | None
    unique: Flag
    slots: tuple[Slot, ...]
    section: Section | None
    override_attack: Stat | None
    override_agility: Stat | None
    override_hull: Count | None
    override_shields: Stat | None
    override_energy: Stat | None
    purchasable: Flag
    origin: Origin

    @property
    def skill(self) -> int | None:
        """The printed skill, of a pilot or of a huge ship."""
        return self.huge_skill if self.pilot_skill is None else self.pilot_skill


def check_pilot(row: Row, pilot: PilotRow) -> None:
    """A card that can be bought needs points and a skill, and has one skill at most."""
    if pilot.purchasable and pilot.points is None:
        row.fault("points is blank, but a card that can be bought has a price.")
    if pilot.purchasable and pilot.skill is None:
        row.fault("pilot_skill and huge_skill are both blank, but every card that can be bought has a skill.")
    if pilot.pilot_skill is not None and pilot.huge_skill is not None:
        row.fault("pilot_skill and huge_skill are both set, but a card has one of them.")


def check_name(row: Row, name: Name) -> None:
    """A name stands on a card."""
    if not name.ship_cards and not name.upgrades:
        row.fault("pilots and upgrades are both blank, but a unique name stands on at least one card.")


def _slot_limits(row: Row) -> tuple[SlotLimit, ...]:
    """Cells such as `Crew:max_points=4` or `Cannon:only=tractorbeam`."""
    limits = []
    for part in row.words("slot_limits"):
        slot_word, _, limit = part.partition(":")
        rule_word, _, value = limit.partition("=")
        slot = row.member("slot_limits", slot_word, Slot)
        rule = row.member("slot_limits", rule_word, SlotRule)
        if slot is None or rule is None:
            continue
        if rule is SlotRule.ONLY:
            limits.append(SlotLimit(slot, rule, 1, value))
        elif value.isdecimal():
            limits.append(SlotLimit(slot, rule, int(value), ""))
        else:
            row.fault(f"slot_limits has '{part}', where a whole number is needed after the equals sign.")
    return tuple(limits)


def _points_mod(row: Row) -> tuple[tuple[Slot | None, int], ...]:
    """Cells such as `System:-4`, or `*:-1` for every equipped upgrade."""
    changes: list[tuple[Slot | None, int]] = []
    for part in row.words("points_mod"):
        slot_word, _, number = part.partition(":")
        if not number.removeprefix("-").isdecimal():
            row.fault(f"points_mod has '{part}', where a whole number is needed after the colon.")
            continue
        slot = None if slot_word == "*" else row.member("points_mod", slot_word, Slot)
        if slot is not None or slot_word == "*":
            changes.append((slot, int(number)))
    return tuple(changes)


def _side_effects(row: Row) -> tuple[SideEffect, ...]:
    """Cells such as `a:skill+1|b:skill-1` or `b:attack-1,action=Boost`."""
    effects = []
    for part in row.words("side_effects"):
        face, colon, listed = part.partition(":")
        if face not in ("a", "b") or not colon:
            row.fault(f"side_effects has '{part}', which does not begin with a: or b:.")
            continue
        for change in filter(None, listed.split(",")):
            effect = _side_effect(face, change)
            if effect is None:
                row.fault(f"side_effects has '{change}', which is neither a stat change nor a known action.")
            else:
                effects.append(effect)
    return tuple(effects)


def _side_effect(face: str, change: str) -> SideEffect | None:
    if change.startswith("action="):
        action = change.removeprefix("action=")
        return SideEffect(face, "", 0, action) if action in ACTIONS else None
    stat, sign, amount = change[:-2], change[-2:-1], change[-1:]
    if stat not in STATS or sign not in ("+", "-") or not amount.isdecimal():
        return None
    return SideEffect(face, stat, int(sign + amount), "")


UPGRADE_CELLS: Special = {
    "slot_limits": _slot_limits,
    "points_mod": _points_mod,
    "side_effects": _side_effects,
}
"""Columns of upgrades.csv with a notation of their own."""
