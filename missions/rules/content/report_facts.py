"""Facts that a mission asks of a report: possible withdrawals and their edges, the markers, the nominated
ship, barred munitions (CR-080, CR-090, CR-091, CR-096, CR-098)."""

from __future__ import annotations

from collections.abc import Iterator

from league.kernel.refusal import Finding, Refusal
from missions.rules.assets.supplies import barred_by
from missions.rules.content.mission_data import Edge, Mission, open_fates
from missions.rules.content.victory import SCANNED_TO_LEAVE, key_fate, mission_of, objective
from missions.rules.game.results import both_crippled
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import FieldedShip, FieldedUpgrade, GameState, ShipFate, ShipReport

GAME = "game"


def withdrawal_refusal(game: GameState, ship: FieldedShip) -> Refusal | None:
    """Reason why a ship of this side can never have withdrawn in this game; None if some may (CR-098)."""
    mission = mission_of(game)
    if "withdrawn" in open_fates(mission, game.side_of(ship.fleet)):
        return None
    where = "in this mission" if mission is not None else "without a mission"
    return Refusal(
        "no_withdrawal",
        f"{ship.name} cannot withdraw {where}. A ship that left by its own or a neutral edge was driven off, "
        "one that left by the enemy's edge destroyed.",
        rule="CR-096" if mission is None else "CR-098",
        field="fate",
    )


def free_to_leave(game: GameState, side: SideName) -> bool:
    """Whether ships of a side, the nominated one left aside, may withdraw as the report stands (CR-090,
    CR-098). Reads the nomination, shown or not."""
    mission = mission_of(game)
    brief = mission.sides[side] if mission is not None else None
    if mission is None or brief is None or not brief.may_withdraw:
        return False
    if mission.markers:
        return game.report.scanned >= SCANNED_TO_LEAVE
    if brief.withdraw == "key":
        return _frees(mission, reported(game).get(nominated(game)))
    return True


def nominated(game: GameState) -> int:
    """The number of the nominated ship, shown or not; 0 without one (CR-091)."""
    return game.pregame.nominated if game.pregame is not None else 0


def fate_of_leaving(game: GameState, ship: FieldedShip, edge: Edge, *, jumped: bool = False) -> ShipFate:
    """The fate of a ship that leaves the table by an edge, with the rest of the report as it stands (CR-096,
    CR-098): "withdrawn", "driven_off" or "destroyed". Reads the nomination, shown or not.

    Raises `Refusal` for a way that is closed to it: a neutral edge where there is none, a jump by the enemy's
    edge (CR-133) or of a nominated ship that has to fly.
    """
    mission, side = mission_of(game), game.side_of(ship.fleet)
    _check_way(mission, ship, side, edge, jumped=jumped, key=ship.id == nominated(game))
    if mission is None:
        return "destroyed" if edge == other(side) else "driven_off"
    brief = mission.sides[side]
    if mission.key_astray is not None and ship.id == nominated(game):
        return "withdrawn" if edge == mission.key_edge else mission.key_astray
    if free_to_leave(game, side) and (edge in brief.leaves_by or (jumped and brief.jumps)):
        return "withdrawn"
    return brief.enemy_edge if edge == other(side) else "driven_off"


def _check_way(
    mission: Mission | None, ship: FieldedShip, side: SideName, edge: Edge, *, jumped: bool, key: bool
) -> None:
    if mission is not None and edge == "neutral" and not mission.neutral:
        text = f"In this mission no edge is neutral: name the side whose edge {ship.name} left by."
        raise Refusal("no_neutral_edge", text, rule="CR-098", field="edge")
    if jumped and key and mission is not None and not mission.key_jumps:
        text = f"{ship.name} carries the {mission.key_ship} and cannot leave by hyperdrive."
        raise Refusal("key_jump", text, rule="CR-098", field="edge")
    if jumped and edge == other(side) and (mission is None or not mission.sides[side].jumps):
        text = f"{ship.name} can jump by its own or a neutral edge, not by the enemy's."
        raise Refusal("no_jump", text, rule="CR-133", field="edge")


def _frees(mission: Mission, fate: ShipFate | None) -> bool:
    """Whether that fate of the nominated ship lets the others withdraw. By another edge than its own it may
    count as destroyed, whatever was written (CR-098)."""
    return (mission.key_astray if fate == "driven_off" else fate) in mission.key_frees


def is_barred(game: GameState, ship: FieldedShip, upgrade: FieldedUpgrade) -> bool:
    """Whether Supply Shortage keeps a ship from using this munition in this game (CR-080)."""
    if game.pregame is None:
        return False
    short = game.pregame.short.get(game.side_of(ship.fleet), ())
    return barred_by(short, ship, upgrade)


