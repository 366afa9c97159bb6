"""Orders put together step by step, for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from missions.battles.engine.contract import NO_UNIT, Draft, Pick
from missions.battles.engine.drafts import grown
from missions.battles.systems.galaxies.engine.awaited import legal_orders, to_act
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of
from missions.battles.systems.galaxies.engine.drafting import acting, deploying
from missions.battles.systems.galaxies.engine.drafting.steps import WHOLE, Steps
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State

STEPS: Mapping[Kind, Steps] = {**deploying.STEPS, **acting.STEPS}
"""The steps of each kind of order that has several, or a hex of its own."""
QUESTIONS = {
    Phase.BEGIN: "Choose who begins.",
    Phase.ENERGY: "Play a tactic card, or go on.",
    Phase.DEPLOY: "Launch a ship card, or go on.",
    Phase.ACTION: "Choose an order.",
}


def draft(state: State, seat: int, unit: int, picks: Sequence[int]) -> Draft:
    """The next picks after these."""
    if state.loading != NOWHERE and unit == NO_UNIT and seat in to_act(state):
        return deploying.load(state, picks)
    choices = legal_orders(state, seat, unit)
    if picks and picks[0] == acting.MOVING:
        return acting.move(state, unit, choices, picks)
    found = grown(
        choices,
        lambda choice: STEPS.get(kind_of(choice), WHOLE).parts(state, unit, choice),
        picks,
        lambda done: _step(state, unit, done),
        lambda done, value: _pick(state, unit, done, value),
    )
    if not picks:
        return replace(found, options=sorted(found.options, key=_ends_the_phase))
    if found.choice is None or kind_of(found.choice) is not Kind.LAUNCH:
        return found
    return replace(found, elsewhere=deploying.elsewhere(state, choices, found.choice))


def _ends_the_phase(pick: Pick) -> bool:
    """Whether a first pick is the end of the phase, which stands below everything else."""
    return kind_of(pick.value) is Kind.DONE


def _step(state: State, unit: int, done: tuple[int, ...]) -> tuple[str, str]:
    """Name of the next step and its question."""
    if done:
        return STEPS[kind_of(done[0])].asks(state, unit, done)
    if state.wait is not None:
        return "order", "Choose an answer."
    if state.placing != NOWHERE:
        return "hex", "Choose a hex for this ship."
    return "order", QUESTIONS[state.phase]


def _pick(state: State, unit: int, done: tuple[int, ...], value: int) -> Pick:
    if done:
        return STEPS[kind_of(done[0])].more(state, unit, done, value)
    return STEPS.get(kind_of(value), WHOLE).first(state, unit, value)
