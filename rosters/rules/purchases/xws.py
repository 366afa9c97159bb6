"""Squadrons in the XWS format: reading a text tolerantly into a shopping list, and writing a squadron.

A Huge ship with two sections is two entries that share a `multisection_id`. Points in a text are never
believed; cards of the campaign, which XWS does not know, go by their catalogue id.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from league.kernel.refusal import Unreadable
from rosters.catalogue import ShipCard, Side, Slot, UpgradeCard, catalogue
from rosters.rules.fitting.rigs import rig
from rosters.rules.fitting.slots import WHOLE_SHIP
from rosters.rules.purchases.builders import MOST_SHIPS, squadron_at
from rosters.rules.purchases.values import discounted, squad_points, squadron_value
from rosters.rules.state import FleetState, ShipState, UpgradeState

LONGEST_TEXT = 200_000
MOST_UNKNOWN = 40
"""Cards named one by one that the catalogue does not have."""
SIDES = {
    Side.REBEL: ("rebel", "rebels", "rebelalliance", "resistance"),
    Side.IMPERIAL: ("imperial", "imperials", "empire", "galacticempire", "firstorder"),
    Side.SCUM: ("scum", "scumandvillainy"),
}
SLOT_KEYS = {
    Slot.ELITE: ("ept", "elite", "elitepilottalent", "talent"),
    Slot.SYSTEM: ("system", "systems", "sensor"),
    Slot.BOMB: ("bomb", "device"),
    Slot.ASTROMECH: ("amd", "astromech", "astromechdroid"),
    Slot.SALVAGED_ASTROMECH: ("samd", "salvagedastromech", "salvagedastromechdroid"),
    Slot.MODIFICATION: ("mod", "modification"),
}


@dataclass(frozen=True, slots=True)
class PlannedShip:
    """A ship card (catalogue id) with its upgrades as (catalogue id, section or "")."""

    card: str
    upgrades: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class XwsPlan:
    """Shopping list read from a text or an address. `unknown` lists ids that the catalogue does not have,
    `unknown_ships` and `unknown_upgrades` count them, `notes` has what was read differently.

    `points` is the price of everything in the plan.
    """

    ships: tuple[PlannedShip, ...]
    unknown: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    squadron_name: str = ""
    unknown_ships: int = 0
    unknown_upgrades: int = 0

    @property
    def points(self) -> int:
        cards, upgrades = catalogue().ship_cards, catalogue().upgrades
        return sum(
            cards[ship.card].points + sum(upgrades[each].points for each, _ in ship.upgrades)
            for ship in self.ships
        )


@dataclass(slots=True)
class _Draft:
    """A ship while the entries are read; `linked` is its multisection id, `parts` the sections seen."""

    card: ShipCard
    linked: object = None
    parts: list[str] = field(default_factory=list)
    upgrades: list[tuple[str, str]] = field(default_factory=list)


def plan_xws(text: str, side: str) -> XwsPlan:
    """Read an XWS text, or an address that holds a squadron, for a fleet of that side. Raises `Unreadable`
    for what is no squadron at all."""
    notes: list[str] = []
    unknown: list[str] = []
    squad, no_ships = _pasted(text, notes, unknown)
    chosen = _side_of(squad.get("faction"), side, notes)
    drafts: list[_Draft] = []
    for entry in squad["pilots"][:MOST_SHIPS]:
        no_ships += not _read_entry(entry, chosen, drafts, unknown)
    if len(squad["pilots"]) > MOST_SHIPS:
        notes.append(f"Only the first {MOST_SHIPS} ships were read.")
    for each in drafts:
        if len(each.card.sections) == 2 and len(set(each.parts)) == 1:
            notes.append(f"{each.card.name} came with one section only; the whole ship is taken.")
    ships = tuple(PlannedShip(each.card.id, tuple(each.upgrades)) for each in drafts)
    missing = tuple(dict.fromkeys(unknown))
    if len(missing) > MOST_UNKNOWN:
        notes.append(f"Of {len(missing)} cards that are not in the catalogue, {MOST_UNKNOWN} are named.")
    name = str(squad.get("name") or "")[:80]
    known = missing[:MOST_UNKNOWN]
    return XwsPlan(ships, known, tuple(notes), name, no_ships, len(unknown) - no_ships)


def export_squadron(fleet: FleetState, card: int) -> dict[str, Any]:
    """The squadron as an XWS squadron, missing ships left out. Raises KeyError for a card that is no
    squadron."""
    kind = fleet.squadrons[card].type
    pilots = [entry for ship in fleet.ships_in(card) if not ship.mia for entry in _entries(fleet, ship)]
    return {
        "faction": str(fleet.side),
        "name": f"{fleet.name}: {card} of {fleet.suit}",
        "description": f"{kind.upper()} squadron",
        "points": squadron_value(fleet, card),
        "version": "1.0.0",
        "pilots": pilots,
        "vendor": {"admiralty": {"builder": "Admiralty"}},
    }


def _pasted(text: str, notes: list[str], unknown: list[str]) -> tuple[dict[str, Any], int]:
    """The squadron in the text, and how many of its ships were lost while an address was read."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable("too_long", "That text is too long for a squadron.", field="text")
    found = squadron_at(text)
    if found is None:
        return _squadron_in(text, notes), 0
    unknown += found.unknown
    return found.squad, found.unknown_ships


