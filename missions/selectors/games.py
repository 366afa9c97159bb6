"""Reading games: the folded state for the rules' views, the log for what a confirmed result did."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
from django.db.models import QuerySet, Subquery
from django.http import Http404

from league.kernel.events import Event
from league.kernel.fold import WHOLE, CampaignState
from league.models import Act, Campaign, EventRow, Round, Shard
from league.prepared import Prepared
from league.rules.events import ActedFor, PairingCancelled
from league.rules.state import LeagueState
from league.store.log import EventColumns, columns_of, docs, logged, read
from missions.rules.game.access import commanders_of, crew_of, side_of_member
from missions.rules.game.events import ReportFactsSaved, ReportLineSaved, ReportTakenOver, ResultConfirmed
from missions.rules.game.postgame import Preview, preview
from missions.rules.game.secrets import Viewer
from missions.rules.game.state import SIDES, GameState, MissionsState, SideName, other
from missions.rules.orders import ConfirmResult
from missions.rules.overrides.events import FriendlyCalledOff
from rosters.rules.state import FleetState, RostersState
from rosters.selectors.fleets import decode_fleet, mate_docs

NO_GAME = "There is no such game in this campaign."
REPORTING = (ReportLineSaved.kind, ReportFactsSaved.kind, ReportTakenOver.kind)


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game with its two fleets, as the folded state has them. `state` holds these, their mates if names
    may fall with them, and nothing else.

    `written_for` is the owner for whom a proxy wrote the report, else 0.

    For rules and `view_for` only, never for a template: it holds the seed. Two are equal when they were read
    from the same stored texts (`docs`).
    """

    docs: tuple[str, ...]
    state: CampaignState = field(compare=False)
    game: GameState = field(compare=False)
    fleets: dict[int, FleetState] = field(compare=False)
    written_for: int = field(default=0, compare=False)

    def crew_of(self, member: int) -> Collection[int]:
        """All who act for the side that a member plays; nobody if they do not play."""
        return crew_of(self.state, self.game, member)

    def side_of(self, member: int) -> SideName | None:
        """The side that a member plays, as owner or as proxy; None for others."""
        return side_of_member(self.state, self.game, member)


def game_or_404(campaign: Campaign, number: int) -> GameState:
    """The folded state of a game. Raises Http404. One query. Readers hand it to `view_for`, never to a
    template.
    """
    return msgspec.json.decode(_game_doc(campaign, number), type=GameState)


THERE: Prepared[tuple[int]] = Prepared(
    lambda campaign, game: Shard.objects.filter(campaign_id=campaign, part="missions", key=game).values_list(
        "key"
    ),
    int,
    int,
)


def there_or_404(campaign: Campaign, number: int) -> None:
    """Raises Http404 if the campaign has no such game. One query, which does not read the game."""
    if not THERE.rows(campaign.pk, number):
        raise Http404(NO_GAME)


def _game_doc(campaign: Campaign, number: int) -> str:
    """The stored text of a game. Raises Http404."""
    doc = docs(campaign.pk, "missions", [number]).get(number)
    if doc is None:
        raise Http404(NO_GAME)
    return doc


def opened_or_404(campaign: Campaign, number: int) -> OpenedGame:
    """A game and its fleets; a reported one with what the rounds are at, which a look ahead needs, a friendly
    one that is being prepared or played with the rules profile, and in teams with the mates of both, with
    whom names fall (CR-039).

    Raises Http404. Two queries, or three; in teams two more, and one for a report that no owner wrote.
    """
    stored = [_game_doc(campaign, number)]
    game = msgspec.json.decode(stored[0], type=GameState)
    state = CampaignState()
    state.of(MissionsState).games[number] = game
    found = _fleet_docs(campaign, game)
    stored += found.values()
    fleets = {key: decode_fleet(doc) for key, doc in found.items()}
    state.of(RostersState).fleets.update(fleets)
    if game.step == "confirm" or (game.friendly and game.step in ("pregame", "play")):
        stored.append(docs(campaign.pk, "league", [WHOLE])[WHOLE])
        state.parts["league"] = msgspec.json.decode(stored[-1], type=LeagueState)
    if game.step in ("confirm", "done"):
        texts = [doc for fleet in fleets.values() for doc in mate_docs(campaign, fleet)]
        mates = [decode_fleet(doc) for doc in texts]
        stored += texts
        state.of(RostersState).fleets.update({each.id: each for each in mates})
    return OpenedGame(tuple(stored), state, game, fleets, _written_for(campaign, game, fleets))


