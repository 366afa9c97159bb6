"""Reading a list of models as people write it: a line for each, a table, or JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from league.kernel.refusal import Finding, Unreadable
from league.rules.phrases import join_words
from rosters.catalogue import catalogue
from rosters.catalogue.boxes import boxes, key_of

MOST_MODELS = 99
TEXT_LENGTH = 20_000
MOST_LINES = 500
MOST_HINTS = 3
"""Names that are offered for one that nobody knows."""
HEADS = frozenset({"model,count", "name,count", "ship,count"})
PACK = "expansionpack"
SIGN = "[x\N{MULTIPLICATION SIGN}*]"
_BEFORE = re.compile(rf"(\d{{1,3}})\s*{SIGN}?\s+(.+)|(\d{{1,3}})\s*{SIGN}\s*(.+)", re.IGNORECASE)
_AFTER = re.compile(rf"(.+?)(?:\s*[,;:\t=]\s*|\s+){SIGN}?\s*\(?(\d{{1,3}})\)?", re.IGNORECASE)

Line = tuple[str, str, int | None]
"""The place of a line for people, the name in it, and the number; None for a number that makes no sense."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A list of models as it was understood: the number of models of each ship in the good lines, and what is
    wrong with each of the others."""

    counts: Mapping[str, int]
    faults: tuple[Finding, ...] = ()


def read_models(text: str) -> Reading:
    """The models in a text. Raises `Unreadable` for a list that makes no sense as a whole, and with a finding
    for every line if none of them is good.

    A line is "3 X-wing", "X-wing x3", "X-wing,3" or "X-wing". It may name a box. A line that begins with # is
    passed over. JSON maps names to numbers, at the top or under `expansions` and `singletons.ship`, as a
    collection of YASB has them.
    """
    if len(text) > TEXT_LENGTH:
        raise _bad(f"Keep the list to {TEXT_LENGTH:,} characters; this one has {len(text):,}.")
    bare = text.lstrip("\ufeff").strip()
    lines = list(_of_json(bare) if bare.startswith(("{", "[")) else _of_text(bare))
    if not lines:
        raise _bad("There is no model in this list. Write one on each line, such as “3 X-wing”.")
    if len(lines) > MOST_LINES:
        raise _bad(f"Keep the list to {MOST_LINES} lines; this one has {len(lines)}.")
    return _summed(lines)


def _bad(text: str) -> Unreadable:
    return Unreadable("bad_list", text, field="text")


def _of_text(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip().strip("\"'").strip()
        if not words or words.startswith("#") or words.casefold() in HEADS:
            continue
        yield (f"Line {number}", *_parted(words))


def _parted(words: str) -> tuple[str, int]:
    """The name and the number of a line. A name may have numbers of its own, such as YT-1300."""
    if _models_of(words) is not None:
        return words, 1
    if hit := _BEFORE.fullmatch(words):
        return (hit[2] or hit[4]).strip("\"', "), int(hit[1] or hit[3])
    if hit := _AFTER.fullmatch(words):
        return hit[1].strip("\"', "), int(hit[2])
    return words, 1


def _of_json(text: str) -> Iterator[Line]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise _bad(
            "This looks like JSON, but a part of it is missing. Copy the whole text once more."
        ) from problem
    data = data.get("collection", data) if isinstance(data, dict) else data
    if not isinstance(data, dict):
        raise _bad('This JSON has no names with numbers, such as {"X-wing": 3}.')
    parts: list[Any] = [data]
    if "expansions" in data or "singletons" in data:
        singletons = data.get("singletons")
        parts = [data.get("expansions"), singletons.get("ship") if isinstance(singletons, dict) else None]
    for part in parts:
        for name, count in part.items() if isinstance(part, dict) else ():
            yield f"“{name[:40]}”", name, _number(count)


def _number(count: Any) -> int | None:
    if isinstance(count, str) and count.isdecimal() and len(count) <= 3:
        return int(count)
    if isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= 999:
        return count
    return None


def _models_of(name: str) -> Mapping[str, int] | None:
    """The models that a name stands for; None for an unknown name."""
    key = key_of(name)
    if key.endswith(PACK):
        bare = key.removesuffix(PACK)
        return boxes().get(f"{bare}box") or boxes().get(bare)
    return boxes().get(key)


def _summed(lines: list[Line]) -> Reading:
    counts: Counter[str] = Counter()
    faults = []
    for place, name, count in lines:
        models = _models_of(name)
        if models is None:
            faults.append(_unknown(place, name))
        elif count is None:
            faults.append(_fault("no_number", f"“{name[:40]}” needs a whole number from 0 to {MOST_MODELS}."))
        else:
            counts.update({ship: each * count for ship, each in models.items()})
    good = {ship: count for ship, count in counts.items() if count <= MOST_MODELS}
    faults += [_too_many(ship, count) for ship, count in counts.items() if ship not in good]
    if faults and not good:
        raise Unreadable(faults[0].code, faults[0].message, field="text", findings=faults)
    return Reading(good, tuple(faults))


def _fault(code: str, message: str) -> Finding:
    return Finding(code, message, about="text")


def _unknown(place: str, name: str) -> Finding:
    names = {key_of(ship.name): ship.name for ship in catalogue().ships.values()}
    close = get_close_matches(key_of(name), names, n=MOST_HINTS, cutoff=0.6)
    meant = join_words([f"“{names[each]}”" for each in close], "or")
    hint = f"Did you mean {meant}?" if close else "Write it as in the list of models."
    return _fault("unknown_model", f"{place}: there is no model called “{name[:40]}”. {hint}")


def _too_many(ship: str, count: int) -> Finding:
    name = catalogue().ships[ship].name
    return _fault(
        "too_many_models",
        f"At most {MOST_MODELS} models of one ship can be noted, also of {name}: this list has {count}.",
    )
