"""Stretches of the timeline."""

from league.models import Act, EventRow
from league.selectors.sought import Sought
from league.selectors.timeline import DRAFTS, acts_numbered, latest, timeline
from league.services import undo
from tests import verbs


def numbers(part) -> list[int]:
    return [entry.act.number for entry in part.entries]


def test_stretches_follow_on_each_other_to_the_beginning(running):
    found, before = [], None
    while True:
        part = timeline(running.campaign.pk, before=before, limit=7)
        found += numbers(part)
        before = part.older
        if before is None:
            break
    acts = Act.objects.filter(campaign=running.campaign).order_by("-number")
    assert found == list(acts.values_list("number", flat=True))


def test_every_entry_has_all_events_of_its_act(running):
    (entry,) = timeline(running.campaign.pk, limit=1).entries
    assert [each.event.kind for each in entry.events] == ["fleet.locked", "fleet.locked", "campaign.started"]


def test_a_fleets_timeline_has_its_acts_only(running):
    part = timeline(running.campaign.pk, sought=Sought(fleet=running.fleet), limit=100)
    assert part.older is None
    for entry in part.entries:
        assert running.fleet in {getattr(each.event, "fleet", None) for each in entry.events}
    assert len(part.entries) == 17


def test_an_undone_entry_carries_the_reason_of_its_last_undoing(running):
    verbs.open_round(running.organiser)
    number = Act.objects.latest("number").number
    undo.undo(running.campaign.pk, running.organiser, number, "Too early")
    undo.redo(running.campaign.pk, running.organiser, number)
    undo.undo(running.campaign.pk, running.organiser, number, "Nobody came")
    (entry,) = acts_numbered(running.campaign.pk, [number]).entries
    assert entry.undone_because == "Nobody came"


def test_an_entry_that_counts_carries_no_reason(running):
    (entry,) = timeline(running.campaign.pk, limit=1).entries
    assert entry.undone_because is None


def test_picked_entries_stand_newest_first(running):
    known = numbers(timeline(running.campaign.pk, limit=5))
    assert numbers(acts_numbered(running.campaign.pk, sorted(known))) == known


def test_a_reason_that_looks_like_another_entry_is_kept_to_its_own(running):
    verbs.open_round(running.organiser)
    number = Act.objects.latest("number").number
    undo.undo(running.campaign.pk, running.organiser, number, '{"act":1,"reason":"no"}')
    entries = acts_numbered(running.campaign.pk, [1, number]).entries
    assert [entry.undone_because for entry in entries] == ['{"act":1,"reason":"no"}', None]


def test_a_reason_is_found_wherever_the_number_stands_in_the_payload(running):
    verbs.open_round(running.organiser)
    number = Act.objects.latest("number").number
    undo.undo(running.campaign.pk, running.organiser, number, "Too early")
    row = EventRow.objects.latest("seq")
    row.payload = f'{{"reason":"Too early","act":{number}}}'
    row.save()
    (entry,) = acts_numbered(running.campaign.pk, [number]).entries
    assert entry.undone_because == "Too early"


def test_the_reasons_cost_one_query_however_often_acts_were_undone(running, django_assert_num_queries):
    verbs.open_round(running.organiser)
    number = Act.objects.latest("number").number
    for reason in ("First", "Second"):
        undo.undo(running.campaign.pk, running.organiser, number, reason)
        undo.redo(running.campaign.pk, running.organiser, number)
    undo.undo(running.campaign.pk, running.organiser, number, "Third")
    with django_assert_num_queries(3):
        (entry,) = acts_numbered(running.campaign.pk, [number]).entries
    assert entry.undone_because == "Third"


def test_the_latest_events_leave_out_what_only_prepares_others(running):
    verbs.play(running)
    shown = {entry.act.name for entry in latest(running.campaign.pk, 100).entries}
    every = {entry.act.name for entry in timeline(running.campaign.pk, limit=100).entries}
    assert every - shown == set(DRAFTS) - {"report_rest_unhurt"}
    assert {"submit_report", "confirm_result"} <= shown
