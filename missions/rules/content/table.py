"""Set-up of the table: size, obstacles, deployment, initiative, old damage (CR-053, CR-064, CR-112)."""

from __future__ import annotations

from dataclasses import dataclass

from missions.rules.content.briefing import Note, briefings
from missions.rules.content.mission_data import Mission
from missions.rules.content.victory import mission_of
from missions.rules.game.state import SIDES, GameState, SideName
from rosters.catalogue import catalogue

__all__ = ["Note"]

LARGE_TABLE_FROM = 200  # squad points of one force (CR-064)
HUGE_COUNTS_AS_OBSTACLES = 3
MINE_EFFECTS = {
    "gravityfieldmine": "A ship that ends a move within Range 2 of it loses all its hyperspace tokens, "
    "and no jump may pass within Range 1 of it.",
    "navigationinterferencemine": "An enemy within Range 3 needs one hyperspace token more, for each "
    "such mine.",
}


@dataclass(frozen=True, slots=True)
class StartDamage:
    """Face-down damage cards that a section starts with; section "whole" for ships in one piece (CR-112)."""

    side: SideName
    ship: int
    name: str
    section: str
    cards: int


@dataclass(frozen=True, slots=True)
class LimitedCopy:
    """A fielded copy of a Squadron Limited card. `used` once its owner chose it, or if it is the side's only
    one."""

    side: SideName
    ship: int
    ship_name: str
    upgrade: int
    name: str
    used: bool


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """`size` of the table in feet (long side first), number of `obstacles`, `deployment` range from the own
    edge."""

    size: tuple[int, int]
    obstacles: int
    in_pairs: bool
    deployment: int
    points: dict[SideName, int]
    initiative: SideName
    notes: tuple[Note, ...]
    start_damage: tuple[StartDamage, ...]
    limited: tuple[LimitedCopy, ...]


def force_points(game: GameState, side: SideName) -> int:
    """Squad points of a side's force (CR-005)."""
    return sum(squadron.points for squadron in game.squadrons_of(side))


def set_up(game: GameState) -> TableAdvice:
    """Set-up of the table for the drawn forces (CR-064), or as the mission says (CR-098); the Active Fleet
    has initiative (CR-053)."""
    points = {side: force_points(game, side) for side in SIDES}
    mission = mission_of(game)
    if mission is not None:
        return _set_up_mission(game, mission, points)
    large = max(points.values()) >= LARGE_TABLE_FROM
    return TableAdvice(
        size=(5, 3) if large else (3, 3),
        obstacles=12 if large else 6,
        in_pairs=large,
        deployment=2 if large else 1,
        points=points,
        initiative="active",
        notes=tuple(_notes(game, large)),
        start_damage=start_damage(game),
        limited=limited_copies(game),
    )


def _set_up_mission(game: GameState, mission: Mission, points: dict[SideName, int]) -> TableAdvice:
    words = briefings()[mission.number]
    notes = [Note("CR-053", "The Active Fleet has initiative for the whole game.")]
    notes += [*words.setup, *words.deployment, *words.special, *words.leaving]
    notes.append(
        Note("CR-064", f"A Huge model may stand in for {HUGE_COUNTS_AS_OBSTACLES} of the obstacles.")
    )
    return TableAdvice(
        size=mission.table,
        obstacles=mission.obstacles,
        in_pairs=mission.pairs,
        deployment=mission.deploy_range,
        points=points,
        initiative="active",
        notes=tuple(notes + _ship_notes(game)),
        start_damage=start_damage(game),
        limited=limited_copies(game),
    )


def start_damage(game: GameState) -> tuple[StartDamage, ...]:
    """Every section that starts with damage cards for an old mark (CR-112)."""
    return tuple(
        StartDamage(game.side_of(ship.fleet), ship.id, ship.name, section, cards)
        for ship in game.ships.values()
        for section, cards in ship.start_cards.items()
        if cards
    )


def limited_copies(game: GameState) -> tuple[LimitedCopy, ...]:
    """Every fielded copy of a Squadron Limited card (CR-038)."""
    found = [
        (side, ship, upgrade)
        for side in SIDES
        for ship in game.ships_of(side)
        for upgrade in ship.upgrades
        if upgrade.squadron_limited
    ]
    per_side = {side: sum(1 for each in found if each[0] == side) for side in SIDES}
    return tuple(
        LimitedCopy(
            side,
            ship.id,
            ship.name,
            upgrade.id,
            upgrade.name,
            used=per_side[side] == 1 or game.limited.get(side) == upgrade.id,
        )
        for side, ship, upgrade in found
    )


def _notes(game: GameState, large: bool) -> list[Note]:
    notes = [Note("CR-053", "The Active Fleet has initiative for the whole game.")]
    if large:
        notes += [
            Note(
                "CR-064", "One force has 200 squad points or more: use the long edges as the players' edges."
            ),
            Note(
                "CR-064",
                "Place the obstacles in pairs: the two within Range 1 of each other, pairs at least "
                "Range 2 apart.",
            ),
        ]
    else:
        notes.append(Note("CR-064", "Both forces are under 200 squad points: use the small table."))
    notes.append(
        Note("CR-064", f"A Huge model may stand in for {HUGE_COUNTS_AS_OBSTACLES} of the obstacles.")
    )
    return notes + _ship_notes(game)


def _ship_notes(game: GameState) -> list[Note]:
    """Notes about the fielded ships: Squadron Limited copies, old damage, hyperdrives, mines."""
    notes = _limited_notes(game)
    if any(ship.start_cards for ship in game.ships.values()):
        notes.append(
            Note("CR-112", "DAMAGED ships start with face-down damage cards: half their hull, rounded down.")
        )
    if any(ship.crippled for ship in game.ships.values()):
        notes.append(Note("CR-117", "Show the crippled side of every crippled section from the start."))
    return notes + _jump_notes(game) + _mine_notes(game)


def _jump_notes(game: GameState) -> list[Note]:
    if not any(ship.hyperdrive for ship in game.ships.values()):
        return []
    text = (
        "An action puts one hyperspace token beside a ship. With enough of them, and beyond Range 1 of "
        "every obstacle, its next move may be a straight flight off its own or a neutral edge with "
        "nothing in the way."
    )
    return [Note("CR-133", text)]


def _mine_notes(game: GameState) -> list[Note]:
    """Notes about the campaign's own mines, if any are fielded (CR-134)."""
    cards = {upgrade.card for ship in game.ships.values() for upgrade in ship.upgrades}
    mines = [catalogue().upgrades[card] for card in sorted(cards) if card in MINE_EFFECTS]
    return [
        Note(
            "CR-134",
            f"{mine.name}: a token with agility {mine.token_agility} and hull {mine.token_hull} that can be "
            f"attacked and is no obstacle. {MINE_EFFECTS[mine.id]}",
        )
        for mine in mines
    ]


def _limited_notes(game: GameState) -> list[Note]:
    waiting = {copy.side for copy in limited_copies(game)} - {
        copy.side for copy in limited_copies(game) if copy.used
    }
    return [
        Note(
            "CR-038",
            f"The {side} side fields several copies of one Squadron Limited card and chooses one that works.",
        )
        for side in SIDES
        if side in waiting
    ]
