"""Reasons against launches, places and loads (BG-017 … BG-046)."""

from __future__ import annotations

from collections.abc import Mapping

from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine.choices import Kind, launch_of, pose_of
from missions.battles.systems.galaxies.engine.deployment import (
    first_ship,
    room_for,
    startable,
    zone_for,
)
from missions.battles.systems.galaxies.engine.field import Pose, members
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.places import number_of
from missions.battles.systems.galaxies.engine.refusing.words import OTHERWISE, Reason, Why, too_dear
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE, FleetCard, State
from missions.battles.systems.galaxies.engine.telling.words import card_name, hex_name, label, ship_name

# --- launches ---------------------------------------------------------------------------------------


def _launch(state: State, unit: int, choice: int) -> Why:
    if unit != NO_UNIT:
        return OTHERWISE
    place, carrier = launch_of(choice)
    fleet = state.table.fleets[state.side]
    if place >= len(fleet):
        return "That is no card of your fleet; choose one that you have.", "BG-020"
    facts = fleet[place]
    source = _source(state, place, carrier)
    if source is not None:
        return source
    if facts.launch > state.energy[state.side]:
        return too_dear(facts.type.title, facts.launch, state.energy[state.side])
    if not number_of(room_for(state, facts, carrier)):
        return f"There is no room for {facts.type.title}, so it stays where it is.", "BG-025"
    return _pose(state, facts, pose_of(choice), carrier)


def _source(state: State, place: int, carrier: int) -> Why | None:
    """The fault of the screen or the hold that a card is to leave."""
    name = state.table.fleets[state.side][place].type.title
    if carrier == NOWHERE:
        if place in state.reserve[state.side]:
            return None
        return f"{name} is not behind your screen any more; choose a card that is.", "BG-020"
    if carrier >= len(state.cards) or state.owner[carrier] != state.side:
        return "That is no carrier of yours; choose one of your cards.", "BG-040"
    if place not in state.holds[carrier]:
        return f"{name} is not in the hold of {card_name(state, carrier)}.", "BG-040"
    if not startable(state, carrier):
        text = f"{card_name(state, carrier)} was launched this turn; its hold opens on your next one."
        return text, "BG-040"
    return None


def _pose(state: State, facts: FleetCard, pose: Pose, carrier: int) -> Why:
    """The fault of the place of the first ship."""
    field, name = state.table.battle.field, facts.type.name
    if not all(place < field.count for place in pose):
        return "That is no hex of the map; choose one that lights up.", "BG-006"
    front, back = pose
    covered = field.covered(facts.type.size, pose)
    if not covered:
        return f"{name} would stick out over the rim of the map.", "BG-006"
    if facts.type.size == Size.MEDIUM and back not in field.step[front]:
        return f"{name} covers two hexes side by side; choose such a pair.", "BG-003"
    if facts.type.size != Size.MEDIUM and back != front:
        return f"{name} has no back end; choose one hex for it.", "BG-003"
    blocked = _blocked(state, covered)
    if blocked is not None:
        return blocked
    if not covered & zone_for(state, state.side, carrier):
        return _outside(state, name, carrier)
    return f"On {hex_name(state, front)} the other ships of {name} would find no room.", "BG-025"


def _blocked(state: State, covered: int) -> Why | None:
    field = state.table.battle.field
    rocks, taken = covered & field.rocks, covered & state.taken
    if rocks:
        return f"An asteroid lies on {hex_name(state, next(members(rocks)))}; choose another place.", "BG-029"
    if taken:
        text = f"A ship stands on {hex_name(state, next(members(taken)))}; choose empty hexes."
        return text, "BG-021"
    return None


def _outside(state: State, name: str, carrier: int) -> Why:
    if carrier == NOWHERE:
        return f"{name} has to cover at least one hex of your starting zone.", "BG-022"
    text = f"{name} has to stand next to {ship_name(state, first_ship(state, carrier))}."
    return text, "BG-041"


# --- squadrons and holds ----------------------------------------------------------------------------


def _place(state: State, unit: int, choice: int) -> Why:
    place, back = pose_of(choice)
    field, card = state.table.battle.field, state.placing
    if place >= field.count or back != place:
        return "That is no hex of the map; choose one that lights up.", "BG-006"
    if card == NOWHERE:
        return "No squadron is being launched now; choose an order that is offered.", "BG-023"
    blocked = _blocked(state, 1 << place)
    if blocked is not None:
        return blocked
    carrier, name = state.carrier[card], state.cards[card].type.name
    if not 1 << place & zone_for(state, state.side, carrier):
        return _outside(state, label(state, unit), carrier)
    text = f"Each ship of {name} has to touch another one; on {hex_name(state, place)} that cannot be."
    return text, "BG-023" if carrier == NOWHERE else "BG-042"


def _load(state: State, unit: int, choice: int) -> Why:
    card, fleet = state.loading, state.table.fleets[state.side]
    if card == NOWHERE:
        return "A hold is loaded only while its carrier is launched from behind the screen.", "BG-030"
    chosen, carrier = chosen_of(choice), state.cards[card]
    for each in chosen:
        if each not in state.reserve[state.side]:
            return "Only cards behind your screen are loaded; choose among those.", "BG-030"
        if fleet[each].type.size >= carrier.type.size:
            name = fleet[each].type.title
            return f"{name} is not smaller than {carrier.type.title} and cannot be carried.", "BG-034"
    spaces = sum(fleet[each].spaces for each in chosen)
    text = f"These cards take {spaces} spaces and {carrier.type.title} has {carrier.type.capacity}."
    return text, "BG-032"


REASONS: Mapping[Kind, Reason] = {Kind.LAUNCH: _launch, Kind.PLACE: _place, Kind.LOAD: _load}
