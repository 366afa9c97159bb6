"""The battles with their maps."""

from __future__ import annotations

from league.rules.phrases import join_words
from missions.battles.board.reader import BoardReader
from missions.battles.systems.galaxies.engine.field import TILES
from missions.battles.systems.galaxies.engine.scenarios import Battle
from missions.battles.systems.galaxies.engine.ships import SIDES
from missions.battles.systems.galaxies.manual.ground import placed
from missions.battles.systems.galaxies.manual.scenes import position, seen
from missions.battles.systems.manual import Picture, battle_anchor


def picture(reader: BoardReader, battle: Battle) -> Picture:
    """A battle with its goal, its length, its fleets and its map."""
    words = [battle.brief, *_goal(battle)]
    words.append(
        f"It ends after {battle.rounds} rounds at the latest; then the higher score wins {{BG-134}}."
    )
    words.append(f"Each side has a fleet of up to {battle.points} points {{BG-010}}.")
    for side, fleet, other in zip(SIDES, battle.fleets, battle.fleets_with_tactics, strict=True):
        words.append(f"Ready-made fleet of the {side}: {join_words(card.title for card in fleet)}.")
        if other != fleet:
            words.append(f"With tactic cards it is {join_words(card.title for card in other)} {{BG-160}}.")
    scene = seen(reader, position(battle, {}))
    return Picture(battle.name, tuple(words), _shown(battle), scene, anchor=battle_anchor(battle.id))


def _goal(battle: Battle) -> list[str]:
    elimination = "A side wins when the enemy has no ship on the map and no card behind the screen {BG-131}."
    if not battle.goal:
        return [elimination]
    hold = (
        f"A ship on the marked hex scores a point when its side’s turn begins, and {battle.goal} points win"
    )
    return [f"{hold} {{BG-133}}.", elimination]


def _shown(battle: Battle) -> str:
    """The map in a sentence for people who do not see it."""
    size = f"{battle.field.columns} columns and {battle.field.rows} rows"
    return f"The map of {battle.name}, {size}, with {placed(battle.field, TILES)}."
