"""A proxy in a game: everything that the owner of the side may do, never on both sides (CR-101)."""

import pytest

from league.kernel.decision import Order
from league.kernel.refusal import NotYours
from league.rules.events import ActedFor
from missions.rules import orders as do
from missions.rules.game.access import commanders_on, side_of_member
from missions.rules.game.waiting import awaited
from rosters.rules.overrides.events import ProxyAppointed
from tests.missions.rules.builders import ACTIVE, OPPOSING, STRANGER, Night, skirmish


def with_proxy(member: int = STRANGER) -> Night:
    """`member` stands in for the active side's owner; the game is on the table."""
    night, _, _ = skirmish()
    night.emit(ProxyAppointed(night.fleets["active"], member))
    return night


def refused(night: Night, order: Order, member: int) -> str:
    with pytest.raises(NotYours) as no:
        night.act(order, member)
    return no.value.code


def line(night: Night, member: int) -> None:
    night.line(next(iter(night.game.ships)), by=member)


@pytest.mark.rule("CR-101")
def test_a_proxy_reports_and_his_owner_goes_on_with_it_but_neither_confirms_it():
    night = with_proxy()
    line(night, STRANGER)
    assert night.last[-1] == ActedFor(night.fleets["active"], ACTIVE, STRANGER)
    night.report()
    assert (night.game.report.by, night.game.report.side) == (STRANGER, "active")
    for member in (ACTIVE, STRANGER):
        assert refused(night, do.ConfirmResult(night.game_id), member) == "own_report"
    night.finish()


@pytest.mark.rule("CR-101")
def test_an_owner_goes_on_with_a_report_after_he_has_ended_the_proxy():
    night = with_proxy()
    line(night, STRANGER)
    night.emit(ProxyAppointed(night.fleets["active"], 0))
    line(night, ACTIVE)
    assert refused(night, do.SubmitReport(night.game_id), STRANGER) == "not_your_game"
    night.report()
    assert refused(night, do.ConfirmResult(night.game_id), ACTIVE) == "own_report"


def test_the_commander_of_the_other_side_is_no_proxy_in_that_game():
    night = with_proxy(OPPOSING)
    assert commanders_on(night.state, night.game, "active") == (ACTIVE,)
    assert side_of_member(night.state, night.game, OPPOSING) == "opposing"


def test_a_proxy_of_both_sides_plays_neither():
    night = with_proxy()
    night.emit(ProxyAppointed(night.fleets["opposing"], STRANGER))
    assert side_of_member(night.state, night.game, STRANGER) is None
    assert refused(night, do.SubmitReport(night.game_id), STRANGER) == "not_your_game"


def test_a_game_waits_for_the_proxy_as_well():
    night = with_proxy()
    assert [each.members for each in awaited(night.state, night.game)] == [(ACTIVE, STRANGER), (OPPOSING,)]
