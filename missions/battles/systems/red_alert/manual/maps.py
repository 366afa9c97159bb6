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
    words = [battle.brief, f"The first side that has {battle.points} points{losses} wins {{RA-200}}."]
    if battle.turns:
        each = battle.turns // len(SIDES)
        words.append(f"It ends after {each} turns of each side; then more points win {{RA-203}}.")
    words += [text for name, text in OBJECTIVE_SENTENCES.items() if name in battle.objectives]
    words += _hands(battle)
    if battle.first is not None:
        words.append(f"The {SIDES[battle.first]} moves first {{RA-047}}.")
    words += _fleets(battle)
    title = f"#{battle.number} {battle.name}" if battle.number else battle.name
    return Picture(title, tuple(words), _shown(battle), scene_of(battle), anchor=battle_anchor(battle.id))


def _hands(battle: Battle) -> list[str]:
    """Cards and stars with which the sides begin, in one sentence if both have as many."""
    hands = [
        f"{command} command cards, {combat} combat cards and {stars} stars"
        for command, combat, stars in zip(battle.command, battle.combat, battle.stars, strict=True)
    ]
    if hands[0] == hands[1]:
        return [f"Each side begins with {hands[0]} {{RA-042}}."]
    return [f"The {side} begins with {hand} {{RA-042}}." for side, hand in zip(SIDES, hands, strict=True)]


def _fleets(battle: Battle) -> list[str]:
    """Sentences about the fleets: their units, and their way to their places."""
    if not battle.deployed:
        return ["The fleets are on the map {RA-041}."]
    found = []
    if battle.task_force:
        how = "chooses" if battle.task_force == "choose" else "draws"
        found.append(f"Each side {how} a task force card {{RA-184}}.")
    first, second = battle.support
    if first == second:
        found.append(f"Each side buys further units for {first} points {{RA-181}}.")
    else:
        spent = (
            f"the {side} for {points or 'none'}" for side, points in zip(SIDES, battle.support, strict=True)
        )
        found.append(f"They buy further units: {join_words(spent)} {{RA-181}}.")
    if battle.units[0]:
        found.append("The units on the map stand there from the beginning {RA-188}.")
    others = "All others" if battle.units[0] else "All units"
    return [*found, f"{others} lie face down on their hexes at first {{RA-185}}."]


def _shown(battle: Battle) -> str:
    """The map in a sentence for people who do not see it."""
    parts = [f"a planet of {counted(len(hexes), 'hex', 'hexes')}" for _, hexes in battle.planets]
    if battle.asteroids:
        parts.append(counted(battle.asteroids.bit_count(), "asteroid", "asteroids"))
    parts.append("hexes for fleets that lie face down" if battle.deployed else "both fleets")
    return f"The map of {battle.name} with {join_words(parts)}."
