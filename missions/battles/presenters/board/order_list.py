"""Orders as a list beside the picture: every legal order once, as a link to what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from missions.battles.board.scene import NO_CARD, Offer
from missions.battles.engine.contract import Odds
from missions.battles.presenters.board.drafts import address
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.odds import Goal, any_effect, odds_line, percent, unbroken

NOTHING, NOW = SafeString(""), SafeString(' aria-current="true"')
FEW = 40
"""A list with no more orders than this stands open as a whole."""
MANY = 12
"""Orders that play one card are put together step by step if there are more of them than this."""


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Orders of one kind. `links` is finished markup, one link for each order."""

    name: str
    note: str
    count: int
    open: bool
    links: SafeString


def groups(
    unit: int | None,
    offers: Sequence[Offer],
    chosen: Offer | None,
    odds: Mapping[int, Odds],
    note: Callable[[int, str], str],
    goal: Goal,
) -> tuple[OrderGroup, ...]:
    """All offers of a unit by group, in their order; the first group and that of the chosen order stand open.

    `note` tells what stands beside a group's name, for a unit and the name.
    """
    if unit is None:
        return ()
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.group, []).append(offer)
    few, now = len(offers) <= FEW, chosen and chosen.choice
    return tuple(
        OrderGroup(
            name=name,
            note=note(unit, name) or (listed[0].heading if listed[0].target >= 0 else ""),
            count=len(listed),
            open=_open(listed) and (few or number == 0 or (chosen is not None and chosen.group == name)),
            links=_links(unit, listed, now, odds, goal),
        )
        for number, (name, listed) in enumerate(found.items())
    )


def _open(offers: Sequence[Offer]) -> bool:
    """Whether a group may stand open at first: not one whose cards all lie in the reader's hand."""
    return any(offer.card == NO_CARD for offer in offers)


def _links(
    unit: int, offers: Sequence[Offer], chosen: int | None, odds: Mapping[int, Odds], goal: Goal
) -> SafeString:
    card = offers[0].card
    if card != NO_CARD and len(offers) > MANY and all(offer.card == card for offer in offers):
        return fill('<li><a href="{}">Choose one after the other</a>', address(unit, (card,)))
    if any(offer.target >= 0 or offer.weighed for offer in offers):
        return fill_each(
            '<li><a class="shot" href="?unit={}&amp;order={}"{}><b>{}</b>{}</a>',
            (
                (
                    unit,
                    o.choice,
                    NOW if o.choice == chosen else NOTHING,
                    o.text,
                    _chance(odds.get(o.choice), goal),
                )
                for o in offers
            ),
        )
    return fill_each(
        '{}<li><a href="?unit={}&amp;order={}"{}>{}{}</a>',
        (
            (
                heading,
                unit,
                offer.choice,
                NOW if offer.choice == chosen else NOTHING,
                offer.text,
                _harm(odds.get(offer.choice)) if offer.risky else NOTHING,
            )
            for heading, offer in zip(_headings(offers), offers, strict=True)
        ),
    )


def buttons(unit: int, offers: Sequence[Offer], *, stepwise: bool = False) -> SafeString:
    """Orders as links that look like buttons; of orders that are put together stepwise, the first step."""
    step = "pick" if stepwise else "order"
    return fill_each(
        '<a class="btn btn-secondary" href="?unit={}&amp;{}={}">{}</a>',
        ((unit, step, offer.choice, offer.text) for offer in offers),
    )


def _harm(odds: Odds | None) -> SafeString:
    """The chance of harm behind a risky order."""
    return fill(' <b class="harm">{}</b>', percent(any_effect(odds))) if odds else NOTHING


def _headings(offers: Sequence[Offer]) -> Iterator[SafeString]:
    """Headings of the offers as list items, for each offer whose heading differs from the one before."""
    before = ""
    for offer in offers:
        yield NOTHING if offer.heading == before else fill("<li class=h>{}", offer.heading)
        before = offer.heading


def _chance(odds: Odds | None, goal: Goal) -> SafeString:
    """Exact odds of an order, and how likely it is to do anything as a bar."""
    if odds is None:
        return NOTHING
    return fill(
        " <span>{}</span>"
        '<svg class="odds-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="ot" width="100" height="6"/><rect class="of" width="{}" height="6"/></svg>',
        unbroken(odds_line(odds, goal)),
        f"{float(any_effect(odds)) * 100:.0f}",
    )


def best(offers: Sequence[Offer], odds: Mapping[int, Odds]) -> dict[int, tuple[int, str]]:
    """The order with the highest expected effect for each target: (its choice, its chance to do anything)."""
    found: dict[int, tuple[int, str]] = {}
    most: dict[int, float] = {}
    for offer in offers:
        own = odds.get(offer.choice)
        if offer.target < 0 or own is None:
            continue
        value = float(own.main.expected)
        if value > most.get(offer.target, -1):
            most[offer.target] = value
            found[offer.target] = offer.choice, percent(any_effect(own))
    return found
