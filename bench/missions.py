"""Pages with missions on: a game on its way to the table, in play and reported, the desk with an offer, a
campaign of teams, and the downloads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench import Figure, within
from bench._bare import ratio
from bench._worlds import client_of, cpu, get, lengthen_log, queries
from bench.pages import CPU_BUDGET, QUERY_BUDGET
from league.addresses import address
from league.models import Campaign, Member
from league.ports import fleet_facts
from league.services.acts import act
from missions.autoplay import games as battle
from missions.autoplay import league, missions
from missions.autoplay.driver import Driver
from missions.rules.game.state import GameState
from missions.rules.orders import ConfirmResult
from missions.rules.pregame.state import PregameStage
from rosters.rules.orders import RenameFleet
from tests.places import fleet_url, game_url

EVENTS = 10_000


@dataclass(frozen=True, slots=True)
class Row:
    """A page to measure: its name, the address, who reads it."""

    name: str
    url: str
    reader: Member


def measure() -> Iterator[Figure]:
    """CPU ratio and queries of each page, in a league of eight after two rounds with missions; then an act in
    a long log."""
    driver = driven("missions", "free_for_all")
    yield from _at_the_table(driver)
    driver = driven("missions in teams", "team")
    base = f"/campaigns/{driver.campaign_id}/"
    for name, tail in (("campaign page of teams", ""), ("standings of teams", "standings/")):
        yield from _figures(Row(name, base + tail, driver.boss))
    yield from _long_log(driver)


def driven(seed: str, format: str) -> Driver:
    """A league of eight bots after two rounds with missions."""
    driver = Driver(seed)
    league.play(driver, 8, 2, format=format, with_missions=True)  # type: ignore[arg-type]
    return driver


def _figures(row: Row) -> Iterator[Figure]:
    fetch = get(client_of(row.reader), row.url)
    yield within(f"{row.name}, CPU / bare page", ratio(fetch), CPU_BUDGET)
    yield within(f"{row.name}, queries", queries(fetch), QUERY_BUDGET, "queries")


def _at_the_table(driver: Driver) -> Iterator[Figure]:
    """One game followed from its pairing to the desk of its winner."""
    number = _paired(driver)
    base = f"/campaigns/{driver.campaign_id}/"
    page = game_url(base, number)
    stages: tuple[PregameStage, ...] = ("rest", "mission", "commit")
    for stage in stages:
        if _until(driver, number, stage):
            yield from _figures(Row(f"way to a mission ({stage})", page, _active(driver, number)))
    missions.prepare(driver, number)
    yield from _figures(Row("mission in play", page, _active(driver, number)))
    yield from _figures(Row("report of a mission", f"{page}report/", _active(driver, number)))
    other = battle.report(driver, number)
    battle.choose(driver, number)
    yield from _figures(Row("result of a mission", page, other))
    driver.do(driver.boss, ConfirmResult(number))
    yield from _figures(_desk(driver, base, number))
    for name, tail in (("campaign page", ""), ("downloads", "downloads/"), ("print room", "print/")):
        yield from _figures(Row(f"{name} with missions", base + tail, driver.boss))
    yield from _figures(
        Row("draws of a mission", address("verify-game", game_url(base, number)), driver.boss)
    )


def _paired(driver: Driver) -> int:
    """A new round is matched; one of its games."""
    driver.tick(league.BETWEEN_ROUNDS)
    ready = [each.id for each in fleet_facts(driver.state()).values() if each.standing == "ready"]
    league.open_round(driver, ready)
    return league.match(driver)[0]


def _active(driver: Driver, number: int) -> Member:
    return driver.owner(driver.fleet(driver.game(number).active))


def _until(driver: Driver, number: int, stage: PregameStage) -> bool:
    """Prepare the game up to a stage; False when it went past it, as nobody holds an asset."""
    while (pregame := driver.game(number).pregame) is not None and pregame.stage != stage:
        if driver.game(number).step != "pregame":
            return False
        missions.step(driver, driver.game(number))
    return True


def _desk(driver: Driver, base: str, number: int) -> Row:
    """The desk of the winner, with what the mission offers if it offers anything."""
    game: GameState = driver.game(number)
    fleet = driver.fleet(game.active if game.winner == "active" else game.opposing)
    name = "desk with an asset on offer" if fleet.offer is not None else "desk after a mission"
    return Row(name, f"{fleet_url(base, fleet.id)}desk/", driver.owner(fleet))


def _long_log(driver: Driver) -> Iterator[Figure]:
    """An act in a campaign with missions at 10,000 events / before."""
    campaign = Campaign.objects.get(pk=driver.campaign_id)
    fleet = min(fleet_facts(driver.state()))
    suit = driver.fleet(fleet).suit
    turn = iter(range(EVENTS))

    def rename() -> None:
        act(campaign.pk, driver.boss, RenameFleet(fleet, f"Name {next(turn)}", suit))

    before = cpu(rename, rounds=25)
    lengthen_log(campaign, fleet, EVENTS)
    yield within(
        f"an act with missions at {EVENTS:,} events / at 1,500", cpu(rename, rounds=25) / before, 1.5
    )
