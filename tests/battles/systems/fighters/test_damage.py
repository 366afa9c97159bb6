"""The end phase: saves, shields, ions, repair (FH-040 … FH-047, FH-065, FH-130 … FH-141)."""

from missions.battles.systems.fighters.engine import damage, narration, orders, turn
from missions.battles.systems.fighters.engine.state import DESTROYED, ion_of, is_disabled, movement
from tests.battles.marks import rule
from tests.battles.systems.fighters import positions as b
from tests.battles.systems.fighters.positions import craft, stage

X, Y, TIE, CORVETTE = "x_wing", "y_wing", "tie_fighter", "corvette_empire"


def ions(shield: int = 0, target: str = CORVETTE):
    state = stage([craft(Y, upgrades=("ion",))], [craft(target, 3), craft(TIE, 15)])
    state.shield[1] = shield
    return state


@rule("FH-040", "FH-043")
def test_a_flight_has_four_fighters_with_one_hit_each():
    state = stage([craft(X)], [craft(TIE, 2), craft(X, 15)])
    assert state.men[1] == 4
    b.pend(state, "rapid", 3)
    b.end_phase(state)
    assert state.men[1] == 1


@rule("FH-044", "FH-045")
def test_a_fighter_shield_saves_against_every_kind_of_hit_and_never_wears_out():
    state = stage([craft(Y, upgrades=("ion",))], [craft(X, 2), craft(TIE, 15)])
    for mode in ("rapid", "ion"):
        b.pend(state, mode, 2)
        losses = [event for event in b.end_phase(state, [5, 6]) if event[0] == "losses"]
        assert losses[0][4] == 0
    assert state.men[1] == 4


@rule("FH-046", "FH-140")
def test_shields_absorb_before_the_hull_and_come_back():
    state = stage([craft("tie_bomber")], [craft(CORVETTE, 3), craft(X, 15)])
    b.pend(state, "linked", 5)
    b.end_phase(state)
    assert (state.shield[1], state.hull[1]) == (30, 10)
    b.pend(state, "run", 3)
    b.pend(state, "linked", 2)
    b.end_phase(state)
    assert (state.shield[1], state.hull[1]) == (10, 6)


@rule("FH-047", "FH-103")
def test_a_ship_without_hull_is_destroyed_and_surplus_is_wasted():
    state = stage([craft("tie_bomber")], [craft("light_freighter", 3), craft(X, 15)])
    b.pend(state, "run", 4)
    assert "destroyed" in b.kinds(b.end_phase(state))
    assert (state.status[1], state.hull[1]) == (DESTROYED, 0)


@rule("FH-065")
def test_the_end_phase_runs_in_its_order():
    state = ions(0)
    ion_of(state, 1).engine = 1
    b.pend(state, "ion", 1)
    b.pend(state, "rapid", 1)
    kinds = b.kinds(b.end_phase(state, [4, 2]))
    order = [kinds.index(kind) for kind in ("repair", "repaired", "ion", "hull", "shield", "turn")]
    assert order == sorted(order)


@rule("FH-130", "FH-131")
def test_an_ion_hit_does_double_damage_to_shields_and_none_to_the_hull():
    state = ions(30)
    b.pend(state, "ion", 4)
    events = b.end_phase(state)
    assert ("ion_shield", 1, 4, 16, 14) in events, "four hits are told as one"
    assert state.hull[1] == 10 and "ion" not in b.kinds(events)


@rule("FH-132", "FH-133")
def test_earlier_hits_and_being_disabled_add_to_the_roll():
    state = ions()
    ion_of(state, 1).hits = 11
    assert damage.ion_modifier(state, 1) == 2
    ion_of(state, 1).disabled = True
    assert damage.ion_modifier(state, 1) == 3


def after_one(face: int, target: str = CORVETTE):
    state = ions(target=target)
    b.pend(state, "ion", 1)
    b.end_phase(state, [face])
    return state


@rule("FH-134")
def test_each_result_of_the_ion_table():
    assert after_one(1).ion[1].facts() == ion_facts(hits=1)
    assert after_one(2).ion[1].facts() == ion_facts(hits=1, disrupted=1)
    assert after_one(3).ion[1].facts() == ion_facts(hits=1, scrambled=1)
    assert after_one(4).ion[1].facts() == ion_facts(hits=1, engine=1)
    assert after_one(6).ion[1].facts() == ion_facts(hits=1, disabled=1)


def ion_facts(**known: int) -> list[int]:
    names = (
        "disabled",
        "disrupted",
        "disrupted_next",
        "engine",
        "hits",
        "out",
        "scrambled",
        "scrambled_next",
    )
    return [known.get(name, 0) for name in names]