def _squadron_in(text: str, notes: list[str]) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(
            "no_json", "That is no XWS text: paste what your squad builder exports as XWS.", field="text"
        ) from None
    if isinstance(found, dict) and isinstance(found.get("container"), list) and found["container"]:
        if len(found["container"]) > 1:
            notes.append("The text holds several squadrons; the first one was read.")
        found = found["container"][0]
    if not isinstance(found, dict) or not isinstance(found.get("pilots"), list) or not found["pilots"]:
        raise Unreadable(
            "no_pilots", "That text has no list of pilots, so there is nothing to import.", field="text"
        )
    return found


def _side_of(faction: object, own: str, notes: list[str]) -> Side:
    word = _plain(faction)
    for side, spellings in SIDES.items():
        if word in spellings:
            if side != own:
                notes.append(f"The squadron is {side}, and the fleet is {own}: its ships cannot be bought.")
            return side
    notes.append("The text names no faction that we know; ships of the fleet's own side were looked up.")
    return Side(own)


def _plain(word: object) -> str:
    """The word as XWS spells ids: lower case ASCII letters, digits and the hyphen of reprints."""
    text = unicodedata.normalize("NFKD", word if isinstance(word, str) else "")
    return re.sub(r"[^a-z0-9-]", "", text.encode("ascii", "ignore").decode().lower()).strip("-")


def _read_entry(entry: object, side: Side, drafts: list[_Draft], unknown: list[str]) -> bool:
    """Read an entry into the drafts; whether it is a ship of the catalogue."""
    if not isinstance(entry, dict):
        unknown.append("an entry that is no pilot")
        return False
    pilot, ship = _plain(entry.get("name") or entry.get("id")), _plain(entry.get("ship"))
    card = _ship_card(side, ship, pilot)
    if card is None:
        unknown.append(f"{pilot or '?'} ({ship or '?'})")
        return False
    part = next((str(section) for section, xws in card.section_xws.items() if xws == pilot), "")
    draft = _draft_for(card, part, entry.get("multisection_id"), drafts)
    for slot, xws in _upgrade_ids(entry.get("upgrades")):
        upgrade = catalogue().upgrade_by_xws(slot, xws) or catalogue().upgrade_by_xws(None, xws)
        if upgrade is None:
            unknown.append(f"{xws or '?'} on {card.name}")
        else:
            draft.upgrades.append((upgrade.id, "" if upgrade.slot in WHOLE_SHIP else part))
    return True


def _ship_card(side: Side, ship: str, pilot: str) -> ShipCard | None:
    exact = catalogue().ship_card_by_xws(side, ship, pilot)
    if exact is not None or ship in {each.xws for each in catalogue().ships.values()}:
        return exact
    named = [card for card in catalogue().cards_of(side) if pilot in (card.xws, *card.section_xws.values())]
    return named[0] if len(named) == 1 else None


def _draft_for(card: ShipCard, part: str, linked: object, drafts: list[_Draft]) -> _Draft:
    """The ship that this entry belongs to: the other section of one that was read before, or a new one."""
    for each in drafts:
        waits = part and each.parts and part not in each.parts
        if waits and each.card is card and (each.linked == linked or None in (each.linked, linked)):
            each.parts.append(part)
            return each
    made = _Draft(card, linked, [part] if part else [])
    drafts.append(made)
    return made


def _upgrade_ids(upgrades: object) -> list[tuple[Slot | None, str]]:
    if not isinstance(upgrades, dict):
        return []
    found: list[tuple[Slot | None, str]] = []
    for key, listed in upgrades.items():
        ids = listed if isinstance(listed, list) else [listed]
        found += [(_slot_of(key), _plain(each)) for each in ids]
    return found


def _slot_of(key: str) -> Slot | None:
    word = _plain(key).replace("-", "")
    for slot in Slot:
        if word in SLOT_KEYS.get(slot, ()) or word == _plain(str(slot)):
            return slot
    return None


def _entries(fleet: FleetState, ship: ShipState) -> list[dict[str, Any]]:
    card = catalogue().ship_cards[ship.card]
    model = catalogue().ships[card.ship].xws
    upgrades = fleet.upgrades_on(ship.id)
    if not card.section_xws:
        points = squad_points(fleet, ship.id)
        return [_entry(card.xws, model, points, [each for each in upgrades if not each.mia])]
    entries = []
    first = str(next(iter(card.section_xws)))
    for part in card.sections:
        aboard = [each for each in upgrades if not each.mia and (each.section or first) == part.section]
        together = rig(fleet, ship.id).working
        points = part.points + sum(discounted(catalogue().upgrades[each.card], together) for each in aboard)
        entries.append({**_entry(part.xws, model, points, aboard), "multisection_id": ship.id})
    return entries


def _entry(pilot: str, ship: str, points: int, upgrades: list[UpgradeState]) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": pilot, "ship": ship, "points": points}
    by_slot: dict[str, list[str]] = {}
    for each in upgrades:
        card = catalogue().upgrades[each.card]
        by_slot.setdefault(_slot_key(card), []).append(card.xws or card.id)
    return {**entry, "upgrades": by_slot} if by_slot else entry


def _slot_key(card: UpgradeCard) -> str:
    return SLOT_KEYS[card.slot][0] if card.slot in SLOT_KEYS else _plain(str(card.slot))
