"""Reading one fleet: its folded state, its ledger and what the log tells of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from league.kernel.history import Logged
from league.models import Act, Campaign, EventRow, Shard
from league.prepared import Prepared
from league.rules.state import Profile
from league.selectors.campaigns import member_names, round_ordinals
from league.selectors.undoings import UndoneBy, undone_by
from league.store.log import EventColumns, columns_of, docs, logged, read
from rosters.models import Fleet, LedgerLine, ValuePoint
from rosters.rules.desk.orders import CloseDesks
from rosters.rules.events import DeskClosed, DeskOpened
from rosters.rules.state import FleetState
from rosters.selectors.closings import ClosedFor

GAMES = ("fleet.game_recorded",)
# Names of the orders with which an organiser sets a fleet right.
WORDS = (
    "adjust_points",
    "set_ship_status",
    "set_upgrade_status",
    "restore_name",
    "strike_elimination",
    "give_asset",
    "take_away_asset",
)
OPENINGS = ("fleet.desk_opened", "round.fleet_sat_out")
LOSSES = ("fleet.ship_lost", "fleet.upgrade_lost", "fleet.name_killed", "fleet.name_restored")


def fleet_or_404(campaign: Campaign, number: int) -> FleetState:
    """The folded state of a fleet. Raises Http404. One query."""
    return decode_fleet(doc_or_404(campaign, number))


def decode_fleet(doc: str) -> FleetState:
    """A fleet from its stored text."""
    return msgspec.json.decode(doc, type=FleetState)


def doc_or_404(campaign: Campaign, number: int) -> str:
    """The stored text of a fleet. Raises Http404. One query."""
    doc = docs(campaign.pk, "rosters", [number]).get(number)
    if doc is None:
        raise Http404("There is no such fleet in this campaign.")
    return doc


def mate_docs(campaign: Campaign, fleet: FleetState) -> tuple[str, ...]:
    """The stored texts of the other fleets of its team, by number (CR-039).

    One query; none, and no texts, when each plays for itself.
    """
    if campaign.format != "team":
        return ()
    team = Fleet.objects.filter(campaign=campaign, side=fleet.side).exclude(number=fleet.id)
    found = Shard.objects.filter(campaign=campaign, part="rosters", key__in=team.values("number"))
    return tuple(found.order_by("key").values_list("doc", flat=True))


def seq_of(campaign: Campaign, number: int) -> int:
    """The point of the log at which a fleet changed last. One query."""
    return Shard.objects.values_list("seq", flat=True).get(campaign=campaign, part="rosters", key=number)


def seqs_of(campaign: Campaign) -> dict[int, int]:
    """The point of the log at which each fleet changed last, by its number. One query."""
    return dict(Shard.objects.filter(campaign=campaign, part="rosters").values_list("key", "seq"))


def profile_of(campaign: Campaign) -> Profile:
    """The campaign's rules profile, from its row."""
    return Profile(**campaign.profile)


def ledger(campaign: Campaign, number: int) -> QuerySet[LedgerLine]:
    """A fleet's ledger lines, newest first (CR-003)."""
    return LedgerLine.objects.filter(campaign=campaign, fleet=number).order_by("-seq")


def value_steps(campaign: Campaign, number: int) -> list[tuple[int, int, int]]:
    """Round (1, 2, 3 …; 0 for the start), fleet value and points in hand over time, oldest first.

    At most two queries.
    """
    rows = list(
        ValuePoint.objects.filter(campaign=campaign, fleet=number)
        .order_by("seq")
        .values_list("round", "value", "points")
    )
    ordinals = round_ordinals(campaign.pk) if any(row[0] for row in rows) else {}
    return [(ordinals.get(at or 0, 0), value, points) for at, value, points in rows]


def standing_events(campaign: Campaign, number: int, kinds: Sequence[str]) -> list[Logged]:
    """Events of those kinds that concern a fleet and were not undone, oldest first. Two queries."""
    undone = set(Act.objects.filter(campaign=campaign, undone=True).values_list("number", flat=True))
    events = logged(campaign.pk, fleet=number, kind__in=list(kinds))
    return [each for each in events if each.act not in undone]


def _words(campaign: int, number: int) -> QuerySet[EventRow, EventColumns]:
    acts = Act.objects.filter(campaign=campaign, name__in=WORDS, undone=False).values("number")
    return columns_of(EventRow.objects.filter(campaign_id=campaign, fleet=number, act__in=acts), "act", "seq")


