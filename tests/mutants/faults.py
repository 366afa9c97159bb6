"""The seeded faults of `faults.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTED = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True, slots=True)
class Fault:
    """One edit, and the tests of which at least one has to fail with it. `kind` is what it is a fault of."""

    name: str
    kind: str
    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]

    def seeded(self, text: str) -> str:
        """The file's text with the fault in it. Raises ValueError if the text has moved on."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {self.old!r} {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def faults() -> list[Fault]:
    """All of them, as listed."""
    rows = tomllib.loads(LISTED.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows]
