"""Malformed requests: bytes that are no HTTP, odd addresses, headers and bodies, garbage in forms."""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

from tests.siege import Row, Sizes, counted
from tests.siege.site import Site
from tests.siege.web import TOKEN, Person
from tests.siege.world import World

SENDERS = 4
WHOLE_SECONDS, PART_SECONDS = 60.0, 0.2
"""Time that an answer may take: to a request that is whole, and to one for whose end the site may wait."""
SHARE = 0.06
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

    def __init__(self, seed: int, world: World) -> None:
        self.rng = Random(seed)
        self.routes = routes()
        self.numbers = [str(each) for each in world.campaigns]
        people = [*world.guests, *[draft.owner for draft in world.drafts]]
        self.people: list[Person] = people
        self.turn = 0

    def request(self) -> bytes:
        """The bytes of one request."""
        kind = self.rng.random()
        if kind < 0.25:
            return self._not_http()
        if kind < 0.7:
            return self._asked()
        return self._form()

    def _not_http(self) -> bytes:
        if self.rng.random() < 0.7:
            return self.rng.choice(NOT_HTTP)
        whole = self._asked() if self.rng.random() < 0.5 else self.rng.choice(NOT_HTTP)
        data = bytearray(whole[:4000])
        for _ in range(self.rng.randint(1, 8)):
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        return bytes(data)

    def path(self) -> str:
        """An address of the site, mostly with odd parts."""

        def part(found: re.Match[str]) -> str:
            chance = self.rng.random()
            if found[1] == "int" and chance < 0.5:
                return self.rng.choice(self.numbers)
            if chance < 0.7:
                return self.rng.choice(("1", "2", "x", "build"))
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
        self.turn += 1
        person = self.people[self.turn % len(self.people)]
        session = (
            person.session if self.rng.random() < 0.8 else self.rng.choice(("x", "\xff", "a" * 3000, '"'))
        )
        cookie = f"sessionid={session}; csrftoken={TOKEN}"
        told = (
            "Connection: close",
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


class Sender:
    """A connection that sends requests and reads how they were answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line: socket.socket | None = None

    def send(self, data: bytes) -> int:
        """Status of the answer; 0 if the site hangs up or waits for more."""
        if self.line is None:
            self.line = socket.create_connection(("127.0.0.1", self.port), 30)
        try:
            self.line.settimeout(WHOLE_SECONDS if b"Connection: close" in data else PART_SECONDS)
            self.line.sendall(data)
            answer = self._answer()
        except OSError:
            answer = b""
        self.line.close()
        self.line = None
        found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
        return int(found[1]) if found else 0

    def _answer(self) -> bytes:
        """The beginning of the answer, once all of it has come. A site that waits for more has none."""
        assert self.line is not None
        answer = b""
        with suppress(TimeoutError):
            answer = more = self.line.recv(65536)
            while more:
                more = self.line.recv(65536)
        return answer


def attack(site: Site, world: World, sizes: Sizes) -> list[Row]:
    """Send them from some connections at a time, and count how they were answered."""
    statuses: Counter[int] = Counter()
    until = sizes.until(SHARE)
    errors: list[tuple[int, bytes]] = []
    log_before, errors_before = site.log.stat().st_size, site.tracebacks()

    def send(sender: int) -> None:
        garbage, line = Garbage(sizes.seed * 100 + sender, world), Sender(site.port)
        for _ in range(sizes.malformed // SENDERS):
            if time.monotonic() > until:
                return
            data = garbage.request()
            status = line.send(data)
            statuses[status] += 1
            if status >= 500 and status != FINE:
                errors.append((status, data))

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(send, range(SENDERS)))
    told = ", ".join(f"{number:,} × {status or 'hung up'}" for status, number in statuses.most_common(9))
    kept = site.log.stat().st_size - log_before
    found = site.tracebacks() - errors_before
    site.folder.joinpath("errors.txt").write_text(
        "\n".join(f"{code} {data[:2000]!r}" for code, data in errors)
    )
    return [
        Row("malformed requests", f"{counted(statuses.total(), sizes.malformed)}: {told}"),
        Row("answered with an error of ours", f"{len(errors)} {errors[:1] or ''}".strip(), "0", not errors),
        Row("errors in the log", f"{found}", "0", not found),
        Row("log for each of them", f"{kept / max(1, statuses.total()):.0f} bytes", "100 bytes or less",
            kept <= 100 * statuses.total(), hard=False),
    ]  # fmt: skip
