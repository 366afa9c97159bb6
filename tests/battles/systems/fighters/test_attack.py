"""Shooting: arcs, modes, range, turrets, torpedoes (FH-001 … FH-007, FH-020 … FH-035, FH-090 … FH-128)."""

from fractions import Fraction
from itertools import product

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.dice import ScriptedDice, at_least
from missions.battles.engine.odds import reach
from missions.battles.systems.fighters.engine import attack, damage, orders, refusals, shot_odds, turn
from missions.battles.systems.fighters.engine.loadouts import (
    ANGLE,
    FIGHTER,
    FIRING_OUT,
    FRONT_GUNS,
    GUN_ARCS,
    LEFT_FLANK,
    RIGHT_FLANK,
    crews,
    loadout,
    minimum,
    profiles,
)
from missions.battles.systems.fighters.engine.state import (
    BANK,
    DOUBLE,
    MANEUVER,
    SHOOT,
    STOP,
    STRAIGHT,
    WEAVE,
    State,
    ion_of,
)
from missions.battles.systems.fighters.engine.system import FIGHTERS
from tests.battles.engine.setups import fighters
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import CORVETTE, TIE, X, Y, craft, number, stage

CLOSED = 99


@rule("FH-001", "FH-002", "FH-005")
def test_a_six_sided_die_succeeds_at_the_needed_roll_or_more():
    assert at_least(bytes([1, 3, 4, 6]), 4) == 2
    assert [reach(needed) for needed in (1, 0, -2)] == [1, 1, 1]
    assert at_least(bytes([1, 1]), 1) == 2


@rule("FH-003", "FH-007")
def test_bonuses_lower_and_penalties_raise_the_needed_roll():
    state = stage([craft(X)], [craft(TIE, 1, facing=b.showing(1))])
    terms = attack.terms(state, 0, state.loadouts[0].modes[0], 1)
    assert terms == (4, -2, 2, 0, 2, 0, 0, 0, 0, 0) and b.quote(state, "rapid").needed == sum(terms)


@rule("FH-004")
def test_a_shot_without_a_stated_limit_is_allowed():
    state = stage([craft(X, upgrades=("aft", "act"))], [craft(TIE, 23)])
    assert b.may_fire(state, "rapid") and b.may_fire(state, "lock")


@rule("FH-006", "FH-098")
def test_halves_round_up_for_movement_and_down_for_guns():
    assert minimum(7) == 4
    flights = [each for each in profiles().values() if each.kind == FIGHTER and each.rapid is not None]
    assert {each.guns for each in flights} >= {1, 2, 3, 4}
    assert [each.rapid for each in flights] == [b.rapid_bonus(each.guns) for each in flights]


@rule("FH-020", "FH-021", "FH-022")
def test_on_a_line_the_firer_takes_the_lower_and_the_target_the_higher_figure():
    assert FRONT_GUNS == (0, 0, 2, 2, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, 2, 2, 0)
    assert ANGLE == (0, 2, 2, 2, 1, 1, -1, 1, 1, 2, 2, 2)
    assert FIRING_OUT == (0, 0, 2, 1, 1, -1, -1, -1, 1, 1, 2, 0)


@rule("FH-030", "FH-033")
def test_crews_have_gunnery_piloting_and_will():
    figures = {name: (crew.gunnery, crew.piloting, crew.will) for name, crew in crews().items()}
    assert figures["civilian"] == (2, 0, 2) and figures["military"] == (3, 0, 3)
    assert figures["imperial"] == (4, 0, 3) and figures["elite"] == (4, 1, 4)
    assert figures["vader"] == (5, 2, 5) and figures["han_chewie"] == (4, 1, 3)


