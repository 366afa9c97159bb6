"""A fleet's assets on their four places, and what a victory offers (CR-010, CR-083, CR-094)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.addresses import Address, address
from league.ports import game_port
from rosters.rules.assets.orders import free_rank
from rosters.rules.state import ASSET_RANKS, AssetState, FleetState


@dataclass(frozen=True, slots=True)
class AssetPlace:
    """One of the places J, Q, K and A; `number` is 0 if it is empty. `target` is whom the asset works
    against, "" for anybody; `kind` is "" as long as the place is empty."""

    rank: str
    number: int = 0
    name: str = ""
    target: str = ""
    summary: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class AssetChoice:
    """One of the assets on offer."""

    kind: str
    name: str
    target: str
    summary: str


@dataclass(frozen=True, slots=True)
class AssetShelf:
    """All places and, while an offer is open, its `choices`. A `full` shelf needs one to be given up."""

    url: str
    places: tuple[AssetPlace, ...]
    choices: tuple[AssetChoice, ...]
    full: bool

    @property
    def held(self) -> tuple[AssetPlace, ...]:
        return tuple(place for place in self.places if place.number)


def asset_shelf(fleet: FleetState, base: Address, *, missions: bool) -> AssetShelf | None:
    """The fleet's assets; None in a campaign without missions (CR-062) that left none behind. `base` is the
    fleet's own address."""
    if not missions and not fleet.assets and fleet.offer is None:
        return None
    summaries = game_port().asset_summaries()
    offer = fleet.offer
    choices = (
        ()
        if offer is None
        else tuple(
            AssetChoice(
                one.kind, one.name, offer.target_name if one.targeted else "", summaries.get(one.kind, "")
            )
            for one in offer.choices
        )
    )
    return AssetShelf(address("fleet-assets", base), places_of(fleet), choices, free_rank(fleet) is None)


def places_of(fleet: FleetState) -> tuple[AssetPlace, ...]:
    """The four places in the order J, Q, K, A."""
    by_rank = {one.rank: one for one in fleet.assets.values()}
    summaries = game_port().asset_summaries()
    return tuple(_place(rank, by_rank.get(rank), summaries) for rank in ASSET_RANKS)


def _place(rank: str, asset: AssetState | None, summaries: Mapping[str, str]) -> AssetPlace:
    if asset is None:
        return AssetPlace(rank)
    return AssetPlace(
        rank, asset.id, asset.name, asset.target_name, summaries.get(asset.kind, ""), asset.kind
    )
