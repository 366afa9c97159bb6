"""Orders that pick at random wait for links of both browsers, and are then carried out as they were given
(CR-079, docs/decisions/0033)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec
from django.db import transaction
from django.utils import timezone

from league.kernel.decision import ORDERS, Order
from league.kernel.nonces import FILL_BYTES, seal_of
from league.kernel.refusal import NotYours, Refusal
from league.models import Member
from league.services.acts import Done, Seen, act, locked
from missions.models import LaidOrder
from missions.rules.game.access import side_of_member
from missions.rules.game.events import OrderLaid
from missions.rules.game.state import Draw, Laid
from missions.rules.orders import LayOrder, SpendLinks
from missions.rules.pregame.links import LinksWanted, missing_links, refuse_early_fill, refuse_link
from missions.selectors import games as select
from missions.selectors.games import OpenedGame
from missions.selectors.laid import laid_row


def carry_out(campaign_id: int, member: Member | None, order: Order, *, seen: Seen | None = None) -> Done:
    """Carry out an order of a game (`league.services.acts.act`). If it picks at random and sides have chains,
    it is laid: it waits for their links and nobody changes it any more. Raises what `act` raises."""
    with transaction.atomic():
        locked(campaign_id)
        try:
            return act(campaign_id, member, order, seen=seen)
        except LinksWanted as wanted:
            return _lay(campaign_id, member, order, wanted.game)


def laid(done: Done) -> bool:
    """Whether an act laid an order, so that what it says comes later."""
    return any(isinstance(event, OrderLaid) for event in done.events)


def _lay(campaign_id: int, member: Member | None, order: Order, game: int) -> Done:
    assert member is not None
    salt, text = secrets.token_hex(FILL_BYTES), msgspec.json.encode(order).decode()
    rows = LaidOrder.objects.filter(campaign_id=campaign_id, game=game)
    rows.filter(done=False).update(done=True)
    draw = select.game_or_404(locked(campaign_id), game).draw
    assert draw is not None
    number = draw.orders_laid + 1
    done = act(campaign_id, member, LayOrder(game, mark_of(number, order.name, text, salt)))
    rows.create(
        campaign_id=campaign_id,
        game=game,
        number=number,
        member=member.number,
        name=order.name,
        order=text,
        salt=salt,
    )
    return done


def mark_of(number: int, name: str, order: str, salt: str) -> str:
    """The seal of a laid order; `steps.js` makes it again."""
    return seal_of(f"{number} {name} {order} {salt}")


def give_link(campaign_id: int, opened: OpenedGame, member: int, side: str, number: int, link: str) -> int:
    """A side gives the next link of its chain to the laid order of that number. As soon as no link is
    missing, the order is carried out. Returns the campaign's new last seq then, else 0. Raises NotYours and
    Refusal."""
    with transaction.atomic():
        waits = _waiting(campaign_id, opened.game.id)
        if waits is None:
            raise Refusal("nothing_laid", "No order waits for links; the cards are drawn.", rule="CR-079")
        draw, laid, row = waits
        if side_of_member(opened.state, opened.game, member) != side:
            raise NotYours("not_your_game", "Only the browser of a player of this side gives its links.")
        refuse_link(draw, laid, row.given, side, number, link)
        row.given = {**row.given, side: link}
        row.save(update_fields=["given"])
        return 0 if missing_links(laid, row.given) else _carry_out(campaign_id, row)


def fill_links(campaign_id: int, opened: OpenedGame, member: int, *, organises: bool) -> None:
    """Carry the laid order out with links of the site in place of those that are missing: the own one at
    once, others after a moment. Nothing happens if no order waits. Raises NotYours and Refusal."""
    own = side_of_member(opened.state, opened.game, member)
    if own is None and not organises:
        raise NotYours(
            "not_your_game", "Only the players of this game and organisers can go on without links."
        )
    with transaction.atomic():
        waits = _waiting(campaign_id, opened.game.id)
        if waits is None:
            return
        _, laid, row = waits
        refuse_early_fill(laid, row.given, own, timezone.now())
        _carry_out(campaign_id, row)


def _waiting(campaign_id: int, game: int) -> tuple[Draw, Laid, LaidOrder] | None:
    """The draw, the laid order's facts in the log, and its row, against every other writer; None if no order
    waits. An order whose row is lost falls away."""
    found = select.game_or_404(locked(campaign_id), game)
    draw = found.draw
    if draw is None or draw.laid is None or found.step in ("done", "void"):
        return None
    row = laid_row(campaign_id, game)
    if row is None:
        act(campaign_id, None, SpendLinks(game), links={})
        return None
    return draw, draw.laid, row


def _carry_out(campaign_id: int, row: LaidOrder) -> int:
    """Carry the laid order out with the links that were given. If it is refused by now, its links are spent
    without it, because they are known."""
    row.done = True
    row.save(update_fields=["done"])
    member = Member.objects.get(campaign_id=campaign_id, number=row.member)
    order = msgspec.json.decode(row.order, type=ORDERS[row.name])
    links: Mapping[str, str] = row.given
    try:
        return act(campaign_id, member, order, links=links).head_seq
    except Refusal:
        return act(campaign_id, None, SpendLinks(row.game), links=links).head_seq