def _written_for(campaign: Campaign, game: GameState, fleets: dict[int, FleetState]) -> int:
    """The owner for whom a proxy wrote the report, 0 without one. One query if the side's owner is not its
    writer."""
    by, side = game.report.by, game.report.side
    if not by or side is None or fleets[game.fleet_of(side)].member == by:
        return 0
    saved = EventRow.objects.filter(campaign=campaign, game=game.id, kind__in=REPORTING)
    acts = saved.order_by("seq").values("act")
    logged_events = logged(campaign.pk, kind=ActedFor.kind, fleet=game.fleet_of(side), act__in=acts)
    events = [each.event for each in logged_events]
    return next((each.member for each in events if isinstance(each, ActedFor) and each.proxy == by), 0)


@lru_cache(maxsize=64)
def ahead_of(opened: OpenedGame) -> Preview:
    """Preview of confirming the report (CR-102). Kept: worked out once for what is stored."""
    return preview(opened.state, opened.game.id)


def fleets_of(campaign: Campaign, game: GameState) -> dict[int, FleetState]:
    """Both fleets of a game as they stand now. One query."""
    return {key: decode_fleet(doc) for key, doc in _fleet_docs(campaign, game).items()}


def _fleet_docs(campaign: Campaign, game: GameState) -> dict[int, str]:
    return docs(campaign.pk, "rosters", [game.active, game.opposing])


def viewer_of(game: GameState, fleets: dict[int, FleetState], member: int | None, organises: bool) -> Viewer:
    """Viewer that a person reads the game as; a proxy reads it as the side that they stand in for."""
    for side in SIDES:
        own, opponent = fleets[game.fleet_of(side)], fleets[game.fleet_of(other(side))]
        if member is not None and member in commanders_of(own, opponent):
            return side
    return "organiser" if organises else "public"


ORDINAL: Prepared[int] = Prepared(
    lambda campaign, number: Round.objects.filter(campaign_id=campaign, number=number).values_list(
        "ordinal", flat=True
    ),
    int,
    int,
)


def round_ordinal(campaign: Campaign, game: GameState) -> int:
    """Number of the game's round in the campaign: 1, 2, 3 …; 0 for a friendly game."""
    if game.friendly:
        return 0
    ordinal = ORDINAL.first(campaign.pk, game.round)
    if ordinal is None:
        raise Round.DoesNotExist
    return ordinal


CONFIRMED: Prepared[EventColumns] = Prepared(
    lambda campaign, number: columns_of(
        EventRow.objects.filter(campaign_id=campaign, act=Subquery(_confirming_acts(campaign, number)[:1]))
    ),
    int,
    int,
)


def result_events(campaign: Campaign, number: int) -> tuple[int, tuple[Event, ...]]:
    """The act that confirmed the game's result, and its events; (0, ()) when there is none. One query."""
    found = read(CONFIRMED.rows(campaign.pk, number))
    return (found[0].act, tuple(each.event for each in found)) if found else (0, ())


def _confirming_acts(campaign_id: int, number: int) -> QuerySet[EventRow, int]:
    """The acts that confirmed the game's result and stand, the last first."""
    acts = Act.objects.filter(campaign_id=campaign_id, undone=False, name=ConfirmResult.name)
    confirmed = EventRow.objects.filter(
        campaign_id=campaign_id, game=number, kind=ResultConfirmed.kind, act__in=acts.values("number")
    )
    return confirmed.order_by("-seq").values_list("act", flat=True)


def called_off_because(campaign: Campaign, number: int) -> str:
    """The reason for which a game was called off; "" when it was not. One query."""
    kinds = (PairingCancelled.kind, FriendlyCalledOff.kind)
    logged_events = list(logged(campaign.pk, game=number, kind__in=kinds))
    event = logged_events[-1].event if logged_events else None
    return event.reason if isinstance(event, PairingCancelled | FriendlyCalledOff) else ""