def barred_findings(game: GameState, ship: FieldedShip, line: ShipReport) -> Iterator[Finding]:
    """Munitions reported as used up that could not be used (CR-080)."""
    for upgrade in ship.upgrades:
        if upgrade.id in line.spent and is_barred(game, ship, upgrade):
            yield _about(
                ship,
                "barred",
                f"{upgrade.name} cannot have been used up: Supply Shortage barred the munitions of squadron "
                f"{ship.squadron} in this game. If damage or an effect discarded it, mark it lost.",
                "CR-080",
            )


def reported(game: GameState) -> dict[int, ShipFate]:
    """The fates as written in the report; ships without a line survived."""
    lines = game.report.lines
    return {number: lines[number].fate if number in lines else "survived" for number in game.ships}


def decided_for(game: GameState) -> SideName | None:
    """The side that reached its mission's objective by what is written, concession left aside; None where
    points decide, or neither or both did."""
    mission = mission_of(game)
    if mission is None or mission.victory == "points":
        return None
    fates, no_scores = reported(game), dict.fromkeys(SIDES, 0)
    reached = [side for side in SIDES if objective(game, mission, side, fates, no_scores)]
    return reached[0] if len(reached) == 1 else None


def mission_findings(game: GameState) -> Iterator[Finding]:
    """Findings about the mission's facts in a report whose lines are complete."""
    mission = mission_of(game)
    if mission is None:
        return
    yield from _arrival_findings(game)
    if mission.markers:
        yield from _marker_findings(game, mission)
    if mission.key_ship:
        yield from _key_findings(game, mission)


def _arrival_findings(game: GameState) -> Iterator[Finding]:
    """Ships that Reinforcements brought for one that was not destroyed after all (CR-087)."""
    fates = reported(game)
    for each in game.pregame.arrivals if game.pregame is not None else ():
        lost, came = game.ships[each.lost], game.ships[each.ship]
        if fates[lost.id] != "destroyed" and not both_crippled(game, lost):
            yield _about(
                lost,
                "arrived_for_nothing",
                f"{came.name} came for {lost.name}, and ships come only for destroyed ones. Mark {lost.name} "
                "destroyed, or undo the arrival in the log.",
                "CR-087",
            )


def _marker_findings(game: GameState, mission: Mission) -> Iterator[Finding]:
    scanned = game.report.scanned
    if not 0 <= scanned <= mission.markers:
        yield Finding(
            "markers",
            f"Say how many of the {mission.markers} markers were scanned: 0 to {mission.markers}.",
            "CR-090",
            about=GAME,
        )
    elif not free_to_leave(game, "active"):
        for ship, _ in _withdrawn(game, "active"):
            yield _about(
                ship,
                "left_early",
                f"{ship.name} can withdraw only once {SCANNED_TO_LEAVE} markers are scanned, and {scanned} "
                "were: it was driven off.",
                "CR-090",
            )


def _key_findings(game: GameState, mission: Mission) -> Iterator[Finding]:
    pregame = game.pregame
    assert pregame is not None
    if not pregame.nomination_shown:
        yield Finding(
            "nomination_closed",
            "The active side has not shown its nominated ship yet. It does so when the battle is over; an "
            "organiser can do it, too.",
            "CR-091",
            about=GAME,
        )
        return
    fate = key_fate(game, reported(game))
    key = game.ships[pregame.nominated]
    if fate == "driven_off" and mission.key_astray == "destroyed":
        yield _about(
            key,
            "defector_lost",
            f"{key.name} carried the {mission.key_ship}: leaving by any other edge than the "
            f"{mission.key_edge} one counts as destroyed.",
            "CR-098",
        )
    if not free_to_leave(game, "active"):
        yield from _left_early(game, mission, key)


def _left_early(game: GameState, mission: Mission, key: FieldedShip) -> Iterator[Finding]:
    """The others that are reported as withdrawn, although they may not withdraw (CR-098)."""
    fate = "it was driven off"
    if mission.sides["active"].enemy_edge == "destroyed":
        fate += ", or destroyed if it left by the opposing edge"
    for ship, _ in _withdrawn(game, "active"):
        if ship.id != key.id:
            text = f"{ship.name} can withdraw only once {mission.key_frees_once}: {fate}."
            yield _about(ship, "left_early", text, "CR-098")


def _withdrawn(game: GameState, side: SideName) -> Iterator[tuple[FieldedShip, ShipFate]]:
    fates = reported(game)
    for ship in game.ships_of(side):
        if fates[ship.id] == "withdrawn":
            yield ship, fates[ship.id]


def _about(ship: FieldedShip, code: str, message: str, rule: str) -> Finding:
    return Finding(code, message, rule, about=f"ship:{ship.id}")
