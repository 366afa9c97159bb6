"""The board of a roster: ships as tiles with their slots, squadrons on their playing cards, the inventory.

Tiles and boards are kept as finished markup: a roster changes by one ship at a time and is looked at often.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league import addresses
from league.kernel.refusal import Finding
from league.rules.state import Profile
from rosters.presenters.picks import least_points
from rosters.presenters.roster.sheet import RosterSheet, ShipLine, SquadronBlock, UpgradeLine, roster_sheet
from rosters.rules.legality import Moment
from rosters.rules.state import SQUADRON_CARDS, FleetState

Docs = tuple[str, ...]
Only = Literal["", "spend", "arrange"]
SECTION_NAMES = {"": "", "fore": "Fore section", "aft": "Aft section"}


@dataclass(frozen=True, slots=True)
class Chip:
    """A slot of a ship, or a card without one (`place` None). `icons` is how many slots the card fills."""

    slot: str
    place: int | None
    upgrade: UpgradeLine | None = None
    icons: int = 1

    @property
    def marks(self) -> range:
        return range(self.icons)


@dataclass(frozen=True, slots=True)
class Bar:
    """The slots of a ship or of one of its sections, with the state of that hull."""

    title: str
    chips: tuple[Chip, ...]
    crippled: bool = False
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One of the nine squadron places; `block` is None if the card is not laid out."""

    card: int
    block: SquadronBlock | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A finding in the summary, with the anchor of what it is about and that thing's name."""

    finding: Finding
    anchor: str
    subject: str


def sheet_of(doc: str, profile: Profile, moment: Moment | None = None, mates: Docs = ()) -> RosterSheet:
    """The roster sheet of a stored fleet among its mates. Kept by their texts: worked out once for each
    state."""
    return _sheet(doc, _options(profile), moment, mates)


def _options(profile: Profile) -> tuple[bool, bool, bool]:
    return profile.recon_ship_limit_inclusive, profile.recover_any_ship, profile.three_defeats_eliminate


@lru_cache(maxsize=256)
def _sheet(doc: str, options: tuple[bool, bool, bool], moment: Moment | None, mates: Docs) -> RosterSheet:
    fleet, *others = (msgspec.json.decode(each, type=FleetState) for each in (doc, *mates))
    return roster_sheet(fleet, Profile(*options), moment, tuple(others))


def board(
    doc: str,
    profile: Profile,
    moment: Moment | None,
    mates: Docs = (),
    *,
    home: addresses.Address | None = None,
    work: addresses.Address | None = None,
    only: Only = "",
) -> SafeString:
    """Squadrons and inventory as markup; with the fleet's own address, the name of every squadron leads to
    its page; with the page on which the fleet is worked on, every slot, ship and squadron to its menu there.
    `only` keeps what belongs to that step of the repairs: purchases, or moves.
    """
    return _board(doc, _options(profile), moment, mates, home, work, only)


@lru_cache(maxsize=128)
def _board(
    doc: str,
    options: tuple[bool, bool, bool],
    moment: Moment | None,
    mates: Docs,
    home: addresses.Address | None,
    work: addresses.Address | None,
    only: Only,
) -> SafeString:
    sheet = _sheet(doc, options, moment, mates)
    context = {
        "sheet": sheet,
        "home": home,
        "edit": work is not None,
        "work": work,
        "buys": work is not None and only != "arrange",
        "moves": work is not None and only != "spend",
        "places": places(sheet),
        "squadrons": [(block, tiles(block.ships, work, only)) for block in sheet.squadrons],
        "inventory": tiles(sheet.inventory, work, only),
    }
    return render_to_string("rosters/parts/board.html", context)


def findings(doc: str, profile: Profile, moment: Moment | None, mates: Docs = ()) -> SafeString:
    """Every finding of the roster as markup, each with a link to what it is about."""
    return _findings(doc, _options(profile), moment, mates)


@lru_cache(maxsize=128)
def _findings(doc: str, options: tuple[bool, bool, bool], moment: Moment | None, mates: Docs) -> SafeString:
    sheet = _sheet(doc, options, moment, mates)
    context = {"sheet": sheet, "listed": summary(sheet)}
    return render_to_string("rosters/findings/list.html", context)


