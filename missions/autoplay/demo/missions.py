"""The demo's second campaign: small, with missions, left where two people commit their assets."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from league.ports import fleet_facts
from league.rules.campaign import CreateCampaign
from league.rules.rounds import CheckIn, NameActiveFleet, OpenRound
from missions.autoplay import games as battle
from missions.autoplay import league, rosters
from missions.autoplay import missions as mission
from missions.autoplay.demo import league as demo
from missions.autoplay.driver import Driver
from missions.rules.game.state import pregame_of
from rosters.rules.orders import StartCampaign

SEED = "missions-31"
ROUNDS = 2
FLEETS = {
    "organiser@demo.example": ("Long Watch", "rebel", "spades"),
    "player@demo.example": ("Cold Front", "imperial", "hearts"),
    "captain3@demo.example": ("Spice Runners", "scum", "clubs"),
    "captain4@demo.example": ("Second Dawn", "rebel", "diamonds"),
}
STEPS = len(FLEETS) + ROUNDS + 1


def build(seed: str = SEED, progress: league.Progress = lambda step: None) -> Driver:
    """Found the campaign and play it up to its third round: one game is done and its winner has an asset on
    offer, the other, of organiser and player, stands where both commit assets. `progress` hears of each of
    the `STEPS`.
    """
    driver = Driver(seed, start=timezone.now() - timedelta(days=7 * ROUNDS + 1))
    captains = [each for each in demo.CAPTAINS if each.email in FLEETS]
    accounts = [demo.account(each.email, each.name) for each in captains]
    driver.found(CreateCampaign("Demo missions", missions=True, public=True), accounts)
    for member, captain in zip(list(driver.members.values()), captains, strict=True):
        rosters.muster(driver, member, *FLEETS[captain.email])
        progress("muster")
    driver.do(driver.boss, StartCampaign())
    for _ in range(ROUNDS):
        league.play_round(driver, progress)
    _game_night(driver)
    progress("game night")
    return driver


def _game_night(driver: Driver) -> None:
    """A third round: everybody is here, the first two accounts meet, and so do the others."""
    driver.now = max(driver.now, timezone.now() - timedelta(hours=2))
    driver.do(driver.boss, OpenRound())
    at = driver.open_round()
    ready = {
        each.member: each.id for each in fleet_facts(driver.state()).values() if each.standing == "ready"
    }
    for fleet in ready.values():
        driver.do(driver.owner(driver.fleet(fleet)), CheckIn(at.id, fleet))
    driver.do(driver.boss, NameActiveFleet(at.id))
    organiser, player, third, fourth = (ready[each] for each in driver.members)
    partner = {organiser: player, player: organiser, third: fourth, fourth: third}
    games = []
    while (picking := driver.open_round().picking) is not None:
        games.append(demo.pair(driver, at.id, partner[picking]))
    for game in games:
        if organiser in (driver.game(game).active, driver.game(game).opposing):
            _up_to_the_assets(driver, game)
        else:
            battle.draw(driver, game)
            battle.confirm(driver, game, battle.report(driver, game))


def _up_to_the_assets(driver: Driver, number: int) -> None:
    while (game := driver.game(number)).step == "pregame" and pregame_of(game).stage != "commit":
        mission.step(driver, game)
