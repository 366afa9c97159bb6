"""Shared beginnings of tests: played once, then restored from the rows that they left.

`once` is for a stretch of play in a campaign, in one process; `once_in_a_run` is for whole campaigns, which
the first process that asks plays.
"""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from league.models import Campaign, Invitation, JoinRequest, Member, Shard
from tests.beginnings import begun, known

R = TypeVar("R")
Rows = dict[str, Any]
PEOPLE = (Member, Invitation, JoinRequest)


@dataclass(frozen=True)
class Played:
    """Result of a recorded stretch of play: values of the campaign's row, and rows of every table."""

    result: Any
    campaign: Rows
    rows: dict[type[Model], list[Rows]]


_PLAYED: dict[tuple[object, ...], Played] = {}


def once(campaign: int, play: Callable[[], R], *named: object) -> R:
    """Play a stretch by the services once in this process. If a campaign stands the same again, restore
    the rows that it left instead, with the chance of the first time. Not for stretches that add people."""
    if known():
        return begun(play, campaign, *named)
    before = Campaign.objects.filter(pk=campaign).values().get()
    shards = Shard.objects.filter(campaign=campaign).order_by("part", "key")
    key = (*named, before["head_seq"], before["next_id"], *shards.values_list("part", "key", "doc"))
    kept = _PLAYED.get(key)
    if kept is not None:
        _lay_down(campaign, kept)
    else:
        last = {table: _last(table, campaign) for table in _tables()}
        result = play()
        after = Campaign.objects.filter(pk=campaign).values().get()
        changed = {name: value for name, value in after.items() if value != before[name]}
        rows = {table: _rows(table, campaign, last[table]) for table in _tables()}
        kept = _PLAYED[key] = Played(result, changed, rows)
    found: R = kept.result
    return found


def _tables() -> list[type[Model]]:
    """The tables that acts write, beside the campaign's own."""
    models = [each for each in apps.get_models() if each not in PEOPLE]
    return [each for each in models if any(field.name == "campaign" for field in each._meta.fields)]


def _dated(table: type[Model]) -> bool:
    """Whether rows are only ever added, each with its time."""
    return any(field.name == "at" for field in table._meta.fields)


def _last(table: type[Model], campaign: int) -> int:
    keys = table._default_manager.filter(campaign=campaign).order_by("-pk").values_list("pk", flat=True)
    return keys.first() or 0


def _rows(table: type[Model], campaign: int, last: int) -> list[Rows]:
    """The rows after the last key where rows are added; else all."""
    found = table._default_manager.filter(campaign=campaign, pk__gt=last if _dated(table) else 0)
    return [{**row, "id": None} for row in found.order_by("pk").values()]


def _lay_down(campaign: int, played: Played) -> None:
    Campaign.objects.filter(pk=campaign).update(**played.campaign)
    now = timezone.now()
    for table, rows in played.rows.items():
        more: Rows = {"campaign_id": campaign}
        if _dated(table):
            more["at"] = now
        else:
            table._default_manager.filter(campaign=campaign).delete()
        table._default_manager.bulk_create([table(**{**row, **more}) for row in rows])


# --- whole campaigns -------------------------------------------------------------------------------


def once_in_a_run(folder: Path, name: str, play: Callable[[], R]) -> R:
    """Result of `play`, with all rows that it leaves in an empty database. `folder` is the same in every
    process of a run. The first process plays and writes a file there; all others read it."""
    assert not Campaign.objects.exists() and not User.objects.exists()
    path = folder / f"{name}.played"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            played = play()
            rows = {model: list(model._default_manager.values()) for model in apps.get_models()}
            path.write_bytes(pickle.dumps((played, {model: kept for model, kept in rows.items() if kept})))
            return played
    result, stored = pickle.loads(path.read_bytes())
    for model, kept in stored.items():
        if not model._default_manager.exists():  # rows made by migrations exist already
            model._default_manager.bulk_create([model(**row) for row in kept])
    found: R = result
    return found
