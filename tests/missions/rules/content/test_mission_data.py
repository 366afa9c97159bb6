"""Loading the missions' data: words that are none of those allowed are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from missions.rules.content import mission_data


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [("aim", "tourism", "scouting, crossing"), ("victory", "applause", "markers, key_ship")],
)
def test_a_mission_with_an_unknown_word_is_refused(
    monkeypatch: pytest.MonkeyPatch, key: str, value: str, allowed: str
) -> None:
    path = Path(mission_data.__file__).parent / "data" / "missions.toml"
    raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    raw["4"][key] = value
    monkeypatch.setattr(mission_data, "_read", lambda name: raw)
    with pytest.raises(ValueError, match=f"mission 4: '{value}' is none of {allowed}"):
        mission_data.missions.__wrapped__()
