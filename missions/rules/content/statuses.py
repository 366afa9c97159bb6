"""The seven statuses of ships and cards: what each means, how it is gained and how it is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from missions.rules.content.briefing import Note
from missions.rules.game.postgame import Outcome, ship_loss
from rosters.rules.play import RISE, UNIQUE_RISE, damaged_start_cards

_FILE = Path(__file__).parent / "data" / "statuses.toml"
STAMPS = ("EXP", "VET", "ELITE", "DAM", "CRPL", "MIA", "KIA")
OUTCOMES: tuple[Outcome, ...] = ("victory", "draw", "defeat")

End = Literal["survived", "withdrawn", "driven_off", "driven_off_jumps", "destroyed"]
ENDS: tuple[tuple[End, str], ...] = (
    ("survived", "Still on the table"),
    ("withdrawn", "Withdrawn, if the mission allows it"),
    ("driven_off_jumps", "Driven off, with a hyperdrive"),
    ("driven_off", "Driven off, without a hyperdrive"),
    ("destroyed", "Destroyed"),
)
HOME_RULES: Mapping[str, str] = {
    "survived": "CR-100",
    "withdrawn": "CR-096",
    "driven_off": "CR-114",
    "driven_off_jumps": "CR-115",
}


@dataclass(frozen=True, slots=True)
class Status:
    """A status: its stamp `name`, what it means under `rule`, how it is `gained` and how it is `ended`."""

    name: str
    called: str
    means: str
    rule: str
    gained: tuple[Note, ...]
    ended: tuple[Note, ...]
    also: tuple[str, ...]
    tries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FateRow:
    """The fates of a ship that ended a game in one way: the status and its rule for a victory, a draw and
    a defeat; "" for a ship that comes home."""

    end: str
    fates: tuple[tuple[Outcome, str, str], ...]


@cache
def statuses() -> tuple[Status, ...]:
    """The statuses in the order of their stamps. Raises ValueError when one is missing or there twice."""
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["status"]
    found = tuple(_status(row) for row in rows)
    if tuple(each.name for each in found) != STAMPS:
        raise ValueError(f"statuses.toml: the statuses are {', '.join(STAMPS)}, in this order.")
    return found


@cache
def fate_rows() -> tuple[FateRow, ...]:
    """Work out the fate of a ship for every way in which it can end a game (CR-113, CR-114, CR-115)."""
    return tuple(FateRow(word, tuple(_fate(outcome, end) for outcome in OUTCOMES)) for end, word in ENDS)


def _fate(outcome: Outcome, end: End) -> tuple[Outcome, str, str]:
    jumps = end == "driven_off_jumps"
    loss = ship_loss(outcome, "driven_off" if jumps else end, jumps)
    if loss is not None:
        fate, rule = loss
        return outcome, fate.upper(), rule
    won = end == "driven_off_jumps" and outcome == "victory"
    return outcome, "", "CR-114" if won else HOME_RULES[end]


def _status(row: Mapping[str, Any]) -> Status:
    return Status(
        name=row["name"],
        called=row["called"],
        means=row["means"].format(**_figures()),
        rule=row["rule"],
        gained=tuple(Note(rule, text) for rule, text in row["gained"]),
        ended=tuple(Note(rule, text) for rule, text in row["ended"]),
        also=tuple(row["also"]),
        tries=tuple(row["tries"]),
    )


def _figures() -> Mapping[str, int]:
    return {
        "exp": RISE["EXP"],
        "vet": RISE["VET"],
        "elite": RISE["ELITE"],
        "unique_vet": UNIQUE_RISE["VET"],
        "start_3": damaged_start_cards(3),
        "start_5": damaged_start_cards(5),
    }
