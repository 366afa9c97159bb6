"""Duels for tests, played through the door: seats held by keys of browsers, dice from fixed seeds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils import timezone

from league.kernel.dice import commitment
from missions.battles.engine.contract import Order
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import Sitter, digest
from missions.battles.selectors.positions import Played
from missions.battles.services import acts, opening
from missions.battles.services.chance import fair_dice
from missions.battles.systems import registry
from tests.battles.battles import fresh, played
from tests.battles.duel_pack import DUEL_PACK
from tests.battles.engine.card_duel import DUEL, orders, setup_for
from tests.battles.packs import offer


@contextmanager
def registered() -> Iterator[None]:
    """Register the duel as a system for as long as the block runs."""
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, *registry.packs(), DUEL_PACK)
        yield


def sitter(seat: int) -> Sitter:
    """The browser that holds a seat."""
    return Sitter(visitor=digest(f"duel {seat}"))


def begun(first: int = 1, second: int = 1, *, holders: dict[int, int] | None = None, **more: Any) -> Battle:
    """Begin a duel; `holders` has seats that another seat's browser holds, `bots` those of computers."""
    seed, bots = more.pop("seed", "duel"), more.pop("bots", {})
    secret = digest(seed)
    row = Battle.objects.create(
        system=DUEL.id,
        version=DUEL.version,
        setup=setup_for(first, second, scenario="rocks", **more.pop("setup", {})),
        seed=secret,
        commitment=commitment(bytes.fromhex(secret)),
        changed_at=timezone.now(),
        **more,
    )
    for number in range(first + second):
        whose = sitter((holders or {}).get(number, number)).visitor
        facts = (
            {"kind": "bot", "bot": bots[number]} if number in bots else {"kind": "visitor", "visitor": whose}
        )
        BattleSeat.objects.create(battle=row, number=number, nonce=f"n{number}", ready=True, **facts)
    begin(row)
    return fresh(row)


def begin(row: Battle) -> None:
    """Begin a duel without forces: it has its own ships."""
    seats = tuple(row.seats.order_by("number"))
    dice = fair_dice(row.seed, [each.nonce for each in seats], 0)
    played = opening.begun(DUEL, row.setup, dice, opening.salt_of(row))
    row.opening, row.status = played.battle.opening_dice.hex(), "running"
    acts.stands(row, acts.answered(acts.Opened(row, seats, frozenset()), played))


def awaited(row: Battle) -> list[int]:
    now = played(row)
    return sorted(now.system.to_act(now.state))


def options(row: Battle, seat: int, kind: int = 0) -> list[Order]:
    """The legal orders of a seat; of one kind if asked for."""
    now = played(row)
    return [
        (unit, choice)
        for unit in DUEL.legal_units(now.state, seat)
        for choice in DUEL.legal_orders(now.state, seat, unit)
        if not kind or orders.kind_of(choice) == kind
    ]


def order(row: Battle, seat: int, given: Order, typed: str = "") -> Played:
    """Give an order on a page that is up to date."""
    now = played(row)
    return acts.order(row.pk, sitter(seat), given, now.at, seat=seat, seen=now.seen[seat][:12], typed=typed)


def bid(row: Battle, *, first: int = 0) -> None:
    """Lay one card each: the highest one of seat `first`, the lowest ones of the others."""
    for seat in awaited(row):
        singles = [given for given in options(row, seat) if len(orders.bid_cards(given[1])) == 1]
        order(row, seat, max(singles) if seat == first else min(singles))


def until(row: Battle, kind: int) -> tuple[int, Order]:
    """Play on, as the medium bot would, until a seat may give an order of that kind; return both."""
    for _ in range(300):
        for seat in awaited(row):
            found = options(row, seat, kind)
            if found:
                return seat, found[-1]
        seat = awaited(row)[0]
        now = played(row)
        unit = DUEL.legal_units(now.state, seat)[0]
        choices = DUEL.legal_orders(now.state, seat, unit)
        ratings = DUEL.rate(now.state, seat, unit, choices, "greedy")
        order(row, seat, (unit, choices[ratings.index(max(ratings))]))
    raise AssertionError("no such order in three hundred")
