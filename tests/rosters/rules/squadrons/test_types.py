"""Squadron types and limits."""

import pytest

from league.rules.state import Profile
from rosters.rules.squadrons.types import WEIGHTS, epic_findings, limits, possible_types, type_findings
from tests.rosters.rules.builders import a_fleet, ships_of, with_ship, with_squadron

PROFILE = Profile()
GRAY = "rebel-ywing-graysquadronpilot"  # 20
ROOKIE = "rebel-xwing-rookiepilot"  # 21
BANDIT = "rebel-z95headhunter-banditsquadronpilot"  # 12
FRINGER = "rebel-yt2400-wildspacefringer"  # 30, large
ACADEMY = "imperial-tiefighter-academypilot"  # 12
OBSIDIAN = "imperial-tiefighter-obsidiansquadronpilot"  # 13


def faults(fleet, card, kind, profile=PROFILE):
    with_squadron(fleet, card, kind)
    return [
        (finding.code, finding.rule) for finding in type_findings(fleet, card, profile) if finding.is_error
    ]


@pytest.mark.rule("CR-011", "CR-012", "CR-013", "CR-014")
def test_limits_of_the_types():
    assert [limits(kind) for kind in ("recon", "standard", "epic")] == [(30, 60), (60, 120), (120, 240)]


@pytest.mark.rule("CR-020")
def test_weights():
    assert WEIGHTS == {"recon": 1, "standard": 2, "epic": 4}


@pytest.mark.rule("CR-015", "CR-012", "CR-013")
def test_example_3_three_gray_squadron_pilots_are_recon_or_standard():
    fleet = a_fleet()
    ships = ships_of(fleet, GRAY, GRAY, GRAY, squadron=2)
    assert possible_types(fleet, ships, PROFILE) == ("recon", "standard")
    assert faults(fleet, 2, "recon") == faults(fleet, 2, "standard") == []
    assert faults(fleet, 2, "epic") == [("squadron_too_small", "CR-014"), ("squadron_no_large", "CR-014")]


@pytest.mark.rule("CR-012", "CR-021")
def test_example_4_four_ships_of_fifteen_are_standard_and_four_of_twelve_nothing():
    fleet = a_fleet("imperial")
    fifteens = ships_of(fleet, *["imperial-tiefighter-wingedgundark", "imperial-tiefighter-nightbeast"] * 2)
    assert possible_types(fleet, fifteens, PROFILE) == ("standard",)
    twelves = ships_of(fleet, *[ACADEMY] * 4, squadron=5)
    assert possible_types(fleet, twelves, PROFILE) == ()
    assert faults(fleet, 5, "recon") == [
        ("squadron_too_many_ships", "CR-012"),
        ("squadron_no_type", "CR-021"),
    ]


@pytest.mark.rule("CR-015")
def test_large_ships_worth_exactly_120_are_standard_or_epic():
    fleet = a_fleet()
    ships = ships_of(fleet, *[FRINGER] * 4)
    assert possible_types(fleet, ships, PROFILE) == ("standard", "epic")


@pytest.mark.rule("CR-014", "CR-021")
def test_130_points_without_a_large_or_huge_ship_are_nothing():
    fleet = a_fleet("imperial")
    ships = ships_of(fleet, *[OBSIDIAN] * 10, squadron=2)
    assert possible_types(fleet, ships, PROFILE) == ()
    assert faults(fleet, 2, "epic") == [("squadron_no_large", "CR-014"), ("squadron_no_type", "CR-021")]


@pytest.mark.rule("CR-011")
def test_below_thirty_is_too_little_for_any_squadron():
    fleet = a_fleet()
    ships_of(fleet, ROOKIE, squadron=3)
    assert faults(fleet, 3, "recon") == [("squadron_too_small", "CR-011")]


@pytest.mark.rule("CR-013", "CR-021")
def test_a_squadron_that_only_lacks_points_has_one_fault():
    fleet = a_fleet("imperial")
    ships = ships_of(fleet, *[ACADEMY] * 4, squadron=2)
    assert possible_types(fleet, ships, PROFILE) == ()
    assert faults(fleet, 2, "standard") == [("squadron_too_small", "CR-013")]


@pytest.mark.rule("CR-013")
def test_findings_say_the_figures_and_what_would_make_it_right():
    fleet = a_fleet()
    ships_of(fleet, ROOKIE, ROOKIE, squadron=3)
    found = type_findings(fleet, 3, PROFILE)
    assert found[0].message == "STANDARD is 60 to 120 squad points; this squadron has 42. Add 18 points."
    assert (found[1].level, found[1].message) == ("warning", "At present it can be RECON.")
    assert {finding.about for finding in found} == {"squadron:3"}


@pytest.mark.rule("CR-013")
def test_a_squadron_may_be_worth_too_much():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 6, squadron=3)
    found = type_findings(fleet, 3, PROFILE)
    assert found[0].message == "STANDARD is 60 to 120 squad points; this squadron has 126. Take out 6 points."


