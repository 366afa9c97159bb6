"""The rosters part: one shard per fleet, its rows, its ledger lines and chart points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db import models
from django.db.models import Sum

import rosters.rules.folding
import rosters.rules.orders  # noqa: F401  registers appliers and orders
from league.kernel.fold import CampaignState
from league.kernel.history import Logged
from league.prepared import Prepared
from league.store import lines
from league.store.parts import PartSpec, Table, register
from rosters.catalogue import catalogue
from rosters.models import (
    Fleet,
    FleetAsset,
    FleetSlug,
    LedgerLine,
    ShipCard,
    Squadron,
    UpgradeCard,
    ValuePoint,
)
from rosters.rules.events import DeskClosed, FleetFounded, FleetLocked, PointsChanged
from rosters.rules.fleets.slugs import slugs_of
from rosters.rules.purchases import values
from rosters.rules.state import START_POINTS, FleetState, RostersState


def fleet_row(fleet: FleetState) -> dict[str, object]:
    """The columns of a fleet's row."""
    return {
        "member": fleet.member,
        "name": fleet.name,
        "side": fleet.side,
        "suit": fleet.suit,
        "standing": fleet.standing,
        "points": fleet.points,
        "value": values.fleet_value(fleet),
        "ships": sum(not ship.mia for ship in fleet.ships.values()),
        "missing": sum(ship.mia for ship in fleet.ships.values()),
        "squadrons": len(fleet.squadrons),
        "victories": fleet.victories,
        "defeats": fleet.defeats,
        "draws": fleet.draws,
        "destroyed_points": fleet.destroyed_points,
        "proxy": fleet.proxy,
        "slug": fleet.slug,
    }


def _squadrons(fleet: FleetState) -> dict[int, dict[str, object]]:
    return {
        each.card: {
            "type": each.type,
            "value": values.squadron_value(fleet, each.card),
            "ships": sum(not ship.mia for ship in fleet.ships_in(each.card)),
        }
        for each in fleet.squadrons.values()
    }


def _ships(fleet: FleetState) -> dict[int, dict[str, object]]:
    cards = catalogue().ship_cards
    return {
        ship.id: {
            "card": ship.card,
            "name": cards[ship.card].name,
            "squadron": ship.squadron,
            "rank": ship.rank,
            "mia": ship.mia,
            "damaged": ",".join(ship.damaged),
            "crippled": ",".join(ship.crippled),
            "price": values.ship_price(fleet, ship.id),
        }
        for ship in fleet.ships.values()
    }


def _upgrades(fleet: FleetState) -> dict[int, dict[str, object]]:
    cards = catalogue().upgrades
    return {
        one.id: {"card": one.card, "name": cards[one.card].name, "ship": one.ship, "mia": one.mia}
        for one in fleet.upgrades.values()
    }


def _assets(fleet: FleetState) -> dict[int, dict[str, object]]:
    return {
        one.id: {
            "rank": one.rank,
            "kind": one.kind,
            "name": one.name,
            "target": one.target,
            "target_side": one.target_side,
            "target_name": one.target_name,
        }
        for one in fleet.assets.values()
    }


def _slugs(fleet: FleetState) -> dict[str, dict[str, object]]:
    return {slug: {"current": slug == fleet.slug} for slug in slugs_of(fleet)}


def tables(state: CampaignState, key: int) -> Iterator[Table]:
    """All rows of one fleet."""
    fleet = state.of(RostersState).fleets.get(key)
    yield Table(Fleet, {"number": key}, "number", {key: fleet_row(fleet)} if fleet else {})
    scope = {"fleet": key}
    yield Table(FleetSlug, scope, "slug", _slugs(fleet) if fleet else {})
    yield Table(Squadron, scope, "card", _squadrons(fleet) if fleet else {})
    yield Table(ShipCard, scope, "number", _ships(fleet) if fleet else {})
    yield Table(UpgradeCard, scope, "number", _upgrades(fleet) if fleet else {})
    yield Table(FleetAsset, scope, "number", _assets(fleet) if fleet else {})


BALANCES: Prepared[tuple[int, int]] = Prepared(
    lambda campaign, fleets: (
        LedgerLine.objects.filter(campaign_id=campaign, fleet__in=fleets)
        .values_list("fleet")
        .annotate(balance=Sum("amount"))
        .values_list("fleet", "balance")
    ),
    int,
    list,
)


def _balances(campaign_id: int, fleets: set[int], from_start: bool) -> dict[int, int]:
    if from_start or not fleets:
        return {}
    return dict(BALANCES.rows(campaign_id, sorted(fleets)))


def ledger_lines(campaign_id: int, events: Sequence[Logged], from_start: bool) -> Iterable[models.Model]:
    """A line per change of points (CR-003); a new fleet's first line is its starting points (CR-001)."""
    kept = [each for each in events if isinstance(each.event, PointsChanged | FleetFounded)]
    balances = _balances(campaign_id, {each.event.fleet for each in kept}, from_start)  # type: ignore[attr-defined]
    for each in kept:
        event = each.event
        if isinstance(event, FleetFounded):
            event = PointsChanged(event.fleet, START_POINTS, "CR-001", "Starting points")
        assert isinstance(event, PointsChanged)
        balances[event.fleet] = balances.get(event.fleet, 0) + event.amount
        yield LedgerLine(
            campaign_id=campaign_id,
            fleet=event.fleet,
            seq=each.seq,
            amount=event.amount,
            balance=balances[event.fleet],
            rule=event.rule,
            what=event.what[:200],
            game=event.game,
            round=event.round,
            actor=each.actor,
            at=each.at,
        )


def value_points(campaign_id: int, events: Sequence[Logged], from_start: bool) -> Iterable[models.Model]:
    """A point when a roster is locked and whenever a desk is closed."""
    for each in events:
        event = each.event
        if isinstance(event, FleetLocked | DeskClosed):
            yield ValuePoint(
                campaign_id=campaign_id,
                fleet=event.fleet,
                seq=each.seq,
                round=getattr(event, "round", None),
                value=event.value,
                points=event.points,
            )


register(PartSpec("rosters", RostersState, item=FleetState, tables=tables))
lines.register(LedgerLine, ledger_lines)
lines.register(ValuePoint, value_points)
