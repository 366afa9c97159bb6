"""A game and its battle: the ships that muster, the battle that fits, and the lines of the report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from missions.battles.engine.contract import Fate
from missions.battles.rules.muster import cards_of, ending_of, forces_of, is_huge, lines_of, setup_for
from missions.battles.services import games
from missions.battles.systems.registry import packs
from missions.rules.game.report import line_findings
from missions.rules.game.state import FieldedShip, SectionReport, ShipReport
from missions.rules.pregame.state import Pregame
from tests.missions.rules.builders import Night, skirmish

FACTIONS = ("rebel", "imperial")
PACK = packs()[0]


@pytest.fixture
def night() -> Night:
    """Two X-wings against two TIEs, on the table."""
    return skirmish(2, 2)[0]


def fates(night: Night, *words: str, left: int = 4) -> list[Fate]:
    """Fates of all ships, active ones first."""
    ships = [*night.game.ships_of("active"), *night.game.ships_of("opposing")]
    return [
        Fate("frigate", str(ship.id), 0, ship.name, word, 0 < left < 4, left, 4)
        for ship, word in zip(ships, words, strict=True)
    ]


@pytest.mark.rule("FH-170")
def test_every_fielded_ship_musters_under_its_pilot(night: Night) -> None:
    west, east = forces_of(night.game, PACK, FACTIONS)
    assert [unit["craft"] for unit in west["units"]] == ["x_wing", "x_wing"]
    assert [unit["craft"] for unit in east["units"]] == ["tie_fighter", "tie_fighter"]
    assert {int(unit["ref"]) for unit in (*west["units"], *east["units"])} == set(night.game.ships)
    assert (west["side"], east["side"]) == ("rebel", "empire")
    assert setup_for(night.game, PACK, [west, east])["scenario"] == PACK.tryout.usual


@pytest.mark.rule("FH-164")
def test_extraction_becomes_the_hostages_where_a_light_ship_can_fetch_them(night: Night) -> None:
    night.game.pregame = Pregame(mission=3)
    west, east = forces_of(night.game, PACK, FACTIONS)
    assert setup_for(night.game, PACK, [west, east])["scenario"] == PACK.tryout.usual
    west["units"].append({"craft": "yt_1300", "ref": "99"})
    assert setup_for(night.game, PACK, [west, east])["scenario"] == "hostages"
    assert setup_for(night.game, PACK, [east, west])["scenario"] == PACK.tryout.usual


def test_old_marks_and_ranks_go_with_the_ship(night: Night) -> None:
    ship = night.game.ships_of("active")[0]
    night.game.ships[ship.id] = replace(ship, rank="VET", start_cards={"whole": 1})
    assert cards_of(night.game, "active", "rebel")[0].statuses == ("VET", "DAMAGED")


@pytest.mark.rule("CR-112", "CR-117")
def test_crippled_sections_and_old_marks_are_hull_that_a_ship_lacks(night: Night) -> None:
    sound, hurt = night.game.ships_of("active")
    night.game.ships[hurt.id] = replace(
        hurt, hulls={"fore": 8, "aft": 7}, start_cards={"fore": 2, "aft": 1}, crippled=("aft",)
    )
    found = [(card.hull, card.lost) for card in cards_of(night.game, "active", "rebel")]
    assert found == [(sum(sound.hulls.values()), 0), (15, 9)]


@pytest.mark.parametrize(("mission", "huge"), [(0, False), (5, False), (6, False), (7, True), (8, True)])
def test_huge_ships_are_at_home_in_missions_that_open_with_epic_squadrons(
    night: Night, mission: int, huge: bool
) -> None:
    night.game.pregame = Pregame(mission=mission) if mission else None
    assert is_huge(night.game) == huge


def test_a_system_for_huge_ships_is_offered_first_to_a_game_that_has_one(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others, last = packs()
    for_huge = replace(last, campaign=replace(last.campaign, huge="There is room."))
    monkeypatch.setattr(games, "packs", lambda: (first, *others, for_huge))
    assert games.systems() == games.systems(night.game) == (first, *others, for_huge)
    ship = night.game.ships_of("opposing")[0]
    night.game.ships[ship.id] = replace(ship, huge=True)
    assert games.systems(night.game) == (for_huge, first, *others)
    assert games.systems() == (first, *others, for_huge)


@pytest.mark.rule("CR-096", "CR-098")
@pytest.mark.parametrize(
    ("mission", "active"),
    [(0, "destroyed"), (1, "destroyed"), (2, "withdrawn"), (3, "driven_off"), (4, "destroyed"),
     (5, "destroyed"), (7, "withdrawn")],
)  # fmt: skip
def test_a_ship_that_left_over_the_enemys_edge_is_destroyed_in_most_missions(
    night: Night, mission: int, active: str
) -> None:
    night.game.pregame = Pregame(mission=mission) if mission else None
    left = [replace(fate, beyond=True) for fate in fates(night, *["withdrawn"] * 4)]
    assert [line.fate for line in lines_of(night.game, left)] == [active] * 2 + ["destroyed"] * 2


@pytest.mark.rule("CR-096", "CR-098")
def test_a_ship_that_left_over_another_edge_is_driven_off_or_withdrawn(
    night: Night,
) -> None:
    night.game.pregame = Pregame(mission=1)
    words = [line.fate for line in lines_of(night.game, fates(night, *["withdrawn"] * 4))]
    assert words == ["withdrawn"] * 2 + ["driven_off"] * 2


@pytest.mark.rule("CR-100", "CR-112")
def test_fates_of_the_battle_become_lines_of_the_report(night: Night) -> None:
    lines = lines_of(night.game, fates(night, "destroyed", "intact", "withdrawn", "captured", left=2))
    assert [line.fate for line in lines] == ["destroyed", "survived", "driven_off", "destroyed"]
    assert lines[0].sections == {}
    hull = night.game.ships[lines[1].ship].hulls["whole"]
    assert lines[1].sections == {"whole": SectionReport(round(hull / 2), hull - round(hull / 2))}


@pytest.mark.rule("CR-100", "CR-117")
@pytest.mark.parametrize(
    ("left", "crippled", "sections"),
    [
        (100, (), {"fore": SectionReport(0, 8), "aft": SectionReport(0, 7)}),
        (60, (), {"fore": SectionReport(6, 2), "aft": SectionReport(0, 7)}),
        (33, (), {"fore": SectionReport(8, 0, crippled=True), "aft": SectionReport(2, 5)}),
        (1, (), {"fore": SectionReport(8, 0, crippled=True), "aft": SectionReport(6, 1)}),
        (33, ("fore",), {"aft": SectionReport(5, 2)}),
        (1, ("aft",), {"fore": SectionReport(7, 1)}),
    ],
)
def test_a_section_that_lost_its_hull_comes_back_crippled_but_never_the_last_one(
    night: Night, left: int, crippled: tuple[str, ...], sections: dict[str, SectionReport]
) -> None:
    ship = night.game.ships_of("active")[0]
    huge = replace(ship, hulls={"fore": 8, "aft": 7}, start_cards={}, crippled=crippled)
    night.game.ships[ship.id] = huge
    fate = Fate("huge", str(ship.id), 0, ship.name, "intact", left < 100, left, 100)
    (line,) = lines_of(night.game, [fate])
    assert line.sections == sections
    assert not both_crippled_in(huge, line) and not list(line_findings(night.game, huge, line))


def both_crippled_in(ship: FieldedShip, line: ShipReport) -> bool:
    """Whether every section of a ship is crippled after its line of the report."""
    return {*ship.crippled, *(name for name, each in line.sections.items() if each.crippled)} == {*ship.hulls}


def test_a_damaged_unit_never_comes_back_whole_nor_without_hull(night: Night) -> None:
    game = night.game
    for left in (1, 3):
        line = lines_of(game, fates(night, *["intact"] * 4, left=left))[0]
        figures = line.sections["whole"]
        assert figures.damage_taken >= 1 and figures.hull_left >= 1


@pytest.mark.rule("CR-095")
def test_a_side_that_gave_up_concedes_if_both_have_ships_left(night: Night) -> None:
    both = lines_of(night.game, fates(night, *["intact"] * 4))
    one = lines_of(night.game, fates(night, "intact", "intact", "destroyed", "destroyed"))
    assert ending_of(night.game, both, "opposing") == ("opposing", False)
    assert ending_of(night.game, both, None) == (None, True)
    assert ending_of(night.game, one, "opposing") == (None, False)
