"""Two turns that were really played, step by step."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from league.rules.phrases import join_words
from missions.battles.board.scene import Scene, Token
from missions.battles.engine.contract import PHASE, TURN, Event, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.secrecy import readable
from missions.battles.systems.manual import Picture
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.scenarios import SIDES
from missions.battles.systems.red_alert.engine.state import Phase, State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.manual.scenes import seen

WORKED = DATA / "worked_turn.txt"
"""Orders of the battle from which the worked turns are taken: the seat and the order, a line each."""
NOTES = DATA / "turn_notes.toml"
SEED, FIRST_SHOWN = "a turn for the manual", 4
"""Dice of that battle, and the number of the first worked turn."""
PASSES = "passes on"
"""The event of a side that does not answer."""


@dataclass(slots=True)
class _Step:
    """Orders that belong together: the order that begins them, a title, and what happened."""

    key: str
    title: str
    words: list[str] = field(default_factory=list)

    def picture(self, state: State) -> Picture:
        """The step with the map after it."""
        scene = seen(state)
        words = (*self.words, *notes().get(self.key, ()))
        return Picture(self.title, words, f"The map after this: {self.title}. {_standing(scene)}", scene)


@cache
def notes() -> dict[str, list[str]]:
    """Explanations by the turn and the order that begins a step."""
    return tomllib.loads(NOTES.read_text("utf-8"))


def pictures() -> Iterator[Picture]:
    """The last turns of the orders in `WORKED`, a battle of Opening Salvo: the map before each turn, then a
    picture for each step. Raises Refusal if an order is not legal.
    """
    dice = seeded_dice(SEED)
    play = Play(RED_ALERT, catalogue.written("opening_salvo", ("", ""), {}), dice)
    step: _Step | None = None
    for written in WORKED.read_text("utf-8").splitlines():
        seat, text = int(written[0]), written[2:]
        order = RED_ALERT.read(play.state, text)
        play.check(seat, order, len(play))
        if play.state.turn >= FIRST_SHOWN:
            begun = _begun(play.state, seat, order, text, step)
            if step and begun:
                yield step.picture(play.state)
            if kind_of(order[1]) is Kind.COMMAND:
                yield _before(play.state)
            step = begun or step
        odds, events = _odds(play, seat, order), play.force(seat, order, dice)
        if step:
            step.words += [*odds, *_told(play.state, order, events)]
    if step:
        yield step.picture(play.state)


def _begun(state: State, seat: int, order: Order, text: str, step: _Step | None) -> _Step | None:
    """The step that an order begins; None if it belongs to the one before."""
    kind, turn = kind_of(order[1]), state.turn
    sentence, _ = READER.order_sentence(RED_ALERT.view_for(state, seat), order)
    key = f"{turn} {text}"
    if kind is Kind.COMMAND:
        return _Step(key, f"Turn {turn}: the card and its orders")
    if kind in (Kind.ATTACK, Kind.PURSUE):
        return _Step(key, sentence.split(". ")[0].rstrip("."))
    moves = f"Turn {turn}: the moves"
    if kind is Kind.MOVE and step and step.title != moves:
        return _Step(key, moves)
    end = f"{turn} end"
    if state.phase is Phase.END and step and step.key != end:
        return _Step(end, f"Turn {turn}: its end")
    return None


def _told(state: State, order: Order, events: Sequence[Event]) -> Iterator[str]:
    """Sentences about an order, of which the first names its rule. The card in play is told whole.
    Phases, passes during the moves, and everything after the end of the turn are left out.
    """
    kind = kind_of(order[1])
    told = [each for each in RED_ALERT.narrate(state, events) if readable(each, None)]
    silent = (PHASE, PASSES) if state.phase is Phase.MOVEMENT else (PHASE,)
    found = [each for each in takewhile(lambda each: each.kind != TURN, told) if each.kind not in silent]
    for number, each in enumerate(found):
        yield each.text if number or not each.rule else f"{each.text} {{{each.rule}}}"
        if kind is Kind.COMMAND and not number:
            yield READER.order_sentence(RED_ALERT.view_for(state, state.side), order)[0].partition(". ")[2]


def _before(state: State) -> Picture:
    """The map at the beginning of a turn, with the points and stars of both sides."""
    scene = seen(state)
    score = [f"{SIDES[side]} has {standing}." for side, standing in scene.score]
    words = (
        f"It is turn {state.turn} of Opening Salvo, and {SIDES[state.side]} is to act {{RA-049}}.",
        *score,
    )
    title = f"Before turn {state.turn}"
    return Picture(title, words, f"The map {title.lower()}. {_standing(scene)}", scene)


def _standing(scene: Scene) -> str:
    """Places of all units in a sentence for each side, for people who do not see the map."""
    found = [
        join_words(f"{token.label} on {token.place}" for token in scene.tokens if _stands(token, side))
        for side in range(len(SIDES))
    ]
    return " ".join(f"{side}: {places}." for side, places in zip(SIDES, found, strict=True) if places)


def _stands(token: Token, side: int) -> bool:
    return token.side == side and bool(token.place)


def _odds(play: Play[State], seat: int, order: Order) -> list[str]:
    """Odds of an attack in a sentence, told when it is declared."""
    kind = kind_of(order[1])
    found = RED_ALERT.odds(play.state, seat, order) if kind in (Kind.ATTACK, Kind.BACK) else None
    return [f"The odds: {found.summary}."] if found else []
