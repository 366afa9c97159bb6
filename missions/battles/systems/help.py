"""Help pages of rule systems, read from their data."""

from __future__ import annotations

import tomllib
from pathlib import Path

from missions.battles.systems.pack import HelpSection


def read_help(file: Path) -> tuple[HelpSection, ...]:
    """The sections of a `help.toml`, in order."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        HelpSection(
            each["title"],
            tuple(each.get("paragraphs", ())),
            tuple((head, text) for head, text in each.get("steps", ())),
        )
        for each in data["sections"]
    )
