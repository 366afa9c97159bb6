"""Pages of people: their owners say who reads them. Their addresses follow the names."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.db import IntegrityError, transaction

from league.accounts import display_name
from league.kernel.refusal import Unreadable
from league.models import PlayerPage
from league.models.player_page import SHOWN
from league.naming import file_stem

OTHERWISE = "player"
LONGEST = 50
"""Letters of an address that come from the name."""


def show_page(user: Any, shown: str) -> PlayerPage:
    """Show the account's page to these readers; the page is made if there is none. Raises `Unreadable` for
    readers that nobody knows."""
    if shown not in dict(SHOWN):
        raise Unreadable("bad_readers", "Choose one of the three kinds of readers.", field="shown")
    with transaction.atomic():
        found = PlayerPage.objects.select_for_update().filter(user=user).first()
        if found is None:
            return _addressed(PlayerPage(user=user, shown=shown))
        found.shown = shown
        found.save(update_fields=["shown"])
        return found


def follow_name(user: Any) -> None:
    """Give the account's page the address of its present name. The old address leads nowhere: nobody reads a
    name there that its owner gave up."""
    page = PlayerPage.objects.select_for_update().filter(user=user).first()
    if page is not None:
        _addressed(page)


def _addressed(page: PlayerPage) -> PlayerPage:
    """Save the page at an address that is free; somebody of the same name may take one meanwhile."""
    while True:
        page.slug = _free_slug(page.user)
        try:
            with transaction.atomic():
                page.save()
        except IntegrityError:
            continue
        return page


def _free_slug(user: Any) -> str:
    """The first free address of the account's name: "ann", "ann-2", "ann-3" …"""
    stem = file_stem(display_name(user), OTHERWISE)[:LONGEST]
    others = PlayerPage.objects.filter(slug__startswith=stem).exclude(user=user)
    taken = set(others.values_list("slug", flat=True))
    numbered = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(each for each in numbered if each not in taken)
