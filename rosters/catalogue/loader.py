"""Loading the catalogue from its data files: everything checked, every fault reported with file and line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from league.kernel.data_files import DataError, Faults, Row, read_rows
from rosters.catalogue import checks
from rosters.catalogue.lookup import Catalogue
from rosters.catalogue.rows import UPGRADE_CELLS, PilotRow, SectionRow, check_name, check_pilot
from rosters.catalogue.types import Name, Section, SectionCard, Ship, ShipCard, Size, UpgradeCard

__all__ = ["DATA", "DataError", "catalogue", "load"]

DATA = Path(__file__).parent / "data"
"""Folder of our own data files."""


@cache
def catalogue() -> Catalogue:
    """The product's own catalogue, loaded once in a process."""
    return load(DATA)


def load(directory: Path) -> Catalogue:
    """The catalogue of ships.csv, sections.csv, pilots.csv, upgrades.csv and names.csv in a directory.

    Raises DataError that lists every faulty row of every file. Cross references are checked when all
    rows are readable by themselves.
    """
    faults = Faults()
    names = read_rows(directory / "names.csv", Name, faults)
    ships = read_rows(directory / "ships.csv", Ship, faults)
    sections = read_rows(directory / "sections.csv", SectionRow, faults)
    pilots = read_rows(directory / "pilots.csv", PilotRow, faults)
    cards = read_rows(directory / "upgrades.csv", UpgradeCard, faults, UPGRADE_CELLS)
    for row, name in names:
        check_name(row, name)
    for row, pilot in pilots:
        check_pilot(row, pilot)
    faults.raise_if_any()

    personas = {card: name.id for _, name in names for card in (*name.ship_cards, *name.upgrades)}
    upgrades = [(row, replace(card, persona=personas.get(card.id, ""))) for row, card in cards]
    ship_by_id = {ship.id: ship for _, ship in ships}
    section_by_pilot = {part.pilot: part for _, part in sections}
    upgrade_ids = {card.id for _, card in upgrades}
    pilot_by_id = {pilot.id: pilot for _, pilot in pilots}
    checks.check_ships(ships, upgrade_ids)
    checks.check_sections(sections, ship_by_id, pilot_by_id)
    checks.check_pilots(pilots, ship_by_id, section_by_pilot, personas)
    checks.check_upgrades(upgrades, ship_by_id, {name.id for _, name in names})
    checks.check_names(names, pilot_by_id, upgrade_ids)
    faults.raise_if_any()

    ship_cards = _ship_cards(pilots, ship_by_id, section_by_pilot, personas)
    faults.raise_if_any()
    return Catalogue.build(
        ship_by_id.values(), ship_cards, (card for _, card in upgrades), (name for _, name in names)
    )


def _ship_cards(
    pilots: list[tuple[Row, PilotRow]],
    ships: Mapping[str, Ship],
    sections: Mapping[str, SectionRow],
    personas: Mapping[str, str],
) -> list[ShipCard]:
    """One card for each pilot row; the rows of a two-section ship are joined into one (CR-042)."""
    cards = []
    halves: defaultdict[tuple[str, str], list[PilotRow]] = defaultdict(list)
    places = {pilot.id: row for row, pilot in pilots}
    for _, pilot in pilots:
        ship = ships[pilot.ship]
        if ship.section_count == 2:
            halves[pilot.side, pilot.ship].append(pilot)
        else:
            cards.append(_one_card(pilot, ship, sections.get(pilot.id), personas.get(pilot.id, "")))
    for pair in halves.values():
        pair.sort(key=lambda half: half.section is Section.AFT)
        if [half.section for half in pair] != [Section.FORE, Section.AFT]:
            places[pair[0].id].fault("a ship with two sections needs exactly one fore card and one aft card.")
        else:
            cards.append(_two_section_card(pair, ships[pair[0].ship], sections))
    return cards


def _one_card(pilot: PilotRow, ship: Ship, section: SectionRow | None, persona: str) -> ShipCard:
    return ShipCard(
        id=pilot.id,
        xws=pilot.xws,
        name=pilot.name,
        ship=ship.id,
        ship_name=ship.name,
        side=pilot.side,
        faction=pilot.faction,
        size=ship.size,
        skill=pilot.skill,
        points=pilot.points or 0,
        unique=pilot.unique,
        persona=persona,
        slots=pilot.slots,
        sections=() if section is None else (_section_card(pilot, section),),
        attack=_effective(pilot.override_attack, ship.attack),
        agility=_effective(pilot.override_agility, ship.agility) or 0,
        hull=_effective(pilot.override_hull, ship.hull) or 0,
        shields=_effective(pilot.override_shields, ship.shields) or 0,
        energy=_effective(pilot.override_energy, ship.energy),
        actions=ship.actions,
        hyperdrive=ship.hyperdrive,
        hyperdrive_with=ship.hyperdrive_with,
        purchasable=pilot.purchasable,
        origin=pilot.origin,
    )


def _two_section_card(pair: list[PilotRow], ship: Ship, sections: Mapping[str, SectionRow]) -> ShipCard:
    parts = tuple(_section_card(half, sections[half.id]) for half in pair)
    attacks = [part.attack for part in parts if part.attack is not None]
    first = pair[0]
    return ShipCard(
        id=f"{first.side}-{ship.id}",
        xws=ship.xws,
        name=ship.name,
        ship=ship.id,
        ship_name=ship.name,
        side=first.side,
        faction=first.faction,
        size=Size.HUGE,
        skill=first.skill,
        points=sum(part.points for part in parts),
        unique=False,
        persona="",
        slots=tuple(slot for part in parts for slot in part.slots),
        sections=parts,
        attack=max(attacks, default=None),
        agility=min(part.agility for part in parts),
        hull=sum(part.hull for part in parts),
        shields=sum(part.shields for part in parts),
        energy=sum(part.energy or 0 for part in parts),
        actions=ship.actions,
        hyperdrive=ship.hyperdrive,
        hyperdrive_with=ship.hyperdrive_with,
        purchasable=all(half.purchasable for half in pair),
        origin=first.origin,
    )


def _section_card(pilot: PilotRow, section: SectionRow) -> SectionCard:
    return SectionCard(
        id=section.id,
        xws=pilot.xws,
        name=pilot.name,
        section=section.section,
        points=section.points,
        attack=section.attack,
        agility=section.agility,
        hull=section.hull,
        shields=section.shields,
        energy=section.energy,
        actions=section.actions,
        slots=section.slots,
        crippled_attack=section.crippled_attack,
        crippled_energy=section.crippled_energy,
        crippled_slots=section.crippled_slots,
    )


def _effective(card: int | None, chassis: int | None) -> int | None:
    return chassis if card is None else card