@rule("FH-032", "FH-033", "FH-035")
def test_a_will_save_is_seven_less_will_and_vader_alone_asks_for_it():
    state = stage([craft(X), craft("outpost", 0, 5)], [craft(TIE, 3, facing=3)])
    assert [attack.will_needed(state, unit) for unit in (0, 1)] == [4, 5]
    assert b.kinds(b.shoot(state, "rapid", [1] * 4, unit=2, target=0)) == ["fire"]


@rule("FH-034", "FH-095")
def test_ships_and_stations_gain_nothing_from_piloting():
    state = stage([craft(X)], [craft(CORVETTE, 2, crew="elite"), craft("outpost", 3, 3, crew="elite")])
    assert [attack.terms(state, 0, state.loadouts[0].modes[0], target)[4] for target in (1, 2)] == [0, 0]


@rule("FH-090")
def test_a_flight_fires_one_die_for_each_fighter_in_one_mode_at_one_target():
    state = stage([craft(X, men=3)], [craft(TIE, 2, facing=3), craft(TIE, 3, facing=3)])
    state.first = 0
    turn.start_shooting(state, ScriptedDice([]), [])
    turn.apply(state, state.seat, (0, b.shot(state, "rapid")), ScriptedDice([1, 1, 1]))
    assert 0 not in state.todo[0] and state.active == -1


@rule("FH-090")
def test_a_ship_gives_each_weapon_its_own_target():
    state = stage([craft(CORVETTE)], [craft(TIE, 2, facing=3), craft(TIE, 3, facing=3)])
    turn.start_shooting(state, ScriptedDice([]), [])
    turn.apply(state, state.seat, (0, b.shot(state, "turret1", target=1)), ScriptedDice([1] * 4))
    left = turn.legal_orders(state, 0, 0)
    assert left == [b.shot(state, "turret2", target=1), b.shot(state, "turret2", target=2), orders.FINISHED]


@rule("FH-091", "FH-092")
def test_above_six_there_is_one_die_that_hits_on_six():
    state = stage([craft(X)], [craft(TIE, 6, facing=b.showing(1))])
    event = b.shoot(state, "rapid", [6])[0]
    assert event[4:8] == (7, 6, b"\x06", 1)


@rule("FH-092", "FH-110")
def test_bad_odds_replace_raking_too():
    state = stage([craft(CORVETTE)], [craft(TIE, 8, facing=b.showing(1))])
    assert b.quote(state, "turret1").dice == 1


@pytest.mark.parametrize(("sextant", "extra"), [(0, 0), (1, 2), (2, 1), (3, -1), (4, 1), (5, 2)])
@rule("FH-093")
def test_the_angle_counts_by_the_sextant_of_the_target(sextant: int, extra: int):
    state = stage([craft(X)], [craft(TIE, 1, facing=b.showing(sextant))])
    assert attack.terms(state, 0, state.loadouts[0].modes[0], 1)[2] == extra


@rule("FH-094", "FH-075")
def test_only_moving_fighters_use_the_angle_table():
    state = stage([craft(X)], [craft(TIE, 1, facing=b.showing(1)), craft(CORVETTE, 2, 0, b.showing(1))])
    mode = state.loadouts[0].modes[0]
    state.still[1] = 1
    assert [attack.terms(state, 0, mode, target)[2] for target in (1, 2)] == [0, 0]


@pytest.mark.parametrize(
    ("distance", "extra"), [(1, 0), (3, 0), (4, 1), (6, 1), (7, 2), (9, 2), (10, attack.BEYOND)]
)
@rule("FH-096")
def test_guns_lose_one_for_every_three_hexes(distance: int, extra: int):
    assert attack.range_penalty(loadout(X).modes[0], distance) == extra


@rule("FH-097")
def test_guns_fire_through_the_front_three_sextants():
    for sextant, open_ in enumerate((True, True, False, False, False, True)):
        state = stage([craft(X, facing=b.through(sextant))], [craft(TIE, 2)])
        assert b.may_fire(state, "rapid") == open_


