"""Questions of the printed result form besides the ships: the facts of the mission (CR-090, CR-091,
CR-093, CR-100)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from missions.presenters.print.play_sheet import ForceSheet
from missions.rules.content.mission_data import Mission, open_fates
from missions.rules.game.sides import SIDE_TITLES, SIDES, SideName
from missions.rules.game.state import ShipFate
from missions.rules.pregame.state import Effect

FATE_WORDS: Mapping[ShipFate, str] = {
    "survived": "survived",
    "destroyed": "destroyed",
    "driven_off": "driven off",
    "withdrawn": "withdrew",
}
RESERVE_LINES = 5  # squadrons that may come in Escalating Engagement
SPARE_SHIPS = 3  # lines for ships that are not on the table yet
BLANK_SHIPS = 7  # lines of a side on a form without a game
BLANK_LARGE = 18  # on a large table, where each side has a page
BLANK_WITH_RESERVES = 13  # where squadrons drawn in play take their place


@dataclass(frozen=True, slots=True)
class FormSide:
    """One side's ships. `fates` are those that its ships can have; `spare` counts empty lines below the
    ships; `arrivals` says that the asset Reinforcements may bring ships."""

    force: ForceSheet
    fates: tuple[str, ...]
    spare: range
    arrivals: bool


@dataclass(frozen=True, slots=True)
class ResultForm:
    """The form. `mission` is "" for a game without one; `markers` are the figures to tick, `key_ends` what
    may have become of the `key_ship`, `reserves` lines for squadrons drawn in play. `apart`: each side has
    a page of its own."""

    sides: tuple[FormSide, ...]
    mission: str
    markers: range
    key_ship: str
    key_ends: tuple[str, ...]
    reserves: range
    apart: bool = False


def result_form(
    forces: Mapping[SideName, ForceSheet], mission: Mission | None, effects: tuple[Effect, ...] = ()
) -> ResultForm:
    """The form of a game; `effects` are the assets that are at work in it. Before its squadrons are face up
    it has empty lines to write the ships in."""
    closed = not any(forces[side].squadrons for side in SIDES)
    return ResultForm(
        sides=tuple(_side(forces[side], side, mission, effects) for side in SIDES),
        mission=f"{mission.name} (mission {mission.number})" if mission else "",
        markers=range(mission.markers + 1 if mission and mission.markers else 0),
        key_ship=mission.key_called if mission else "",
        key_ends=_key_ends(mission) if mission else (),
        reserves=range(RESERVE_LINES if mission and mission.reserve else 0),
        apart=closed and _large(mission),
    )


def _key_ends(mission: Mission) -> tuple[str, ...]:
    """Possible ends of the nominated ship (CR-098); () without one."""
    if not mission.key_ship:
        return ()
    astray = "left" if mission.key_astray == "destroyed" else "driven off"
    return (
        f"withdrew by the {mission.key_edge} edge",
        f"{astray} by another edge",
        "destroyed",
        "still on the table",
    )


def _large(mission: Mission | None) -> bool:
    return mission is not None and mission.table[0] > mission.table[1]


def _blank_lines(mission: Mission | None) -> int:
    """Number of lines for a side whose ships nobody knows yet."""
    if mission is not None and mission.reserve:
        return BLANK_WITH_RESERVES
    return BLANK_LARGE if _large(mission) else BLANK_SHIPS


def fate_words(mission: Mission | None, side: SideName) -> tuple[str, ...]:
    """Fates to tick on paper for the ships of a side."""
    return tuple(FATE_WORDS[fate] for fate in open_fates(mission, side))


def blank_form(mission: Mission) -> ResultForm:
    """A form without a game: empty lines for both sides' ships."""
    forces = {side: ForceSheet(side, SIDE_TITLES[side], "", "", 0, ()) for side in SIDES}
    return result_form(forces, mission)


def _side(
    force: ForceSheet, side: SideName, mission: Mission | None, effects: tuple[Effect, ...]
) -> FormSide:
    arrivals = any(
        each.side == side and each.kind == "reinforcements" and not each.cancelled_by for each in effects
    )
    more = arrivals or (mission is not None and mission.reserve)
    spare = (SPARE_SHIPS if more else 0) if force.squadrons else _blank_lines(mission)
    return FormSide(force, fate_words(mission, side), range(spare), arrivals)
