"""The demo league: played by bots through the door, left in the middle of a game night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from league.ports import fleet_facts
from league.rules.campaign import CreateCampaign
from league.rules.rounds import CheckIn, ChooseOpponent, NameActiveFleet, OpenRound
from league.services.campaigns import add_member
from missions.autoplay import games as battle
from missions.autoplay import league, rosters
from missions.autoplay.driver import Driver
from missions.rules.game.state import SideName
from missions.rules.orders import PressReady
from rosters.rules.orders import BuyShip, FormSquadron, FoundFleet, StartCampaign

PASSWORD = "admiralty"  # noqa: S105  of accounts that only a demo has
SEED = "demo-7"
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Captain:
    """A demo account and its fleet."""

    email: str
    name: str
    fleet: str
    side: str
    suit: str


# Each line is a fleet of the demo league. The tour in the README and `tests/missions/autoplay/test_bots.py`
# count them.
CAPTAINS = (
    Captain("organiser@demo.example", "Demo Organiser", "Dawn Patrol", "rebel", "hearts"),
    Captain("player@demo.example", "Demo Player", "Iron Lance", "imperial", "spades"),
    Captain("captain3@demo.example", "Demo Captain Three", "Wild Cards", "scum", "diamonds"),
    Captain("captain4@demo.example", "Demo Captain Four", "Beacon Wing", "rebel", "clubs"),
    Captain("captain5@demo.example", "Demo Captain Five", "Grey Wall", "imperial", "hearts"),
    Captain("captain6@demo.example", "Demo Captain Six", "Long Shot", "scum", "spades"),
    Captain("captain7@demo.example", "Demo Captain Seven", "Silent Rain", "imperial", "clubs"),
)
STEPS = len(CAPTAINS) + ROUNDS + 1
NEWCOMER = Captain("newcomer@demo.example", "Demo Newcomer", "First Light", "rebel", "diamonds")
VISITOR = ("visitor@demo.example", "Demo Visitor")
FIRST_BUYS = ("rebel-xwing-rookiepilot", "rebel-xwing-rookiepilot", "rebel-ywing-goldsquadronpilot")


@lru_cache(maxsize=1)
def _hashed() -> str:
    """One hash for all demo accounts: making one takes a while on purpose."""
    return make_password(PASSWORD)


def account(email: str, name: str) -> AbstractUser:
    """The demo account, made if it does not exist yet."""
    user, created = get_user_model().objects.get_or_create(
        username=email, defaults={"email": email, "first_name": name}
    )
    if created:
        user.password = _hashed()
        user.save()
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def build(seed: str = SEED, progress: league.Progress = lambda step: None) -> Driver:
    """Found the demo league and play it: seven fleets in a running campaign, an eighth still being
    drafted. `progress` hears of each of the `STEPS`.
    """
    driver = Driver(seed, start=timezone.now() - timedelta(days=7 * ROUNDS + 1))
    driver.found(
        CreateCampaign("Demo league", public=True), [account(each.email, each.name) for each in CAPTAINS]
    )
    for member, captain in zip(list(driver.members.values()), CAPTAINS, strict=True):
        rosters.muster(driver, member, captain.fleet, captain.side, captain.suit)
        progress("muster")
    driver.do(driver.boss, StartCampaign())
    for _ in range(ROUNDS):
        league.play_round(driver, progress)
    _late_joiner(driver)
    add_member(driver.campaign_id, account(*VISITOR), "visitor", now=driver.tick())
    _game_night(driver)
    progress("game night")
    return driver


def _late_joiner(driver: Driver) -> None:
    user = account(NEWCOMER.email, NEWCOMER.name)
    member = add_member(driver.campaign_id, user, "player", now=driver.tick())
    done = driver.do(member, FoundFleet(NEWCOMER.fleet, NEWCOMER.side, NEWCOMER.suit))
    number: int = done.events[0].fleet  # type: ignore[attr-defined]
    driver.do(member, FormSquadron(number, 2, "standard"))
    for card in FIRST_BUYS:
        driver.do(member, BuyShip(number, card, 2))


def _game_night(driver: Driver) -> None:
    """A fourth round under way: one result waits to be confirmed, one draw for a player, one fleet picks."""
    driver.now = max(driver.now, timezone.now() - timedelta(hours=3))
    driver.do(driver.boss, OpenRound())
    at = driver.open_round()
    fleets = {member: fleet for fleet, member in _ready_fleets(driver).items()}
    coming = [fleets[member] for member in sorted(fleets)]
    for fleet in coming[:6]:
        driver.do(driver.owner(driver.fleet(fleet)), CheckIn(at.id, fleet))
    driver.do(driver.boss, NameActiveFleet(at.id))
    organiser, player = list(driver.members.values())[:2]
    reported = pair(driver, at.id, fleets[player.number])
    battle.draw(driver, reported)
    battle.report(driver, reported, player)
    waiting = pair(driver, at.id, fleets[organiser.number])
    seats = battle.seats_of(driver, driver.game(waiting))
    side: SideName = "opposing" if seats.active == organiser else "active"
    driver.do(seats.of(side), PressReady(waiting, side, "first to the table"))


def _ready_fleets(driver: Driver) -> dict[int, int]:
    """Fleet number → member number of the fleets that are free to play."""
    return {each.id: each.member for each in fleet_facts(driver.state()).values() if each.standing == "ready"}


def pair(driver: Driver, number: int, wanted: int) -> int:
    """The fleet whose turn it is picks the wanted opponent, if it is free. Returns the game's number."""
    at = driver.open_round()
    if at.picking is None:
        raise RuntimeError("No fleet is picking.")
    busy = {fleet for each in at.pairings.values() for fleet in (each.active, each.opposing)}
    free = [fleet for fleet in at.present if fleet not in busy and fleet != at.picking]
    opponent = wanted if wanted in free else free[0]
    done = driver.do(driver.owner(driver.fleet(at.picking)), ChooseOpponent(number, opponent))
    game: int = done.events[0].game  # type: ignore[attr-defined]
    return game