@rule("FH-097", "FH-173")
def test_vectored_guns_and_rear_guns():
    assert GUN_ARCS["vectored"][2] == GUN_ARCS["vectored"][10] == 0 and GUN_ARCS["vectored"][4] == CLOSED
    assert GUN_ARCS["front and rear"][6] == 0 and GUN_ARCS["front and rear"][4] == CLOSED


@rule("FH-098", "FH-050")
def test_linked_fire_adds_the_guns_into_one_shot():
    figures = {
        name: [(mode.bonus, mode.damage) for mode in loadout(name).modes[:2]]
        for name in (X, Y, TIE, "b_wing")
    }
    assert figures == {
        X: [(2, 1), (0, 4)],
        Y: [(1, 1), (0, 2)],
        TIE: [(1, 1), (0, 2)],
        "b_wing": [(1, 1), (0, 3)],
    }


@rule("FH-099", "FH-043")
def test_damage_means_nothing_to_fighters():
    state = stage([craft(X)], [craft(TIE, 2), craft(X, 15)])
    b.pend(state, "linked", 1)
    b.end_phase(state)
    assert state.men[1] == 3


@rule("FH-100")
def test_starship_weapons_fire_all_round():
    for facing in range(6):
        assert b.may_fire(stage([craft(CORVETTE, facing=facing)], [craft(TIE, 2)]), "turret1")


@rule("FH-102", "FH-076")
def test_a_double_move_costs_one_and_bars_torpedoes():
    state = stage([craft(X, upgrades=("aft", "act"))], [craft(CORVETTE, 5), craft(TIE, 6)])
    state.flown[0] = DOUBLE
    assert attack.terms(state, 0, state.loadouts[0].modes[0], 2)[6] == 1
    assert not any(b.may_fire(state, mode) for mode in ("run", "snap")) and not b.may_fire(
        state, "lock", target=2
    )


@rule("FH-014", "FH-090")
def test_nothing_stands_in_the_line_of_fire():
    between = [craft(X, 1), craft("outpost", 2), craft(TIE, 4, facing=3)]
    state = stage([craft(X), *between[:1]], [*between[1:], craft(TIE, 5, facing=3)])
    assert b.may_fire(state, "rapid", target=4) and b.quote(state, "rapid", target=4).needed == 5


@rule("FH-103")
def test_only_enemies_in_play_are_targets():
    state = stage([craft(X), craft(X, 1)], [craft(TIE, 2), craft(TIE, 3)])
    state.status[2] = 1
    assert attack.targets(state, 0) == [3]


@rule("FH-063")
def test_declining_uses_up_the_place_and_who_has_no_shot_has_none():
    state = stage([craft(X), craft(X, 0, 9, 5)], [craft(TIE, 2, facing=3)])
    turn.start_shooting(state, ScriptedDice([]), [])
    assert state.todo == ([0], [2])
    turn.apply(state, state.seat, (0, orders.FINISHED), ScriptedDice([]))
    assert state.todo == ([], [2]) and state.seat == 1


@rule("FH-064")
def test_fire_waits_for_the_end_phase():
    state = stage([craft(X)], [craft(TIE, 2, facing=3)])
    b.shoot(state, "rapid", [6] * 4)
    assert state.men[1] == 4 and state.pending == [(0, 0, 1, 4)]


@rule("FH-110")
def test_raking_counts_the_fighters_at_the_start_of_the_phase():
    state = stage([craft(CORVETTE)], [craft(TIE, 2, facing=3, men=3), craft("yt_1300", 3)])
    b.pend(state, "turret1", 2)
    assert b.quote(state, "turret1").dice == 3 and b.quote(state, "turret1", target=2).dice == 1


@rule("FH-111")
def test_a_manned_turret_fires_beside_the_guns_at_another_target():
    state = stage([craft(Y, upgrades=("manned",))], [craft(TIE, 2), craft(TIE, -2)])
    turn.start_shooting(state, ScriptedDice([]), [])
    turn.apply(state, state.seat, (0, b.shot(state, "rapid")), ScriptedDice([1] * 4))
    assert b.shot(state, "manned", target=2) in turn.legal_orders(state, 0, 0)


