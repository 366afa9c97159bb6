"""Two versions of a squadron side by side: what joined, left and changed, and the difference in points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rosters.presenters.roster.sheet import ShipLine, SquadronBlock, squadron_block
from rosters.presenters.what_if import Compared
from rosters.rules.squadrons.versions import Mark, Version

Kind = Literal["joined", "left", "changed", "same"]
KINDS: Mapping[Kind, str] = {"joined": "Joined", "left": "Left", "changed": "Changed", "same": ""}


@dataclass(frozen=True, slots=True)
class Row:
    """A ship in both versions; `before` or `after` is None if it was not in that one. `words` say what is
    different about it."""

    kind: Kind
    before: ShipLine | None
    after: ShipLine | None
    words: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A squadron in two versions, ship by ship."""

    before: SquadronBlock
    after: SquadronBlock
    rows: tuple[Row, ...]

    @property
    def figures(self) -> tuple[Compared, ...]:
        return (
            Compared("Squad points", self.before.value, self.after.value),
            Compared("Ships", self.before.counting, self.after.counting),
        )

    @property
    def verdict(self) -> str:
        """The differences in a sentence."""
        counts = [
            (sum(row.kind == kind for row in self.rows), kind) for kind in ("joined", "left", "changed")
        ]
        parts = [f"{_ships(number)} {kind}" for number, kind in counts if number]
        if self.before.type != self.after.type:
            parts.append(f"the type is {self.after.type_name} instead of {self.before.type_name}")
        if not parts:
            return "Nothing is different."
        listed = ", ".join(parts)
        return f"{listed[0].upper()}{listed[1:]}; {self._points()}."

    def _points(self) -> str:
        change = self.after.value - self.before.value
        if not change:
            return "as many points as before"
        noun = "point" if abs(change) == 1 else "points"
        return f"{abs(change)} {noun} {'more' if change > 0 else 'less'}"


def _ships(number: int) -> str:
    return f"{number} ship" if number == 1 else f"{number} ships"


def compared(before: Version, after: Version, card: int) -> Comparison:
    """Two versions of the squadron on that card: the ships of the later one in their order, then those that
    left."""
    old, new = squadron_block(before.fleet, card), squadron_block(after.fleet, card)
    was = {ship.id: ship for ship in old.ships}
    is_now = {ship.id for ship in new.ships}
    rows = [_row(was.get(ship.id), ship) for ship in new.ships]
    rows += [_row(ship, None) for ship in old.ships if ship.id not in is_now]
    return Comparison(old, new, tuple(rows))


def _row(before: ShipLine | None, after: ShipLine | None) -> Row:
    if before is None:
        return Row("joined", before, after)
    if after is None:
        return Row("left", before, after)
    words = tuple(_changes(before, after))
    return Row("changed" if words else "same", before, after, words)


def _changes(before: ShipLine, after: ShipLine) -> Iterator[str]:
    """Everything that is different about a ship, in a few words each."""
    if before.card != after.card:
        yield f"{before.name} became {after.name}"
    if before.given_name != after.given_name:
        yield f"called “{after.given_name}”" if after.given_name else "without a name of their own"
    if before.rank != after.rank:
        yield f"{after.rank or 'without rank'} instead of {before.rank or 'no rank'}"
    if before.mia != after.mia:
        yield "missing (MIA)" if after.mia else "back"
    if before.sections != after.sections:
        yield from _marks(before, after)
    yield from _upgrades(before, after)


def _marks(before: ShipLine, after: ShipLine) -> Iterator[str]:
    old, new = set(before.stamps), set(after.stamps)
    for stamp, marked, cleared in (
        ("DAM", "DAMAGED", "repaired"),
        ("CRPL", "CRIPPLED", "no longer CRIPPLED"),
    ):
        if (stamp in old) != (stamp in new):
            yield marked if stamp in new else cleared


def _upgrades(before: ShipLine, after: ShipLine) -> Iterator[str]:
    was = {each.id: each for each in before.upgrades}
    now = {each.id: each for each in after.upgrades}
    for number, each in now.items():
        if number not in was:
            yield f"+ {each.name} ({each.price})"
        elif each.mia != was[number].mia:
            yield f"{each.name} is {'missing' if each.mia else 'back'}"
    yield from (f"− {each.name} ({each.price})" for number, each in was.items() if number not in now)


@dataclass(frozen=True, slots=True)
class Choice:
    """A version to choose: what it was and the occasions at which it stood, the latest first."""

    version: Version
    occasions: str
    newest: bool


def choices(found: Sequence[Version], ordinals: Mapping[int, int]) -> list[Choice]:
    """The versions to choose from, newest first; `ordinals` turns numbers of rounds into 1, 2, 3 …"""
    last = len(found)
    return [
        Choice(
            each, ", ".join(_occasion(mark, ordinals) for mark in reversed(each.marks)), each.number == last
        )
        for each in reversed(found)
    ]


def _occasion(mark: Mark, ordinals: Mapping[int, int]) -> str:
    if mark.occasion == "start":
        return "start of the campaign"
    if mark.occasion == "game":
        return f"before {mark.rival} in round {ordinals.get(mark.round, 0)}"
    return f"after the repairs of round {ordinals.get(mark.round, 0)}"
