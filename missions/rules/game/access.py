"""Finding what an order of a game is about, with a plain "no" if it cannot be."""

from __future__ import annotations

from collections.abc import Collection

from league.kernel.decision import Decision
from league.kernel.fold import CampaignState
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.rules.command import Commanded, commanders, note_proxy
from missions.rules.game.state import SIDES, FieldedShip, GameState, GameStep, MissionsState, SideName, other
from missions.rules.pregame.stage_words import STAGE_WORDS
from missions.rules.pregame.state import PregameStage
from rosters.rules.state import FleetState, RostersState

_WHERE_IT_STANDS: dict[GameStep, str] = {
    "pregame": "This game's mission is still being prepared.",
    "draw": "The squadrons of this game are still being drawn.",
    "play": "This game is being played and has no report yet.",
    "report": "The report of this game is being written: it has to be submitted first.",
    "confirm": "The report has been submitted: its writer can take it back to change it.",
    "done": "This game is over and its result applied. Only an organiser can undo that.",
    "void": "This game was called off.",
}


def find_game(state: CampaignState, number: int) -> GameState:
    """The game of that number. Raises `Unreadable`."""
    found = state.of(MissionsState).games.get(number)
    if found is None:
        raise Unreadable("no_game", "There is no such game in this campaign.")
    return found


def game_at(d: Decision, number: int, *steps: GameStep, rule: str = "") -> GameState:
    """The game, if it stands at one of the steps. Raises `Unreadable` and `Refusal`."""
    game = find_game(d.state, number)
    if game.step not in steps:
        raise Refusal("wrong_step", _WHERE_IT_STANDS[game.step], rule=rule)
    return game


def mission_game_at(d: Decision, number: int, *steps: GameStep, rule: str) -> GameState:
    """The game, if it is played with a mission and stands at one of the steps. Raises `Unreadable` and
    `Refusal` (CR-062 without a mission)."""
    if find_game(d.state, number).pregame is None:
        raise Refusal(
            "no_mission",
            "This game is played without a mission: it has no mission rules and no fleet assets.",
            rule="CR-062",
        )
    game = game_at(d, number, *steps, rule=rule)
    if game.draw is not None and game.draw.laid is not None and d.links is None:
        raise Refusal(
            "laid",
            "Cards of this game are about to be drawn. Wait a moment, then look at it again.",
            rule="CR-079",
        )
    return game


def prepared_at(d: Decision, number: int, stage: PregameStage, *, rule: str) -> GameState:
    """The game, if the preparation of its mission stands at that stage. Raises `Unreadable` and `Refusal`."""
    game = mission_game_at(d, number, "pregame", rule=rule)
    assert game.pregame is not None
    if game.pregame.stage != stage:
        raise Refusal("wrong_stage", STAGE_WORDS[game.pregame.stage].so_far, rule=rule)
    return game


def fleet_on(state: CampaignState, game: GameState, side: SideName) -> FleetState:
    """The fleet of a side."""
    return state.of(RostersState).fleets[game.fleet_of(side)]


def commanders_on(state: CampaignState, game: GameState, side: SideName) -> tuple[int, ...]:
    """The members who may act for a side: its owner first, then their proxy. A proxy who commands the
    other side as well does not count in this game."""
    return commanders_of(fleet_on(state, game, side), fleet_on(state, game, other(side)))


def commanders_of(own: Commanded, opponent: Commanded) -> tuple[int, ...]:
    """The same as `commanders_on`, for two fleets that meet."""
    return (own.member, *(each for each in commanders(own)[1:] if each not in commanders(opponent)))


def side_of_member(state: CampaignState, game: GameState, member: int) -> SideName | None:
    """The side that a member plays in this game, as owner or as proxy; None for others."""
    return next((side for side in SIDES if member in commanders_on(state, game, side)), None)


def writer_of(state: CampaignState, game: GameState) -> int:
    """The member who writes the report, 0 if nobody has begun it: the one who began it or, once they no
    longer act for their side, its owner (CR-101)."""
    report = game.report
    if report.side is None:
        return report.by
    crew = commanders_on(state, game, report.side)
    return report.by if report.by in crew else crew[0]


def crew_of(state: CampaignState, game: GameState, member: int) -> Collection[int]:
    """All who act for the side that a member plays, themselves among them; nobody if they do not play."""
    side = side_of_member(state, game, member)
    return commanders_on(state, game, side) if side else ()


def only_side(d: Decision, game: GameState, side: SideName, doing: str) -> None:
    """Refuse unless the side's owner, their proxy or an organiser acts. Raises `NotYours`."""
    allowed = commanders_on(d.state, game, side)
    d.only_members(allowed, doing)
    if d.actor.member in allowed:
        note_proxy(d, fleet_on(d.state, game, side))


def only_hand(d: Decision, game: GameState, side: SideName, doing: str) -> None:
    """Check the same as `only_side`, for secret choices: no organiser makes one for their own opponent, as
    they would learn the secret (CR-006). Raises `NotYours`."""
    only_side(d, game, side, doing)
    if side_of_member(d.state, game, d.actor.member) == other(side):
        raise NotYours(
            "opponents_hand",
            f"You play the other side, so the secret choices of {fleet_on(d.state, game, side).name} stay "
            "closed to you. Its owner, a proxy or another organiser makes them.",
            rule="CR-006",
        )


def checked_side(side: str) -> SideName:
    """Raises `Unreadable` unless it is "active" or "opposing"."""
    if side == "active":
        return "active"
    if side == "opposing":
        return "opposing"
    raise Unreadable("no_side", "A game has an active and an opposing side, no other.", field="side")


def only_players(d: Decision, game: GameState, doing: str) -> SideName | None:
    """The side that the actor plays; None for an organiser who does not play. Raises `NotYours` for
    others."""
    side = side_of_player(d.state, game, d.actor.member, d.actor.organises, doing)
    if side is not None:
        note_proxy(d, fleet_on(d.state, game, side))
    return side


def side_of_player(
    state: CampaignState, game: GameState, member: int, organises: bool, doing: str
) -> SideName | None:
    """Check the same as `only_players`, for acts that are no orders of the campaign."""
    side = side_of_member(state, game, member)
    if side is None and not organises:
        raise NotYours("not_your_game", f"Only the two players of this game and organisers can {doing}.")
    return side


def fielded(game: GameState, ship: int) -> FieldedShip:
    """A ship that was fielded in the game. Raises `Unreadable`."""
    found = game.ships.get(ship)
    if found is None:
        raise Unreadable("not_fielded", "That ship was not fielded in this game.", field="ship")
    return found
