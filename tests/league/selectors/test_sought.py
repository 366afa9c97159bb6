"""Entries that readers look for: what is found is compared with a look at every entry of the log."""

from collections import defaultdict
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.kernel.decision import ORDERS
from league.models import Act, EventRow
from league.rules.entry_kinds import KINDS, UNDONE, kind_of, orders_of
from league.selectors import sought as looking
from league.selectors.sought import EVERYTHING, Sought
from league.selectors.timeline import timeline
from league.services import campaigns as services
from league.services import undo
from rosters.rules.orders import AdjustPoints
from tests import verbs


def found(campaign: int, sought: Sought, limit: int = 1000) -> list[int]:
    """Numbers of the entries, page by page."""
    numbers, before = list[int](), None
    while True:
        part = timeline(campaign, before=before, sought=sought, limit=limit)
        numbers += [each.act.number for each in part.entries]
        if part.older is None:
            return numbers
        assert before is None or part.older < before
        before = part.older


Log = list[tuple[Act, list[EventRow]]]


def log_of(campaign: int) -> Log:
    """Each act with its events, newest first."""
    events: dict[int, list[EventRow]] = defaultdict(list)
    for each in EventRow.objects.filter(campaign_id=campaign):
        events[each.act].append(each)
    acts = Act.objects.filter(campaign_id=campaign).order_by("-number")
    return [(act, events[act.number]) for act in acts]


def one_by_one(log: Log, sought: Sought) -> list[int]:
    """Numbers of the acts that are sought."""

    def fits(act: Act, own: list[EventRow]) -> bool:
        joined = act.actor == 0 and any(f'"member":{sought.member},' in each.payload for each in own)
        about = [each.game in sought.games or each.round == (sought.round or 0) for each in own]
        undone = act.undone or act.name in ("undo", "redo")
        return (
            (sought.fleet is None or sought.fleet in {each.fleet for each in own})
            and (sought.member is None or act.actor == sought.member or joined)
            and ((sought.round is None and not sought.games) or any(about))
            and (not sought.kind or (undone if sought.kind == UNDONE else act.name in orders_of(sought.kind)))
        )

    return [act.number for act, own in log if fits(act, own)]


def test_every_choice_and_every_pair_of_choices_finds_its_entries(running, stranger, monkeypatch):
    campaign, game = running.campaign.pk, verbs.play(running)
    newcomer = services.accept_invitation(stranger.user, services.invite(running.organiser).token)
    points = verbs.do(running.organiser, AdjustPoints(running.fleet, 5, "Painted"))
    undo.undo(campaign, running.organiser, points.act, "Not yet dry")
    at = verbs.round_of(running.organiser).id
    choices = (
        (None, running.fleet, 999),
        (None, running.player.number, newcomer.number),
        ((None, ()), (at, (game,)), (None, (game,)), (at, ())),
        ("", *KINDS),
    )
    sizes, log = set[int](), log_of(campaign)
    for fleet, member, (night, games), kind in product(*choices):
        sought = Sought(fleet, member, night, games, kind)
        expected = one_by_one(log, sought)
        sizes.add(len(expected))
        assert found(campaign, sought) == expected, sought
    assert len(sizes) > 10
    assert found(campaign, Sought(member=newcomer.number)) == [
        Act.objects.filter(campaign=campaign, name="join_campaign", actor=0).latest("number").number
    ]
    monkeypatch.setattr(looking, "REACH", 7)
    for sought in (
        Sought(fleet=running.fleet),
        Sought(kind="people"),
        Sought(round=at, games=(game,), kind="games"),
        Sought(member=newcomer.number),
    ):
        assert found(campaign, sought, 3) == one_by_one(log, sought)


@pytest.mark.parametrize(
    ("sought", "index"),
    [
        (Sought(fleet=1, member=1), "campaign_id=? AND fleet=?"),
        (Sought(games=(1,), kind="games"), "campaign_id=? AND game=?"),
        (Sought(round=1, games=(1, 2), fleet=1), "campaign_id=? AND round=?"),
        (
            Sought(member=1, kind="people"),
            "league_act USING INDEX sqlite_autoindex_league_act_1 (campaign_id=? AND number>?)",
        ),
        (Sought(kind=UNDONE), "campaign_id=? AND number>?"),
    ],
)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's words for a plan")
def test_a_search_reads_by_an_index(db, sought, index):
    with CaptureQueriesContext(connection) as asked:
        assert not looking.sought_acts(1, None, sought, 31)[0]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[0]['sql']}")
        plan = [row[3] for row in cursor.fetchall()]
    assert not any(each.startswith(("SCAN U", "SCAN league")) for each in plan)
    assert any(index in each for each in plan)


def test_every_order_belongs_to_a_kind():
    ours = {name: order for name, order in ORDERS.items() if not order.__module__.startswith("tests.")}
    assert {name: kind_of(order) for name, order in ours.items() if kind_of(order) not in KINDS} == {}
    assert kind_of(ORDERS["start_campaign"]) == kind_of(ORDERS["hand_over_fleet"]) == "people"
    assert [name for kind in KINDS for name in orders_of(kind)].count("buy_ship") == 1
    assert not orders_of(UNDONE) and Sought() == EVERYTHING
