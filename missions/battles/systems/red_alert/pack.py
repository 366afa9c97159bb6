"""Red Alert as a pack: all that others know of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from missions.battles.systems.help import read_help
from missions.battles.systems.introduction import Introduction, Piece
from missions.battles.systems.pack import Campaign, HelpSection, Pack, Statistics, Tryout, called
from missions.battles.systems.red_alert import campaign, options
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.board.symbols import STYLE
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.seats import MOST_PEOPLE
from missions.battles.systems.red_alert.engine.system import RED_ALERT as SYSTEM
from missions.battles.systems.red_alert.engine.units import DATA, TYPES
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.forces.builder import BUILDER
from missions.battles.systems.red_alert.manual.contents import MANUAL
from missions.battles.systems.red_alert.rulebook import red_alert
from missions.battles.systems.red_alert.samples import samples


def _names() -> Mapping[str, str]:
    return {unit.id: unit.name for unit in TYPES}


@lru_cache(maxsize=1)
def _help() -> tuple[HelpSection, ...]:
    return read_help(DATA / "help.toml")


RED_ALERT = Pack(
    system=SYSTEM,
    tagline="Fleets with hidden hands of cards, from an opening salvo to a war of ten battles",
    introduction=Introduction(
        difficulty="Medium: hints lead you through the first battle",
        likes="you like to lead a fleet with a hand of cards that nobody sees, and to bluff.",
        dislikes="you want to order every unit in every turn.",
        picture=(
            Piece("planet", 3, 1),
            Piece("planet", 4, 1),
            Piece("asteroid", 0, 1),
            Piece("BB", 1, 0, 1),
            Piece("FS", 2, 0, 1),
            Piece("CR", 3, 0, 1),
            Piece("F", 0, 2, 0),
            Piece("DD", 1, 2, 0),
            Piece("FS", 2, 2, 0),
            Piece("BB", 3, 2, 0),
        ),
    ),
    board=READER,
    style=STYLE,
    forces=BUILDER,
    scenarios=battles,
    options=options.OPTIONS,
    facts=options.facts,
    side_help="The Commonwealth sits at the bottom of the board, the Confederation at the top.",
    levels=MappingProxyType(
        {
            "random": "Chooses its orders at random. Good for learning the board.",
            "close": "Makes for the nearest enemy and attacks. A first opponent.",
            "greedy": "Takes the order with the best odds, one at a time. A fair fight.",
            "search": "Plays its turn out with imagined hands before it decides. Hard to beat.",
        }
    ),
    tryout=Tryout(
        scenarios=("first_steps", "opening_salvo", "declaration_of_war", "supply_base"),
        usual="first_steps",
        sides=("Commonwealth, at the bottom", "Confederation, at the top"),
        options=lambda scenario: {},
    ),
    rulebook=red_alert,
    help=_help,
    statistics=Statistics(_names, "Units lost, by type"),
    campaign=Campaign(
        sides=called(campaign.CAMPAIGN_SIDES),
        scenario=campaign.battle_for,
        by_hand=campaign.MOST_BY_HAND,
        few=MappingProxyType({}),
        many=MappingProxyType({}),
        suits="Every ship card becomes a unit of a fleet, and each fleet gets a flagship and escorts.",
    ),
    written=catalogue.written,
    listed=catalogue.lines,
    trial=catalogue.trial,
    usual="opening_salvo",
    trial_battle="cardinals_belt",
    lessons=frozenset(name for name, battle in battles().items() if battle.guided),
    manual=MANUAL,
    samples=samples,
    most_people=MOST_PEOPLE,
    draws_forces=True,
    pace=2.4,
)
