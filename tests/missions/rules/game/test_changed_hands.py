"""A fleet changes hands while its game is reported: nobody reads their own report for the other side."""

import pytest

from league.kernel.refusal import NotYours
from missions.rules import orders as do
from missions.rules.game.waiting import awaited
from rosters.rules.events import FleetHandedOver
from rosters.rules.overrides.events import ProxyAppointed
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, STRANGER, Night, skirmish


def gone_over(night: Night) -> None:
    """The active side's commander gives their fleet to somebody else and gets the opposing one."""
    night.emit(FleetHandedOver(night.fleets["active"], STRANGER))
    night.emit(FleetHandedOver(night.fleets["opposing"], ACTIVE))


@pytest.mark.rule("CR-101")
def test_the_writer_of_a_report_does_not_confirm_it_for_the_fleet_that_they_command_by_now():
    night, _, _ = skirmish()
    night.line(next(iter(night.game.ships)), by=ACTIVE)
    night.report()
    gone_over(night)
    for member in (ACTIVE, STRANGER):
        with pytest.raises(NotYours) as no:
            night.act(do.ConfirmResult(night.game_id), member)
        assert no.value.code == "own_report"


@pytest.mark.rule("CR-101")
def test_a_proxy_who_began_the_report_does_not_keep_its_owner_from_being_its_writer():
    night, _, _ = skirmish()
    night.emit(ProxyAppointed(night.fleets["active"], STRANGER))
    night.line(next(iter(night.game.ships)), by=STRANGER)
    night.line(next(iter(night.game.ships)), by=ACTIVE)
    night.report()
    gone_over(night)
    assert (night.game.report.by, set(night.game.report.writers)) == (STRANGER, {STRANGER, ACTIVE})
    with pytest.raises(NotYours, match="You wrote this report"):
        night.act(do.ConfirmResult(night.game_id), ACTIVE)


@pytest.mark.rule("CR-101")
def test_an_organiser_confirms_a_report_that_both_commanders_wrote_by_now():
    night, _, _ = skirmish()
    night.report().make_choices()
    gone_over(night)
    waits = awaited(night.state, night.game)
    assert [(each.what, each.side) for each in waits] == [("confirm", None)]
    assert not waits[0].is_up_to(ACTIVE, organises=True)
    assert waits[0].is_up_to(ORGANISER, organises=True)
    night.act(do.ConfirmResult(night.game_id), ORGANISER)
    assert night.game.step == "done"


@pytest.mark.rule("CR-101")
def test_the_player_whose_report_the_other_side_took_over_confirms_it():
    night, _, _ = skirmish()
    night.line(next(iter(night.game.ships)), by=ACTIVE)
    night.act(do.TakeOverReport(night.game_id), OPPOSING)
    assert night.game.report.writers == (OPPOSING,)