CORRECTED: Prepared[EventColumns] = Prepared(_words, int, int)
RECORDED: Prepared[int] = Prepared(
    lambda campaign, fleet, game: (
        EventRow.objects.filter(campaign_id=campaign, fleet=fleet, game=game, kind="fleet.game_recorded")
        .order_by("-seq")
        .values_list("act", flat=True)
    ),
    int,
    int,
    int,
)


def words(campaign: Campaign, number: int) -> list[Logged]:
    """Organisers' corrections to a fleet that still stand, newest first. One query."""
    return read(CORRECTED.rows(campaign.pk, number))[::-1]


def act_of_game(campaign: Campaign, fleet: int, game: int) -> int:
    """The number of the act that wrote the game into the fleet's history, 0 without one. One query."""
    return RECORDED.first(campaign.pk, fleet, game) or 0


def closing_act(campaign: Campaign, fleet: int) -> int:
    """The number of the act that closed the fleet's last post-game phase and stands, 0 without one. One
    query."""
    return _closings(campaign, fleet).values_list("act", flat=True).first() or 0


def closing_undone(campaign: Campaign, fleet: int) -> UndoneBy | None:
    """The undoing of the last closing of the fleet's post-game phase; None if it stands, or there was
    none. Two queries at most."""
    return _undone(campaign, fleet, DeskClosed.kind)


def opening_undone(campaign: Campaign, fleet: int) -> UndoneBy | None:
    """The undoing of the result that last opened a post-game phase of the fleet; None if it stands, or
    there was none. Two queries at most."""
    return _undone(campaign, fleet, DeskOpened.kind)


def _undone(campaign: Campaign, fleet: int, kind: str) -> UndoneBy | None:
    """The undoing of the last act with such an event of the fleet; None if it counts."""
    events = EventRow.objects.filter(campaign=campaign, fleet=fleet, kind=kind)
    last = events.order_by("-seq").values("act")[:1]
    undone = Act.objects.filter(campaign=campaign, number=Subquery(last), undone=True)
    act = undone.values_list("number", flat=True).first()
    return None if act is None else undone_by([(campaign.pk, act)]).get((campaign.pk, act))


def _closings(campaign: Campaign, fleet: int) -> QuerySet[EventRow]:
    """The events that closed a post-game phase of the fleet and stand, the last one first."""
    standing = Act.objects.filter(campaign=campaign, undone=False).values("number")
    ends = EventRow.objects.filter(campaign=campaign, fleet=fleet, kind=DeskClosed.kind, act__in=standing)
    return ends.order_by("-seq")


def closed_for(campaign: Campaign, fleet: int, owner: int) -> ClosedFor | None:
    """The last end of the fleet's post-game phase, if somebody else than its owner closed it along with
    others. Three queries at most, one if nobody did."""
    last = _closings(campaign, fleet).values("act")[:1]
    acts = Act.objects.filter(campaign=campaign, number__in=last, name=CloseDesks.name)
    found = acts.exclude(actor=owner).first()
    if found is None:
        return None
    events = [each.event for each in logged(campaign.pk, fleet=fleet, act=found.number)]
    name = member_names(campaign.pk, [found.actor]).get(found.actor, "An organiser")
    return ClosedFor(name, found.at).told(events)


def since_the_desk_opened(campaign: Campaign, number: int) -> list[Logged]:
    """Events of a fleet in the acts after the one that opened its post-game phase, as far as they stand,
    oldest first. One query."""
    standing = Act.objects.filter(campaign=campaign, undone=False).values("number")
    own = EventRow.objects.filter(campaign=campaign, fleet=number, act__in=standing)
    opened = Coalesce(Subquery(own.filter(kind__in=OPENINGS).order_by("-seq").values("act")[:1]), 0)
    return list(logged(campaign.pk, fleet=number, act__in=standing, act__gt=opened))


def losses_and_games(campaign: Campaign, number: int) -> list[Logged]:
    """The cards that a fleet lost and the games that it played, as far as they stand. One query."""
    acts = Act.objects.filter(campaign=campaign, undone=False).values("number")
    kinds = ("fleet.ship_lost", "fleet.upgrade_lost", "fleet.game_recorded")
    return list(logged(campaign.pk, fleet=number, kind__in=kinds, act__in=acts))


def fleets_of(campaign: Campaign) -> QuerySet[Fleet]:
    """The campaign's fleets by name."""
    return Fleet.objects.filter(campaign=campaign).order_by("name")
