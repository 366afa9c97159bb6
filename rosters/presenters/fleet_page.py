"""The fleet page besides its roster: permissions, history and memorial as lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from league.addresses import Address, address
from league.kernel.events import Event
from rosters.rules.events import GameRecorded, NameKilled, ShipLost, UpgradeLost
from rosters.rules.narration import sentence
from rosters.rules.overrides.events import NameRestored

RESULTS = {"victory": "Victory", "defeat": "Defeat", "draw": "Draw"}
FATES = {"mia": "Missing in action", "kia": "Killed in action", "removed": "Lost"}
RULED = ", ruled by an organiser"
WAS_MISSING = "Was missing in action"
RESTORED = "Killed in action, allowed to serve again by an organiser"


@dataclass(frozen=True, slots=True)
class Tab:
    """A page about the same fleet."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One game of the fleet (CR-121)."""

    at: datetime
    round: int
    game: int
    opponent: str
    result: str
    scored: int
    conceded: int
    reward: int
    url: str


@dataclass(frozen=True, slots=True)
class MemorialLine:
    """A card that was lost; `fate` in words, `kia` for those that never come back, `missing` for those that
    are away now."""

    at: datetime
    name: str
    kind: str
    fate: str
    kia: bool
    rule: str
    url: str
    missing: bool = False


@dataclass(frozen=True, slots=True)
class WordLine:
    """Correction by an organiser: a sentence with the reason, and the time."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class FallenLine:
    """A card that fell with a mate's, and the game in which it did."""

    at: datetime
    text: str
    url: str


def word_lines(
    events: Iterable[tuple[datetime, Event]], since: datetime | None = None, most: int | None = None
) -> list[WordLine]:
    """The newest of what organisers set right; with `since` nothing older, with `most` not more lines."""
    found = [
        WordLine(at, sentence(event) or "")
        for at, event in events
        if getattr(event, "reason", "") and (since is None or at >= since)
    ]
    return found[:most]


def fallen_lines(
    logged: Iterable[tuple[datetime, Event]], since: datetime, games: Mapping[int, Address]
) -> list[FallenLine]:
    """Cards lost with a mate's card of the same name (CR-036, CR-039), in a game that is not the fleet's
    own, newest first. `logged`: its losses and its games; `games` the pages of those games."""
    events = list(logged)
    own = {event.game for _, event in events if isinstance(event, GameRecorded)}
    return [
        FallenLine(at, sentence(event) or "", games.get(event.game, ""))
        for at, event in reversed(events)
        if isinstance(event, ShipLost | UpgradeLost) and event.game and event.game not in own and at >= since
    ]


PAGES = (
    ("Roster", "fleet"),
    ("Ledger", "fleet-ledger"),
    ("History", "fleet-history"),
    ("Memorial", "fleet-memorial"),
    ("What if", "fleet-what-if"),
)
WORK_PAGES = {"draft": ("Build", "build"), "desk": ("Repairs", "desk")}


class Commanded(Protocol):
    """A fleet and who acts for it."""

    @property
    def name(self) -> str: ...
    @property
    def slug(self) -> str: ...
    @property
    def member(self) -> int: ...
    @property
    def proxy(self) -> int: ...
    @property
    def standing(self) -> str: ...


def work_page(fleet: Commanded, member: int, *, organises: bool, ended: bool) -> tuple[str, str] | None:
    """Label and name of the page on which this member can work on the fleet now; None without one. `member`
    is 0 for a visitor, `ended` says that the campaign is over."""
    mine = member != 0 and member in (fleet.member, fleet.proxy)
    return None if ended or not (mine or organises) else WORK_PAGES.get(fleet.standing)


def fleet_pages(base: Address, current: str, work: tuple[str, str] | None) -> tuple[Tab, ...]:
    """The fleet's pages; `base` is the fleet's own address, `work` the page on which the reader can work on
    it."""
    found = [Tab(label, address(route, base), label == current) for label, route in PAGES]
    if work is not None:
        label, page = work
        found.insert(1, Tab(label, address("fleet-work", base, page), label == current))
    return tuple(found)


def history_line(
    at: datetime, event: GameRecorded, games: Mapping[int, Address], ordinals: dict[int, int]
) -> HistoryLine:
    """A line of the history; `games` are the pages of the games; `ordinals` turns round numbers into
    1, 2, 3 …"""
    return HistoryLine(
        at,
        ordinals.get(event.round, 0),
        event.game,
        event.opponent_name,
        RESULTS[event.result] + RULED * event.ruled,
        event.scored,
        event.conceded,
        event.reward,
        games.get(event.game, ""),
    )


def memorial_lines(
    events: Iterable[tuple[datetime, ShipLost | UpgradeLost | NameKilled | NameRestored]],
    games: Mapping[int, Address],
    awaited: Collection[int] = (),
) -> list[MemorialLine]:
    """Losses, newest first. A unique name that died has one line, without its cards.

    `awaited` are the ships and upgrades that are missing now; an older absence is one that was.
    """
    listed = list(events)
    restored = {
        event.persona: place for place, (_, event) in enumerate(listed) if isinstance(event, NameRestored)
    }
    latest = {_number(event): place for place, (_, event) in enumerate(listed)}
    named = [event for _, event in listed if isinstance(event, NameKilled)]
    lines = []
    for place, (at, event) in enumerate(listed):
        if isinstance(event, NameRestored):
            continue
        url = games.get(event.game or 0, "")
        if isinstance(event, NameKilled):
            again = restored.get(event.persona, -1) > place
            fate = RESTORED if again else FATES["kia"]
            lines.append(MemorialLine(at, event.name, "Unique name", fate, not again, event.rule, url))
        elif event.fate != "kia" or not any(_is_card_of(each, event) for each in named):
            kind = "Ship card" if isinstance(event, ShipLost) else "Upgrade"
            past = event.fate == "mia" and (_number(event) not in awaited or latest[_number(event)] != place)
            fate = WAS_MISSING if past else FATES[event.fate]
            missing = event.fate == "mia" and not past
            kia = event.fate == "kia"
            lines.append(MemorialLine(at, event.name, kind, fate, kia, event.rule, url, missing))
    return lines[::-1]


def _is_card_of(fallen: NameKilled, lost: ShipLost | UpgradeLost) -> bool:
    """Whether the card fell with that name: its label is the name, or the name with its ship or slot."""
    return lost.game == fallen.game and (lost.name == fallen.name or lost.name.startswith(f"{fallen.name} ("))


def _number(event: ShipLost | UpgradeLost | NameKilled | NameRestored) -> int:
    """The ship's or upgrade's number, 0 for a name; numbers of a campaign are never used twice."""
    if isinstance(event, NameKilled | NameRestored):
        return 0
    return event.ship if isinstance(event, ShipLost) else event.upgrade
