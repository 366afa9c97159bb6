"""The manual's tables: statuses and fates of ships, and the types of squadron."""

from __future__ import annotations

from dataclasses import dataclass

from league.rules.manual.model import Page, Topic, address
from league.rules.phrases import TYPE_NAMES
from missions.presenters.manual.mission_pages import pays
from missions.rules.content.statuses import Status, fate_rows, statuses
from rosters.rules.squadrons.types import LIMITS, RECON_SHIP_POINTS, RECON_SHIPS, RULES, TYPES, WEIGHTS

STATUSES_PATH, SQUADRONS_PATH = "statuses", "squadrons"
HOLDS = {
    "recon": f"1–{RECON_SHIPS} ships, none over {RECON_SHIP_POINTS} points, none Huge",
    "standard": "No Huge ship",
    "epic": "At least one Large or Huge ship",
}


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type of squadron in figures: value in squad points, weight, reward for a victory and otherwise."""

    name: str
    value: str
    holds: str
    weight: int
    victory: int
    otherwise: int
    rule: str


def statuses_page() -> Page:
    """The page of the seven statuses."""
    return Page(
        STATUSES_PATH,
        "Statuses",
        "EXP, VET, ELITE, DAM, CRPL, MIA and KIA: the meaning of each, and the ways to gain and lose it.",
        "table",
        "missions/manual/statuses.html",
        lambda: {"statuses": statuses(), "fates": fate_rows()},
    )


def squadrons_page() -> Page:
    """The table of squadron types, above the chapter's rules."""
    return Page(
        SQUADRONS_PATH,
        "Squadrons",
        "RECON, STANDARD and EPIC: the size of each and the ships it may hold.",
        "campaign",
        "missions/manual/squadrons.html",
        lambda: {"types": type_lines()},
    )


def topics() -> tuple[Topic, ...]:
    """The statuses, for the search."""
    return tuple(_topic(status) for status in statuses())


def type_lines() -> tuple[TypeLine, ...]:
    """The types of squadron, smallest first."""
    return tuple(
        TypeLine(
            TYPE_NAMES[kind],
            "–".join(str(points) for points in LIMITS[kind]),
            HOLDS[kind],
            WEIGHTS[kind],
            pay.victory,
            pay.otherwise,
            RULES[kind],
        )
        for kind, pay in zip(TYPES, pays(), strict=True)
    )


def _topic(status: Status) -> Topic:
    text = " ".join(note.text for note in (*status.gained, *status.ended))
    return Topic(
        "status",
        f"{status.name}: {status.called.lower()}",
        address(STATUSES_PATH, status.name),
        status.means,
        (status.name, status.called, *status.also),
        text,
        (status.name, *status.tries),
        status.rule,
    )
