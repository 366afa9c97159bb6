"""Reading the models that an account owns."""

from __future__ import annotations

from typing import Any

from league.prepared import Prepared
from rosters.catalogue import catalogue
from rosters.models import OwnedShip

OWNED: Prepared[tuple[str, int]] = Prepared(
    lambda user: OwnedShip.objects.filter(user_id=user).values_list("ship", "count"), int
)


def owned_models(user: Any) -> dict[str, int]:
    """The number of models of each ship that the account owns. One query."""
    known = catalogue().ships
    return {ship: count for ship, count in OWNED.rows(user.pk) if ship in known}
