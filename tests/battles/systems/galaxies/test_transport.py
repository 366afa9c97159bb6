"""Holds: loading, secrecy, and launches out of them (BG-030 … BG-046)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.galaxies.engine import awaited, damage, dreams, knowledge, telling
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, launch_of, packed
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.loads import Loads, chosen_of
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase
from tests.battles.systems.galaxies.positions import ISN, WRETCH
from tests.battles.systems.galaxies.screens import (
    DONE,
    allowed,
    deploying,
    launching,
    loading,
    order,
    place_of,
    ready,
    refused,
    squadron_fits,
)

EVEREST, SMALLEST = "isn-everest-veteran", "isn-everest-standard"
BARRAGE, TORRENT = "isn-barrage-standard", "isn-torrent-standard"
HAWKS, SPARROWS, F54 = "isn-hawks-veteran", "isn-sparrows-veteran", "isn-f54-seasoned"
ALL = f"{BARRAGE} {TORRENT} {HAWKS} {SPARROWS} {F54}"


def opened(carrier: str, hexes: str, others: str):
    """The moment at which the hold of a carrier is loaded."""
    state = deploying(f"{carrier} {others}")
    order(state, launching(state, carrier, hexes))
    assert state.loading == len(state.cards) - 1
    return state


def loads_of(state):
    """Sets of ids that may be loaded."""
    fleet = state.table.fleets[ISN]
    return {
        frozenset(fleet[each].type.id for each in chosen_of(choice))
        for choice in awaited.legal_orders(state, ISN, NO_UNIT)
    }


@pytest.mark.rule("BG-031", "BG-032", "BG-034")
def test_a_hold_takes_cards_worth_up_to_its_capacity():
    state = opened(EVEREST, "1,6", ALL)
    assert allowed(state, loading(state, ALL))
    events = order(state, loading(state, ALL))
    assert len(state.holds[1]) == 5 and state.reserve[ISN] == ()
    assert [event[0] for event in events] == ["loads", "sealed"]


@pytest.mark.rule("BG-031", "BG-032")
def test_one_space_too_many_is_refused():
    state = opened(SMALLEST, "1,6", ALL)
    assert allowed(state, loading(state, f"{HAWKS} {SPARROWS} {BARRAGE}"))
    sentence, rule = refused(state, loading(state, f"{HAWKS} {SPARROWS} {BARRAGE} {F54}"))
    assert rule == "BG-032" and "9 spaces" in sentence and "has 8" in sentence


@pytest.mark.rule("BG-031", "BG-032", "BG-034")
def test_a_medium_ship_carries_small_ones():
    state = opened(BARRAGE, "1,6 2,6", f"{SPARROWS} {F54} {TORRENT} {SMALLEST}")
    assert loads_of(state) == {frozenset(), frozenset({SPARROWS}), frozenset({F54})}
    assert refused(state, loading(state, f"{F54} {SPARROWS}"))[1] == "BG-032"
    assert refused(state, loading(state, TORRENT))[1] == "BG-034"
    assert refused(state, loading(state, SMALLEST))[1] == "BG-034"


@pytest.mark.rule("BG-033")
def test_a_squadron_is_loaded_whole_or_not_at_all():
    state = opened(SMALLEST, "1,6", f"{HAWKS} {SPARROWS} {F54}")
    assert frozenset({HAWKS, SPARROWS, F54}) in loads_of(state)
    assert all(each <= {HAWKS, SPARROWS, F54} for each in loads_of(state))
    full = opened("isn-everest-standard", "1,6", f"{HAWKS} {SPARROWS} {BARRAGE}")
    assert frozenset({HAWKS, SPARROWS, BARRAGE}) in loads_of(full)
    narrow = Loads([(0, 3), (1, 3)], 5)
    assert sorted(map(chosen_of, narrow)) == [[], [0], [1]]


@pytest.mark.rule("BG-035", "BG-039")
def test_a_carried_ship_carries_nothing():
    state = deploying(f"{HAWKS} {F54}", f"{EVEREST} 6,6 : {BARRAGE}")
    order(state, launching(state, BARRAGE, "8,6 9,6", carrier=0))
    assert state.loading == NOWHERE and state.holds[-1] == ()
    assert not any(kind_of(each) is Kind.LOAD for each in awaited.legal_orders(state, ISN, NO_UNIT))
    carried = opened(EVEREST, "1,6", f"{BARRAGE} {SPARROWS}")
    order(carried, loading(carried, BARRAGE))
    assert refused(carried, loading(carried, SPARROWS))[1] == "BG-030"


@pytest.mark.rule("BG-030", "BG-036")
def test_loading_costs_nothing_and_happens_only_at_the_launch_of_the_carrier():
    state = deploying(f"{EVEREST} {HAWKS}", energy=25)
    ready(state, EVEREST, "1,6", hold=HAWKS)
    assert state.energy[ISN] == 5 and state.phase is Phase.DEPLOY
    later = deploying(f"{HAWKS} {F54}", f"{EVEREST} 6,6")
    assert refused(later, loading(later, HAWKS))[1] == "BG-030"


@pytest.mark.rule("BG-030")
def test_a_hold_is_closed_before_anything_else():
    state = opened(BARRAGE, "1,6 2,6", f"{SPARROWS} {F54}")
    assert refused(state, DONE)[1] == refused(state, launching(state, F54, "0,0"))[1] == "BG-030"


@pytest.mark.rule("BG-036", "BG-040")
def test_the_price_is_paid_when_the_card_leaves_the_hold():
    state = deploying(F54, f"{EVEREST} 8,6 : {HAWKS}", energy=15)
    events = ready(state, HAWKS, "9,5 10,6 9,7", carrier=0)
    assert state.energy[ISN] == 8 and state.carrier[-1] == 0 and state.emptied[0] == 3
    assert events[0][3:] == (ISN, 0, 7, 8)


@pytest.mark.rule("BG-040")
def test_no_card_leaves_a_hold_in_the_turn_in_which_its_carrier_was_launched():
    state = deploying(f"{EVEREST} {HAWKS} {F54}", energy=40)
    ready(state, EVEREST, "1,6", hold=HAWKS)
    carrier = len(state.cards) - 1
    sentence, rule = refused(state, launching(state, HAWKS, "3,6", carrier))
    assert rule == "BG-040" and "this turn" in sentence
    state.turn += 2
    assert allowed(state, launching(state, HAWKS, "3,6", carrier))


@pytest.mark.rule("BG-041", "BG-043")
def test_a_solo_ship_out_of_a_hold_touches_its_carrier():
    state = deploying(SPARROWS, f"{EVEREST} 8,6 : {BARRAGE} {F54}")
    assert allowed(state, launching(state, F54, "10,6", carrier=0))
    assert refused(state, launching(state, F54, "11,6", carrier=0))[1] == "BG-041"
    assert refused(state, launching(state, F54, "1,6", carrier=0))[1] == "BG-041"
    assert allowed(state, launching(state, BARRAGE, "10,6 11,6", carrier=0))
    assert allowed(state, launching(state, BARRAGE, "11,6 10,6", carrier=0))
    assert refused(state, launching(state, BARRAGE, "11,6 12,6", carrier=0))[1] == "BG-041"


@pytest.mark.rule("BG-042")
def test_a_squadron_out_of_a_hold_touches_the_carrier_and_itself():
    state = deploying(F54, f"{EVEREST} 8,6 : {HAWKS}")
    assert squadron_fits(state, HAWKS, "9,5 10,6 9,7", carrier=0)
    assert not squadron_fits(state, HAWKS, "9,5 10,6 10,5", carrier=0)
    assert not squadron_fits(state, HAWKS, "9,5 10,6 6,6", carrier=0)


@pytest.mark.rule("BG-046", "BG-021")
def test_several_cards_leave_one_hold_while_energy_lasts():
    state = deploying(F54, f"{EVEREST} 8,6 : {HAWKS} {SPARROWS}", energy=13)
    short = deploying(F54, f"{EVEREST} 8,6 : {HAWKS} {SPARROWS}", energy=12)
    for each in (state, short):
        _empty(each, HAWKS)
    assert refused(short, launching(short, SPARROWS, "6,6", carrier=0))[1] == "BG-017"
    blocked = next(state.place[ship] for ship in state.ships_of(len(state.cards) - 1))
    taken = state.table.battle.field.labels[blocked]
    spot = f"{int(taken[:2]) - 1},{int(taken[2:]) - 1}"
    assert refused(state, launching(state, SPARROWS, spot, carrier=0))[1] == "BG-021"
    _empty(state, SPARROWS)
    assert state.energy[ISN] == 0 and state.emptied[0] == 6 and state.holds[0] == ()


def _empty(state, name):
    """Launch a squadron out of the first hold, wherever it finds room."""
    place = place_of(state, name)
    found = [each for each in awaited.legal_orders(state, ISN, NO_UNIT) if each != DONE]
    launches = [each for each in found if kind_of(each) is Kind.LAUNCH and launch_of(each)[0] == place]
    order(state, launches[0])
    while state.placing != NOWHERE:
        (unit,) = awaited.legal_units(state, ISN)
        order(state, awaited.legal_orders(state, ISN, unit)[0], unit)


@pytest.mark.rule("BG-038", "BG-134")
def test_a_destroyed_carrier_takes_its_hold_along():
    state = deploying("isn-torrent-standard", f"{EVEREST} 8,6 : {HAWKS} {F54}")
    course = Course(WRETCH, ScriptedDice(()))
    damage.destroy(state, 0, course)
    assert state.holds[0] == () and state.score[WRETCH] == 20 + 11
    lost = [event for event in course.events if event[0] == "lost in hold"]
    assert [event[3] for event in lost] in ([7, 4], [4, 7])


@pytest.mark.rule("BG-038", "BG-127")
def test_a_carrier_that_changes_sides_has_an_empty_hold():
    state = deploying("isn-torrent-standard", f"{EVEREST} 8,6 : {HAWKS} {F54}")
    damage.take_over(state, 0, Course(WRETCH, ScriptedDice(())))
    assert state.owner[0] == WRETCH and state.holds[0] == () and state.unseen(ISN) == 1
    for number in range(20):
        dealt = dreams.imagine(state, WRETCH, seeded_dice(f"deal {number}"))
        assert dealt.holds[0] == () and len(dealt.reserve[ISN]) == 1


@pytest.mark.rule("BG-044")
def test_a_card_in_a_hold_is_no_ship_on_the_battlefield():
    state = deploying(F54, f"{EVEREST} 8,6 : {HAWKS}")
    assert state.fleet[ISN].bit_count() == 1 and len(state.card) == 2
    order(state, DONE)
    assert awaited.legal_units(state, ISN) == [0, NO_UNIT]


@pytest.mark.rule("BG-037", "BG-045")
def test_the_enemy_is_shown_the_number_of_unseen_cards_and_not_where_they_are():
    others = f"{BARRAGE} {TORRENT} {HAWKS} {SPARROWS} {F54}"
    empty, used = (opened(EVEREST, "1,6", others) for _ in range(2))
    quiet = order(empty, packed(Kind.LOAD))
    full = order(used, loading(used, f"{HAWKS} {F54}"))
    for reader in (WRETCH, None):
        assert knowledge.view(empty, reader) == knowledge.view(used, reader)
        assert knowledge.view(used, reader)["unseen"][ISN] == 5
        told = [
            [line.text for line in telling.tell(state, events) if line.only is None]
            for state, events in ((empty, quiet), (used, full))
        ]
        assert told[0] == told[1] != []
    assert knowledge.view(used, ISN)["cards"][1]["hold"] == sorted(
        place_of(used, name) for name in (HAWKS, F54)
    )
    assert knowledge.view(used, WRETCH)["cards"][1]["hold"] is None


@pytest.mark.rule("BG-037", "BG-045")
def test_imagined_holds_have_room_for_what_lies_in_them():
    state = deploying(f"{BARRAGE} {SPARROWS}", f"{SMALLEST} 8,6 : {HAWKS} {F54} | {TORRENT} 4,4 5,4")
    _empty(state, HAWKS)
    used = set()
    for number in range(60):
        dealt = dreams.imagine(state, WRETCH, seeded_dice(f"hold {number}"))
        fleet = dealt.table.fleets[ISN]
        assert dealt.unseen(ISN) == 3
        for card, hold in enumerate(dealt.holds):
            capacity = dealt.cards[card].type.capacity
            assert sum(fleet[each].spaces for each in hold) <= capacity - dealt.emptied[card]
            assert all(fleet[each].type.size < dealt.cards[card].type.size for each in hold)
            used |= {card} if hold else set()
    assert used == {0, 1}


@pytest.mark.rule("BG-045")
def test_a_hold_is_asked_for_whenever_cards_are_unseen_whether_one_fits_or_not():
    state = deploying(f"{BARRAGE} {TORRENT}")
    order(state, launching(state, BARRAGE, "1,6 2,6"))
    assert loads_of(state) == {frozenset()}
    order(state, packed(Kind.LOAD))
    order(state, launching(state, TORRENT, "0,0 1,0"))
    assert state.loading == NOWHERE and state.phase is Phase.ACTION


@pytest.mark.rule("BG-045")
def test_a_hold_is_asked_for_even_if_all_unseen_cards_lie_in_another_one():
    state = deploying(BARRAGE, f"{EVEREST} 8,6 : {F54}")
    order(state, launching(state, BARRAGE, "1,6 2,6"))
    assert state.reserve[ISN] == () and state.loading == 2 and loads_of(state) == {frozenset()}


@pytest.mark.rule("BG-032")
def test_sets_that_fit_are_counted_like_they_are_listed():
    for room in range(13):
        cards = [(0, 2), (1, 3), (2, 1), (4, 3), (5, 7)]
        found = Loads(cards, room)
        every = {
            sum(1 << card for card, _ in chosen)
            for chosen in _subsets(cards)
            if sum(s for _, s in chosen) <= room
        }
        assert {packed(Kind.LOAD, load) for load in every} == set(found)
        assert len(found) == len(every) and all(each in found for each in found)
        assert found[0] == packed(Kind.LOAD) and found[-1] in found and found[:2] == list(found)[:2]
        assert packed(Kind.LOAD, 1 << 3) not in found and not {DONE, 0, -5} & {*found}
        assert all(each not in found for each in (DONE, 0, -5, "load"))
        with pytest.raises(IndexError):
            found[len(found)]


def _subsets(cards):
    for bits in range(1 << len(cards)):
        yield [card for number, card in enumerate(cards) if bits >> number & 1]
