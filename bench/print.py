"""The roster sheet: against WeasyPrint alone on the same HTML, and from the store."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from django.core.cache import caches

from bench import Figure, within
from bench._worlds import client_of, get, with_fleet
from league.permissions import Visit
from league.press import _set_up as press_set_up
from league.press import press
from rosters.selectors.fleets import fleet_or_404
from rosters.views.print import roster_html


def measure() -> Iterator[Figure]:
    """Wall time of the page that makes the sheet against the press alone; the second time against the
    first.
    """
    member, fleet = with_fleet("print", 20)
    fetch = get(client_of(member), f"/campaigns/{member.campaign_id}/fleets/{fleet}/roster.pdf")
    state = fleet_or_404(member.campaign, fleet)
    html = roster_html(Visit(member.campaign, member), state, member.name, member.campaign.head_seq)
    press(html, "a4", "warm")
    fetch()
    alone = _wall(lambda: press(html, "a4", "bench"))

    def fresh() -> None:
        caches["sheets"].clear()
        fetch()

    press_set_up.cache_clear()  # its fonts must go before the interpreter does
    first = _wall(fresh)
    again = _wall(fetch)
    yield within("roster PDF / WeasyPrint on the same HTML", first / alone, 1.3)
    yield within("roster PDF the second time / the first", again / first, 0.1)


def _wall(call: Callable[[], object], rounds: int = 5) -> float:
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)
