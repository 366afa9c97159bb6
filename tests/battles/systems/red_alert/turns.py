"""Turns of Commonwealth with orders as players would say them.

    Turn("Cw CR G5, Cf CR D5", "GQ TLK", rolled="S F F").order(0).move(0, "F5").done().attack(0, 1)

The first card is played; units are numbers in the order of the position.
"""

from __future__ import annotations

from missions.battles.engine.contract import NO_UNIT, Event
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine import actions, orders, turn, windows
from missions.battles.systems.red_alert.engine.cards import (
    COMBAT_DECK,
    COMBAT_NUMBER,
    COMMAND_DECK,
    COMMAND_NUMBER,
)
from missions.battles.systems.red_alert.engine.choices import (
    Kind,
    aimed,
    attack_of,
    attack_on,
    kind_of,
    load_of,
    move_to,
    packed,
    unpack_way,
)
from missions.battles.systems.red_alert.engine.combat import Course
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS
from missions.battles.systems.red_alert.engine.state import NO_CARD
from tests.battles.systems.red_alert.positions import CW, faces, labels, stand


class Turn:
    """A turn of Commonwealth, which holds the named cards and plays the first of them."""

    def __init__(self, units: str, cards: str, rolled: str = "", **more: object) -> None:
        self.state = stand(units, **more)  # type: ignore[arg-type]
        self.dice = ScriptedDice(faces(rolled))
        self.events: list[Event] = []
        self.state.decks = [list(COMMAND_DECK), list(COMBAT_DECK)]
        names = cards.split()
        for name in names:
            self.deal(CW, name)
        self.do(lambda course: turn.begin(self.state, CW, course))
        if names and names[0] in COMMAND_NUMBER:
            self.give(NO_UNIT, packed(Kind.COMMAND, COMMAND_NUMBER[names[0]]))

    def deal(self, side: int, card: str) -> None:
        deck = 0 if card in COMMAND_NUMBER else 1
        self.state.hands[side][deck].append((COMMAND_NUMBER | COMBAT_NUMBER)[card])

    def do(self, doing: object) -> None:
        course = Course(self.state.waiting if self.state.wait else self.state.side, self.dice)
        doing(course)  # type: ignore[operator]
        self.events += course.events

    def offered(self, kind: Kind, unit: int | None = None) -> list[int]:
        """Loads of the orders of a kind that may be given now."""
        found = windows.answers(self.state) if self.state.wait else orders.orders(self.state)
        return [load_of(choice) for each, choice in found if kind_of(choice) is kind and unit in (None, each)]

    def give(self, unit: int, choice: int) -> None:
        """Give an order that is offered."""
        found = windows.answers(self.state) if self.state.wait else orders.orders(self.state)
        assert (unit, choice) in found, (unit, kind_of(choice).name)
        doing = windows.answer if self.state.wait else actions.carry_out
        self.do(lambda course: doing(self.state, (unit, choice), course))

    def order(self, *units: int) -> Turn:
        """Order these units and go on to the movement."""
        for unit in units:
            self.give(unit, packed(Kind.ORDER))
        return self.done()

    def done(self) -> Turn:
        self.give(NO_UNIT, packed(Kind.DONE))
        return self

    def move(self, unit: int, hex_: str, impulse: bool = False) -> Turn:
        self.give(unit, move_to(HEXES[hex_], impulse))
        return self

    def attack(self, unit: int, target: int, card: str = "") -> Turn:
        self.give(unit, attack_on(target, COMBAT_NUMBER[card] if card else NO_CARD))
        return self

    def card(self, name: str, *units: int) -> Turn:
        self.give(NO_UNIT, aimed(COMBAT_NUMBER[name], *units))
        return self

    def retire(self, hexes: str) -> Turn:
        """Send the unit that was attacked home over these hexes."""
        target = windows.under_way(self.state).target
        side, start = self.state.waiting, self.state.place[target]
        found = {labels(unpack_way(side, start, way)): way for way in self.offered(Kind.RETIRE)}
        self.give(NO_UNIT, packed(Kind.RETIRE, found[hexes]))
        return self

    def ends(self, unit: int, paid: bool = False) -> set[str]:
        """Names of the hexes that a unit may move to, for nothing or for stars."""
        return {LABELS[load >> 1] for load in self.offered(Kind.MOVE, unit) if bool(load & 1) is paid}

    def targets(self, unit: int) -> set[tuple[int, str]]:
        """Targets that a unit may attack, each with the card that goes with it."""
        names = {number: name for name, number in COMBAT_NUMBER.items()}
        found = [attack_of(packed(Kind.ATTACK, load)) for load in self.offered(Kind.ATTACK, unit)]
        return {(target, names.get(card, "")) for target, card in found}

    def place(self, unit: int) -> str:
        return LABELS[self.state.place[unit]] if self.state.place[unit] >= 0 else "gone"
