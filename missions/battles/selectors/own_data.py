"""The battles of an account in the file with everything about it."""

from __future__ import annotations

from typing import Any

from league.selectors.own_data import Files, Owner, moment, provides_own_data
from missions.battles.models import Battle, BattleOrder, BattleSeat


@provides_own_data
def _battles(owner: Owner) -> Files:
    """One entry for each seat that the account has, with its own orders. Two queries."""
    seats = list(BattleSeat.objects.filter(user=owner.user).select_related("battle").order_by("pk"))
    orders: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for each in BattleOrder.objects.filter(battle__in=[seat.battle_id for seat in seats]):
        entry = {
            "number": each.number,
            "kind": each.kind,
            "unit": each.unit,
            "choice": each.choice,
            "at": moment(each.made_at),
        }
        orders.setdefault((each.battle_id, each.seat), []).append(entry)
    return {
        "battles.json": [
            _battle(seat.battle, seat) | {"orders": orders.get((seat.battle_id, seat.number), [])}
            for seat in seats
        ]
    }


def _battle(battle: Battle, seat: BattleSeat) -> dict[str, Any]:
    return {
        "battle": battle.public_id,
        "system": battle.system,
        "status": battle.status,
        "begun": moment(battle.created_at),
        "last_change": moment(battle.changed_at),
        "your_seat": seat.number,
        "your_force": seat.force,
        "winner": battle.winner,
        "ended": battle.ended,
    }
