"""Campaigns to measure on. Everything goes through the door or is stored by its own functions."""

from __future__ import annotations

import gzip
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from league.kernel.decision import Actor, Decision
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.models import Act, Campaign, EventRow, Member
from league.ports import fleet_facts
from league.rules.campaign import CreateCampaign
from league.rules.events import CampaignStarted
from league.services.acts import record
from league.services.campaigns import create_campaign
from league.store import log
from league.store.parts import encode
from missions.autoplay.driver import Driver, bot_user
from missions.autoplay.league import match, open_round, play
from rosters.rules.events import FleetFounded, FleetLocked, FleetRenamed, UpgradeBought
from rosters.rules.fitting.cards import fit_findings
from rosters.rules.orders import BuyShip, FormSquadron, FoundFleet
from rosters.rules.state import RostersState

AT = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
OTHERS = 1_000_000  # member numbers of people who are not there


def compressed(body: bytes) -> int:
    """Bytes of a page as the proxy of a club sends it."""
    return len(gzip.compress(body, 5))


def cpu(call: Callable[[], object], rounds: int = 15) -> float:
    """Median CPU seconds of a call, after two calls to warm up."""
    for _ in range(2):
        call()
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        call()
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def get(client: Client, url: str) -> Callable[[], bytes]:
    """A call that fetches a page. Raises RuntimeError for anything but 200."""

    def fetch() -> bytes:
        answer = client.get(url, HTTP_HOST="localhost")
        if answer.status_code != 200:
            raise RuntimeError(f"{url} answers {answer.status_code}")
        return answer.content

    return fetch


def queries(call: Callable[[], object]) -> int:
    """Database queries of a call."""
    count = 0

    def counted(execute: Callable[..., object], *args: object) -> object:
        nonlocal count
        count += 1
        return execute(*args)

    with connection.execute_wrapper(counted):
        call()
    return count


def client_of(member: Member) -> Client:
    """A browser in which the member is signed in."""
    if member.user is None:
        raise ValueError(f"{member} has no account.")
    client = Client()
    client.force_login(member.user)
    return client


def bot_league(seed: str, players: int, rounds: int) -> Driver:
    """A league that bots played."""
    driver = Driver(seed)
    play(driver, players, rounds)
    return driver


def mission_game(seed: str) -> tuple[Driver, int]:
    """A league with missions after one round, and a game of the second that has just been paired."""
    driver = Driver(seed)
    play(driver, 4, 1, with_missions=True)
    open_round(driver, [each.id for each in fleet_facts(driver.state()).values() if each.standing == "ready"])
    return driver, match(driver)[0]


def founded(seed: str) -> tuple[Campaign, Member]:
    """A campaign with its organiser and nothing else."""
    member = create_campaign(bot_user(f"Bench {seed}"), CreateCampaign(f"Bench {seed}", public=True), now=AT)
    return member.campaign, member


def with_fleet(seed: str, ships: int) -> tuple[Member, int]:
    """A draft with so many X-wings, each with three upgrades: the points are not counted here."""
    campaign, member = founded(f"{seed}-{ships}")
    driver = Driver(seed, campaign_id=campaign.pk)
    fleet = driver.do(member, FoundFleet("Bench", "rebel", "hearts")).events[0].fleet  # type: ignore[attr-defined]
    for card in range(2, 11):
        driver.do(member, FormSquadron(fleet, card, "standard"))
    enrich(campaign, member, fleet, 100_000)
    for number in range(ships):
        done = driver.do(member, BuyShip(fleet, "rebel-xwing-rookiepilot", 2 + number % 9))
        ship = next(event.ship for event in done.events if hasattr(event, "ship"))
        _equip(campaign, member, fleet, ship)
    return member, fleet


def _equip(campaign: Campaign, member: Member, fleet: int, ship: int) -> None:
    state = log.load(campaign.pk)
    cards = [
        card
        for card in ("r2astromech", "protontorpedoes", "integratedastromech")
        if not fit_findings(state.of(RostersState).fleets[fleet], ship, card)
    ]
    campaign.refresh_from_db()
    made = [
        UpgradeBought(fleet, campaign.next_id + place, card, card, 1, ship)
        for place, card in enumerate(cards)
    ]
    write(campaign, member, list(made), len(made))


def enrich(campaign: Campaign, member: Member, fleet: int, points: int) -> None:
    """More points than a fleet starts with, so that big rosters can be measured."""
    from rosters.rules.events import PointsChanged

    campaign.refresh_from_db()
    write(campaign, member, [PointsChanged(fleet, points, "CR-003", "Bench")])


def write(campaign: Campaign, member: Member, events: list[Event], ids: int = 0) -> None:
    """Record events as one act, as the door does after deciding."""
    with transaction.atomic():
        actor = Actor(member.number, "organiser")
        decision = Decision(
            log.load(campaign.pk), actor, AT.isoformat(), SeededEntropy("bench"), campaign.next_id
        )
        for event in events:
            decision.emit(event)
        decision.next_id += ids
        record(campaign, decision, "bench", AT)


def many_fleets(seed: str, count: int) -> tuple[Campaign, Member]:
    """A running campaign with so many empty fleets."""
    campaign, member = founded(f"{seed}-{count}")
    for place in range(count):
        campaign.refresh_from_db()
        number = campaign.next_id
        event = FleetFounded(number, OTHERS + place, f"Fleet {place:04}", "rebel", "hearts")
        write(campaign, member, [event, FleetLocked(number)], 1)
    campaign.refresh_from_db()
    write(campaign, member, [CampaignStarted(())])
    return campaign, member


def lengthen_log(campaign: Campaign, fleet: int, events: int) -> None:
    """Lengthen the log to so many events with acts that rename one fleet, stored in bulk; the last name is
    the first.
    """
    campaign.refresh_from_db()
    missing = events - campaign.head_seq
    if missing <= 0:
        return
    name = log.load(campaign.pk).of(RostersState).fleets[fleet].name
    now = timezone.now()
    first = campaign.head_seq + 1
    payload = encode(FleetRenamed(fleet, name, "hearts"))
    Act.objects.bulk_create(
        (
            Act(campaign=campaign, number=seq, last_seq=seq, name="rename_fleet", actor=0, at=now, touched=[])
            for seq in range(first, first + missing)
        ),
        batch_size=2000,
    )
    EventRow.objects.bulk_create(
        (
            EventRow(
                campaign=campaign,
                seq=seq,
                act=seq,
                kind=FleetRenamed.kind,
                payload=payload,
                at=now,
                fleet=fleet,
            )
            for seq in range(first, first + missing)
        ),
        batch_size=2000,
    )
    Campaign.objects.filter(pk=campaign.pk).update(head_seq=first + missing - 1)
