"""Texts beside the map on board and replay: the turn, its phases, both forces, one unit, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from league.rules.phrases import join_words
from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Clock, Scene, Token
from missions.battles.engine.contract import Outcome, Seating, View
from missions.battles.engine.hexes import FACINGS
from missions.battles.presenters.board.fill import fill, fill_each
from missions.battles.presenters.board.inputs import Table

Led = Callable[[int], str]
"""The post of the person who leads a unit, among several of a side; "" if nobody does in particular."""


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A phase of the turn: "done", "now" or "" for what comes."""

    name: str
    when: str


@dataclass(frozen=True, slots=True)
class SidePanel:
    """One side's force as a list; `units` is finished markup, `name` its players, `emblem` its symbol."""

    side: int
    word: str
    name: str
    emblem: str
    yours: bool
    post: str
    """The reader's own place among several people of the side; "" without one."""
    first: bool
    awaited: bool
    units: SafeString


@dataclass(frozen=True, slots=True)
class UnitPanel:
    """The selected unit."""

    unit: int
    label: str
    name: str
    side: int
    words: str
    profile: tuple[tuple[str, str], ...]
    weapons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """End of the battle. `won` is from the reader's seat; None for spectators, draws and on one screen."""

    headline: str
    reason: str
    rule: str
    won: bool | None
    fought: bool = True
    """False if it was called off: there is nothing to report."""


def turn_words(clock: Clock) -> str:
    if not clock.turn:
        return clock.idle
    return f"{clock.unit} {clock.turn} of {clock.turns}" if clock.turns else f"{clock.unit} {clock.turn}"


def first_words(clock: Clock, table: Table) -> str:
    """Name of the side that goes first this turn."""
    if clock.first is None:
        return ""
    seats = table.seating.of(clock.first)
    who = placed(table, seats[0]) if len(seats) == 1 else table.seating.sides[clock.first]
    return f"{who} goes first"


def seat_word(seating: Seating, seat: int) -> str:
    """Name of a seat within a sentence."""
    return seating.seats[seat].within


def post(seating: Seating, seat: int | None) -> str:
    """A seat among several of its side, without the side: "left wing"; "" if the side has one seat."""
    if seat is None:
        return ""
    side = seating.side(seat)
    if len(seating.of(side)) == 1:
        return ""
    return seat_word(seating, seat).removeprefix(f"{seating.sides[side]} ")


def placed(table: Table, seat: int) -> str:
    """The person on a seat, with the place unless the name says it already."""
    place, name = seat_word(table.seating, seat), table.names[seat]
    return name if name.endswith(f", {place}") else f"{name} ({place})"


def players(table: Table, side: int) -> str:
    """Everybody who plays a side."""
    return join_words(table.names[seat] for seat in table.seating.of(side))


def phase_steps(clock: Clock) -> tuple[PhaseStep, ...]:
    states = ("done", "now", "")
    return tuple(
        PhaseStep(name, "done" if clock.done else states[1 + (number > clock.now) - (number < clock.now)])
        for number, name in enumerate(clock.phases)
    )


def ending(
    outcome: Outcome | None, table: Table, seat: int | None, *, called_off: bool = False
) -> Ending | None:
    """The end of a battle in words."""
    if outcome is None:
        return None
    if called_off:
        return Ending("Called off", outcome.reason, outcome.rule, None, fought=False)
    grade = f" ({outcome.grade})" if outcome.grade else ""
    if outcome.winner is None:
        return Ending(f"A draw{grade}", outcome.reason, outcome.rule, None)
    verb = "wins" if len(table.seating.of(outcome.winner)) == 1 else "win"
    headline = f"{players(table, outcome.winner)} {verb}{grade}"
    won = None if seat is None else outcome.winner == table.seating.side(seat)
    return Ending(headline, outcome.reason, outcome.rule, won)


def side_panels(
    scene: Scene,
    table: Table,
    reader_seat: int | None,
    awaited: frozenset[int],
    *,
    led: Led,
    links: bool = True,
) -> tuple[SidePanel, ...]:
    """The units of both sides as lists, with links to select each; `led` tells who leads a unit."""
    seating = table.seating
    own = None if reader_seat is None else seating.side(reader_seat)
    return tuple(
        SidePanel(
            side=side,
            word=word,
            name=players(table, side),
            emblem=table.pack.style.emblems[side],
            yours=side == own,
            post=post(seating, reader_seat) if side == own else "",
            first=scene.clock.first == side,
            awaited=any(seat in awaited for seat in seating.of(side)),
            units=_rows([token for token in scene.tokens if token.side == side], led, links),
        )
        for side, word in enumerate(seating.sides)
    )


def ready(scene: Scene) -> SafeString:
    """A link to each unit that an order is awaited for."""
    return fill_each(
        '<li><a href="?unit={}"><b>{}</b> {}</a>',
        ((token.unit, token.label, token.name) for token in scene.tokens if token.may_act),
    )


def _rows(tokens: Iterable[Token], led: Led, links: bool) -> SafeString:
    """Units of a side as list items."""
    return fill_each(
        '<li class="{}">{}<span>{}</span><small>{}</small>',
        (
            (_classes(token), _head(token, links), token.strength, _where(token) + _led(led, token))
            for token in tokens
        ),
    )


def _led(led: Led, token: Token) -> str:
    whose = led(token.unit) if token.place else ""
    return f", led by {whose}" if whose else ""


def _classes(token: Token) -> str:
    return "fu" + " can" * token.may_act + " out" * token.gone


def _head(token: Token, links: bool) -> SafeString:
    if links:
        return fill('<a href="?unit={}"><b>{}</b> {}</a>', token.unit, token.label, token.name)
    return fill("<div><b>{}</b> {}</div>", token.label, token.name)


def _where(token: Token) -> str:
    """Place and facing of a unit, or its end, and its marks."""
    facing = "" if token.facing is None else f" {FACINGS[token.facing]}"
    where = f"{token.place}{facing}" if token.place else token.status
    return where + "".join(f", {mark.words}" for mark in token.marks)


def led_by(reader: BoardReader, view: View, seating: Seating, unit: int) -> str:
    """The post of the person who leads a unit: "left wing"; "" if nobody does in particular."""
    return post(seating, reader.leader(view, unit))


def unit_panel(reader: BoardReader, view: View, token: Token | None) -> UnitPanel | None:
    """Known facts about the selected unit."""
    if token is None:
        return None
    return UnitPanel(
        unit=token.unit,
        label=token.label,
        name=token.name,
        side=token.side,
        words=token.words,
        profile=tuple(reader.profile(view, token.unit)),
        weapons=tuple(reader.weapons(view, token.unit)),
    )
