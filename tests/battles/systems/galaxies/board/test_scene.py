"""The map of Galaxies, the ships on it and the cards beside it, as each seat sees them."""

from __future__ import annotations

import re

import pytest

from missions.battles.engine.contract import NO_UNIT
from missions.battles.engine.dice import seeded_dice
from missions.battles.presenters.board.beside import beside, own_hand
from missions.battles.presenters.board.markup import meters
from missions.battles.presenters.board.picked import Picked
from missions.battles.presenters.board.svg import board_svg, still
from missions.battles.systems.galaxies.engine.choices import launch
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.state import NOWHERE, Phase
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.marks import rule
from tests.battles.systems.galaxies.board.looks import begun, seen, stand, titles
from tests.battles.systems.galaxies.positions import act
from tests.battles.systems.galaxies.setups import SETUPS, galaxies

FLEET = "isn-barrage-standard 5,5 4,5 | isn-everest-veteran 2,10 | isn-hawks-standard 7,7 8,7 7,8"


@rule("BG-003", "BG-060")
def test_ships_fill_their_footprint_and_only_a_medium_one_faces_anywhere():
    barrage, everest, *hawks = seen(stand(FLEET), 0).tokens
    assert (barrage.place, barrage.covers, barrage.facing) == ("0606", ("0606", "0506"), 0)
    assert (everest.place, len(everest.covers), everest.facing) == ("0311", 7, None)
    assert [(ship.place, ship.covers) for ship in hawks] == [("0808", ()), ("0908", ()), ("0809", ())]
    assert all(ship.filling for ship in (barrage, everest, *hawks))


@pytest.mark.parametrize(("back", "facing"), [("4,5", 0), ("5,6", 1), ("6,5", 3), ("6,4", 4)])
def test_a_medium_ship_is_turned_from_its_back_to_its_front(back: str, facing: int):
    state = stand(f"isn-torrent-standard 5,5 {back}")
    (ship,) = seen(state, 0).tokens
    assert ship.facing == facing
    drawn = board_svg(seen(state, 0), Picked())
    turned = f'class="body" transform="rotate({-60 * facing})"' if facing else 'class="body"/>'
    assert turned in drawn


@rule("BG-009", "BG-125")
def test_rings_show_pegs_that_are_left_with_their_figures():
    state = stand(FLEET)
    state.shields[1], state.hull[1] = 3, 4
    everest = seen(state, 1).tokens[1]
    assert [(gauge.kind, gauge.now, gauge.most) for gauge in everest.gauges] == [
        ("ring", 3, 5),
        ("core", 6, 10),
    ]
    assert everest.strength == "3 + 6" and "shields 3 of 5, hull 6 of 10" in everest.words
    drawn = board_svg(seen(state, 1), Picked())
    assert drawn.count('class="pegs ring"') == drawn.count('class="pegs core"') == 5
    assert 'class="fig ring"' in drawn and ">3</text>" in drawn and ">6</text>" in drawn


@rule("BG-009")
@pytest.mark.parametrize(
    ("ship", "sides"),
    [("isn-f54-standard 5,5", 6), ("isn-barrage-standard 5,5 4,5", 10), ("isn-everest-veteran 5,5", 18)],
)
def test_a_ring_with_all_its_pegs_goes_around_the_whole_footprint(ship: str, sides: int):
    drawn = board_svg(seen(stand(ship), 0), Picked())
    found = re.search(r'class="pegs ring"[^>]*stroke-dasharray="([^"]+)"', drawn)
    assert found is not None
    *pegs, last, _ = (float(length) for length in found[1].split())
    gap = pegs[1] if pegs else 0
    assert sum(pegs) + last + gap == pytest.approx(sides * 30, abs=0.01)


@rule("BG-009")
def test_no_ring_runs_across_a_figure():
    drawn = board_svg(seen(stand(FLEET), 1), Picked(), links=False)
    (ship, *_) = re.findall(r'<g class="u .*?</g></g>', drawn)
    assert ship.rindex('class="pegs') < ship.index('class="fig')