@pytest.mark.parametrize(("sextant", "extra"), [(0, 0), (1, 2), (2, 1), (3, -1), (4, 1), (5, 2)])
@rule("FH-111")
def test_a_turret_counts_its_own_angle_while_its_carrier_moves(sextant: int, extra: int):
    state = stage([craft(Y, facing=b.through(sextant), upgrades=("manned",))], [craft(CORVETTE, 2)])
    mode = state.loadouts[0].modes[number(state, "manned")]
    assert attack.terms(state, 0, mode, 1)[5] == extra
    state.still[0] = 1
    assert attack.terms(state, 0, mode, 1)[5] == 0


@rule("FH-112")
def test_the_pilots_turret_fires_to_the_rear_instead_of_all_else():
    state = stage([craft(Y, upgrades=("piloted",))], [craft(TIE, 2), craft(TIE, -2)])
    turn.start_shooting(state, ScriptedDice([]), [])
    offered = turn.legal_orders(state, 0, 0)
    rear = b.shot(state, "piloted", target=2)
    assert rear in offered and b.shot(state, "piloted") not in offered
    turn.apply(state, state.seat, (0, rear), ScriptedDice([1] * 4))
    assert 0 not in state.todo[0]


@rule("FH-112")
def test_the_pilots_turret_fires_out_to_the_rear_at_one_less_while_it_moves():
    state = stage([craft(Y, upgrades=("piloted",))], [craft(CORVETTE, -2)])
    mode = state.loadouts[0].modes[number(state, "piloted")]
    assert attack.terms(state, 0, mode, 1)[5] == -1 and b.quote(state, "piloted").needed == 3
    state.still[0] = 1
    assert attack.terms(state, 0, mode, 1)[5] == 0 and b.quote(state, "piloted").needed == 4


@rule("FH-112")
def test_after_the_guns_the_pilots_turret_is_silent():
    state = stage([craft(Y, upgrades=("piloted",))], [craft(TIE, 2), craft(TIE, -2)])
    turn.start_shooting(state, ScriptedDice([]), [])
    turn.apply(state, state.seat, (0, b.shot(state, "rapid")), ScriptedDice([1] * 4))
    assert 0 not in state.todo[0]


@rule("FH-113", "FH-055")
def test_side_turrets_cover_their_flank_and_the_front():
    open_left = [n for n in range(0, 12, 2) if LEFT_FLANK[n] != CLOSED]
    assert open_left == [0, 2, 4] and [n for n in range(0, 12, 2) if RIGHT_FLANK[n] != CLOSED] == [0, 8, 10]
    side = next(mode for mode in loadout(CORVETTE, ("side",)).modes if mode.id == "left")
    assert (side.attacks, side.bonus, side.damage, side.raking) == (2, 1, 1, False)


@rule("FH-114", "FH-049", "FH-055")
def test_laser_turrets_of_corvette_and_outpost():
    for name, count in ((CORVETTE, 2), ("outpost", 3)):
        found = {(mode.bonus, mode.damage, mode.raking) for mode in loadout(name).modes}
        assert found == {(2, 2, True)} and len(loadout(name).modes) == count


@rule("FH-115", "FH-116", "FH-118", "FH-055")
def test_a_light_turbolaser_counts_in_fives():
    light = loadout(CORVETTE, ("turbolaser",)).modes[0]
    assert [attack.range_penalty(light, n) for n in (5, 10, 11, 15, 16)] == [0, 0, 2, 2, attack.BEYOND]
    assert (light.bonus, light.damage, light.vs_fighter, light.raking) == (0, 8, 1, True)


