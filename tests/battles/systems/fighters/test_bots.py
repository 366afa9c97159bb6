"""Bots with fighters: sharper turns by their odds, a retreat where it pays, and their own tasks."""

from typing import Any

import pytest

from missions.battles.engine.bots.match import LEVELS, bots_for, fight
from missions.battles.engine.bots.rated import RatedBot
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.hexes import DISTANCE, EAST, WEST, hex_at, rotated
from missions.battles.engine.hexes import axial as hex_axial
from missions.battles.systems.fighters.bots import tasks, turns
from missions.battles.systems.fighters.engine import orders, plans, turn
from missions.battles.systems.fighters.engine.state import (
    CONVOY,
    DESTROYED,
    INITIATIVE,
    MOVE,
    TRANSPORT,
    State,
    is_inert,
)
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.setups import fighters
from tests.battles.marks import rule
from tests.battles.systems.fighters.positions import MAP, at, craft, fly, place, stage

FIGHTERS = SYSTEMS["fighters"]
RAID, CLASH, ASSAULT, HOSTAGES, THEFT = (
    "convoy_raid",
    "fighter_clash",
    "outpost_assault",
    "hostages",
    "starship_theft",
)


def to_move(state: State, seat: int, *, moved: tuple[int, ...] = ()) -> State:
    """The movement phase with that seat to order; `moved` units have had their place."""
    state.phase, state.seat = MOVE, seat
    units = [unit for unit in range(len(state.pos)) if unit not in moved and not is_inert(state, unit)]
    state.todo = tuple([unit for unit in units if state.side[unit] == side] for side in (0, 1))
    return state


def ordered(state: State, seat: int, unit: int, level: str = "greedy") -> int:
    """The choice of that unit which the level likes best."""
    choices = FIGHTERS.legal_orders(state, seat, unit)
    ratings = FIGHTERS.rate(state, seat, unit, choices, level)
    return choices[ratings.index(max(ratings))]


def rating(state: State, seat: int, unit: int, choice: int) -> float:
    choices = FIGHTERS.legal_orders(state, seat, unit)
    return FIGHTERS.rate(state, seat, unit, choices, "greedy")[choices.index(choice)]


def flown(state: State, unit: int, choice: int) -> tuple[int, int]:
    """Hex and facing in which a move ends."""
    step, facing, _ = orders.move_parts(choice)
    return state.pos[unit] + step, facing


# --- sharper turns ------------------------------------------------------------------------------------


def past_it() -> State:
    """A TIE flight that has flown past an X-wing, to its left, and shows it its tail."""
    return to_move(stage([craft("x_wing")], [craft("tie_fighter", 3, -2)]), 0, moved=(1,))


@rule("FH-074")
def test_a_sharper_turn_is_taken_where_it_is_worth_more_than_any_plain_move():
    state = past_it()
    choice = ordered(state, 0, 0)
    assert FIGHTERS.write(state, (0, choice)) == "W1 sharp L2 from 2121 E after 0/0"
    plain = [
        other for other in FIGHTERS.legal_orders(state, 0, 0) if other & 15 in (orders.MOVE, orders.STOP)
    ]
    assert rating(state, 0, 0, choice) > max(rating(state, 0, 0, other) for other in plain) + 2


@rule("FH-074")
@pytest.mark.parametrize(("crew", "made"), [("", 3), ("elite", 4)])
def test_a_sharper_turn_is_worth_what_it_leads_to_by_the_odds_of_its_roll(crew: str, made: int):
    """4+ for two facings, one face better for each point of Piloting; a failed roll has its worth, too."""
    state = stage([craft("x_wing", crew=crew)], [craft("tie_fighter", 9, 0, 3)])
    found = turns.reach(state.loadouts[0].allowance, 0)
    after_failure = {place for ways in found.ways for *_, places in ways for place in places}
    goal = next(
        number
        for number, ways in enumerate(found.ways)
        if number not in after_failure and any(facings == 2 for _, facings, _ in ways)
    )
    worth = {number: 8.0 if number == goal else 2.0 for number in range(len(found.poses))}
    choice, value = turns.best(state, 0, found, list(worth), worth, 0.0, lambda _: True)
    assert orders.sharp_parts(choice)[-1] == 2
    assert value == pytest.approx(made / 6 * 8.0 + (1 - made / 6) * 2.0)


