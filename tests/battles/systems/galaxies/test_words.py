"""Orders of the deploy phase in words and in steps, and the reasons against them."""

from __future__ import annotations

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine import awaited, deployment, drafting, notation, refusing
from missions.battles.systems.galaxies.engine.choices import Kind, launch, packed, place_at
from missions.battles.systems.galaxies.engine.state import NOWHERE
from tests.battles.systems.galaxies.positions import ISN, WRETCH, place
from tests.battles.systems.galaxies.screens import (
    DONE,
    allowed,
    deploying,
    launching,
    loading,
    order,
    refused,
)

EVEREST, BARRAGE, HAWKS, F54 = (
    "isn-everest-veteran",
    "isn-barrage-standard",
    "isn-hawks-veteran",
    "isn-f54-seasoned",
)


@pytest.fixture
def state():
    return deploying(f"{BARRAGE} {F54}", f"{EVEREST} 8,6 : {HAWKS}", energy=40)


def written(state, choice, unit=NO_UNIT):
    words = notation.write(state, (unit, choice))
    assert notation.read(state, words) == (unit, choice)
    return words


@pytest.mark.rule("BG-020", "BG-040")
def test_launches_are_written_by_card_and_hexes(state):
    assert written(state, launching(state, BARRAGE, "2,5 3,5")) == f"launch {BARRAGE} 0306 0406"
    assert written(state, launching(state, HAWKS, "9,5", carrier=0)) == f"launch {HAWKS} 1006 from I1"
    assert written(state, DONE) == "done"


@pytest.mark.rule("BG-023", "BG-030")
def test_places_and_loads_are_written(state):
    order(state, launching(state, HAWKS, "9,5", carrier=0))
    unit, hex_ = deployment.to_place(state), place(state, "10,6")
    assert written(state, place_at((hex_, hex_)), unit) == "I4 place 1107"
    other = deploying(f"{EVEREST} {HAWKS} {F54}")
    order(other, launching(other, EVEREST, "1,6"))
    assert written(other, packed(Kind.LOAD)) == "load nothing"
    assert written(other, loading(other, f"{F54} {HAWKS}")) == f"load {HAWKS} {F54}"


@pytest.mark.rule("BG-002")
def test_cards_alike_have_numbers():
    state = deploying(f"{HAWKS} {F54}", energy=30)
    fleet = state.table.fleets[ISN]
    twins = (fleet[0], fleet[0], fleet[1])
    object.__setattr__(state.table, "fleets", (twins, state.table.fleets[WRETCH]))
    state.reserve[ISN] = (0, 1, 2)
    hex_ = place(state, "1,4")
    words = [written(state, launch(number, NOWHERE, (hex_, hex_))) for number in (0, 1)]
    assert words == [f"launch {HAWKS} 0205", f"launch {HAWKS}#2 0205"]


@pytest.mark.parametrize(
    "text",
    [
        "launch",
        "launch nobody 0306",
        f"launch {BARRAGE}",
        f"launch {BARRAGE} 0306 0406 0506",
        f"launch {HAWKS} 1006 from W9",
        f"launch {HAWKS} 9999",
        "place 0306",
        "I9 place 0306",
        "load",
        f"load {F54} {F54}",
        "begin",
        "done now",
        "sing",
    ],
)
def test_text_that_means_no_order_is_unreadable(state, text):
    with pytest.raises(Unreadable):
        notation.read(state, text)


@pytest.mark.rule("BG-022")
def test_a_medium_ship_is_placed_by_its_front_and_then_its_back(state):
    first = drafting.draft(state, ISN, NO_UNIT, ())
    cards = [pick.text for pick in first.options]
    assert "launch ISN Barrage (standard) for 10 energy" in cards and first.step == "order"
    assert "launch F-47 Blue Hawks (veteran) for 7 energy, out of I1" in cards
    card = next(pick.value for pick in first.options if "Barrage" in pick.text)
    front = drafting.draft(state, ISN, NO_UNIT, (card,))
    assert front.step == "hex" and front.text == "Choose a hex for the front of ISN Barrage."
    hex_ = place(state, "2,5")
    back = drafting.draft(state, ISN, NO_UNIT, (card, hex_))
    assert back.text == "Choose a hex for the back of ISN Barrage." and len(back.options) == 6
    done = drafting.draft(state, ISN, NO_UNIT, (card, hex_, place(state, "3,5")))
    assert done.choice == launching(state, BARRAGE, "2,5 3,5") and not done.options


@pytest.mark.rule("BG-030", "BG-032")
def test_a_hold_is_filled_card_by_card_and_may_be_closed_at_any_time():
    state = deploying(f"isn-everest-standard {HAWKS} isn-sparrows-veteran {F54} {BARRAGE}")
    order(state, launching(state, "isn-everest-standard", "1,6"))
    first = drafting.draft(state, ISN, NO_UNIT, ())
    assert first.step == "card" and first.choice == packed(Kind.LOAD) and "8 spaces left" in first.text
    assert len(first.options) == 4
    picks = tuple(pick.value for pick in first.options if "3 spaces" in pick.text)
    more = drafting.draft(state, ISN, NO_UNIT, picks)
    assert [pick.text for pick in more.options] == [
        "Rook's F-54 (seasoned), 1 space",
        "ISN Barrage (standard), 2 spaces",
    ]
    assert more.choice == loading(state, f"{HAWKS} isn-sparrows-veteran")
    wrong = drafting.draft(state, ISN, NO_UNIT, (*picks, *picks))
    assert wrong.choice is None and not wrong.options


@pytest.mark.rule("BG-014")
def test_a_reason_says_whose_turn_and_which_phase_it_is(state):
    assert "wait for them" in refusing.why_not(state, WRETCH, (NO_UNIT, DONE))[0]
    assert "no order of this game" in refused(state, 0)[0]
    assert "does not belong to the deploy phase" in refused(state, packed(Kind.BEGIN))[0]
    assert "Nothing is to be answered" in refused(state, packed(Kind.ROLL))[0]
    assert refused(state, place_at((5, 5)), 0)[1] == "BG-023"


@pytest.mark.rule("BG-003", "BG-006", "BG-020", "BG-040")
def test_reasons_against_launches_name_what_is_wrong(state):
    far = place(state, "9,9")
    apart = place(state, "2,5"), far
    assert "two hexes side by side" in refused(state, launch(2, NOWHERE, apart))[0]
    assert "no back end" in refused(state, launch(1, NOWHERE, apart))[0]
    assert refused(state, launch(60, NOWHERE, (0, 0)))[1] == "BG-020"
    assert "not in the hold" in refused(state, launching(state, F54, "10,6", carrier=0))[0]
    assert "no carrier of yours" in refused(state, launching(state, F54, "10,6", carrier=1))[0]
    assert "no carrier of yours" in refused(state, launching(state, F54, "10,6", carrier=30))[0]
    assert "not behind your screen" in refused(state, launching(state, HAWKS, "1,6"))[0]
    assert refused(state, launch(1, NOWHERE, (511, 511)))[1] == "BG-006"
    assert allowed(state, launching(state, F54, "0,0"))
    assert refused(state, DONE, unit=0)[1] == "BG-014"
    assert awaited.to_act(state) == {ISN}


@pytest.mark.parametrize("text", ["begin nobody", "load", "launch", "done now", "W1 stop"])
def test_orders_that_lack_words_or_have_too_many_are_unreadable(text: str):
    with pytest.raises(Unreadable):
        notation.read(deploying(f"{F54} {HAWKS}"), text)
