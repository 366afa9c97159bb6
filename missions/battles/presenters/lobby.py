"""Battles in lists, and the pages before the first order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from missions.battles.engine.contract import Seating, Setup
from missions.battles.systems.builder import Force, ForcePage
from missions.battles.systems.pack import Fact, Pack

STATUS_WORDS = {
    "open": "Not begun",
    "running": "Under way",
    "paused": "Paused",
    "over": "Over",
}
DICE_WORDS = {"fair": "rolled by the app", "typed": "typed by hand"}


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in a list."""

    url: str
    title: str
    first: str
    second: str
    """The players of each side."""
    status: str
    result: str
    mine: bool
    """True if the battle waits for the reader."""
    changed: Any
    action: str
    """Label of its button; "" if there is nothing to see."""
    keep: str
    """Address with which a visitor who has signed in takes the battle into the account."""


def status_words(status: str, mine: bool) -> str:
    """Status of a battle for its reader."""
    return "Your move" if mine and status == "running" else STATUS_WORDS[status]


def action_words(status: str, begun: bool, mine: bool, seated: bool) -> str:
    """Label of a battle's button in a list; `mine`: it waits for the reader, who is `seated` in it."""
    if status == "over":
        return "Replay" if begun else ""
    if not seated:
        return "Watch"
    if status == "open":
        return "Get ready" if mine else "To the battle"
    return "To the board"


def result_words(seating: Seating, winner: int | None, ended: str, reason: str, grade: str = "") -> str:
    """End of a battle, in one line; `winner` is a side."""
    if ended in ("", "called_off"):
        return reason
    who = "A draw" if winner is None else f"{seating.sides[winner]} wins"
    return f"{who}{f' ({grade})' if grade else ''}. {reason}"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat before the battle begins."""

    number: int
    place: str
    name: str
    side: str
    ready: bool
    mine: bool
    free: bool


@dataclass(frozen=True, slots=True)
class BuilderPage:
    """The force builder of one seat; `build` is None if another player of the side chooses the force.
    `place` names the seat within a sentence.
    """

    seat: int
    place: str
    build: ForcePage | None


def builder_page(
    pack: Pack, seating: Seating, setup: Setup, seat: int, force: Force, side: int | None, *, mustered: bool
) -> BuilderPage:
    """Choices of a seat; `side` is the one whose force it builds."""
    page = None if side is None else pack.forces.page(setup, side, force, mustered=mustered)
    return BuilderPage(seat, seating.seats[seat].within, page)


def facts(pack: Pack, setup: Setup, dice: str) -> dict[str, object]:
    """Summary of a battle, for the people who are to fight it."""
    scenario = pack.scenario(setup["scenario"])
    return {
        "title": scenario.name,
        "system": pack.name,
        "brief": scenario.brief,
        "rules": scenario.rules,
        "facts": list(_facts(pack, setup)),
        "dice": DICE_WORDS[dice],
    }


def _facts(pack: Pack, setup: Setup) -> Iterable[Fact]:
    """The system's facts about a set-up, and the number of players."""
    yield from pack.facts(setup)
    people = setup.get("people", (1, 1))
    if max(people) > 1:
        yield Fact("Players", f"{people[0]} against {people[1]}")
