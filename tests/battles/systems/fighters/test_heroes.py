"""Red Squadron, Vader, the Falcon (FH-150 … FH-159)."""

from fractions import Fraction

from missions.battles.systems.fighters.engine import attack, movement, shot_odds, victory
from missions.battles.systems.fighters.engine.loadouts import STRADDLER, loadout
from missions.battles.systems.fighters.engine.state import DESTROYED, ion_of, is_panicked, piloting
from missions.battles.systems.fighters.forces import muster
from missions.battles.systems.fighters.scenarios import scenario
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import craft, stage

X, TIE = "x_wing", "tie_fighter"


def codes(side: str, crafts: list[object], points: int = 0, battle: str = "free", seat: int = 0) -> set[str]:
    """Objections of a force builder to these units."""
    units = [
        {"craft": one} if isinstance(one, str) else {"craft": one[0], "upgrades": one[1]} for one in crafts
    ]
    force = {"side": side, "units": units}
    return {found.code.rpartition(".")[2] for found in muster.findings(force, scenario(battle), seat, points)}


def vader_flight(men: int = 4, distance: int = 2):
    return stage(
        [craft(X)],
        [craft("vader_squadron", distance, facing=3, upgrades=("vader",), men=men), craft(TIE, 15)],
    )


@rule("FH-150")
def test_red_squadron_has_imperial_crews_for_fifteen_points():
    red = loadout("red_squadron")
    assert (red.crew.gunnery, red.cost, red.movement, red.save) == (4, 15, 4, 5)
    assert codes("rebel", ["red_squadron"] * 3) == set() and codes("rebel", ["red_squadron"] * 4) >= {"hero"}


@rule("FH-151", "FH-158")
def test_vaders_squadron_needs_a_hundred_points():
    assert codes("empire", ["vader_squadron"], 100) == set()
    assert codes("empire", ["vader_squadron"], 99) == {"vader_points"}
    assert "hero" in codes("empire", ["vader_squadron"] * 4, 100)


@rule("FH-152")
def test_vader_costs_twenty_and_leads_one_flight():
    assert loadout("vader_squadron", ("vader",)).points == 36
    assert "vader" in codes("empire", [("vader_squadron", ["vader"])] * 2, 100)
    assert "upgrade" in codes("empire", [(TIE, ["vader"])])


@rule("FH-153")
def test_a_flight_flies_by_its_lowest_piloting_and_saves_by_vaders_will():
    state = vader_flight()
    assert piloting(state, 1) == 1 and attack.will_needed(state, 1) == 2
    state.men[1] = 1
    assert piloting(state, 1) == 2 and attack.evasion_of(state, 1) == 4


@rule("FH-153", "FH-155", "FH-031")
def test_in_panic_a_flight_rolls_by_its_lowest_piloting():
    found = [movement.steady_needed(vader_flight(men), 1) for men in (4, 2, 1)]
    assert (*found, movement.steady_needed(vader_flight(), 0)) == (4, 4, 3, 5)


@rule("FH-153")
def test_vaders_own_die_needs_no_arc():
    state = stage([craft("vader_squadron", facing=b.through(1), upgrades=("vader",))], [craft(X, 2)])
    mode = state.loadouts[0].modes[0]
    assert attack.terms(state, 0, mode, 1)[5] == 2 and attack.terms(state, 0, mode, 1, lead=True)[5] == 0


@rule("FH-154")
def test_wingmen_fall_first_and_vader_outlives_that_end_phase():
    state = vader_flight()
    b.pend(state, "rapid", 4)
    b.pend(state, "rapid", 4)
    b.end_phase(state)
    assert (state.men[1], state.lead[1]) == (1, 1)
    b.pend(state, "rapid", 1)
    b.end_phase(state, [4])
    assert state.status[1] == DESTROYED and state.lead[1] == 0


@rule("FH-154", "FH-153")
def test_vader_alone_saves_on_five():
    state = vader_flight(men=1)
    b.pend(state, "rapid", 2)
    b.end_phase(state, [5, 6])
    assert state.men[1] == 1
    odds = shot_odds.of(state, (0, b.shot(state, "rapid")))
    assert odds is not None and odds.main.chances[1] == 1 - Fraction(8, 9) ** 4


@rule("FH-155")
def test_a_target_of_vader_saves_or_panics_at_once():
    state = vader_flight()
    events = b.shoot(state, "rapid", [3, 1, 1, 1, 1], unit=1, target=0)
    assert events[0] == ("will", 0, 4, b"\x03", 0) and is_panicked(state, 0)
    assert attack.terms(state, 0, state.loadouts[0].modes[0], 1)[9] == 1


