"""Resolving committed assets before play: what happens by itself, and where a person's choice is awaited
(CR-077, CR-078, CR-084, CR-085, CR-086)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from league.kernel.decision import Decision
from missions.rules.assets.commitments import (
    dearest,
    face_down,
    hulls_of,
    reserve,
    resolve_commitments,
    usable_on,
)
from missions.rules.assets.supplies import may_be_supplied
from missions.rules.content.mission_data import assets
from missions.rules.game.access import fleet_on
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame import events as ev
from missions.rules.pregame.picking import pick
from missions.rules.pregame.state import (
    AssetKind,
    CommittedAsset,
    Effect,
    Look,
    OpenChoice,
    Pick,
    PregameStage,
    SabotagedShip,
)
from rosters.rules import events as roster

Step = Callable[[Decision, GameState, int, Effect], bool]

_ACTING: dict[PregameStage, str] = {"effects": "cards", "supplies": "squadrons"}


def pick_for(d: Decision, game: GameState, purpose: str, deck: Iterable[object]) -> Pick:
    """One thing of the deck at random, from the game's stream of that purpose (CR-079)."""
    return pick(d, game, purpose, (str(each) for each in deck))


def current_effect(game: GameState) -> tuple[int, Effect] | None:
    """The effect that is being resolved and its place in the order; None when none is left at this stage."""
    pregame = pregame_of(game)
    acting = _ACTING.get(pregame.stage)
    return next(
        (
            (place, effect)
            for place, effect in enumerate(pregame.effects)
            if assets()[effect.kind].acts == acting
            and not effect.cancelled_by
            and place not in pregame.resolved
        ),
        None,
    )


def resolve_commits(d: Decision, game: GameState) -> bool:
    """Commit nothing for a side that has nothing to commit and, once both commitments are in, lock them: the
    assets leave their rosters and what follows from them is settled (CR-076, CR-082).

    True while a side's commitment is awaited, or has to stand (CR-070).
    """
    pregame = pregame_of(game)
    for side in SIDES:
        if side not in pregame.commits and not usable_on(d.state, game, side):
            d.emit(ev.AssetsCommitted(game=game.id, side=side, fleet=game.fleet_of(side), assets=()))
    if len(pregame.commits) < len(SIDES) or side_to_go_on(game) is not None:
        return True
    if pregame.locked:
        return False
    held = {side: _still_held(d, game, side) for side in SIDES}
    for side in SIDES:
        for each in held[side]:
            d.emit(
                roster.AssetGone(
                    fleet=game.fleet_of(side),
                    asset=each.asset,
                    name=each.name,
                    rank=each.rank,
                    rule="CR-076",
                    game=game.id,
                )
            )
    d.emit(ev.AssetsLocked(game=game.id, effects=resolve_commitments(held)))
    return False


def _still_held(d: Decision, game: GameState, side: SideName) -> tuple[CommittedAsset, ...]:
    """A side's commitments, without assets that an organiser has taken off its roster since."""
    fleet = fleet_on(d.state, game, side)
    return tuple(each for each in pregame_of(game).commits[side] if each.asset in fleet.assets)


def resolve(d: Decision, game: GameState) -> bool:
    """Resolve the assets that act at the present stage, as far as they go by themselves: on face-down cards
    (CR-078), then on the revealed squadrons (CR-086). True while a person's choice is awaited, or has to
    stand before the next asset acts (CR-070)."""
    found = current_effect(game)
    while found is not None:
        place, effect = found
        if side_to_go_on(game) or not _STEPS[effect.kind](d, game, place, effect):
            return True
        found = current_effect(game)
    return False


def side_to_go_on(game: GameState) -> SideName | None:
    """The side that goes on, if nothing is awaited but that its opponent's choice stands (CR-070)."""
    pregame = pregame_of(game)
    choosing = pregame.stage == "nominate" and not pregame.nominated
    if not pregame.open_choices or choosing or _asks(game):
        return None
    return other(pregame.open_choices[-1].side)


def asking_effect(game: GameState) -> tuple[int, Effect] | None:
    """The effect that waits for its player's choice, and its place; None while the other side has to go on
    before it acts (CR-070)."""
    return current_effect(game) if side_to_go_on(game) is None else None


def _asks(game: GameState) -> bool:
    """Whether the asset that is being resolved asks its player before it shows or draws anything, which would
    close the open choices: which of several cards to look at."""
    found = current_effect(game)
    if found is None or found[1].kind != "disrupted_command":
        return False
    return len(face_down(game, other(found[1].side))) > 1


def finish(d: Decision, game: GameState, place: int, effect: Effect, *, passed: bool = False) -> None:
    """The effect is done."""
    d.emit(ev.EffectResolved(game=game.id, place=place, name=effect.name, side=effect.side, passed=passed))


