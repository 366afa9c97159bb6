"""Tactic cards: when they are played, what they do, and questions that betray no hand (BG-018, BG-161)."""

from __future__ import annotations

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import ScriptedDice
from missions.battles.systems.galaxies.engine import activation, cards, gunnery, movement, questions
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
from missions.battles.systems.galaxies.engine.tactics import COPIES, DECK, MOMENTS, TACTICS
from tests.battles.systems.galaxies.positions import ISN, WRETCH, act, stand

NUMBER = {card.id: card.number for card in TACTICS}
SHIPS = (
    "isn-torrent-seasoned 5,5 4,5 | isn-f54-standard 5,8 | wre-chosh-standard 8,5 "
    "| wre-fuvu-seasoned 16,5 17,5 16,6"
)
TORRENT, F54, CHOSH, FUVU = range(4)
PASS = (NO_UNIT, packed(Kind.PASS))


def holding(own: str = "", enemy: str = "", active: bool = False) -> State:
    """A battle in which the sides hold these cards."""
    state = stand(SHIPS, tactics=True)
    state.hands = [tuple(sorted(NUMBER[name] for name in hand.split())) for hand in (own, enemy)]
    if active:
        act(state, (TORRENT, packed(Kind.ACTIVATE)))
    return state


def playable(state: State) -> set[str]:
    """Cards that may be played now."""
    found = cards.choices(state)
    return {TACTICS[tactic_of(choice)[0]].id for choice in found if kind_of(choice) is Kind.TACTIC}


def aims(state: State, name: str) -> set[int]:
    """Ships on which a card may be played now."""
    chosen = [tactic_of(choice) for choice in cards.choices(state) if kind_of(choice) is Kind.TACTIC]
    return {ship for card, ship in chosen if card == NUMBER[name]}


@pytest.mark.rule("BG-161")
def test_the_deck_has_two_copies_of_ten_cards():
    assert len(TACTICS) == 10 and COPIES == 2 and len(DECK) == 20
    assert all(card.when in MOMENTS for card in TACTICS)


@pytest.mark.rule("BG-160", "BG-018")
def test_a_discarded_card_brings_one_energy():
    state = holding("overdrive overdrive hull_mine")
    discards = [choice for choice in activation.choices(state, NO_UNIT) if kind_of(choice) is Kind.DISCARD]
    assert discards == [packed(Kind.DISCARD, NUMBER[name]) for name in ("overdrive", "hull_mine")]
    act(state, (NO_UNIT, discards[0]))
    assert state.energy[ISN] == 21 and state.discards[ISN] == (NUMBER["overdrive"],)
    assert state.hands[ISN] == (NUMBER["overdrive"], NUMBER["hull_mine"])
    state.energy[ISN] = 40
    act(state, (NO_UNIT, discards[1]))
    assert state.energy[ISN] == 40


@pytest.mark.rule("BG-162", "BG-017")
def test_a_card_is_paid_and_discarded_when_it_is_played():
    state = holding("ion_surge")
    events = act(state, (NO_UNIT, tactic(NUMBER["ion_surge"], CHOSH)))
    assert events[0] == ("plays", ISN, NUMBER["ion_surge"], CHOSH, 2, 18)
    assert (state.hands[ISN], state.discards[ISN], state.energy[ISN]) == ((), (NUMBER["ion_surge"],), 18)
    assert state.shields[CHOSH] == 0
    poor = holding("ion_surge")
    poor.energy[ISN] = 1
    assert playable(poor) == set()


@pytest.mark.rule("BG-161")
def test_each_card_is_played_at_its_moment():
    hand = " ".join(NUMBER)
    state = holding(hand)
    state.hull[TORRENT] = state.shields[TORRENT] = 1
    assert playable(state) == {"shield_charge", "hull_crew", "ion_surge", "hull_mine"}
    act(state, (TORRENT, packed(Kind.ACTIVATE)))
    assert playable(state) == {
        "shield_charge",
        "hull_crew",
        "ion_surge",
        "hull_mine",
        "overdrive",
        "ecm_jammer",
        "long_sight",
    }
    act(state, (TORRENT, move_along(0, (2,))))
    assert playable(state) == {"shield_charge", "hull_crew", "ion_surge", "hull_mine", "long_sight"}
    act(state, (TORRENT, fire_at(0, CHOSH)), [1, 1])
    act(state, PASS)
    assert playable(state) == {"shield_charge", "hull_crew", "ion_surge", "hull_mine"}
    state.phase = Phase.ENERGY
    assert playable(state) == {"reserve_cell"}
    state.phase = Phase.DEPLOY
    assert playable(state) == set() and cards.choices(state)


