"""The table of games that can be downloaded."""

from __future__ import annotations

from collections.abc import Iterator

from league.selectors.campaigns import member_names, round_ordinals
from league.selectors.downloads import Cells, Sheet, register
from league.selectors.port_rows import fleets
from missions.models import Game
from missions.rules.content.mission_data import missions

COLUMNS = (
    "round",
    "game",
    "active_fleet",
    "active_player",
    "opposing_fleet",
    "opposing_player",
    "step",
    "winner",
    "decided_by",
    "active_score",
    "opposing_score",
    "mission",
    "friendly",
    "active_side",
    "opposing_side",
)


def _rows(campaign_id: int) -> Iterator[Cells]:
    """Games in the order in which they were paired; scores once the result stands. Four queries."""
    known = {fleet.number: fleet for fleet in fleets(campaign_id)}
    players = member_names(campaign_id, (fleet.member for fleet in known.values()))
    ordinals = round_ordinals(campaign_id)
    for game in Game.objects.filter(campaign_id=campaign_id).order_by("number"):
        sides = [known.get(game.active), known.get(game.opposing)]
        done = game.step == "done"
        names = [
            text
            for fleet in sides
            for text in ((fleet.name, players.get(fleet.member, "")) if fleet else ("", ""))
        ]
        yield (
            ordinals.get(game.round),
            game.ordinal,
            *names,
            game.step,
            game.winner if done else "",
            game.termination if done else "",
            game.active_score if done else None,
            game.opposing_score if done else None,
            missions()[game.mission].name if game.mission else "",
            "yes" if game.friendly else "no",
            *(fleet.side if fleet else "" for fleet in sides),
        )


register(Sheet("games", "Games", "Every game with its fleets, its mission and its result.", COLUMNS, _rows))
