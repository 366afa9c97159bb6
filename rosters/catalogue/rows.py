"""Rows of the data files as catalogue values: one function for each file, no cross references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rosters.catalogue.reading import Row
from rosters.catalogue.types import (
    DiscardTrigger,
    MunitionKind,
    Name,
    NameKind,
    Origin,
    Section,
    Ship,
    Side,
    SideEffect,
    Size,
    Slot,
    SlotLimit,
    SlotRule,
    UpgradeCard,
)


def _columns(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ACTIONS = frozenset({"Focus", "Target Lock", "Barrel Roll", "Evade", "Boost", "Reinforce", "Coordinate"}) | {
    "Recover",
    "Jam",
    "SLAM",
    "Reload",
    "Cloak",
    "Rotate Arc",
}
FACTIONS = frozenset({"Rebel Alliance", "Resistance", "Galactic Empire", "First Order", "Scum and Villainy"})
STATS = frozenset({"skill", "attack", "agility", "hull", "shields", "energy"})

SHIP_COLUMNS = _columns("""
    id xws name size factions sides attack agility hull shields energy actions sections damage_decks
    hyperdrive hyperdrive_with origin
""")
SECTION_COLUMNS = _columns("""
    id ship section pilot points attack agility hull shields energy actions slots
    crippled_attack crippled_energy crippled_slots
""")
PILOT_COLUMNS = _columns("""
    id xws name ship faction side pilot_skill huge_skill points unique slots section override_attack
    override_agility override_hull override_shields override_energy purchasable origin
""")
UPGRADE_COLUMNS = _columns("""
    id xws name slot slots_used points unique limited squadron_limited max_per_squad
    sides faction_waiver_name ships section sizes min_skill requires_action requires_slots forbids_slots
    max_agility max_hull exact_shields requires_hyperdrive
    adds_slots adds_slots_choice removes_slots slot_limits points_mod must_equip adds_actions
    skill_mod attack_mod agility_mod hull_mod shields_mod energy_mod dual_card side_effects
    energy_limit weapon_attack weapon_range munition munition_kind discard_on_use discard_trigger
    grants_hyperdrive hyperspace_token_reduction token_agility token_hull origin
""")
NAME_COLUMNS = ("id", "name", "kind", "pilots", "upgrades")


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A row of sections.csv."""

    row: Row
    id: str
    ship: str
    section: Section
    pilot: str
    points: int
    attack: int | None
    agility: int
    hull: int
    shields: int
    energy: int | None
    actions: tuple[str, ...]
    slots: tuple[Slot, ...]
    crippled_attack: int | None
    crippled_energy: int | None
    crippled_slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class PilotRow:
    """A row of pilots.csv; a ship card, or one section card of a two-section ship."""

    row: Row
    id: str
    xws: str
    name: str
    ship: str
    faction: str
    side: Side
    skill: int | None
    points: int
    unique: bool
    slots: tuple[Slot, ...]
    section: Section | None
    attack: int | None
    agility: int | None
    hull: int | None
    shields: int | None
    energy: int | None
    purchasable: bool
    origin: Origin


def parse_ship(row: Row) -> Ship:
    """A row of ships.csv."""
    hyperdrive = row.maybe_yes("hyperdrive")
    if hyperdrive is None and not row.text("hyperdrive"):
        row.fault("hyperdrive is blank, but it must say yes or no.")
    return Ship(
        id=row.text("id"),
        xws=row.required("xws"),
        name=row.required("name"),
        size=row.member("size", Size),
        factions=row.known_words("factions", FACTIONS),
        sides=row.members("sides", Side),
        attack=row.number("attack"),
        agility=row.number("agility"),
        hull=row.number("hull", 1),
        shields=row.number("shields"),
        energy=row.number("energy"),
        actions=row.known_words("actions", ACTIONS),
        section_count=row.count("sections", 1, 2),
        damage_decks=row.count("damage_decks", 1, 2),
        hyperdrive=bool(hyperdrive),
        hyperdrive_with=row.text("hyperdrive_with"),
        origin=row.member("origin", Origin),
    )


def parse_section(row: Row) -> SectionRow:
    """A row of sections.csv."""
    return SectionRow(
        row=row,
        id=row.text("id"),
        ship=row.required("ship"),
        section=row.member("section", Section),
        pilot=row.required("pilot"),
        points=row.count("points", 1, 200),
        attack=row.number("attack"),
        agility=row.count("agility"),
        hull=row.count("hull", 1),
        shields=row.count("shields"),
        energy=row.number("energy"),
        actions=row.known_words("actions", ACTIONS),
        slots=row.members("slots", Slot),
        crippled_attack=row.number("crippled_attack"),
        crippled_energy=row.number("crippled_energy"),
        crippled_slots=row.members("crippled_slots", Slot),
    )


