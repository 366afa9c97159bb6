"""Floods by one laptop: how long the pages of everybody else take meanwhile, against the idle site.

The laptop is a process of its own with the lowest priority: it computes when neither the site nor the reader
wants to, as if it had processors of its own.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import socket
import statistics
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread

from tests.siege import Row, Sizes
from tests.siege.lines import tried
from tests.siege.malformed import Garbage
from tests.siege.site import Site
from tests.siege.web import GONE, Person
from tests.siege.world import ADDRESSES, World

READER_PAUSE = 0.02
LEAST, LONGER = 25, 20.0
"""Pages that a measure needs, and the seconds that it takes longer for them at most."""
SLOWEST = 3.0
"""Aim: times of the idle p95 that the p95 of pages may take under a flood."""
SLOW_SENDERS = 300
STREAMS = 1500
PER_ADDRESS = 50
FORKED = get_context("fork")
LOWEST = 19
ADDRESSES_OF_A_FLOOD = 5000

Flood = Callable[[Site, World, Event], list[Thread]]


def attack(site: Site, world: World, sizes: Sizes) -> list[Row]:
    """Measure pages at rest, then under each flood."""
    reader = Reader(world)
    reader.read(sizes.seconds / 2)
    idle = p95(reader.read(sizes.seconds * 1.5))
    rows = [Row("pages of the idle site, p95", f"{idle * 1000:.0f} ms")]
    for name, flood in FLOODS.items():
        site_before = site.tracebacks()
        with under(flood, site, world):
            time.sleep(min(2.0, sizes.seconds / 4))
            found = reader.read(sizes.seconds)
        slow = p95(found)
        rows.append(
            Row(
                f"pages under {name}, p95",
                f"{slow * 1000:.0f} ms, {slow / idle:.1f} × ({len(found)} pages, {reader.failed} failed)",
                f"{SLOWEST:.0f} ×",
                slow <= SLOWEST * idle and not reader.failed,
                hard=False,
            )
        )
        errors = site.tracebacks() - site_before
        if errors:
            rows.append(Row(f"errors in the log under {name}", f"{errors}", "0", False))
        until = time.monotonic() + 20
        while not site.answers("/healthz") and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(1.0)
    return rows


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else float("inf")


class Reader:
    """Somebody of a club who goes through its pages."""

    def __init__(self, world: World) -> None:
        running = world.running[0]
        self.person = running.first
        base = f"/campaigns/{running.campaign}/"
        fleet = f"{base}fleets/{running.fleets[0]}/"
        self.pages = ("/inbox/", base, f"{base}standings/", f"{base}timeline/", fleet, f"{base}rounds/", "/")
        self.failed = 0

    def read(self, seconds: float) -> list[float]:
        """Seconds that each page took."""
        self.failed, times = 0, []
        until = time.monotonic() + seconds
        for number in count():
            now = time.monotonic()
            if now > until and (number >= LEAST or now > until + LONGER):
                return times
            began = time.monotonic()
            try:
                status, _ = self.person.get(self.pages[number % len(self.pages)])
            except GONE:
                status = 0
            times.append(time.monotonic() - began)
            self.failed += status not in (200, 302)
            time.sleep(READER_PAUSE)
        return times


@contextmanager
def under(flood: Flood, site: Site, world: World) -> Iterator[None]:
    """A flood as long as the block runs."""
    over = FORKED.Event()
    laptop = FORKED.Process(target=_laptop, args=(flood, site, world, over), daemon=True)
    laptop.start()
    try:
        yield
    finally:
        over.set()
        laptop.join(60)
        laptop.kill()
        laptop.join()
        for _ in range(ADDRESSES_OF_A_FLOOD):  # The laptop used copies of these.
            next(ADDRESSES)


def _laptop(flood: Flood, site: Site, world: World, over: Event) -> None:
    os.setsid()
    os.nice(LOWEST)
    with suppress(OSError):  # Linux may share the processors out by session first.
        Path("/proc/self/autogroup").write_text(str(LOWEST))
    threads = flood(site, world, over)
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def _again(over: Event, step: Callable[[], None]) -> Thread:
    """A thread that takes the step until the flood is over; it stays when connections break."""

    def run() -> None:
        while not over.is_set():
            try:
                step()
            except GONE:
                time.sleep(0.05)

    return Thread(target=run, daemon=True)


# --- the floods ---------------------------------------------------------------------------------------


def slow_bodies(site: Site, world: World, over: Event) -> list[Thread]:
    """Forms of which a byte comes now and then, and heads that never end."""
    lines: list[socket.socket] = []
    head = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"

    def fill() -> None:
        if len(lines) < SLOW_SENDERS:
            line = socket.create_connection(("127.0.0.1", site.port), 5)
            line.sendall(head if len(lines) % 3 == 0 else head + b"Content-Length: 900\r\n\r\n")
            lines.append(line)
            return
        for number, line in enumerate(list(lines)):
            try:
                line.sendall(b"X: y\r\n" if number % 3 == 0 else b"a")
            except OSError:
                line.close()
                lines.remove(line)
        over.wait(1.0)

    def run() -> None:
        while not over.is_set():
            try:
                fill()
            except OSError:
                time.sleep(0.1)
        for line in lines:
            line.close()

    return [Thread(target=run, daemon=True)]


def streams(site: Site, world: World, over: Event) -> list[Thread]:
    """Live pages of one public campaign, from many addresses, while somebody acts."""
    lines: list[socket.socket] = []
    draft = world.drafts[0]
    addresses = [next(ADDRESSES) for _ in range(STREAMS // PER_ADDRESS)]

    def run() -> None:
        for number in range(STREAMS):
            if over.is_set():
                break
            try:
                line = socket.create_connection(("127.0.0.1", site.port), 5)
                address = addresses[number % len(addresses)]
                told = f"Host: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
                line.sendall(f"GET /stream/{draft.campaign}/ HTTP/1.1\r\n{told}".encode())
                lines.append(line)
            except OSError:
                time.sleep(0.05)
        over.wait()
        for line in lines:
            line.close()

    def act() -> None:
        draft.owner.post(draft.work, do="rename_fleet", fleet_name=f"N {time.monotonic()}", suit="clubs")
        over.wait(0.5)

    return [Thread(target=run, daemon=True), _again(over, act)]


def bomb() -> bytes:
    """An archive of some kilobytes that unpacks to a gigabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("manifest.json", "log.jsonl", "SHA256SUMS"):
            with archive.open(name, "w", force_zip64=True) as entry:
                for _ in range(64 if name == "log.jsonl" else 1):
                    entry.write(b"[" * 2**20)
    return file.getvalue()


