"""Deciding the accounts of a game that is over: those of its two sides, and that of the organisers."""

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
    if side is not None:
        fleet = fleet_on(d.state, game, side)
        only_side(d, game, side, f"tell the game for {fleet.name}")
        text = _account(o.account, game.told.get(side, ""))
        d.emit(ev.GameTold(game=game.id, side=side, fleet=fleet.id, text=text))
    elif d.actor.organises:
        text = _account(o.account, game.told_by_organiser)
        d.emit(ev.GameToldByOrganiser(game=game.id, member=d.actor.member, text=text))
    else:
        raise NotYours(
            "not_played", "Only the two players of a game and organisers tell it in their own words."
        )


def _account(typed: str, before: str) -> str:
    """The text as it is kept. Raises `Refusal` for one that is too long or says the same as before."""
    text = shown_text(typed)
    if len(text) > ACCOUNT_LENGTH:
        raise Refusal(
            "long_account",
            f"Keep your account to {ACCOUNT_LENGTH} characters; this one has {len(text)}.",
            field="account",
        )
    if text == before:
        raise Refusal("no_change", "Your account says that already; nothing was changed.", field="account")
    return text