@rule("FH-117")
def test_a_medium_turbolaser_loses_nothing_up_to_fifteen():
    penalties = [attack.range_penalty(b.MEDIUM_TURBOLASER, n) for n in (1, 10, 15, 16)]
    assert penalties == [0, 0, 0, attack.BEYOND]


@rule("FH-120")
def test_torpedoes_have_no_limit():
    state = stage([craft(Y)], [craft(CORVETTE, 5)])
    for _ in range(9):
        assert b.may_fire(state, "run")
        b.shoot(state, "run", [1] * 4)


@rule("FH-120")
def test_each_kind_of_torpedo_runs_out_if_torpedoes_are_counted():
    state = stage([craft(X, upgrades=("aft", "act"))], [craft(CORVETTE, 5), craft(TIE, 6)], salvos=2)
    for _ in range(2):
        assert b.may_fire(state, "snap") and b.may_fire(state, "run")
        b.shoot(state, "run", [1] * 4)
    assert not b.may_fire(state, "run") and not b.may_fire(state, "snap")
    assert b.may_fire(state, "rapid") and b.may_fire(state, "lock", target=2)
    state.phase, state.todo, state.used = SHOOT, ([0], []), 0
    text, ruled = refusals.why_not(state, 0, (0, b.shot(state, "run")))
    assert "all its torpedoes" in text and ruled == "FH-120"
    assert state.clone().salvos == {(0, 1): 2}


@rule("FH-005")
def test_a_natural_one_may_be_ruled_a_miss():
    plain = stage([craft(TIE)], [craft(Y, 1, facing=0)])
    house = stage([craft(TIE)], [craft(Y, 1, facing=0)], least=2)
    assert b.roll(plain, "rapid").shown == 1 and b.hits(b.quote(plain, "rapid")) == 4
    assert b.roll(house, "rapid").shown == 2 and b.hits(b.quote(house, "rapid")) == 4 * Fraction(5, 6)
    assert [b.shoot(state, "rapid", [1, 1, 2, 6])[0][7] for state in (plain, house)] == [4, 2]


@rule("FH-005", "FH-153")
def test_a_natural_one_may_be_ruled_a_miss_for_vader_too():
    vader = craft("vader_squadron", upgrades=("vader",))
    shown = [
        [die[2] for die in attack.rolls(state, 0, state.loadouts[0].modes[0], 1)]
        for state in (stage([vader], [craft(Y, 1)], least=least) for least in (1, 2))
    ]
    assert shown == [[1, 1], [2, 2]]


@pytest.mark.parametrize(
    "option", [{"torpedo_salvos": -1}, {"torpedo_salvos": "2"}, {"natural_one_misses": 1}]
)
@rule("FH-005", "FH-120")
def test_a_house_option_that_makes_no_sense_is_refused(option: dict[str, object]):
    with pytest.raises(Unreadable, match="must be"):
        FIGHTERS.setup(fighters("free", [X], [TIE], **option), ScriptedDice([]))


@pytest.mark.parametrize(("style", "legal"), [(STRAIGHT, True), (BANK, False), (WEAVE, False), (STOP, False)])
@rule("FH-121")
def test_anti_fighter_torpedoes_need_an_ordinary_straight_move(style: int, legal: bool):
    state = stage([craft(X, upgrades=("aft",))], [craft(TIE, 14)])
    state.flown[0] = style
    assert b.may_fire(state, "lock") == legal


@rule("FH-121")
def test_the_higher_total_wins_and_a_tie_misses():
    state = stage([craft(X, upgrades=("aft",))], [craft(TIE, 14)])
    event = b.shoot(state, "lock", [4, 2, 5, 2, 6, 1, 1, 1])[0]
    assert event[0] == "lock" and event[7] == 2


@rule("FH-121", "FH-075")
def test_a_free_turn_rules_out_anti_fighter_torpedoes():
    state = stage([craft(X, upgrades=("aft",))], [craft(TIE, 14)])
    state.turned[0] = 1
    assert not b.may_fire(state, "lock")


