"""What board and replay both say beside the map: the turn, its phases, both forces, one unit, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.safestring import SafeString

from missions.battles.board.scene import FACINGS, Clock, Scene, Token
from missions.battles.engine.contract import SEAT_WORDS, Outcome
from missions.battles.systems.readers import Reader

TO_COME = "not yet placed"
"""The status of a unit that is off the map because it has still to be set up."""


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A phase of the turn: "done", "now" or "" for what comes."""

    name: str
    state: str


@dataclass(frozen=True, slots=True)
class SidePanel:
    """One seat's force as a list; `units` is finished markup."""

    seat: int
    word: str
    name: str
    yours: bool
    first: bool
    awaited: bool
    units: SafeString


@dataclass(frozen=True, slots=True)
class UnitPanel:
    """The selected unit."""

    unit: int
    label: str
    name: str
    seat: int
    words: str
    profile: tuple[tuple[str, str], ...]
    weapons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the battle ended. `won` is from the reader's seat; None for spectators, draws and on one screen."""

    headline: str
    reason: str
    rule: str
    won: bool | None
    fought: bool = True
    """False where it was called off: there is nothing to report."""


def turn_words(clock: Clock) -> str:
    return f"Turn {clock.turn} of {clock.turns}" if clock.turn else "Setting up"


def first_words(clock: Clock, names: Sequence[str]) -> str:
    """Who goes first this turn."""
    return "" if clock.first is None else f"{placed(names, clock.first)} goes first"


def placed(names: Sequence[str], seat: int) -> str:
    """Who sits there, with the place unless the name says it already."""
    place = SEAT_WORDS[seat].lower()
    return names[seat] if names[seat].endswith(f", {place}") else f"{names[seat]} ({place})"


def phase_steps(clock: Clock) -> tuple[PhaseStep, ...]:
    states = ("done", "now", "")
    return tuple(
        PhaseStep(name, "done" if clock.done else states[1 + (number > clock.now) - (number < clock.now)])
        for number, name in enumerate(clock.phases)
    )


def ending(
    outcome: Outcome | None, names: Sequence[str], seat: int | None, *, called_off: bool = False
) -> Ending | None:
    """The end of a battle in words."""
    if outcome is None:
        return None
    if called_off:
        return Ending("Called off", outcome.reason, outcome.rule, None, fought=False)
    grade = f" ({outcome.grade})" if outcome.grade else ""
    if outcome.winner is None:
        return Ending(f"A draw{grade}", outcome.reason, outcome.rule, None)
    headline = f"{names[outcome.winner]} wins{grade}"
    return Ending(headline, outcome.reason, outcome.rule, None if seat is None else outcome.winner == seat)


def side_panel(
    scene: Scene,
    seat: int,
    names: Sequence[str],
    reader_seat: int | None,
    awaited: frozenset[int],
    *,
    links: bool = True,
) -> SidePanel:
    """A seat's units as a list, with links to select each."""
    return SidePanel(
        seat=seat,
        word=SEAT_WORDS[seat],
        name=names[seat],
        yours=seat == reader_seat,
        first=scene.clock.first == seat,
        awaited=seat in awaited,
        units=SafeString("".join(_row(token, links) for token in scene.tokens if token.seat == seat)),
    )


def ready(scene: Scene) -> SafeString:
    """A link to each unit that an order is awaited for."""
    return SafeString(
        "".join(
            f'<li><a href="?unit={token.unit}"><b>{token.label}</b> {escape(token.name)}</a>'
            for token in scene.tokens
            if token.may_act
        )
    )


def _row(token: Token, links: bool) -> str:
    shield = f"+{token.shield[0]}" if token.shield[1] else ""
    where = f"{token.place} {FACINGS[token.facing]}" if token.place else token.status
    marks = "".join(f", {mark.words}" for mark in token.marks)
    classes = "fu" + " can" * token.may_act + " out" * (not token.place and token.status != TO_COME)
    name = f"<b>{token.label}</b> {escape(token.name)}"
    head = f'<a href="?unit={token.unit}">{name}</a>' if links else f"<div>{name}</div>"
    return (
        f'<li class="{classes}">{head}<span>{token.left}/{token.start}{shield}</span>'
        f"<small>{where}{escape(marks)}</small>"
    )


def unit_panel(reader: Reader, state: Any, token: Token | None) -> UnitPanel | None:
    """What is known of the selected unit."""
    if token is None:
        return None
    return UnitPanel(
        unit=token.unit,
        label=token.label,
        name=token.name,
        seat=token.seat,
        words=token.words,
        profile=tuple(reader.profile(state, token.unit)),
        weapons=tuple(reader.weapons(state, token.unit)),
    )
