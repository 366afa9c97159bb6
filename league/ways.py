"""The tabs on every page of a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from league.addresses import Address, address


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the campaign's pages in the row of tabs."""

    label: str
    url: str
    symbol: str
    here: bool


TABS = (
    ("Overview", "campaign", "campaign"),
    ("Rounds", "rounds", "round"),
    ("Fleets", "fleets", "fleet"),
    ("Standings", "standings", "trophy"),
    ("More", "more", "menu"),
)


def campaign_tabs(base: Address, here: str = "") -> list[Tab]:
    """The tabs of the campaign at this address; `here` is the label of the one that the page belongs to."""
    return [Tab(label, address(route, base), symbol, label == here) for label, route, symbol in TABS]
