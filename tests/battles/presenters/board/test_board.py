"""The board shows every unit and every legal order once, to whom it may, and what it does beforehand."""

import re
from math import dist
from typing import Any

import pytest

from league.kernel.refusal import Refusal
from missions.battles.board.grid import centre
from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.hexes import FACINGS
from missions.battles.presenters.board.overlays import CLEAR
from missions.battles.presenters.board.page import board_page
from tests.battles.presenters.boards import SCENES, SYSTEM, battle, choices_in, first, inputs, length, page

MOMENTS = [(name, share) for name in SCENES for share in (0.0, 0.2, 0.45, 0.7)]


def moment(name: str, share: float) -> Any:
    return battle(name, int(length(name) * share))


@pytest.mark.parametrize(("name", "share"), MOMENTS)
def test_every_unit_on_the_map_is_drawn_once_and_every_unit_is_listed_once(name: str, share: float):
    fought = moment(name, share)
    shown = page(fought)
    drawn = re.findall(r'class="u [^"]*" data-h="(\d{4})"[^>]*><title>([WE]\d+) ', shown.svg)
    view = SYSTEM.view_for(fought.state, None)["units"]
    assert sorted(drawn) == sorted((unit["hex"], unit["label"]) for unit in view if unit["hex"])
    listed = re.findall(r"<b>([WE]\d+)</b>", "".join(side.units for side in shown.sides))
    assert sorted(listed) == sorted(unit["label"] for unit in view)


def test_only_what_is_lost_or_gone_is_struck_out():
    waits, over = page(first("clash", "deploy")), page(first("clash", "over"))
    assert "not yet placed" in waits.sides[0].units and not any(" out" in side.units for side in waits.sides)
    assert any(" out" in side.units for side in over.sides)


@pytest.mark.parametrize(("name", "share"), MOMENTS)
def test_every_legal_order_stands_in_the_list_exactly_once(name: str, share: float):
    fought = moment(name, share)
    seat = min(SYSTEM.to_act(fought.state))
    for unit in SYSTEM.legal_units(fought.state, seat):
        shown = page(fought, unit=unit)
        legal = list(SYSTEM.legal_orders(fought.state, seat, unit))
        assert sorted(choices_in(shown.orders)) == sorted(legal)
        assert sum(group.count for group in shown.groups) == len(legal)
        assert set(choices_in(shown.svg)) <= set(legal)


@pytest.mark.parametrize("name", ["six", "small map", "clash"])
def test_the_hexes_drawn_are_those_where_a_legal_order_ends(name: str):
    fought = first(name, "deploy" if name == "clash" else "move")
    state, seat = fought.state, fought.state.seat
    for unit in SYSTEM.legal_units(state, seat):
        words = [SYSTEM.write(state, (unit, choice)) for choice in SYSTEM.legal_orders(state, seat, unit)]
        legal = [
            found[1] for text in words if "sharp" not in text and (found := re.search(r" (\d{4})", text))
        ]
        drawn = re.findall(r'data-h="(\d{4})" data-xy="\d+ \d+" class="end"', page(fought, unit=unit).svg)
        assert sorted(drawn) == sorted(set(legal))


def test_names_in_the_list_are_those_of_the_notation():
    fought = first("six", "move")
    unit = SYSTEM.legal_units(fought.state, fought.state.seat)[0]
    shown = page(fought, unit=unit)
    named = re.findall(r"order=(-?\d+)\">(\d{4} (?:[NS]?[EW]))<", shown.orders)
    assert len(named) >= 50
    for choice, name in named:
        assert SYSTEM.write(fought.state, (unit, int(choice))).endswith(name)


