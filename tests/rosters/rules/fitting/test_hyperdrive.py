"""Ships that can jump, and their tokens."""

import pytest

from rosters.rules.fitting.hyperdrive import has_hyperdrive, tokens_needed
from tests.rosters.rules.builders import a_fleet, with_ship, with_upgrade


@pytest.mark.rule("CR-130", "CR-115")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("rebel-xwing-rookiepilot", True),
        ("rebel-yt1300-outerrimsmuggler", True),
        ("rebel-cr90corvette", True),
        ("rebel-z95headhunter-banditsquadronpilot", False),
        ("imperial-tiefighter-academypilot", False),
        ("imperial-tieadvanced-tempestsquadronpilot", True),
        ("imperial-tieinterceptor-royalguardpilot", False),
        ("scum-aggressor-ig88a", True),
    ],
)
def test_the_hyperdrive_list(card, expected):
    fleet = a_fleet(card.partition("-")[0])
    assert has_hyperdrive(fleet, with_ship(fleet, card)) is expected


@pytest.mark.rule("CR-130")
def test_the_royal_guard_title_gives_a_hyperdrive():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tieinterceptor-royalguardpilot", ["royalguardtie"])
    assert has_hyperdrive(fleet, ship)


@pytest.mark.rule("CR-131")
def test_the_custom_hyperdrive_gives_one_while_it_is_not_missing():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiefighter-academypilot")
    assert tokens_needed(fleet, ship) is None
    card = with_upgrade(fleet, "customhyperdrive", ship)
    assert tokens_needed(fleet, ship) == 3
    fleet.upgrades[card].mia = True
    assert not has_hyperdrive(fleet, ship)


@pytest.mark.rule("CR-132")
@pytest.mark.parametrize(
    ("card", "upgrades", "tokens"),
    [
        ("rebel-xwing-rookiepilot", [], 3),
        ("rebel-yt1300-outerrimsmuggler", [], 4),
        ("rebel-gr75mediumtransport-gr75mediumtransport", [], 5),
        ("rebel-cr90corvette", [], 5),
        ("rebel-xwing-rookiepilot", ["r2astromech"], 2),
        ("rebel-yt1300-outerrimsmuggler", ["niennunb", "navigator"], 2),
        ("rebel-yt1300-outerrimsmuggler", ["customnavcomputer"], 2),
        ("rebel-yt1300-outerrimsmuggler", ["niennunb", "navigator", "customnavcomputer"], 1),
        ("rebel-cr90corvette", ["customnavcomputer"], 3),
        ("scum-ywing-syndicatethug", ["unhingedastromech"], 2),
    ],
)
def test_tokens_to_jump(card, upgrades, tokens):
    fleet = a_fleet(card.partition("-")[0])
    assert tokens_needed(fleet, with_ship(fleet, card, upgrades)) == tokens


@pytest.mark.rule("CR-132")
def test_an_astromech_as_crew_takes_none_off():
    fleet = a_fleet()
    assert tokens_needed(fleet, with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["r2d2-swx22"])) == 4
