"""Sentences about a round: how it stands, and whose move it is (CR-051 … CR-056)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from league.rules.matching import may_meet, waits_for_game
from league.rules.phrases import SIDE_NAMES, join_words
from league.rules.state import RoundState


class Fleet(Protocol):
    """A fleet as these sentences need it."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def standing(self) -> str: ...


F = TypeVar("F", bound=Fleet)


def round_sub(at: RoundState, fleets: Collection[Fleet]) -> str:
    """Sentence about a round, below its heading."""
    if not at.open:
        return (
            "This round is closed, but a game of it has no result." if at.playing else "This round is closed."
        )
    if at.agreed:
        return "Two players agreed on a game. Nobody else is called to this round."
    names = {each.number: each.name for each in fleets}
    words = _how_it_stands(at, names, [each.name for each in at_repairs(at, fleets)])
    return words[0].upper() + words[1:]


def at_repairs(at: RoundState, fleets: Iterable[F]) -> list[F]:
    """The fleets among these that are present and whose repairs are open."""
    return [each for each in fleets if each.standing == "desk" and each.number in at.present]


def round_line(
    at: RoundState,
    names: Mapping[int, str],
    sides: Mapping[int, str] | None = None,
    repairing: Sequence[str] = (),
) -> str:
    """Sentences about the open round and whose move it is. `names` holds the fleet that chooses now, `sides`
    the fleets' teams in a team campaign, `repairing` the names of the round's fleets at their repairs."""
    return (
        f"Round {at.number}: {_how_it_stands(at, names, repairing)}{_who_goes_on(at, sides or {}, repairing)}"
    )


def _how_it_stands(at: RoundState, names: Mapping[int, str], repairing: Sequence[str]) -> str:
    """Sentence about the open round, as it follows a colon."""
    playing = sum(each.status == "playing" for each in at.pairings.values())
    waiting = [each for each in at.present if waits_for_game(at, each)]
    if at.picking is not None:
        return f"{names.get(at.picking, 'a fleet')} is the Active Fleet and chooses its opponent."
    if not at.present:
        return "nobody has checked in yet."
    if playing:
        return f"{playing} game{'s' if playing > 1 else ''} on the tables."
    if waiting:
        here = f"{len(at.present)} fleet{'s' if len(at.present) > 1 else ''}"
        return f"{here} checked in."
    if repairing:
        return f"the games are over. Repairs are open: {join_words(repairing)}."
    return "every game is over, and all repairs are closed."


def _who_goes_on(at: RoundState, sides: Mapping[int, str], repairing: Sequence[str]) -> str:
    """Sentence about the organiser's move in the open round, with a space before it; "" for none."""
    if at.picking is not None or not at.present or at.playing:
        return ""
    waiting = [each for each in at.present if waits_for_game(at, each)]
    if waiting:
        return f" {_can_go_on(waiting, sides)}"
    return "" if repairing else " An organiser closes the round."


def _can_go_on(waiting: Sequence[int], sides: Mapping[int, str]) -> str:
    """Sentence on whether those who wait for a game can be matched."""
    known = [sides.get(each, "") for each in waiting]
    if may_meet(known, teams=bool(sides)):
        return "An organiser starts the matching."
    if len(waiting) < 2:
        return "One waits for an opponent."
    return f"All fleets that wait for a game belong to Team {SIDE_NAMES.get(known[0], known[0])}."
