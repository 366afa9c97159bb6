"""The sheet for the table: one side's force with boxes to tick, and what is set up around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from missions.rules.assets.text import Reminder
from missions.rules.content.table import TableAdvice
from missions.rules.game.secrets import GameView
from missions.rules.game.ship_labels import which_of
from missions.rules.game.sides import SIDE_TITLES
from missions.rules.game.state import SIDES, FieldedShip, SideName
from rosters.catalogue import catalogue
from rosters.presenters.roster.sheet import SUIT_SIGNS
from rosters.rules.fitting.hyperdrive import TOKENS, tokens_needed
from rosters.rules.play import effective_skill, may_reroll, shields
from rosters.rules.state import FleetState, ShipState

UNFOLDED = 10
"""Ships of a force up to which its page shows all of them, within two screens of a phone."""
SECTION_HEADS = {"whole": "Hull", "fore": "Fore", "aft": "Aft"}


@dataclass(frozen=True, slots=True)
class HullBoxes:
    """Boxes to tick: `marked` are the face-down damage cards that the section starts with (CR-112)."""

    label: str
    shields: range
    marked: range
    hull: range
    crippled: bool

    @property
    def in_words(self) -> str:
        """Hull and shields in words: "3 hull, 2 shields"."""
        if self.crippled:
            return "crippled"
        left = len(self.hull)
        hull = f"{left} of {left + len(self.marked)} hull" if self.marked else f"{left} hull"
        shields = len(self.shields)
        return f"{hull}, {shields} shield{'' if shields == 1 else 's'}" if shields else hull


@dataclass(frozen=True, slots=True)
class CardBox:
    """An upgrade with a box to tick when it is spent or lost. `flipped`: scored, but not usable (CR-038);
    `barred`: a munition without use in this game (CR-080); `free`: it came with Additional Supplies (CR-086).
    """

    name: str
    points: int
    spendable: bool
    flipped: bool
    barred: bool = False
    free: bool = False

    @property
    def marks(self) -> str:
        """Special marks in brackets; "" without any."""
        words = [
            word
            for word, so in (("flipped", self.flipped), ("no use", self.barred), ("free", self.free))
            if so
        ]
        return f" ({', '.join(words)})" if words else ""

    @property
    def usable(self) -> bool:
        """Whether it can be used up in this game."""
        return self.spendable and not self.flipped and not self.barred


@dataclass(frozen=True, slots=True)
class SheetShip:
    """A ship with its figures. `which` tells it from others of its name in its squadron; `reroll`: it has the
    veteran's reroll (CR-120)."""

    name: str
    model: str
    rank: str
    stamps: tuple[str, ...]
    skill: str
    points: int
    tokens: range
    hyperdrive: bool
    hulls: tuple[HullBoxes, ...]
    cards: tuple[CardBox, ...]
    sabotaged: bool = False
    which: str = ""
    reroll: bool = False

    @property
    def in_words(self) -> str:
        """Hulls in words, each with its name if there are several."""
        if len(self.hulls) == 1:
            return self.hulls[0].in_words
        return "; ".join(f"{each.label} {each.in_words}" for each in self.hulls)


@dataclass(frozen=True, slots=True)
class SheetSquadron:
    """A squadron of the force; card 0 stands for the ships that came with the asset Reinforcements."""

    card: int
    type: str
    type_name: str
    points: int
    ships: tuple[SheetShip, ...]


@dataclass(frozen=True, slots=True)
class ForceSheet:
    """One side's force. `sign` is the suit; `reminders` are of its own assets, `warnings` of the
    opponent's."""

    side: SideName
    side_title: str
    fleet: str
    sign: str
    points: int
    squadrons: tuple[SheetSquadron, ...]
    reminders: tuple[Reminder, ...] = ()
    warnings: tuple[Reminder, ...] = ()

    @property
    def folded(self) -> bool:
        """Whether a page folds its squadrons but the first, so that it fits two screens of a phone."""
        return sum(len(each.ships) for each in self.squadrons) > UNFOLDED


@dataclass(frozen=True, slots=True)
class TableNotes:
    """Set-up notes, each with its rule. `mission` is its name, "" without one; a mission's notes say how
    to deploy."""

    size: str
    obstacles: str
    deployment: str
    initiative: str
    notes: tuple[tuple[str, str], ...]
    mission: str = ""


@dataclass(frozen=True, slots=True)
class _Marks:
    """Effects of assets on a force: munitions that are barred, upgrades that came for
    nothing, ships that were sabotaged."""

    barred: frozenset[int] = frozenset()
    free: tuple[int, ...] = ()
    sabotaged: frozenset[int] = frozenset()


