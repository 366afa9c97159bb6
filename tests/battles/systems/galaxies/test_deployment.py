"""Launches into the starting zone, and what a side knows of them (BG-011, BG-020 … BG-029)."""

from __future__ import annotations

from itertools import permutations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine import awaited, deployment, drafting, dreams, knowledge
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, launch_of, place_at
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase
from tests.battles.systems.galaxies.positions import ISN, WRETCH, place, spots
from tests.battles.systems.galaxies.screens import (
    DONE,
    allowed,
    deploying,
    launching,
    order,
    ready,
    refused,
    squadron_fits,
)

BARRAGE, HAWKS, EVEREST = "isn-barrage-standard", "isn-hawks-seasoned", "isn-everest-veteran"
TORRENT, F54 = "isn-torrent-standard", "isn-f54-standard"


@pytest.mark.rule("BG-020", "BG-014")
def test_the_end_of_the_phase_stands_below_all_ship_cards():
    state = deploying(f"{BARRAGE} {HAWKS} {TORRENT} {F54} {EVEREST}", energy=40)
    offered = drafting.draft(state, ISN, NO_UNIT, ()).options
    assert [kind_of(pick.value) for pick in offered] == [Kind.LAUNCH] * 5 + [Kind.DONE]
    assert drafting.draft(state, ISN, NO_UNIT, (DONE,)).choice == DONE


@pytest.mark.rule("BG-020", "BG-024")
def test_a_launch_is_paid_and_the_ship_gets_its_shields():
    state = deploying(f"{BARRAGE} {F54}", energy=12)
    events = order(state, launching(state, BARRAGE, "2,5 3,5"))
    assert state.energy[ISN] == 2
    ship = len(state.card) - 1
    assert (state.shields[ship], state.hull[ship], spots(state, ship)) == (2, 0, "2,5 3,5")
    assert events[0] == ("launches", state.card[ship], state.cards[-1].type.number, ISN, NOWHERE, 10, 2)
    assert events[1][:2] == ("placed", ship) and events[1][-1] == 2


@pytest.mark.rule("BG-017", "BG-020")
def test_a_card_that_costs_too_much_is_not_launched():
    state = deploying(BARRAGE, energy=9)
    sentence, rule = refused(state, launching(state, BARRAGE, "2,5 3,5"))
    assert rule == "BG-017" and "10 energy and you have 9" in sentence
    assert awaited.legal_orders(state, ISN, NO_UNIT) == [DONE]


@pytest.mark.rule("BG-022", "BG-003")
def test_a_medium_ship_may_stick_out_of_the_zone_with_one_end():
    state = deploying(BARRAGE)
    assert allowed(state, launching(state, BARRAGE, "2,5 3,5"))
    assert allowed(state, launching(state, BARRAGE, "3,5 2,5"))
    assert refused(state, launching(state, BARRAGE, "3,5 4,5"))[1] == "BG-022"


@pytest.mark.rule("BG-022", "BG-003")
def test_a_large_ship_needs_one_hex_in_the_zone():
    state = deploying(EVEREST)
    assert allowed(state, launching(state, EVEREST, "3,6"))
    assert refused(state, launching(state, EVEREST, "4,6"))[1] == "BG-022"


@pytest.mark.rule("BG-006", "BG-022")
def test_no_ship_sticks_out_over_the_rim():
    state = deploying(EVEREST)
    assert refused(state, launching(state, EVEREST, "0,6"))[1] == "BG-006"
    middles = [spots(after, len(after.card) - 1) for after in _all(state, EVEREST)]
    assert "1,1" in middles and not any(spot.endswith((",0", ",14")) for spot in middles)


def _all(state, name):
    """States after every launch of a card."""
    for choice in awaited.legal_orders(state, ISN, NO_UNIT):
        if kind_of(choice) is Kind.LAUNCH:
            after = state.clone()
            order(after, choice)
            yield after


@pytest.mark.rule("BG-023")
def test_ships_of_a_squadron_touch_each_other_in_the_zone():
    state = deploying(f"{HAWKS} {F54}")
    assert squadron_fits(state, HAWKS, "0,0 1,0 2,0")
    assert not squadron_fits(state, HAWKS, "0,0 1,0 0,4")
    assert not squadron_fits(state, HAWKS, "1,0 2,0 3,0")


