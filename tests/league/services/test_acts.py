"""The door: what an act writes, what a refused one leaves alone, what undoing gives back."""

import pytest

from league.kernel.decision import Actor
from league.kernel.refusal import NotYours, Refusal, Stale
from league.models import Act, Campaign, EventRow, Shard
from league.rules.campaign import ChangeSettings
from league.rules.rounds import CheckIn
from league.services import acts, undo
from league.services.check import check
from tests import verbs


def docs(campaign_id: int) -> dict[tuple[str, int], str]:
    """The whole snapshot."""
    rows = Shard.objects.filter(campaign_id=campaign_id)
    return {(part, key): doc for part, key, doc in rows.values_list("part", "key", "doc")}


def test_undo_gives_back_the_same_state_and_redo_the_other(running):
    before = docs(running.campaign.pk)
    verbs.open_round(running.organiser)
    after = docs(running.campaign.pk)
    number = Act.objects.latest("number").number
    undo.undo(running.campaign.pk, running.organiser, number, "Wrong evening")
    assert docs(running.campaign.pk) == before
    undo.redo(running.campaign.pk, running.organiser, number)
    assert docs(running.campaign.pk) == after
    assert check(Campaign.objects.get(pk=running.campaign.pk)) == []


@pytest.mark.rule("CR-101")
def test_a_confirmed_game_is_undone_byte_for_byte_once_nothing_stands_on_it(running):
    game = verbs.pair(running)
    verbs.draw(running.organiser, game)
    verbs.report(running.organiser, game)
    verbs.make_choices(running.organiser, game)
    before = docs(running.campaign.pk)
    verbs.confirm(running.organiser, game)
    confirmed = Act.objects.latest("number").number
    verbs.close_desk(running.organiser, running.fleet)
    (blocker,) = undo.blockers(running.campaign.pk, confirmed)
    with pytest.raises(Refusal, match="something that happened later depends on it. Undo that first"):
        undo.undo(running.campaign.pk, running.organiser, confirmed, "Misread")
    undo.undo(running.campaign.pk, running.organiser, blocker.act, "First this")
    undo.undo(running.campaign.pk, running.organiser, confirmed, "Misread")
    assert docs(running.campaign.pk) == before


def test_nothing_is_deleted_by_undoing(running):
    verbs.open_round(running.organiser)
    number, events = Act.objects.latest("number").number, EventRow.objects.count()
    undo.undo(running.campaign.pk, running.organiser, number, "Oops")
    assert EventRow.objects.count() == events + 1
    assert Act.objects.get(number=number).undone


def test_an_act_is_undone_once(running):
    verbs.open_round(running.organiser)
    number = Act.objects.latest("number").number
    undo.undo(running.campaign.pk, running.organiser, number, "Oops")
    with pytest.raises(Refusal, match="already been undone"):
        undo.undo(running.campaign.pk, running.organiser, number, "Again")


def test_the_right_to_undo_depends_on_the_order_and_on_who_did_it(running):
    at = verbs.open_round(running.organiser)
    verbs.do(running.player, CheckIn(at, running.fleet))
    checked_in = Act.objects.latest("number")
    may = {
        "player": undo.may_undo(Actor(running.player.number, "player"), checked_in),
        "rival": undo.may_undo(Actor(running.rival.number, "player"), checked_in),
        "organiser": undo.may_undo(Actor(running.organiser.number, "organiser"), checked_in),
    }
    assert may == {"player": True, "rival": False, "organiser": True}


def test_an_undo_by_the_wrong_person_writes_nothing(running):
    verbs.open_round(running.organiser)
    number, events = Act.objects.latest("number").number, EventRow.objects.count()
    with pytest.raises(NotYours):
        undo.undo(running.campaign.pk, running.player, number, "Mine")
    assert EventRow.objects.count() == events


def test_a_refused_act_writes_nothing(running):
    before, events = docs(running.campaign.pk), EventRow.objects.count()
    with pytest.raises(Refusal):
        acts.act(running.campaign.pk, running.organiser, CheckIn(1, running.fleet))
    assert (docs(running.campaign.pk), EventRow.objects.count()) == (before, events)


def test_a_page_that_somebody_overtook_is_told_so(running):
    seen = Campaign.objects.get(pk=running.campaign.pk).head_seq
    verbs.do(running.helper, ChangeSettings("Winter Cup", False))
    with pytest.raises(Stale):
        order = ChangeSettings("Winter Plate", False)
        acts.act(running.campaign.pk, running.organiser, order, seen={"league:0": seen})
    assert Campaign.objects.get(pk=running.campaign.pk).name == "Winter Cup"


def test_a_preview_writes_nothing_and_says_what_the_act_will_do(running):
    before = docs(running.campaign.pk)
    order = ChangeSettings("Winter Cup", True)
    shown = acts.preview(running.campaign.pk, running.organiser, order)
    assert docs(running.campaign.pk) == before
    assert tuple(shown.events) == verbs.do(running.organiser, order).events


def test_a_preview_waits_for_nobody_and_holds_nobody_up(running, monkeypatch):
    monkeypatch.setattr(acts, "locked", lambda campaign: pytest.fail("a preview locked the campaign"))
    assert acts.preview(running.campaign.pk, running.organiser, ChangeSettings("Winter Cup", True)).events