def force_sheet(
    view: GameView,
    side: SideName,
    fleet: FleetState,
    reminders: Sequence[Reminder] = (),
    warnings: Sequence[Reminder] = (),
) -> ForceSheet:
    """The force of one side as drawn, with figures of its fleet's present roster. No sheet shows a
    nomination (CR-091)."""
    marks, used = _marks(view, side), view.limited.get(side, 0)
    squadrons = [
        SheetSquadron(
            drawn.card,
            drawn.type,
            drawn.type.upper(),
            drawn.points,
            tuple(
                replace(
                    _ship(view.ships[number], fleet, used, marks),
                    which=which_of(view.ships[number], (drawn,), view.ships),
                )
                for number in drawn.ships
            ),
        )
        for drawn in view.squadrons[side]
    ]
    arrived = [ship for ship in view.ships.values() if ship.arrived and ship.fleet == fleet.id]
    if arrived:
        ships = tuple(_ship(ship, fleet, used, marks) for ship in arrived)
        squadrons.append(SheetSquadron(0, "", "Reinforcements", sum(ship.points for ship in arrived), ships))
    return ForceSheet(
        side,
        SIDE_TITLES[side],
        fleet.name,
        SUIT_SIGNS.get(fleet.suit, ""),
        sum(each.points for each in squadrons),
        tuple(squadrons),
        tuple(reminders),
        tuple(warnings),
    )


def _marks(view: GameView, side: SideName) -> _Marks:
    pregame = view.pregame
    if pregame is None:
        return _Marks()
    sabotaged = frozenset(each.ship for each in pregame.sabotaged if each.side == side and each.fresh)
    return _Marks(view.barred, pregame.free, sabotaged)


def _ship(ship: FieldedShip, fleet: FleetState, used: int, marks: _Marks) -> SheetShip:
    owned = fleet.ships.get(ship.id)
    skill = effective_skill(fleet, ship.id) if owned else catalogue().ship_cards[ship.card].skill
    return SheetShip(
        name=_title(ship, owned),
        model=ship.model,
        rank=ship.rank,
        stamps=_stamps(ship),
        skill="–" if skill is None else str(skill),
        points=ship.points,
        tokens=range(_tokens(ship, fleet)),
        hyperdrive=ship.hyperdrive,
        hulls=tuple(_hull(ship, section, fleet) for section in ship.hulls),
        cards=tuple(
            CardBox(
                one.name,
                one.points,
                one.spendable,
                one.squadron_limited and used not in (0, one.id),
                one.id in marks.barred,
                one.id in marks.free,
            )
            for one in ship.upgrades
        ),
        sabotaged=ship.id in marks.sabotaged,
        reroll=may_reroll(ship.rank, ship.unique),
    )


def _title(ship: FieldedShip, owned: ShipState | None) -> str:
    """An elite pilot's own name first, then the card's (CR-120)."""
    if owned is None or not owned.given_name:
        return ship.name
    return f"“{owned.given_name}”, {catalogue().ship_cards[ship.card].name}"


def _stamps(ship: FieldedShip) -> tuple[str, ...]:
    marks: list[str] = [ship.rank] if ship.rank else []
    marks += ["DAM"] if any(ship.start_cards.values()) else []
    return tuple([*marks, "CRPL"] if ship.crippled else marks)


def _hull(ship: FieldedShip, section: str, fleet: FleetState) -> HullBoxes:
    shielded = shields(fleet, ship.id, section) if ship.id in fleet.ships else _bare_shields(ship, section)
    start = ship.start_cards.get(section, 0)
    return HullBoxes(
        SECTION_HEADS.get(section, section.capitalize()),
        range(shielded),
        range(start),
        range(max(0, ship.hulls[section] - start)),
        section in ship.crippled,
    )


def _tokens(ship: FieldedShip, fleet: FleetState) -> int:
    """Hyperspace tokens to jump (CR-132); a ship that arrived in play has no cards that make it fewer."""
    if ship.id in fleet.ships:
        return tokens_needed(fleet, ship.id) or 0
    return TOKENS[catalogue().ship_cards[ship.card].size] if ship.hyperdrive else 0


def _bare_shields(ship: FieldedShip, section: str) -> int:
    """Shields of a ship that arrived in play without upgrades (CR-087)."""
    card = catalogue().ship_cards[ship.card]
    return next((part.shields for part in card.sections if part.section == section), card.shields)


def table_notes(advice: TableAdvice, names: Mapping[SideName, str], mission: str = "") -> TableNotes:
    """The table advice in words (CR-053, CR-064); `mission` is its name, if there is one."""
    long_side, short_side = advice.size
    pairs = " in pairs" if advice.in_pairs else ""
    return TableNotes(
        f"{long_side}' × {short_side}'",
        f"{advice.obstacles} obstacles{pairs}",
        f"Within Range {advice.deployment} of your own edge",
        names[advice.initiative],
        tuple((note.text, note.rule) for note in advice.notes),
        mission,
    )


@dataclass(frozen=True, slots=True)
class LimitedOption:
    upgrade: int
    label: str
    used: bool


@dataclass(frozen=True, slots=True)
class LimitedChoice:
    """The copies of a Squadron Limited card among which a side chooses (CR-038)."""

    side: SideName
    options: tuple[LimitedOption, ...]


def limited_choices(advice: TableAdvice) -> tuple[LimitedChoice, ...]:
    """A choice for each side that fields several copies."""
    made = [
        LimitedChoice(
            side,
            tuple(
                LimitedOption(copy.upgrade, f"{copy.name} on {copy.ship_name}", copy.used)
                for copy in advice.limited
                if copy.side == side
            ),
        )
        for side in SIDES
    ]
    return tuple(each for each in made if len(each.options) > 1)
