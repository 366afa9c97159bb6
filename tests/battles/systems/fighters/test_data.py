"""Printed figures are read from files, and every slip in them is told with its file and line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from league.kernel.data_files import DataError
from missions.battles.systems.fighters.engine import loadouts


@pytest.mark.parametrize(
    ("name", "read", "old", "new", "fault"),
    [
        (
            "crews.csv",
            loadouts.crews,
            "Military,3",
            "Military,three",
            "crews.csv:3: gunnery is 'three', which is not a whole number.",
        ),
        (
            "profiles.csv",
            loadouts.profiles,
            "rebel,fighter",
            "rebel,boat",
            "profiles.csv:2: kind is 'boat', which is not one of fighter, ship, station, straddler.",
        ),
        (
            "profiles.csv",
            loadouts.profiles,
            "rebel|scum",
            "rebel|hutt",
            "profiles.csv:3: side names 'hutt', which is not one of empire, neutral, rebel, scum.",
        ),
        (
            "upgrades.csv",
            loadouts.upgrades,
            "id,name",
            "name",
            "upgrades.csv:1: the columns are not the expected ones: missing id.",
        ),
        (
            "ship_map.csv",
            loadouts.ship_map,
            "rebel,B-wing",
            "rebel,A-wing",
            "ship_map.csv:3: the id 'rebel, A-wing' is already on line 2.",
        ),
    ],
)
def test_a_slip_is_told_with_its_line(
    name: str,
    read: Callable[[], Any],
    old: str,
    new: str,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(loadouts.DATA, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(loadouts, "DATA", tmp_path)
    with pytest.raises(DataError) as slips:
        read.__wrapped__()  # type: ignore[attr-defined]
    assert slips.value.faults == (fault,)
