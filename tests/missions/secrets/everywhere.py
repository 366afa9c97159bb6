"""Every address as one reader at every step of a game, in two worlds: the true one, and one in which
everything hidden from the reader is different.

An answer follows from request and rows. So a page is not asked again while its rows are those of an earlier
step, and in the other world only where it read a row that is another there. Many pages carry the number of
the campaign's latest event, which is the same in both worlds. If no query has that number, a page is asked
again after LASTING steps, or when another of its rows changes.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings
from django.db.models import QuerySet
from django.test import Client

from league.models import Act, Campaign, EventRow, Shard
from league.store.parts import encode
from missions.rules.game.sides import SIDES
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.differing import Answer, Wish, difference, gone, told
from tests.missions.secrets.tape import MOVING, Query, Tape
from tests.missions.secrets.unknown import unknown_to
from tests.missions.secrets.unknown_log import unknown_events
from tests.missions.secrets.walk import STREAM, addresses_of, facts_of, own_routes
from tests.missions.secrets.worlds import Reader

KEPT = 5
"""Answers of a page that are remembered, besides the latest."""
LASTING = 8
"""Steps after which a page is asked again although only the number of the latest event has changed."""


class Forgetful(Client):
    """A browser that has its session and nothing else each time it asks; nothing remains of its visit."""

    def __init__(self, other: Client) -> None:
        super().__init__()
        key = settings.SESSION_COOKIE_NAME
        self.session_key = other.cookies[key].value if key in other.cookies else ""

    def request(self, **request: Any) -> Any:
        self.cookies = SimpleCookie()
        if self.session_key:
            self.cookies[settings.SESSION_COOKIE_NAME] = self.session_key
        answers = []
        with gone():
            answers.append(super().request(**request))
        return answers.pop()


@dataclass(frozen=True)
class Broken(Wish):
    """The address of a page that breaks while it holds the game, secrets and all."""

    def __str__(self) -> str:
        return f"{self.place} (broken)"

    def answer(self, client: Client) -> str:
        def broken(game: object, *_: object) -> None:
            raise RuntimeError(repr(game))

        client.raise_request_exception = False
        logging.disable(logging.CRITICAL)
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("missions.views.game.page.view_for", broken)
                return super().answer(client)
        finally:
            logging.disable(logging.NOTSET)
            client.raise_request_exception = True


@dataclass
class Count:
    """Count of the walk. A pair is what an address answers at a step, in both worlds; `made` are the pages
    that had to be made for that."""

    readers: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    steps: int = 0
    pairs: int = 0
    made: int = 0

    def told(self) -> dict[str, Any]:
        """The thing as plain data."""
        return {**vars(self), "readers": sorted(self.readers), "addresses": sorted(self.addresses)}


@dataclass(frozen=True)
class Seen:
    """An answer to a reader, with its htmx part if there is one, and the rows that it was made from."""

    answers: list[Answer]
    rows: dict[Query, str]
    step: int
    dated: bool
    """Whether it may show the number of the latest event as it was at that step."""

    @property
    def wish(self) -> Wish:
        return self.answers[0].wish

    def holds(self, world: Tape) -> bool:
        """Whether it was made of the rows of this world."""
        return all(world.rows(query) == rows for query, rows in self.rows.items())

    def lasts(self, world: Tape, step: int) -> bool:
        """Whether it need not be asked again at a step."""
        return (not self.dated or step - self.step < LASTING) and self.holds(world)

    def old(self, step: int) -> bool:
        """Whether it shows the number of an event that is not the latest at a step."""
        return self.dated and self.step != step


class Looking:
    """One reader who goes on looking."""

    def __init__(self, table: MissionTable, reader: Reader, count: Count) -> None:
        self.table, self.count = table, count
        self.reader = Reader(reader.name, reader.sees, Forgetful(reader.client))
        count.readers.add(reader.name)
        self.seen: dict[Wish, list[Seen]] = {}

    def look(self, wishes: Iterable[Wish]) -> list[str]:
        """Addresses that answer the reader differently in the other world."""
        world = Tape()
        self.count.steps += 1
        told = [self._told(world, wish) for wish in wishes]
        self.count.pairs += sum(len(each.answers) for each in told)
        self.count.addresses |= {str(each.wish) for seen in told for each in seen.answers}
        with self._elsewhere() as other:
            changed = [each for each in told if not each.holds(other)]
        changed = [self._present(world, each.wish) for each in changed]
        with self._elsewhere() as other:
            pairs = [
                pair
                for each in changed
                for pair in zip(each.answers, self._present(other, each.wish).answers, strict=True)
            ]
        return [f"{a.wish}{difference(a.text, b.text)}" for a, b in pairs if a.text != b.text]

    @contextmanager
    def _elsewhere(self) -> Iterator[Tape]:
        with gone():
            other_world(self.table, self.reader.sees)
            yield Tape()

    def _told(self, world: Tape, wish: Wish) -> Seen:
        """Answer of a page in this world or at an earlier step; made only if it was not made of the same
        rows."""
        for each in self.seen.get(wish, ()):
            if each.lasts(world, self.count.steps):
                return each
        return self._made(world, wish)

    def _present(self, world: Tape, wish: Wish) -> Seen:
        """Answer of a page in this world at this step."""
        for each in self.seen.get(wish, ()):
            if not each.old(self.count.steps) and each.holds(world):
                return each
        return self._made(world, wish)

    def _made(self, world: Tape, wish: Wish) -> Seen:
        """Answer of a page in this world."""
        answers = list(told(world, self.reader, [wish]))
        self.count.made += len(answers)
        asked = frozenset(query for each in answers for query in each.rows)
        steady = without_numbers(asked, latest(self.table))
        rows = {query: world.rows(query) for query in steady}
        found = Seen(answers, rows, self.count.steps, dated=steady != asked)
        self.seen[wish] = [found, *self.seen.get(wish, ())][: KEPT + 1]
        return found


def latest(table: MissionTable) -> set[int]:
    """The moving numbers of the campaign: of its latest event, and the next free one."""
    return set(Campaign.objects.filter(pk=table.league.campaign.pk).values_list(*MOVING).get())


def without_numbers(queries: frozenset[Query], moving: set[int]) -> frozenset[Query]:
    """The queries without the columns of the moving numbers, if none of them looks for such a number."""
    if any(param in moving for query in queries for param in query.params):
        return queries
    return frozenset(query.steady() for query in queries)


def other_world(table: MissionTable, sees: str) -> None:
    """Make the game one that the reader cannot tell from it, as it stands and in the log."""
    campaign, game = table.league.campaign, table.game
    for seq, payload in list(unknown_events(sees, game)):  # type: ignore[arg-type]
        assert QuerySet(EventRow).filter(campaign=campaign, seq=seq).update(payload=payload) == 1
    doc = encode(unknown_to(sees, game))  # type: ignore[arg-type]
    assert Shard.objects.filter(campaign=campaign, part="missions", key=game.id).update(doc=doc) == 1


def every_wish(table: MissionTable, since: int = 0) -> list[Wish]:
    """Every address, about the game, its ships and its battle, and both fleets; the undoing of every act
    from `since` on; missing pages and broken ones."""
    base, facts = f"/campaigns/{table.league.campaign.pk}/", [facts_of(table, side) for side in SIDES]
    found = [f"/{STREAM}".replace("<int:campaign_id>", str(table.league.campaign.pk)), "/admin/"]
    for route in own_routes():
        for each in facts if "fleets/" in route else facts[:1]:
            found += addresses_of(route, table, each)
    found += [f"{table.url}report/ships/{ship}/" for ship in facts[0].game.ships]
    acts = Act.objects.filter(campaign=table.league.campaign, number__gte=since)
    found += [f"{base}timeline/{number}/undo/" for number in acts.values_list("number", flat=True)]
    found += [f"{base}timeline/?fleet={each.fleet.id}" for each in facts]
    found.append(f"{base}timeline/?game={facts[0].game.number}&person={table.active.seat.number}&kind=games")
    found += [f"{base}nowhere/", f"{table.url}nowhere/", "/nowhere/"]
    return [*map(Wish, dict.fromkeys(found)), Broken(table.url)]


THIRDS = 3


def third(table: MissionTable, wishes: list[Wish], turn: int) -> list[Wish]:
    """The pages that tell of the game, the sheets, and a third of the other wishes."""
    base = f"/campaigns/{table.league.campaign.pk}/"
    always = (table.url, f"{base}timeline/", f"{base}downloads/archive", "/verify/", "/inbox/", "/stream/")
    return [
        wish
        for at, wish in enumerate(wishes)
        if at % THIRDS == turn % THIRDS
        or wish.place == base
        or wish.place.startswith(always)
        or wish.place.endswith(".pdf")
    ]


def in_turn(table: MissionTable, wishes: list[Wish], mission: int, step: int) -> list[Wish]:
    """A sample of the wishes: at every other step a third, another one in each mission."""
    return [] if (mission + step) % 2 else third(table, wishes, mission)
