"""A mission's briefing on paper: for a game with its fleets' names, or blank for the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from missions.presenters.diagram.drawing import Diagram, diagram
from missions.rules.assets.text import asset_words
from missions.rules.content.briefing import Briefing, Note, briefings
from missions.rules.content.mission_data import Mission, SideBrief, assets, missions
from missions.rules.game.sides import SIDE_TITLES, SIDES, SideName

PLACING = {
    "turns": "the players take turns",
    "active": "the active player places them",
    "opposing": "the opposing player places them",
}
WITHDRAWAL = {"yes": "may withdraw", "no": "cannot withdraw", "key": "may withdraw once {}"}
MARKED = "may withdraw once three markers are gone"


@dataclass(frozen=True, slots=True)
class AssetLine:
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class SideSheet:
    """One side's part. `figures` are pairs of a word and what it is; `assets` those of which the winner may
    take one, with `margin` as the points that it needs (0: none)."""

    title: str
    fleet: str
    goal: str
    figures: tuple[tuple[str, str], ...]
    wins: tuple[Note, ...]
    assets: tuple[AssetLine, ...]
    margin: int


@dataclass(frozen=True, slots=True)
class BriefingSheet:
    """The whole briefing; `sections` are headed lists of advice with rules."""

    number: int
    name: str
    story: str
    table: str
    wide: bool
    sides: tuple[SideSheet, ...]
    sections: tuple[tuple[str, tuple[Note, ...]], ...]
    asset_note: tuple[Note, ...]
    diagram: Diagram


def briefing_sheet(number: int, fleets: Mapping[SideName, str] | None = None) -> BriefingSheet:
    """The briefing of mission `number`; `fleets` names the sides' fleets. Raises KeyError for others."""
    mission, words = missions()[number], briefings()[number]
    long_side, short_side = mission.table
    kind = "obstacles, asteroids or debris" if mission.debris else "asteroids"
    pairs = " in pairs" if mission.pairs else ""
    return BriefingSheet(
        number=number,
        name=mission.name,
        story=words.story,
        table=f"{long_side}' × {short_side}' · {mission.obstacles} {kind}{pairs}: {PLACING[mission.placing]}",
        wide=long_side > short_side,
        sides=tuple(_side(mission, words, side, (fleets or {}).get(side, "")) for side in SIDES),
        sections=tuple(
            (heading, notes)
            for heading, notes in (
                ("Set-up", words.setup),
                ("Deployment", words.deployment),
                ("Special rules", words.special),
                ("Leaving the table", words.leaving),
            )
            if notes
        ),
        asset_note=words.asset_note,
        diagram=diagram(number),
    )


def _side(mission: Mission, words: Briefing, side: SideName, fleet: str) -> SideSheet:
    brief, active = mission.sides[side], side == "active"
    return SideSheet(
        title=SIDE_TITLES[side],
        fleet=fleet,
        goal=words.active_goal if active else words.opposing_goal,
        figures=(
            ("Draws from", _pool(mission, brief, side)),
            ("Squadrons", _strength(mission, brief)),
            ("Ships", _withdrawal(mission, brief)),
        ),
        wins=words.active_wins if active else words.opposing_wins,
        assets=tuple(AssetLine(assets()[kind].name, asset_words()[kind].summary) for kind in brief.offers),
        margin=brief.margin,
    )


def _withdrawal(mission: Mission, brief: SideBrief) -> str:
    if mission.markers and brief.withdraw == "yes":
        return MARKED
    return WITHDRAWAL[brief.withdraw].format(mission.key_frees_once)


def _pool(mission: Mission, brief: SideBrief, side: SideName) -> str:
    types = ", ".join(kind.upper() for kind in brief.pool)
    if side == "opposing":
        return types
    drawn = " or ".join(kind.upper() for kind in mission.drawn)
    return f"Drawn Squadron ({drawn}), then {types}" if types else f"Drawn Squadron alone ({drawn})"


def _strength(mission: Mission, brief: SideBrief) -> str:
    least, most = brief.strength
    figure = str(most) if least == most else f"{least}–{most}"
    return f"{figure}, more in play" if mission.reserve else figure