def places(sheet: RosterSheet) -> list[Place]:
    """The nine squadron places (CR-010)."""
    laid = {block.card: block for block in sheet.squadrons}
    return [Place(card, laid.get(card)) for card in SQUADRON_CARDS]


def tiles(ships: Iterable[ShipLine], work: addresses.Address | None, only: Only = "") -> list[SafeString]:
    """The ships as tiles."""
    return [_tile(ship, work, only) for ship in ships]


@lru_cache(maxsize=2048)
def _tile(ship: ShipLine, work: addresses.Address | None, only: Only) -> SafeString:
    context = {
        "ship": ship,
        "bars": bars(ship, free=work is not None),
        "edit": work is not None,
        "buys": work is not None and only != "arrange",
        "moves": work is not None and only != "spend",
        "work": work,
    }
    return render_to_string("rosters/parts/ship.html", context)


def bars(ship: ShipLine, *, free: bool) -> list[Bar]:
    """The slots, free ones if asked for; on a two-section ship by section, those of the whole ship last."""
    chips: dict[str, list[Chip]] = {}
    for section, chip in _chips(ship):
        if free or chip.upgrade is not None:
            chips.setdefault(section, []).append(chip)
    hulls = {each.section: each for each in ship.sections}
    order = [each.section for each in ship.sections if each.section != "whole"]
    found = []
    for section in [*order, ""]:
        if section in chips or section in order:
            hull = hulls.get(section)
            title = SECTION_NAMES[section] or ("Whole ship" if order else "")
            found.append(
                Bar(
                    title,
                    tuple(chips.get(section, ())),
                    bool(hull and hull.crippled),
                    bool(hull and hull.damaged),
                )
            )
    return found


def _chips(ship: ShipLine) -> list[tuple[str, Chip]]:
    """Filled slots once for each card, free ones, then cards that have no slot any more."""
    seats: dict[int, int] = {}
    for line in ship.slots:
        if line.upgrade is not None:
            seats[line.upgrade.id] = seats.get(line.upgrade.id, 0) + 1
    drawn: set[int] = set()
    found = []
    for line in ship.slots:
        if line.upgrade is None:
            found.append((line.section, Chip(line.slot, line.index)))
        elif line.upgrade.id not in drawn:
            drawn.add(line.upgrade.id)
            found.append((line.section, Chip(line.slot, line.index, line.upgrade, seats[line.upgrade.id])))
    for upgrade in ship.upgrades:
        if upgrade.id not in drawn:
            found.append((upgrade.section, Chip(upgrade.slot, None, upgrade)))
    return found


def to_fill(sheet: RosterSheet) -> int | None:
    """The first squadron with too few points (CR-013), while the fleet can pay for another ship."""
    if sheet.points < least_points(sheet.side):
        return None
    for block in sheet.squadrons:
        if any(each.code == "squadron_too_small" for each in block.findings):
            return block.card
    return None


def fix_at(sheet: RosterSheet) -> str:
    """Anchor of the place where all errors stand; of their list if they stand at several, or at none."""
    anchors = {each.anchor for each in summary(sheet) if each.finding.is_error}
    return anchors.pop() if len(anchors) == 1 and "" not in anchors else "findings"


def summary(sheet: RosterSheet) -> list[Listed]:
    """Every finding with a link to its place, errors first; a squadron itself says that it fits no type."""
    ships = {ship.id: ship for ship in sheet.ships}
    homes = {upgrade.id: ship for ship in sheet.ships for upgrade in ship.upgrades}
    found = []
    for finding in sheet.all_findings:
        if finding.code == "squadron_no_type":
            continue
        kind, _, number = finding.about.partition(":")
        anchor, subject = "", "The fleet"
        if kind == "squadron":
            anchor, subject = f"sq{number}", f"Squadron {number}"
        elif kind == "ship" and int(number) in ships:
            anchor, subject = f"ship{number}", ships[int(number)].title
        elif kind == "upgrade":
            ship = homes.get(int(number))
            anchor = f"ship{ship.id}" if ship else "inventory"
            subject = ship.title if ship else "Inventory"
        found.append(Listed(finding, anchor, subject))
    return sorted(found, key=lambda each: not each.finding.is_error)
