"""Game nights and agreed games as entries of people's calendars (iCalendar, RFC 5545 and RFC 7986)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from league.ports import FleetRow
from league.rules.schedule.upcoming import starts_at
from league.rules.state import LeagueState, Meeting, Night

LENGTH = timedelta(hours=4)
"""Length of a night or a game in people's calendars, since nobody says when it ends."""
FOLD = 74  # octets of a line of a calendar file
KEPT = timedelta(days=90)
"""Time for which a subscribed calendar shows what is over."""
AHEAD = ("agreed", "paired")
"""Statuses of a meeting that stands in a calendar."""
GONE = "a fleet that is gone"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. `uid` stays the same when it changes, and `sequence` grows then; `busy`: the reader has said
    nothing that leaves the time free."""

    uid: str
    title: str
    starts: datetime
    venue: str
    url: str
    sequence: int = 0
    called_off: bool = False
    busy: bool = True


def night_entry(night: Night, *, uid: str, campaign: str, url: str, me: int = 0) -> Entry:
    """The entry of a night; `me` is the reader's number, whose *Not coming* leaves the time free."""
    title = f"{campaign}: game night {night.number}"
    busy = night.answers.get(me) != "not"
    return Entry(uid, title, starts_at(night), night.venue, url, night.changes, night.called_off, busy)


def campaign_entries(
    league: LeagueState,
    fleets: Mapping[int, FleetRow],
    *,
    uid: str,
    campaign: str,
    url: str,
    me: int,
    now: datetime,
) -> list[Entry]:
    """The nights and the agreed games of a campaign, as one of its members sees them. `uid` is a pattern with
    the kind and the number of a thing. Games between the fleets of others leave the reader's time free."""
    nights = [
        night_entry(each, uid=uid.format("night", each.id), campaign=campaign, url=url, me=me)
        for each in league.nights.values()
    ]
    games = [
        _game_entry(each, fleets, uid.format("game", each.id), campaign, url, me)
        for each in league.meetings.values()
        if each.status in AHEAD
    ]
    return [each for each in (*nights, *games) if each.starts > now - KEPT]


def _game_entry(
    meeting: Meeting, fleets: Mapping[int, FleetRow], uid: str, campaign: str, url: str, me: int
) -> Entry:
    sides = [fleets.get(number) for number in (meeting.fleet, meeting.opposing)]
    names = [each.name if each else GONE for each in sides]
    mine = any(each is not None and me in (each.member, each.proxy) for each in sides)
    title = f"{campaign}: {names[0]} against {names[1]}"
    return Entry(uid, title, datetime.fromisoformat(meeting.starts), meeting.venue, url, busy=mine)


def calendar_file(entries: Iterable[Entry], *, now: datetime, name: str = "", refresh: str = "") -> str:
    """The entries as a file, by their times. `now` is the moment from which they stand as they do; `name` and
    `refresh` (a duration such as PT1H) are for calendars that subscribe."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Admiralty//Game nights//EN", "METHOD:PUBLISH"]
    if name:
        head += [f"NAME:{_escaped(name)}", f"X-WR-CALNAME:{_escaped(name)}"]
    if refresh:
        head += [f"REFRESH-INTERVAL;VALUE=DURATION:{refresh}", f"X-PUBLISHED-TTL:{refresh}"]
    listed = sorted(entries, key=lambda each: (each.starts, each.uid))
    lines = [*head, *(line for each in listed for line in _lines(each, now)), "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _lines(entry: Entry, now: datetime) -> Collection[str]:
    return (
        "BEGIN:VEVENT",
        f"UID:{entry.uid}",
        f"SEQUENCE:{entry.sequence}",
        f"STATUS:{'CANCELLED' if entry.called_off else 'CONFIRMED'}",
        f"TRANSP:{'OPAQUE' if entry.busy and not entry.called_off else 'TRANSPARENT'}",
        f"DTSTAMP:{_utc(now)}",
        f"DTSTART:{_utc(entry.starts)}",
        f"DTEND:{_utc(entry.starts + LENGTH)}",
        f"SUMMARY:{_escaped(entry.title)}",
        f"LOCATION:{_escaped(entry.venue)}",
        f"URL:{entry.url}",
        "END:VEVENT",
    )


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """The line in pieces of at most `FOLD` octets and a blank; no letter is cut."""
    pieces, size = [""], 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > FOLD:
            pieces.append("")
            size = 0
        pieces[-1] += sign
        size += octets
    return "\r\n ".join(pieces)
