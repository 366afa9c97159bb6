"""A turn that was really played, order by order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from league.rules.phrases import join_words
from missions.battles.board.scene import Scene, Token
from missions.battles.engine.contract import TURN, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.secrecy import readable
from missions.battles.systems.manual import Picture
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.scenarios import SIDES
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import DATA
from missions.battles.systems.red_alert.forces import catalogue
from missions.battles.systems.red_alert.manual.scenes import seen

WORKED = DATA / "worked_turn.txt"
"""Orders of the battle from which the worked turn is taken: the seat and the order, a line each."""
SEED, SHOWN_TURN = "a turn for the manual", 5
"""Dice of that battle, and the number of the worked turn."""
PICTURED = (Kind.MOVE, Kind.ATTACK, Kind.ROLL, Kind.RETIRE, Kind.COMMAND, Kind.PURSUE, Kind.BACK)
"""Orders of the worked turn after which the map looks different."""


def pictures() -> Iterator[Picture]:
    """The last turn of the orders in `WORKED`, a battle of Opening Salvo: the map before it, then order by
    order. Raises Refusal if an order is not legal.
    """
    dice = seeded_dice(SEED)
    play = Play(RED_ALERT, catalogue.written("opening_salvo", ("", ""), {}), dice)
    words: list[str] = []
    weighed: list[str] = []
    for written in WORKED.read_text("utf-8").splitlines():
        seat, text = int(written[0]), written[2:]
        order = RED_ALERT.read(play.state, text)
        play.check(seat, order, len(play))
        shown, odds = play.state.turn == SHOWN_TURN, _odds(play, seat, order)
        if shown and kind_of(order[1]) is Kind.COMMAND:
            yield _before(seen(play.state))
        sentence, rule = READER.order_sentence(RED_ALERT.view_for(play.state, seat), order)
        events = play.force(seat, order, dice)
        if not shown:
            continue
        told = [each for each in RED_ALERT.narrate(play.state, events) if readable(each, None)]
        words += [f"{sentence} {{{rule}}}", *(odds if odds != weighed else ())]
        words += [each.text for each in told if each.kind != TURN]
        weighed = odds or weighed
        if kind_of(order[1]) in PICTURED or play.state.turn > SHOWN_TURN:
            title = _title(sentence, words if kind_of(order[1]) is Kind.ROLL else ())
            scene = seen(play.state)
            yield Picture(title, tuple(words), f"The map after this: {title}. {_standing(scene)}", scene)
            words = []


def _before(scene: Scene) -> Picture:
    """The map at the beginning of the turn, with the points and stars of both sides."""
    score = [f"{SIDES[side]} has {standing}." for side, standing in scene.score]
    words = (f"It is turn {scene.clock.turn} of Opening Salvo, and {SIDES[0]} is to act {{RA-049}}.", *score)
    return Picture("Before the turn", words, f"The map before the turn. {_standing(scene)}", scene)


def _title(sentence: str, told: Iterable[str]) -> str:
    """The order itself, or the roll if that is told: all rolls are ordered with the same words."""
    rolled = (text for text in told if " rolls " in text)
    return next(rolled, sentence.split(". ")[0]).rstrip(".")


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
    """Odds of an order in a sentence."""
    found = RED_ALERT.odds(play.state, seat, order)
    return [f"The odds: {found.summary}."] if found else []
