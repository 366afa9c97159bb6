"""Set-up diagrams: true to scale, examples in legal places, the same picture for page and paper."""

from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from missions.presenters.diagram.drawing import diagram
from missions.presenters.diagram.plan import BAND, MARKER, OBSTACLE, Box, Disc, plans
from missions.rules.content.mission_data import missions

ALL = sorted(missions())
PAIRED = [number for number, mission in missions().items() if mission.pairs]
NAMESPACE = "{http://www.w3.org/2000/svg}"


def gap(a, b, radius=OBSTACLE):
    """Millimetres between two things of one size."""
    return hypot(a.x - b.x, a.y - b.y) - 2 * radius


def deployment(number, side):
    return [zone.shape for zone in plans()[number].zones if zone.side == side]


def kinds(number, kind):
    return [thing for thing in plans()[number].things if thing.kind == kind]


@pytest.mark.rule("CR-064")
@pytest.mark.parametrize("number", ALL)
def test_the_table_has_its_size_and_its_obstacles(number):
    plan, mission = plans()[number], missions()[number]
    assert (plan.width, plan.height) == {3: (914, 914), 5: (1524, 914)}[mission.table[0]]
    assert len(plan.obstacles) == mission.obstacles
    assert any(rock.kind == "debris" for rock in plan.obstacles) == mission.debris


@pytest.mark.rule("CR-064")
@pytest.mark.parametrize("number", PAIRED)
def test_obstacles_lie_in_pairs_far_from_every_other_pair(number):
    rocks = plans()[number].obstacles
    pairs = list(zip(rocks[::2], rocks[1::2], strict=True))
    assert all(0 < gap(a, b) <= BAND for a, b in pairs)
    assert all(gap(a, b) > 2 * BAND for one, two in combinations(pairs, 2) for a in one for b in two)


@pytest.mark.rule("CR-064")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_single_obstacles_keep_away_from_every_edge_and_from_each_other(number):
    rocks = plans()[number].obstacles
    assert all(
        2 * BAND + OBSTACLE < at < 914 - 2 * BAND - OBSTACLE for each in rocks for at in (each.x, each.y)
    )
    assert all(gap(a, b) > BAND for a, b in combinations(rocks, 2))


@pytest.mark.rule("CR-090")
def test_markers_lie_beyond_range_one_of_edges_and_of_each_other():
    markers = kinds(1, "marker")
    assert len(markers) == 5
    assert all(BAND + MARKER < at < 914 - BAND - MARKER for each in markers for at in (each.x, each.y))
    assert all(gap(a, b, MARKER) > BAND for a, b in combinations(markers, 2))


@pytest.mark.rule("CR-098")
def test_obstacles_of_an_ambush_keep_away_from_the_centre_and_from_each_other():
    [centre] = kinds(5, "centre")
    rocks = plans()[5].obstacles
    assert all(hypot(each.x - centre.x, each.y - centre.y) - OBSTACLE > 2 * BAND for each in rocks)
    assert all(gap(a, b) > BAND for a, b in combinations(rocks, 2))


@pytest.mark.rule("CR-098")
@pytest.mark.parametrize(
    ("number", "side", "shapes"),
    [
        (1, "active", [Box(0, 814, 914, 100)]),
        (2, "opposing", [Box(0, 0, 100, 714), Box(814, 0, 100, 714)]),
        (3, "opposing", [Box(0, 0, 100, 614), Box(814, 0, 100, 614)]),
        (3, "active", [Box(0, 0, 914, 100), Box(0, 814, 914, 100)]),
        (5, "opposing", [Disc(457, 457, 300)]),
        (6, "opposing", [Box(0, 0, 1524, 200)]),
        (7, "active", [Box(0, 0, 200, 914)]),
        (8, "active", [Box(0, 714, 1524, 200)]),
    ],
)
def test_sides_deploy_where_the_mission_says(number, side, shapes):
    assert deployment(number, side) == shapes


@pytest.mark.rule("CR-098")
def test_the_blockade_keeps_one_squadron_beyond_range_three_of_its_own_edge():
    flanks = [zone for zone in plans()[7].zones if zone.side == "opposing" and zone.shape.height == BAND]
    assert max(zone.shape.x + zone.shape.width for zone in flanks) == 1524 - 3 * BAND
    assert {zone.shape.x for zone in flanks if zone.sure} == {200 + 3 * BAND}


@pytest.mark.rule("CR-091")
def test_the_key_ship_leaves_by_the_edge_of_its_mission():
    leaving = {
        number: [plan.edges[each.edge] for each in plan.exits if each.key] for number, plan in plans().items()
    }
    assert {n: edges for n, edges in leaving.items() if edges} == {
        2: ["opposing"],
        3: ["active"],
        7: ["opposing"],
    }


@pytest.mark.parametrize("number", ALL)
def test_a_diagram_names_its_edges_and_says_in_words_what_it_shows(number):
    root = ElementTree.fromstring(diagram(number).svg.replace("<svg", f'<svg xmlns="{NAMESPACE[1:-1]}"', 1))
    texts = [each.text for each in root.iter(f"{NAMESPACE}text")]
    edges = [f"{owner.capitalize()} edge" for owner in plans()[number].edges.values()]
    assert sorted(text for text in texts if text.endswith("edge")) == sorted(edges)
    ids = {each.get("id"): each.text for each in root if each.get("id")}
    assert list(ids) == root.get("aria-labelledby").split()
    assert missions()[number].name in ids[f"dia-{number}-t"]


@pytest.mark.parametrize("number", ALL)
def test_a_diagram_holds_nothing_that_the_policy_forbids(number):
    drawn = diagram(number)
    everything = drawn.svg + "".join(line.swatch for line in drawn.legend)
    assert [word for word in ("style", "script", "href", "url(", "onload") if word in everything] == []
