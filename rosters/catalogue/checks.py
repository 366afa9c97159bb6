"""Cross references between the data files: what one row says about rows elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from league.kernel.data_files import Row
from rosters.catalogue.rows import PilotRow, SectionRow
from rosters.catalogue.types import Name, Section, Ship, Side, Size, SlotRule, UpgradeCard

SIDE_OF_FACTION = {
    "Rebel Alliance": Side.REBEL,
    "Resistance": Side.REBEL,
    "Galactic Empire": Side.IMPERIAL,
    "First Order": Side.IMPERIAL,
    "Scum and Villainy": Side.SCUM,
}


def check_ships(ships: Sequence[tuple[Row, Ship]], upgrade_ids: Collection[str]) -> None:
    """A ship's sides follow from its factions (CR-030); one-piece ships have stats of their own."""
    for row, ship in ships:
        derived = {SIDE_OF_FACTION[faction] for faction in ship.factions}
        if derived != set(ship.sides):
            row.fault(
                f"sides is '{row.text('sides')}', but factions '{row.text('factions')}' give other sides."
            )
        if ship.hyperdrive_with and ship.hyperdrive_with not in upgrade_ids:
            row.fault(f"hyperdrive_with names '{ship.hyperdrive_with}', which is not an upgrade.")
        if ship.section_count == 1 and None in (ship.agility, ship.hull, ship.shields):
            row.fault(
                "agility, hull or shields is blank, but only a ship with two sections may leave them blank."
            )
        if ship.section_count == 2 and ship.size is not Size.HUGE:
            row.fault("sections is 2, but only a huge ship has two sections.")


def check_sections(
    sections: Sequence[tuple[Row, SectionRow]], ships: Mapping[str, Ship], pilots: Mapping[str, PilotRow]
) -> None:
    """Section rows stand on known huge ships and say the same as their pilot row."""
    for row, part in sections:
        ship, pilot = ships.get(part.ship), pilots.get(part.pilot)
        if ship is None or ship.size is not Size.HUGE:
            row.fault(f"ship is '{part.ship}', which is not a huge ship of ships.csv.")
        elif (ship.section_count == 1) is not (part.section is Section.WHOLE):
            row.fault(f"section is '{part.section}', but {ship.name} has {ship.section_count} section(s).")
        if pilot is None:
            row.fault(f"pilot is '{part.pilot}', which is not in pilots.csv.")
        elif (pilot.ship, pilot.section, pilot.points, pilot.slots) != (
            part.ship, part.section, part.points, part.slots,
        ):  # fmt: skip
            row.fault(f"ship, section, points or slots differ from '{part.pilot}' in pilots.csv.")


def check_pilots(
    pilots: Sequence[tuple[Row, PilotRow]],
    ships: Mapping[str, Ship],
    sections: Mapping[str, SectionRow],
    personas: Mapping[str, str],
) -> None:
    """Pilot rows name a known ship of their side, have their sections, and a name if they are unique."""
    seen: dict[tuple[Side, str, str], Row] = {}
    for row, pilot in pilots:
        ship = ships.get(pilot.ship)
        if ship is None:
            row.fault(f"ship is '{pilot.ship}', which is not in ships.csv.")
            continue
        if SIDE_OF_FACTION.get(pilot.faction, pilot.side) is not pilot.side:
            row.fault(f"side is '{pilot.side}', but {pilot.faction} belongs to another side (CR-030).")
        if pilot.faction not in ship.factions:
            row.fault(f"faction is '{pilot.faction}', but {ship.name} is not a ship of that faction.")
        if (ship.size is Size.HUGE) is not (pilot.section is not None):
            row.fault("section must be set for huge ships, and for them alone.")
        if ship.size is Size.HUGE and pilot.id not in sections:
            row.fault("the card is of a huge ship, but sections.csv has no row for it.")
        first = seen.setdefault((pilot.side, pilot.ship, pilot.xws), row)
        if first is not row:
            row.fault(f"xws is '{pilot.xws}', which the same ship and side have on line {first.line}.")
        _check_mark(row, pilot.unique, personas.get(pilot.id, ""))


def check_upgrades(
    upgrades: Sequence[tuple[Row, UpgradeCard]], ships: Mapping[str, Ship], names: Collection[str]
) -> None:
    """Upgrade rows name known ships, names and cards, and do not contradict themselves."""
    ids = {card.id for _, card in upgrades}
    for row, card in upgrades:
        for ship_id in card.ships:
            if ship_id not in ships:
                row.fault(f"ships names '{ship_id}', which is not in ships.csv.")
        if card.faction_waiver_name and card.faction_waiver_name not in names:
            row.fault(f"faction_waiver_name is '{card.faction_waiver_name}', which is not in names.csv.")
        only = [limit.card for limit in card.slot_limits if limit.rule is SlotRule.ONLY]
        for other in filter(None, (card.must_equip, *only)):
            if other not in ids:
                row.fault(f"must_equip or slot_limits names '{other}', which is not an upgrade.")
        bound = [ships[ship_id] for ship_id in card.ships if ship_id in ships]
        if card.section is not None and not (bound and all(ship.section_count == 2 for ship in bound)):
            row.fault(f"section is '{card.section}', but not every ship of the card has two sections.")
        if card.munition is not (card.munition_kind is not None):
            row.fault("munition and munition_kind contradict each other.")
        if card.side_effects and not card.dual_card:
            row.fault("side_effects is set, but dual_card is 0.")
        _check_mark(row, card.unique, card.persona)


def check_names(
    names: Sequence[tuple[Row, Name]], pilot_ids: Collection[str], upgrade_ids: Collection[str]
) -> None:
    """Every card of a name is known and carries one name only."""
    bearer: dict[str, str] = {}
    for row, name in names:
        for column, cards, known in (
            ("pilots", name.ship_cards, pilot_ids),
            ("upgrades", name.upgrades, upgrade_ids),
        ):
            for card in cards:
                if card not in known:
                    row.fault(f"{column} names '{card}', which is not in {column}.csv.")
                if card in bearer:
                    row.fault(f"{column} names '{card}', which already carries the name '{bearer[card]}'.")
                bearer[card] = name.id


def _check_mark(row: Row, unique: bool, persona: str) -> None:
    if unique and not persona:
        row.fault("unique is 1, but no row of names.csv lists the card.")
    if persona and not unique:
        row.fault(f"unique is 0, but names.csv lists the card under '{persona}'.")