def leave_open(d: Decision, game: GameState, choice: OpenChoice) -> None:
    """Keep the last choice open: it can be taken back until a card is drawn, shown or turned over, or the
    other side answers (CR-070)."""
    d.emit(ev.ChoiceLeftOpen(game=game.id, choice=choice))


def looks_of(game: GameState, place: int) -> list[Look]:
    """Cards that the effect at a place has shown so far."""
    return [look for look in pregame_of(game).looks if look.effect == place]


def look_at(d: Decision, game: GameState, place: int, side: SideName, *at: int) -> None:
    """Show a side the face-down cards at these places of the other side."""
    cards = face_down(game, other(side))
    looks = tuple(Look(place, side, other(side), each, cards[each]) for each in at)
    d.emit(ev.CardLookedAt(game=game.id, side=side, looks=looks))


def _intelligence(d: Decision, game: GameState, place: int, effect: Effect) -> bool:
    """All cards of the other side are shown; the exchange is its player's choice. They are asked as long
    as any card is left on their roster, fit or not: otherwise the missing question would reveal the types
    that are face down."""
    if not looks_of(game, place):
        look_at(d, game, place, effect.side, *range(len(face_down(game, other(effect.side)))))
    if reserve(d.state, game, effect.side):
        return False
    finish(d, game, place, effect)
    return True


def _disrupted(d: Decision, game: GameState, place: int, effect: Effect) -> bool:
    """Choice of the asset's player: the card to look at, and whether to have it swapped. If there is one
    card, or none left on the roster to swap it for, there is no choice. Only swapping shows whether one of
    those left fits: asking before would betray the face-down cards (CR-075)."""
    victim = other(effect.side)
    if not looks_of(game, place):
        if len(face_down(game, victim)) > 1:
            return False
        look_at(d, game, place, effect.side, 0)
    if reserve(d.state, game, victim):
        return False
    finish(d, game, place, effect)
    return True


def _sabotage(d: Decision, game: GameState, place: int, effect: Effect) -> bool:
    """A random card is shown and its most expensive ship or section sabotaged (CR-085)."""
    victim = other(effect.side)
    cards = face_down(game, victim)
    drawn = pick_for(d, game, f"effect {place} card", cards)
    card = int(drawn.taken[0])
    look_at(d, game, place, effect.side, cards.index(card))
    found = dearest(hulls_of(fleet_on(d.state, game, victim), card))
    picks = [drawn]
    if len(found) > 1:
        tie = pick_for(d, game, f"effect {place} ship", (f"{each.ship}:{each.section}" for each in found))
        picks.append(tie)
        found = tuple(each for each in found if f"{each.ship}:{each.section}" == tie.taken[0])
    hit = found[0]
    known = [(each.ship, each.section) for each in pregame_of(game).sabotaged]
    fresh = not hit.damaged and (hit.ship, hit.section) not in known
    d.emit(
        ev.ShipSabotaged(
            game=game.id,
            side=effect.side,
            found=SabotagedShip(place, victim, card, hit.ship, hit.name, hit.section, fresh),
            picks=tuple(picks),
        )
    )
    finish(d, game, place, effect)
    return True


def _supplies(d: Decision, game: GameState, place: int, effect: Effect) -> bool:
    """The squadron is drawn; the munitions are its player's choice, if any fits."""
    card = _drawn_for(d, game, place, effect, effect.side)
    if may_be_supplied(d.state, game, effect.side, card):
        return False
    finish(d, game, place, effect)
    return True


def _shortage(d: Decision, game: GameState, place: int, effect: Effect) -> bool:
    _drawn_for(d, game, place, effect, other(effect.side))
    finish(d, game, place, effect)
    return True


def supplied_card(game: GameState, place: int) -> int | None:
    """The squadron card that the effect at a place fell on."""
    taken = (each.taken[0] for each in pregame_of(game).picks if each.purpose == f"supplies {place}")
    return next((int(card) for card in taken), None)


def _drawn_for(d: Decision, game: GameState, place: int, effect: Effect, of: SideName) -> int:
    """The random squadron of side `of` that the effect falls on, drawn when it is first asked for."""
    known = supplied_card(game, place)
    if known is not None:
        return known
    drawn = pick_for(d, game, f"supplies {place}", (squadron.card for squadron in game.squadrons_of(of)))
    card = int(drawn.taken[0])
    d.emit(
        ev.SuppliesDrawn(
            game=game.id, place=place, name=effect.name, side=effect.side, of=of, card=card, pick=drawn
        )
    )
    return card


_STEPS: dict[AssetKind, Step] = {
    "fleet_intelligence": _intelligence,
    "disrupted_command": _disrupted,
    "sabotage": _sabotage,
    "additional_supplies": _supplies,
    "supply_shortage": _shortage,
}
