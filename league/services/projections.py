"""The league part's rows: the campaign's own columns, its members and rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from league.kernel.fold import CampaignState
from league.models import Campaign, Member, Round
from league.rules import campaign as _campaign_orders  # noqa: F401  registers its orders
from league.rules import rounds as _round_orders  # noqa: F401  registers its orders
from league.rules.meetings import orders as _meeting_orders  # noqa: F401  registers its orders
from league.rules.schedule import orders as _schedule_orders  # noqa: F401  registers its orders
from league.rules.state import LeagueState
from league.store.parts import PartSpec, Table, register


def _tables(state: CampaignState, key: int) -> Iterable[Table]:
    league = state.of(LeagueState)
    members = {one.id: {"role": one.role, "active": one.active} for one in league.members.values()}
    rounds = {
        one.id: {
            "ordinal": one.number,
            "is_open": one.open,
            "present": len(one.took_part),
            "games": sum(each.status != "cancelled" for each in one.pairings.values()),
        }
        for one in league.rounds.values()
    }
    yield Table(Member, {}, "number", members)
    yield Table(Round, {}, "number", rounds)


def columns(league: LeagueState) -> dict[str, object]:
    """Columns of the campaign's row that follow from the league part."""
    return {
        "name": league.name,
        "format": league.format,
        "missions": league.missions,
        "public": league.public,
        "phase": league.phase,
        "profile": asdict(league.profile),
        "notes": league.notes,
    }


def sync_campaign(campaign: Campaign, state: CampaignState) -> None:
    """Write the campaign's projected columns into the row object; the door saves it."""
    for name, value in columns(state.of(LeagueState)).items():
        setattr(campaign, name, value)


register(PartSpec("league", LeagueState, tables=_tables))
