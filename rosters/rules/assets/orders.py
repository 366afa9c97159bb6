"""Taking or declining the asset that a victory offers (CR-083, CR-094)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from league.kernel.decision import Decision, Order, decides
from league.kernel.refusal import Refusal, Unreadable
from rosters.rules import events as ev
from rosters.rules.access import own_fleet
from rosters.rules.state import ASSET_RANKS, AssetOffer, FleetState


@dataclass(frozen=True, slots=True)
class TakeAsset(Order):
    """Take one of the assets on offer. A fleet that holds four names the one that it gives up (`give_up`, an
    asset's number)."""

    name: ClassVar[str] = "take_asset"

    fleet: int
    kind: str
    give_up: int | None = None


@dataclass(frozen=True, slots=True)
class DeclineAsset(Order):
    """Turn the offer of a victory down."""

    name: ClassVar[str] = "decline_asset"

    fleet: int


def free_rank(fleet: FleetState) -> str | None:
    """The first card J, Q, K, A that marks no asset of the fleet; None when it holds four (CR-010,
    CR-083)."""
    taken = {each.rank for each in fleet.assets.values()}
    return next((rank for rank in ASSET_RANKS if rank not in taken), None)


def _offer_of(fleet: FleetState) -> AssetOffer:
    if fleet.offer is None:
        raise Refusal(
            "no_offer",
            f"No asset is on offer to {fleet.name}. A victory in a mission brings the next one.",
            rule="CR-094",
        )
    return fleet.offer


@decides(TakeAsset)
def _take(d: Decision, order: TakeAsset) -> None:
    fleet = own_fleet(d, order.fleet, "choose this fleet's asset")
    offer = _offer_of(fleet)
    chosen = next((each for each in offer.choices if each.kind == order.kind), None)
    if chosen is None:
        names = ", ".join(each.name for each in offer.choices)
        raise Unreadable(
            "not_offered", f"That asset is not on offer; choose among: {names}.", rule="CR-094", field="kind"
        )
    _make_room(d, fleet, order.give_up, offer.game)
    rank = free_rank(fleet)
    assert rank is not None
    d.emit(
        ev.AssetGained(
            fleet=fleet.id,
            asset=d.new_id(),
            asset_kind=chosen.kind,
            name=chosen.name,
            rank=rank,
            target=offer.target if chosen.targeted else 0,
            target_side=offer.target_side if chosen.targeted else "",
            target_name=offer.target_name if chosen.targeted else "",
            game=offer.game,
        )
    )


def _make_room(d: Decision, fleet: FleetState, give_up: int | None, game: int) -> None:
    """CR-083: a fifth asset needs one of the four to go."""
    if give_up is None:
        if free_rank(fleet) is None:
            raise Refusal(
                "four_assets",
                f"{fleet.name} holds four assets, which is the limit. Choose one to give up, or take none.",
                rule="CR-083",
                field="give_up",
            )
        return
    asset = fleet.assets.get(give_up)
    if asset is None:
        raise Unreadable(
            "no_asset",
            "That asset is not on this roster. Choose one that is.",
            rule="CR-083",
            field="give_up",
        )
    if free_rank(fleet) is not None:
        raise Refusal(
            "room_left",
            f"{fleet.name} has room for another asset, so you need not give one up.",
            rule="CR-083",
            field="give_up",
        )
    d.emit(
        ev.AssetGone(
            fleet=fleet.id, asset=asset.id, name=asset.name, rank=asset.rank, rule="CR-083", game=game
        )
    )


@decides(DeclineAsset)
def _decline(d: Decision, order: DeclineAsset) -> None:
    fleet = own_fleet(d, order.fleet, "decline this fleet's asset")
    d.emit(ev.AssetDeclined(fleet=fleet.id, game=_offer_of(fleet).game))
