"""Malformed requests: bytes that are no HTTP, odd addresses, headers and bodies, garbage in forms."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from random import Random
from urllib.parse import quote

from django.contrib.auth import get_user_model
from django.db import connections
from django.urls import URLPattern, URLResolver, get_resolver

from tests.siege import Row, Sizes, counted
from tests.siege.lines import HUNG_UP, Kept, tried
from tests.siege.site import Site
from tests.siege.web import GONE, TOKEN, Person
from tests.siege.world import Draft, Running, World, signed_in

KEPT, LOOSE = 12, 40
"""Connections at a time: kept ones for whole requests, and others for bytes that are perhaps no request."""
TOGETHER = 8
"""Most requests that go out together on a kept connection."""
LOOSE_SHARE = 0.25
ROUND = 5000
"""Requests after which people whose session was ended by one of them sign in again."""
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")
FINE = 503
"""The one status above 499 that is an answer and no error: try again, with a time."""
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get")
ODD = (
    *(
        "",
        "0",
        "-1",
        "1e9",
        "9" * 40,
        "٣",
        "\x00",
        "a\x00b",
        "%00",
        "../../etc/passwd",
        "💥",
        "\ud7ff",
        "<b>",
    ),
    *("'--", "NaN", "[]", "{}", "null", " ", "\r\n", "x" * 5000, "true", "1.5", "０", "\u202e", "01", "+1"),
)
HEADERS = (
    "HX-Request",
    "If-None-Match",
    "Range",
    "Accept",
    "X-Request-ID",
    "Referer",
    "Expect",
    "Accept-Encoding",
)
KINDS = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "x" * 300,
    "multipart/form-data; boundary=y",
    "application/json",
    "text/plain; charset=no-such",
    ";;;",
    "",
)
NOT_HTTP = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n folded: yes\r\n\r\n",
    b"\x00" * 200,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET http://other.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def routes() -> list[str]:
    """Every address of the site with its parameters in angle brackets."""
    found: list[str] = []

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> None:
        for each in patterns:
            route = before + str(each.pattern)
            if isinstance(each, URLResolver):
                walk(each.url_patterns, route)
            elif "^" not in route and "logout" not in route and "delete" not in route:
                found.append(f"/{route}")

    walk(get_resolver().url_patterns, "")
    return sorted(found)


class Garbage:
    """A seeded source of requests that are wrong in some way."""

    def __init__(self, seed: int | str, world: World) -> None:
        self.rng = Random(seed)
        self.routes = routes()
        self.numbers = [str(each) for each in world.campaigns]
        self.people = people_of(world)
        self.own = {
            person.address: str(each.campaign)
            for each in (*world.drafts, *world.running)
            for person in _people(each)
        }
        self.person: Person | None = None

    def request(self) -> bytes:
        """The bytes of one request."""
        return self.loose() if self.rng.random() < LOOSE_SHARE else self.whole()

    def whole(self) -> bytes:
        """A request that is HTTP."""
        return self._asked() if self.rng.random() < 0.6 else self._form()

    def loose(self) -> bytes:
        """Bytes that are perhaps no request, or the beginning of one."""
        if self.rng.random() < 0.7:
            return self.rng.choice(NOT_HTTP)
        whole = self._asked() if self.rng.random() < 0.5 else self.rng.choice(NOT_HTTP)
        data = bytearray(whole[:4000])
        for _ in range(self.rng.randint(1, 8)):
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        return bytes(data)

    def path(self) -> str:
        """An address of the site, mostly with odd parts; often one of the sender's own campaign."""
        self.person = self.rng.choice(self.people)
        own = self.own.get(self.person.address, "")

        def part(found: re.Match[str]) -> str:
            chance = self.rng.random()
            if found[1] == "int" and chance < 0.5:
                return own if own and self.rng.random() < 0.7 else self.rng.choice(self.numbers)
            if chance < 0.7:
                return self.rng.choice(("1", "2", "3", "x", "build", "wing-0", "standings"))
            return quote(self.rng.choice(ODD).encode("utf-8", "surrogatepass"), safe="/.%")

        path = PARAMETER.sub(part, self.rng.choice(self.routes))
        if self.rng.random() < 0.3:
            query = "&".join(f"{self._word()}={self._value()}" for _ in range(self.rng.randint(1, 5)))
            path = f"{path}?{query}"
        return path

    def _word(self) -> str:
        return self.rng.choice(
            ("do", "seen", "fleet", "page", "paper", "q", "before", "at", "unit", "choice", "step", "reason",
             "fleet_name", "ship", "card", "next", "side", "login", "email", "kind", "a[]", "%FF")
        )  # fmt: skip

    def _value(self) -> str:
        return quote(self.rng.choice(ODD).encode("utf-8", "surrogatepass"))

    def _head(self, method: str, path: str, *lines: str) -> bytes:
        host = (
            "localhost"
            if self.rng.random() < 0.9
            else self.rng.choice(("evil.example", "a b", "::1", "[", ""))
        )
        assert self.person is not None
        person = self.person
        session = (
            person.session if self.rng.random() < 0.8 else self.rng.choice(("x", "\xff", "a" * 3000, '"'))
        )
        cookie = f"sessionid={session}; csrftoken={TOKEN}"
        told = (
            f"Connection: {'close' if self.rng.random() < 0.1 else 'keep-alive'}",
            f"Host: {host}",
            f"Cookie: {cookie}",
            f"X-Forwarded-For: {person.address}",
        )
        more = [*told, *lines]
        if self.rng.random() < 0.2:
            value = self.rng.choice(("true", "x" * 900, "100-continue", "bytes=5-1", "%%", chr(233)))
            more.append(f"{self.rng.choice(HEADERS)}: {value}")
        head = "\r\n".join((f"{method} {path} HTTP/1.1", *more, "", ""))
        return head.encode("latin-1", "replace")

    def _asked(self) -> bytes:
        method = "GET" if self.rng.random() < 0.7 else self.rng.choice(METHODS)
        path = self.path()
        if path.startswith(("/stream", "/battles/stream")) and "/head/" not in path:
            path = "/rules/"
        return self._head(method, path)

    def _form(self) -> bytes:
        kind = KINDS[0] if self.rng.random() < 0.7 else self.rng.choice(KINDS)
        fields = "&".join(f"{self._word()}={self._value()}" for _ in range(self.rng.randint(0, 8)))
        body = f"csrfmiddlewaretoken={TOKEN}&{fields}".encode()
        if self.rng.random() < 0.2:
            body = self.rng.randbytes(self.rng.randint(0, 400))
        return self._head("POST", self.path(), f"Content-Type: {kind}", f"Content-Length: {len(body)}") + body


