"""The one door for the models that an account owns. They are no part of any campaign's log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from league.kernel.refusal import Unreadable
from rosters.catalogue import catalogue
from rosters.models import OwnedShip
from rosters.rules.collection.reading import MOST_MODELS


def change_models(user: Any, ship: str, by: int) -> int:
    """Note so many models of a ship more, or less; the number that the account has then, 0 at least. Raises
    `Unreadable` for an unknown ship and for too many."""
    if ship not in catalogue().ships:
        raise Unreadable("no_such_model", "There is no such model. Reload the page.", field="ship")
    with transaction.atomic():
        _hold(user)
        row = OwnedShip.objects.filter(user=user, ship=ship).first()
        count = max(0, (row.count if row else 0) + by)
        if count > MOST_MODELS:
            raise Unreadable("too_many_models", f"At most {MOST_MODELS} models of one ship can be noted.")
        _write(user, {ship: count})
    return count


def set_models(user: Any, counts: Mapping[str, int], *, replace: bool) -> None:
    """Note these numbers of models, which `read_models` made; with `replace` all others are taken away."""
    with transaction.atomic():
        _hold(user)
        if replace:
            OwnedShip.objects.filter(user=user).delete()
        _write(user, counts)


def _hold(user: Any) -> None:
    """Hold the account's row, so that two presses at once both count."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def _write(user: Any, counts: Mapping[str, int]) -> None:
    OwnedShip.objects.filter(user=user, ship__in=counts).delete()
    rows = [OwnedShip(user=user, ship=ship, count=count) for ship, count in counts.items() if count]
    OwnedShip.objects.bulk_create(rows)