@rule("FH-134")
def test_effects_for_one_turn_end_with_it():
    state = after_one(2)
    b.end_phase(state)
    assert not state.ion[1].disrupted


@rule("FH-134", "FH-136")
def test_the_attacker_picks_the_weapon_that_falls_silent():
    state = ions()
    b.pend(state, "ion", 1)
    b.end_phase(state, [5])
    assert turn.legal_orders(state, 0, -1) == [orders.pick(1), orders.pick(2)]
    assert turn.legal_orders(state, 1, -1) == ()
    turn.apply(state, state.seat, (-1, orders.pick(2)), b.ScriptedDice([1, 2]))
    assert state.ion[1].out == 1 << 2 and state.turn == 2


@rule("FH-136")
def test_results_with_nothing_left_to_break_do_nothing():
    state = stage([craft(Y, upgrades=("ion",))], [craft("heavy_freighter", 3), craft(TIE, 15)])
    state.shield[1] = 0
    b.pend(state, "ion", 3)
    events = [event for event in b.end_phase(state, [5, 4, 3]) if event[0] == "ion"]
    assert [event[4:] for event in events] == [(5, 0), (4, 1), (4, 0)] and is_disabled(state, 1)
    lines = [line.text.partition(": ")[2] for line in narration.tell(state.fixed, events)]
    assert lines == [
        "a weapon is neutralised (none is left).",
        "engine damaged.",
        "engine damaged (no engine left to damage).",
    ]


@rule("FH-136")
def test_a_station_without_weapons_counts_as_disabled():
    state = stage([craft("outpost")], [craft(TIE, 9)])
    ion_of(state, 0).out = state.loadouts[0].slots
    assert is_disabled(state, 0)


@rule("FH-136")
def test_an_armed_ship_without_engine_is_not_disabled():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    ion_of(state, 0).engine = 2
    assert movement(state, 0) == 0 and not is_disabled(state, 0)


@rule("FH-137", "FH-132")
def test_the_owner_picks_what_is_repaired():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    record = ion_of(state, 0)
    record.engine, record.disabled, record.hits = 1, True, 5
    b.end_phase(state, [4])
    assert turn.legal_orders(state, 0, -1) == [orders.pick(orders.ENGINE), orders.pick(orders.DISABLED)]
    turn.apply(state, state.seat, (-1, orders.pick(orders.DISABLED)), b.ScriptedDice([1, 2]))
    assert (record.disabled, record.engine, record.scrambled) == (False, 1, 1)
    assert damage.ion_modifier(state, 0) == 1, "hits count, repaired or not"


@rule("FH-137", "FH-135")
def test_scrambles_worsen_a_repair_to_six_at_most():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    needed = []
    for times in range(4):
        ion_of(state, 0).scrambled = times
        needed.append(damage.repair_needed(state, 0))
    assert needed == [4, 5, 6, 6]


@rule("FH-137", "FH-155")
def test_panic_worsens_a_repair():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    state.panic[0] = 1
    assert damage.repair_needed(state, 0) == 5
    ion_of(state, 0).scrambled = 2
    assert damage.repair_needed(state, 0) == 6


@rule("FH-137")
def test_a_failed_repair_is_tried_again_every_turn():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    ion_of(state, 0).engine = 1
    for face, repaired in ((3, False), (3, False), (4, True)):
        assert ("repaired" in b.kinds(b.end_phase(state, [face]))) == repaired


@rule("FH-138")
def test_shields_come_back_on_a_disabled_ship():
    state = stage([craft(CORVETTE)], [craft(TIE, 9)])
    ion_of(state, 0).disabled, state.shield[0] = True, 0
    b.end_phase(state, [1])
    assert state.shield[0] == 10


@rule("FH-139")
def test_mending_what_only_counts_as_disabled_scrambles_nobody():
    state = stage([craft("heavy_freighter"), craft(X, 0, 5)], [craft(TIE, 15)])
    ion_of(state, 0).engine = 1
    assert damage.lasting(state, 0) == [orders.ENGINE]
    b.end_phase(state, [6])
    assert ion_of(state, 0).scrambled == 0 and not is_disabled(state, 0)


@rule("FH-141")
def test_shots_count_in_the_order_they_were_fired():
    for first, second, rolls in (("rapid", "ion", 1), ("ion", "rapid", 0)):
        state = ions(1)
        b.pend(state, first, 1)
        b.pend(state, second, 1)
        assert b.kinds(b.end_phase(state, [1] * rolls)).count("ion") == rolls
