"""Deciding a side's own account of a game that is over."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.refusal import NotYours, Refusal
from league.rules.campaign import shown_text
from missions.rules.game import events as ev
from missions.rules.game.access import fleet_on, game_at, only_side, side_of_member
from missions.rules.game.orders.classes import TellGame

ACCOUNT_LENGTH = 1500


@decides(TellGame)
def _tell(d: Decision, o: TellGame) -> None:
    game = game_at(d, o.game, "done")
    side = side_of_member(d.state, game, d.actor.member)
    if side is None:
        raise NotYours("not_played", "Only the two players of a game tell it in their own words.")
    fleet = fleet_on(d.state, game, side)
    only_side(d, game, side, f"tell the game for {fleet.name}")
    text = shown_text(o.account)
    if len(text) > ACCOUNT_LENGTH:
        raise Refusal(
            "long_account",
            f"Keep your account to {ACCOUNT_LENGTH} characters; this one has {len(text)}.",
            field="account",
        )
    if text == game.told.get(side, ""):
        raise Refusal("no_change", "Your account says that already; nothing was changed.", field="account")
    d.emit(ev.GameTold(game=game.id, side=side, fleet=fleet.id, text=text))
