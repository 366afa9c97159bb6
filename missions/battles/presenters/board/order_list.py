"""Orders as a list beside the picture: every legal order once, as a link to what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

from missions.battles.board.scene import Offer
from missions.battles.engine.contract import Odds
from missions.battles.presenters.board.odds import Goal, any_effect, odds_line, percent

FEW = 40
"""A list with no more orders than this stands open as a whole."""


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
            open=few or number == 0 or (chosen is not None and chosen.group == name),
            links=_links(unit, listed, now, odds, goal),
        )
        for number, (name, listed) in enumerate(found.items())
    )


def _links(
    unit: int, offers: Sequence[Offer], chosen: int | None, odds: Mapping[int, Odds], goal: Goal
) -> SafeString:
    if any(offer.target >= 0 or offer.weighed for offer in offers):
        return SafeString(
            "".join(_weighed(unit, offer, chosen, odds.get(offer.choice), goal) for offer in offers)
        )
    texts = escape("\n".join([offer.text for offer in offers])).split("\n")
    start, heading, parts = f'<li><a href="?unit={unit}&amp;order=', "", []
    for offer, text in zip(offers, texts, strict=True):
        if offer.heading != heading:
            heading = offer.heading
            parts.append(f"<li class=h>{escape(heading)}")
        parts.append(f'{start}{offer.choice}">{text}</a>')
    markup = "".join(parts)
    return SafeString(markup.replace(f'order={chosen}">', f'order={chosen}" aria-current="true">'))


def _weighed(unit: int, offer: Offer, chosen: int | None, odds: Odds | None, goal: Goal) -> str:
    """An order with its exact odds, and how likely it is to do anything as a bar."""
    now = ' aria-current="true"' if offer.choice == chosen else ""
    start = (
        f'<li><a class="shot" href="?unit={unit}&amp;order={offer.choice}"{now}><b>{escape(offer.text)}</b>'
    )
    if odds is None:
        return f"{start}</a>"
    wide = f"{float(any_effect(odds)) * 100:.0f}"
    return (
        f"{start} <span>{escape(odds_line(odds, goal))}</span>"
        f'<svg class="odds-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="ot" width="100" height="6"/><rect class="of" width="{wide}" height="6"/>'
        f"</svg></a>"
    )


def best(offers: Sequence[Offer], odds: Mapping[int, Odds]) -> dict[int, tuple[int, str]]:
    """For each target the order with the highest expected effect: (its choice, its chance to do anything)."""
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
