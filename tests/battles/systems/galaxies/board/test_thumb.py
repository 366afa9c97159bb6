"""The bar at the thumb and the panels beside the map: what is there to press in each state of an order."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.presenters.board.page import BoardPage
from missions.battles.systems.galaxies.engine.choices import Kind, kind_of, move_of
from missions.battles.systems.galaxies.engine.drafting import STEPS
from missions.battles.systems.galaxies.engine.drafting.steps import Picks
from missions.battles.systems.galaxies.engine.odds.moves import DEBRIS, meetings
from missions.battles.systems.galaxies.engine.state import State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.marks import rule
from tests.battles.systems.galaxies.board.looks import begun, page, stand
from tests.battles.systems.galaxies.positions import act


def drawn(shown: BoardPage) -> str:
    """The swapped part as a browser gets it."""
    return render_to_string("battles/board/part.html", {"page": shown}, RequestFactory().get("/"))


def bar(shown: BoardPage) -> list[str]:
    """Texts of everything in the bar that can be pressed."""
    html = drawn(shown)
    inside = html[max(html.find('id="board-ask"'), html.find('id="board-confirm"')) :]
    pressed = re.findall(r'class="btn [^>]*>(.*?)</(?:a|button)>', inside, re.DOTALL)
    return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", "", text, flags=re.DOTALL).split()) for text in pressed]


def main(shown: BoardPage) -> list[str]:
    """The words on the main buttons of the bar."""
    found = re.findall(r'class="btn btn-primary" type="submit">(.*?)</button>', drawn(shown), re.DOTALL)
    return [" ".join(re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL).split()) for text in found]


def in_steps(state: State, choice: int) -> Picks:
    """The picks of an order of the side."""
    return STEPS[kind_of(choice)].parts(state, NO_UNIT, choice) if kind_of(choice) in STEPS else (choice,)


@rule("BG-020")
def test_the_deploy_phase_can_be_ended_from_the_bar():
    shown = page(begun())
    assert bar(shown) == ["Go on to the action phase", "My cards", "All orders"]
    assert 'href="?unit=-1&amp;pick=14"' in shown.plain and shown.draft is not None
    card = next(iter(shown.draft.cards))
    assert "Go on" not in " ".join(bar(page(begun(), unit=NO_UNIT, picks=(card,))))


@rule("BG-020")
def test_a_finished_draft_is_told_beside_the_map_and_its_button_names_no_hex():
    state = begun()
    launch = GALAXIES.read(state, "launch isn-everest-veteran 0305")[1]
    done = GALAXIES.draft(state, 0, NO_UNIT, ())
    value = next(each.value for each in done.options if "Everest" in each.text)
    shown = page(state, unit=NO_UNIT, picks=(value, state.table.battle.field.hexes["0305"]))
    assert shown.chosen is not None and shown.chosen.choice == str(launch)
    assert bar(shown) == ["Other hex", "Launch"] and main(shown) == ["Launch"]
    assert 'id="board-orders-head"' in drawn(shown) and "launch isn-everest-veteran 0305" in drawn(shown)


@rule("BG-020", "BG-022")
def test_a_finished_launch_is_put_elsewhere_turned_as_it_is():
    state = begun()
    step = state.table.battle.field.step
    options = GALAXIES.draft(state, 0, NO_UNIT, ()).options
    card = next(each.value for each in options if "Barrage" in each.text)
    launches = [
        choice for choice in GALAXIES.legal_orders(state, 0, NO_UNIT) if in_steps(state, choice)[0] == card
    ]
    _, front, back = in_steps(state, launches[0])
    shown = page(state, unit=NO_UNIT, picks=(card, front, back))
    assert shown.draft is not None and shown.draft.again == f"?unit={NO_UNIT}&pick={card}&pick={front}"
    others = {front for _, front, _ in (in_steps(state, each) for each in launches)} - {front}
    assert len(others) > 5 and len(shown.draft.hexes) == len(others)
    turned = step[back].index(front)
    for place, there in shown.draft.hexes.items():
        picks = [int(pick) for pick in re.findall(r"pick=(-?[0-9]+)", there.address)]
        alike = [each for each in launches if in_steps(state, each)[1] == picks[1]]
        facings = {step[tail].index(nose) for _, nose, tail in (in_steps(state, each) for each in alike)}
        assert (step[picks[2]].index(picks[1]) == turned) == (turned in facings)
        assert f'<a href="{there.address.replace("&", "&amp;")}" data-h="{place}"' in shown.svg


@rule("BG-030")
def test_an_empty_hold_leads_to_the_cards_and_to_no_other_order():
    state = begun()
    GALAXIES.apply(state, 0, GALAXIES.read(state, "launch isn-everest-veteran 0305"), seeded_dice("hold"))
    assert bar(page(state)) == ["My cards", "Leave the hold empty"] and main(page(state)) == []
    first = page(state).draft
    assert first is not None
    card = next(iter(first.cards))
    loaded = page(state, unit=NO_UNIT, picks=(card,))
    name = state.table.fleets[0][card].type.name
    assert bar(loaded) == ["Other order", f"Load {name}"] and main(loaded) == [f"Load {name}"]


@rule("BG-080", "BG-141")
def test_the_button_of_a_move_says_whose_dice_may_fall():
    state = stand("isn-torrent-standard 7,6 6,6 | wre-teskio-standard 12,5 13,5")
    act(state, GALAXIES.read(state, "I1 activate"))
    words = {}
    for choice in GALAXIES.legal_orders(state, 0, 0):
        if kind_of(choice) is Kind.MOVE:
            met = {each.enemy for each in meetings(state, 0, choice)}
            words.setdefault((bool(met - {DEBRIS}), DEBRIS in met, bool(move_of(choice)[1])), choice)
    found = {kind: main(page(state, unit=0, choice=choice))[0] for kind, choice in words.items()}
    assert found[True, False, True] == "Move, Wretch may roll" and found[False, False, True] == "Move"
    assert found[False, False, False] == "Stay here"
    assert found.get((False, True, True), "Move and roll for debris") == "Move and roll for debris"


@rule("BG-023")
def test_the_next_ship_of_a_squadron_is_asked_a_hex():
    state = begun()
    GALAXIES.apply(state, 0, GALAXIES.read(state, "launch isn-hawks-veteran 0205"), seeded_dice("hawks"))
    assert page(state).prompt == "Choose a hex for I2 F-47 Blue Hawks (veteran)."


@rule("BG-051")
def test_an_activation_can_be_finished_from_the_bar_of_its_ship():
    state = stand("isn-torrent-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5")
    act(state, GALAXIES.read(state, "I1 activate"))
    shown = page(state, unit=0)
    assert shown.unit is not None and bar(shown) == ["Finish this activation", "All orders"]


@rule("BG-160")
def test_the_hand_that_has_a_card_to_play_comes_first():
    state = begun(tactics=True)
    deploying = re.findall(r'class="small-caps">([^<]+)', page(state).hand)
    assert deploying == ["Behind your screen", "Your tactic cards"]
    GALAXIES.apply(state, 0, GALAXIES.read(state, "launch isn-f54-seasoned 0205"), seeded_dice("first"))
    GALAXIES.apply(state, 0, GALAXIES.read(state, "done"), seeded_dice("first"))
    assert re.findall(r'class="small-caps">([^<]+)', page(state).hand) == deploying[::-1]


def test_a_plan_takes_the_place_of_the_rule_beside_the_energy():
    state = stand("isn-everest-veteran 5,5 | wre-teskio-standard 9,5 10,5", energy=(20, 20))
    own = page(state, unit=0).meters.split("</li>")[0]
    assert "20 − 4 = 16" in own and "BG-016" not in own
    assert "BG-016" in page(state).meters.split("</li>")[0]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_heading_of_a_board_skips_a_level(seat: int | None):
    state = stand("isn-torrent-standard 5,5 4,5 | wre-teskio-standard 9,5 10,5", tactics=True)
    levels = [int(level) for level in re.findall(r"<h(\d)", drawn(page(state, seat)))]
    assert levels[0] == 1 and 3 in levels
    assert all(after - before <= 1 for before, after in pairwise(levels))
