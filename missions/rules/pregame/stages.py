"""A mission's preparation goes on by itself until somebody has to choose (CR-070): cards are drawn, assets
resolved, squadrons turned over, and play begins."""

from __future__ import annotations

from collections.abc import Callable

from league.kernel.decision import Decision
from league.kernel.refusal import Refusal
from missions.rules.assets.commitments import usable_on
from missions.rules.assets.effects import resolve, resolve_commits, side_to_go_on
from missions.rules.content.mission_data import Mission
from missions.rules.content.victory import mission_of
from missions.rules.game import events
from missions.rules.game.access import fleet_on
from missions.rules.game.draws import field_squadron, pool_of
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame import events as ev
from missions.rules.pregame.eligibility import (
    most_rested,
    nominees,
    spare_recon,
    spare_squadrons,
    strength_awaited,
    strength_range,
)
from missions.rules.pregame.picking import pick
from missions.rules.pregame.state import Pick, Pregame, PregameStage
from rosters.rules import events as roster


def advance(d: Decision, game: GameState) -> None:
    """Do everything that happens by itself, up to the next choice or the beginning of play."""
    pregame = pregame_of(game)
    while pregame.stage in _STAGES and _STAGES[pregame.stage](d, game, pregame):
        pass


def go_to(d: Decision, game: GameState, stage: PregameStage) -> bool:
    """The preparation reaches a stage. Always True: it has gone on."""
    d.emit(ev.StageReached(game=game.id, stage=stage))
    return True


def _ready(d: Decision, game: GameState, pregame: Pregame) -> bool:
    both = game.draw is not None and len(game.draw.nonces) == len(SIDES)
    return both and go_to(d, game, "rest")


def _rest(d: Decision, game: GameState, pregame: Pregame) -> bool:
    return not most_rested(d.state, game) and go_to(d, game, "squadron")


def _mission(d: Decision, game: GameState, pregame: Pregame) -> bool:
    if not pregame.mission:
        return False
    if strength_awaited(d.state, game) is not None:
        return go_to(d, game, "strength")
    return _draw(d, game, pregame)


def _strength(d: Decision, game: GameState, pregame: Pregame) -> bool:
    return strength_awaited(d.state, game) is None and _draw(d, game, pregame)


def _draw(d: Decision, game: GameState, pregame: Pregame) -> bool:
    """Draw both sides' squadrons face down (CR-075), then ask for assets if anybody has any."""
    mission = mission_of(game)
    assert mission is not None
    strengths = {
        side: pregame.strengths.get(side, strength_range(d.state, game, mission, side)[0]) for side in SIDES
    }
    cards: dict[SideName, tuple[int, ...]] = {}
    pools: dict[SideName, tuple[int, ...]] = {}
    picks: list[Pick] = []
    for side in SIDES:
        made = _picks(d, game, mission, side, strengths[side])
        own = [pregame.drawn] if side == "active" else []
        cards[side] = (*own, *(int(card) for each in made for card in each.taken))
        pools[side] = tuple(sorted(int(card) for each in made for card in each.deck))
        picks += made
    d.emit(ev.ForcesDrawn(game=game.id, pools=pools, cards=cards, strengths=strengths, picks=tuple(picks)))
    if any(usable_on(d.state, game, side) for side in SIDES):
        return go_to(d, game, "commit")
    return _reveal(d, game, pregame)


def _picks(d: Decision, game: GameState, mission: Mission, side: SideName, strength: int) -> list[Pick]:
    """A side's picks: squadrons of the types allowed, then two RECON for every place that is left if only
    STANDARD are allowed."""
    places = strength - (side == "active")
    deck = [str(card) for card in spare_squadrons(d.state, game, mission, side)]
    own = min(places, len(deck))
    made = [pick(d, game, f"{side} squadrons", deck, own)] if deck and own else []
    if own < places:
        recon = [str(card) for card in spare_recon(d.state, game, mission, side)]
        made.append(pick(d, game, f"{side} pairs", recon, 2 * (places - own)))
    return made


def _commit(d: Decision, game: GameState, pregame: Pregame) -> bool:
    if resolve_commits(d, game):
        return False
    return go_to(d, game, "effects") if pregame.effects else _reveal(d, game, pregame)


def _effects(d: Decision, game: GameState, pregame: Pregame) -> bool:
    """Squadrons are turned over once no choice about them can be taken back."""
    return not resolve(d, game) and side_to_go_on(game) is None and _reveal(d, game, pregame)


def _reveal(d: Decision, game: GameState, pregame: Pregame) -> bool:
    """Turn all squadrons over, with the damage that Sabotage did (CR-078, CR-085)."""
    _refuse_if_struck(d, game, pregame)
    _mark_sabotaged(d, game, pregame)
    fielded = [
        field_squadron(fleet_on(d.state, game, side), card) for side in SIDES for card in pregame.cards[side]
    ]
    d.emit(
        ev.ForcesRevealed(
            game=game.id,
            forces=tuple(squadron for squadron, _ in fielded),
            ships=tuple(ship for _, ships in fielded for ship in ships),
        )
    )
    return go_to(d, game, "supplies") if pregame.effects else _key_ship(d, game)


def _refuse_if_struck(d: Decision, game: GameState, pregame: Pregame) -> None:
    """A friendly game leaves its rosters free: what was drawn may be gone when it is turned over."""
    for side in SIDES:
        fleet = fleet_on(d.state, game, side)
        gone = [card for card in pregame.cards[side] if card not in pool_of(fleet)]
        if gone:
            raise Refusal(
                "struck",
                f"A squadron of {fleet.name} that was drawn for this game has been disbanded or has lost "
                "its ships since. Call the game off and arrange it again.",
                rule="CR-075",
            )


def _mark_sabotaged(d: Decision, game: GameState, pregame: Pregame) -> None:
    for found in pregame.sabotaged:
        fleet = fleet_on(d.state, game, found.side)
        ship = fleet.ships[found.ship]
        if found.fresh and found.section not in ship.damaged:
            sections = (*ship.damaged, found.section)
            d.emit(roster.DamageMarked(fleet.id, ship.id, found.name, sections, "CR-085"))


def _supplies(d: Decision, game: GameState, pregame: Pregame) -> bool:
    return not resolve(d, game) and _key_ship(d, game)


def _key_ship(d: Decision, game: GameState) -> bool:
    return go_to(d, game, "nominate") if nominees(game) else _begin(d, game)


def _nominate(d: Decision, game: GameState, pregame: Pregame) -> bool:
    """Nominate the ship if there is only one choice; else wait for the owner's (CR-091)."""
    candidates = nominees(game)
    if not pregame.nominated and len(candidates) > 1:
        return False
    if not pregame.nominated:
        d.emit(ev.ShipNominated(game=game.id, fleet=game.active, ship=candidates[0]))
    return _begin(d, game)


def _begin(d: Decision, game: GameState) -> bool:
    """Play begins by itself once no choice can be taken back."""
    if side_to_go_on(game) is not None:
        return False
    d.emit(events.PlayBegan(game=game.id, round=game.round))
    return True


_STAGES: dict[PregameStage, Callable[[Decision, GameState, Pregame], bool]] = {
    "ready": _ready,
    "rest": _rest,
    "mission": _mission,
    "strength": _strength,
    "commit": _commit,
    "effects": _effects,
    "supplies": _supplies,
    "nominate": _nominate,
}
