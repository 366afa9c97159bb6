"""Reading games: the folded state for the rules' views, rows for lists."""

from __future__ import annotations

import msgspec
from django.http import Http404

from league.models import Campaign, Shard
from missions.rules.state import GameState
from missions.rules.views import Viewer
from rosters.rules.state import FleetState


def game_or_404(campaign: Campaign, number: int) -> GameState:
    """The folded state of a game. Raises Http404. One query. Readers hand it to `view_for`, never to a
    template.
    """
    doc = (
        Shard.objects.filter(campaign=campaign, part="missions", key=number)
        .values_list("doc", flat=True)
        .first()
    )
    if doc is None:
        raise Http404("There is no such game in this campaign.")
    return msgspec.json.decode(doc, type=GameState)


def fleets_of(campaign: Campaign, game: GameState) -> dict[int, FleetState]:
    """Both fleets of a game as they stand now. One query."""
    rows = Shard.objects.filter(campaign=campaign, part="rosters", key__in=(game.active, game.opposing))
    return {key: msgspec.json.decode(doc, type=FleetState) for key, doc in rows.values_list("key", "doc")}


def viewer_of(game: GameState, fleets: dict[int, FleetState], member: int | None, organises: bool) -> Viewer:
    """As whom somebody reads the game."""
    if member is not None and fleets[game.active].member == member:
        return "active"
    if member is not None and fleets[game.opposing].member == member:
        return "opposing"
    return "organiser" if organises else "public"
