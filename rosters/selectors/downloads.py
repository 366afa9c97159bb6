"""The table of all rosters for spreadsheets: one line for every ship card and every upgrade card."""

from __future__ import annotations

from collections.abc import Iterator

from league.models import Campaign
from league.selectors.campaigns import member_names
from league.selectors.downloads import Cells, Sheet, how_it_stands, register
from rosters.catalogue import catalogue
from rosters.models import Fleet, ShipCard, Squadron, UpgradeCard

COLUMNS = (
    "fleet",
    "side",
    "player",
    "state",
    "squadron",
    "squadron_type",
    "kind",
    "number",
    "card",
    "model_or_slot",
    "on_ship",
    "points",
    "rank",
    "missing",
    "damaged",
    "crippled",
)


def _rows(campaign_id: int) -> Iterator[Cells]:
    """Fleets by number, squadrons by card, the inventory last; an upgrade follows the ship that carries it.
    Six queries."""
    fleets = list(Fleet.objects.filter(campaign_id=campaign_id).order_by("number"))
    players = member_names(campaign_id, (fleet.member for fleet in fleets))
    squadrons = {
        (fleet, card): kind
        for fleet, card, kind in Squadron.objects.filter(campaign_id=campaign_id).values_list(
            "fleet", "card", "type"
        )
    }
    ships: dict[int, list[ShipCard]] = {}
    for ship in ShipCard.objects.filter(campaign_id=campaign_id).order_by("number"):
        ships.setdefault(ship.fleet, []).append(ship)
    upgrades: dict[tuple[int, int | None], list[UpgradeCard]] = {}
    for upgrade in UpgradeCard.objects.filter(campaign_id=campaign_id).order_by("number"):
        upgrades.setdefault((upgrade.fleet, upgrade.ship), []).append(upgrade)
    phase = Campaign.objects.values_list("phase", flat=True).get(pk=campaign_id)
    for fleet in fleets:
        state = how_it_stands(fleet.standing, phase)
        head = (fleet.name, fleet.side, players.get(fleet.member, ""), state)
        for ship in sorted(ships.get(fleet.number, ()), key=lambda one: (one.squadron or 99, one.number)):
            place = (ship.squadron, squadrons.get((fleet.number, ship.squadron or 0), ""))
            yield (*head, *place, *_ship(ship))
            for upgrade in upgrades.get((fleet.number, ship.number), ()):
                yield (*head, *place, *_upgrade(upgrade))
        for upgrade in upgrades.get((fleet.number, None), ()):
            yield (*head, None, "", *_upgrade(upgrade))


def _ship(ship: ShipCard) -> Cells:
    card = catalogue().ship_cards[ship.card]
    marks = (ship.rank, ship.mia, ship.damaged, ship.crippled)
    return ("ship", ship.number, ship.name, card.ship_name, None, card.points, *marks)


def _upgrade(upgrade: UpgradeCard) -> Cells:
    card = catalogue().upgrades[upgrade.card]
    return (
        "upgrade",
        upgrade.number,
        upgrade.name,
        card.slot,
        upgrade.ship,
        card.points,
        "",
        upgrade.mia,
        "",
        "",
    )


register(
    Sheet("rosters", "Rosters", "Every ship and upgrade card of every fleet, one to a line.", COLUMNS, _rows)
)
