"""Battles on hexes: an order from post to new board, the board itself, the replay, against the bare page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from bench import Figure, within
from bench._bare import ratio, seconds
from bench._worlds import compressed, get, queries
from bench.pages import CPU_BUDGET, QUERY_BUDGET
from league.kernel.dice import SEED_BYTES
from missions.autoplay.driver import bot_user
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.contract import Order
from missions.battles.engine.sight import known_to
from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import Sitter
from missions.battles.services import acts, opening
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import packs

UNITS, ORDERS, ROUNDS = 6, 60, 25
SEED = bytes(SEED_BYTES)
"""Secret of the dice, the same in every run, so that the same boards are measured."""
ORDER_BUDGET = 2.0
SIZE_BUDGET = 25
"""Kilobytes that an order may send."""
HTMX = {"HX-Request": "true"}


def measure() -> Iterator[Figure]:
    """A battle of six units a side of each system between two people, sixty orders old, everything on."""
    players = [_player(f"Battle bench {number}") for number in range(2)]
    for pack in packs():
        yield from _measured(battle(pack, players), pack, players)
    fetch = get(players[0].client, "/battles/")
    yield within("list of battles, CPU / bare page", ratio(fetch), CPU_BUDGET)
    yield within("list of battles, queries", queries(fetch), QUERY_BUDGET, "queries")


@dataclass(frozen=True, slots=True)
class Player:
    """An account with a browser."""

    sitter: Sitter
    client: Client


def _player(name: str) -> Player:
    user, client = bot_user(name), Client()
    client.force_login(get_user_model().objects.get(pk=user.pk))
    return Player(Sitter(user.pk), client)


def _measured(row: Battle, pack: Pack, players: Sequence[Player]) -> Iterator[Figure]:
    base, name = f"/battles/{row.public_id}/", pack.name
    found = [_order(row, players) for _ in range(ROUNDS)]
    taken = sorted(took for took, _ in found)
    sent = max(size for _, size in found) / 1000
    yield within(f"{name}: order, post to new board / bare page", taken[len(taken) // 2], ORDER_BUDGET)
    yield within(f"{name}: order, sent", sent, SIZE_BUDGET, "kB")
    yield within(f"{name}: order, queries", queries(_posting(row, players)), QUERY_BUDGET, "queries")
    seat, (unit, choice) = _next(row)
    pages = {
        "board": base,
        "board, unit chosen": f"{base}board/?unit={unit}",
        "board, order chosen": f"{base}board/?unit={unit}&order={choice}",
        "replay": f"{base}replay/?at={ORDERS // 2}",
    }
    for page, url in pages.items():
        fetch = get(players[seat].client, url)
        yield within(f"{name}: {page}, CPU / bare page", ratio(fetch), CPU_BUDGET)
        yield within(f"{name}: {page}, queries", queries(fetch), QUERY_BUDGET, "queries")


def battle(pack: Pack, players: Sequence[Player]) -> Battle:
    """A battle under way between two people, with orders that greedy bots would give."""
    scenario = pack.trial_battle or pack.usual_battle
    plan = opening.Plan(scenario, pack.tryout.options(scenario), pack.id)
    row = opening.open_battle(players[0].sitter, plan, opening.new_ticket())
    row = opening.take_seat(row.pk, players[1].sitter, row.invitation)
    written = pack.written(scenario, pack.trial(UNITS), {})
    forces, row.setup, row.seed = written.pop("forces"), written, SEED.hex()
    row.save(update_fields=["setup", "seed"])
    seats = tuple(row.seats.order_by("number"))
    for seat in seats:
        seat.force = forces[pack.system.seating(row.setup).side(seat.number)]
        seat.nonce, seat.ready = f"bench {seat.number}", True
        seat.save(update_fields=["force", "nonce", "ready"])
    with transaction.atomic():
        opening.begin(row, seats)
    for _ in range(ORDERS):
        number, given = _next(row)
        acts.order(row.pk, players[number].sitter, given, Battle.objects.get(pk=row.pk).at, seat=number)
    return Battle.objects.get(pk=row.pk)


def _next(row: Battle) -> tuple[int, Order]:
    """The seat that is awaited, and the order that a greedy bot would give there."""
    now = store.played_of(Battle.objects.get(pk=row.pk))
    seat = min(now.system.to_act(now.state))
    return seat, RatedBot().choose(now.system, known_to(now.system, now.state, seat), seat)


def _posting(row: Battle, players: Sequence[Player]) -> Callable[[], object]:
    """A call that posts the next order as the page does."""
    seat, (unit, choice) = _next(row)
    posted = {"at": Battle.objects.get(pk=row.pk).at, "unit": unit, "choice": choice, "seat": seat}

    def post() -> object:
        answer = players[seat].client.post(f"/battles/{row.public_id}/orders/", posted, headers=HTMX)
        if answer.status_code != 200:
            raise RuntimeError(answer.content.decode())
        return answer

    return post


def _order(row: Battle, players: Sequence[Player]) -> tuple[float, int]:
    """CPU of one order against the bare page, and how many bytes the new board has, compressed."""
    post = _posting(row, players)
    began = process_time()
    answer: Any = post()
    took = process_time() - began
    return took / seconds(), compressed(answer.content)
