"""Orders of the set-up and the deploy phase, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from missions.battles.engine.contract import NO_UNIT, Draft, Pick
from missions.battles.engine.drafts import wrong
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, launch, launch_of, packed, pose_of
from missions.battles.systems.galaxies.engine.deployment import first_ship
from missions.battles.systems.galaxies.engine.drafting.steps import Picks, Steps
from missions.battles.systems.galaxies.engine.field import Pose
from missions.battles.systems.galaxies.engine.loads import ways
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State
from missions.battles.systems.galaxies.engine.telling.words import counted, hex_name, label

_ANYWHERE = (0, 0)
"""Stands for the pose of a launch that has none yet."""
_DONE = {Phase.ENERGY: "go on to the deploy phase", Phase.DEPLOY: "launch nothing more"}
"""The end of a phase; that of the action phase is the end of the turn."""


# --- launches ---------------------------------------------------------------------------------------


def _launch_parts(state: State, unit: int, choice: int) -> Picks:
    """A launch as a card, the front or middle hex of its first ship, and the back hex of a medium ship."""
    place, carrier = launch_of(choice)
    front, back = pose_of(choice)
    medium = state.table.fleets[state.side][place].type.size == Size.MEDIUM
    return (launch(place, carrier, _ANYWHERE), front, *([back] if medium else []))


def _launch_first(state: State, unit: int, value: int) -> Pick:
    place, carrier = launch_of(value)
    facts = state.table.fleets[state.side][place]
    words = f"launch {facts.type.title} for {facts.launch} energy"
    if carrier == NOWHERE:
        return Pick(value, words)
    ship = first_ship(state, carrier)
    return Pick(value, f"{words}, out of {label(state, ship)}", state.place[ship], ship)


def _launch_more(state: State, unit: int, done: Picks, value: int) -> Pick:
    return Pick(value, hex_name(state, value), value)


def _launch_asks(state: State, unit: int, done: Picks) -> tuple[str, str]:
    place, _ = launch_of(done[0])
    facts = state.table.fleets[state.side][place]
    if len(done) > 1:
        return "hex", f"Choose a hex for the back of {facts.type.name}."
    if facts.type.size == Size.SMALL:
        ship = "the first ship" if len(facts.models) > 1 else facts.type.name
        return (
            "hex",
            f"Choose a hex for {ship if ship == facts.type.name else f'{ship} of {facts.type.name}'}.",
        )
    end = "middle" if facts.type.size == Size.LARGE else "front"
    return "hex", f"Choose a hex for the {end} of {facts.type.name}."


def elsewhere(state: State, choices: Iterable[int], chosen: int) -> dict[int, Picks]:
    """The other hexes for the ship of a launch, each with the picks of the launch that puts it there: turned
    as it is, if that is legal.
    """
    card, pose, found = launch_of(chosen), pose_of(chosen), dict[int, Picks]()
    turned = _facing(state, pose)
    for choice in choices:
        if kind_of(choice) is not Kind.LAUNCH or launch_of(choice) != card:
            continue
        other = pose_of(choice)
        if other[0] != pose[0] and (other[0] not in found or _facing(state, other) == turned):
            found[other[0]] = _launch_parts(state, NO_UNIT, choice)
    return found


def _facing(state: State, pose: Pose) -> int:
    """Direction from the back to the front of a medium ship; −1 for others."""
    front, back = pose
    return -1 if front == back else state.table.battle.field.step[back].index(front)


def _place_first(state: State, unit: int, value: int) -> Pick:
    place, _ = pose_of(value)
    return Pick(value, hex_name(state, place), place)


def _done_first(state: State, unit: int, value: int) -> Pick:
    return Pick(value, _DONE.get(state.phase, "end the turn"))


# --- holds ------------------------------------------------------------------------------------------


def load(state: State, picks: Sequence[int]) -> Draft:
    """The draft of a load: the cards for the hold in any sequence, each by its place in the fleet. It may be
    sent after every pick, and without one.
    """
    found, done = ways(state), tuple(picks)
    if any(pick < 0 for pick in done) or len(set(done)) < len(done) or _packed(done) not in found:
        return wrong(picks)
    fleet = state.table.fleets[state.owner[state.loading]]
    after = [each for each in range(len(fleet)) if each not in done and _packed((*done, each)) in found]
    left = state.cards[state.loading].type.capacity - sum(fleet[each].spaces for each in done)
    text = f"Choose cards for the hold, or close it: {counted(left, 'space')} left."
    options = [
        Pick(each, f"{fleet[each].type.title}, {counted(fleet[each].spaces, 'space')}") for each in after
    ]
    return Draft(done, "card" if after else "", text if after else "", options, _packed(done))


def _packed(cards: Sequence[int]) -> int:
    return packed(Kind.LOAD, sum(1 << card for card in cards))


STEPS: Mapping[Kind, Steps] = {
    Kind.LAUNCH: Steps(_launch_parts, _launch_first, _launch_more, _launch_asks),
    Kind.PLACE: Steps(first=_place_first),
    Kind.DONE: Steps(first=_done_first),
}