@rule("FH-121", "FH-125", "FH-075")
def test_a_free_turn_of_an_earlier_turn_rules_out_nothing():
    state = stage([craft(Y, upgrades=("swap",)), craft(Y, 0, 3)], [craft(TIE, 9), craft(CORVETTE, 5, 3)])
    state.turned = [2, 2, 0, 0]
    turn.begin_turn(state, ScriptedDice([6, 1]), [])
    assert b.may_fire(state, "lock", 0, 2) and b.may_fire(state, "run", 1, 3)


@rule("FH-122")
def test_a_stopped_target_adds_nothing_to_its_die():
    state = stage([craft(X, upgrades=("aft",))], [craft("vader_squadron", 5)])
    assert attack.lock_sides(state, 0, 1) == (0, 3)
    state.still[1] = 1
    assert attack.lock_sides(state, 0, 1) == (0, 0)


@rule("FH-123", "FH-127")
def test_anti_ship_torpedoes_reach_nine_hexes_and_only_capital_targets():
    state = stage(
        [craft(Y)], [craft(CORVETTE, 9), craft(TIE, 3), craft("millennium_falcon", 4), craft("outpost", 5)]
    )
    assert b.may_fire(state, "run", target=1) and b.may_fire(state, "run", target=4)
    assert not b.may_fire(state, "run", target=2) and not b.may_fire(state, "run", target=3)


@rule("FH-124", "FH-125")
def test_snap_shots_and_attack_runs():
    bonus = {name: {m.id: m.bonus for m in loadout(name, up).modes} for name, up in ((X, ("act",)), (Y, ()))}
    assert (bonus[X]["run"], bonus[X]["snap"]) == (0, -1) and (bonus[Y]["run"], bonus[Y]["snap"]) == (1, -1)


@pytest.mark.parametrize(
    ("style", "turned", "run"),
    [
        (STRAIGHT, 0, True),
        (BANK, 0, True),
        (STRAIGHT, 1, True),
        (BANK, 1, False),
        (STRAIGHT, 2, False),
        (WEAVE, 0, False),
        (MANEUVER, 0, False),
    ],
)
@rule("FH-125", "FH-124")
def test_an_attack_run_allows_one_turn_of_one_facing(style: int, turned: int, run: bool):
    state = stage([craft(Y)], [craft(CORVETTE, 5)])
    state.flown[0], state.turned[0] = style, turned
    assert b.may_fire(state, "run") == run and b.may_fire(state, "snap")


@rule("FH-124", "FH-075")
def test_there_is_no_snap_shot_after_a_full_stop():
    state = stage([craft(Y)], [craft(CORVETTE, 5)])
    state.flown[0] = STOP
    assert not b.may_fire(state, "snap") and b.may_fire(state, "rapid")
    state.phase, state.todo = SHOOT, ([0], [])
    refusal = refusals.why_not(state, 0, (0, b.shot(state, "snap")))
    assert refusal == ("A snap shot comes after a move; standing still, fire the guns.", "FH-124")


@rule("FH-126")
def test_range_and_arc_count_for_anti_ship_torpedoes():
    state = stage([craft(Y, facing=b.through(1))], [craft(CORVETTE, 8)])
    mode = state.loadouts[0].modes[number(state, "snap")]
    assert attack.terms(state, 0, mode, 1)[3:6] == (2, 0, 2) and not b.may_fire(state, "run")


@rule("FH-128")
def test_an_anti_fighter_torpedo_costs_a_straddler_one_hit():
    mode = next(mode for mode in loadout(X, ("aft",)).modes if mode.id == "lock")
    assert damage.straddler_damage(mode) == 1


