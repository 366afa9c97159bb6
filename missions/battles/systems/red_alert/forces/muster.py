"""A fleet for the ship cards of a campaign, by house rules that `data/help.toml` tells to the players.

Each ship card becomes one unit: `data/ship_map.csv` names its type and its worth, the usual squad points of
such a ship. A flagship leads every fleet. Escorts join it until all units but the flagship cost as many
points as the ships are worth, or the figures are used up. So the fleets of both sides compare as their
squadrons do. Flagship and escorts stand for no ship card.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from league.kernel.refusal import Refusal, Unreadable
from missions.battles.engine.contract import CampaignShip
from missions.battles.systems.red_alert.engine.fleets import cost, faults, shortages
from missions.battles.systems.red_alert.engine.musters import MOST
from missions.battles.systems.red_alert.engine.units import BY_ID, CAPITAL, DATA, FIGHTER, TYPES, UnitType

FLAGSHIP = next(unit for unit in TYPES if unit.flagship)
BATTLESHIP = BY_ID["BB"]
ESCORTS = tuple(BY_ID[each] for each in ("DD", "CR", "BB", "F"))
"""Types of escorts, in the order in which they join, again and again."""
MOST_SHIPS = 14
"""Ship cards for which the figures of a faction are enough, in standard units (RA-005)."""
COMMANDING = 8
"""Pilot skill from which on a pilot brings a command card."""

Force = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Model:
    """A ship of the campaign: the type of its unit, and its worth in squad points."""

    ship: str
    unit: UnitType
    worth: int


@lru_cache(maxsize=1)
def ship_map() -> Mapping[str, Model]:
    """Every ship of the campaign by name."""
    with (DATA / "ship_map.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    models = (Model(row["ship"], BY_ID[row["unit"]], int(row["worth"])) for row in rows)
    return MappingProxyType({model.ship: model for model in models})


def muster(cards: Sequence[CampaignShip]) -> Force:
    """The fleet for these ship cards: flagship, a unit for each card, escorts.

    Raises Unreadable for a ship that is not on the list, and Refusal for more than `MOST_SHIPS`.
    """
    own, escorts = _fleet([_model(card) for card in cards])
    units = [
        {"unit": FLAGSHIP.id},
        *(_unit(card, type_) for card, type_ in zip(cards, own, strict=True)),
        *({"unit": type_.id} for type_ in escorts),
    ]
    return {"side": cards[0].side if cards else "", "units": units, **_extras(cards)}


def _model(card: CampaignShip) -> Model:
    model = ship_map().get(card.ship)
    if model is None:
        raise Unreadable("battle.ship", f"There is no unit for the {card.ship}; field another ship.")
    return model


def _unit(card: CampaignShip, type_: UnitType) -> dict[str, Any]:
    """The unit of a ship card. A DAMAGED ship starts without one of its figures."""
    unit: dict[str, Any] = {"unit": type_.id, "ref": card.ref, "name": card.pilot or card.ship}
    return unit | {"figures": max(1, type_.figures - 1)} if "DAMAGED" in _marks(card) else unit


def _marks(card: CampaignShip) -> set[str]:
    return {status.upper() for status in card.statuses}


def _extras(cards: Sequence[CampaignShip]) -> dict[str, int]:
    """Stars for EXP, combat cards for VET and ELITE, a command card for a skilled pilot, each up to a
    limit.
    """
    marks = [_marks(card) for card in cards]
    found = {
        "stars": sum("EXP" in each for each in marks),
        "combat": sum(bool(each & {"VET", "ELITE"}) for each in marks),
        "command": sum(card.pilot_skill >= COMMANDING for card in cards),
    }
    return {key: min(count, MOST[key]) for key, count in found.items()}


# --- types of units ---------------------------------------------------------------------------------


def _fleet(models: Sequence[Model]) -> tuple[list[UnitType], list[UnitType]]:
    """Types for the ships, and escorts. If heavy units use up the figures, all ships are standard units.

    Fighters never outnumber the others, because every fighter is worth an escort more (RA-182). Raises
    Refusal if there are too many ships.
    """
    worth = sum(model.worth for model in models)
    for heavy in (True, False):
        types = _assigned(models, heavy=heavy)
        if types is not None:
            return types, _escorts(types, worth - cost(types))
    text = (
        f"A faction has figures for {MOST_SHIPS} ships, and a side of this game fields {len(models)}; "
        "propose another system for it."
    )
    raise Refusal("battle.ships", text, rule="RA-005")


def _assigned(models: Sequence[Model], *, heavy: bool) -> list[UnitType] | None:
    """A type for each ship: its own, else the one next to it by cost of which there are figures, the dearer
    first. Huge ships choose first, then ships of greater worth. None if the figures are not enough (RA-006).
    """
    sold = [type_ for type_ in TYPES if type_.sold and (heavy or not type_.heavy)]
    found = _battleships(models, heavy=heavy)
    others = (number for number in range(len(models)) if number not in found)
    for number in sorted(others, key=lambda each: -models[each].worth):
        fitting = (type_ for type_ in sold if not any(shortages([*found.values(), type_])))
        type_ = min(fitting, key=_distance(models[number].unit), default=None)
        if type_ is None:
            return None
        found[number] = type_
    return [found[number] for number in range(len(models))]


def _battleships(models: Sequence[Model], *, heavy: bool) -> dict[int, UnitType]:
    """The Huge ships, by number, that are battleships: one alone of its own type, else the two of greatest
    worth as standard ones, for which the figures are just enough (RA-005, RA-006).
    """
    huge = [number for number, model in enumerate(models) if model.unit.symbol == CAPITAL]
    if len(huge) == 1 and heavy:
        return {huge[0]: models[huge[0]].unit}
    dearest = sorted(huge, key=lambda each: -models[each].worth)
    return dict.fromkeys(dearest[: BATTLESHIP.markers], BATTLESHIP)


def _distance(wanted: UnitType) -> Callable[[UnitType], tuple[int, int]]:
    return lambda type_: (abs(type_.cost - wanted.cost), -type_.cost)


def _escorts(types: Sequence[UnitType], points: int) -> list[UnitType]:
    """Units for points that are left, of each kind of escort in turn until none fits."""
    escorts: list[UnitType] = []
    joined = True
    while joined:
        joined = False
        for type_ in ESCORTS:
            fleet = [FLAGSHIP, *types, *escorts, type_]
            wrong = faults(fleet) if type_.symbol == FIGHTER else shortages(fleet)
            if type_.cost <= points and not any(wrong):
                escorts.append(type_)
                points -= type_.cost
                joined = True
    return escorts