@pytest.mark.rule("CR-011", "CR-013", "CR-014")
@pytest.mark.parametrize(
    ("kind", "at_the_limit", "one_more"),
    [
        ("recon", [GRAY] * 3, [GRAY] * 2 + [ROOKIE]),
        ("standard", [GRAY] * 6, [GRAY] * 5 + [ROOKIE]),
        ("epic", [FRINGER] * 4 + [GRAY] * 6, [FRINGER] * 4 + [GRAY] * 5 + [ROOKIE]),
    ],
)
def test_a_squadron_at_its_limit_is_legal_and_one_point_more_is_too_much(kind, at_the_limit, one_more):
    fleet = a_fleet()
    ships_of(fleet, *at_the_limit, squadron=3)
    assert faults(fleet, 3, kind) == []
    fleet = a_fleet()
    ships_of(fleet, *one_more, squadron=3)
    assert "squadron_too_big" in [code for code, _ in faults(fleet, 3, kind)]


@pytest.mark.rule("CR-012")
def test_a_recon_ship_may_cost_thirty_with_its_upgrades_and_the_option_says_less():
    fleet = a_fleet()
    with_ship(fleet, FRINGER, squadron=2)
    strict = Profile(recon_ship_limit_inclusive=False)
    assert faults(fleet, 2, "recon") == []
    assert faults(fleet, 2, "recon", strict)[0] == ("squadron_dear_ship", "CR-012")
    with_ship(fleet, ROOKIE, ["r2astromech"], squadron=2)
    assert faults(fleet, 2, "recon", strict)[0] == ("squadron_dear_ship", "CR-012")


@pytest.mark.rule("CR-012")
def test_upgrades_count_towards_the_thirty_points():
    fleet = a_fleet()
    with_ship(fleet, FRINGER, ["gunner"], squadron=2)
    (finding,) = [each for each in type_findings_of(fleet, "recon") if each.code == "squadron_dear_ship"]
    assert "counts 35 points with its upgrades" in finding.message


def type_findings_of(fleet, kind):
    with_squadron(fleet, 2, kind)
    return type_findings(fleet, 2, PROFILE)


@pytest.mark.rule("CR-005", "CR-012")
def test_the_thirty_point_limit_looks_at_squad_points_and_not_at_the_price():
    fleet = a_fleet("imperial")
    upgrades = ["tiex1", "advtargetingcomputer", "engineupgrade"]
    with_ship(fleet, "imperial-tieadvanced-tempestsquadronpilot", upgrades, squadron=2)
    with_ship(
        fleet, "imperial-tieadvanced-stormsquadronpilot", ["tiex1", "sensorjammer", "hullupgrade"], squadron=2
    )
    assert faults(fleet, 2, "recon") == []


@pytest.mark.rule("CR-014")
def test_huge_ships_fly_in_epic_squadrons_only():
    fleet = a_fleet()
    with_ship(fleet, "rebel-gr75mediumtransport-gr75mediumtransport", squadron=2)
    ships_of(fleet, ROOKIE, ROOKIE, squadron=2)
    assert ("squadron_huge", "CR-014") in faults(fleet, 2, "standard")
    assert ("squadron_huge", "CR-014") in faults(fleet, 2, "recon")
    ships_of(fleet, ROOKIE, ROOKIE, ROOKIE, squadron=2)
    assert faults(fleet, 2, "epic") == []


@pytest.mark.rule("CR-018")
def test_missing_ships_do_not_count():
    fleet = a_fleet()
    ships_of(fleet, GRAY, GRAY, squadron=2)
    with_ship(fleet, GRAY, squadron=2, mia=True)
    assert faults(fleet, 2, "recon") == []
    assert faults(fleet, 2, "standard") == [("squadron_too_small", "CR-013")]


@pytest.mark.rule("CR-018", "CR-022")
def test_an_epic_squadron_without_its_large_ships_has_to_change():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 5, squadron=2)
    with_ship(fleet, FRINGER, squadron=2, mia=True)
    with_squadron(fleet, 2, "epic")
    found = type_findings(fleet, 2, PROFILE)
    assert [finding.code for finding in found] == [
        "squadron_too_small",
        "squadron_no_large",
        "squadron_other_type",
    ]
    assert found[2].message == "At present it can be STANDARD."


@pytest.mark.rule("CR-011")
def test_an_empty_squadron_is_too_small_and_nothing_else():
    fleet = a_fleet()
    assert faults(fleet, 2, "standard") == [("squadron_too_small", "CR-011")]


@pytest.mark.rule("CR-017")
def test_two_epic_squadrons_are_the_limit():
    fleet = a_fleet()
    for card in (2, 3):
        with_squadron(fleet, card, "epic")
    assert epic_findings(fleet) == []
    with_squadron(fleet, 4, "epic")
    assert [(each.rule, each.about) for each in epic_findings(fleet)] == [
        ("CR-017", "squadron:2"),
        ("CR-017", "squadron:3"),
        ("CR-017", "squadron:4"),
    ]
