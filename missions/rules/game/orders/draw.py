"""Deciding the draw: ready, turned over, accepted, or the game called off (CR-060, CR-061, CR-079). With a
mission, its preparation follows once both sides are ready."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from league.kernel.decision import Decision, decides
from league.kernel.dice import SEED_BYTES, commitment, is_open, seed_bytes
from league.kernel.nonces import FILL_AFTER, FILL_BYTES, is_seal, seal_of, take_nonce
from league.kernel.refusal import Refusal, Unreadable, refuse_if
from league.rules.campaign import clean_reason
from league.rules.rounds import call_off
from missions.rules.game import events as ev
from missions.rules.game.access import (
    checked_side,
    commanders_on,
    crew_of,
    find_game,
    fleet_on,
    game_at,
    only_players,
    only_side,
)
from missions.rules.game.draws import draw_squadrons, field_squadron, has_standard, pool_on, shuffle_pools
from missions.rules.game.orders.classes import AcceptDraw, FillNonce, PressReady, ShowNonce, VoidGame
from missions.rules.game.orders.report import may_settle
from missions.rules.game.state import SIDES, Draw, GameState, GameStep, SideName, other
from missions.rules.overrides.events import FriendlyCalledOff
from missions.rules.pregame.eligibility import (
    ready_findings,
    way_out_unfit,
)
from missions.rules.pregame.stages import advance

NONCE_LENGTH = 64


@decides(PressReady)
def _ready(d: Decision, o: PressReady) -> None:
    game, side = game_at(d, o.game, "pregame", "draw", rule="CR-060"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"say that {fleet.name} is ready")
    _refuse_unfit(d, game, side)
    if game.draw is not None and side in game.draw.ready:
        raise Refusal("already_ready", f"{fleet.name} is ready already and waits for the other side.")
    nonce = _checked_nonce(o.nonce)
    _check_seals(o.seal, o.against)
    if game.draw is None:
        seed = d.entropy.bytes(SEED_BYTES)
        d.emit(ev.DrawCommitted(game=game.id, commitment=commitment(seed), sealed=seed.hex()))
    assert game.draw is not None
    d.emit(_side_ready(d, game, game.draw, o, nonce))
    if len(game.draw.ready) < len(SIDES):
        return
    for each in SIDES:
        _refuse_unfit(d, game, each)
    _go_on(d, game, game.draw)


def _checked_nonce(text: str) -> str:
    """The nonce without the space around it. Raises `Refusal`."""
    nonce = text.strip()
    if len(nonce) > NONCE_LENGTH:
        raise Refusal(
            "long_nonce", f"Keep your own text for the draw to {NONCE_LENGTH} characters.", field="nonce"
        )
    if not nonce.isprintable():
        raise Refusal(
            "odd_nonce",
            "Your own text for the draw has invisible characters. Use letters, digits and the like.",
            rule="CR-079",
            field="nonce",
        )
    return nonce


def _check_seals(*seals: str) -> None:
    if not all(is_seal(seal) for seal in seals if seal):
        raise Unreadable("no_seal", "That is no seal of a draw. Reload the page and press ready again.")


def _side_ready(d: Decision, game: GameState, draw: Draw, o: PressReady, nonce: str) -> ev.SideReady:
    """The event of a side that is ready. It binds the other side to the seal that its nonce is given
    against."""
    side, opponent = o.side, other(o.side)
    own = d.actor.member in commanders_on(d.state, game, side)
    taken = take_nonce(
        nonce,
        o.seal if own else "",
        bound=draw.seals.get(side, ""),
        # An organiser who acts for an absent side may play the other one and know its part.
        other_known=not own or opponent in draw.nonces,
        fresh=d.entropy.bytes,
    )
    binds = bool(taken.nonce) and opponent not in draw.ready and opponent not in draw.seals
    waits = opponent in draw.ready and (not taken.nonce or opponent not in draw.nonces)
    return ev.SideReady(
        game=game.id,
        side=side,
        fleet=game.fleet_of(side),
        nonce=taken.nonce,
        seal=taken.seal,
        against=o.against if binds else "",
        how=taken.how,
        at=d.now if waits else "",
    )


@decides(ShowNonce)
def _show_nonce(d: Decision, o: ShowNonce) -> None:
    game, side = game_at(d, o.game, "pregame", "draw", rule="CR-079"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"open the part of {fleet.name}")
    draw = _held_by(game, side, fleet.name)
    if seal_of(o.nonce) != draw.seals[side]:
        raise Refusal(
            "wrong_nonce",
            f"That is not the part that {fleet.name} sealed. Open the game in the browser in which ready was "
            "pressed, or let the site fill the part in.",
            rule="CR-079",
        )
    d.emit(ev.NonceShown(game=game.id, side=side, fleet=fleet.id, nonce=o.nonce, how="sealed"))
    _go_on(d, game, draw)


def _held_by(game: GameState, side: SideName, name: str) -> Draw:
    """The draw, if it waits for the nonce of that side. Raises `Refusal`."""
    if game.draw is None or side not in game.draw.held:
        raise Refusal("nothing_held", f"The draw does not wait for a part of {name}.", rule="CR-079")
    return game.draw


@decides(FillNonce)
def _fill_nonce(d: Decision, o: FillNonce) -> None:
    game, side = game_at(d, o.game, "pregame", "draw", rule="CR-079"), checked_side(o.side)
    own, name = only_players(d, game, "fill in a part of its draw"), fleet_on(d.state, game, side).name
    draw = _held_by(game, side, name)
    begins = fill_begins(draw.waits_since)
    if own != side and datetime.fromisoformat(d.now) < begins:
        raise Refusal(
            "too_early",
            f"The draw still waits for the part of {name}. It comes by itself when that player opens the "
            f"game. From {begins:%H:%M:%S} UTC the site can fill it in.",
            rule="CR-079",
        )
    fresh = d.entropy.bytes(FILL_BYTES).hex()
    d.emit(ev.NonceShown(game=game.id, side=side, fleet=game.fleet_of(side), nonce=fresh, how="filled"))
    _go_on(d, game, draw)


def fill_begins(waits_since: str) -> datetime:
    """The moment from which the other side may have a nonce filled in that is held back."""
    return datetime.fromisoformat(waits_since) + FILL_AFTER


def _go_on(d: Decision, game: GameState, draw: Draw) -> None:
    """Draw if both nonces are in."""
    if len(draw.nonces) < len(SIDES):
        return
    if game.pregame is not None:
        advance(d, game)
    else:
        _turn_over(d, game, draw)


def _refuse_unfit(d: Decision, game: GameState, side: SideName) -> None:
    """Refuse if a side has not the squadrons that a draw needs (CR-060, CR-072)."""
    if game.pregame is not None:
        refuse_if(ready_findings(d.state, game, side))
    else:
        _refuse_without_standard(d, game, side)


def _refuse_without_standard(d: Decision, game: GameState, side: SideName) -> None:
    fleet = fleet_on(d.state, game, side)
    if not has_standard(pool_on(d.state, game, side)):
        raise Refusal(
            "no_standard",
            f"{fleet.name} has no STANDARD squadron to field, and two RECON do not replace it here. "
            f"{way_out_unfit(game)}",
            rule="CR-060",
        )


def _turn_over(d: Decision, game: GameState, draw: Draw) -> None:
    pools = {side: pool_on(d.state, game, side) for side in SIDES}
    drawn = draw_squadrons(shuffle_pools(seed_bytes(draw.seed), draw.nonces, pools), pools)
    fielded = [
        field_squadron(fleet_on(d.state, game, side), card) for side in SIDES for card in drawn.cards_of(side)
    ]
    d.emit(
        ev.SquadronsDrawn(
            game=game.id,
            order=drawn.order,
            pools={side: tuple(pools[side]) for side in SIDES},
            forces=tuple(squadron for squadron, _ in fielded),
            ships=tuple(ship for _, ships in fielded for ship in ships),
            balanced=drawn.balanced,
        )
    )
    if drawn.balanced:
        d.emit(ev.PlayBegan(game=game.id, round=game.round))


@decides(AcceptDraw)
def _accept(d: Decision, o: AcceptDraw) -> None:
    game, side = game_at(d, o.game, "draw", rule="CR-061"), checked_side(o.side)
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"accept the draw for {fleet.name}")
    draw = game.draw
    if draw is None or not draw.order:
        raise Refusal(
            "nothing_drawn", "Nothing has been drawn yet: both sides press ready first.", rule="CR-061"
        )
    if side in draw.accepted:
        raise Refusal(
            "already_accepted", f"{fleet.name} has accepted this draw and waits for the other side."
        )
    d.emit(ev.DrawAccepted(game=game.id, side=side, fleet=fleet.id))
    if len(draw.accepted) == len(SIDES):
        d.emit(ev.PlayBegan(game=game.id, round=game.round))


CALLED_OFF_AT: tuple[GameStep, ...] = ("pregame", "draw", "play", "report", "confirm")


def may_call_off(game: GameState, crew: Collection[int] = (), *, organises: bool) -> bool:
    """Whether a member whose side `crew` acts for (nobody, if they do not play) may call the game off now: an
    organiser, and the players of a friendly game (CR-101). Organisers who play in the game cannot once it is
    reported, unless they may settle the report, too."""
    if game.step not in CALLED_OFF_AT:
        return False
    if game.friendly:
        return organises or bool(crew)
    return organises and not _in_own_case(game, crew)


def _in_own_case(game: GameState, crew: Collection[int]) -> bool:
    reported = game.step == "confirm"
    return reported and bool(crew) and not may_settle(game, organises=True, crew=crew)


def refuse_own_case(d: Decision, number: int) -> None:
    """Raise `Refusal` for an organiser who would call off a game of their own that is reported (CR-101)."""
    game = find_game(d.state, number)
    if not game.friendly and _in_own_case(game, crew_of(d.state, game, d.actor.member)):
        raise Refusal(
            "own_game",
            "You play in this game, and it is reported, so you cannot call it off. Confirm or correct the "
            "report, or ask another organiser.",
            rule="CR-101",
        )


@decides(VoidGame)
def _void(d: Decision, o: VoidGame) -> None:
    game = game_at(d, o.game, *CALLED_OFF_AT, rule="CR-101")
    if game.friendly:
        only_players(d, game, "call it off")
    else:
        d.only_organisers("call a game off")
    reason = clean_reason(o.reason, needed_for="call a game off")
    if game.friendly:
        d.emit(FriendlyCalledOff(game=game.id, reason=reason))
    else:
        call_off(d, game.round, game.id, reason)
    if game.draw is not None and is_open(game.draw.seed):
        d.emit(ev.SeedRevealed(game=game.id, seed=game.draw.seed))