def test_no_sharper_turn_is_tried_for_a_pose_that_a_plain_move_has_or_that_is_taken():
    state = stage([craft("x_wing")], [craft("tie_fighter", 9, 0, 3)])
    found = turns.reach(state.loadouts[0].allowance, 0)
    places = list(range(len(found.poses)))
    worth = dict.fromkeys(places, 8.0)
    assert turns.best(state, 0, found, places, worth, 8.0, lambda _: True) is None
    assert turns.best(state, 0, found, places, worth, 0.0, lambda _: False) is None
    goal = next(number for number, ways in enumerate(found.ways) if ways)
    worth = {number: 8.0 * (number == goal) for number in places}
    assert turns.best(state, 0, found, places, worth, 0.0, lambda _: True) is not None
    assert turns.best(state, 0, found, [], worth, 0.0, lambda _: True) is None
    state.pos[1] = state.pos[0] + (found.poses[goal] >> 3)
    assert turns.best(state, 0, found, places, worth, 0.0, lambda _: True) is None


def test_bots_fly_sharper_turns_in_battle():
    tried = 0
    for number in range(4):
        setup = fighters(CLASH, ["x_wing"] * 3, ["tie_fighter"] * 3)
        bots = bots_for(FIGHTERS, setup, ("greedy", "greedy"), "turns")
        battle = fight(FIGHTERS, setup, bots, seeded_dice(f"turns {number}"))
        tried += sum(event[0] == "sharp" for events in battle.events for event in events)
    assert tried >= 4


# --- the way out --------------------------------------------------------------------------------------


def at_the_edge(state: State, unit: int, facing: int = 3) -> None:
    """A unit beside the west edge, looking over it."""
    place(state, unit, MAP.at(1, 20), facing)


@rule("FH-165")
@pytest.mark.parametrize(("concedes", "leaves"), [(False, True), (True, False)])
def test_a_bot_that_is_ahead_leaves_a_clash_if_leaving_has_no_price(concedes: bool, leaves: bool):
    state = stage([craft("x_wing")], [craft("tie_fighter", 9, 0)], CLASH, concedes=concedes)
    state.men[1] = 3
    at_the_edge(state, 0)
    assert (ordered(to_move(state, 0), 0, 0) == orders.leave(WEST)) is leaves


@rule("FH-165")
def test_a_bot_that_is_behind_stays_in_a_clash():
    state = stage([craft("x_wing", men=4)], [craft("tie_fighter", 9, 0)], CLASH)
    state.men[0] = 3
    at_the_edge(state, 0)
    assert ordered(to_move(state, 0), 0, 0) != orders.leave(WEST)


def raid(men: int, others: int = 4) -> State:
    """Three raiders of which one is gone; the second has so many fighters left."""
    raiders = [craft("x_wing", 0, row) for row in range(3)]
    state = stage(raiders, [craft("light_freighter", 9, 0, role=CONVOY)] * 1, RAID)
    state.status[2], state.pos[2] = DESTROYED, -1
    state.men[1], state.men[0] = men, others
    at_the_edge(state, 1)
    return to_move(state, 0, moved=(2,))


@rule("FH-162")
@pytest.mark.parametrize(("men", "leaves"), [(1, True), (2, False), (4, False)])
def test_the_last_fighter_of_a_flight_leaves_a_raid_that_its_loss_would_lose(men: int, leaves: bool):
    assert (ordered(raid(men), 0, 1) == orders.leave(WEST)) is leaves


@rule("FH-162")
def test_it_stays_where_nobody_else_could_finish_the_raid_or_its_loss_is_none():
    assert ordered(raid(1, others=1), 0, 1) != orders.leave(WEST)
    state = raid(1)
    state.status[2], state.pos[2] = 0, at(0, 3)
    assert ordered(state, 0, 1) != orders.leave(WEST)


