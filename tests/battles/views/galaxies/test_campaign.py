"""A game of the campaign fought by the rules of Galaxies: offered, mustered, fought out, reported."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from missions.battles.models import Battle
from missions.battles.selectors.positions import played_of
from missions.rules import orders as do
from tests import verbs
from tests.battles import battles as b
from tests.missions.tables import Table

pytestmark = pytest.mark.django_db


def begun(table: Table) -> Battle:
    """Both sides agree to fight by these rules, and are ready."""
    proposed = table.active.client.post(f"{table.url}fight/propose/", {"system": "galaxies"})
    assert proposed.status_code == 302
    table.opposing.client.post(f"{table.url}fight/agree/")
    row = Battle.objects.get()
    assert row.system == "galaxies"
    for person, seat in ((table.active, 0), (table.opposing, 1)):
        posted = person.client.post(f"/battles/{row.public_id}/ready/", {"seat": seat, "nonce": ""})
        assert posted.status_code == 302
    return b.fresh(row)


def offered(table: Table) -> list[str]:
    """Systems that the page of a game offers, the first one chosen."""
    text = table.active.client.get(table.url).content.decode()
    return re.findall(r'name="system"\s*value="(\w+)"', text)


def test_the_page_of_a_game_offers_it_first_only_if_huge_ships_are_at_home(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offered(drawn)[0] != "galaxies" and "galaxies" in offered(drawn)
    monkeypatch.setattr("missions.battles.services.games.is_huge", lambda game: True)
    assert offered(drawn)[0] == "galaxies"


def test_every_fielded_ship_is_a_ship_of_a_fleet_and_both_fleets_cost_the_same(drawn: Table) -> None:
    row = begun(drawn)
    table = b.played(row).state.table
    assert table.mustered == (True, True)
    for fleet, name in zip(table.fleets, ("active", "opposing"), strict=True):
        refs = sorted(model.ref for card in fleet for model in card.models if model.ref)
        assert refs == sorted(str(each.id) for each in drawn.ships(name))
    costs = [sum(card.launch for card in fleet) for fleet in table.fleets]
    assert abs(costs[0] - costs[1]) <= 4


def test_the_sides_are_called_by_the_lists_of_their_factions(drawn: Table) -> None:
    row = begun(drawn)
    now = b.played(row)
    lists = row.setup["lists"]
    assert {*lists} <= {"ISN", "Wretch"} and now.system.seating(row.setup) == now.state.table.seating
    for fleet, list_ in zip(now.state.table.fleets, lists, strict=True):
        assert {card.type.id[:3].upper() for card in fleet} == {list_.upper()[:3]}


def test_the_battle_fills_the_report_with_fates_and_damage(drawn: Table) -> None:
    row = begun(drawn)
    now = played_of(b.fought(row))
    assert now.state.turn > 4
    destroyed = {fate.ref for fate in now.system.report(now.state) if fate.ref and fate.fate == "destroyed"}
    assert destroyed
    assert drawn.active.client.post(f"{drawn.url}fight/report/").status_code == 302
    game = drawn.game
    assert game.step == "report" and set(game.report.lines) == set(game.ships)
    found = {str(ship) for ship, line in game.report.lines.items() if line.fate == "destroyed"}
    assert found == destroyed
    verbs.do(drawn.active.seat, do.SubmitReport(drawn.number))


def test_a_damaged_ship_starts_with_hull_pegs_or_without_shields(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from missions.battles.rules import muster

    known = muster.cards_of

    def hurt(game, side, faction):
        return [
            replace(card, statuses=(*card.statuses, "DAMAGED"), hull=4, lost=2)
            for card in known(game, side, faction)
        ]

    monkeypatch.setattr(muster, "cards_of", hurt)
    fleets = b.played(begun(drawn)).state.table.fleets
    for card in (each for fleet in fleets for each in fleet):
        for model in card.models:
            expected = min(card.type.hull - 1, max(1, card.type.hull // 2)) if model.ref else 0
            assert model.hull == expected
            assert model.shields == (card.type.shields if model.ref and card.type.hull == 1 else 0)
