"""Questions out of turn, and what each standing answer means (RA-111, RA-117, RA-130, RA-162, RA-174)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from missions.battles.engine.contract import NO_UNIT, Order, Question, Window
from missions.battles.systems.red_alert.engine.answers import BATTLE_BACK
from missions.battles.systems.red_alert.engine.awaited import to_act
from missions.battles.systems.red_alert.engine.choices import Kind, packed
from missions.battles.systems.red_alert.engine.narration import counted, shown, title
from missions.battles.systems.red_alert.engine.retreats import may_disregard, may_repair
from missions.battles.systems.red_alert.engine.state import Attack, Retire, State, Wait
from missions.battles.systems.red_alert.engine.strikes import KINDS
from missions.battles.systems.red_alert.engine.windows import REPAIR, answers, under_way

NO, ROLL, DISREGARD = "no", "roll", "disregard"
NAMES = {
    Wait.DECLARED: "attacked",
    Wait.ROLL: "roll",
    Wait.SHOWN: "rolled",
    Wait.ALERT: "alert",
    Wait.WITHDRAW: "withdraw",
    Wait.BACK: "back",
    Wait.AMBUSH: "ambush",
    Wait.FOLLOW: "follow",
}
"""The kind of question that each wait is."""
QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "attacked": Question(
            "Answer with a card when your unit is attacked",
            "RA-168",
            {NO: "Pass on cards"},
        ),
        "rolled": Question(
            "Shield a unit when the dice against it lie there", "RA-168", {NO: "Pass on shields"}
        ),
        "alert": Question(
            "Retire, or get round a red alert", "RA-110", {DISREGARD: "Disregard it if that is free"}
        ),
        "withdraw": Question("Retire though no die hit", "RA-111", {NO: "Pass on such retires"}),
        "back": Question("Battle back after an attack", "RA-130", {NO: "Pass on battles back"}),
        "ambush": Question("Ambush an enemy unit that has moved", "RA-167", {NO: "Pass on ambushes"}),
        "follow": Question(
            "Play a card after a battle back of your own turn", "RA-087", {NO: "Pass on such cards"}
        ),
        "roll": Question("Roll dice that are due", "RA-085", {ROLL: "Roll at once"}, ROLL),
    }
)
_STANDING = {NO: Kind.PASS, ROLL: Kind.ROLL, DISREGARD: Kind.DISREGARD}


def window(state: State, seat: int) -> Window | None:
    """The question that a seat is asked out of turn; None if it orders in its turn."""
    if state.wait is None or seat not in to_act(state):
        return None
    kind, legal = NAMES[state.wait], set(answers(state))
    standing: dict[str, Order] = {
        key: (NO_UNIT, packed(_STANDING[key]))
        for key in QUESTIONS[kind].answers
        if (NO_UNIT, packed(_STANDING[key])) in legal
    }
    return Window(kind, _text(state), standing)


def _text(state: State) -> str:
    """The question as it is asked now."""
    assert state.wait is not None
    return _TEXTS[state.wait](state)


def _attack(state: State, found: Attack) -> str:
    how = "at close quarters" if KINDS[found.kind] == "close quarters" else "at range"
    return f"{title(state.table, found.unit)} attacks {title(state.table, found.target)} {how}."


def _declared(state: State) -> str:
    return f"{_attack(state, under_way(state))} Answer with a card before the dice fall?"


def _roll(state: State) -> str:
    frame = state.frames[-1]
    if isinstance(frame, Retire):
        return f"{title(state.table, frame.unit)} retires over a danger. Roll the dice."
    if frame.doubts:
        return f"{title(state.table, frame.target)} is hit without cap fighters. Roll to confirm."
    return f"{_attack(state, frame)} Nobody answers any more: roll the dice."


def _shown(state: State) -> str:
    found = under_way(state)
    return f"The dice against {title(state.table, found.target)} show {shown(found.faces)}. Play a card?"


def _alert(state: State) -> str:
    found = under_way(state)
    unit, hits, alerts = found.target, found.hits, found.alerts
    side = state.table.units[unit].side
    text = (
        f"{title(state.table, unit)} is hit, with {counted(alerts, 'red alert')}. Retire {2 * alerts} hexes"
    )
    if may_disregard(state, unit, hits, alerts):
        return f"{text}, or disregard it for nothing?"
    if may_repair(state, unit, hits, alerts) and state.stars[side] >= REPAIR:
        return f"{text}, or repair the unit for {REPAIR} stars?"
    return f"{text}: which way?"


def _withdraw(state: State) -> str:
    found = under_way(state)
    return f"No die hit {title(state.table, found.target)}. Retire {2 * found.alerts} hexes all the same?"


def _back(state: State) -> str:
    found = under_way(state)
    return (
        f"{title(state.table, found.target)} was attacked by {title(state.table, found.unit)} and held its "
        f"place. Battle back for {BATTLE_BACK} stars?"
    )


def _ambush(state: State) -> str:
    return f"{title(state.table, state.trigger)} has moved within reach. Ambush it?"


def _follow(state: State) -> str:
    found = under_way(state)
    return f"{title(state.table, found.unit)} has battled back. Play a card that follows an attack?"


_TEXTS = {
    Wait.DECLARED: _declared,
    Wait.ROLL: _roll,
    Wait.SHOWN: _shown,
    Wait.ALERT: _alert,
    Wait.WITHDRAW: _withdraw,
    Wait.BACK: _back,
    Wait.AMBUSH: _ambush,
    Wait.FOLLOW: _follow,
}
