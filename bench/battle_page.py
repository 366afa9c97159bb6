"""Battles on hexes: an order from post to new board, the board itself, the replay, against the bare page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from bench import Figure, within
from bench._bare import ratio, seconds
from bench._worlds import compressed, get, queries
from bench.pages import CPU_BUDGET, QUERY_BUDGET
from missions.autoplay.driver import bot_user
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import Sitter
from missions.battles.services import acts, opening
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import packs

UNITS, ORDERS, ROUNDS = 6, 60, 25
ORDER_BUDGET = 2.0
SIZE_BUDGET = 25
"""Kilobytes that an order may send."""
HTMX = {"HX-Request": "true"}


def measure() -> Iterator[Figure]:
    """A battle of six units a side of each system on one screen, sixty orders old, everything on."""
    user = bot_user("Battle bench")
    client = Client()
    client.force_login(get_user_model().objects.get(pk=user.pk))
    for pack in packs():
        yield from _measured(client, battle(pack, user.pk), pack)
    fetch = get(client, "/battles/")
    yield within("list of battles, CPU / bare page", ratio(fetch), CPU_BUDGET)
    yield within("list of battles, queries", queries(fetch), QUERY_BUDGET, "queries")


def _measured(client: Client, row: Battle, pack: Pack) -> Iterator[Figure]:
    base, name = f"/battles/{row.public_id}/", pack.name
    found = [_order(client, row) for _ in range(ROUNDS)]
    taken = sorted(took for took, _ in found)
    sent = max(size for _, size in found) / 1000
    yield within(f"{name}: order, post to new board / bare page", taken[len(taken) // 2], ORDER_BUDGET)
    yield within(f"{name}: order, sent", sent, SIZE_BUDGET, "kB")
    yield within(f"{name}: order, queries", queries(_posting(client, row)), QUERY_BUDGET, "queries")
    unit, choice = _choice(row)
    pages = {
        "board": base,
        "board, unit chosen": f"{base}board/?unit={unit}",
        "board, order chosen": f"{base}board/?unit={unit}&order={choice}",
        "replay": f"{base}replay/?at={ORDERS // 2}",
    }
    for page, url in pages.items():
        fetch = get(client, url)
        yield within(f"{name}: {page}, CPU / bare page", ratio(fetch), CPU_BUDGET)
        yield within(f"{name}: {page}, queries", queries(fetch), QUERY_BUDGET, "queries")


def battle(pack: Pack, user: int) -> Battle:
    """A battle under way on one screen, with orders that greedy bots would give."""
    sitter, scenario = Sitter(user), pack.trial_battle or pack.usual_battle
    plan = opening.Plan(scenario, pack.tryout.options(scenario), pack.id, opponent="screen")
    row = opening.open_battle(sitter, plan, opening.new_ticket())
    written = pack.written(scenario, pack.trial(UNITS), {})
    forces, row.setup = written.pop("forces"), written
    row.save(update_fields=["setup"])
    seats = tuple(row.seats.order_by("number"))
    for seat in seats:
        seat.force = forces[pack.system.seating(row.setup).side(seat.number)]
        seat.nonce, seat.ready = f"bench {seat.number}", True
        seat.save(update_fields=["force", "nonce", "ready"])
    with transaction.atomic():
        opening.begin(row, seats)
    for _ in range(ORDERS):
        given = _choice(row)
        acts.order(row.pk, sitter, given, Battle.objects.get(pk=row.pk).at)
    return Battle.objects.get(pk=row.pk)


def _choice(row: Battle) -> tuple[int, int]:
    now = store.played_of(Battle.objects.get(pk=row.pk))
    return RatedBot().choose(now.system, now.state, min(now.system.to_act(now.state)))


def _posting(client: Client, row: Battle) -> Callable[[], object]:
    """A call that posts the next order as the page does."""
    unit, choice = _choice(row)
    posted = {"at": Battle.objects.get(pk=row.pk).at, "unit": unit, "choice": choice}

    def post() -> object:
        answer = client.post(f"/battles/{row.public_id}/orders/", posted, headers=HTMX)
        if answer.status_code != 200:
            raise RuntimeError(answer.content.decode())
        return answer

    return post


def _order(client: Client, row: Battle) -> tuple[float, int]:
    """CPU of one order against the bare page, and how many bytes the new board has, compressed."""
    post = _posting(client, row)
    began = process_time()
    answer: Any = post()
    took = process_time() - began
    return took / seconds(), compressed(answer.content)
