"""A planned game night as its readers see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from league.addresses import Address, address, round_address
from league.rules.schedule.upcoming import is_coming, starts_at
from league.rules.state import Attendance, LeagueState, Night

BUTTONS: tuple[tuple[Attendance, str], ...] = (
    ("coming", "I’m coming"),
    ("late", "Late"),
    ("not", "Not coming"),
)
HEADINGS: Mapping[Attendance | str, str] = {
    "coming": "Coming",
    "late": "Late",
    "not": "Not coming",
    "": "No answer yet",
}


@dataclass(frozen=True, slots=True)
class NightCard:
    """One game night for one reader. `mine` is their answer, "" before it; `buttons` are those they may press
    (value, label); `groups` says who gave which answer; `round_url` leads to its round, if
    it has one."""

    title: str
    starts: datetime
    venue: str
    called_off: bool
    coming: bool
    mine: str
    buttons: tuple[tuple[Attendance, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    counts: str
    answer_url: str
    calendar_url: str
    round_url: str = ""
    change_url: str = ""
    call_off_url: str = ""


def expected(league: LeagueState) -> list[int]:
    """The members who are asked: everybody who is here and does not only watch."""
    return [each.id for each in league.members.values() if each.active and each.role != "visitor"]


def night_card(
    league: LeagueState,
    night: Night,
    names: Mapping[int, str],
    *,
    base: Address,
    me: int,
    organises: bool,
    now: datetime,
) -> NightCard:
    """The card of a night. `names` are those of the members, `me` the reader's number."""
    asked, coming = expected(league), is_coming(league, night, now)
    groups = _groups(night, asked, names)
    may_change = organises and coming and not night.round and league.phase != "ended"
    at = league.rounds.get(night.round)
    return NightCard(
        f"Game night {night.number}",
        starts_at(night),
        night.venue,
        night.called_off,
        coming,
        night.answers.get(me, ""),
        BUTTONS if coming and me in asked and league.phase != "ended" else (),
        groups,
        ", ".join(_count(heading, len(people)) for heading, people in groups),
        address("night-answer", base, night.number),
        address("night-calendar", base, night.number),
        round_address(base, at.number) if at else "",
        address("night-change", base, night.number) if may_change else "",
        address("night-call-off", base, night.number) if may_change else "",
    )


def _count(heading: str, people: int) -> str:
    """Number of people below a heading, in words: "2 coming"."""
    if heading == HEADINGS[""]:
        return f"{people} {'has' if people == 1 else 'have'} not answered"
    return f"{people} {heading.lower()}"


def _groups(
    night: Night, asked: Iterable[int], names: Mapping[int, str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names under each answer that somebody gave, then those who gave none."""
    by_answer: dict[str, list[str]] = {each: [] for each in HEADINGS}
    for member in asked:
        by_answer[night.answers.get(member, "")].append(names.get(member, "Somebody"))
    return tuple(
        (HEADINGS[answer], tuple(sorted(people, key=str.casefold)))
        for answer, people in by_answer.items()
        if people
    )