def test_a_chosen_move_is_shown_as_a_ghost_with_its_other_facings():
    fought = first("six", "move")
    unit = SYSTEM.legal_units(fought.state, fought.state.seat)[0]
    ends: dict[str, list[tuple[str, int]]] = {}
    for choice in SYSTEM.legal_orders(fought.state, fought.state.seat, unit):
        words = SYSTEM.write(fought.state, (unit, choice)).split()
        if len(words) == 4:
            ends.setdefault(words[2], []).append((words[3], choice))
    place, found = max(ends.items(), key=lambda end: len(end[1]))
    facing, choice = found[-1]
    shown = page(fought, unit=unit, choice=choice)
    assert (shown.chosen.unit, shown.chosen.choice) == (str(unit), str(choice))
    ghost = re.search(r'class="u ghost.*?data-h="(\d{4})".*?rotate\((-?\d+)\)', shown.svg)
    assert (ghost[1], int(ghost[2])) == (place, -60 * FACINGS.index(facing))
    assert " data-goal=" in shown.svg and " data-goal=" not in page(fought, unit=unit).svg
    turns = re.findall(r'class="turn[ now]*" href="[^"]*order=(-?\d+)"', shown.svg)
    assert sorted(map(int, turns)) == sorted(choice for _, choice in found)


def test_choices_that_no_longer_stand_are_dropped():
    fought = first("six", "move")
    unit = SYSTEM.legal_units(fought.state, fought.state.seat)[0]
    assert page(fought, unit=unit, choice=987654321).chosen is None
    assert page(fought, unit=99, choice=7).unit is None
    assert page(fought, unit=99).query == ""


def test_the_only_unit_that_may_act_is_selected_by_itself():
    fought = first("six", "initiative")
    shown = page(fought)
    assert shown.query == f"?unit={NO_UNIT}"
    assert [group.name for group in shown.groups] == ["Who goes first?"]
    assert shown.prompt.endswith("Say who goes first this turn.")


def test_onlookers_and_the_side_that_waits_get_no_orders():
    fought = first("six", "move")
    unit = SYSTEM.legal_units(fought.state, fought.state.seat)[0]
    for seat in (None, 1 - fought.state.seat):
        shown = page(fought, seat=seat, unit=unit, choice=7)
        assert (shown.mine, shown.orders, shown.chosen, shown.ready) == (False, "", None, "")
        assert choices_in(shown.svg) == []
        assert shown.unit.unit == unit


def test_a_paused_battle_takes_no_orders():
    shown = page(first("six", "move"), status="paused", note="Bela has paused the battle.")
    assert (shown.mine, shown.headline, shown.note) == (False, "Paused", "Bela has paused the battle.")
    assert "can" not in re.findall(r'class="u ([^"]*)"', shown.svg)[0].split()


@pytest.mark.parametrize(
    ("phase", "done", "now"),
    [("initiative", 0, "Initiative"), ("move", 1, "Movement"), ("shoot", 2, "Shooting")],
)
def test_turn_phase_and_initiative_are_plain_to_see(phase: str, done: int, now: str):
    fought = first("six", phase)
    shown = page(fought)
    assert shown.turn == "Turn 1 of 12"
    assert shown.phases.count('class="done"') == done
    assert f'aria-current="step">{now}<' in shown.phases
    goes = "" if phase == "initiative" else f"{('Anna (west)', 'Bela (east)')[fought.state.first]} goes first"
    assert shown.first == goes


def test_the_headline_says_whose_move_it_is():
    fought = first("six", "move")
    seat = fought.state.seat
    other = ("Anna", "Bela")[seat]
    assert page(fought).headline == "Your move"
    assert page(fought, one_screen=True).headline == f"Your move, {other}"
    assert page(fought, seat=1 - seat).headline == f"{other} to move"
    assert page(fought, status="open").headline == "Waiting for the other side"


def test_units_that_may_act_are_marked_on_the_map_and_offered():
    fought = first("six", "move")
    units = SYSTEM.legal_units(fought.state, fought.state.seat)
    shown = page(fought)
    marked = re.findall(r'<a href="\?unit=(\d+)" class="u [^"]*\bcan\b', shown.svg)
    assert sorted(map(int, marked)) == sorted(units)
    assert re.findall(r"\?unit=(\d+)", shown.ready) == [str(unit) for unit in units]


