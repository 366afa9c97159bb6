"""The first turns of a battle that was really played, step by step."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from league.rules.phrases import join_words
from missions.battles.board.reader import BoardReader
from missions.battles.board.scene import Scene
from missions.battles.engine.contract import PHASE, TURN, Order, Sentence
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.secrecy import readable
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.ships import DATA, SIDES
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.forces import catalogue
from missions.battles.systems.galaxies.manual.scenes import seen
from missions.battles.systems.manual import Picture

WORKED = DATA / "worked_turn.txt"
"""Orders of the battle, a line each: the seat and the order."""
NOTES = DATA / "turn_notes.toml"
SCENARIO, SEED = "ring_patrol", "a turn for the manual"
"""The battle, and the seed of its dice."""
FLEETS = (
    "Barrage, seasoned Blue Hawks, Blue Sparrows",
    "Tes Kio, seasoned Red Tougu, Red Fuvu",
)
"""The fleets of the orders, whatever is ready-made for the battle."""
SILENT = (PHASE, "finishes")
"""Events that say nothing new in a manual."""
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Step:
    """Orders that belong together: the order that begins them, a title, and what happened."""

    key: str
    title: str
    turn: int
    words: list[str] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    """Rules that its words name already."""

    def tell(self, sentences: Iterable[Sentence]) -> None:
        """Add what everybody may read, in one paragraph. It names each rule once; small steps of the turn
        are left out.
        """
        told = []
        for each in sentences:
            if readable(each, None) and each.kind not in SILENT:
                named = f" {{{each.rule}}}" if each.rule not in self.cited else ""
                told.append(f"{each.text.removesuffix('.')}{named}.")
                self.cited.add(each.rule)
        if told:
            self.words.append(" ".join(told))

    def picture(self, reader: BoardReader, state: State) -> Picture:
        """The step with the part of the map after it that its words name; the whole map if they name none."""
        scene = seen(reader, state)
        words = (*self.words, *notes().get(self.key, ()))
        alt = f"The map after this: {self.title}. {_standing(scene)}".rstrip()
        return Picture(self.title, words, alt, scene, part=_named(scene, " ".join(self.words)))


@cache
def notes() -> dict[str, list[str]]:
    """Explanations by the turn and the order that begins a step."""
    return tomllib.loads(NOTES.read_text("utf-8"))


def pictures(reader: BoardReader) -> Iterator[Picture]:
    """The turns of the orders in `WORKED`, with a picture for each step. Raises Refusal if an order is not
    legal.
    """
    dice = seeded_dice(SEED)
    play = Play(GALAXIES, catalogue.written(SCENARIO, FLEETS, {}), dice)
    step: _Step | None = None
    ahead: Sequence[Sentence] = GALAXIES.narrate(play.state, play.opening)
    for written in WORKED.read_text("utf-8").splitlines():
        seat, text = int(written[0]), written[2:]
        order = GALAXIES.read(play.state, text)
        play.check(seat, order, len(play))
        if title := _begins(play.state, order, step):
            if step:
                yield step.picture(reader, play.state)
            step = _Step(f"{play.state.turn} {text}", title, play.state.turn)
            step.tell(ahead)
            ahead = ()
        assert step is not None, "the first order begins a step"
        step.words += _odds(play, seat, order)
        now, later = _parted(GALAXIES.narrate(play.state, play.force(seat, order, dice)))
        step.tell(now)
        ahead = (*ahead, *later)
    if step:
        yield step.picture(reader, play.state)


def _begins(state: State, order: Order, step: _Step | None) -> str:
    """Title of the step that an order begins; "" if it belongs to the one before."""
    unit, choice = order
    if kind_of(choice) is Kind.ACTIVATE:
        return f"Turn {state.turn}: {state.type_of(unit).title}"
    if step is None or step.turn != state.turn:
        return f"Turn {state.turn}: launches" if state.turn else "The first turn"
    return ""


def _odds(play: Play[State], seat: int, order: Order) -> Iterator[str]:
    """Odds of an order in a sentence."""
    if found := GALAXIES.odds(play.state, seat, order):
        yield f"The odds: {found.summary}."


def _parted(told: Sequence[Sentence]) -> tuple[Sequence[Sentence], Sequence[Sentence]]:
    """Sentences of the turn under way, and those from the next turn on."""
    count = len(list(takewhile(lambda each: each.kind != TURN, told)))
    return told[:count], told[count:]


def _named(scene: Scene, words: str) -> tuple[str, ...]:
    """Hexes that words name, and those under ships that they name."""
    found = set(_WORD.findall(words))
    ships = [token for token in scene.tokens if token.place and token.label in found]
    under = (place for ship in ships for place in ship.covers or (ship.place,))
    return tuple(dict.fromkeys((*under, *sorted(found & scene.grid.at.keys()))))


def _standing(scene: Scene) -> str:
    """Places of all ships in a sentence for each side, for people who do not see the map."""
    found = (
        join_words(f"{token.label} on {token.place}" for token in scene.tokens if token.side == side)
        for side in range(len(SIDES))
    )
    return " ".join(f"{side}: {places}." for side, places in zip(SIDES, found, strict=True) if places)