@rule("FH-155")
def test_panic_lasts_to_the_end_of_the_next_turn_and_does_not_stack():
    state = vader_flight()
    b.shoot(state, "rapid", [1] * 5, unit=1, target=0)
    b.shoot(state, "rapid", [1] * 5, unit=1, target=0)
    assert attack.will_needed(state, 0) == 5
    state.turn = 2
    assert is_panicked(state, 0)
    state.turn = 3
    assert not is_panicked(state, 0)


@rule("FH-155")
def test_panic_counts_for_shots_in_its_last_turn_too():
    state = stage([craft(X)], [craft(TIE, 2, facing=3)])
    for number, needed in ((2, 5), (3, 5), (4, 4)):
        state.turn, state.panic[0] = number, 3
        assert b.quote(state, "rapid").needed == b.shoot(state, "rapid", [1] * 4)[0][4] == needed


@rule("FH-155", "FH-121")
def test_panic_worsens_the_roll_of_either_side_of_a_torpedo():
    state = stage([craft(X, upgrades=("aft",))], [craft(TIE, 5)])
    assert attack.lock_sides(state, 0, 1) == (0, 2)
    state.panic[0] = 1
    assert attack.lock_sides(state, 0, 1) == (-1, 2)
    state.panic[1] = 1
    assert attack.lock_sides(state, 0, 1) == (-1, 1)


@rule("FH-155", "FH-135")
def test_a_scramble_worsens_a_will_save_to_six_at_most():
    state = stage([craft("outpost")], [craft("vader_squadron", 2, upgrades=("vader",))])
    needed = []
    for times in range(3):
        ion_of(state, 0).scrambled = times
        needed.append(attack.will_needed(state, 0))
    assert needed == [5, 6, 6]


@rule("FH-155")
def test_a_saved_flight_keeps_its_nerve():
    state = vader_flight()
    b.shoot(state, "rapid", [4, 1, 1, 1, 1], unit=1, target=0)
    assert not is_panicked(state, 0)


@rule("FH-156")
def test_the_falcon_is_shot_at_as_a_fighter_and_shoots_as_a_ship():
    falcon = loadout("millennium_falcon")
    assert (falcon.kind, falcon.hits, falcon.save, falcon.cost) == (STRADDLER, 8, 3, 30)
    state = stage([craft("millennium_falcon", facing=3)], [craft(TIE, 2, facing=3)])
    assert b.may_fire(state, "turret1")
    assert attack.terms(state, 1, state.loadouts[1].modes[0], 0)[2:5] == (-1, 0, 1)


@rule("FH-156")
def test_each_unsaved_hit_costs_the_falcon_its_damage():
    state = stage([craft(X)], [craft("millennium_falcon", 2), craft(TIE, 15)])
    b.pend(state, "linked", 2)
    b.end_phase(state, [3, 2])
    assert state.hull[1] == 4


@rule("FH-156", "FH-101")
def test_nothing_is_rolled_for_hits_on_a_falcon_that_is_shot_down():
    state = stage([craft(X)], [craft("millennium_falcon", 2), craft(TIE, 15)])
    b.pend(state, "linked", 2)
    b.pend(state, "linked", 2)
    assert b.kinds(b.end_phase(state, [2, 2])).count("hull") == 1


@rule("FH-156")
def test_han_paid_extra_has_more_will():
    assert (
        loadout("millennium_falcon", ("paid",)).crew.will == 4
        and loadout("millennium_falcon", ("paid",)).points == 32
    )


@rule("FH-157")
def test_the_falcon_sails_with_convoys_only():
    assert codes("empire", ["millennium_falcon"], 40, "convoy_raid", 1) == set()
    assert codes("empire", ["millennium_falcon"], 40, "fighter_clash", 1) == {"falcon"}


@rule("FH-159")
def test_heroes_buy_what_their_craft_may_and_grades_are_not_for_sale():
    assert codes("rebel", [("red_squadron", ["aft", "act"])]) == set()
    assert "upgrade" in codes("empire", [("vader_squadron", ["aft"])], 100)
    force = {"side": "rebel", "units": [{"craft": X, "crew": "elite"}]}
    assert [found.rule for found in muster.findings(force, scenario("free"), 0, 0)] == ["FH-159"]


@rule("FH-160")
def test_vader_counts_his_twenty_and_his_share():
    state = vader_flight()
    state.men[1], state.lead[1], state.status[1] = 0, 0, DESTROYED
    assert victory.points_lost(state, 1) == 36
