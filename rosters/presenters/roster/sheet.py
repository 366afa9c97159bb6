"""A fleet's roster as it is drawn on the fleet page, in the builder and on paper: all figures, no markup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from league.kernel.refusal import Finding, are_legal
from league.presenters.standings import state_word
from league.rules.phrases import TYPE_NAMES
from league.rules.state import Profile
from rosters.catalogue import SectionCard, ShipCard, catalogue
from rosters.rules import legality, play
from rosters.rules.fitting.hyperdrive import tokens_needed
from rosters.rules.fitting.slots import seat
from rosters.rules.purchases import values
from rosters.rules.squadrons import types as squadrons
from rosters.rules.state import FleetState, ShipState, SquadronType, UpgradeState
from rosters.rules.uniques.team import Mates

SUIT_SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}


@dataclass(frozen=True, slots=True)
class UpgradeLine:
    """An upgrade card: `place` is the slot it fills, `section` its section on a two-section ship."""

    id: int
    card: str
    name: str
    slot: str
    price: int
    section: str = ""
    mia: bool = False
    fixed: bool = False
    unique: bool = False


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A place on a ship: what sits there, or nothing. `index` counts the ship's places from 0."""

    index: int
    slot: str
    section: str
    upgrade: UpgradeLine | None = None


@dataclass(frozen=True, slots=True)
class SectionLine:
    """Hull and shields of a hull: the whole ship, or a section of a two-section ship."""

    section: str
    hull: int
    shields: int
    damaged: bool = False
    crippled: bool = False
    start_cards: int = 0


