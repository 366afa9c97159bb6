"""Briefings of the missions: our words from `data/briefing.toml`, each sentence with its rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from missions.rules.content.mission_data import missions

_FILE = Path(__file__).parent / "data" / "briefing.toml"


@dataclass(frozen=True, slots=True)
class Note:
    """A piece of advice with its rule."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """One mission in words. `story` and the goals are single sentences; the rest are notes with rules, in the
    order in which the players need them."""

    story: str
    active_goal: str
    opposing_goal: str
    setup: tuple[Note, ...]
    deployment: tuple[Note, ...]
    special: tuple[Note, ...]
    leaving: tuple[Note, ...]
    active_wins: tuple[Note, ...]
    opposing_wins: tuple[Note, ...]
    asset_note: tuple[Note, ...]


@cache
def briefings() -> Mapping[int, Briefing]:
    """The briefing of every mission by number. Raises ValueError for a missing mission or a field too many
    or too few."""
    with _FILE.open("rb") as file:
        raw = {int(number): each for number, each in tomllib.load(file).items()}
    if set(raw) != set(missions()):
        raise ValueError("briefing.toml: there is one briefing for each mission, no more and no fewer.")
    return {number: _briefing(number, each) for number, each in raw.items()}


def _briefing(number: int, raw: Mapping[str, Any]) -> Briefing:
    names = {each.name for each in fields(Briefing)}
    if set(raw) != names:
        raise ValueError(f"briefing.toml: mission {number} has {sorted(set(raw) ^ names)} wrong.")
    return Briefing(**{name: _notes(value) for name, value in raw.items()})


def _notes(value: Any) -> Any:
    return value if isinstance(value, str) else tuple(Note(rule, text) for rule, text in value)
