"""The board of Red Alert shows what lies on the map and what scores, and says it in words."""

from __future__ import annotations

import re

import pytest

from missions.battles.board.scene import Scene
from missions.battles.engine.dice import seeded_dice
from missions.battles.presenters.board.beside import beside
from missions.battles.presenters.board.picked import Picked
from missions.battles.presenters.board.svg import board_svg, still
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.engine.field import HEXES
from missions.battles.systems.red_alert.engine.scenarios import battles
from missions.battles.systems.red_alert.engine.state import Phase, State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from tests.battles.marks import rule
from tests.battles.systems.red_alert.positions import CF, CW, stand
from tests.battles.systems.red_alert.setups import SETUPS


def seen(state: State, seat: int | None) -> Scene:
    return READER.scene(RED_ALERT.view_for(state, seat), ())


@rule("RA-205")
def test_planet_markers_lie_with_their_number_over_the_counters():
    state = stand("Cw CR F7, Cf CR E8", map_of="supply_base")
    state.planet_markers = (HEXES["F7"], HEXES["F7"]), (HEXES["F7"],)
    scene = seen(state, CF)
    assert [(badge.place, badge.figure, badge.side) for badge in scene.badges] == [
        ("F7", "2", CW),
        ("F7", "1", CF),
    ]
    for drawn in (board_svg(scene, Picked()), still(scene, "")):
        for words in ("F7: 2 planet markers of Commonwealth", "F7: 1 planet marker of Confederation"):
            assert drawn.index("<title>Cruiser Cw-CR0") < drawn.index(f"<title>{words}</title>")


@rule("RA-185")
def test_units_that_lie_face_down_have_a_sign_of_their_own():
    state = stand("Cw CR F7, Cf CR E8", map_of="supply_base")
    state.covered = 0b11
    (sign,) = (each for each in seen(state, CW).features if each.symbol.startswith("hidden"))
    assert (sign.hexes, sign.symbol, sign.side) == (("E8",), "hidden_1", CF)


def test_labels_that_fill_a_hull_are_written_smaller():
    shown = board_svg(seen(stand("Cw CR K1, Cw HDD K3, Cf F A1"), CW), Picked())
    assert re.findall(r'class="(lab[^"]*)" y="1">(\w+)<', shown) == [
        ("lab", "CR0"),
        ("lab long", "HDD1"),
        ("lab", "F2"),
    ]


@pytest.mark.parametrize("scenario", battles())
def test_everything_that_scores_stands_with_the_points(scenario: str):
    scene = seen(stand("Cw CR F7, Cf CR E8", map_of=scenario), CW)
    losses = bool(battles()[scenario].eliminated)
    assert len(scene.goals) == len(battles()[scenario].objectives) + losses
    assert not {label for label, _, _ in scene.goals} & {label for label, _, _ in scene.facts}
    shown = beside(scene, CW)
    for label, words, rule_id in scene.goals:
        assert shown.index(f"<dt>{label}</dt><dd>{words} ") < shown.index("Victory points of")
        assert rule_id in shown


@rule("RA-185")
@pytest.mark.parametrize("reader", [CW, CF])
def test_own_units_wait_to_be_placed_and_others_to_be_seen(reader: int):
    state, _ = RED_ALERT.setup(SETUPS["base"], seeded_dice("placed"))
    assert state.phase is Phase.DEPLOYMENT
    words = {(token.side, token.status) for token in seen(state, reader).tokens}
    assert words == {(reader, "not yet placed"), (1 - reader, "not yet seen")}
    assert {token.status for token in seen(state, None).tokens} == {"not yet seen"}


@rule("RA-140", "RA-150", "RA-156")
def test_obstructions_are_named_before_they_are_explained():
    state = stand("Cw CR K1, Cf CR A1", map_of="twin_sisters", debris="C3")
    titles = re.findall(r"<title>([^<]*)</title>", board_svg(seen(state, CW), Picked()))
    (debris,) = (title for title in titles if title.startswith("C3: "))
    assert debris.startswith("C3: Debris: the wreck")
    assert any(re.match(r"[A-K]\d+: Asteroid: it stops", title) for title in titles)
    for name, hexes in battles()["twin_sisters"].planets:
        assert sum(f": {name}: units enter" in title for title in titles) == len(hexes)


@pytest.mark.parametrize(("units", "top"), [("", -50), (", Cf FS B7", 30), (", Cf FS B7, Cw F D7", -50)])
def test_a_chance_stands_below_its_target_if_counters_stand_only_above_it(units: str, top: int):
    scene = seen(stand(f"Cw BB F7, Cf BB C7{units}"), CW)
    drawn = board_svg(scene, Picked(targets={1: (0, "43 %")}))
    assert re.findall(r'class="pill".*?y="(-?\d+)"', drawn) == [str(top)]