@rule("FH-163")
@pytest.mark.parametrize(("lost", "leaves"), [(2, True), (0, False)])
def test_a_weak_attacker_leaves_before_the_outpost_becomes_too_dear(lost: int, leaves: bool):
    """Three quarters of 40 points: 20 and 7.5 are lost, and the last fighter would make it 30."""
    attackers = [craft("x_wing", 0, row) for row in range(4)]
    state = stage(attackers, [craft("outpost", 12, 0, 3, role="outpost")], ASSAULT)
    for unit in range(2, 2 + lost):
        state.status[unit], state.pos[unit], state.men[unit] = DESTROYED, -1, 0
    state.men[1] = 1
    at_the_edge(state, 1)
    assert (ordered(to_move(state, 0, moved=(2, 3)), 0, 1) == orders.leave(WEST)) is leaves


def without_its_transport(scenario: str) -> State:
    """Two escorts left, the second one with fewer fighters, and the station or shipyard beside them."""
    units = [craft("corvette_rebel", role=TRANSPORT), craft("x_wing", 0, 1), craft("x_wing", 0, 2)]
    if scenario == HOSTAGES:
        units.append(craft("outpost", 5, 5, role="station", free=True))
        foes = [craft("tie_fighter", 9, 0, 3)]
    else:
        foes = [
            craft("tie_fighter", 9, 0, 3, role="garrison"),
            craft("outpost", 9, 4, 3, role="outpost"),
            craft("corvette_empire", 9, 6, 3, role="prize", free=True),
        ]
    state = stage(units, foes, scenario)
    state.status[0], state.pos[0], state.men[2] = DESTROYED, -1, 3
    return state


@rule("FH-164", "FH-166")
@pytest.mark.parametrize(("scenario", "staying"), [(HOSTAGES, []), (THEFT, [1])])
def test_escorts_leave_once_their_transport_is_lost(scenario: str, staying: list[int]):
    """None of the hostages' escorts is lost then; a theft needs one raider in play for a draw."""
    state = without_its_transport(scenario)
    leaving = []
    for unit in (1, 2):
        state = without_its_transport(scenario)
        at_the_edge(state, unit)
        if ordered(to_move(state, 0, moved=(0,)), 0, unit) == orders.leave(WEST):
            leaving.append(unit)
    assert leaving == [unit for unit in (1, 2) if unit not in staying]


def test_a_fleeing_craft_makes_for_the_nearest_edge():
    state = raid(1)
    place(state, 1, MAP.at(7, 20), 0)
    before = tasks.to_edge(state, state.pos[1])
    here, _ = flown(state, 1, ordered(state, 0, 1))
    assert tasks.to_edge(state, here) < before


# --- tasks --------------------------------------------------------------------------------------------


def convoy(facing: int = 0, q: int = 3) -> State:
    """A freighter, and a raider behind it."""
    freighter = craft("light_freighter", q, 0, facing, role=CONVOY)
    return to_move(stage([craft("x_wing", 0, 0)], [freighter], RAID), 1)


@rule("FH-162")
@pytest.mark.parametrize("level", ["close", "greedy"])
@pytest.mark.parametrize("facing", range(6))
def test_a_freighter_turns_to_its_exit_and_makes_for_it(level: str, facing: int):
    state = convoy(facing)
    column, _ = MAP.offset(state.pos[1])
    for _ in range(4):
        choice = ordered(to_move(state, 1), 1, 1, level)
        fly(state, choice, unit=1)
    assert state.face[1] in (0, 1, 5)
    assert MAP.offset(state.pos[1])[0] >= column + 4


@rule("FH-162")
@pytest.mark.parametrize("level", ["close", "greedy"])
def test_a_freighter_at_its_exit_leaves_by_it_and_by_no_other_edge(level: str):
    state = convoy()
    place(state, 1, MAP.at(39, 20), 0)
    assert ordered(state, 1, 1, level) == orders.leave(EAST)
    place(state, 1, MAP.at(0, 20), 3)
    assert ordered(state, 1, 1, level) != orders.leave(WEST)


@pytest.mark.parametrize("level", ["close", "greedy"])
def test_a_freighter_does_not_chase_raiders_that_are_not_on_its_way(level: str):
    state = to_move(
        stage([craft("x_wing", -4, 6)], [craft("light_freighter", 0, 0, 0, role=CONVOY)], RAID), 1
    )
    here, facing = flown(state, 1, ordered(state, 1, 1, level))
    assert (here, facing) == (at(2, 0), 0)


