"""The reference card: statuses and fates of ships, types of squadron and, with missions, the fleet assets."""

from __future__ import annotations

from dataclasses import dataclass

from missions.presenters.manual.asset_page import ORDER
from missions.presenters.manual.reference import TypeLine, type_lines
from missions.rules.assets.text import AssetWords, asset_words
from missions.rules.content.briefing import Note
from missions.rules.content.lookup import asset_timings
from missions.rules.content.mission_data import assets
from missions.rules.content.statuses import FateRow, Status, fate_rows, statuses


@dataclass(frozen=True, slots=True)
class AssetEntry:
    """An asset on the card: when it acts and what it does, in the manual's words. `targeted`: it works
    against one fleet only."""

    name: str
    when: tuple[Note, ...]
    words: AssetWords
    targeted: bool


@dataclass(frozen=True, slots=True)
class ReferenceCard:
    """Everything on the card; `order` and `assets` are empty for a campaign without missions."""

    statuses: tuple[Status, ...]
    fates: tuple[FateRow, ...]
    types: tuple[TypeLine, ...]
    order: tuple[Note, ...]
    assets: tuple[AssetEntry, ...]


def reference_card(*, with_assets: bool) -> ReferenceCard:
    """The card of a campaign with missions or without."""
    entries = (
        AssetEntry(asset.name, asset_timings()[kind].when, asset_words()[kind], asset.targeted)
        for kind, asset in assets().items()
    )
    return ReferenceCard(
        statuses(),
        fate_rows(),
        type_lines(),
        ORDER if with_assets else (),
        tuple(entries) if with_assets else (),
    )
