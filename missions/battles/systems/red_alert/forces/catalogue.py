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
from missions.battles.systems.red_alert.engine.units import BY_ID, TYPES
from missions.battles.systems.red_alert.forces import page
from missions.battles.systems.red_alert.forces.purchases import purchase, spare

EXAMPLE = "card 3, cruiser, 2 fighter"
FACTION = "fleet"
"""Both factions have the same units, so a fleet is of one side for the reader of texts."""
LEFT_OUT = re.compile(r"\b(?:standard|long-range)\s+", re.IGNORECASE)
"""Words of the booklet's names that ours do not have."""
GRAMMAR = (
    f"Write a fleet like “{EXAMPLE}”: a task force card, and the units that you buy beside it.",
    "Write a whole fleet without a card like “flagship, 2 cruisers, fighter”.",
    "In a battle that has no cards but sells units, write the units that you buy.",
)
ORDINARY = ("flagship", "cruiser", "destroyer", "fighter")
TASK_FORCE_CARD = re.compile(r"\s*card\s+(?P<number>\d+)\s*(?:,|$)", re.IGNORECASE)
"""The beginning of a fleet that names its task force card."""


@lru_cache(maxsize=1)
def listing() -> Listing:
    """The units, and the battles with their ready-made forces."""
    setups = {name: _ready(battle, {}) for name, battle in battles().items()}
    return Listing(
        version=VERSION,
        sides=(FACTION,),
        crafts=tuple(Named(type_.id, type_.name, type_.cost, (FACTION,)) for type_ in TYPES),
        upgrades=(),
        battles={
            name: Ready(
                battle.name,
                battle.brief,
                SIDES,
                (text_of(setups[name][0]), text_of(setups[name][1])),
                battle.support[0],
            )
            for name, battle in battles().items()
        },
        example=EXAMPLE,
    )


def text_of(force: Mapping[str, Any]) -> str:
    """A card and what is bought beside it, as `read` takes it; "" for the fleet of the battle."""
    card = [f"card {force['card']}"] if "card" in force else []
    bought = page.counted(BY_ID[each] for each in force.get("bought", ()))
    return ", ".join([*card, *([bought] if bought else [])])


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
    found = TASK_FORCE_CARD.match(text)
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
    return [str(unit["craft"]) for unit in read_force(listing(), LEFT_OUT.sub("", text))["units"]]


def trial(size: int) -> tuple[str, str]:
    """Whole fleets of so many ordinary units for both sides, a flagship first."""
    others = islice(cycle(ORDINARY[1:]), size - 1)
    text = ", ".join([ORDINARY[0], *others])
    return text, text


def lines() -> list[str]:
    """All battles, task force cards and units in lines for people, and how to write a fleet."""
    found = ["Battles:"]
    for name, ready in listing().battles.items():
        found.append(f"  {name}: {ready.name}. {ready.brief}")
        first, second = ready.forces
        found.append(
            f"      ready-made: “{first}” against “{second}”" if first else "      with its own fleets"
        )
    found.append("Fleets, for --first and --second:")
    found += [f"  {each}" for each in GRAMMAR]
    found.append("Task force cards, such as “card 3”:")
    for card in TASK_FORCES.values():
        found.append(f"  {card.number}: {card.title}, {card.points} points; {page.counted(card.units)}")
    found.append("Units:")
    found += [f"  {type_.name} ({type_.id}), {type_.cost} points" for type_ in TYPES]
    return found
