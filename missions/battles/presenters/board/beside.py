"""The place beside the map: the reader's hand, the other hands, pools and piles, as finished markup."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.safestring import SafeString

from league.templatetags.admiralty import rule
from missions.battles.board.scene import NO_SIDE, Card, Hand, Pile, Pool, Scene
from missions.battles.presenters.board.fill import fill, fill_each, joined
from missions.battles.presenters.board.markup import goal_list
from missions.battles.presenters.board.picked import NextPick

NOTHING = SafeString("")
NOWHERE = NextPick("?", "")
PICTURE = (
    '<svg class="lg u s{}" viewBox="{} {} {} {}" aria-hidden="true">'
    '<use href="#hx-{}-{}" class="body"/></svg>'
)
NO_CARD = SafeString('<li class="muted">No card.</li>')


NO_STEPS: Mapping[int, NextPick] = MappingProxyType({})
FAN = '<section class="fan"><h2 class="small-caps">{}</h2><ul class="hand n{}">{}</ul></section>'
DRAWER = (
    '<details class="fan drawer"{}><summary class="small-caps">{}</summary>'
    '<ul class="hand n{}">{}</ul></details>'
)


def own_hand(
    scene: Scene,
    playable: Mapping[int, NextPick],
    seat: int | None,
    picked: Mapping[int, NextPick] = NO_STEPS,
) -> SafeString:
    """The cards of the reader's own hands, those with cards for the present order first; "" without any.
    `playable` are cards that an order may play now, `picked` those that a draft has taken, with the address
    that puts each back.
    """
    own = [hand for hand in scene.hands if seat is not None and hand.seat == seat]
    used = {*playable, *picked}
    own.sort(key=lambda hand: used.isdisjoint(card.value for card in hand.cards))
    return joined(_own(hand, playable, picked) for hand in own)


def _own(hand: Hand, playable: Mapping[int, NextPick], picked: Mapping[int, NextPick]) -> SafeString:
    cards = _cards(hand, playable, picked)
    if not hand.drawer:
        return fill(FAN, hand.words, len(hand.cards), cards)
    now = SafeString(" open") if any(card.value in picked for card in hand.cards) else NOTHING
    return fill(DRAWER, now, hand.words, len(hand.cards), cards)


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


def _cards(
    hand: Hand, playable: Mapping[int, NextPick], picked: Mapping[int, NextPick] = NO_STEPS
) -> SafeString:
    """Cards of a hand as list items, those that lie face down as one."""
    parts = [_card(card, playable.get(card.value), picked.get(card.value)) for card in hand.cards]
    if hand.hidden:
        parts.append(fill('<li class="hc back"><span><b>{}</b> face down</span></li>', hand.hidden))
    return joined(parts or [NO_CARD])


def _card(card: Card, step: NextPick | None, back: NextPick | None) -> SafeString:
    number = fill(' <span class="muted">× {}</span>', card.number) if card.number > 1 else NOTHING
    cost = fill(' <span class="cost">{}</span>', card.cost) if card.cost else NOTHING
    text = fill("<span>{}</span>", card.text) if card.text else NOTHING
    lines = fill_each("<small>{}</small>", ((line,) for line in card.lines))
    box = (-2 * card.half, -card.half, 4 * card.half, 2 * card.half)
    picture = fill(PICTURE, card.side, *box, card.side, card.kind) if card.kind else NOTHING
    inside = fill("{}<b>{}</b>{}{} {}{}", picture, card.title, number, cost, text, lines)
    if step or back:
        look = SafeString(' aria-current="true"') if back else NOTHING
        linked = fill('<a href="{}"{}>{}</a>', (back or step or NOWHERE).address, look, inside)
        return fill('<li class="hc{}">{}{}</li>', " in" if back else "", linked, _note(card.rule))
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
