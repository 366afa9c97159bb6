"""Other names of missions and assets, and the moments at which assets act."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from missions.rules.content.briefing import Note
from missions.rules.content.mission_data import missions
from missions.rules.pregame.state import AssetKind

_FILE = Path(__file__).parent / "data" / "lookup.toml"


@dataclass(frozen=True, slots=True)
class AssetTiming:
    """The moments at which an asset acts, further rules about it, and other words for it."""

    when: tuple[Note, ...]
    rules: tuple[str, ...]
    also: tuple[str, ...]


@cache
def asset_timings() -> Mapping[AssetKind, AssetTiming]:
    """The timing of all eleven kinds of asset. Raises ValueError for an unknown or missing kind."""
    raw = _read()["assets"]
    if set(raw) != set(get_args(AssetKind)):
        raise ValueError(f"lookup.toml: {sorted(set(raw) ^ set(get_args(AssetKind)))} are no kinds of asset.")
    return {kind: _timing(raw[kind]) for kind in get_args(AssetKind)}


@cache
def mission_names() -> Mapping[int, tuple[str, ...]]:
    """Other words for each mission, by its number. Raises ValueError for an unknown or missing number."""
    raw = {int(number): tuple(row["also"]) for number, row in _read()["missions"].items()}
    if set(raw) != set(missions()):
        raise ValueError(f"lookup.toml: {sorted(set(raw) ^ set(missions()))} are no missions.")
    return raw


def _timing(row: Mapping[str, Any]) -> AssetTiming:
    when = tuple(Note(rule, text) for rule, text in row["when"])
    return AssetTiming(when, tuple(row["rules"]), tuple(row["also"]))


def _read() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
