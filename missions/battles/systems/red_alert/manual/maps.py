"""The battles of the booklet with their maps."""

from __future__ import annotations

from league.rules.phrases import join_words
from missions.battles.systems.manual import Picture, battle_anchor
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.scenarios import SIDES, Battle
from missions.battles.systems.red_alert.manual.scenes import scene_of

OBJECTIVE_SENTENCES = {
    "planet_control": "Planets give points to units that hold them {RA-205}.",
    "clear_sector": "A sector without enemies gives a point at the start of your turn {RA-208}.",
    "breakthrough": "A unit that leaves over the far edge gives its own points {RA-211}.",
}
"""The manual's sentence about each objective that a printed battle has."""


def picture(battle: Battle) -> Picture:
    """A battle with its goal, its hands and its special rules."""
    losses = f" or eliminates {battle.eliminated} enemy units" if battle.eliminated else ""
    words = [battle.brief, f"The side wins that first has {battle.points} points{losses} {{RA-200}}."]
    words += [text for name, text in OBJECTIVE_SENTENCES.items() if name in battle.objectives]
    words += _hands(battle)
    placed = "Units lie face down on their hexes at first" if battle.deployed else "The fleets are on the map"
    words.append(f"{placed} {{{'RA-185' if battle.deployed else 'RA-041'}}}.")
    title = f"#{battle.number} {battle.name}" if battle.number else battle.name
    return Picture(title, tuple(words), _shown(battle), scene_of(battle), anchor=battle_anchor(battle.id))


def _hands(battle: Battle) -> list[str]:
    """Cards with which the sides begin, in one sentence if both have as many."""
    hands = [
        f"{command} command cards and {combat} combat cards"
        for command, combat in zip(battle.command, battle.combat, strict=True)
    ]
    if hands[0] == hands[1]:
        return [f"Each side begins with {hands[0]} {{RA-042}}."]
    return [f"{side} begins with {hand} {{RA-042}}." for side, hand in zip(SIDES, hands, strict=True)]


def _shown(battle: Battle) -> str:
    """The map in a sentence for people who do not see it."""
    parts = [f"a planet of {counted(len(hexes), 'hex', 'hexes')}" for _, hexes in battle.planets]
    if battle.asteroids:
        parts.append(counted(battle.asteroids.bit_count(), "asteroid", "asteroids"))
    parts.append("hexes for fleets that lie face down" if battle.deployed else "both fleets")
    return f"The map of {battle.name} with {join_words(parts)}."
