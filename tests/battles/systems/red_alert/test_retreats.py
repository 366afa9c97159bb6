"""Ways home, and red alerts that need not be obeyed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.battles.systems.red_alert.engine.field import COUNT, HEXES, HOMEWARD, LABELS
from missions.battles.systems.red_alert.engine.retreats import may_disregard, may_leave, may_repair, paths
from tests.battles.systems.red_alert.positions import labels, stand


def ways(units: str, length: int, **features: str) -> list[str]:
    """The ways of the first unit."""
    return sorted(labels(way) for way in paths(stand(units, **features), 0, length))  # type: ignore[arg-type]


@pytest.mark.rule("RA-110", "RA-112")
def test_a_unit_retires_toward_its_own_baseline_wherever_the_attack_came_from():
    """RX-069: a unit of the top side goes up."""
    assert {way.split()[-1] for way in ways("Cf DD F6, Cw DD E6", 2)} <= {"D5", "D6", "D7"}
    assert {way.split()[-1] for way in ways("Cf DD F6, Cw DD G6", 2)} == {"D5", "D6", "D7"}
    assert ways("Cw F E1, Cf F A1", 2) == ["F1 G1", "F1 G2"]  # RX-070


@pytest.mark.rule("RA-113", "RA-115", "RA-116")
@pytest.mark.parametrize(
    ("units", "length", "features", "found"),
    [
        ("Cw HCR I6, Cf F A1", 4, {}, "J5 K5|J5 K6|J6 K6|J6 K7"),  # RX-082
        ("Cw CR I6, Cw F J5, Cw F J6", 2, {}, "J5 K5|J5 K6|J6 K6|J6 K7"),  # RX-083
        ("Cw CR I6, Cw F K5, Cw F K6, Cw F K7", 2, {}, "J5|J6"),  # RX-085
        ("Cw CR I6, Cw F J6", 2, {"debris": "J5"}, "J6 K6|J6 K7"),  # RX-086
        ("Cw CR I6", 2, {"debris": "J5 J6"}, ""),  # RX-087
        ("Cw HDD K6", 2, {}, ""),  # RX-081
        ("Cw CR I6, Cf F J5, Cf F K5, Cf F K6", 2, {}, "J6 K7"),
    ],
)
def test_a_unit_takes_a_way_that_completes_the_most_hexes(
    units: str, length: int, features: dict[str, str], found: str
):
    assert ways(units, length, **features) == found.split("|")


@pytest.mark.rule("RA-114", "RA-155")
def test_asteroids_and_planets_do_not_stop_a_retire():
    """RX-089, RX-091."""
    assert "E3 F3" in ways("Cw CR D3", 2, map_of="cardinals_belt")
    assert "E4 F3" in ways("Cw CR D3", 2, map_of="cardinals_belt")
    assert "D7 E8" in ways("Cw CR C8", 2, map_of="supply_base")


@given(
    st.integers(0, COUNT - 1),
    st.sets(st.integers(0, COUNT - 1), max_size=30),
    st.sets(st.integers(0, COUNT - 1), max_size=20),
    st.sampled_from((2, 4, 6)),
    st.sampled_from(("Cw", "Cf")),
)
def test_every_way_leads_home_and_ends_on_an_empty_hex(
    start: int, others: set[int], debris: set[int], length: int, side: str
):
    taken = others - {start}
    text = ", ".join([f"{side} CR {LABELS[start]}", *(f"Cw F {LABELS[each]}" for each in taken)])
    blocked = " ".join(LABELS[each] for each in debris - taken - {start})
    state = stand(text, debris=blocked)
    found = paths(state, 0, length)
    assert found and len(set(map(len, found))) == 1
    assert may_leave(state, 0, length) == bool(found[0])
    for way in found:
        here = start
        for each in way:
            assert each in HOMEWARD[0 if side == "Cw" else 1][here] and not state.debris >> each & 1
            here = each
        assert not way or state.at[way[-1]] == -1


@pytest.mark.rule("RA-117", "RA-118")
@pytest.mark.parametrize(
    ("units", "features", "alerts", "free"),
    [
        ("Cw CR G5, Cw FS G6", {}, 1, True),  # RX-073
        ("Cw CR G5, Cw FS G6", {}, 2, False),
        ("Cw CR G5, Cw FS G6", {"asteroids": "G5"}, 1, False),  # RX-074
        ("Cw CR G5, Cw FS G6", {"asteroids": "G6"}, 1, True),  # RX-075
        ("Cw FS G6, Cw CR G5", {"asteroids": "G6"}, 1, False),
        ("Cw CR G5, Cf FS G6", {}, 1, False),  # RX-077
        ("Cw CR G5, Cw FS! G6", {}, 1, False),
        ("Cw CR! G5, Cw FS G6", {}, 1, False),
        ("Cw FS G5", {}, 1, True),
        ("Cw CR G5, Cw FS G7", {}, 1, False),
    ],
)
def test_a_flagship_and_its_neighbours_may_disregard_one_red_alert(
    units: str, features: dict[str, str], alerts: int, free: bool
):
    assert may_disregard(stand(units, **features), 0, 1, alerts) is free  # type: ignore[arg-type]
    assert not may_disregard(stand(units, **features), 0, 0, alerts)  # type: ignore[arg-type]


@pytest.mark.rule("RA-119")
def test_stars_repair_one_red_alert_of_a_ship_that_was_hit():
    """RX-074, RX-078: on an asteroid too, but on no fighter."""
    cruiser = stand("Cw CR G5", asteroids="G5")
    assert may_repair(cruiser, 0, 1, 1)
    assert not may_repair(cruiser, 0, 1, 2) and not may_repair(cruiser, 0, 0, 1)
    assert not may_repair(stand("Cw F G5"), 0, 1, 1)


def test_hexes_are_named_as_on_the_map():
    assert labels((HEXES["A1"], HEXES["K13"])) == "A1 K13"
