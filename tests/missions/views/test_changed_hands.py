"""A fleet changes hands while the report of its game is written."""

import pytest

from league.rules.campaign import ChangeRole
from rosters.rules.fleets.people import HandOverFleet
from rosters.rules.fleets.proxy import AppointProxy
from tests import verbs
from tests.missions.tables import page, typed

pytestmark = pytest.mark.rule("CR-101")


@pytest.fixture
def handed_over(drawn, visitor):
    """The active player has begun the report; the former visitor commands their fleet now."""
    ship = drawn.ships("active")[0]
    drawn.press(drawn.active, "report", do="save", **{f"s{ship.id}-fate": "destroyed"})
    verbs.do(drawn.organiser.seat, ChangeRole(visitor.seat.number, "player"))
    verbs.do(drawn.active.seat, HandOverFleet(drawn.game.fleet_of("active"), visitor.seat.number))
    visitor.seat.refresh_from_db()
    return drawn


def test_the_old_commander_reads_like_a_spectator(handed_over):
    text = page(handed_over.active, handed_over.url)
    assert ('id="report-form"' in text, "Submit the report" in text) == (False, False)
    assert "Go on with it" not in text
    answer = handed_over.active.client.get(f"{handed_over.url}report/")
    assert (answer.status_code, answer["Location"]) == (302, handed_over.url)


def test_nobody_reads_that_the_old_commander_writes(handed_over, visitor):
    for person in (handed_over.opposing, handed_over.organiser):
        text = page(person, handed_over.url)
        assert f"{visitor.seat.name} writes it." in text
        assert f"{handed_over.active.seat.name} writes it" not in text
        assert f"{handed_over.active.seat.name} is writing" not in text
    text = page(visitor, handed_over.url)
    assert ("(you) writes it." in text, 'id="report-form"' in text) == (True, True)


def test_the_new_commander_goes_on_and_has_written_the_report(handed_over, visitor):
    answer = handed_over.press(visitor, "report", do="submit", **typed(handed_over.game, ending="stopped"))
    assert (answer.status_code, handed_over.game.step) == (302, "confirm")
    report = handed_over.game.report
    assert (report.by, report.side) == (visitor.seat.number, "active")
    assert visitor.seat.name in page(handed_over.opposing, handed_over.url)
    assert handed_over.press(visitor, "confirm").status_code == 403


def test_the_old_commander_neither_answers_nor_takes_back_a_report_that_they_submitted(drawn, visitor):
    drawn.press(drawn.active, "report", do="submit", **typed(drawn.game, ending="stopped"))
    verbs.do(drawn.organiser.seat, ChangeRole(visitor.seat.number, "player"))
    verbs.do(drawn.active.seat, HandOverFleet(drawn.game.fleet_of("active"), visitor.seat.number))
    assert "Take the report back" not in page(drawn.active, drawn.url)
    assert "Take the report back" in page(visitor, drawn.url)
    assert drawn.press(drawn.active, "reopen").status_code == 403


def test_a_game_does_not_wait_for_a_proxy_who_plays_the_other_side(table):
    fleet, rival = table.game.fleet_of("active"), table.opposing.seat
    verbs.do(table.active.seat, AppointProxy(fleet, rival.number))
    assert f"proxy: {rival.name}" not in page(table.organiser, table.url)
