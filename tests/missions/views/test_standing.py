"""A ruling and open disputes, as the pages and the inbox of both sides show them."""

import pytest

from league.selectors.waiting import waiting_for
from missions.rules.game.orders.classes import DisputeLine, ReopenReport
from missions.rules.overrides.orders import RuleResult
from tests import verbs
from tests.missions.tables import page
from tests.missions.views.test_settling import values

pytestmark = pytest.mark.rule("CR-101")


def told(person) -> str:
    return " ".join(each.what for each in waiting_for(person.user)[1])


def fleet_name(table, side) -> str:
    return verbs.fleet_of(table.organiser.seat, table.game.fleet_of(side)).name


def rule(table, winner="opposing", reason="The club saw it"):
    verbs.do(table.organiser.seat, RuleResult(table.number, winner, reason))


def test_both_sides_read_a_ruling_with_its_author_and_reason_until_it_counts(reported):
    rule(reported)
    name, winner = reported.organiser.seat.name, fleet_name(reported, "opposing")
    said = f"{name} ruled on the result: {winner} wins. Reason: The club saw it."
    for person in (reported.active, reported.opposing, reported.organiser):
        assert said in page(person, reported.url)
    for person in (reported.active, reported.opposing):
        assert f"An organiser ruled: {winner} wins." in told(person)
    verbs.do(reported.active.seat, ReopenReport(reported.number))
    for person in (reported.active, reported.opposing):
        assert said in page(person, reported.url)
        assert f"An organiser ruled: {winner} wins." in told(person)


def test_a_dispute_is_named_while_the_report_is_written_anew(reported):
    ship = reported.ships("opposing")[0]
    verbs.do(reported.opposing.seat, DisputeLine(reported.number, ship.id, "It survived"))
    assert "disputed: settle it" in told(reported.organiser)
    verbs.do(reported.active.seat, ReopenReport(reported.number))
    said = f"{reported.opposing.seat.name} disputed {ship.name}: It survived."
    for person in (reported.active, reported.opposing, reported.organiser):
        assert said in page(person, reported.url)
    for person in (reported.active, reported.opposing):
        assert "the dispute stands until the line is changed" in told(person)
    form = values(page(reported.active, reported.url))
    answer = reported.press(reported.active, "report", **form | {"do": "submit"})
    assert (answer.status_code, reported.game.step) == (302, "confirm")
    assert set(reported.game.report.disputes) == {ship.id}
    assert "disputed: settle it" in told(reported.organiser)


def test_an_organiser_who_rules_reads_names_and_no_sides(reported):
    text = page(reported.organiser, f"{reported.url}rule/")
    assert "active side" not in text
    assert fleet_name(reported, "active") in text
