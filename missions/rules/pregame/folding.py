"""Changes of a game on its way to a mission, and by the squadrons that come in its play (CR-070, CR-093).

Changes by assets are in `missions.rules.assets.folding`.
"""

from __future__ import annotations

from collections.abc import Iterable

from league.kernel.fold import applies, must
from missions.rules.game.events import PlayBegan
from missions.rules.game.sides import SideName
from missions.rules.game.state import FieldedShip, GameState, GameStep, MissionsState
from missions.rules.pregame import events as ev
from missions.rules.pregame.state import Pregame, PregameStage, ReinforcementTurn
from rosters.rules.state import RostersState


def game_of(state: MissionsState, number: int, *steps: GameStep) -> tuple[GameState, Pregame]:
    """A game with a mission, at one of the steps. Raises `Conflict`."""
    must(number in state.games, "that game was never paired")
    game = state.games[number]
    must(game.step in steps, "the game is not at that step")
    must(game.pregame is not None, "the game has no mission")
    assert game.pregame is not None
    return game, game.pregame


def preparing(state: MissionsState, number: int, *stages: PregameStage) -> tuple[GameState, Pregame]:
    """A game whose mission is being prepared, at one of the stages (any, if none is named)."""
    game, pregame = game_of(state, number, "pregame")
    must(not stages or pregame.stage in stages, "the preparation is not at that stage")
    return game, pregame


def as_fielded(state: RostersState, ships: Iterable[FieldedShip]) -> None:
    """Fielded ships stay on the roster as they were turned over. Raises `Conflict`."""
    for drawn in ships:
        must(drawn.fleet in state.fleets, "that fleet does not exist")
        fleet = state.fleets[drawn.fleet]
        ship = fleet.ships.get(drawn.id)
        aboard = sorted(each.id for each in fleet.upgrades_on(drawn.id) if not each.mia)
        must(
            ship is not None
            and (ship.card, ship.squadron, ship.rank, ship.mia)
            == (drawn.card, drawn.squadron, drawn.rank, False)
            and aboard == sorted(each.id for each in drawn.upgrades),
            f"{drawn.name} is not on the roster as it was drawn",
        )


@applies(MissionsState, ev.StageReached)
def _reached(state: MissionsState, e: ev.StageReached) -> None:
    _, pregame = preparing(state, e.game)
    pregame.stage = e.stage


@applies(MissionsState, ev.SquadronsRested)
def _rested(state: MissionsState, e: ev.SquadronsRested) -> None:
    _, pregame = preparing(state, e.game, "rest")
    pregame.rested = list(e.cards)


@applies(MissionsState, ev.MissionSquadronDrawn)
def _drawn(state: MissionsState, e: ev.MissionSquadronDrawn) -> None:
    _, pregame = preparing(state, e.game, "squadron")
    pregame.deck = sorted(int(card) for card in e.pick.deck)
    pregame.drawn, pregame.drawn_type = e.card, e.type
    pregame.picks.append(e.pick)


@applies(MissionsState, ev.MissionChosen)
def _mission(state: MissionsState, e: ev.MissionChosen) -> None:
    _, pregame = preparing(state, e.game, "mission")
    must(pregame.drawn, "the Drawn Squadron is missing")
    pregame.mission = e.mission


@applies(MissionsState, ev.StrengthChosen)
def _strength(state: MissionsState, e: ev.StrengthChosen) -> None:
    _, pregame = preparing(state, e.game, "strength")
    must(e.side not in pregame.strengths, "that side has chosen its strength already")
    pregame.strengths[e.side] = e.number


@applies(MissionsState, ev.ForcesDrawn)
def _forces(state: MissionsState, e: ev.ForcesDrawn) -> None:
    _, pregame = preparing(state, e.game, "mission", "strength")
    must(pregame.mission and not pregame.cards, "the squadrons cannot be drawn")
    pregame.pools = dict(e.pools)
    pregame.cards = {side: list(cards) for side, cards in e.cards.items()}
    pregame.strengths = dict(e.strengths)
    pregame.picks += e.picks


