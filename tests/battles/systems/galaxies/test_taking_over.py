"""Cards that change sides (BG-127). No card of the deck takes ships over, so one is made that does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.engine.dice import ScriptedDice, seeded_dice
from missions.battles.systems.galaxies.engine import damage, reports
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_at,
    kind_of,
    move_along,
    packed,
    tactic,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.course import Course
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase, State, Wait
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from tests.battles.systems.galaxies.positions import ISN, WRETCH, act, stand
from tests.battles.systems.galaxies.setups import RAIDERS, REBELS, SETUPS, Setup, galaxies
from tests.battles.systems.galaxies.test_movement import along
from tests.battles.systems.galaxies.test_play import check_cards, check_score, check_ships

BOARDING = next(card for card in TACTICS if card.id == "hull_mine")
"""The card that takes ships over in these tests; it costs 3 energy and reaches four hexes."""
SHIPS = (
    "isn-f54-standard 5,5 | isn-torrent-standard 1,9 0,9 "
    "| wre-tougu-standard 7,5 7,6 8,6 | wre-sobwatet-standard 16,5 17,5"
)
F54, TORRENT, TOUGU, SOBWATET = 0, 1, 2, 5
ROLL = NO_UNIT, packed(Kind.ROLL)


@pytest.fixture
def boarding() -> Iterator[int]:
    """Number of a tactic card that takes a ship over."""
    effects, within = BOARDING.effects, BOARDING.within
    object.__setattr__(BOARDING, "effects", {"take_over": 1})
    yield BOARDING.number
    object.__setattr__(BOARDING, "effects", effects)
    object.__setattr__(BOARDING, "within", within)


def course(side: int = ISN) -> Course:
    return Course(side, ScriptedDice([]), side)


def taken(state: State, ship: int) -> list[tuple[object, ...]]:
    """Events of a card that changes sides with this ship."""
    found = course()
    damage.take_over(state, state.card[ship], found)
    return found.events


@pytest.mark.rule("BG-127")
def test_all_ships_of_a_squadron_change_sides_as_they_are():
    state = stand(SHIPS)
    state.shields[TOUGU], cover = 0, state.cover[:]
    events = taken(state, TOUGU + 1)
    assert [state.side_of(ship) for ship in range(TOUGU, SOBWATET)] == [ISN] * 3
    assert state.fleet == [0b011111, 0b100000] and state.cover == cover
    assert state.shields[TOUGU : TOUGU + 3] == [0, 1, 1] and state.score == [0, 0]
    assert events == [("taken over", state.card[TOUGU], ISN)]
    (line,) = GALAXIES.narrate(state, events)
    assert line.text == "ISN takes Red Tougu (standard) over." and line.rule == "BG-127"


@pytest.mark.rule("BG-127")
def test_lost_ships_of_a_squadron_stay_lost():
    state = stand(SHIPS)
    damage.destroy(state, TOUGU, course())
    taken(state, TOUGU + 1)
    assert state.place[TOUGU] == NOWHERE and state.fleet[ISN] == 0b011011
    damage.destroy(state, TOUGU + 1, course())
    assert state.score == [2, 2]


@pytest.mark.rule("BG-127", "BG-050", "BG-104")
def test_a_card_that_changed_sides_is_activated_by_its_new_owner_and_fires_at_the_old_one():
    state = stand(SHIPS)
    taken(state, SOBWATET)
    assert GALAXIES.legal_orders(state, ISN, SOBWATET) == [packed(Kind.ACTIVATE)]
    act(state, (SOBWATET, packed(Kind.ACTIVATE)))
    assert state.energy[ISN] == 17
    act(state, (SOBWATET, move_along(0, along("W W W W"))))
    assert fire_at(0, TOUGU) in GALAXIES.legal_orders(state, ISN, SOBWATET)
    shots = [each for each in GALAXIES.legal_orders(state, ISN, SOBWATET) if kind_of(each) is Kind.FIRE]
    assert set(shots) == {fire_at(0, ship) for ship in range(TOUGU, SOBWATET)}
    state.side = WRETCH
    assert not GALAXIES.legal_orders(state, WRETCH, SOBWATET)


@pytest.mark.rule("BG-127", "BG-080")
def test_ships_meet_countermeasures_of_a_card_that_changed_sides_and_no_others():
    state = stand("isn-f54-standard 5,5 | wre-sobwatet-standard 7,5 8,5 | wre-chosh-standard 20,5")
    friendly = state.clone()
    taken(friendly, 1)
    for each, wait in ((state, Wait.CONTACT), (friendly, None)):
        act(each, (0, packed(Kind.ACTIVATE)))
        act(each, (0, move_along(0, along("E"))))
        assert each.wait == wait
    friendly.side, friendly.active = WRETCH, NOWHERE
    act(friendly, (2, packed(Kind.ACTIVATE)))
    friendly.put(2, friendly.place[1] + 3, friendly.place[1] + 3, 1 << friendly.place[1] + 3)
    act(friendly, (2, move_along(0, along("W"))))
    assert (friendly.wait, friendly.waiting) == (Wait.CONTACT, ISN)


@pytest.mark.rule("BG-127", "BG-131")
def test_a_side_whose_last_card_is_taken_over_has_lost():
    state = stand("isn-f54-standard 5,5 | wre-tougu-standard 7,5 7,6 8,6")
    events = taken(state, 1)
    assert [event[0] for event in events] == ["taken over", "over"]
    assert state.outcome and (state.outcome.winner, state.outcome.rule) == (ISN, "BG-131")
    behind = stand("isn-f54-standard 5,5 | wre-tougu-standard 7,5 7,6 8,6", reserve=("wre-chosh-standard",))
    taken(behind, 1)
    assert behind.outcome is None


def mirrored(cards: str, reserve: str = "") -> State:
    """Both sides have cards of the ISN; the first one belongs to the side in the east."""
    state = stand(f"{cards} | wre-chosh-standard 20,5", reserve=reserve.split())
    state.owner[0] = WRETCH
    for ship in state.ships_of(0):
        state.fleet[ISN] &= ~(1 << ship)
        state.fleet[WRETCH] |= 1 << ship
    return state


HAWKS = "isn-hawks-veteran 5,5 5,6 6,5"


@pytest.mark.rule("BG-127", "BG-134")
@pytest.mark.parametrize("reserve", ["", "isn-hawks-standard"])
def test_ships_of_a_name_that_the_new_owner_has_are_destroyed_all_of_them(reserve: str):
    own = "isn-f54-standard 0,0" if reserve else "isn-hawks-standard 0,0 0,1 1,0"
    state = mirrored(f"{HAWKS} | {own}", reserve)
    events = taken(state, 0)
    assert [event[0] for event in events] == ["destroyed"] * 3
    assert not state.ships_of(0) and state.owner[0] == WRETCH and state.score == [6, 0]


@pytest.mark.rule("BG-127")
def test_ships_of_a_name_in_a_hold_of_the_new_owner_are_destroyed():
    state = mirrored(f"{HAWKS} | isn-everest-standard 9,9", "isn-hawks-standard")
    state.holds[1], state.reserve[ISN] = state.reserve[ISN], ()
    taken(state, 0)
    assert not state.ships_of(0) and state.holds[1]


@pytest.mark.rule("BG-127", "BG-126")
def test_a_destroyed_card_of_the_new_owner_does_not_count():
    state = mirrored(f"{HAWKS} | isn-hawks-standard 0,0 | isn-f54-standard 2,2")
    damage.destroy(state, 3, course(WRETCH))
    taken(state, 0)
    assert state.owner[0] == ISN and len(state.ships_of(0)) == 3


@pytest.mark.rule("BG-127", "BG-162")
def test_a_tactic_card_takes_a_ship_over(boarding: int):
    state = stand(SHIPS, tactics=True)
    state.hands[ISN] = (boarding,)
    near = [tactic(boarding, ship) for ship in range(TOUGU, SOBWATET)]
    assert GALAXIES.legal_orders(state, ISN, NO_UNIT)[1:-1] == near
    assert min(GALAXIES.rate(state, ISN, NO_UNIT, near, "greedy")) > 0
    events = act(state, (NO_UNIT, near[1]))
    assert events == [
        ("plays", ISN, boarding, TOUGU + 1, 3, 17),
        ("taken over", state.card[TOUGU], ISN),
    ]
    assert (state.hands[ISN], state.discards[ISN]) == ((), (boarding,))
    activate = TOUGU, packed(Kind.ACTIVATE)
    assert GALAXIES.write(state, activate) == "I3 activate"
    assert GALAXIES.read(state, "I3 activate") == activate


CAMPAIGN = galaxies("saturn_line", REBELS, RAIDERS, rounds=10, tactics=True)


def boards(state: State, seat: int, number: int) -> list[Order]:
    """Orders of a seat that take a ship over."""
    if state.phase is not Phase.ACTION or state.wait is not None or not state.hands[seat]:
        return []
    choices = GALAXIES.legal_orders(state, seat, NO_UNIT)
    return [
        (NO_UNIT, each) for each in choices if kind_of(each) is Kind.TACTIC and tactic_of(each)[0] == number
    ]


@pytest.mark.rule("BG-127", "BG-037", "BG-045")
@pytest.mark.parametrize("battle", [CAMPAIGN, SETUPS["cards"]], ids=["campaign", "cards"])
def test_battles_in_which_cards_change_sides_go_on_to_their_end(boarding: int, battle: Setup):
    object.__setattr__(BOARDING, "within", 0)
    assert sum(_changes(battle, boarding, seed) for seed in "abcdefgh") >= 4


def _changes(battle: Setup, boarding: int, seed: str) -> int:
    """Number of cards that change sides in a random battle, which is checked at every order."""
    dice, random, lost, changed = seeded_dice(seed), Random(seed).random, 0, 0
    state, _ = GALAXIES.setup(battle, dice)
    while seats := GALAXIES.to_act(state):
        (seat,) = seats
        wanted = boards(state, seat, boarding)
        order = wanted[0] if wanted else GALAXIES.any_order(state, seat, random)
        events = GALAXIES.apply(state, seat, order, dice)
        assert len(GALAXIES.narrate(state, events)) == len(events)
        lost += sum(event[3] for event in events if event[0] == "lost in hold")
        changed += sum(event[0] == "taken over" for event in events)
        check_ships(state)
        check_cards(state)
        check_score(state, lost)
        for reader in (0, 1, None) if wanted else ():
            dealt = GALAXIES.imagine(state, reader, seeded_dice(seed))
            assert GALAXIES.view_for(dealt, reader) == GALAXIES.view_for(state, reader)
    check_fates(state)
    return changed


def check_fates(state: State) -> None:
    """A ship of the campaign is captured if the enemy has its card and it is afloat."""
    for fate in filter(lambda fate: fate.ref, reports.fates(state)):
        owners = [
            state.owner[card]
            for card, facts in enumerate(state.cards)
            if fate.ref in {model.ref for model in facts.models}
        ]
        assert (fate.fate == "captured") == (bool(fate.left) and owners not in ([], [fate.side]))
