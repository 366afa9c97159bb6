"""A game of the campaign fought by the rules of Red Alert: mustered, fought by computers' taste, reported."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from missions.battles.models import Battle
from missions.battles.services import acts, chance, opening
from missions.battles.systems.red_alert.forces import muster
from missions.rules import orders as do
from missions.rules.game.state import ShipReport
from rosters.rules.state import RostersState
from tests import verbs
from tests.battles import battles as b
from tests.invariants import broken
from tests.missions.tables import Table

pytestmark = pytest.mark.django_db
SEED = 6
"""Byte of the secret seed of a battle whose result has everything that a report tells."""


def begun(table: Table) -> Battle:
    """Both sides agree to fight by these rules, and are ready."""
    proposed = table.active.client.post(f"{table.url}fight/propose/", {"system": "red_alert"})
    assert proposed.status_code == 302
    table.opposing.client.post(f"{table.url}fight/agree/")
    row = Battle.objects.get()
    assert row.system == "red_alert"
    for person, seat in ((table.active, 0), (table.opposing, 1)):
        posted = person.client.post(
            f"/battles/{row.public_id}/ready/", {"seat": seat, "nonce": f"nonce {seat}"}
        )
        assert posted.status_code == 302
    return b.fresh(row)


def test_a_game_with_too_many_ships_is_refused_at_the_proposal(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(muster, "shortages", lambda units: ["no figures are left"])
    answer = drawn.active.client.post(f"{drawn.url}fight/propose/", {"system": "red_alert"})
    assert answer.status_code == 409
    assert "a side of this game fields" in answer.content.decode()
    assert drawn.game.fight is None
    monkeypatch.undo()
    assert drawn.active.client.post(f"{drawn.url}fight/propose/", {"system": "red_alert"}).status_code == 302
    assert drawn.game.fight is not None


def test_the_lobby_says_that_the_fleets_are_the_games_ships(drawn: Table) -> None:
    drawn.active.client.post(f"{drawn.url}fight/propose/", {"system": "red_alert"})
    drawn.opposing.client.post(f"{drawn.url}fight/agree/")
    page = drawn.active.client.get(f"/battles/{Battle.objects.get().public_id}/").content.decode()
    assert "the ships that the game fields, with a flagship and escorts for each side" in page
    assert "The campaign names the victor by the fates of these ships, not by victory points." in page
    assert "Task force cards" not in page and "Points to buy units" not in page


def test_every_fielded_ship_is_a_unit_of_a_fleet_with_a_flagship(drawn: Table) -> None:
    row = begun(drawn)
    units = b.played(row).state.table.units
    for side, name in enumerate(("active", "opposing")):
        own = [unit for unit in units if unit.side == side]
        fielded = sorted(str(each.id) for each in drawn.ships(name))
        assert sorted(unit.ref for unit in own if unit.ref) == fielded
        assert sum(unit.type.flagship for unit in own) == 1


def test_the_battle_fills_the_report_with_fates_and_damage(drawn: Table) -> None:
    row = begun(drawn)
    b.order(row, times=260)
    state = b.played(row).state
    lost = {
        unit.ref for number, unit in enumerate(state.table.units) if unit.ref and not state.figures[number]
    }
    assert state.turn > 0 and lost
    acts.resign(row.pk, b.sitting(drawn.opposing.user))
    assert drawn.active.client.post(f"{drawn.url}fight/report/").status_code == 302
    game = drawn.game
    assert game.step == "report" and set(game.report.lines) == set(game.ships)
    assert {str(ship) for ship, line in game.report.lines.items() if line.fate == "destroyed"} == lost
    verbs.do(drawn.active.seat, do.SubmitReport(drawn.number))


def test_a_battle_that_is_fought_to_its_end_leads_to_a_confirmed_result(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(opening.secrets, "token_bytes", lambda size: bytes([SEED] * size))
        patch.setattr(chance, "fresh_text", lambda: "08" * 16)
        row = b.fought(begun(drawn))
    assert row.ended == "fought" and row.winner is not None
    state = b.played(row).state
    left = {
        int(unit.ref): (state.figures[number], unit.figures)
        for number, unit in enumerate(state.table.units)
        if unit.ref
    }
    lost = {ship for ship, (figures, _) in left.items() if not figures}
    hit = {ship for ship, (figures, start) in left.items() if 0 < figures < start}
    assert lost and hit, "the seed has lost and damaged ships"
    assert drawn.active.client.post(f"{drawn.url}fight/report/").status_code == 302
    lines = drawn.game.report.lines
    assert {ship for ship, line in lines.items() if line.fate == "destroyed"} == lost
    assert {ship for ship in lines if lines[ship].sections and _damage(lines[ship])} == hit
    assert drawn.active.client.post(f"{drawn.url}report/", {"do": "submit"}).status_code == 302
    verbs.make_choices(drawn.organiser.seat, drawn.number)
    verbs.confirm(drawn.opposing.seat, drawn.number)
    game = drawn.game
    assert game.step == "done" and game.winner is not None
    winner = game.fleet_of(game.winner)
    fleets = verbs.state_of(drawn.organiser.seat).of(RostersState).fleets
    for ship in lost:
        owner = fleets[game.ships[ship].fleet]
        assert owner.ships[ship].mia if owner.id == winner else ship not in owner.ships, (
            "MIA, or KIA and gone"
        )
    for ship in hit:
        fielded, ((name, line),) = game.ships[ship], lines[ship].sections.items()
        marked = fleets[fielded.fleet].ships[ship].damaged
        assert bool(marked) == (2 * line.hull_left <= fielded.hulls[name])
    call_command("check_ledger", str(drawn.league.campaign.pk))
    assert broken(drawn.league.campaign.pk) == []


def _damage(line: ShipReport) -> int:
    return sum(section.damage_taken for section in line.sections.values())
