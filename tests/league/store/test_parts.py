"""Shards: decoded when asked for, stored when changed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from league.store.parts import Lazy, PartSpec, encode, register

ROOT = Path(__file__).resolve().parents[3]


@dataclass(slots=True)
class Thing:
    id: int
    name: str = ""


STORED = {number: encode(Thing(number, f"thing {number}")) for number in (3, 10, 20)}


class Shelf:
    """Stored texts, and a record of what was asked for."""

    def __init__(self) -> None:
        self.requests: list[int | None] = []

    def fetch(self, number: int | None) -> dict[int, str]:
        self.requests.append(number)
        if number is None:
            return dict(STORED)
        return {number: STORED[number]} if number in STORED else {}


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def things(shelf: Shelf) -> Lazy:
    return Lazy(Thing, shelf.fetch)


def test_an_item_is_fetched_once_when_it_is_asked_for(things: Lazy, shelf: Shelf) -> None:
    assert things[10] is things[10]
    assert things[10] == Thing(10, "thing 10")
    assert shelf.requests == [10]


def test_an_unknown_item_is_missing(things: Lazy) -> None:
    assert 4 not in things
    assert things.get(4) is None
    with pytest.raises(KeyError):
        things[4]


def test_walking_over_all_fetches_the_rest_and_keeps_what_is_there(things: Lazy, shelf: Shelf) -> None:
    things[10].name = "changed"
    assert [each.name for each in things.values()] == ["thing 3", "changed", "thing 20"]
    assert list(things) == [3, 10, 20]
    assert [key for key, _ in things.items()] == [3, 10, 20]
    assert (len(things), shelf.requests) == (3, [10, None])


def test_a_new_item_needs_no_fetching(things: Lazy, shelf: Shelf) -> None:
    things[5] = Thing(5)
    assert things[5] == Thing(5)
    assert shelf.requests == []
    assert dict(things.present()) == {5: Thing(5)}


def test_a_deleted_item_stays_away(things: Lazy) -> None:
    del things[10]
    assert 10 not in things
    assert list(things) == [3, 20]


class Things:
    """A part of items, as the fold registers it."""

    part_items = "items"


def test_a_sharded_part_names_its_items() -> None:
    with pytest.raises(ValueError, match="must name the class"):
        register(PartSpec("things", Things))


LEARNED = """
import league.wsgi
from league.store.parts import read_classes
classes = read_classes()
print(len(classes) > 100, [each.__name__ for each in classes if "__msgspec_cache__" not in vars(each)])
"""


def test_every_class_of_the_store_is_known_to_msgspec_before_the_first_request():
    settings = os.environ | {"DJANGO_SETTINGS_MODULE": "league.settings_test"}
    ran = subprocess.run(
        [sys.executable, "-c", LEARNED], cwd=ROOT, env=settings, check=True, capture_output=True, text=True
    )
    assert ran.stdout.strip() == "True []"