@dataclass(frozen=True, slots=True)
class ShipLine:
    """One ship card. `skill` is the effective one (CR-120); `tokens` None without a
    hyperdrive (CR-132); `price` and `points` with upgrades (CR-005); `silhouette` names the picture."""

    id: int
    card: str
    name: str
    given_name: str
    model: str
    silhouette: str
    size: str
    unique: bool
    rank: str
    mia: bool
    squadron: int | None
    skill: int | None
    price: int
    points: int
    attack: int | None
    agility: int | None
    tokens: int | None
    sections: tuple[SectionLine, ...]
    upgrades: tuple[UpgradeLine, ...]
    slots: tuple[SlotLine, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """Title of the ship: the pilot's own name first, if it has one (CR-120)."""
        return f"“{self.given_name}”, {self.name}" if self.given_name else self.name

    @property
    def stamps(self) -> tuple[str, ...]:
        """Status marks in the order they are printed."""
        marks = [self.rank] if self.rank else []
        marks += ["DAM"] if any(each.damaged for each in self.sections) else []
        marks += ["CRPL"] if any(each.crippled for each in self.sections) else []
        return tuple([*marks, "MIA"] if self.mia else marks)


@dataclass(frozen=True, slots=True)
class SquadronBlock:
    """A squadron's place on the roster: playing card 2–10, type, value against the type's limits."""

    card: int
    type: SquadronType
    value: int
    low: int
    high: int
    counting: int
    ships: tuple[ShipLine, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def type_name(self) -> str:
        return TYPE_NAMES[self.type]

    @property
    def is_legal(self) -> bool:
        return are_legal(self.findings)


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A whole roster. `findings` are those about the fleet as such; the others stand with their ship or
    squadron.
    """

    number: int
    name: str
    side: str
    suit: str
    suit_sign: str
    standing: str
    standing_word: str
    points: int
    value: int
    squadrons: tuple[SquadronBlock, ...]
    inventory: tuple[ShipLine, ...]
    loose: tuple[UpgradeLine, ...]
    findings: tuple[Finding, ...]
    all_findings: tuple[Finding, ...] = field(default=())

    @property
    def ships(self) -> tuple[ShipLine, ...]:
        """Every ship, squadron by squadron, then the inventory."""
        return tuple(ship for block in self.squadrons for ship in block.ships) + self.inventory

    @property
    def missing(self) -> tuple[ShipLine, ...]:
        return tuple(ship for ship in self.ships if ship.mia)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Errors to fix, among the findings."""
        return legality.to_fix(self.all_findings)

    @property
    def flying(self) -> int:
        """Number of ships that are not missing."""
        return len(self.ships) - len(self.missing)

    @property
    def warned(self) -> int:
        """Number of things that findings are about; a hint about another type is none."""
        return len({each.about for each in self.all_findings if each.code != "squadron_other_type"})

    @property
    def summary(self) -> str:
        """One line that says how the fleet is doing."""
        stored = sum(not ship.mia for ship in self.inventory)
        parts = [f"{_count(self.flying - stored, 'ship')} in {_count(len(self.squadrons), 'squadron')}"]
        parts += [f"{stored} in the inventory"] if stored else []
        parts += [f"{_count(len(self.missing), 'ship')} missing"] if self.missing else []
        damaged = sum("DAM" in ship.stamps for ship in self.ships)
        parts += [f"{damaged} damaged"] if damaged else []
        return f"{', '.join(parts)}. {self.value} fleet value and {self.points} points in hand."


def roster_sheet(
    fleet: FleetState,
    profile: Profile,
    moment: legality.Moment | None = None,
    mates: Mates = (),
    *,
    ended: bool = False,
) -> RosterSheet:
    """The roster of a fleet among its mates. Findings are those of `moment`; by default of what the fleet
    stands at. `ended`: in a campaign that is over."""
    at: legality.Moment = moment or ("draft" if fleet.standing == "draft" else "desk")
    found = legality.fleet_findings(fleet, profile, at, mates)
    about = _by_subject(found)
    aboard: defaultdict[int | None, list[UpgradeState]] = defaultdict(list)
    for upgrade in fleet.upgrades.values():
        aboard[upgrade.ship].append(upgrade)
    lines = {ship.id: _ship_line(ship, aboard[ship.id], about) for ship in _ordered(fleet.ships.values())}
    return RosterSheet(
        number=fleet.id,
        name=fleet.name,
        side=fleet.side,
        suit=fleet.suit,
        suit_sign=SUIT_SIGNS.get(fleet.suit, ""),
        standing=fleet.standing,
        standing_word=state_word(fleet.standing, ended),
        points=fleet.points,
        value=values.fleet_value(fleet),
        squadrons=tuple(_block(fleet, card, lines, about) for card in sorted(fleet.squadrons)),
        inventory=tuple(line for line in lines.values() if line.squadron is None),
        loose=tuple(sorted(map(upgrade_line, fleet.upgrades_on(None)), key=_upgrade_order)),
        findings=about["fleet"],
        all_findings=tuple(found),
    )


def squadron_block(fleet: FleetState, card: int) -> SquadronBlock:
    """A squadron by itself, without findings. Raises KeyError for a card that is no squadron."""
    about = _by_subject(())
    ships = _ordered(fleet.ships_in(card))
    lines = {ship.id: _ship_line(ship, fleet.upgrades_on(ship.id), about) for ship in ships}
    return _block(fleet, card, lines, about)


def _by_subject(findings: Iterable[Finding]) -> defaultdict[str, tuple[Finding, ...]]:
    sorted_out: defaultdict[str, tuple[Finding, ...]] = defaultdict(tuple)
    for finding in findings:
        sorted_out[finding.about] += (finding,)
    return sorted_out


def _ordered(ships: Iterable[ShipState]) -> list[ShipState]:
    cards = catalogue().ship_cards
    return sorted(ships, key=lambda ship: (-(cards[ship.card].skill or 0), cards[ship.card].name, ship.id))


def _block(
    fleet: FleetState, card: int, lines: dict[int, ShipLine], about: defaultdict[str, tuple[Finding, ...]]
) -> SquadronBlock:
    kind = fleet.squadrons[card].type
    low, high = squadrons.limits(kind)
    ships = tuple(line for line in lines.values() if line.squadron == card)
    counting = sum(not line.mia for line in ships)
    value = sum(line.points for line in ships if not line.mia)
    return SquadronBlock(card, kind, value, low, high, counting, ships, about[f"squadron:{card}"])


def _ship_line(
    ship: ShipState, upgrades: list[UpgradeState], about: defaultdict[str, tuple[Finding, ...]]
) -> ShipLine:
    findings = about[f"ship:{ship.id}"] + tuple(f for one in upgrades for f in about[f"upgrade:{one.id}"])
    bare = _drawn(_frozen(ship), tuple(map(_frozen, upgrades)))
    return replace(bare, findings=findings) if findings else bare


def _frozen(state: ShipState | UpgradeState) -> tuple[object, ...]:
    """The fields of a ship or an upgrade in their order, lists as tuples: everything a line is drawn from."""
    values = (getattr(state, name) for name in state.__slots__)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


@lru_cache(maxsize=4096)
def _drawn(ship_fields: tuple[object, ...], upgrade_fields: tuple[tuple[object, ...], ...]) -> ShipLine:
    """The line of a ship with these fields. Kept, because few ships change from one page to the next."""
    ship = ShipState(*ship_fields)  # type: ignore[arg-type]
    aboard = {each.id: each for each in (UpgradeState(*fields) for fields in upgrade_fields)}  # type: ignore[arg-type]
    return _line(FleetState(0, 0, "", "", "", ships={ship.id: ship}, upgrades=aboard), ship)


def _line(fleet: FleetState, ship: ShipState) -> ShipLine:
    card = catalogue().ship_cards[ship.card]
    upgrades = tuple(sorted(map(upgrade_line, fleet.upgrades_on(ship.id)), key=_upgrade_order))
    return ShipLine(
        id=ship.id,
        card=card.id,
        name=card.name,
        given_name=ship.given_name,
        model=catalogue().ships[card.ship].name,
        silhouette=card.ship,
        size=card.size.value,
        unique=card.unique,
        rank=ship.rank,
        mia=ship.mia,
        squadron=ship.squadron,
        skill=play.effective_skill(fleet, ship.id),
        price=values.ship_price(fleet, ship.id),
        points=values.squad_points(fleet, ship.id),
        attack=card.attack,
        agility=card.agility,
        tokens=tokens_needed(fleet, ship.id),
        sections=_sections(fleet, ship, card),
        upgrades=upgrades,
        slots=_slots(fleet, ship, upgrades),
    )


def _sections(fleet: FleetState, ship: ShipState, card: ShipCard) -> tuple[SectionLine, ...]:
    if len(card.sections) < 2:
        return (_section(fleet, ship, "whole"),)
    return tuple(_section(fleet, ship, _name(part)) for part in card.sections)


def _name(part: SectionCard) -> str:
    return part.section.value


def _section(fleet: FleetState, ship: ShipState, section: str) -> SectionLine:
    hull = play.hull(fleet, ship.id, section)
    damaged = section in ship.damaged
    return SectionLine(
        section,
        hull,
        play.shields(fleet, ship.id, section),
        damaged,
        section in ship.crippled,
        play.damaged_start_cards(hull) if damaged else 0,
    )


def _slots(fleet: FleetState, ship: ShipState, upgrades: tuple[UpgradeLine, ...]) -> tuple[SlotLine, ...]:
    seating = seat(fleet, ship.id)
    sitting = {index: number for number, indexes in seating.assigned.items() for index in indexes}
    lines = {line.id: line for line in upgrades}
    return tuple(
        SlotLine(index, place.slot.value, place.section, lines.get(sitting.get(index, 0)))
        for index, place in enumerate(seating.places)
    )


def upgrade_line(upgrade: UpgradeState) -> UpgradeLine:
    """An upgrade card of the roster as a line."""
    card = catalogue().upgrades[upgrade.card]
    return UpgradeLine(
        upgrade.id,
        card.id,
        card.name,
        card.slot.value,
        card.points,
        upgrade.section,
        upgrade.mia,
        card.fixed,
        card.unique,
    )


def _upgrade_order(line: UpgradeLine) -> tuple[str, str, str, int]:
    return (line.section, line.slot, line.name, line.id)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
