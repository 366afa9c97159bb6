"""Orders of Galaxies in the list, on the map and in sentences."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.presenters.board.odds import any_effect, percent
from missions.battles.systems.galaxies.board.orders import MOVES, RISKY
from missions.battles.systems.galaxies.board.reader import READER
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, packed
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.marks import rule
from tests.battles.systems.galaxies.board.looks import begun, offered, page, stand
from tests.battles.systems.galaxies.positions import act
from tests.battles.systems.galaxies.setups import SETUPS, galaxies

NEAR = "isn-torrent-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5"


def activated(cards: str) -> State:
    """A position with these cards, the first ship activated."""
    state = stand(cards)
    act(state, GALAXIES.read(state, "I1 activate"))
    return state


@rule("BG-060", "BG-062", "BG-070")
def test_every_legal_end_is_on_the_map_with_front_back_and_way():
    state = activated(NEAR)
    found = offered(state, 0)
    ends = [offer for offer in found if offer.end]
    assert len(ends) == sum(kind_of(choice) is Kind.MOVE for choice in GALAXIES.legal_orders(state, 0, 0)) - 1
    for offer in ends:
        assert offer.covers[0] == offer.place and len(offer.covers) == 2 and 0 <= offer.facing < 6
        assert offer.path and offer.path[-1] in offer.covers
        assert bool(offer.back) is ("back first" in offer.way)
    shown = page(state, unit=0).svg
    assert {offer.place for offer in ends} == set(re.findall(r'data-h="(\d{4})"[^>]*class="end', shown))


@rule("BG-080", "BG-141")
def test_ends_that_bring_dice_are_marked_with_their_exact_chance():
    state = activated("isn-torrent-standard 7,6 6,6 | wre-teskio-standard 12,5 13,5")
    shown, checked = page(state, unit=0), 0
    for offer in offered(state, 0):
        odds = GALAXIES.odds(state, 0, (0, offer.choice)) if offer.end else None
        if odds is not None:
            assert offer.risky and offer.group == RISKY
            chosen = page(state, unit=0, choice=offer.choice).chosen
            assert chosen is not None and chosen.odds is not None
            checked += 1
            if checked > 4:
                break
    assert checked > 4
    marked = re.findall(r'class="end risk".*?<text y="24">([^<]+)</text>', shown.svg)
    least: dict[str, Fraction] = {}
    for offer in offered(state, 0):
        if offer.end:
            odds = GALAXIES.odds(state, 0, (0, offer.choice))
            chance = any_effect(odds) if odds else Fraction(0)
            least[offer.place] = min(chance, least.get(offer.place, Fraction(1)))
    assert sorted(marked) == sorted(percent(chance) for chance in least.values() if chance)
    assert any(offer.group == MOVES and not offer.risky for offer in offered(state, 0))


@rule("BG-070")
def test_walks_to_one_end_are_offered_side_by_side_with_their_risks():
    state = activated("isn-f54-standard 7,6 | wre-fuvu-standard 10,5 10,6 10,7")
    ends: dict[tuple[str, int], list[int]] = {}
    for offer in offered(state, 0):
        if offer.end:
            ends.setdefault((offer.place, offer.facing), []).append(offer.choice)
    several = [choices for choices in ends.values() if len(choices) > 1]
    assert several
    chosen = page(state, unit=0, choice=several[0][0]).chosen
    assert chosen is not None and chosen.ways.count("<li>") == len(several[0])
    assert "chance of harm" in chosen.ways or "no dice" in chosen.ways


@rule("BG-104", "BG-106", "BG-107", "BG-108")
def test_an_attack_shows_the_grid_with_the_chance_of_each_kind_of_cell():
    state = activated("isn-barrage-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5")
    shot = next(offer for offer in offered(state, 0) if offer.target >= 0)
    assert (shot.heading, shot.group) == ("range 4 of 6", "Tes Kio W2")
    grid = READER.chart(GALAXIES.view_for(state, 0), (0, shot.choice))
    assert grid is not None and len(grid.rows) == 8 and len(grid.columns) == 10
    assert [kind.words for kind in grid.kinds] == [
        "misses",
        "takes 1 shield peg and 1 hull peg",
        "takes 1 shield peg and 1 hull peg, like any hit while shields are up",
    ]
    chosen = page(state, unit=0, choice=shot.choice).chosen
    assert chosen is not None and chosen.odds is not None
    counts = {
        sign: sum(row.count(at) for row in grid.rows) for at, sign in enumerate(("miss", "hit", "star"))
    }
    assert sum(counts.values()) == 80 and counts["star"] == 1
    assert f"{counts['hit']} cells, <b>{percent(Fraction(counts['hit'], 80))}</b>" in chosen.chart
    assert chosen.chart.count('href="#hx-cell-hit" x=') == counts["hit"]
    odds = GALAXIES.odds(state, 0, (0, shot.choice))
    assert odds is not None and any_effect(odds) == Fraction(counts["hit"] + counts["star"], 80)
    assert "with all 2 attacks" in chosen.odds.summary


@rule("BG-108", "BG-120")
def test_the_grid_says_what_each_cell_does_to_the_ship_as_it_is():
    state = activated("isn-torrent-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5")
    state.shields[1], state.hull[1] = 0, 2
    shot = next(offer for offer in offered(state, 0) if offer.target >= 0)
    grid = READER.chart(GALAXIES.view_for(state, 0), (0, shot.choice))
    assert grid is not None
    words = [kind.words for kind in grid.kinds]
    assert words == ["misses", "takes 1 hull peg", "destroys it, because its shields are down"]
    state.hull[1] = 3
    grid = READER.chart(GALAXIES.view_for(state, 0), (0, shot.choice))
    assert grid is not None and grid.kinds[1].words == "destroys it"
    assert READER.chart(GALAXIES.view_for(state, 0), (NO_UNIT, packed(Kind.FINISH))) is None


@rule("BG-101")
def test_the_plan_of_an_order_is_what_the_rules_take():
    state = stand("isn-everest-veteran 5,5 | wre-teskio-standard 9,5 10,5", energy=(20, 20))
    (activation,) = offered(state, 0)
    assert activation.spends == 4 and "20 − 4 = 16" in page(state, unit=0).meters
    act(state, GALAXIES.read(state, "I1 activate"))
    for offer in offered(state, 0):
        before = state.energy[0]
        after = state.clone()
        if offer.target >= 0:
            GALAXIES.apply(after, 0, (0, offer.choice), seeded_dice("plan"))
            assert before - offer.spends == after.energy[0]
    assert {offer.spends for offer in offered(state, 0) if offer.target >= 0} == {0, 3}


@rule("BG-105", "BG-144", "BG-145", "BG-152")
def test_the_reach_follows_the_chosen_move_and_hides_what_asteroids_hide():
    state = activated("isn-f54-standard 10,1 | wre-chosh-standard 14,1")
    view = GALAXIES.view_for(state, 0)
    here = READER.reach(view, 0, None)
    assert here is not None and [zone.grade for zone in here.zones] == [2, 0]
    assert here.zones[0].words == "Nose Battery, range 4" and "1302" in here.zones[1].hexes
    ((end, clear, cut_by, start),) = here.lines
    assert (end, clear, cut_by, start) == ("1502", False, ("1202",), "1102")
    move = next(offer for offer in offered(state, 0) if offer.place == "1301")
    there = READER.reach(view, 0, move)
    assert there is not None and there.place == "1301" and there.lines[0].clear
    assert READER.sights(view, 0, move) == ["W2 (3 hexes)"]


@rule("BG-020", "BG-022", "BG-024")
@rule("BG-013")
def test_the_side_that_chooses_who_begins_is_told_what_the_second_turn_brings():
    moon, patrol = (
        READER.prompt(GALAXIES.view_for(GALAXIES.setup(galaxies(name), seeded_dice("begin"))[0], 0))
        for name in ("shattered_moon", "ring_patrol")
    )
    assert moon == f"{patrol} The side with the second turn gets 4 more energy."
    assert patrol.endswith("Choose the side that has the first turn.")


def test_a_launch_is_put_together_from_card_hex_and_back():
    state = begun()
    first = page(state, unit=NO_UNIT)
    assert first.draft is not None and "launch=" not in first.hand and "pick=" in first.hand
    barrage = next(value for value, step in first.draft.cards.items() if "Barrage" in step.words)
    second = page(state, unit=NO_UNIT, picks=(barrage,))
    assert second.draft is not None and len(second.draft.hexes) > 20 and "20 − 12 = 8" in second.meters
    front = state.table.battle.field.hexes["0305"]
    third = page(state, unit=NO_UNIT, picks=(barrage, front))
    assert third.draft is not None and third.draft.placed == ("0305",)
    assert set(third.draft.hexes) <= {"0204", "0304", "0205", "0405", "0206", "0306"}
    back = state.table.battle.field.hexes["0205"]
    last = page(state, unit=NO_UNIT, picks=(barrage, front, back))
    assert last.chosen is not None and "on 0305 and 0205, the front first" in last.chosen.sentence
    assert last.chosen.button == "Launch"
    assert 'class="u ghost s0"' in last.svg and 'data-h="0305 0205"' in last.svg


@rule("BG-040")
def test_a_carrier_on_the_map_launches_the_one_card_in_its_hold_but_none_of_several():
    for cards, leads in (("isn-hawks-veteran isn-f54-seasoned", False), ("isn-f54-seasoned", True)):
        state = begun()
        for words in ("launch isn-everest-veteran 0408", f"load {cards}"):
            GALAXIES.apply(state, 0, GALAXIES.read(state, words), seeded_dice("hold"))
        state.turn, state.energy[0] = 3, 20
        found = page(state, unit=NO_UNIT).draft
        assert found is not None and "F-54 (seasoned) for 4 energy, out of I1" in found.options
        assert (list(found.units) == [0]) is leads


@rule("BG-020")
def test_a_draft_says_what_it_is_to_launch_nothing_more():
    found = page(begun(), unit=NO_UNIT).draft
    assert found is not None and "launch nothing more" in found.options and ">done<" not in found.options


def test_a_hex_of_a_draft_is_named_once():
    shown = page(begun(), unit=NO_UNIT, picks=(GALAXIES.draft(begun(), 0, NO_UNIT, ()).options[0].value,))
    assert "<title>0102</title>" in shown.svg and "0102: 0102" not in shown.svg


@rule("BG-030", "BG-031")
def test_cards_for_a_hold_are_ticked_and_put_back_one_by_one():
    state = begun()
    act_launch = GALAXIES.read(state, "launch isn-everest-veteran 0305")
    GALAXIES.apply(state, 0, act_launch, seeded_dice("hold"))
    first = page(state)
    assert first.draft is not None and "12 spaces left" in first.draft.prompt and first.chosen is not None
    one, two = list(first.draft.cards)[:2]
    both = page(state, unit=NO_UNIT, picks=(one, two))
    assert both.draft is not None and set(both.draft.back) == {one, two}
    assert both.draft.back[one].address == f"?unit=-1&pick={two}"
    assert both.hand.count('class="hc in"') == 2
    assert both.chosen is not None and "Then the hold of ISN Everest I1 is sealed." in both.chosen.sentence


@rule("BG-052")
def test_an_activated_ship_is_selected_with_the_end_of_its_activation_beside_it():
    state = activated(NEAR)
    shown = page(state)
    assert shown.unit is not None and shown.unit.label == "I1"
    assert "Finish this activation" in shown.of_side and 'class="end' in shown.svg
    squadron = activated("isn-hawks-standard 5,5 6,5 5,6")
    assert page(squadron).unit is None


@pytest.mark.parametrize("name", SETUPS)
def test_every_order_of_a_battle_has_words_and_a_rule(name: str):
    dice, pick = seeded_dice(name), random.Random(name)
    state, _ = GALAXIES.setup(SETUPS[name], dice)
    kinds = set()
    for _ in range(120):
        if not (seats := GALAXIES.to_act(state)):
            break
        seat = min(seats)
        view = GALAXIES.view_for(state, seat)
        for unit in GALAXIES.legal_units(state, seat):
            choices = GALAXIES.legal_orders(state, seat, unit)
            some = pick.sample(range(len(choices)), min(12, len(choices)))
            given = [choices[at] for at in some]
            found = READER.offers(view, unit, given)
            assert sorted(offer.choice for offer in found) == sorted(given)
            for offer in found:
                kinds.add(kind_of(offer.choice))
                sentence, rule_id = READER.order_sentence(view, (unit, offer.choice))
                assert offer.group and offer.text and sentence.endswith(".")
                assert re.fullmatch(r"BG-\d{3}", rule_id)
        order = GALAXIES.any_order(state, seat, pick.random)
        events = GALAXIES.apply(state, seat, order, dice)
        READER.traces(GALAXIES.view_for(state, seat), events)
    assert {Kind.LAUNCH, Kind.ACTIVATE, Kind.MOVE} <= kinds


@rule("BG-062", "BG-103")
def test_moves_and_attacks_leave_traces_and_dice_have_a_purpose():
    state = activated(NEAR)
    events = act(state, GALAXIES.read(state, "I1 move NE"))
    view = GALAXIES.view_for(state, 0)
    (trace,) = READER.traces(view, events)
    assert trace.kind == "move" and trace.start != trace.end and trace.over == ()
    events = act(state, GALAXIES.read(state, "I1 fire W2"), [1, 1])
    (shot,) = READER.traces(GALAXIES.view_for(state, 0), events)
    assert shot.kind == "miss"
    assert READER.rolled_for(view, events, 0) == "the letter of the attack on Tes Kio W2"
    assert READER.rolled_for(view, events, 1) == "the number of the attack on Tes Kio W2"
    assert READER.rolled_for(view, events, 2) == ""