@rule("FH-130", "FH-134")
def test_an_ion_cannon_has_one_attack_for_each_fighter_and_no_bonus():
    ion = next(mode for mode in loadout(Y, ("ion",)).modes if mode.ion)
    assert (ion.bonus, ion.damage, ion.attacks) == (0, 2, 0) and damage.straddler_damage(ion) == 2


@rule("FH-134", "FH-135", "FH-092")
def test_a_targeting_disruption_can_carry_a_roll_past_six_and_a_scramble_cannot():
    state = stage([craft(CORVETTE)], [craft(TIE, 9, facing=3)])
    ion_of(state, 0).scrambled = 2
    assert attack.rolls(state, 0, state.loadouts[0].modes[0], 1) == [(6, 4, 6)]
    ion_of(state, 0).disrupted = True
    assert attack.rolls(state, 0, state.loadouts[0].modes[0], 1) == [(7, 1, 6)]


@rule("FH-136", "FH-134")
def test_a_disabled_ship_does_not_fire():
    state = stage([craft(CORVETTE)], [craft(TIE, 2)])
    ion_of(state, 0).disabled = True
    assert attack.choices(state, 0, [1]) == []


@rule("FH-134")
def test_a_neutralised_weapon_does_not_fire():
    state = stage([craft(CORVETTE)], [craft(TIE, 2)])
    ion_of(state, 0).out = 1 << 1
    assert not b.may_fire(state, "turret1") and b.may_fire(state, "turret2")


@rule("FH-101")
def test_losses_beyond_the_flight_are_wasted():
    state = stage([craft(CORVETTE)], [craft(TIE, 2, facing=3, men=2), craft(TIE, 3, 3), craft(X, 15)])
    b.pend(state, "turret1", 2)
    b.pend(state, "turret2", 2)
    b.end_phase(state)
    assert state.status[1] == 1 and state.men[2] == 4


def counted(state: State, order: int, dice: int) -> dict[int, Fraction]:
    """Damage of a shot of unit 0 at unit 1 in the end phase, over every result of its dice and saves."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        fired = state.clone()
        attack.apply(fired, 0, order, ScriptedDice(faces), [])
        hits = sum(hit[3] for hit in fired.pending)
        saves = hits if shot_odds.save_of_now(fired, 1) else 0
        for saved in product(range(1, 7), repeat=saves):
            after = fired.clone()
            after.guarded = damage.guard(after)
            damage.resolve(after, ScriptedDice(saved), [])
            lost = sum(had[1] - has[1] for had, has in zip(strength(fired), strength(after), strict=True))
            found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 6 ** (dice + saves))
    return found


def strength(state: State) -> tuple[list[int], list[int]]:
    """Possible losses, by unit."""
    return state.men if state.loadouts[1].kind == FIGHTER else state.hull, state.shield


@pytest.mark.parametrize(
    ("west", "mode", "east"),
    [
        (craft(X, men=2), "rapid", craft(X, 2, facing=3, men=1)),
        (craft(X, men=2), "linked", craft(CORVETTE, 2, shield=3)),
        (craft(X, men=1, upgrades=("aft",)), "lock", craft(Y, 5)),
        (craft(TIE, men=2), "rapid", craft("vader_squadron", 2, upgrades=("vader",), men=2)),
        (craft(CORVETTE, upgrades=("side",)), "left", craft("millennium_falcon", 2, 0, 3, hull=1)),
        (craft(Y, men=2, upgrades=("ion",)), "ion", craft("yt_1300", 2, hull=3)),
    ],
)
@rule("FH-044", "FH-101", "FH-103", "FH-128", "FH-154", "FH-156")
def test_odds_after_saves_are_what_every_fall_of_the_dice_gives(west, mode, east):
    state = stage([west], [east])
    state.shield[1] = min(state.shield[1], east.get("shield", 99))
    odds = b.quote(state, mode)
    found = counted(state, b.shot(state, mode), odds.dice * (2 if mode == "lock" else 1))
    assert {number: p for number, p in enumerate(odds.main.chances) if p} == found
