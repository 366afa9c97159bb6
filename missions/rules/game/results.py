"""Winner and margin, computed from the report and never typed in (CR-063, CR-092, CR-095, CR-096, CR-097).

The missions' own conditions are in `missions.rules.content.victory`. An organiser's ruling replaces the
victor, with their reason, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from league.rules.phrases import full_stop
from missions.rules.content.victory import conceded_words, decide, mission_of, points_words, unoffered
from missions.rules.game.state import (
    SIDES,
    FieldedShip,
    GameState,
    ShipFate,
    SideName,
    Termination,
    Winner,
    other,
)
from missions.rules.pregame.state import AssetKind


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason why the result is what it is."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """`scores`: enemy squad points that count, by side; `margin`: their difference; `fates`: what finally
    happened to every fielded ship, concession and crippled sections taken in; `rule`: what decided; `offers`:
    the assets of which the winner may take one (CR-094)."""

    winner: Winner
    termination: Termination
    scores: dict[SideName, int]
    fates: dict[int, ShipFate]
    rule: str
    reasons: tuple[Reason, ...]
    offers: tuple[AssetKind, ...] = ()

    @property
    def margin(self) -> int:
        return abs(self.scores["active"] - self.scores["opposing"])


def compute(game: GameState) -> Result:
    """The result as the report stands; ships without a line count as survived. A friendly game offers no
    asset."""
    fates = {ship.id: final_fate(game, ship) for ship in game.ships.values()}
    scores = {side: _scored(game, side, fates) for side in SIDES}
    mission = mission_of(game)
    if mission is None:
        winner, termination, rule = _decide(game, scores)
        reasons = _reasons(game, winner, termination, scores)
        result = Result(winner, termination, scores, fates, rule, tuple(reasons))
    else:
        gone = frozenset(side for side in SIDES if eliminated(game, side))
        verdict = decide(game, mission, fates, scores, gone)
        explained = [
            Reason("CR-092", _tally(scores)),
            Reason(verdict.rule, verdict.why),
            *_crippled_reason(game),
        ]
        if verdict.winner in SIDES and not verdict.offers and not game.friendly:
            explained.append(Reason(*unoffered(mission, verdict.winner)))
        result = Result(
            verdict.winner, verdict.termination, scores, fates, verdict.rule, tuple(explained), verdict.offers
        )
    ruled = _ruled(game, result)
    return replace(ruled, offers=()) if game.friendly else ruled


def _ruled(game: GameState, result: Result) -> Result:
    """The result as the organiser ruled it, if they did. The fates stay what the report says."""
    if game.ruled is None:
        return result
    mission, winner = mission_of(game), game.ruled.winner
    offers: tuple[AssetKind, ...] = ()
    if game.ruled.asset and mission is not None and winner in SIDES:
        offers = mission.sides[winner].offers
    ruling = Reason("CR-101", f"An organiser ruled on the result: {full_stop(game.ruled.reason)}")
    tally, *computed = result.reasons
    return replace(
        result,
        winner=winner,
        termination="ruling",
        rule="CR-101",
        offers=offers,
        reasons=(ruling, tally, *map(_unruled, computed)),
    )


def _unruled(reason: Reason) -> Reason:
    """Sentence on what the report alone would have led to, worded so that it does not read as the result
    that counts."""
    if reason.rule == "CR-117":
        return reason
    return Reason(reason.rule, f"Without the ruling: {reason.text[:1].lower()}{reason.text[1:]}")


def final_fate(game: GameState, ship: FieldedShip) -> ShipFate:
    """A ship's fate with what follows from the rest of the report.

    A ship of a conceding side that was still on the table counts as destroyed (CR-095); so does a Huge ship
    with both sections crippled (CR-117).
    """
    fate = reported_fate(game, ship.id)
    if fate != "destroyed" and both_crippled(game, ship):
        return "destroyed"
    if fate == "survived" and game.report.conceded == game.side_of(ship.fleet):
        return "destroyed"
    return fate


def reported_fate(game: GameState, ship: int) -> ShipFate:
    """The fate as written in the report; "survived" while there is no line."""
    line = game.report.lines.get(ship)
    return line.fate if line else "survived"


def both_crippled(game: GameState, ship: FieldedShip) -> bool:
    """Whether both sections of a two-section ship are crippled, now or earlier (CR-117)."""
    return len(ship.hulls) > 1 and {*ship.crippled, *newly_crippled(game, ship)} >= set(ship.hulls)


def newly_crippled(game: GameState, ship: FieldedShip) -> tuple[str, ...]:
    """The sections that were crippled in this game."""
    line = game.report.lines.get(ship.id)
    if line is None or len(ship.hulls) < 2:
        return ()
    return tuple(
        section
        for section in ship.hulls
        if section in line.sections and line.sections[section].crippled and section not in ship.crippled
    )


def on_table(game: GameState, side: SideName) -> bool:
    """Whether the side still has a ship on the table, before any concession is counted."""
    return any(
        reported_fate(game, ship.id) == "survived" and not both_crippled(game, ship)
        for ship in game.ships_of(side)
    )


def eliminated(game: GameState, side: SideName) -> bool:
    """Whether every ship that the side fielded was destroyed in play (CR-097); concession does not count as
    play."""
    return all(
        reported_fate(game, ship.id) == "destroyed" or both_crippled(game, ship)
        for ship in game.ships_of(side)
    )


def _scored(game: GameState, side: SideName, fates: dict[int, ShipFate]) -> int:
    """Squad points of enemy ships destroyed or driven off, upgrades and flipped copies included (CR-063,
    CR-092)."""
    return sum(
        ship.points for ship in game.ships_of(other(side)) if fates[ship.id] in ("destroyed", "driven_off")
    )


def _decide(game: GameState, scores: dict[SideName, int]) -> tuple[Winner, Termination, str]:
    conceded = game.report.conceded
    if conceded is not None:
        return other(conceded), "concession", "CR-095"
    gone = [side for side in SIDES if eliminated(game, side)]
    if len(gone) == 1:
        return other(gone[0]), "elimination", "CR-097"
    if scores["active"] == scores["opposing"]:
        return "draw", "points", "CR-063"
    ahead: SideName = "active" if scores["active"] > scores["opposing"] else "opposing"
    return ahead, "points", "CR-063"


def _reasons(
    game: GameState, winner: Winner, termination: Termination, scores: dict[SideName, int]
) -> list[Reason]:
    reasons = [Reason("CR-092", _tally(scores))]
    if game.report.conceded is not None:
        reasons.append(Reason("CR-095", conceded_words(game.report.conceded)))
    elif termination == "elimination":
        reasons.append(
            Reason("CR-097", f"The {winner} side destroyed every enemy ship, which beats any score.")
        )
    else:
        if all(eliminated(game, side) for side in SIDES):
            reasons.append(Reason("CR-097", "Both sides were eliminated together, so the points decide."))
        margin = abs(scores["active"] - scores["opposing"])
        reasons.append(Reason("CR-063", points_words(winner, margin)))
    return reasons + _crippled_reason(game)


def _tally(scores: dict[SideName, int]) -> str:
    tally = f"{scores['active']} squad points for the active side, {scores['opposing']} for the opposing side"
    return f"Destroyed and driven off: {tally}."


def _crippled_reason(game: GameState) -> list[Reason]:
    if any(both_crippled(game, ship) for ship in game.ships.values()):
        return [Reason("CR-117", "A Huge ship with both sections crippled counts as destroyed.")]
    return []
