"""Proving that snapshot and rows are what the log says."""

from __future__ import annotations

from league.kernel.history import Logged, refold, undone_acts
from league.models import Act, Campaign, Shard
from league.rules.state import LeagueState
from league.services.projections import columns
from league.store import lines, log
from league.store.parts import SPECS, texts
from league.store.rows import differences


def check(campaign: Campaign) -> list[str]:
    """Fold the log from nothing and compare with snapshot and rows, field by field; one sentence per
    difference.
    """
    events = list(log.logged(campaign.pk))
    undone = undone_acts(events)
    refolded = refold(events, undone)
    found = [f"Act {act} does not stand: {why}" for act, why in sorted(refolded.broken.items())]
    wanted = texts(refolded.state)
    stored = {
        (part, key): doc
        for part, key, doc in Shard.objects.filter(campaign=campaign).values_list("part", "key", "doc")
    }
    for part, key in sorted(wanted.keys() | stored.keys()):
        if wanted.get((part, key)) != stored.get((part, key)):
            found.append(f"Snapshot {part}:{key} is not what the log folds to")
    tables = (table for part, key in sorted(wanted) for table in SPECS[part].tables(refolded.state, key))
    found += differences(campaign.pk, tables)
    found += lines.differences(campaign, [each for each in events if each.act not in undone])
    for name, value in columns(refolded.state.of(LeagueState)).items():
        if getattr(campaign, name) != value:
            found.append(f"The campaign's {name} is {getattr(campaign, name)!r}, the log says {value!r}")
    return found + _check_counters(campaign, events, undone)


def _check_counters(campaign: Campaign, events: list[Logged], undone: set[int]) -> list[str]:
    found = []
    if [each.seq for each in events] != list(range(1, campaign.head_seq + 1)):
        found.append(f"The log's numbers do not run from 1 to {campaign.head_seq}")
    marked = set(Act.objects.filter(campaign=campaign, undone=True).values_list("number", flat=True))
    if marked != undone:
        found.append(f"Acts marked as undone: {sorted(marked)}, the log says {sorted(undone)}")
    return found
