"""Orders of the action phase in words, reasons against them, and their steps on a page."""

from __future__ import annotations

import pytest

from league.kernel.refusal import Unreadable
from missions.battles.engine.contract import NO_UNIT
from missions.battles.systems.galaxies.engine import drafting, notation, refusing, telling
from missions.battles.systems.galaxies.engine.drafting.acting import MOVING
from missions.battles.systems.galaxies.engine.state import State
from tests.battles.systems.galaxies.positions import ISN, act, place, stand

SHIPS = (
    "isn-hawks-veteran 5,5 5,6 6,5 | isn-barrage-standard 3,8 2,8 | isn-f54-standard 0,1 "
    "| wre-chosh-standard 8,5 | wre-vapor-standard 18,8"
)


def standing(*orders: str, **features: object) -> State:
    """The position after these orders, whose dice all show 1."""
    state = stand(SHIPS, asteroid="4,5", warp_gate="3,8", **features)  # type: ignore[arg-type]
    for order in orders:
        act(state, notation.read(state, order), [1, 1] if " fire " in order else [])
    return state


@pytest.mark.rule("BG-050", "BG-060", "BG-103", "BG-147")
@pytest.mark.parametrize(
    "words",
    [
        "I1 activate",
        "I4 move E NE",
        "I4 move back W NW",
        "I4 stay",
        "I4 warp 0505 0605",
        "I1 fire W6",
        "I1 fire second W6",
        "play hull_mine on W6",
        "play overdrive",
        "discard reserve_cell",
        "finish",
        "roll",
        "pass",
    ],
)
def test_orders_are_written_as_they_are_read(words: str):
    state = standing()
    assert notation.write(state, notation.read(state, words)) == words


@pytest.mark.parametrize(
    "words",
    ["move E", "I1 move", "I1 move back", "I1 move UP", "I1 fire", "I1 fire third W6", "play", "play x on"],
)
def test_words_that_mean_no_order_are_refused(words: str):
    with pytest.raises(Unreadable, match="is no order"):
        notation.read(standing(), words)


@pytest.mark.parametrize(
    ("before", "order", "rule", "says"),
    [
        ("", "I1 fire W6", "BG-050", "activate that card first"),
        ("", "finish", "BG-050", "No card is active"),
        ("I1 activate", "I4 activate", "BG-050", "Finish F-47 Blue Hawks"),
        ("I1 activate", "I2 activate", "BG-051", "is active now"),
        ("I1 activate", "done", "BG-050", "Finish F-47 Blue Hawks"),
        ("I1 activate/finish", "I1 activate", "BG-051", "once is the most"),
        ("I1 activate", "I1 move E E E E E E", "BG-060", "at most, not 6"),
        ("I1 activate", "I1 move W", "BG-140", "asteroid"),
        ("I1 activate", "I1 move E", "BG-066", "A ship stands on 0706"),
        ("I1 activate", "I1 move NE W", "BG-070", "less to fear"),
        ("I1 activate/I1 stay", "I1 move NE", "BG-060", "has made its move"),
        ("I1 activate/I1 fire W6", "I2 move NE", "BG-054", "has fired"),
        ("I4 activate", "I4 move W", "BG-064", "own trailing end"),
        ("I5 activate", "I5 move W", "BG-067", "rim of the map"),
        ("I5 activate", "I5 warp 0505", "BG-147", "warp gate"),
        ("I1 activate", "I1 fire W7", "BG-104", "hexes away"),
        ("I1 activate", "I1 fire I4", "BG-104", "no enemy ship"),
        ("I5 activate", "I5 fire second W6", "BG-100", "no second weapon"),
        ("I1 activate/I1 fire W6", "I1 fire W6", "BG-102", "all attacks"),
        ("", "discard overdrive", "BG-018", "do not hold"),
        ("", "play overdrive", "BG-018", "do not hold"),
    ],
)
def test_refusals_say_why_with_their_rule(before: str, order: str, rule: str, says: str):
    state = standing(*filter(None, before.split("/")))
    text, found = refusing.why_not(state, ISN, notation.read(state, order))
    assert (found, says in text) == (rule, True), text


@pytest.mark.rule("BG-017", "BG-101")
def test_refusals_name_the_energy_that_is_missing():
    poor = standing(energy=(1, 1))
    assert refusing.why_not(poor, ISN, notation.read(poor, "I4 activate"))[1] == "BG-017"
    spent = standing("I1 activate", energy=(2, 1))
    assert refusing.why_not(spent, ISN, notation.read(spent, "I1 fire second W6"))[1] == "BG-017"


@pytest.mark.rule("BG-062")
def test_a_move_is_picked_by_its_front_and_then_its_back():
    state = standing("I4 activate")
    first = drafting.draft(state, ISN, 3, ())
    assert MOVING in [option.value for option in first.options]
    front, back = place(state, "4,8"), place(state, "3,8")
    second = drafting.draft(state, ISN, 3, (MOVING, front))
    assert second.step == "hex" and back in [option.value for option in second.options]
    whole = drafting.draft(state, ISN, 3, (MOVING, front, back))
    assert whole.choice is not None and notation.write(state, (3, whole.choice)) == "I4 move E"


def test_moves_and_attacks_are_told_with_names_and_dice():
    state = standing("I4 activate")
    events = act(state, notation.read(state, "I4 move E NE"))
    lines = telling.tell(state, events)
    assert [line.text for line in lines] == [
        "ISN Barrage I4 moves 2 hexes from 0409 and 0309 to 0508 and 0509, front first."
    ]
    events = act(state, notation.read(state, "I4 fire W6"), [10, 7])
    line = telling.tell(state, events)[-1]
    assert (line.text, line.dice, line.dies, line.roller) == (
        "ISN Barrage I4 rolls J7 and misses.",
        (10, 7),
        ("letter", "number"),
        ISN,
    )
    assert notation.read(state, "finish")[0] == NO_UNIT


@pytest.mark.rule("BG-108", "BG-120")
def test_a_hit_tells_what_it_takes_and_what_is_left():
    state = stand("isn-torrent-seasoned 5,5 4,5 | wre-teskio-standard 8,5 9,5")
    act(state, notation.read(state, "I1 activate"))
    lines = [telling.tell(state, act(state, notation.read(state, "I1 fire W2"), [5, 3])) for _ in range(2)]
    assert [line.text for line in lines[0]][1:] == [
        "ISN Torrent I1 rolls E3 and hits the star, an ordinary hit on a ship with its shields up.",
        "Tes Kio W2 loses 1 shield peg: shields 0 of 1, hull 4 of 4 left.",
    ]
    assert "which destroys a ship with its shields down" in lines[1][1].text