@pytest.mark.rule("BG-023", "BG-025")
def test_ships_of_a_squadron_may_be_placed_in_any_sequence():
    state = deploying(f"{HAWKS} {F54}")
    for hexes in ("0,0 1,0 2,0", "0,0 0,1 0,2", "1,4 2,4 1,5"):
        assert all(squadron_fits(state, HAWKS, " ".join(each)) for each in permutations(hexes.split()))


@pytest.mark.rule("BG-023", "BG-025")
def test_every_launch_of_a_squadron_can_be_finished():
    state = deploying(
        f"{HAWKS} {F54}", enemy="wre-chosh-standard 2,2 | wre-fuvu-standard 1,1 0,2 1,3", asteroid="1,5 0,6"
    )
    for after in _all(state, HAWKS):
        while after.placing != NOWHERE:
            unit = deployment.to_place(after)
            choices = awaited.legal_orders(after, ISN, unit)
            assert choices
            order(after, choices[-1], unit)
        stand = [after.place[ship] for ship in after.ships_of(len(after.cards) - 1)]
        near = after.table.battle.field.around
        assert len(stand) != 3 or all(any(near[a] >> b & 1 for b in stand) for a in stand)


@pytest.mark.rule("BG-025")
def test_a_squadron_without_room_for_all_its_ships_is_not_launched():
    rocks = " ".join(f"{column},{row}" for column in range(3) for row in range(15))
    crowded = rocks.replace("1,4", "").replace("2,4", "")
    state = deploying(f"{HAWKS} {F54}", asteroid=crowded)
    sentence, rule = refused(state, launching(state, HAWKS, "1,4"))
    assert rule == "BG-025" and "no room" in sentence and state.energy[ISN] == 25
    assert allowed(state, launching(state, F54, "1,4"))
    wider = deploying(f"{HAWKS} {F54}", asteroid=crowded.replace("1,5", ""))
    assert squadron_fits(wider, HAWKS, "1,4 2,4 1,5")


@pytest.mark.rule("BG-025", "BG-023")
def test_a_squadron_is_placed_whole_before_anything_else():
    state = deploying(f"{HAWKS} {F54}")
    order(state, launching(state, HAWKS, "1,4"))
    assert refused(state, launching(state, F54, "0,0"))[1] == "BG-025"
    assert refused(state, DONE)[1] == "BG-025"
    hex_ = place(state, "1,9")
    assert refused(state, place_at((hex_, hex_)), deployment.to_place(state))[1] == "BG-023"


@pytest.mark.rule("BG-021")
def test_ships_are_launched_onto_empty_hexes_only():
    state = deploying(f"{BARRAGE} {F54}", f"{TORRENT} 2,5 3,5")
    assert refused(state, launching(state, BARRAGE, "1,5 2,5"))[1] == "BG-021"
    assert refused(state, launching(state, F54, "2,5"))[1] == "BG-021"
    assert allowed(state, launching(state, F54, "1,5"))


@pytest.mark.rule("BG-029", "BG-140")
def test_a_launch_covers_debris_and_tiles_but_no_asteroid():
    state = deploying(BARRAGE, asteroid="1,5", debris="1,7", energy_source="2,7")
    assert refused(state, launching(state, BARRAGE, "1,5 2,5"))[1] == "BG-029"
    assert allowed(state, launching(state, BARRAGE, "1,7 2,7"))


@pytest.mark.rule("BG-026")
def test_any_number_of_cards_is_launched_while_energy_lasts():
    state = deploying(f"{EVEREST} isn-hawks-veteran {F54}", energy=30)
    ready(state, EVEREST, "1,6")
    ready(state, "isn-hawks-veteran", "0,0 1,0 2,0")
    assert state.energy[ISN] == 3 and ready(state, F54, "0,14")
    assert state.energy[ISN] == 0 and state.phase is Phase.ACTION


