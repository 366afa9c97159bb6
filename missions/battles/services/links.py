"""Links: with each order that rolls, browsers give the next values of their chains, which nobody else knows
before (CR-079, docs/decisions/0033)."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone

from league.kernel.nonces import follows, is_seal
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.battles.models import BattleSeat
from missions.battles.selectors.battles import Sitter
from missions.battles.services.acts import Opened, carry_out_laid, note_chain, opened
from missions.battles.services.chance import Laid, laid_of

NOTHING_LAID = "battle.nothing_laid"


def begin_chain(battle_id: int, sitter: Sitter, number: int, end: str) -> None:
    """An own seat goes on with another chain: another browser plays it now, or the old chain is used up.

    An order that is laid already has nothing of it. The open pages hear nothing, because they show nothing of
    it. Raises NotYours, Unreadable and Refusal.
    """
    with opened(battle_id, sitter) as battle:
        seat = _own(battle, number)
        if not is_seal(end):
            raise Unreadable(
                "battle.chain", "That is no end of a chain of links. Reload the page.", field="chain"
            )
        if battle.row.status not in ("running", "paused"):
            raise Refusal("battle.status", "Nobody rolls in this battle now, so it takes no links.")
        laid = laid_of(battle.row)
        if laid is not None and number in laid.wanted:
            text = "An order waits for a link of the chain before this one. Begin another when it has rolled."
            raise Refusal("battle.chain_waits", text, rule="CR-079")
        if seat.chain != end:
            seat.chain = end
            seat.save(update_fields=["chain"])
            note_chain(battle.row, number, end)


def give_link(battle_id: int, sitter: Sitter, number: int, order: int, link: str) -> int:
    """An own seat gives the next link of its chain to the laid order with that number. As soon as no link is
    missing, the order is carried out. Returns the battle's new `seq` then, else 0. Raises NotYours and
    Refusal."""
    with opened(battle_id, sitter) as battle:
        seat = _own(battle, number)
        laid = _laid(battle)
        if laid.number != order or number not in laid.missing:
            raise Refusal("battle.no_link", "No order waits for this link.", rule="CR-079")
        if not follows(link, seat.chain):
            text = "That is not the next link of the chain of this seat. The site fills it in after a moment."
            raise Refusal("battle.wrong_link", text, rule="CR-079")
        seat.chain = link
        seat.save(update_fields=["chain"])
        after = replace(laid, given={**laid.given, number: link})
        if not after.missing:
            carry_out_laid(battle, after)
            return battle.row.seq
        battle.row.laid = after.kept()
        battle.row.save(update_fields=["laid"])
        return 0


def fill_links(battle_id: int, sitter: Sitter, order: int | None = None) -> None:
    """The site fills in the links that the laid order with that number, or any, waits for: those of others
    after a moment, the own ones at once. Nobody waits for these seats again before their browsers begin a
    chain. Raises NotYours and Refusal; its code is `NOTHING_LAID` if that order does not wait any more."""
    with opened(battle_id, sitter) as battle:
        laid = _laid(battle)
        if order not in (None, laid.number):
            raise _rolled()
        if laid.since <= timezone.now() < laid.fill_begins and not battle.mine.issuperset(laid.missing):
            text = (
                "The dice still wait for the other side’s page; they roll by themselves when it answers. "
                f"From {laid.fill_begins:%H:%M:%S} UTC they can roll without it."
            )
            raise Refusal("battle.too_early", text, rule="CR-079")
        for number in laid.missing:
            battle.seats[number].chain = ""
            battle.seats[number].save(update_fields=["chain"])
        carry_out_laid(battle, laid)


def _own(battle: Opened, number: int) -> BattleSeat:
    """An own seat. Raises NotYours."""
    if number not in battle.mine:
        raise NotYours("battle.seat", "That seat is not yours; its player’s browser gives its links.")
    return battle.seats[number]


def _laid(battle: Opened) -> Laid:
    """The order that waits for links. Raises Refusal."""
    laid = laid_of(battle.row)
    if laid is None:
        raise _rolled()
    return laid


def _rolled() -> Refusal:
    return Refusal(NOTHING_LAID, "No order waits for links; the dice have rolled.", rule="CR-079")