def _people(of: Draft | Running) -> tuple[Person, Person]:
    return (of.owner, of.organiser) if isinstance(of, Draft) else (of.first, of.second)


def people_of(world: World) -> list[Person]:
    """Everybody with an account; half of them are in a campaign."""
    members = [person for each in (*world.drafts, *world.running) for person in _people(each)]
    return [*world.guests[: max(1, len(members))], *members]


class Attack:
    """The senders and what they were answered."""

    def __init__(self, site: Site, world: World, sizes: Sizes) -> None:
        self.site, self.world, self.sizes = site, world, sizes
        self.until = sizes.until()
        self.statuses: Counter[int] = Counter()
        self.errors: list[tuple[int, bytes]] = []
        self.renewed = 0
        names = range(KEPT + LOOSE)
        self.sources = [Garbage(sizes.seed * 100 + number, world) for number in names]
        for each in self.sources[1:]:
            each.people = self.sources[0].people

    async def run(self) -> None:
        """Send in rounds, so that people whose session has ended sign in again in between."""
        left = self.sizes.malformed
        while left > 0 and time.monotonic() < self.until:
            now = min(ROUND, left)
            left -= now
            await self._round(now)
            await asyncio.to_thread(self._renew)
            print(f"  malformed: {self.statuses.total():,}", file=sys.stderr, flush=True)

    async def _round(self, requests: int) -> None:
        loose = int(requests * LOOSE_SHARE)
        kept, loose_left = iter(range(requests - loose)), iter(range(loose))

        async def whole(source: Garbage) -> None:
            line = Kept(self.site.port, self.told)
            while time.monotonic() < self.until:
                together = source.rng.randint(1, TOGETHER)
                batch = [source.whole() for _ in range(together) if next(kept, None) is not None]
                if not batch:
                    break
                await line.send(batch)
            await line.leave()

        async def part(source: Garbage) -> None:
            for _ in loose_left:
                if time.monotonic() > self.until:
                    return
                data = source.loose()
                self.told(await tried(self.site.port, data), data)

        senders = [whole(each) for each in self.sources[:KEPT]]
        await asyncio.gather(*senders, *[part(each) for each in self.sources[KEPT:]])

    def told(self, status: int, data: bytes) -> None:
        """Note the status of an answer."""
        self.statuses[status] += 1
        if status >= 500 and status != FINE:
            self.errors.append((status, data))

    def _renew(self) -> None:
        """Sign those people in again whose session is over."""
        people = self.sources[0].people
        for number, person in enumerate(people):
            try:
                status, led = replace(person, _line=None).get("/inbox/")
            except GONE:
                continue
            if status == 302 and b"login" in led:
                user = get_user_model().objects.get(username=person.name)
                people[number] = replace(signed_in(self.site.port, user), address=person.address)
                self.renewed += 1
        connections.close_all()


def attack(site: Site, world: World, sizes: Sizes) -> list[Row]:
    """Send them on many connections at a time, and look at each answer."""
    log_before, errors_before = site.log.stat().st_size, site.tracebacks()
    sent = Attack(site, world, sizes)
    asyncio.run(sent.run())
    statuses, errors = sent.statuses, sent.errors
    told = ", ".join(
        f"{number:,} × {'hung up' if status == HUNG_UP else status}"
        for status, number in statuses.most_common(12)
    )
    kept = site.log.stat().st_size - log_before
    found = site.tracebacks() - errors_before
    site.folder.joinpath("errors.txt").write_text(
        "\n".join(f"{code} {data[:2000]!r}" for code, data in errors)
    )
    return [
        Row("malformed requests", f"{counted(statuses.total(), sizes.malformed)}: {told}"),
        Row("people who had to sign in again meanwhile", f"{sent.renewed}"),
        Row("answered with an error of ours", f"{len(errors)} {errors[:1] or ''}".strip(), "0", not errors),
        Row("errors in the log", f"{found}", "0", not found),
        Row("log for each of them", f"{kept / max(1, statuses.total()):.0f} bytes", "100 bytes or less",
            kept <= 100 * statuses.total(), hard=False),
    ]  # fmt: skip
