"""The shape of the folded state: which fields its classes have. A snapshot that was written in another
shape is folded again from the log when the site starts."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from league.store.parts import SPECS

READING = 2
"""Number of the way in which events are read. It rises by one whenever an applier makes another state of
events that logs already hold, so that snapshots are folded again although no field changed."""


@cache
def current_shape() -> str:
    """A digest of READING and of every part's classes with their fields and types, at any depth. To be asked
    once all apps are ready."""
    seen: dict[str, str] = {}
    for spec in SPECS.values():
        _describe(spec.cls, seen)
        _describe(spec.item, seen)
    text = "\n".join([f"reading {READING}", *(f"{name}: {seen[name]}" for name in sorted(seen))])
    return hashlib.sha256(text.encode()).hexdigest()


def _describe(kind: Any, seen: dict[str, str]) -> None:
    for inner in get_args(kind):
        _describe(inner, seen)
    if not isinstance(kind, type) or not is_dataclass(kind) or kind.__qualname__ in seen:
        return
    hints = get_type_hints(kind)
    seen[kind.__qualname__] = ", ".join(f"{each.name} {hints[each.name]}" for each in fields(kind))
    for hint in hints.values():
        _describe(hint, seen)
