"""The manual's pages of missions: the list of all eight, and a page for each with its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.rules.manual.model import Page, Topic, address
from league.rules.phrases import TYPE_NAMES
from missions.presenters.manual.asset_page import MISSIONS, AssetLink, asset_link, mission_path
from missions.presenters.print.briefing import BriefingSheet, SideSheet, briefing_sheet
from missions.rules.content.briefing import briefings
from missions.rules.content.lookup import mission_names
from missions.rules.content.mission_data import Mission, assets, missions
from missions.rules.game.postgame import DEFEAT_REWARDS, VICTORY_REWARDS
from missions.rules.game.sides import SIDES
from rosters.rules.squadrons.types import TYPES


@dataclass(frozen=True, slots=True)
class MissionLine:
    """A mission in the list of all. `opened_by` are the types of Drawn Squadron, `fields` pairs of a side and
    the number of its squadrons."""

    number: int
    name: str
    address: str
    opened_by: str
    fields: tuple[tuple[str, str], ...]
    table: str
    decided_by: str


@dataclass(frozen=True, slots=True)
class SidePart:
    """One side's part in a mission with the assets that it can win."""

    sheet: SideSheet
    offers: tuple[AssetLink, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """Fleet Points that a squadron of a type earns its side."""

    type: str
    victory: int
    otherwise: int


def mission_address(mission: Mission) -> str:
    """The address of a mission's page."""
    return address(mission_path(mission))


def pages() -> tuple[Page, ...]:
    """The list of missions, then the missions."""
    whole = Page(
        MISSIONS,
        "Missions",
        "The eight missions with their maps, special rules, ways to win and rewards.",
        "table",
        "missions/manual/missions.html",
        lambda: {"missions": tuple(_line(mission) for mission in missions().values()), "pays": pays()},
    )
    return (whole, *(_page(mission) for mission in missions().values()))


def topics() -> tuple[Topic, ...]:
    """The missions, for the search."""
    return tuple(_topic(mission) for mission in missions().values())


def pays() -> tuple[Pay, ...]:
    """Fleet Points after a game for each type of squadron (CR-110)."""
    return tuple(Pay(TYPE_NAMES[kind], VICTORY_REWARDS[kind], DEFEAT_REWARDS[kind]) for kind in TYPES)


def _page(mission: Mission) -> Page:
    return Page(
        mission_path(mission),
        mission.name,
        briefings()[mission.number].story,
        "table",
        "missions/manual/mission.html",
        lambda: _content(mission),
        drawn=True,
    )


def _content(mission: Mission) -> Mapping[str, object]:
    sheet = briefing_sheet(mission.number)
    fielded = {*mission.drawn, *(kind for side in SIDES for kind in mission.sides[side].pool)}
    return {
        "sheet": sheet,
        "opened_by": _opened_by(mission),
        "sides": _sides(mission, sheet),
        "pays": tuple(pay for pay, kind in zip(pays(), TYPES, strict=True) if kind in fielded),
    }


def _sides(mission: Mission, sheet: BriefingSheet) -> tuple[SidePart, ...]:
    return tuple(
        SidePart(part, tuple(asset_link(kind) for kind in mission.sides[side].offers))
        for side, part in zip(SIDES, sheet.sides, strict=True)
    )


def _opened_by(mission: Mission) -> str:
    types = " or ".join(TYPE_NAMES[kind] for kind in mission.drawn)
    return f"{types} with a Large or Huge ship" if mission.needs_big else types


def _line(mission: Mission) -> MissionLine:
    long_side, short_side = mission.table
    return MissionLine(
        mission.number,
        mission.name,
        mission_address(mission),
        _opened_by(mission),
        tuple((side.capitalize(), _numbers(mission.sides[side].strength)) for side in SIDES),
        f"{long_side}' × {short_side}'",
        _decided_by(mission),
    )


def _numbers(strength: tuple[int, int]) -> str:
    least, most = strength
    return str(most) if least == most else f"{least}–{most}"


def _decided_by(mission: Mission) -> str:
    if mission.victory == "points":
        return "Points"
    return f"{mission.markers} markers" if mission.victory == "markers" else f"The {mission.key_called}"


def _topic(mission: Mission) -> Topic:
    words = briefings()[mission.number]
    notes = (*words.setup, *words.deployment, *words.special, *words.leaving)
    text = " ".join(note.text for note in (*notes, *words.active_wins, *words.opposing_wins))
    offered = " ".join(assets()[kind].name for side in SIDES for kind in mission.sides[side].offers)
    numbered = (f"mission {mission.number}", f"M{mission.number}")
    return Topic(
        "mission",
        mission.name,
        mission_address(mission),
        words.story,
        (*numbered, *mission_names()[mission.number]),
        f"{words.active_goal} {words.opposing_goal} {text} {offered}",
    )
