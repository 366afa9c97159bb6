"""Two versions side by side, in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from rosters.presenters.versions import choices, compared
from rosters.rules.squadrons.versions import Mark, Version
from rosters.rules.state import FleetState, ShipState, SquadronState, UpgradeState

AT = datetime(2026, 5, 1, tzinfo=UTC)
LUKE, ROOKIE, RED = ("rebel-xwing-lukeskywalker", "rebel-xwing-rookiepilot", "rebel-xwing-redsquadronpilot")
CR90 = "rebel-cr90corvette"


def a_version(
    number: int = 1, kind: str = "standard", upgrades: tuple[UpgradeState, ...] = (), *ships: ShipState
):
    fleet = FleetState(
        0,
        0,
        "Red Wing",
        "rebel",
        "hearts",
        ships={each.id: replace(each, squadron=2) for each in ships},
        upgrades={each.id: each for each in upgrades},
        squadrons={2: SquadronState(2, kind)},  # type: ignore[arg-type]
    )
    return Version(number, AT, fleet, 0, len(ships))


def test_ships_join_leave_and_change():
    before = a_version(1, "standard", (), ShipState(1, LUKE), ShipState(2, ROOKIE), ShipState(3, ROOKIE))
    after = a_version(
        2,
        "standard",
        (UpgradeState(9, "r2d2", 1),),
        ShipState(1, LUKE),
        ShipState(3, ROOKIE),
        ShipState(4, RED),
    )
    made = compared(before, after, 2)
    told = [(row.kind, (row.after or row.before).id, row.words) for row in made.rows]
    assert told == [
        ("changed", 1, ("+ R2-D2 (4)",)),
        ("joined", 4, ()),
        ("same", 3, ()),
        ("left", 2, ()),
    ]
    assert made.verdict == "1 ship joined, 1 ship left, 1 ship changed; 6 points more."
    assert [(each.today, each.then, each.change) for each in made.figures] == [(70, 76, 6), (3, 3, 0)]


def test_nothing_is_different():
    one = a_version(1, "standard", (), ShipState(1, LUKE))
    assert compared(one, one, 2).verdict == "Nothing is different."


def test_every_change_of_a_ship_has_its_words():
    old = (UpgradeState(8, "protontorpedoes", 1), UpgradeState(9, "r2d2", 1))
    new = (UpgradeState(9, "r2d2", 1, mia=True), UpgradeState(10, "engineupgrade", 1))
    before = a_version(1, "standard", old, ShipState(1, ROOKIE, rank="EXP", damaged=["whole"]))
    after = a_version(2, "epic", new, ShipState(1, RED, rank="ELITE", given_name="Ace", mia=True))
    made = compared(before, after, 2)
    assert made.rows[0].words == (
        "Rookie Pilot became Red Squadron Pilot",
        "called “Ace”",
        "ELITE instead of EXP",
        "missing (MIA)",
        "repaired",
        "R2-D2 is missing",
        "+ Engine Upgrade (4)",
        "− Proton Torpedoes (4)",
    )
    assert made.verdict == "1 ship changed, the type is EPIC instead of STANDARD; 29 points less."


def test_the_way_back_has_its_words_as_well():
    before = a_version(1, "standard", (), ShipState(1, ROOKIE, rank="ELITE", given_name="Ace", mia=True))
    after = a_version(2, "standard", (), ShipState(1, ROOKIE, damaged=["whole"]))
    assert compared(before, after, 2).rows[0].words == (
        "without a name of their own",
        "without rank instead of ELITE",
        "back",
        "DAMAGED",
    )


def test_crippled_sections_are_told():
    whole = a_version(1, "epic", (), ShipState(1, CR90))
    crippled = a_version(2, "epic", (), ShipState(1, CR90, crippled=["aft"]))
    assert compared(whole, crippled, 2).rows[0].words == ("CRIPPLED",)
    assert compared(crippled, whole, 2).rows[0].words == ("no longer CRIPPLED",)


def test_versions_are_chosen_by_their_occasions_newest_first():
    first = replace(a_version(1), marks=[Mark("start"), Mark("game", 40, "Grey Wall")])
    listed = choices([first, replace(a_version(2), marks=[Mark("desk", 40)])], {40: 2})
    assert [(each.version.number, each.occasions, each.newest) for each in listed] == [
        (2, "after the repairs of round 2", True),
        (1, "before Grey Wall in round 2, start of the campaign", False),
    ]