def archive_bombs(site: Site, world: World, over: Event) -> list[Thread]:
    """Archives that are bombs, and large ones that are none."""
    data = bomb()

    def step(person: Person, content: bytes) -> Callable[[], None]:
        def send() -> None:
            boundary = b"--xyz\r\nContent-Disposition: form-data; name="
            token = boundary + b'"csrfmiddlewaretoken"\r\n\r\n' + b"s" * 32 + b"\r\n"
            file = boundary + b'"archive"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n'
            body = token + file + content + b"\r\n--xyz--\r\n"
            kind = {"Content-Type": "multipart/form-data; boundary=xyz"}
            status, _ = person.send("POST", "/campaigns/restore/", body, kind)
            if status in (429, 503):
                over.wait(0.2)

        return send

    contents = [data, data, b"PK" + b"x" * (15 * 2**20), data]
    return [
        _again(over, step(person, content))
        for person, content in zip(world.guests, contents * 2, strict=False)
    ]


def sheets(site: Site, world: World, over: Event) -> list[Thread]:
    """Sheets that nobody has printed yet, from eight people at a time."""
    pages = [
        f"/campaigns/{running.campaign}/fleets/{fleet}/{sheet}.pdf?paper={paper}"
        for running in world.running
        for fleet in running.fleets
        for sheet in ("deck-with-backs", "deck", "roster")
        for paper in ("a4", "letter")
    ]
    numbers = count()

    def step(person: Person) -> Callable[[], None]:
        def ask() -> None:
            status, _ = person.get(pages[next(numbers) % len(pages)])
            if status == 503:
                over.wait(0.05)

        return ask

    return [_again(over, step(person)) for person in world.guests[:8]]


FIELD = re.compile(rb'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"[^>]*?(checked)?[^>]*>')


def begin_battle(person: Person, level: str) -> tuple[int, str]:
    """Begin a battle against the computer as the page offers it; the status and the battle's address."""
    _, page = person.get("/battles/try/")
    fields = {name.decode(): value.decode() for name, value, _ in FIELD.findall(page)}
    chosen = {"ticket": fields.get("ticket", ""), "system": "fighters", "side": "0", "level": level}
    status, answer = person.post("/battles/try/", **chosen, scenario=fields.get("scenario", ""))
    return status, answer.decode(errors="replace") if status == 302 else ""


def thinking(site: Site, world: World, over: Event) -> list[Thread]:
    """Battles in which the computer thinks ahead; each person presses *Go on* at once."""

    def step(person: Person) -> Callable[[], None]:
        place = [""]

        def fight() -> None:
            if not place[0]:
                person.address = next(ADDRESSES)
                place[0] = begin_battle(person, "search")[1]
                return
            _, page = person.get(place[0])
            order = re.search(rb"unit=(\d+)&(?:amp;)?choice=(\d+)", page)
            at = re.search(rb'name="at" value="(\d+)"', page)
            if order is None or at is None:
                place[0] = ""
                return
            status, _ = person.post(
                f"{place[0]}orders/", at=at[1].decode(), unit=order[1].decode(), choice=order[2].decode()
            )
            if status == 429:
                over.wait(0.5)

        return fight

    visitors = world.visitors()
    return [_again(over, step(next(visitors))) for _ in range(6)]


def guesses(site: Site, world: World, over: Event) -> list[Thread]:
    """Wrong passwords for many accounts, each guess from another address."""

    def step(number: int) -> Callable[[], None]:
        visitor, turns = next(world.visitors()), count()

        def guess() -> None:
            visitor.address = next(ADDRESSES)
            login = f"guest-{(number + next(turns)) % 40}@siege.example"
            visitor.post("/accounts/login/", login=login, password="not this one")

        return guess

    return [_again(over, step(number)) for number in range(8)]


def garbage(site: Site, world: World, over: Event) -> list[Thread]:
    """Malformed requests over two connections at a time."""

    def step(seed: int) -> Callable[[], None]:
        source = Garbage(seed, world)

        def send() -> None:
            asyncio.run(tried(site.port, source.request()))

        return send

    return [_again(over, step(seed)) for seed in (91, 92)]


FLOODS: dict[str, Flood] = {
    "slow bodies and heads": slow_bodies,
    "a flood of streams": streams,
    "archive bombs": archive_bombs,
    "a flood of sheets": sheets,
    "a thinking computer": thinking,
    "guesses of passwords": guesses,
    "malformed requests": garbage,
}
