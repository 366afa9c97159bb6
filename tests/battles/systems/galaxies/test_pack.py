"""Galaxies as a pack: everything that other code asks of it."""

from __future__ import annotations

import pytest

from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine.ships import CARDS
from missions.battles.systems.galaxies.engine.system import GALAXIES
from missions.battles.systems.galaxies.pack import GALAXIES as PACK


def test_the_pack_offers_its_battles_options_and_texts():
    assert (PACK.id, PACK.name, PACK.system) == ("galaxies", "Galaxies", GALAXIES)
    assert set(PACK.tryout.scenarios) == set(PACK.scenarios())
    assert set(PACK.contests) == set(PACK.scenarios()) - PACK.lessons
    assert PACK.usual_battle == "ring_patrol" and PACK.help() and PACK.listed()
    assert set(PACK.statistics.names()) == {card.id for card in CARDS}
    assert set(PACK.levels) == {"random", "close", "greedy", "search"}
    assert PACK.manual is not None and PACK.manual.units


@pytest.mark.parametrize("units", [3, 12])
def test_any_number_of_ordinary_cards_makes_a_battle(units: int):
    state, _ = GALAXIES.setup(PACK.any_battle(units), seeded_dice("pack"))
    assert [len(fleet) for fleet in state.table.fleets] == [units, units]


def test_games_with_huge_ships_are_at_home_here():
    campaign = PACK.campaign
    assert campaign is not None and campaign.huge and campaign.sides("imperial", "rebel") == ("Wretch", "ISN")
    assert campaign.matched([GALAXIES.muster([]), GALAXIES.muster([])])[0]["cards"] == []