@applies(MissionsState, ev.StepTakenBack)
def _taken_back(state: MissionsState, e: ev.StepTakenBack) -> None:
    game, pregame = preparing(state, e.game)
    pregame.stage = e.stage
    if e.stage == "ready" and game.draw is not None:
        game.draw.nonces.pop(e.side, None)
        game.draw.hows.pop(e.side, None)
        game.draw.chains.pop(e.side, None)
    elif e.stage == "rest":
        pregame.rested = []
    elif e.stage == "mission":
        pregame.mission = 0
    elif e.stage == "strength":
        pregame.strengths.pop(e.side, None)
    elif e.stage == "commit":
        pregame.commits.pop(e.side, None)
        pregame.open_choices.clear()
    elif e.stage in ("effects", "supplies", "nominate"):
        _reopen(pregame, e.side)


def _reopen(pregame: Pregame, side: SideName) -> None:
    """A side's latest open choice was never made."""
    must(pregame.open_choices and pregame.open_choices[-1].side == side, "that choice does not stand open")
    choice = pregame.open_choices.pop()
    if choice.effect in pregame.resolved:
        pregame.resolved.remove(choice.effect)
    if choice.gave:
        pregame.cards[side][choice.place] = choice.gave
    pregame.nominated = 0


@applies(MissionsState, ev.ForcesRevealed)
def _revealed(state: MissionsState, e: ev.ForcesRevealed) -> None:
    game, pregame = preparing(state, e.game)
    must(pregame.cards and not game.forces, "there are no face-down squadrons to turn over")
    game.forces = list(e.forces)
    game.ships = {ship.id: ship for ship in e.ships}


@applies(RostersState, ev.ForcesRevealed)
def _revealed_on_rosters(state: RostersState, e: ev.ForcesRevealed) -> None:
    as_fielded(state, e.ships)


@applies(MissionsState, ev.ShipNominated)
def _nominated(state: MissionsState, e: ev.ShipNominated) -> None:
    game, pregame = preparing(state, e.game, "nominate")
    must(e.ship in game.ships, "that ship was not fielded")
    must(not pregame.nominated, "a ship is nominated already")
    pregame.nominated = e.ship


@applies(MissionsState, ev.NominationShown)
def _shown(state: MissionsState, e: ev.NominationShown) -> None:
    _, pregame = game_of(state, e.game, "play", "report")
    must(pregame.nominated == e.ship, "that is not the nominated ship")
    pregame.nomination_shown = True


@applies(MissionsState, PlayBegan)
def _began(state: MissionsState, e: PlayBegan) -> None:
    pregame = state.games[e.game].pregame
    if pregame is not None:
        pregame.stage = "over"


@applies(MissionsState, ev.ReinforcementDrawn)
def _reinforced(state: MissionsState, e: ev.ReinforcementDrawn) -> None:
    game, pregame = game_of(state, e.game, "play", "report")
    must(all(ship.id not in game.ships for ship in e.ships), "that squadron is on the table already")
    game.forces.append(e.force)
    game.ships.update({ship.id: ship for ship in e.ships})
    pregame.turns.append(ReinforcementTurn(e.side, e.table_round, e.card))
    pregame.picks.append(e.pick)


@applies(RostersState, ev.ReinforcementDrawn)
def _reinforced_on_rosters(state: RostersState, e: ev.ReinforcementDrawn) -> None:
    as_fielded(state, e.ships)


@applies(MissionsState, ev.ReinforcementPassed)
def _passed(state: MissionsState, e: ev.ReinforcementPassed) -> None:
    _, pregame = game_of(state, e.game, "play", "report")
    pregame.turns.append(ReinforcementTurn(e.side, e.table_round, 0))
