"""The board of a roster: bars of slots, nine places, findings with anchors."""

from __future__ import annotations

import msgspec
import pytest

from league.addresses import Address
from league.rules.state import Profile
from rosters.presenters.board import bars, board, fix_at, places, sheet_of, summary, tiles
from rosters.presenters.roster.sheet import roster_sheet
from rosters.rules.state import FleetState, ShipState, SquadronState, UpgradeState

PROFILE = Profile()
WORK = Address.at("fleet-work", 1, 2, "build")


def a_fleet(*ships: ShipState, upgrades: tuple[UpgradeState, ...] = ()) -> FleetState:
    return FleetState(
        1, 1, "Red Wing", "rebel", "hearts",
        ships={each.id: each for each in ships},
        upgrades={each.id: each for each in upgrades},
        squadrons={4: SquadronState(4, "standard")},
    )  # fmt: skip


def ship_bars(fleet: FleetState, *, free: bool = True) -> list[tuple[str, list[str]]]:
    (line,) = roster_sheet(fleet, PROFILE).ships
    return [
        (bar.title, [chip.upgrade.name if chip.upgrade else chip.slot for chip in bar.chips])
        for bar in bars(line, free=free)
    ]


@pytest.mark.rule("CR-033")
def test_a_ship_shows_its_filled_and_free_slots():
    fleet = a_fleet(ShipState(1, "rebel-xwing-rookiepilot"), upgrades=(UpgradeState(2, "r2astromech", 1),))
    assert ship_bars(fleet) == [("", ["Torpedo", "R2 Astromech", "Modification", "Title"])]
    assert ship_bars(fleet, free=False) == [("", ["R2 Astromech"])]


def test_a_card_that_fills_two_slots_is_shown_once():
    fleet = a_fleet(
        ShipState(1, "rebel-yt1300-chewbacca"), upgrades=(UpgradeState(2, "wookieecommandos", 1),)
    )
    (line,) = roster_sheet(fleet, PROFILE).ships
    (bar,) = bars(line, free=True)
    assert [chip.icons for chip in bar.chips if chip.upgrade] == [2]
    assert len(bar.chips) == len(line.slots) - 1


@pytest.mark.rule("CR-042")
def test_two_sections_have_their_own_bars_and_the_whole_ship_one():
    fleet = a_fleet(ShipState(1, "rebel-cr90corvette", damaged=["fore"], crippled=["aft"]))
    (line,) = roster_sheet(fleet, PROFILE).ships
    found = bars(line, free=True)
    assert [bar.title for bar in found] == ["Fore section", "Aft section", "Whole ship"]
    assert [(bar.damaged, bar.crippled) for bar in found] == [(True, False), (False, True), (False, False)]


def test_a_card_without_a_slot_is_shown_as_such():
    upgrades = (UpgradeState(2, "r2astromech", 1), UpgradeState(3, "r2d2", 1))
    fleet = a_fleet(ShipState(1, "rebel-xwing-rookiepilot"), upgrades=upgrades)
    (line,) = roster_sheet(fleet, PROFILE).ships
    (bar,) = bars(line, free=True)
    assert [chip.upgrade.name for chip in bar.chips if chip.upgrade and chip.place is None] == ["R2-D2"]


@pytest.mark.rule("CR-010")
@pytest.mark.rule("CR-142")
def test_a_missing_card_is_shown_beside_its_slot_which_is_free():
    fleet = a_fleet(ShipState(1, "rebel-xwing-rookiepilot"), upgrades=(UpgradeState(2, "r2d2", 1, mia=True),))
    (line,) = roster_sheet(fleet, PROFILE).ships
    (bar,) = bars(line, free=True)
    assert [chip.slot for chip in bar.chips if chip.upgrade is None].count("Astromech") == 1
    assert [(chip.upgrade.name, chip.place) for chip in bar.chips if chip.upgrade] == [("R2-D2", None)]
    (tile,) = tiles([line], WORK)
    assert "R2-D2" in tile and "slot-lost" not in tile


def test_there_are_nine_places_and_those_laid_out_carry_their_squadron():
    found = places(roster_sheet(a_fleet(), PROFILE))
    assert [place.card for place in found] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [place.card for place in found if place.block] == [4]


def test_findings_lead_to_what_they_are_about():
    fleet = a_fleet(ShipState(1, "imperial-tiefighter-academypilot"))
    listed = summary(roster_sheet(fleet, PROFILE))
    assert {each.anchor for each in listed} == {"ship1", "sq4"}
    assert next(each.subject for each in listed if each.anchor == "sq4") == "Squadron 4"
    assert fix_at(roster_sheet(fleet, PROFILE)) == "findings"
    assert fix_at(roster_sheet(a_fleet(), PROFILE)) == "sq4"


def test_errors_come_before_what_is_only_worth_knowing():
    listed = summary(roster_sheet(a_fleet(), PROFILE, "start"))
    levels = [each.finding.level for each in listed]
    assert levels == sorted(levels)
    assert levels[-1] == "warning"


def test_the_same_fleet_is_drawn_once_and_another_anew():
    fleet = a_fleet(ShipState(1, "rebel-xwing-rookiepilot", 4))
    doc = msgspec.json.encode(fleet).decode()
    assert sheet_of(doc, PROFILE) is sheet_of(doc, Profile())
    fleet.ships[1].rank = "VET"
    other = msgspec.json.encode(fleet).decode()
    assert "stamp-vet" not in board(doc, PROFILE, None, work=WORK)
    assert "stamp-vet" in board(other, PROFILE, None, work=WORK)


def test_a_profile_is_part_of_what_a_sheet_is_kept_by():
    fleet = a_fleet(ShipState(1, "rebel-z95headhunter-banditsquadronpilot", 4))
    doc = msgspec.json.encode(fleet).decode()
    assert sheet_of(doc, PROFILE) is not sheet_of(doc, Profile(recon_ship_limit_inclusive=False))


def test_a_board_that_may_not_be_changed_links_to_cards_instead_of_menus():
    doc = msgspec.json.encode(a_fleet(ShipState(1, "rebel-xwing-rookiepilot", 4))).decode()
    assert "data-pick" not in board(doc, PROFILE, None)
    assert 'href="/cards/ships/rebel-xwing-rookiepilot/"' in board(doc, PROFILE, None)
