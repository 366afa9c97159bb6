"""The standings as a poster for the club's wall."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from league.presenters.pictures import code
from league.presenters.standings import StandingLine, TeamLine

SIZES = ((8, "large"), (14, "medium"))
"""Sizes of the poster with the most rows for each, so that it stays on one page; more rows are small."""


@dataclass(frozen=True, slots=True)
class StandingsPoster:
    """The poster. `champion` is "" before anybody has played."""

    campaign: str
    subtitle: str
    champion: str
    lines: tuple[StandingLine, ...]
    teams: tuple[TeamLine, ...]
    ended: bool
    as_of: str
    address: str

    @property
    def title(self) -> str:
        return "Final standings" if self.ended else "Standings"

    @property
    def size(self) -> str:
        """Size of the type: "large", "medium" or "small"."""
        rows = len(self.lines) + 2 * len(self.teams)
        return next((size for most, size in SIZES if rows <= most), "small")

    @property
    def code(self) -> SafeString:
        """The code of the campaign's page."""
        return code(self.address, "Code that opens the campaign")
