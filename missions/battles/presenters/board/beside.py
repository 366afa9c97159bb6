"""The place beside the map: the reader's hand, the other hands, pools and piles, as finished markup."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import NO_SIDE, Card, Hand, Pile, Pool, Scene
from missions.battles.presenters.board.fill import fill, fill_each, joined
from missions.battles.presenters.board.markup import goal_list
from missions.battles.presenters.board.picked import NextPick

NOTHING = SafeString("")
NO_CARD = SafeString('<li class="muted">No card.</li>')


def own_hand(scene: Scene, playable: Mapping[int, NextPick], seat: int | None) -> SafeString:
    """The cards of the reader's own hand; "" without any. `playable` are those that an order may play now."""
    return fill_each(
        '<section class="fan"><h2 class="small-caps">{}</h2><ul class="hand n{}">{}</ul></section>',
        (
            (hand.words, len(hand.cards), _cards(hand, playable))
            for hand in scene.hands
            if seat is not None and hand.seat == seat
        ),
    )


def beside(scene: Scene, seat: int | None) -> SafeString:
    """Everything else that is neither a unit nor on the map; "" if a game has nothing of the kind."""
    hands = fill_each(
        '<h3 class="h4">{}</h3><ul class="hand">{}</ul>',
        ((hand.words, _cards(hand, {})) for hand in scene.hands if seat is None or hand.seat != seat),
    )
    goals = fill('<dl class="facts goals">{}</dl>', goal_list(scene)) if scene.goals else NOTHING
    counts = [*(_pool(pool) for pool in scene.pools), *(_pile(pile) for pile in scene.piles)]
    listed = fill('<ul class="pools">{}</ul>', joined(counts)) if counts else NOTHING
    return joined([hands, goals, listed])


def _cards(hand: Hand, playable: Mapping[int, NextPick]) -> SafeString:
    """Cards of a hand as list items, those that lie face down as one."""
    parts = [_card(card, playable.get(card.value)) for card in hand.cards]
    if hand.hidden:
        parts.append(fill('<li class="hc back"><span><b>{}</b> face down</span></li>', hand.hidden))
    return joined(parts or [NO_CARD])


def _card(card: Card, step: NextPick | None) -> SafeString:
    number = fill(' <span class="muted">× {}</span>', card.number) if card.number > 1 else NOTHING
    cost = fill(' <span class="cost">{}</span>', card.cost) if card.cost else NOTHING
    text = fill("<span>{}</span>", card.text) if card.text else NOTHING
    inside = fill("<b>{}</b>{}{} {}", card.title, number, cost, text)
    if step is not None:
        linked = fill('<a href="{}">{}</a>', step.address, inside)
        return fill('<li class="hc">{}{}</li>', linked, _note(card.rule))
    return fill('<li class="hc" tabindex="0">{}{}</li>', inside, _note(card.rule))


def _note(rule_id: str) -> SafeString:
    return fill(" {}", rule(rule_id)) if rule_id else NOTHING


def _pool(pool: Pool) -> SafeString:
    owner = NOTHING if pool.side == NO_SIDE else fill(' class="s{}"', pool.side)
    sign = '<svg class="lg mk" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#hx-{}"/></svg> '
    return fill(
        "<li{}>{}{}: <b>{}{}</b>{}</li>",
        owner,
        fill(sign, pool.symbol) if pool.symbol else NOTHING,
        pool.words,
        pool.count,
        f" of {pool.most}" if pool.most else "",
        _note(pool.rule),
    )


def _pile(pile: Pile) -> SafeString:
    top = f", {pile.top} on top" if pile.top else ""
    below = fill('<details class="more"><summary>Below it</summary>{}</details>', pile.below)
    return fill("<li>{}: <b>{}</b>{}{}</li>", pile.words, pile.count, top, below if pile.below else NOTHING)
