"""Every main page: CPU against the bare page, and how many queries it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from bench import Figure, within
from bench._bare import ratio
from bench._worlds import bot_league, client_of, get, mission_game, queries
from league.rules.state import LeagueState
from missions.autoplay.missions import step
from missions.battles.systems.registry import packs
from missions.models import Game
from missions.rules.game.state import pregame_of
from missions.rules.pregame.state import PregameStage
from rosters.models import Fleet
from tests.places import fleet_url, game_url, round_url

CPU_BUDGET = 1.5
QUERY_BUDGET = 12
PREPARED = get_args(PregameStage)


def measure() -> Iterator[Figure]:
    """CPU ratio and queries of each page, in a league of eight after two rounds."""
    driver = bot_league("pages", 8, 2)
    base = f"/campaigns/{driver.campaign_id}/"
    fleet = Fleet.objects.filter(campaign_id=driver.campaign_id).order_by("-ships").first()
    game = Game.objects.filter(campaign_id=driver.campaign_id).order_by("number").first()
    if fleet is None or game is None:
        raise RuntimeError("The league has no fleet or no game.")
    night = next(iter(driver.state().of(LeagueState).rounds))
    here = fleet_url(base, fleet.number)
    addresses = {
        "inbox": "/inbox/",
        "campaigns": "/campaigns/",
        "campaign": base,
        "standings": f"{base}standings/",
        "log": f"{base}timeline/",
        "log of a fleet": f"{base}timeline/?fleet={fleet.number}",
        "log of a round": f"{base}timeline/?round=1",
        "log of a game": f"{base}timeline/?game={game.ordinal}",
        "story": f"{base}story/",
        "big screen": f"{base}screen/",
        "members": f"{base}members/",
        "round": round_url(base, night),
        "fleet": here,
        "ledger": f"{here}ledger/",
        "history": f"{here}history/",
        "what if": f"{here}what-if/",
        "memorial": f"{here}memorial/",
        "game": game_url(base, game.number),
        "print room": f"{base}print/",
        "cards": "/cards/",
        "ship card": "/cards/ships/rebel-xwing-rookiepilot/",
        "rules": "/rules/",
        "rules, a search": "/rules/?q=lost",
        "rules, a mission": "/rules/missions/blockade/",
    } | {f"rules, {pack.id}": f"/rules/{pack.rulebook().slug}/" for pack in packs()}
    client = client_of(driver.boss)
    for name, url in addresses.items():
        fetch = get(client, url)
        yield within(f"{name} page, CPU / bare page", ratio(fetch), CPU_BUDGET)
        yield within(f"{name} page, queries", queries(fetch), QUERY_BUDGET, "queries")
    yield from preparing()


def preparing() -> Iterator[Figure]:
    """The page on which a mission is prepared, as its active player reads it while choosing the mission,
    and the same page in play."""
    driver, number = mission_game("mission pages")
    url = game_url(driver.campaign_id, number)
    client = client_of(driver.owner(driver.fleet(driver.game(number).active)))
    for name, stages in (("mission", ("ready", "rest", "squadron")), ("play", PREPARED)):
        while driver.game(number).step == "pregame" and pregame_of(driver.game(number)).stage in stages:
            step(driver, driver.game(number))
        fetch = get(client, url)
        yield within(f"game at {name}, CPU / bare page", ratio(fetch), CPU_BUDGET)
        yield within(f"game at {name}, queries", queries(fetch), QUERY_BUDGET, "queries")
