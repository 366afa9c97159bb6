"""The fighter game as a pack: all that others know of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from missions.battles.systems.fighters import campaign, options
from missions.battles.systems.fighters.board.reader import READER
from missions.battles.systems.fighters.board.symbols import STYLE
from missions.battles.systems.fighters.engine.loadouts import DATA
from missions.battles.systems.fighters.engine.system import FIGHTERS as SYSTEM
from missions.battles.systems.fighters.forces import catalogue
from missions.battles.systems.fighters.forces.builder import BUILDER, ready_points
from missions.battles.systems.fighters.rulebook import fighters
from missions.battles.systems.fighters.scenarios import scenarios
from missions.battles.systems.help import read_help
from missions.battles.systems.introduction import Introduction, Piece
from missions.battles.systems.pack import Campaign, HelpSection, Pack, Statistics, Tryout, called


def _names() -> Mapping[str, str]:
    return {craft.id: craft.name for craft in catalogue.listing().crafts}


@lru_cache(maxsize=1)
def _help() -> tuple[HelpSection, ...]:
    return read_help(DATA / "help.toml")


FIGHTERS = Pack(
    system=SYSTEM,
    tagline="Flights of starfighters and their ships",
    introduction=Introduction(
        difficulty="Easy: move a unit, then fire it",
        likes="you like starfighters: arcs of fire, pilots and upgrades, and no secrets.",
        dislikes="you want to lead whole fleets.",
        picture=(
            Piece("fighter", 1, 0, 0),
            Piece("fighter", 0, 1, 0),
            Piece("fighter", 1, 2, 0, -60),
            Piece("fighter", 3, 0, 1, 180),
            Piece("fighter", 2, 1, 1, 180),
            Piece("ship", 4, 2, 1, 180),
        ),
    ),
    board=READER,
    style=STYLE,
    forces=BUILDER,
    scenarios=scenarios,
    options=options.OPTIONS,
    facts=options.facts,
    side_help="If a battle has an attacker, it is west.",
    levels=MappingProxyType(
        {
            "random": "Chooses its orders at random. Good for learning the board.",
            "close": "Flies at the nearest enemy and fires. A first opponent.",
            "greedy": "Takes the order with the best odds, one unit at a time. A fair fight.",
            "search": "Plays the turn out for the best orders of all its units before it decides. "
            "Hard to beat.",
        }
    ),
    tryout=Tryout(
        scenarios=("fighter_clash", "convoy_raid", "outpost_assault", "hostages", "starship_theft"),
        usual="fighter_clash",
        sides=("West: Rebels, who attack", "East: Empire, who defends"),
        options=lambda scenario: {"points": ready_points(scenario), "deploy": "line"},
    ),
    rulebook=fighters,
    help=_help,
    statistics=Statistics(_names, "Strength lost, by craft"),
    campaign=Campaign(
        sides=called(campaign.SIDES),
        scenario=campaign.battle_for,
        by_hand=campaign.BY_HAND,
        few=MappingProxyType({"points": 0, "deploy": "choose"}),
        many=MappingProxyType({"points": 0, "deploy": "line"}),
        suits="Every ship card becomes a flight or ship of its type, and good pilots lead better crews.",
        first="It is the nearest to the game at the table.",
    ),
    written=catalogue.written,
    listed=catalogue.lines,
    trial=lambda size: (f"{size} x-wing", f"{size} tie fighter"),
    pace=4,
    # To list orders of fighters takes so little time that a replay, which lists none, saves less.
    replay_pace=2.4,
    greedy_seconds=40,
)
