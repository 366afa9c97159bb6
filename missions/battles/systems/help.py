"""Help pages of rule systems, read from their data."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from missions.battles.systems.pack import HelpSection


def read_help(file: Path) -> tuple[HelpSection, ...]:
    """The sections of a `help.toml`, in order."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(data["sections"], tuple[HelpSection, ...])
