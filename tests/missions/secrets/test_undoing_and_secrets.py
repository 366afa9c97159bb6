"""An undo lists the acts that depend on it and reveals no commitment before it is open; shown secrets stay
known when their act is undone."""

from __future__ import annotations

import pytest

from league.kernel.refusal import Refusal
from league.models import Act
from league.services.undo import blockers, redo, undo
from missions.rules import orders as do
from tests import verbs
from tests.invariants import broken
from tests.missions.mission_tables import MissionTable


def stands_on_the_gift(mission: MissionTable, *, committed: bool) -> list[tuple[str, str]]:
    """Acts that depend on the gain of an asset once its owner has committed it, or committed nothing."""
    gained = mission.hold("active", "scouted_area")
    act = Act.objects.filter(campaign=mission.league.campaign).latest("number").number
    mission.hold("opposing", "scouted_area")
    mission.choose(4)
    mission.commit("active", *([gained] if committed else []))
    assert not mission.pregame.locked
    return [(each.name, each.reason) for each in blockers(mission.league.campaign.pk, act)]


@pytest.mark.rule("CR-006", "CR-076")
@pytest.mark.parametrize("committed", [True, False])
def test_undoing_the_gain_of_an_asset_does_not_tell_whether_it_is_committed(
    mission: MissionTable, committed: bool
) -> None:
    assert "commit_assets" not in [name for name, _ in stands_on_the_gift(mission, committed=committed)]


def result_undone(mission: MissionTable) -> int:
    """Escalating Engagement, whose result counted, was undone and is being reported again; the act of the
    result."""
    organiser = mission.organiser.seat
    mission.choose(6)
    mission.report()
    verbs.make_choices(organiser, mission.number)
    act = verbs.do(organiser, do.ConfirmResult(mission.number)).act
    assert mission.game.seed_shown
    undo(organiser.campaign_id, organiser, act, "The battle goes on.")
    verbs.do(organiser, do.ReopenReport(mission.number))
    return act


@pytest.mark.rule("CR-079", "CR-093")
def test_nothing_is_drawn_from_a_seed_that_was_shown(mission: MissionTable) -> None:
    result_undone(mission)
    with pytest.raises(Refusal) as no:
        mission.act("active", do.DrawReinforcement(mission.number, "active", 2))
    assert (no.value.code, no.value.rule) == ("seed_known", "CR-079")
    page = mission.active.client.get(mission.url).content.decode()
    assert ("Draw a squadron" in page, "could work out the next draws" in page) == (False, True)


@pytest.mark.rule("CR-079", "CR-101")
def test_the_battle_goes_on_without_draws_and_its_result_can_count_again(mission: MissionTable) -> None:
    act, organiser = result_undone(mission), mission.organiser.seat
    for side in ("active", "opposing"):
        mission.act(side, do.PassReinforcement(mission.number, side, 2))
    with pytest.raises(Refusal, match="other things that happened later depend on it"):
        redo(organiser.campaign_id, organiser, act)
    verbs.do(organiser, do.SubmitReport(mission.number))
    verbs.make_choices(organiser, mission.number)
    verbs.confirm(organiser, mission.number)
    assert mission.game.step == "done"
    assert broken(organiser.campaign_id) == []
