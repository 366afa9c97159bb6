"""Fleets for people who write them down: “card 3, cruiser, 2 fighter”, or a whole fleet without a card."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import Setup
from missions.battles.systems.forces import Listing, Named, Ready, read_force
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES
from missions.battles.systems.red_alert.engine.musters import takes_whole_fleets
from missions.battles.systems.red_alert.engine.scenarios import SIDES, Battle, battles
from missions.battles.systems.red_alert.engine.setup import VERSION
from missions.battles.systems.red_alert.engine.units import TYPES, UnitType
from missions.battles.systems.red_alert.forces import page
from missions.battles.systems.red_alert.forces.purchases import purchase, spare

EXAMPLE = "card 3, cruiser, 2 fighter"
FACTION = "fleet"
"""Both factions have the same units, so a fleet is of one side for the reader of texts."""
LEFT_OUT = ("Standard ", "Long-range ")
"""Parts of the units' names that need not be written."""
ORDINARY = ("flagship", "cruiser", "destroyer", "fighter")
CARD = re.compile(r"\s*card\s+(?P<number>\d+)\s*(?:,|$)", re.IGNORECASE)


def short(type_: UnitType) -> str:
    """The name of a type as people write it."""
    return names_of(type_)[-1]


def names_of(type_: UnitType) -> list[str]:
    """The names of a type, from the full one to the shortest."""
    names = [type_.name]
    for part in LEFT_OUT:
        names.append(names[-1].replace(part, ""))
    return names


@lru_cache(maxsize=1)
def listing() -> Listing:
    """The units by all their names, and the battles with their ready-made forces."""
    names = {name: type_ for type_ in TYPES for name in names_of(type_)}
    setups = {name: _ready(battle, {}) for name, battle in battles().items()}
    return Listing(
        version=VERSION,
        sides=(FACTION,),
        crafts=tuple(Named(type_.id, name, type_.cost, (FACTION,)) for name, type_ in names.items()),
        upgrades=(),
        battles={
            name: Ready(
                battle.name,
                battle.brief,
                SIDES,
                (page.words(setups[name][0]), page.words(setups[name][1])),
                battle.support[0],
            )
            for name, battle in battles().items()
        },
        example=EXAMPLE,
    )


def _ready(battle: Battle, given: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """The forces of both sides: those that are given, and ready-made ones with other cards."""
    forces = dict(given)
    for side in {0, 1} - set(given):
        card = None
        if battle.task_force:
            taken = {force["card"] for force in forces.values() if "card" in force}
            card = spare({"scenario": battle.id}, side, taken)
        bought = [*purchase(battle.id, side, card)]
        forces[side] = {} if not battle.deployed else _task_force(card) | {"bought": bought}
    return [forces[side] for side in (0, 1)]


def _task_force(card: int | None) -> dict[str, Any]:
    return {} if card is None else {"card": card}


def written(scenario: str, texts: Sequence[str], options: Mapping[str, str | int | bool]) -> Setup:
    """The set-up of a battle from texts; a force that is left out is the battle's own.

    Raises Unreadable with a sentence for what is not known.
    """
    battle = battles().get(scenario)
    if battle is None:
        text = f"There is no battle “{scenario}”; choose one of {', '.join(battles())}."
        raise Unreadable("battle.scenario", text)
    given = {side: read(battle, text) for side, text in enumerate(texts) if text}
    forces = _ready(battle, given)
    return {
        "system": "red_alert",
        "version": VERSION,
        "scenario": scenario,
        "forces": forces,
        **options,
    }


def read(battle: Battle, text: str) -> dict[str, Any]:
    """The force of a text. Raises Unreadable for one that the battle cannot have."""
    if not battle.deployed:
        raise Unreadable("battle.force", f"“{battle.name}” brings its own fleets; leave the forces out.")
    found = CARD.match(text)
    units = _units(text[found.end() :] if found else text)
    if found:
        if int(found["number"]) not in TASK_FORCES:
            listed = f"the cards are 1 to {len(TASK_FORCES)}"
            raise Unreadable("battle.force", f"There is no card {found['number']}; {listed}.", rule="RA-180")
        return {"card": int(found["number"]), "bought": units}
    return {"units": [{"unit": each} for each in units]} if takes_whole_fleets(battle) else {"bought": units}


def _units(text: str) -> list[str]:
    if not text.strip():
        return []
    return [str(unit["craft"]) for unit in read_force(listing(), text)["units"]]


def trial(size: int) -> tuple[str, str]:
    """Whole fleets of so many ordinary units for both sides, a flagship first."""
    others = islice(cycle(ORDINARY[1:]), size - 1)
    text = ", ".join([ORDINARY[0], *others])
    return text, text


def lines() -> list[str]:
    """All battles, task force cards and units in lines for people."""
    found = ["Battles:"]
    for name, ready in listing().battles.items():
        found.append(f"  {name}: {ready.name}. {ready.brief}")
        found.append(f"      ready-made: “{ready.forces[0]}” against “{ready.forces[1]}”")
    found.append("Task force cards, such as “card 3”:")
    for card in TASK_FORCES.values():
        found.append(f"  {card.number}: {card.title}, {card.points} points; {page.counted(card.units)}")
    found.append("Units:")
    found += [f"  {short(type_)} ({type_.id}), {type_.cost} points" for type_ in TYPES]
    return found