def test_names_that_players_gave_are_escaped_everywhere():
    fought = first("six", "move")
    evil = "<script>x</script>"
    setup = {**fought.setup, "forces": [dict(force) for force in fought.setup["forces"]]}
    setup["forces"][0]["units"] = [{"craft": "x_wing", "name": evil}]
    renamed = type(fought)(SYSTEM, setup, _sixes())
    shown = page(renamed, seat=0, unit=0, names=(evil, "Bela"))
    whole = shown.svg + shown.orders + shown.ready + shown.log + "".join(side.units for side in shown.sides)
    assert evil not in whole
    assert "&lt;script&gt;" in whole


def _sixes() -> Any:
    from missions.battles.engine.dice import ScriptedDice

    return ScriptedDice([6, 1, 6, 1])


class Foggy:
    """Fighters in fog: the west does not know of unit 7."""

    id = "fighters"
    hidden = True

    def __getattr__(self, name: str) -> Any:
        return getattr(SYSTEM, name)

    def view_for(self, state: Any, seat: int | None) -> Any:
        view = SYSTEM.view_for(state, seat)
        return {**view, "units": [unit for unit in view["units"] if seat == 1 or unit["id"] != 7]}


def test_a_board_shows_nothing_that_its_seat_does_not_know():
    fought = first("six", "move")
    facts = SYSTEM.view_for(fought.state, None)["units"][7]
    name = f"{facts['label']} {facts['name']}"
    for seat, known in ((0, False), (None, False), (1, True)):
        shown = page(fought, system=Foggy(), seat=seat, unit=7, sentences=[], events=())
        whole = repr(shown)
        assert (name in whole) is known
        assert (shown.unit is not None) is known
    halos = re.findall(r'class="u [^"]*\bcan\b', page(fought, system=Foggy(), seat=1 - fought.state.seat).svg)
    assert halos == []


def test_the_board_draws_the_move_of_the_last_order():
    at = next(
        number
        for number, events in enumerate(battle("six").events, 1)
        if [event[0] for event in events] == ["move"] and events[0][2] != events[0][3]
    )
    moved = battle("six", at)
    board = moved.state.fixed.board
    ends = [centre(*board.offset(place)) for place in moved.events[-1][0][2:4]]
    drawn = re.findall(r'class="trace move"[^>]* d="M(\d+) (\d+)L(\d+) (\d+)"', page(moved).svg)
    x1, y1, x2, y2 = map(int, drawn[0])
    assert [round(dist((x1, y1), ends[0])), round(dist((x2, y2), ends[1]))] == [CLEAR, CLEAR]


def test_a_draw_is_offered_answered_and_waited_for():
    fought = first("six", "move")
    seat = fought.state.seat
    assert page(fought).draw == "offer"
    assert page(fought, draw_offered_by=seat).draw == "offered"
    assert page(fought, draw_offered_by=1 - seat).draw == "answer"
    assert page(fought, draw_offered_by=seat, one_screen=True).draw == "answer"
    assert page(fought, seat=None).draw == ""


def test_the_end_is_told_from_the_readers_seat():
    fought = battle("six")
    outcome = fought.state.outcome
    for seat in (0, 1):
        ending = page(fought, seat=seat).ending
        assert ending.won is (None if outcome.winner is None else outcome.winner == seat)
        assert (ending.reason, ending.rule) == (outcome.reason, outcome.rule)
    assert page(fought, seat=None).ending.won is None
    assert page(fought, seat=0, one_screen=True).ending.won is None
    assert page(fought, called_off=True).ending.headline == "Called off"
    assert page(fought).headline == "The battle is over"


def test_a_refusal_and_the_faces_typed_come_back():
    refusal = Refusal("battle.dice", "This order rolls more dice: type 2 more with 6 sides.")
    shown = page(first("six", "move"), refusal=refusal, faces="3 5")
    assert (shown.refusal, shown.faces) == (refusal, "3 5")


def test_the_board_counts_what_the_scenario_counts():
    shown = page(battle("convoy", 0))
    assert "Freighters gone</dt><dd>0 of 6 " in shown.facts
    assert 'class="exit"' in shown.svg
    assert 'class="exit"' not in board_page(inputs(battle("six", 0))).svg