@rule("BG-009")
def test_the_label_of_a_ship_of_two_hexes_stands_below_the_notch_of_its_rings():
    drawn = board_svg(seen(stand(FLEET), 1), Picked())
    heights = dict(re.findall(r'class="lab[^"]*" y="(\d+)">(\w+)<', drawn))
    assert heights == {"7": "I1", "1": "I5"}


@rule("BG-062")
def test_names_of_hexes_stand_above_the_figures_of_a_ship_of_two_hexes():
    scene = seen(stand("isn-barrage-standard 5,5 4,5 | isn-f54-standard 7,5"), None)
    drawn = still(scene, "", part=("0606", "0506", "0806", "0706"))
    found = re.findall(r'y="([\d.]+)">(\d{4})</text>', drawn.split('class="nums own"')[1])
    assert {name: float(y) - scene.grid.at[name][1] for y, name in found} == {
        "0606": -15,
        "0506": -15,
        "0706": 24,
    }


@rule("BG-024")
def test_a_ship_without_shields_has_a_figure_and_no_ring_for_them():
    drawn = board_svg(seen(stand("wre-fuvu-standard 7,7 8,7 7,8"), 1), Picked())
    assert drawn.count('class="fig ring"') == 3 and 'class="pegs ring"' not in drawn


@rule("BG-051", "BG-147")
def test_activated_ships_and_ships_on_a_gate_have_signs():
    state = stand("isn-f54-standard 12,7 | isn-torrent-standard 8,8 9,8")
    act(state, GALAXIES.read(state, "I1 activate"))
    first, second = seen(state, 0).tokens
    assert [mark.sign for mark in first.marks] == ["active", "gate"] and not second.marks
    act(state, GALAXIES.read(state, "finish"))
    first, _ = seen(state, 0).tokens
    assert [mark.sign for mark in first.marks] == ["done"]


@rule("BG-126")
def test_a_destroyed_ship_is_off_the_map_and_struck_out():
    state = stand("isn-f54-standard 5,5 | wre-chosh-standard 7,5")
    state.lift(1)
    state.lost |= 2
    chosh = seen(state, 0).tokens[1]
    assert (chosh.place, chosh.gone, chosh.status) == ("", True, "destroyed")


@rule("BG-022", "BG-133", "BG-140")
@pytest.mark.parametrize("scenario", battles())
def test_every_tile_and_both_start_zones_are_on_the_map(scenario: str):
    state, battle = begun(scenario), battles()[scenario]
    scene = seen(state, 0)
    assert {each.symbol for each in scene.features} == {
        kind for kind, hexes in battle.field.tiles.items() if hexes
    }
    for each in scene.features:
        assert len(each.hexes) == battle.field.tiles[each.symbol].bit_count() and each.words
    assert [len(area.hexes) for area in scene.areas] == [zone.bit_count() for zone in battle.zones]
    assert [area.filled for area in scene.areas] == [True, False]
    said = titles(board_svg(scene, Picked()))
    assert "Start zone of ISN" in said and any(": Asteroid: no ship" in each for each in said)


@rule("BG-016")
def test_energy_is_a_bar_that_shows_what_a_plan_leaves():
    state = stand("isn-barrage-standard 5,5 4,5", energy=(12, 40))
    scene = seen(state, 0)
    assert [(meter.side, meter.now, meter.most) for meter in scene.meters] == [(0, 12, 40), (1, 40, 40)]
    plain, planned = meters(scene, 0, 0), meters(scene, 0, 3)
    assert "12 − 3 = 9" in planned and "12 − 3" not in plain and "40 − 3" not in planned
    assert 'class="mn" width="9"' in planned and 'class="mp" width="12"' in planned
    assert "15 + 1 = 16" not in planned and "12 + 1 = 13" in meters(scene, 0, -1)


# --- cards ------------------------------------------------------------------------------------------


