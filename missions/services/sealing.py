"""Seals of nonces before a side is ready (CR-079, docs/decisions/0033)."""

from __future__ import annotations

from dataclasses import replace

from league.kernel.nonces import GIVEN, is_seal
from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.models import NonceSeal
from missions.rules.game.access import checked_side, side_of_member
from missions.rules.game.state import Draw, SideName, other
from missions.rules.orders import PressReady
from missions.selectors.games import OpenedGame


def announce_seal(campaign_id: int, opened: OpenedGame, member: int, side: SideName, seal: str) -> str:
    """Note the seal of a side that is not ready yet, and return the other side's, "" if there is none.

    Only for those who play the side. Raises `Unreadable`, `NotYours` and `Refusal`.
    """
    game = opened.game
    if not is_seal(seal):
        raise Unreadable("no_seal", "That is no seal of a draw. Reload the page.", field="seal")
    if side_of_member(opened.state, game, member) != side:
        raise NotYours("not_your_game", "Only those who play this side can seal a part of the draw for it.")
    if game.step not in ("pregame", "draw") or (game.draw is not None and side in game.draw.ready):
        raise Refusal("sealed_late", "This side is ready already.", rule="CR-079")
    NonceSeal.objects.update_or_create(
        campaign_id=campaign_id, game=game.id, side=side, defaults={"seal": seal}
    )
    return binding_seal(campaign_id, game.id, game.draw, other(side))


def binding_seal(campaign_id: int, game: int, draw: Draw | None, side: SideName) -> str:
    """The seal that a nonce of the other side would be given against: the one that binds the side already,
    else GIVEN if its nonce is there, else the latest that it announced, else ""."""
    if draw is not None and (side in draw.seals or side in draw.nonces):
        return draw.seals.get(side, GIVEN)
    row = NonceSeal.objects.filter(campaign_id=campaign_id, game=game, side=side).first()
    return row.seal if row is not None else ""


def against_their_seal(campaign_id: int, opened: OpenedGame, order: PressReady) -> PressReady:
    """The order with the other side's seal, as the site knows it. Raises `Stale` if the browser gave its
    nonce against another one, and `Unreadable`."""
    side = checked_side(order.side)
    theirs = binding_seal(campaign_id, opened.game.id, opened.game.draw, other(side))
    if order.nonce and order.against and order.against != theirs:
        raise Stale(
            "other_seal", "The other side has opened the game in another browser since. Press ready again."
        )
    return replace(order, against="" if theirs == GIVEN else theirs)