def test_a_freighter_that_looks_to_its_exit_stands_better():
    score = [FIGHTERS.score(convoy(facing), 1) for facing in range(6)]
    assert score[0] == max(score) and score[3] == min(score)
    assert score[0] > score[1] > score[2] > score[3] and score[1] == score[5]


@pytest.mark.parametrize("level", ["close", "greedy"])
def test_a_transport_makes_for_its_dock(level: str):
    transport = craft("corvette_rebel", 0, 0, 3, role=TRANSPORT)
    station = craft("outpost", 8, 0, role="station", free=True)
    state = stage([transport, station], [craft("tie_fighter", -5, 0)], HOSTAGES)
    before = DISTANCE[state.pos[1] - state.pos[0]]
    for _ in range(4):
        fly(state, ordered(to_move(state, 0), 0, 0, level))
    assert DISTANCE[state.pos[1] - state.pos[0]] <= before - 4


def test_raiders_hunt_freighters_rather_than_escorts_as_near():
    foes = [craft("tie_fighter", 8, -8, 3), craft("light_freighter", 0, 8, 3, role=CONVOY)]
    state = to_move(stage([craft("x_wing", 0, 0, 5)], foes, RAID), 0)
    here, _ = flown(state, 0, ordered(state, 0, 0))
    assert DISTANCE[state.pos[2] - here] < DISTANCE[state.pos[1] - here]


@pytest.mark.parametrize("level", ["close", "greedy"])
def test_an_unarmed_craft_keeps_away_from_the_enemy(level: str):
    state = to_move(stage([craft("gr_75", 0, 0)], [craft("tie_fighter", 5, 0, 3)]), 0, moved=(1,))
    before = DISTANCE[state.pos[1] - state.pos[0]]
    here, _ = flown(state, 0, ordered(state, 0, 0, level))
    assert DISTANCE[state.pos[1] - here] >= before


@pytest.mark.parametrize("level", ["close", "greedy"])
def test_freighters_of_a_battle_never_leave_by_another_edge(level: str):
    setup: dict[str, Any] = fighters(RAID, ["x_wing"] * 2, ["tie_fighter"], points=40)
    for number in range(3):
        bots = [LEVELS[level](""), RatedBot(level)]
        battle = fight(FIGHTERS, setup, bots, seeded_dice(f"exit {number}"))
        edges = [
            event[3]
            for events in battle.events
            for event in events
            if event[0] == "leave" and battle.state.fixed.units[event[1]].role == CONVOY
        ]
        assert set(edges) <= {EAST}
    assert battle.state.phase not in (INITIATIVE, MOVE) and turn.legal_units(battle.state, 1) == ()


@rule("FH-074")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("name", ["x_wing", "y_wing", "tie_fighter"])
def test_sharper_turns_reach_the_same_poses_from_every_facing(name: str, facing: int):
    """Ends are worked out once, for east. Turned, they must agree with the plans of every facing."""
    whole = stage([craft(name)], [craft("tie_fighter", 9, 0)]).loadouts[0].allowance
    level, found = turns.reach(whole, 0), turns.reach(whole, facing)
    assert [
        rotated(pose >> 3, facing) << 3 | ((pose & 7) + facing) % 6 for pose in level.poses
    ] == found.poses
    led: dict[int, set[tuple[int, int, frozenset[int]]]] = {}
    for choice, many, success, failure in plans.sharper(whole, facing):
        for pose in success:
            led.setdefault(pose, set()).add((choice, many, frozenset(failure)))
    ways = zip(found.poses, found.ways, strict=True)
    assert {
        pose: {(choice, many, frozenset(found.poses[at] for at in failed)) for choice, many, failed in each}
        for pose, each in ways
        if each
    } == led


def test_a_map_that_is_turned_changes_nothing_for_a_bot():
    """The best order of a unit and its worth, wherever it looks, as it lies on a map without near edges."""
    found = set()
    for facing in range(6):
        step = rotated(hex_at(3, -2), facing)
        foe = craft("tie_fighter", *hex_axial(step), facing)
        state = to_move(stage([craft("x_wing", 0, 0, facing)], [foe]), 0, moved=(1,))
        choice = ordered(state, 0, 0)
        *head, side, many = orders.sharp_parts(choice)
        found.add((choice & 15, side, many, round(rating(state, 0, 0, choice), 9)))
    assert len(found) == 1 and found.pop()[0] == orders.SHARP