@pytest.mark.rule("BG-161")
def test_cards_for_own_ships_give_pegs_back():
    state = holding("shield_charge hull_crew")
    state.shields[TORRENT], state.hull[F54] = 1, 1
    assert aims(state, "shield_charge") == {TORRENT} and aims(state, "hull_crew") == {F54}
    act(state, (NO_UNIT, tactic(NUMBER["shield_charge"], TORRENT)))
    act(state, (NO_UNIT, tactic(NUMBER["hull_crew"], F54)))
    assert state.shields[TORRENT] == state.type_of(TORRENT).shields == 2 and state.hull[F54] == 0


@pytest.mark.rule("BG-161", "BG-122", "BG-123", "BG-126")
def test_cards_against_enemies_reach_as_far_as_they_say():
    state = holding("ion_surge hull_mine hull_mine")
    assert aims(state, "ion_surge") == {CHOSH} and aims(state, "hull_mine") == {CHOSH}
    state.shields[CHOSH] = 0
    assert aims(state, "ion_surge") == set()
    act(state, (NO_UNIT, tactic(NUMBER["hull_mine"], CHOSH)))
    assert state.hull[CHOSH] == 1
    act(state, (NO_UNIT, tactic(NUMBER["hull_mine"], CHOSH)))
    assert state.place[CHOSH] == NOWHERE and state.score[ISN] > 0


@pytest.mark.rule("BG-161", "BG-060")
def test_overdrive_gives_two_more_spaces_for_one_activation():
    state = holding("overdrive", active=True)
    before = movement.moves_of(state, TORRENT)
    act(state, (NO_UNIT, tactic(NUMBER["overdrive"])))
    assert movement.moves_of(state, TORRENT) == before + 2
    act(state, (NO_UNIT, packed(Kind.FINISH)))
    assert movement.moves_of(state, TORRENT) == before


@pytest.mark.rule("BG-161", "BG-080")
def test_a_jammer_keeps_countermeasures_off():
    state = holding("ecm_jammer ecm_jammer", active=True)
    act(state, (NO_UNIT, tactic(NUMBER["ecm_jammer"])))
    assert aims(state, "ecm_jammer") == set()
    act(state, (TORRENT, move_along(0, (0, 0))))
    assert state.wait is None and state.place[TORRENT] != NOWHERE


@pytest.mark.rule("BG-161", "BG-080", "BG-141")
def test_a_jammer_does_not_keep_debris_off():
    state = stand(SHIPS, tactics=True, debris="6,5")
    state.hands[ISN] = (NUMBER["ecm_jammer"],)
    act(state, (TORRENT, packed(Kind.ACTIVATE)))
    act(state, (NO_UNIT, tactic(NUMBER["ecm_jammer"])))
    events = act(state, (TORRENT, move_along(0, (0, 0))), [5])
    assert [event[0] for event in events] == ["moves", "debris", "damaged"]
    assert state.wait is None and state.walk is None and state.shields[TORRENT] == 1


@pytest.mark.rule("BG-161", "BG-104")
def test_long_sight_gives_primary_weapons_range():
    state = holding("long_sight", active=True)
    act(state, (NO_UNIT, tactic(NUMBER["long_sight"])))
    assert gunnery.reach(state, TORRENT, 0) == 8


@pytest.mark.rule("BG-161")
def test_a_reserve_cell_gives_three_energy():
    state = holding("reserve_cell")
    state.phase = Phase.ENERGY
    cards.play(state, tactic(NUMBER["reserve_cell"]), Course(ISN, ScriptedDice([]), ISN))
    assert state.energy[ISN] == 23


