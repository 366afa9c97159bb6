"""Victory in a mission and the assets that it offers: one function for all eight (section 8, CR-090 …
CR-099).

The ships' final fates, the score and the facts of the report go in; nothing is typed in as a victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from missions.rules.content.mission_data import Mission, SideBrief, missions
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState, ShipFate, Termination, Winner
from missions.rules.pregame.state import AssetKind

SCANNED_TO_LEAVE = 3  # CR-090: then two markers are left
OBJECTIVE_RULES = {"markers": "CR-090", "key_ship": "CR-091", "points": "CR-092"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`offers`: assets of which the winner may take one (CR-094), () for none; `why`: what decided."""

    winner: Winner
    termination: Termination
    rule: str
    offers: tuple[AssetKind, ...]
    why: str


def mission_of(game: GameState) -> Mission | None:
    """The game's mission; None without one, or while none is chosen."""
    if game.pregame is None or not game.pregame.mission:
        return None
    return missions()[game.pregame.mission]


def decide(
    game: GameState,
    mission: Mission,
    fates: Mapping[int, ShipFate],
    scores: Mapping[SideName, int],
    eliminated: frozenset[SideName],
) -> Verdict:
    """The verdict as the report stands. `fates` are final ones, concession counted; `scores` enemy squad
    points by side (CR-092); `eliminated` the sides that lost every ship that they fielded in play (CR-097).
    """
    conceded = game.report.conceded
    if conceded is not None:
        winner = other(conceded)
        return Verdict(
            winner,
            "concession",
            "CR-095",
            mission.sides[winner].offers,
            conceded_words(conceded),
        )
    if len(eliminated) == 1:
        winner = other(next(iter(eliminated)))
        return Verdict(
            winner,
            "elimination",
            "CR-097",
            _offers(game, mission, winner, scores),
            f"The {winner} side destroyed every enemy ship and wins at once.",
        )
    return _by_objective(game, mission, fates, scores, both_gone=len(eliminated) == len(SIDES))


def _by_objective(
    game: GameState,
    mission: Mission,
    fates: Mapping[int, ShipFate],
    scores: Mapping[SideName, int],
    *,
    both_gone: bool,
) -> Verdict:
    rule = OBJECTIVE_RULES[mission.victory]
    termination: Termination = "points" if mission.victory == "points" else "objective"
    if both_gone and mission.victory != "points":
        return Verdict(
            "draw",
            termination,
            "CR-097",
            (),
            "Both sides were eliminated together, and points are not counted.",
        )
    reached = [side for side in SIDES if objective(game, mission, side, fates, scores)]
    if len(reached) != 1:
        return Verdict(
            "draw",
            termination,
            rule if mission.victory == "points" else "CR-097",
            (),
            _level(mission, reached),
        )
    winner = reached[0]
    return Verdict(
        winner, termination, rule, _offers(game, mission, winner, scores), _won(game, mission, winner, scores)
    )


def objective(
    game: GameState,
    mission: Mission,
    side: SideName,
    fates: Mapping[int, ShipFate],
    scores: Mapping[SideName, int],
) -> bool:
    """Whether a side has reached what its mission asks of it, elimination and concession left aside."""
    if mission.victory == "points":
        return scores[side] > scores[other(side)]
    if mission.victory == "key_ship":
        fate = key_fate(game, fates)
        return fate == "withdrawn" if side == "active" else fate in ("destroyed", "driven_off")
    enough = game.report.scanned >= SCANNED_TO_LEAVE
    if side == "active":
        left = any(fates[ship.id] == "withdrawn" for ship in game.ships_of("active"))
        return (enough and left) or not _anybody(game, "opposing", fates)
    return not enough and not _anybody(game, "active", fates)


def key_fate(game: GameState, fates: Mapping[int, ShipFate]) -> ShipFate | None:
    """Fate of the nominated ship; None while the nomination is closed (CR-091)."""
    pregame = game.pregame
    if pregame is None or not pregame.nomination_shown:
        return None
    return fates.get(pregame.nominated)


def _anybody(game: GameState, side: SideName, fates: Mapping[int, ShipFate]) -> bool:
    return any(fates[ship.id] == "survived" for ship in game.ships_of(side))


def _offers(
    game: GameState, mission: Mission, winner: SideName, scores: Mapping[SideName, int]
) -> tuple[AssetKind, ...]:
    """Assets that the winner may choose from. If the asset needs a margin or all markers, these must be
    met however the victory came (CR-097, CR-099)."""
    brief: SideBrief = mission.sides[winner]
    if brief.margin and scores[winner] - scores[other(winner)] < brief.margin:
        return ()
    if mission.markers and winner == "active" and game.report.scanned < mission.markers:
        return ()
    return brief.offers


def unoffered(mission: Mission, winner: SideName) -> tuple[str, str]:
    """Condition for an asset that the winner did not meet: its rule, and words; ("", "") if an asset is
    offered."""
    needed = mission.sides[winner].margin
    if needed:
        return "CR-099", f"No asset this time: that needs a lead of {needed} points or more."
    return "CR-094", f"No asset this time: that needs all {mission.markers} markers."


def conceded_words(side: SideName) -> str:
    """Sentence about a concession (CR-095)."""
    return f"The {side} side conceded: its ships on the table count as destroyed, and the victory is full."


def points_words(winner: Winner, margin: int) -> str:
    """Sentence about a decision by points (CR-063, CR-092)."""
    if winner == "draw":
        return "Equal points: the game is a draw."
    points = "1 point" if margin == 1 else f"{margin} points"
    return f"The {winner} side is ahead by {points} and wins."


def _level(mission: Mission, reached: list[SideName]) -> str:
    if mission.victory == "points":
        return points_words("draw", 0)
    if reached:
        return "Both sides reached their objective together, so it is a draw."
    return "Neither side reached its objective before the game ended, so it is a draw."


def _won(game: GameState, mission: Mission, winner: SideName, scores: Mapping[SideName, int]) -> str:
    if mission.victory == "points":
        return points_words(winner, abs(scores["active"] - scores["opposing"]))
    if mission.victory == "key_ship":
        if winner == "active":
            return f"The {mission.key_called} got away as planned: the active side wins."
        return f"The {mission.key_called} was stopped: the opposing side wins."
    left = mission.markers - game.report.scanned
    if winner == "opposing":
        return f"{left} markers are left and no active ship: the opposing side wins."
    if left <= mission.markers - SCANNED_TO_LEAVE and any(
        line.fate == "withdrawn" for line in game.report.lines.values()
    ):
        return f"A ship got away with {game.report.scanned} markers scanned: the active side wins."
    return "No opposing ship is left on the table: the active side wins."
