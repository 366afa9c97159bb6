"""A turn that was really played, order by order."""

from __future__ import annotations

from collections.abc import Iterator

from missions.battles.engine.contract import TURN, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.secrecy import readable
from missions.battles.systems.manual import Picture
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.red_alert.forces import catalogue

WORKED = DATA / "worked_turn.txt"
"""Orders of the battle from which the worked turn is taken: the seat and the order, a line each."""
SEED, SHOWN_TURN = "a turn for the manual", 5
"""Dice of that battle, and the number of the worked turn."""
PICTURED = (Kind.MOVE, Kind.ATTACK, Kind.ROLL, Kind.RETIRE, Kind.COMMAND, Kind.PURSUE, Kind.BACK)
"""Orders of the worked turn after which the map looks different."""


def pictures() -> Iterator[Picture]:
    """The last turn of the orders in `WORKED`, a battle of Opening Salvo, order by order."""
    dice = seeded_dice(SEED)
    play = Play(RED_ALERT, catalogue.written("opening_salvo", ("", ""), {}), dice)
    words: list[str] = []
    for written in WORKED.read_text("utf-8").splitlines():
        seat, text = int(written[0]), written[2:]
        order = RED_ALERT.read(play.state, text)
        play.check(seat, order, len(play))
        shown, odds = play.state.turn == SHOWN_TURN, _odds(play, seat, order)
        sentence, rule = READER.order_sentence(RED_ALERT.view_for(play.state, seat), order)
        events = play.force(seat, order, dice)
        if not shown:
            continue
        told = [each for each in RED_ALERT.narrate(play.state, events) if readable(each, None)]
        words += [f"{sentence} {{{rule}}}", *odds]
        words += [each.text for each in told if each.kind != TURN]
        if kind_of(order[1]) in PICTURED or play.state.turn > SHOWN_TURN:
            scene = READER.scene(RED_ALERT.view_for(play.state, None), ())
            title = sentence.split(". ")[0].rstrip(".")
            yield Picture(title, tuple(words), f"The map after this: {title}.", scene)
            words = []


def _odds(play: Play[State], seat: int, order: Order) -> list[str]:
    """Odds of an order in a sentence."""
    found = RED_ALERT.odds(play.state, seat, order)
    return [f"The odds: {found.summary}."] if found else []
