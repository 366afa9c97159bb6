"""Printed sheets: against WeasyPrint alone on the same HTML, and from the store."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from django.core.cache import caches
from django.template.loader import render_to_string

from bench import Figure, within
from bench._worlds import client_of, get, with_fleet
from league.models import Member
from league.permissions import CampaignAccess
from league.press import _set_up as press_set_up
from league.press import press
from league.selectors import campaigns, port_rows
from missions.autoplay import league
from missions.autoplay.driver import Driver
from missions.presenters.print.briefing import briefing_sheet
from missions.views.print.missions import deck_html
from missions.views.print.season_book import book_html
from rosters.selectors.fleets import fleet_or_404
from rosters.views.print import roster_html
from tests.places import fleet_url

MISSION = 7
PRESS_BUDGET = 1.3
STORE_BUDGET = 0.1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to measure: its name, its address, who reads it, and the HTML that it is pressed from."""

    name: str
    url: str
    reader: Member
    html: str


def measure() -> Iterator[Figure]:
    """Wall time of the page that makes each sheet against the press alone; the second time against the
    first.
    """
    for sheet in (roster(), *of_missions()):
        fetch = get(client_of(sheet.reader), sheet.url)
        press(sheet.html, "a4", "warm")
        fetch()
        alone = partial(press, sheet.html, "a4", "bench")
        pressed = _ratio(partial(_fresh, fetch), alone)
        yield within(f"{sheet.name} / WeasyPrint on the same HTML", pressed, PRESS_BUDGET)
        kept = _ratio(fetch, partial(_fresh, fetch))
        yield within(f"{sheet.name} the second time / the first", kept, STORE_BUDGET)
    press_set_up.cache_clear()  # its fonts must go before the interpreter does


def roster() -> Sheet:
    """The roster of twenty equipped ships."""
    member, fleet = with_fleet("print", 20)
    state = fleet_or_404(member.campaign, fleet)
    html = roster_html(CampaignAccess(member.campaign, member), state, member.name, member.campaign.head_seq)
    return Sheet("roster PDF", f"{fleet_url(member.campaign_id, fleet)}roster.pdf", member, html)


def of_missions() -> Iterator[Sheet]:
    """Briefing, deck and season book of a league of eight after two rounds with missions."""
    driver = Driver("print")
    league.play(driver, 8, 2, with_missions=True)
    reader, base = driver.boss, f"/campaigns/{driver.campaign_id}/"
    campaign = driver.campaign()
    briefing = render_to_string("print/briefing.html", {"sheet": briefing_sheet(MISSION)})
    yield Sheet("briefing PDF", f"{base}print/missions/{MISSION}/briefing.pdf", reader, briefing)
    fleets = port_rows.ranked(campaign.pk)
    state = fleet_or_404(campaign, fleets[0].number)
    html = deck_html(CampaignAccess(campaign, reader), state, campaign.head_seq, "a4")
    yield Sheet("deck PDF", f"{fleet_url(base, fleets[0].number)}deck.pdf", reader, html)
    owners = dict(campaigns.member_names(campaign.pk, (row.member for row in fleets)))
    html = book_html(campaign, fleets, owners)
    yield Sheet("season book PDF", f"{base}print/season-book.pdf", reader, html)


def _fresh(fetch: Callable[[], object]) -> None:
    caches["sheets"].clear()
    fetch()


def _ratio(call: Callable[[], object], other: Callable[[], object], rounds: int = 5) -> float:
    """Wall time of one call against another's, taken in turns, so that both meet the same load: the median of
    the ratios."""
    return statistics.median(_once(call) / _once(other) for _ in range(rounds))


def _once(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
