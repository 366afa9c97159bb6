"""Downloads of a campaign: tables for spreadsheets with their columns, and games that stay out of an archive.

The standings are here; the tables of rosters and of games are in `rosters.selectors.downloads` and
`missions.selectors.downloads`, which register them when Django starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.kernel.events import KINDS
from league.models import Campaign, EventRow
from league.ports import FleetRow, game_port
from league.rules.standings import same_place, teams
from league.rules.state import LeagueState
from league.selectors import port_rows
from league.selectors.campaigns import member_names

Cells = Sequence[object]
ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to download. `columns` never change their names or order; new ones go to the end.

    `rows(campaign id)` gives the cells: text, whole numbers, or None for an empty cell.
    """

    slug: str
    title: str
    text: str
    columns: tuple[str, ...]
    rows: Callable[[int], Iterable[Cells]]


_SHEETS: dict[str, Sheet] = {}


def register(sheet: Sheet) -> None:
    """Register a table under its slug."""
    _SHEETS[sheet.slug] = sheet


def sheets() -> list[Sheet]:
    """Every table that there is, in the order in which they were registered."""
    return list(_SHEETS.values())


def sheet(slug: str) -> Sheet | None:
    """The table of that slug."""
    return _SHEETS.get(slug)


def sealed_games(campaign_id: int) -> list[int]:
    """Games that are not over and hold a secret, by number. Two queries."""
    playing = [number for number, over in game_port().over(campaign_id).items() if not over]
    secret = [kind for kind, event in KINDS.items() if event.secret]
    rows = EventRow.objects.filter(campaign_id=campaign_id, game__in=playing, kind__in=secret)
    return sorted({number for number in rows.values_list("game", flat=True) if number is not None})


def game_labels(campaign_id: int, league: LeagueState, numbers: Iterable[int]) -> dict[int, str]:
    """Labels of these games, such as "Round 3, Red Wing against Iron Fist". At most two queries."""
    wanted = set(numbers)
    found = {
        pairing.id: (at.number, pairing.active, pairing.opposing)
        for at in league.rounds.values()
        for pairing in at.pairings.values()
        if pairing.id in wanted
    }
    fleets = {fleet for _, active, opposing in found.values() for fleet in (active, opposing)}
    others = port_rows.game_names(campaign_id, wanted - found.keys())
    friendlies = {number: (each.active, each.opposing) for number, each in others.items() if each.friendly}
    fleets.update(fleet for pair in friendlies.values() for fleet in pair)
    names = port_rows.fleet_names(campaign_id, fleets)
    labels = {number: f"Game {number}" for number in sorted(wanted)}
    for number, (ordinal, active, opposing) in found.items():
        labels[number] = f"Round {ordinal}, {names.get(active, '?')} against {names.get(opposing, '?')}"
    for number, (active, opposing) in friendlies.items():
        labels[number] = f"Friendly game, {names.get(active, '?')} against {names.get(opposing, '?')}"
    return labels


def how_it_stands(standing: str, phase: str) -> str:
    """A fleet's state as tables have it: one that was ready when its campaign ended is "finished"."""
    return "finished" if phase == "ended" and standing == "ready" else standing


def _standings(campaign_id: int) -> Iterator[Cells]:
    rows = port_rows.standings(campaign_id, 0, ALL).rows
    names = member_names(campaign_id, (row.member for row in rows))
    campaign = Campaign.objects.get(pk=campaign_id)
    place, before = 0, None
    for position, row in enumerate(rows, start=1):
        if before is None or not same_place(row, before):
            place = position
        before = row
        yield (
            place,
            row.name,
            row.side,
            names.get(row.member, ""),
            how_it_stands(row.standing, campaign.phase),
            row.victories,
            row.draws,
            row.defeats,
            row.value,
            row.points,
            row.destroyed_points,
            row.squadrons,
            row.ships,
            row.missing,
        )
    if campaign.format == "team":
        yield from _teams(rows)


def _teams(rows: Sequence[FleetRow]) -> Iterator[Cells]:
    """A line for each team with the sums over its fleets, best first; it has no fleet and no player, and its
    state is "team"."""
    place, before = 0, None
    for position, team in enumerate(teams(rows), start=1):
        place = place if before is not None and same_place(team, before) else position
        before = team
        won = (team.victories, team.draws, team.defeats)
        yield (
            place,
            "",
            team.side,
            "",
            "team",
            *won,
            team.value,
            None,
            team.destroyed_points,
            None,
            None,
            None,
        )


register(
    Sheet(
        "standings",
        "Standings",
        "Every fleet that has taken part, best first; in a team campaign the teams after them.",
        (
            "place",
            "fleet",
            "side",
            "player",
            "state",
            "victories",
            "draws",
            "defeats",
            "fleet_value",
            "fleet_points",
            "points_destroyed",
            "squadrons",
            "ships",
            "missing_ships",
        ),
        _standings,
    )
)