@rule("BG-007", "BG-011", "BG-045")
def test_own_cards_lie_in_a_tray_and_those_of_the_enemy_are_a_number():
    state = begun()
    own, enemy, watching = (seen(state, seat) for seat in (0, 1, None))
    (tray,) = (hand for hand in own.hands if hand.seat == 0)
    assert [card.title for card in tray.cards] == [card.type.name for card in state.table.fleets[0]]
    everest = next(card for card in tray.cards if card.title == "ISN Everest")
    assert everest.cost == "20 energy" and everest.kind == "everest"
    for words in ("Activation 4, move 3", "Shields 5, hull 10, hold 12", "Main Battery: range 8, 3 × 2"):
        assert words in everest.lines
    for scene, seat in ((enemy, 1), (watching, None)):
        (hidden,) = (hand for hand in scene.hands if hand.words.startswith("Ship cards of ISN"))
        assert hidden.hidden == len(tray.cards) and not hidden.cards
        assert "Everest" not in own_hand(scene, {}, seat) + beside(scene, seat)


@rule("BG-037", "BG-045")
def test_only_the_owner_can_open_a_hold():
    state = begun()
    carrier = next(place for place in state.reserve[0] if state.table.fleets[0][place].type.capacity > 10)
    zone, dice = state.table.battle.field.hexes["0305"], seeded_dice("hold")
    GALAXIES.apply(state, 0, (NO_UNIT, launch(carrier, NOWHERE, (zone, zone))), dice)
    GALAXIES.apply(state, 0, GALAXIES.read(state, "load isn-hawks-veteran isn-f54-seasoned"), dice)
    own, enemy = seen(state, 0), seen(state, 1)
    (drawer,) = (hand for hand in own.hands if hand.drawer)
    assert drawer.words == "Hold of I1, 4 of 12 spaces"
    assert {card.title for card in drawer.cards} == {"F-47 Blue Hawks", "Rook's F-54"}
    assert '<details class="fan drawer"' in own_hand(own, {}, 0)
    assert not any(hand.drawer for hand in enemy.hands)
    told = own_hand(enemy, {}, 1) + beside(enemy, 1)
    assert "Blue Hawks" not in told and "Hold of" not in told
    assert [pool.count for pool in enemy.pools if "holds" in pool.words] == [5, 6]


@rule("BG-160", "BG-162")
def test_tactic_cards_lie_in_the_hand_and_the_enemys_are_counted():
    state = begun(tactics=True)
    own = [hand for hand in seen(state, 0).hands if "actic" in hand.words]
    assert sum(card.number for card in own[0].cards) == len(state.hands[0])
    assert all(card.text and card.cost.endswith("energy") for card in own[0].cards)
    assert (own[1].words, own[1].hidden, own[1].cards) == ("Tactic cards of Wretch", 5, ())
    assert {pile.words for pile in seen(state, 0).piles} >= {"Tactic cards of ISN to draw"}
    assert not seen(begun(), 0).piles


@pytest.mark.parametrize("name", SETUPS)
def test_every_set_up_has_a_scene_for_everybody(name: str):
    state, _ = GALAXIES.setup(SETUPS[name], seeded_dice(name))
    for seat in (0, 1, None):
        scene = seen(state, seat)
        assert scene.clock.turn == 0 and scene.name and scene.brief
        assert scene.meters[0].words != scene.meters[1].words


def test_the_clock_counts_rounds_and_names_the_phases_in_which_somebody_decides():
    state = begun()
    clock = seen(state, 0).clock
    assert (clock.turn, clock.turns, clock.unit) == (1, 20, "Round")
    assert (clock.phases, clock.now) == (("Deploy", "Action"), 0)
    state.phase = Phase.ACTION
    assert seen(state, 0).clock.now == 1
    assert seen(begun(tactics=True), 0).clock.phases == ("Energy", "Deploy", "Action")
    assert galaxies("ring_patrol")["scenario"] == "ring_patrol"
