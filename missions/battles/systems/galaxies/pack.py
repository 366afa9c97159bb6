"""Galaxies as a pack: all that others know of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from missions.battles.systems.galaxies import campaign, options
from missions.battles.systems.galaxies.board.reader import READER
from missions.battles.systems.galaxies.board.symbols import STYLE
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import CARDS, DATA
from missions.battles.systems.galaxies.engine.system import GALAXIES as SYSTEM
from missions.battles.systems.galaxies.forces import catalogue, leagues
from missions.battles.systems.galaxies.forces.builder import BUILDER
from missions.battles.systems.galaxies.forces.muster import matched
from missions.battles.systems.galaxies.manual.contents import Manual
from missions.battles.systems.galaxies.rulebook import galaxies
from missions.battles.systems.galaxies.samples import samples
from missions.battles.systems.help import read_help
from missions.battles.systems.introduction import Introduction, Piece
from missions.battles.systems.pack import Campaign, HelpSection, Pack, Statistics, Tryout


def _names() -> Mapping[str, str]:
    return {card.id: card.title for card in CARDS}


@lru_cache(maxsize=1)
def _help() -> tuple[HelpSection, ...]:
    return read_help(DATA / "help.toml")


GALAXIES = Pack(
    system=SYSTEM,
    tagline="Capital ships with energy, hidden holds and target grids, from a patrol to whole fleets",
    introduction=Introduction(
        difficulty="Hard: you plan energy and holds; hints lead you through the first battle",
        likes="you like huge ships, hidden fleets, and plans that pay off three turns later.",
        dislikes="you want quick turns.",
        picture=(
            Piece("everest", 1, 1, 0),
            Piece("hawks", 0, 2, 0),
            Piece("asteroid", 3, 2),
            Piece("teskio", 3.5, 0, 1, 180),
            Piece("fuvu", 3, 1, 1),
            Piece("tougu", 4, 2, 1),
        ),
    ),
    board=READER,
    style=STYLE,
    forces=BUILDER,
    scenarios=battles,
    options=options.OPTIONS,
    facts=options.facts,
    side_help="The ISN starts in the west, the Wretch in the east. Dice decide which side begins.",
    levels=MappingProxyType(
        {
            "random": "Chooses its orders at random. Good for learning the board.",
            "close": "Launches its ships, makes for the nearest enemy and fires. A first opponent.",
            "greedy": "Takes the order with the best odds, one at a time. A fair fight.",
            "search": "Keeps out of reach until it can strike. Tries its orders out unless a wreck scores. "
            "Hard to beat.",
        }
    ),
    lessons=frozenset(name for name, battle in battles().items() if battle.guided),
    tryout=Tryout(
        scenarios=("first_steps", "ring_patrol", "shattered_moon", "saturn_line"),
        usual="first_steps",
        sides=("ISN, in the west", "Wretch, in the east"),
        options=lambda scenario: {},
    ),
    rulebook=galaxies,
    help=_help,
    statistics=Statistics(_names, "Ship cards lost, by type"),
    campaign=Campaign(
        sides=campaign.lists,
        scenario=campaign.battle_for,
        by_hand=campaign.MOST_BY_HAND,
        few=MappingProxyType({}),
        many=MappingProxyType({}),
        suits="Huge and Large ships become capital ships, smaller ones squadrons, for equal points.",
        matched=matched,
        keys=campaign.keys,
        huge="Huge ships fight at their full size here: a ship of seven hexes with a hold.",
    ),
    written=catalogue.written,
    listed=catalogue.lines,
    trial=catalogue.trial,
    usual="ring_patrol",
    trial_battle="saturn_line",
    manual=Manual(READER),
    samples=samples,
    pricing=leagues.pricing,
)