@pytest.mark.rule("BG-024", "BG-002", "BG-009")
def test_every_ship_of_a_squadron_has_its_own_shields():
    state = deploying(f"{HAWKS} {F54}")
    ready(state, HAWKS, "0,0 1,0 2,0")
    assert [(state.shields[ship], state.hull[ship]) for ship in state.ships_of(1)] == [(1, 0)] * 3


@pytest.mark.rule("BG-027", "BG-028")
def test_a_launch_next_to_an_enemy_rolls_nothing_and_the_card_may_be_activated():
    state = deploying(f"{F54} {HAWKS}", enemy="wre-vapor-standard 4,6")
    order(state, launching(state, F54, "2,6"))
    assert state.wait is None and state.shields[-1] == 1
    order(state, DONE)
    ship = len(state.card) - 1
    assert ship in awaited.legal_units(state, ISN)
    assert [kind_of(each) for each in awaited.legal_orders(state, ISN, ship)] == [Kind.ACTIVATE]


@pytest.mark.rule("BG-001", "BG-002", "BG-003", "BG-007")
def test_a_fleet_of_every_kind_covers_its_hexes():
    state = deploying(f"{EVEREST} {BARRAGE} {HAWKS} {F54}", energy=40)
    for name, hexes, count in ((EVEREST, "1,6", 7), (BARRAGE, "0,1 1,1", 2), (F54, "0,0", 1)):
        ready(state, name, hexes)
        assert state.cover[-1].bit_count() == count
    assert state.taken == sum(state.cover)


@pytest.mark.rule("BG-011", "BG-045")
def test_the_enemy_learns_nothing_of_a_fleet_but_the_number_of_its_cards():
    state = deploying(f"{BARRAGE} {HAWKS} {F54}", enemy_reserve="wre-teskio-standard")
    for reader in (WRETCH, None):
        shown = knowledge.view(state, reader)
        assert shown["unseen"] == [3, 1] and shown["fleets"][ISN] is None
        dealt = {knowledge.key(dreams.imagine(state, reader, _dice(number))) for number in range(5)}
        assert len(dealt) == 5
    assert [card["type"] for card in knowledge.view(state, ISN)["fleets"][ISN]] == [HAWKS, F54, BARRAGE]


def _dice(number):
    return seeded_dice(f"deal {number}")


@pytest.mark.rule("BG-010", "BG-011")
def test_an_imagined_fleet_is_one_that_the_side_could_have_brought():
    state = deploying(f"{HAWKS} {F54}", f"{EVEREST} 6,6", enemy_reserve="wre-teskio-standard")
    for number in range(40):
        fleet = dreams.imagine(state, WRETCH, _dice(number)).table.fleets[ISN]
        assert len(fleet) == 3 and EVEREST in [card.type.id for card in fleet]
        assert len({card.type.name for card in fleet}) == 3
        assert sum(card.launch for card in fleet) <= state.table.battle.points


@pytest.mark.rule("BG-014", "BG-045")
def test_a_deploy_phase_lasts_until_the_side_ends_it_or_shows_its_last_card():
    state = deploying(f"{F54} {HAWKS}", energy=3)
    order(state, launching(state, F54, "0,0"))
    assert state.phase is Phase.DEPLOY and awaited.legal_orders(state, ISN, NO_UNIT) == [DONE]
    order(state, DONE)
    assert state.phase is Phase.ACTION
    last = deploying(F54)
    order(last, launching(last, F54, "0,0"))
    assert last.phase is Phase.ACTION


@pytest.mark.rule("BG-021", "BG-022")
def test_launches_are_counted_like_they_are_listed():
    state = deploying(f"{EVEREST} {BARRAGE} {HAWKS} {F54}", energy=40, asteroid="1,5 0,6")
    listed = awaited.legal_orders(state, ISN, NO_UNIT)
    steps = [number / len(listed) for number in range(len(listed))]
    drawn = {awaited.any_order(state, ISN, lambda step=step: step + 1e-9)[1] for step in steps}
    assert drawn == set(listed) and len(listed) == len(set(listed))
    assert {launch_of(choice)[0] for choice in listed if choice != DONE} == set(range(4))
