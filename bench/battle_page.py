"""Battles on hexes: an order from post to new board, the board itself, the replay, against the bare page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time

from django.contrib.auth import get_user_model
from django.test import Client

from bench import Figure, within
from bench._bare import ratio, seconds
from bench._worlds import get, queries
from bench.pages import CPU_BUDGET, QUERY_BUDGET
from missions.autoplay.driver import bot_user
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import Sitter
from missions.battles.services import acts, opening

POINTS, ORDERS, ROUNDS = 60, 60, 25
HTMX = {"HX-Request": "true"}


def measure() -> Iterator[Figure]:
    """A battle of six flights a side on one screen, sixty orders old, everything on."""
    user = bot_user("Battle bench")
    row = battle(user.pk)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=user.pk))
    base = f"/battles/{row.public_id}/"
    taken = sorted(_order(client, row) / seconds() for _ in range(ROUNDS))
    yield within("battle order, post to new board / bare page", taken[len(taken) // 2], CPU_BUDGET)
    yield within("battle order, queries", queries(_posting(client, row)), QUERY_BUDGET, "queries")
    unit, choice = _choice(row)
    pages = {
        "board": base,
        "board, unit chosen": f"{base}board/?unit={unit}",
        "board, order chosen": f"{base}board/?unit={unit}&order={choice}",
        "replay": f"{base}replay/?at={ORDERS // 2}",
        "list of battles": "/battles/",
    }
    for name, url in pages.items():
        fetch = get(client, url)
        yield within(f"{name}, CPU / bare page", ratio(fetch), CPU_BUDGET)
        yield within(f"{name}, queries", queries(fetch), QUERY_BUDGET, "queries")


def battle(user: int) -> Battle:
    """Under way on one screen, with orders that greedy bots would give."""
    sitter = Sitter(user)
    plan = opening.Plan("fighter_clash", POINTS, opponent="screen", deploy="line")
    row = opening.open_battle(sitter, plan, opening.new_ticket())
    for seat in (0, 1):
        opening.change_force(row.pk, sitter, seat, "suggest", "")
        opening.ready(row.pk, sitter, seat, f"bench {seat}")
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


def _order(client: Client, row: Battle) -> float:
    """CPU seconds of one order."""
    post = _posting(client, row)
    began = process_time()
    post()
    return process_time() - began
