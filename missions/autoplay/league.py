"""A whole league of bots, from founding to the last round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from league.ports import fleet_facts
from league.rules import standings
from league.rules.campaign import CreateCampaign
from league.rules.matching import matching
from league.rules.rounds import (
    CheckIn,
    ChooseOpponent,
    CloseRound,
    FinishMatching,
    NameActiveFleet,
    OpenRound,
)
from league.rules.state import Format, LeagueState
from league.store import log
from missions.autoplay import desk, rosters
from missions.autoplay import games as battle
from missions.autoplay.driver import Driver, bot_user
from missions.autoplay.missions import opponent
from missions.rules.content.mission_data import assets, missions
from missions.rules.pregame.events import AssetsLocked, MissionChosen
from rosters.rules.events import FleetEliminated, PointsChanged, RankChanged, ShipLost
from rosters.rules.fleets.names import SUITS
from rosters.rules.orders import StartCampaign

SIDES = ("rebel", "imperial", "scum")
FLEET_NAMES = (
    "First Lance",
    "Grey Banner",
    "Night Watch",
    "Red Tide",
    "Silver Ring",
    "Iron Gate",
    "Long Reach",
)
BETWEEN_ROUNDS = timedelta(days=7)

Progress = Callable[[str], None]


@dataclass(slots=True)
class Summary:
    """Summary of a league."""

    players: int
    rounds: int = 0
    games: int = 0
    mia: int = 0
    kia: int = 0
    promotions: int = 0
    eliminations: int = 0
    points_spent: int = 0
    missions: dict[str, int] = field(default_factory=dict)
    assets: dict[str, int] = field(default_factory=dict)
    acts: int = 0
    events: int = 0
    refused_orders: dict[str, int] = field(default_factory=dict)
    standings: list[str] = field(default_factory=list)


def play(
    driver: Driver,
    players: int,
    rounds: int,
    progress: Progress = lambda step: None,
    *,
    format: Format = "free_for_all",
    with_missions: bool = False,
) -> None:
    """Found a league of `players` bots and play `rounds` rounds, or fewer when one fleet (team) is left."""
    users = [bot_user(f"Bot {number}") for number in range(1, players + 1)]
    driver.found(CreateCampaign(f"Bot league {driver.seed}", format, with_missions, public=True), users)
    for place, member in enumerate(list(driver.members.values())):
        name = f"{FLEET_NAMES[place % len(FLEET_NAMES)]} {place + 1}"
        rosters.muster(driver, member, name, SIDES[place % 3], SUITS[place % 4])
        progress("muster")
    driver.do(driver.boss, StartCampaign())
    for _ in range(rounds):
        if driver.state().of(LeagueState).phase != "running" or not play_round(driver, progress):
            break


def play_round(driver: Driver, progress: Progress = lambda step: None) -> bool:
    """One game night. False when fewer than two fleets could come."""
    driver.tick(BETWEEN_ROUNDS)
    ready = [each.id for each in fleet_facts(driver.state()).values() if each.standing == "ready"]
    if len(ready) < 2:
        return False
    open_round(driver, ready)
    games = match(driver)
    for game in games:
        battle.draw(driver, game)
        battle.confirm(driver, game, battle.report(driver, game))
    for number in [each.id for each in fleet_facts(driver.state()).values() if each.standing == "desk"]:
        desk.work(driver, number)
    at = driver.state().of(LeagueState).open_round
    if at is not None and driver.state().of(LeagueState).phase == "running":
        driver.do(driver.boss, CloseRound(at.id))
    progress("round")
    return True


def open_round(driver: Driver, ready: list[int]) -> None:
    """The organiser opens a round; nearly everybody comes."""
    driver.do(driver.boss, OpenRound())
    at = driver.open_round()
    absent = {fleet for fleet in ready if len(ready) > 3 and driver.rng.random() < 0.08}
    for fleet in ready:
        if fleet not in absent or len(ready) - len(absent) < 2:
            driver.do(driver.owner(driver.fleet(fleet)), CheckIn(at.id, fleet))


def match(driver: Driver) -> list[int]:
    """Let fleets pick their opponents until none is left; a remaining fleet sits out. Returns the games."""
    number = driver.open_round().id
    if matching(driver.state(), number).may_begin:
        driver.do(driver.boss, NameActiveFleet(number))
    while (at := driver.open_round()).picking is not None:
        active = fleet_facts(driver.state())[at.picking]
        free = [each.id for each in matching(driver.state(), number).opponents_of(active)]
        picker = driver.owner(driver.fleet(at.picking))
        driver.do(picker, ChooseOpponent(number, opponent(driver, active.id, free)))
    if matching(driver.state(), number).unmatched:
        driver.do(driver.boss, FinishMatching(number))
    return [each.id for each in driver.open_round().pairings.values() if each.status == "playing"]


def summarise(driver: Driver, players: int) -> Summary:
    """Count what happened, from the log and the folded state."""
    league = driver.state().of(LeagueState)
    facts = fleet_facts(driver.state())
    events = [each.event for each in log.logged(driver.campaign_id)]
    fates = [event.fate for event in events if isinstance(event, ShipLost)]
    pairings = [pairing for each in league.rounds.values() for pairing in each.pairings.values()]
    return Summary(
        players=players,
        rounds=len(league.rounds),
        games=sum(pairing.status == "finished" for pairing in pairings),
        mia=fates.count("mia"),
        kia=fates.count("kia"),
        promotions=sum(isinstance(event, RankChanged) and event.target != "" for event in events),
        eliminations=sum(isinstance(event, FleetEliminated) for event in events),
        points_spent=sum(max(0, -event.amount) for event in events if isinstance(event, PointsChanged)),
        missions=_counted(
            (each.id for each in missions().values()),
            (missions()[event.mission].id for event in events if isinstance(event, MissionChosen)),
        ),
        assets=_counted(
            assets(),
            (each.kind for event in events if isinstance(event, AssetsLocked) for each in event.effects),
        ),
        acts=driver.campaign().acts.count(),
        events=len(events),
        refused_orders=dict(sorted(driver.refused.items())),
        standings=[facts[number].name for number in standings.final(driver.state())],
    )


def _counted(names: Iterable[str], found: Iterable[str]) -> dict[str, int]:
    """Number of times that each name was found, including zeros."""
    counts = Counter(found)
    return {name: counts[name] for name in names}
