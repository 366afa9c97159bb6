"""The language of the cards: `NAME(key=value,…)` joined by `;`, carried out from left to right.

Cards are data; the engine knows the primitives of this language and no card. A value `a|b` means either.
Numbers are integers; words stay words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Value = int | str | tuple[str, ...]

PRIMITIVES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "ORDER": frozenset(("n", "sector", "within", "of", "class", "where", "pursuit")),
        "MOVE": frozenset(("kind", "set", "add", "mult")),
        "MOVE_AFTER": frozenset(("n",)),
        "PASS": frozenset(("through",)),
        "COMBAT": frozenset(("mode",)),
        "DICE": frozenset(("add", "when", "scope", "vs")),
        "ATTACK_NOW": frozenset(("vs", "dice", "pursuit")),
        "FIRST_STRIKE": frozenset(("when", "pursuit")),
        "EXTRA_ATTACK": frozenset(("kind",)),
        "CANCEL_ATTACK": frozenset(),
        "BATTLE_BACK": frozenset(("cost", "dice")),
        "PURSUIT": frozenset(("cost",)),
        "SHIELD": frozenset(("blast",)),
        "ALERT_IGNORE": frozenset(("n",)),
        "ALERT_MARK": frozenset(("op", "scope", "dice", "on")),
        "REPAIR": frozenset(("dice", "on", "max", "scope")),
        "CLOAK": frozenset(),
        "STARS": frozenset(("gain",)),
        "DRAW": frozenset(("deck", "n", "keep", "replaces", "at")),
        "DISCARD": frozenset(("deck", "who", "n", "pick")),
        "COPY_LAST": frozenset(("sector",)),
    }
)
"""The primitives and the keys that each may have."""

_CALL = re.compile(r"([A-Z_]+)\(([^()]*)\)")
_TERM = re.compile(r"([a-z_]+)(?:(==|>=|=)([a-z0-9_|]+))?")


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive with its arguments."""

    name: str
    given: Mapping[str, Value] = field(default_factory=dict)

    def number(self, key: str, usual: int = 0) -> int:
        """An argument that is a number. Raises TypeError if it is a word."""
        found = self.given.get(key, usual)
        if not isinstance(found, int):
            raise TypeError(f"{self.name}: {key} is not a number.")
        return found

    def word(self, key: str, usual: str = "") -> str:
        """An argument that is one word. Raises TypeError if it is anything else."""
        found = self.given.get(key, usual)
        if not isinstance(found, str):
            raise TypeError(f"{self.name}: {key} is not a word.")
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """An argument that is one word or several."""
        found = self.given.get(key, ())
        return found if isinstance(found, tuple) else (str(found),)


@dataclass(frozen=True, slots=True)
class Condition:
    """One term of a condition, such as `alerts==1`: what is asked, how it is compared, with which values."""

    name: str
    sign: str = ""
    values: tuple[str, ...] = ()


def parse(text: str) -> tuple[Effect, ...]:
    """The effects that a card's text in this language stands for.

    Raises ValueError for a text that cannot be read, an unknown primitive and an unknown key.
    """
    return tuple(_effect(part.strip()) for part in text.split(";") if part.strip())


def _effect(text: str) -> Effect:
    found = _CALL.fullmatch(text)
    if found is None:
        raise ValueError(f"“{text}” is no effect; effects read like DICE(add=1).")
    name, given = found[1], found[2]
    if name not in PRIMITIVES:
        raise ValueError(f"There is no effect {name}.")
    pairs = [part.split("=", 1) for part in given.split(",") if part.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"“{text}”: arguments read like add=1.")
    arguments = {key.strip(): _value(value.strip()) for key, value in pairs}
    if unknown := arguments.keys() - PRIMITIVES[name]:
        raise ValueError(f"{name} has no {' or '.join(sorted(unknown))}.")
    return Effect(name, MappingProxyType(arguments))


def _value(text: str) -> Value:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return tuple(text.split("|")) if "|" in text else text


def conditions(text: str) -> tuple[Condition, ...]:
    """The terms of a condition, all of which must hold; `none` stands for no condition.

    Raises ValueError for a term that cannot be read.
    """
    if text in ("", "none"):
        return ()
    found = [_TERM.fullmatch(part.strip()) for part in text.split("&")]
    if not all(found):
        raise ValueError(f"“{text}” is no condition; conditions read like hits>=1&alerts==1.")
    return tuple(
        Condition(each[1], each[2] or "", tuple((each[3] or "").split("|")) if each[3] else ())
        for each in found
        if each
    )
