"""Long logs and big leagues: an act, the standings and the timeline must not notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench import Figure, within
from bench._worlds import client_of, cpu, get, lengthen_log, many_fleets
from league.models import Campaign, Member
from league.services.acts import act
from rosters.models import Fleet
from rosters.rules.orders import RenameFleet


def measure() -> Iterator[Figure]:
    """An act at 10,000 events / at 100; standings with 1,000 fleets / 10; the log with 100,000 events / 100,
    whole and filtered, the worst filter among them: one that no entry fits.
    """
    short, member = many_fleets("short", 10)
    long, other = many_fleets("long", 10)
    lengthen_log(short, _fleet(short), 100)
    lengthen_log(long, _fleet(long), 10_000)
    yield within("an act at 10,000 events / at 100", _act(long, other) / _act(short, member), 1.5)
    big, boss = many_fleets("big", 1000)
    few, many = _page(member, "standings/"), _page(boss, "standings/")
    yield within("standings with 1,000 fleets / 10", many / few, 2)
    lengthen_log(long, _fleet(long), 100_000)
    for words, query in FILTERS:
        least, most = (_page(each, f"timeline/{query(each)}") for each in (member, other))
        yield within(f"log{words} with 100,000 events / 100", most / least, 2)
    few, many = _page(member, ""), _page(boss, "")
    yield within("campaign page with 1,000 fleets / 10", many / few, 2)


FILTERS: tuple[tuple[str, Callable[[Member], str]], ...] = (
    ("", lambda _: ""),
    (" of a fleet", lambda member: f"?fleet={_fleet(member.campaign)}"),
    (" of a person and a kind", lambda member: f"?person={member.number}&kind=people"),
    (" of undone entries of a fleet", lambda member: f"?fleet={_fleet(member.campaign)}&kind=undone"),
)


def _fleet(campaign: Campaign) -> int:
    return Fleet.objects.filter(campaign=campaign).order_by("number").values_list("number", flat=True)[0]


def _act(campaign: Campaign, member: Member) -> float:
    fleet = _fleet(campaign)
    turn = iter(range(10_000))
    return cpu(
        lambda: act(campaign.pk, member, RenameFleet(fleet, f"Name {next(turn)}", "hearts")), rounds=25
    )


def _page(member: Member, tail: str) -> float:
    return cpu(get(client_of(member), f"/campaigns/{member.campaign_id}/{tail}"))
