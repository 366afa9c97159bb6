"""Deciding about assets before play: the commitments, and what those that act on face-down cards ask of their
player (CR-076, CR-078, CR-084)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from league.kernel.decision import Decision, decides
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules.assets.commitments import (
    MOST_COMMITTED,
    exchange_choices,
    face_down,
    swap_deck,
    usable_on,
)
from missions.rules.assets.effects import asking_effect, finish, leave_open, look_at, looks_of, pick_for
from missions.rules.content.mission_data import assets
from missions.rules.game.access import (
    checked_side,
    commanders_on,
    fleet_on,
    mission_game_at,
    only_hand,
    only_side,
    prepared_at,
)
from missions.rules.game.sides import SideName, other
from missions.rules.game.state import GameState, pregame_of
from missions.rules.pregame import events as ev
from missions.rules.pregame.orders.classes import (
    CommitAssets,
    ExchangeSquadron,
    LookAtSquadron,
    PassEffect,
    SwapSquadron,
)
from missions.rules.pregame.stages import advance
from missions.rules.pregame.state import AssetKind, CommittedAsset, Effect, Look, OpenChoice
from rosters.rules.state import AssetState


@decides(CommitAssets)
def _commit(d: Decision, o: CommitAssets) -> None:
    game, side = prepared_at(d, o.game, "commit", rule="CR-076"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_hand(d, game, side, f"commit assets of {fleet.name}")
    if side in pregame_of(game).commits:
        raise Refusal(
            "committed",
            f"{fleet.name} has committed already. Take that back first to choose again.",
            rule="CR-076",
        )
    chosen = _chosen(d, game, side, o.assets)
    d.emit(ev.AssetsCommitted(game=game.id, side=side, fleet=fleet.id, assets=chosen))
    if not usable_on(d.state, game, other(side)):  # Nobody chooses there, who would answer.
        leave_open(d, game, OpenChoice(side, "commit"))
    advance(d, game)


def _chosen(
    d: Decision, game: GameState, side: SideName, numbers: Sequence[int]
) -> tuple[CommittedAsset, ...]:
    if len(set(numbers)) < len(numbers):
        raise Unreadable("twice", "Choose each asset once.", rule="CR-076", field="assets")
    if len(numbers) > MOST_COMMITTED:
        raise Refusal(
            "too_many",
            "A game takes at most two of your assets. Leave some out.",
            rule="CR-076",
            field="assets",
        )
    fleet = fleet_on(d.state, game, side)
    usable = usable_on(d.state, game, side)
    found = []
    for number in numbers:
        asset = fleet.assets.get(number)
        if asset is None:
            raise Unreadable(
                "no_asset", f"That asset is not on the roster of {fleet.name}.", rule="CR-076", field="assets"
            )
        if asset not in usable:
            raise Refusal("other_target", _why_not(game, asset), rule="CR-076", field="assets")
        found.append(
            CommittedAsset(
                asset.id,
                cast(AssetKind, asset.kind),
                asset.name,
                asset.rank,
                asset.target,
                asset.target_side,
                asset.target_name,
            )
        )
    return tuple(found)


def _why_not(game: GameState, asset: AssetState) -> str:
    if game.friendly:
        return f"A friendly game spends nothing: {asset.name} stays on the roster."
    return f"{asset.name} works against {asset.target_name} only. Keep it for a game with them."


@decides(ExchangeSquadron)
def _exchange(d: Decision, o: ExchangeSquadron) -> None:
    game, place, effect = _acting(d, o.game, "fleet_intelligence")
    if d.actor.member not in commanders_on(d.state, game, effect.side):
        raise NotYours(
            "blind",
            "Only a person who sees the face-down cards can exchange one. For an absent player you can "
            "give up the asset.",
            rule="CR-078",
        )
    if o.take not in exchange_choices(d.state, game, effect.side).get(o.give, ()):
        raise Refusal(
            "no_exchange",
            f"Squadron {o.take} cannot come for {o.give}. Give one of your face-down cards and take one of "
            "the same type that is neither drawn nor rested and leaves the mission the ships it needs.",
            rule="CR-084",
            field="take",
        )
    at = face_down(game, effect.side).index(o.give)
    d.emit(
        ev.SquadronExchanged(game=game.id, side=effect.side, of=effect.side, place=at, old=o.give, new=o.take)
    )
    finish(d, game, place, effect)
    leave_open(d, game, OpenChoice(effect.side, "effects", place, place=at, gave=o.give))
    advance(d, game)


@decides(LookAtSquadron)
def _look(d: Decision, o: LookAtSquadron) -> None:
    game, place, effect = _acting(d, o.game, "disrupted_command")
    if looks_of(game, place):
        raise Refusal(
            "looked", "You have looked at a card: have that one swapped, or leave it.", rule="CR-084"
        )
    if o.place not in range(len(face_down(game, other(effect.side)))):
        raise Unreadable(
            "no_card", "Choose one of the opponent's face-down cards.", rule="CR-084", field="place"
        )
    look_at(d, game, place, effect.side, o.place)
    advance(d, game)


@decides(SwapSquadron)
def _swap(d: Decision, o: SwapSquadron) -> None:
    game, place, effect = _acting(d, o.game, "disrupted_command")
    seen = _seen(game, place)
    victim = other(effect.side)
    deck = swap_deck(d.state, game, victim, seen.card)
    if deck:
        drawn = pick_for(d, game, f"effect {place} swap", deck)
        d.emit(
            ev.SquadronExchanged(
                game=game.id,
                side=effect.side,
                of=victim,
                place=seen.place,
                old=seen.card,
                new=int(drawn.taken[0]),
                pick=drawn,
                effect=place,
            )
        )
    finish(d, game, place, effect)
    advance(d, game)


def _seen(game: GameState, place: int) -> Look:
    looks = looks_of(game, place)
    if not looks:
        raise Refusal(
            "not_looked", "Look at one of the opponent's cards first; that one can be swapped.", rule="CR-084"
        )
    return looks[-1]


@decides(PassEffect)
def _pass(d: Decision, o: PassEffect) -> None:
    game, place, effect = _acting(d, o.game)
    finish(d, game, place, effect, passed=True)
    leave_open(d, game, OpenChoice(effect.side, pregame_of(game).stage, place))
    advance(d, game)


def _acting(d: Decision, number: int, kind: AssetKind | None = None) -> tuple[GameState, int, Effect]:
    """The game and the effect that is being resolved, for the player it acts for. Choices about face-down
    cards are secret; supplies are handed out in the open. Raises `Refusal`."""
    game = mission_game_at(d, number, "pregame", rule="CR-077")
    found = asking_effect(game)
    if found is None or (kind is not None and found[1].kind != kind):
        raise Refusal("no_effect", "No asset that asks for this is being resolved now.", rule="CR-077")
    place, effect = found
    fleet = fleet_on(d.state, game, effect.side)
    only = only_hand if assets()[effect.kind].acts == "cards" else only_side
    only(d, game, effect.side, f"choose for {fleet.name}")
    return game, place, effect
