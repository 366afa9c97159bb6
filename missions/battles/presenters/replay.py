"""The replay of a battle, one moment at a time: the map then, what had just happened, ways to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from missions.battles.presenters.board import markup
from missions.battles.presenters.board.beside import beside, own_hand
from missions.battles.presenters.board.faces import drawer
from missions.battles.presenters.board.fill import joined
from missions.battles.presenters.board.inputs import ReplayInputs, ReplayLinks
from missions.battles.presenters.board.log import log
from missions.battles.presenters.board.picked import Picked
from missions.battles.presenters.board.questions import Curtain, curtain
from missions.battles.presenters.board.sides import (
    Ending,
    SidePanel,
    ending,
    first_words,
    led_by,
    phase_steps,
    placed,
    side_panels,
    turn_words,
)
from missions.battles.presenters.board.svg import board_svg, symbols


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another moment or view; no address if there is none to go to."""

    name: str
    address: str
    now: bool = False


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything the replay's templates show."""

    title: str
    at: int
    total: int
    seat: str
    turn: str
    first: str
    phases: SafeString
    meters: SafeString
    score: SafeString
    happened: tuple[str, ...]
    thought: str
    colours: tuple[str, str]
    symbols: SafeString
    svg: SafeString
    beside: SafeString
    sides: tuple[SidePanel, ...]
    facts: SafeString
    log: SafeString
    start: Link
    back: Link
    next: Link
    end: Link
    turns: tuple[Link, ...]
    seats: tuple[Link, ...]
    curtained: tuple[Curtain, ...]
    ending: Ending | None
    links: ReplayLinks
    legend: SafeString


def replay_page(inputs: ReplayInputs) -> ReplayPage:
    """One moment as one seat saw it, made of what that seat knew."""
    table, sight = inputs.table, inputs.sight
    pack, reader = table.pack, table.pack.board
    scene = reader.scene(sight.view, inputs.acting)
    drawn = drawer(pack.style, pack.dice)
    traces = reader.traces(sight.view, inputs.events)
    at, total = inputs.at, inputs.total
    last = ending(inputs.outcome, table, inputs.seat, called_off=inputs.called_off) if at == total else None
    return ReplayPage(
        title=table.title or scene.name,
        at=at,
        total=total,
        seat="" if inputs.seat is None else str(inputs.seat),
        turn=turn_words(scene.clock),
        first=first_words(scene.clock, table),
        phases=markup.phase_list(phase_steps(scene.clock)),
        meters=markup.meters(scene, None, 0),
        score=markup.score(scene, table.seating),
        happened=tuple(sentence.text for number, sentence in inputs.sentences if number == at),
        thought=inputs.thought,
        colours=pack.style.colours,
        symbols=symbols((scene.grid,), pack.style, pack.dice),
        svg=board_svg(scene, Picked(), traces, links=False),
        beside=joined([own_hand(scene, {}, inputs.seat), beside(scene, inputs.seat)]),
        sides=side_panels(
            scene,
            table,
            inputs.seat,
            sight.awaited,
            led=partial(led_by, reader, sight.view, table.seating),
            links=False,
        ),
        facts=markup.fact_list(scene),
        log=log([line for line in inputs.sentences if line[0] <= at], drawn, "", _seat(inputs.seat)),
        start=_step(inputs, "Start", 0, at > 0),
        back=_step(inputs, "Back", at - 1, at > 0),
        next=_step(inputs, "On", at + 1, at < total),
        end=_step(inputs, "End", total, at < total),
        turns=tuple(_turns(inputs)),
        seats=_seats(inputs),
        curtained=tuple(filter(None, (curtain(table, seat) for seat in inputs.curtained))),
        ending=last,
        links=inputs.links,
        legend=markup.legend(pack.style),
    )


def _seat(seat: int | None) -> str:
    return "" if seat is None else f"&seat={seat}"


def _step(inputs: ReplayInputs, name: str, at: int, possible: bool) -> Link:
    return Link(name, f"?at={at}{_seat(inputs.seat)}" if possible else "")


def _turns(inputs: ReplayInputs) -> Sequence[Link]:
    """The turns that have begun; the one that is watched is marked."""
    begun = [at for _, at in inputs.turns if at <= inputs.at]
    now = begun[-1] if begun else None
    return [Link(str(turn), f"?at={at}{_seat(inputs.seat)}", at == now) for turn, at in inputs.turns]


def _seats(inputs: ReplayInputs) -> tuple[Link, ...]:
    """The views to choose from, if there is a choice."""
    if len(inputs.seats) < 2:
        return ()
    return tuple(
        Link(
            "Everybody’s" if seat is None else placed(inputs.table, seat),
            f"?at={inputs.at}{_seat(seat)}",
            seat == inputs.seat,
        )
        for seat in inputs.seats
    )
