"""Hints of guided battles: texts for a moment of the reader's, of which the last one that holds is shown."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from missions.battles.engine.contract import View

Conditions = Mapping[str, Callable[[View], bool]]
"""Conditions of hints by name, asked of the reader's view."""


class Hint(msgspec.Struct, frozen=True, rename={"condition": "if"}):
    """A text with rules in braces. It holds from the reader's own turn with that number on, while its
    `condition` is true ("": always).
    """

    text: str
    turn: int = 1
    condition: str = ""


class Hints(msgspec.Struct, frozen=True):
    """Hints by the moment of the reader's own turn, and by the question that is asked."""

    own: dict[str, list[Hint]]
    asked: dict[str, list[Hint]]

    def each(self) -> Iterator[tuple[str, Hint]]:
        """Every hint with its moment."""
        for kind in (self.own, self.asked):
            for moment, found in kind.items():
                for hint in found:
                    yield moment, hint


def hints_of(text: str, conditions: Conditions) -> Hints:
    """The hints in the text of a `hints.toml`. Raises ValueError for a condition that does not exist."""
    found = msgspec.convert(tomllib.loads(text), Hints)
    for moment, hint in found.each():
        if hint.condition and hint.condition not in conditions:
            raise ValueError(f"hints.toml: {moment} has a condition that does not exist: {hint.condition}.")
    return found


def told(found: Sequence[Hint], conditions: Conditions, view: View, turn: int) -> str:
    """The last of these hints that holds in the reader's own turn with that number; "" if none does."""
    for hint in reversed(found):
        if hint.turn <= turn and (not hint.condition or conditions[hint.condition](view)):
            return hint.text
    return ""