# --- answers ----------------------------------------------------------------------------------------


def fired(state: State, *faces: int) -> State:
    """The active Torrent has attacked Chosh Ka with these dice."""
    act(state, (TORRENT, fire_at(0, CHOSH)), faces)
    return state


HITTING = (4, 4)
MISSING = (1, 1)


@pytest.mark.rule("BG-161")
def test_second_shot_rolls_a_miss_again_and_the_new_result_stands():
    state = fired(holding("second_shot second_shot", active=True), *MISSING)
    assert (state.wait, state.waiting) == (Wait.MISSED, ISN)
    window = questions.window(state, ISN)
    assert window and window.kind == "missed" and window.answers == {"no": PASS}
    events = act(state, (NO_UNIT, tactic(NUMBER["second_shot"])), MISSING)
    assert [event[0] for event in events] == ["plays", "rolls"]
    assert state.wait is None and state.shot is None


@pytest.mark.rule("BG-161")
def test_hard_turn_makes_a_hit_a_miss():
    state = fired(holding("second_shot", "hard_turn", active=True), *HITTING)
    assert (state.wait, state.waiting) == (Wait.HIT, WRETCH)
    act(state, (NO_UNIT, tactic(NUMBER["hard_turn"])))
    assert state.wait is None and state.shields[CHOSH] == 1
    assert state.energy[WRETCH] == 18


@pytest.mark.rule("BG-161")
def test_a_hit_of_a_second_shot_may_be_dodged_or_not():
    state = fired(holding("second_shot", "hard_turn", active=True), *MISSING)
    act(state, (NO_UNIT, tactic(NUMBER["second_shot"])), HITTING)
    assert (state.wait, state.waiting) == (Wait.HIT, WRETCH)
    act(state, PASS)
    assert state.shields[CHOSH] == 0 and state.wait is None


@pytest.mark.rule("BG-161", "BG-045")
@pytest.mark.parametrize(
    ("faces", "side", "more"), [(MISSING, "ISN", []), (HITTING, "Wretch", ["damaged"])], ids=["miss", "hit"]
)
def test_everybody_hears_of_a_question_that_nobody_answers(
    faces: tuple[int, int], side: str, more: list[str]
):
    told = []
    for hand in ("hull_crew", "second_shot", "hard_turn"):
        state = fired(holding(hand, hand, active=True), *faces)
        events = act(state, PASS)
        assert [event[0] for event in events] == ["passes on", *more]
        told.append(GALAXIES.narrate(state, events))
    assert told[0][0].text == f"{side} does not answer." and told[0][0].only is None
    assert told[0] == told[1] == told[2]


@pytest.mark.rule("BG-161", "BG-045")
def test_questions_depend_on_public_facts_alone():
    asked = fired(holding("hull_crew", "overdrive", active=True), *MISSING)
    assert asked.wait == Wait.MISSED and questions.answers(asked) == [packed(Kind.PASS)]
    asked = fired(holding("", "overdrive", active=True), *HITTING)
    assert asked.wait == Wait.HIT and questions.answers(asked) == [packed(Kind.PASS)]


@pytest.mark.rule("BG-161", "BG-017")
def test_nobody_is_asked_who_cannot_have_an_answer():
    assert fired(holding("", "", active=True), *MISSING).wait is None
    poor = holding("second_shot", "hard_turn", active=True)
    poor.energy = [0, 1]
    assert fired(poor.clone(), *MISSING).wait is None
    assert fired(poor.clone(), *HITTING).wait is None
    open_ = holding("hull_crew", "hull_crew", active=True)
    open_.discards = [(NUMBER["second_shot"],) * 2, (NUMBER["hard_turn"],) * 2]
    assert fired(open_.clone(), *MISSING).wait is None
    assert fired(open_.clone(), *HITTING).wait is None


@pytest.mark.rule("BG-107")
def test_without_tactic_cards_nobody_is_asked():
    state = stand(SHIPS)
    act(state, (TORRENT, packed(Kind.ACTIVATE)))
    assert fired(state.clone(), *MISSING).wait is None
    assert fired(state, *HITTING).shields[CHOSH] == 0