def parse_pilot(row: Row) -> PilotRow:
    """A row of pilots.csv. A card that can be bought needs points and a skill."""
    purchasable = row.flag("purchasable")
    points = row.number("points", 1, 200)
    skill = row.number("pilot_skill", 1, 12)
    huge_skill = row.number("huge_skill", 1, 12)
    if purchasable and not row.text("points"):
        row.fault("points is blank, but a card that can be bought has a price.")
    if purchasable and not (row.text("pilot_skill") or row.text("huge_skill")):
        row.fault("pilot_skill and huge_skill are both blank, but every card that can be bought has a skill.")
    if skill is not None and huge_skill is not None:
        row.fault("pilot_skill and huge_skill are both set, but a card has one of them.")
    faction = row.required("faction")
    if faction and faction not in FACTIONS:
        row.fault(f"faction is '{faction}', which is not one of {', '.join(sorted(FACTIONS))}.")
    return PilotRow(
        row=row,
        id=row.text("id"),
        xws=row.required("xws"),
        name=row.required("name"),
        ship=row.required("ship"),
        faction=faction,
        side=row.member("side", Side),
        skill=huge_skill if skill is None else skill,
        points=points or 0,
        unique=row.flag("unique"),
        slots=row.members("slots", Slot),
        section=row.maybe_member("section", Section),
        attack=row.number("override_attack"),
        agility=row.number("override_agility"),
        hull=row.number("override_hull", 1),
        shields=row.number("override_shields"),
        energy=row.number("override_energy"),
        purchasable=purchasable,
        origin=row.member("origin", Origin),
    )


def parse_name(row: Row) -> Name:
    """A row of names.csv. A name nobody carries is a fault."""
    ship_cards, upgrades = row.words("pilots"), row.words("upgrades")
    if not ship_cards and not upgrades:
        row.fault("pilots and upgrades are both blank, but a unique name stands on at least one card.")
    return Name(
        id=row.text("id"),
        name=row.required("name"),
        kind=row.member("kind", NameKind),
        ship_cards=ship_cards,
        upgrades=upgrades,
    )


def parse_upgrade(row: Row, personas: Mapping[str, str]) -> UpgradeCard:
    """A row of upgrades.csv; personas gives the unique name of a card id."""
    unique = row.flag("unique")
    return UpgradeCard(
        id=row.text("id"),
        xws=row.text("xws"),
        name=row.required("name"),
        slot=row.member("slot", Slot),
        slots_used=row.count("slots_used", 1, 2),
        points=row.count("points", -9, 50),
        unique=unique,
        persona=personas.get(row.text("id"), ""),
        limited=row.flag("limited"),
        squadron_limited=row.flag("squadron_limited"),
        max_per_squad=row.number("max_per_squad", 1, 9),
        sides=row.members("sides", Side),
        faction_waiver_name=row.text("faction_waiver_name"),
        ships=row.words("ships"),
        section=row.maybe_member("section", Section),
        sizes=row.members("sizes", Size),
        min_skill=row.number("min_skill", 1, 12),
        requires_action="".join(row.known_words("requires_action", ACTIONS)[:1]),
        requires_slots=row.members("requires_slots", Slot),
        forbids_slots=row.members("forbids_slots", Slot),
        max_agility=row.number("max_agility"),
        max_hull=row.number("max_hull", 1),
        exact_shields=row.number("exact_shields"),
        requires_hyperdrive=row.maybe_yes("requires_hyperdrive"),
        adds_slots=row.members("adds_slots", Slot),
        adds_slots_choice=row.members("adds_slots_choice", Slot),
        removes_slots=row.members("removes_slots", Slot),
        slot_limits=_slot_limits(row),
        points_mod=_points_mod(row),
        must_equip=row.text("must_equip"),
        adds_actions=row.known_words("adds_actions", ACTIONS),
        skill_mod=row.change("skill_mod"),
        attack_mod=row.change("attack_mod"),
        agility_mod=row.change("agility_mod"),
        hull_mod=row.change("hull_mod"),
        shields_mod=row.change("shields_mod"),
        energy_mod=row.change("energy_mod"),
        dual_card=row.flag("dual_card"),
        side_effects=_side_effects(row),
        energy_limit=row.number("energy_limit", 1),
        weapon_attack=row.number("weapon_attack", 1),
        weapon_range=row.text("weapon_range"),
        munition=row.flag("munition"),
        munition_kind=row.maybe_member("munition_kind", MunitionKind),
        discard_on_use=row.maybe_flag("discard_on_use"),
        discard_trigger=row.maybe_member("discard_trigger", DiscardTrigger),
        grants_hyperdrive=row.flag("grants_hyperdrive"),
        hyperspace_token_reduction=row.change("hyperspace_token_reduction"),
        token_agility=row.number("token_agility"),
        token_hull=row.number("token_hull", 1),
        origin=row.member("origin", Origin),
    )


def _slot_limits(row: Row) -> tuple[SlotLimit, ...]:
    """Cells such as `Crew:max_points=4` or `Cannon:only=tractorbeam`."""
    limits = []
    for part in row.words("slot_limits"):
        slot_word, _, limit = part.partition(":")
        rule_word, _, value = limit.partition("=")
        slot = row.parse_member("slot_limits", slot_word, Slot)
        rule = row.parse_member("slot_limits", rule_word, SlotRule)
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
        slot = None if slot_word == "*" else row.parse_member("points_mod", slot_word, Slot)
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
