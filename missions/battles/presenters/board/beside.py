"""The place beside the map: hands of cards, pools and piles, as finished markup."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import NO_SIDE, Card, Hand, Pile, Pool, Scene
from missions.battles.presenters.board.picked import Step


def beside(scene: Scene, playable: Mapping[int, Step], seat: int | None) -> SafeString:
    """Everything that is neither a unit nor on the map; "" if a game has nothing of the kind.

    `playable` are the cards of the reader's own hand that a draft may go on with.
    """
    own = [_hand(hand, playable if hand.seat == seat else {}) for hand in scene.hands]
    counts = "".join([*(_pool(pool) for pool in scene.pools), *(_pile(pile) for pile in scene.piles)])
    return SafeString("".join(own) + (f'<ul class="pools">{counts}</ul>' if counts else ""))


def _hand(hand: Hand, playable: Mapping[int, Step]) -> str:
    cards = "".join(_card(card, playable.get(card.value)) for card in hand.cards)
    if hand.hidden:
        back = f"{hand.hidden} face down"
        cards += f'<li class="hc back"><b aria-hidden="true">{hand.hidden}</b> <span>{back}</span></li>'
    if not cards:
        cards = '<li class="muted">No card.</li>'
    return f'<h3 class="h4">{escape(hand.words)}</h3><ul class="hand">{cards}</ul>'


def _card(card: Card, step: Step | None) -> str:
    title = f"<b>{escape(card.title)}</b>"
    number = f' <span class="muted">× {card.number}</span>' if card.number > 1 else ""
    cost = f' <span class="cost">{escape(card.cost)}</span>' if card.cost else ""
    text = f"<span>{escape(card.text)}</span>" if card.text else ""
    note = f" {rule(card.rule)}" if card.rule else ""
    inside = f"{title}{number}{cost} {text}"
    if step is None:
        return f'<li class="hc">{inside}{note}</li>'
    return f'<li class="hc"><a href="{step.address}">{inside}</a>{note}</li>'


def _pool(pool: Pool) -> str:
    of = f" of {pool.most}" if pool.most else ""
    sign = ""
    if pool.symbol:
        box = 'class="lg mk" viewBox="-12 -12 24 24" aria-hidden="true"'
        sign = f'<svg {box}><use href="#hx-{pool.symbol}"/></svg> '
    owner = "" if pool.side == NO_SIDE else f' class="s{pool.side}"'
    note = f" {rule(pool.rule)}" if pool.rule else ""
    return f"<li{owner}>{sign}{escape(pool.words)}: <b>{pool.count}{of}</b>{note}</li>"


def _pile(pile: Pile) -> str:
    top = f", {escape(pile.top)} on top" if pile.top else ""
    return f"<li>{escape(pile.words)}: <b>{pile.count}</b>{top}</li>"
