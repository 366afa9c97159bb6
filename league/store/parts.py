"""Storage of each part of the folded state: whole or in one shard per fleet or game, and its rows.

An app registers its part when it starts, so that the door can refold everything without importing the apps
above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import models

from league.kernel.events import KINDS
from league.kernel.fold import WHOLE, CampaignState, items_of


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one table that belong to one shard: `scope` finds them, `key` tells them apart, `wanted` is
    what the fold says they are (without the campaign)."""

    model: type[models.Model]
    scope: Mapping[str, Any]
    key: str
    wanted: Mapping[Any, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class PartSpec:
    """`item` is the class of a part's items. `tables(campaign state, key)` gives the rows of a shard, which
    follow from that shard alone. `follow(campaign, state, key)` is called for every changed shard, for what
    stands beside the log and has to end with what happens in it."""

    name: str
    cls: type[Any]
    item: type[Any] | None = None
    tables: Callable[[CampaignState, int], Iterable[Table]] = field(default=lambda state, key: ())
    follow: Callable[[int, CampaignState, int], None] | None = None

    @property
    def sharded(self) -> str:
        """The field of the part that is a mapping from number to item; blank keeps the part whole."""
        return items_of(self.cls)


SPECS: dict[str, PartSpec] = {}


def register(spec: PartSpec) -> None:
    """Register a part. Raises ValueError for a sharded part without the class of its items."""
    if spec.sharded and spec.item is None:
        raise ValueError(f"The sharded part {spec.name!r} must name the class of its items.")
    SPECS[spec.name] = spec


def read_classes() -> list[type[Any]]:
    """Every class that is read from the store: parts, their items, events."""
    parts = [kind for spec in SPECS.values() for kind in (spec.cls, spec.item) if kind is not None]
    return [*parts, *KINDS.values()]


def prepare_decoders() -> None:
    """Let msgspec learn the classes while there is one thread. It learns a class when it first reads one, and
    if two threads read the same new class at once, the process ends with a segmentation fault."""
    for kind in read_classes():
        msgspec.json.Decoder(kind)


def encode(value: Any) -> str:
    """JSON text of a part, shard or event. Mappings keep the order in which the fold filled them, which the
    log alone decides, so the same log always gives the same text."""
    return msgspec.json.encode(value).decode()


class Lazy(dict[int, Any]):
    """A mapping from number to item that decodes an item when it is first asked for.

    `fetch(None)` gives all stored texts by number, `fetch(n)` that of one number if it is there.
    """

    def __init__(self, item: type[Any], fetch: Callable[[int | None], Mapping[int, str]]) -> None:
        super().__init__()
        self._item = item
        self._fetch = fetch
        self._complete = False
        self._gone: set[int] = set()
        self.loaded: dict[int, str] = {}

    def _take(self, number: int | None) -> None:
        for key, text in self._fetch(number).items():
            if key not in self.loaded:
                self.loaded[key] = text
                super().__setitem__(key, msgspec.json.decode(text, type=self._item))

    def _all(self) -> None:
        if not self._complete:
            self._complete = True
            self._take(None)

    def _one(self, number: Any) -> None:
        known = self._complete or number in self.loaded or number in self._gone
        if not known and isinstance(number, int) and not super().__contains__(number):
            self._take(number)

    def __getitem__(self, number: int) -> Any:
        self._one(number)
        return super().__getitem__(number)

    def __contains__(self, number: object) -> bool:
        self._one(number)
        return super().__contains__(number)

    def get(self, number: int, default: Any = None) -> Any:
        self._one(number)
        return super().get(number, default)

    def __delitem__(self, number: int) -> None:
        self._one(number)
        self._gone.add(number)
        super().__delitem__(number)

    def __iter__(self) -> Iterator[int]:
        self._all()
        return iter(sorted(super().keys()))

    def __len__(self) -> int:
        self._all()
        return super().__len__()

    def keys(self) -> Any:
        return list(self)

    def values(self) -> Any:
        return [super(Lazy, self).__getitem__(key) for key in self]

    def items(self) -> Any:
        return [(key, super(Lazy, self).__getitem__(key)) for key in self]

    def present(self) -> Iterator[tuple[int, Any]]:
        """Items in memory, loaded or new, without fetching."""
        return iter(list(super().items()))


def pieces(state: CampaignState) -> dict[tuple[str, int], Any]:
    """Every shard of a state that is in memory: (part, key) → value."""
    found: dict[tuple[str, int], Any] = {}
    for name, spec in SPECS.items():
        value = state.parts[name]
        if not spec.sharded:
            found[name, WHOLE] = value
            continue
        mapping = getattr(value, spec.sharded)
        items = mapping.present() if isinstance(mapping, Lazy) else mapping.items()
        found.update({(name, key): item for key, item in items})
    return found


def texts(state: CampaignState) -> dict[tuple[str, int], str]:
    """Canonical text of every shard in memory."""
    return {key: encode(value) for key, value in pieces(state).items()}


def tables_of(part: str, key: int, text: str) -> list[Table]:
    """The rows of one shard, of which that is the canonical text."""
    spec, state = SPECS[part], CampaignState()
    if spec.sharded:
        setattr(state.parts[part], spec.sharded, {key: msgspec.json.decode(text, type=spec.item)})
    else:
        state.parts[part] = msgspec.json.decode(text, type=spec.cls)
    return list(spec.tables(state, key))
