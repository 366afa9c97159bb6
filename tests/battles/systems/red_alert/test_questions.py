"""Questions out of turn name what a side may do, from what everybody can see."""

from __future__ import annotations

import pytest

from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.red_alert.engine.combat import Course, attack
from missions.battles.systems.red_alert.engine.state import Attack, Mode, Phase, Wait
from missions.battles.systems.red_alert.engine.strikes import kind_of
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.systems.red_alert.positions import CF, faces, stand


@pytest.mark.rule("RA-117", "RA-119")
@pytest.mark.parametrize(
    ("units", "stars", "words"),
    [
        ("Cf BB F6, Cw CR G6", 2, "or repair the unit for 2 stars?"),
        ("Cf BB F6, Cw CR G6", 1, ": which way?"),
        ("Cf BB F6, Cw F G6", 5, ": which way?"),
        ("Cf BB F6, Cw CR G6, Cw FS H6", 5, "or disregard it for nothing?"),
    ],
)
def test_a_red_alert_offers_only_what_the_unit_may_do(units: str, stars: int, words: str):
    state = stand(units, stars=(stars, 0))
    state.phase, state.turn, state.side = Phase.COMBAT, 1, CF
    found = Attack(0, 1, kind_of(state, 0, 1), Mode.ORDERED, state.place[0], state.place[1])
    hit = "F" if " F " in units else "S"
    attack(state, found, Course(CF, ScriptedDice(faces(f"{hit} R C")), seat=1))
    assert state.wait is Wait.ALERT
    window = RED_ALERT.window(state, 0)
    assert window is not None and window.text.endswith(words)
