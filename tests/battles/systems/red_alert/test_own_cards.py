"""Cards that bots play in their own turn, by what their effects bring."""

from __future__ import annotations

from missions.battles.systems.red_alert.bots import own_cards
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_NUMBER, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, aim_of, kind_of
from missions.battles.systems.red_alert.engine.state import Phase, State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.marks import rule
from tests.battles.systems.red_alert.positions import CW, stand


def holding(card: str, units: str, phase: Phase, **more: object) -> State:
    """Commonwealth's turn; its first unit is ordered, and it holds the card and as many stars as it likes."""
    state = stand(units, stars=(14, 4), **more)  # type: ignore[arg-type]
    state.phase, state.turn, state.side, state.ordered = phase, 1, CW, 1
    state.carried_out = COMMAND_NUMBER["SC-C"]
    state.hands[CW][1].append(COMBAT_NUMBER[card])
    return state


def worth(card: str, units: str, phase: Phase, style: str = "ahead", **more: object) -> float:
    """Points that a bot sees in playing the card now, with the best units for it."""
    state = holding(card, units, phase, **more)
    found = []
    for unit in RED_ALERT.legal_units(state, CW):
        choices = RED_ALERT.legal_orders(state, CW, unit)
        for choice, value in zip(choices, RED_ALERT.rate(state, CW, unit, choices, style), strict=True):
            if kind_of(choice) is Kind.CARD and aim_of(choice)[0] == COMBAT_NUMBER[card]:
                found.append(value)
    assert found, f"{card} cannot be played here"
    return max(found)


@rule("RA-074")
def test_boosted_engines_are_worth_it_if_they_bring_a_target_into_range():
    assert worth("BEN", "Cw CR K6, Cf BB(1) E6, Cf F A1", Phase.MOVEMENT) > 0
    assert worth("BEN", "Cw BB F6, Cf FS(1) E6", Phase.MOVEMENT) < 0


@rule("RA-074")
def test_a_slingshot_is_worth_it_if_it_brings_a_target_into_range():
    assert worth("SLG", "Cw CR K6, Cf BB(1) E6, Cf F A1", Phase.MOVEMENT, planet="K7") > 0
    assert worth("SLG", "Cw BB F6, Cf FS(1) E6", Phase.MOVEMENT, planet="F7") < 0


@rule("RA-141")
def test_a_steady_helm_is_worth_more_behind_asteroids():
    units, belt = "Cw DD H6, Cf FS(1) E6", "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12"
    assert worth("STH", units, Phase.MOVEMENT, asteroids=belt) > worth("STH", units, Phase.MOVEMENT)


@rule("RA-171")
def test_a_cloak_is_worth_more_among_enemies():
    alone = "Cw CR K6, Cf F A1"
    beset = "Cw CR F6, Cf BB E6, Cf BB E7, Cf CR D6"
    assert worth("CLK", beset, Phase.ORDERS) > worth("CLK", alone, Phase.ORDERS)
    assert worth("CLK", beset, Phase.ORDERS) > worth("CLK", beset, Phase.ORDERS, "greedy")


@rule("RA-121")
def test_sabotage_aims_at_a_unit_without_a_marker():
    marked = "Cw CR F6, Cf BB! E6"
    assert worth("SAB", "Cw CR F6, Cf BB E6", Phase.ORDERS) > worth("SAB", marked, Phase.ORDERS)


@rule("RA-168")
def test_repairs_are_worth_more_for_a_unit_with_losses():
    assert worth("DCT", "Cw BB(1) F6, Cf F A1", Phase.ORDERS) > 0


def test_every_card_for_ones_own_turn_has_a_value():
    own = {
        effect.name
        for card in COMBAT
        for effect in card.effects
        if card.timing in ("order", "move", "combat.start", "attack.after", "turn.start", "turn.end")
    }
    assert own == set(own_cards._EFFECTS)
