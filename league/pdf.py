"""Printed sheets and pictures: rendered once, in a process of their own, and kept.

A sheet's key names everything that its bytes depend on (what, which, at which sequence number, on which
paper); the release's own print templates and style are part of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse

from league import limits
from league.kernel.refusal import Busy
from league.models import Campaign
from league.painting import Drawing, paint
from league.press import PAPERS, Html, attend, press

KEPT_SECONDS = 30 * 24 * 3600


@lru_cache(maxsize=1)
def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=attend)


def _pressed(html: Html, paper: str, identifier: str) -> bytes:
    return _in_its_process(press, html, paper, identifier)


def _painted(drawing: Drawing) -> bytes:
    return _in_its_process(paint, drawing)


def _in_its_process(make: Callable[..., bytes], *what: object) -> bytes:
    """The file from the process of the press. One that died (the machine ran out of memory) is replaced
    once."""
    try:
        return _pool().submit(make, *what).result()
    except BrokenProcessPool:
        _pool.cache_clear()
        return _pool().submit(make, *what).result()


PAPER_COOKIE, YEAR = "paper", 365 * 24 * 3600
SHAPING = (
    "static/css/print.css",
    "static/fonts/*.ttf",
    "static/img/ships.svg",
    "league/press.py",
    "league/painting.py",
    "templates/print/**/*",
    "*/presenters/**/*.py",
    "*/views/print.py",
    "*/views/print/*.py",
    "*/rules/**/*.py",
    "*/rules/**/*.toml",
    "league/charts.py",
    "rosters/catalogue/**/*.*",
)


@lru_cache(maxsize=1)
def release() -> str:
    """A short hash of everything of ours that shapes a printed page: an upgrade never serves an old sheet."""
    root = Path(settings.BASE_DIR)
    digest = hashlib.sha256()
    for file in sorted({file for pattern in SHAPING for file in root.glob(pattern) if file.is_file()}):
        if file.suffix != ".pyc":
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def paper_of(request: HttpRequest) -> str:
    """The paper asked for with `?paper=`, or else the one that this browser chose last.

    Raises Http404 for any other than A4 and Letter."""
    paper = request.GET.get("paper", chosen_paper(request)).lower()
    if paper not in PAPERS:
        raise Http404("Sheets are printed on A4 or Letter paper.")
    return paper


def chosen_paper(request: HttpRequest) -> str:
    """The paper that this browser chose last in a print room, A4 if it never did."""
    paper = request.COOKIES.get(PAPER_COOKIE, "")
    return paper if paper in PAPERS else "a4"


def remember_paper(request: HttpRequest, response: HttpResponse, paper: str) -> None:
    """Let this browser's sheets come on that paper for a year."""
    response.set_cookie(
        PAPER_COOKIE, paper, max_age=YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
    )


def campaign_key(campaign: Campaign) -> str:
    """Part of a sheet's key that identifies its campaign across databases: its number, founding time and
    name."""
    return f"{campaign.pk}@{campaign.created_at.isoformat()}:{campaign.name}"


class Queue:
    """The queue in front of the press: each sheet is made once, and few may wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._making: dict[str, Future[bytes]] = {}

    def sheet(self, digest: str, make: Callable[[], bytes]) -> bytes:
        """Make the sheet, or wait for the request that is making it already. Raises `Busy`."""
        with self._place():
            with self._lock:
                under_way = self._making.get(digest)
                mine: Future[bytes] = under_way or self._making.setdefault(digest, Future())
            if under_way is not None:
                return under_way.result()
            try:
                mine.set_result(make())
            except BaseException as problem:
                mine.set_exception(problem)
            finally:
                with self._lock:
                    del self._making[digest]
            return mine.result()

    @contextmanager
    def _place(self) -> Iterator[None]:
        with self._lock:
            if self._inside > limits.SHEETS_WAITING:
                text = "The press is busy with other people’s sheets. Try it again in a few seconds."
                raise Busy("press", text, retry=limits.SHEET_RETRY_SECONDS)
            self._inside += 1
        try:
            yield
        finally:
            with self._lock:
                self._inside -= 1


queue = Queue()


def sheet(key: str, paper: str, html: Callable[[], Html]) -> bytes:
    """The PDF for a key, from the store or pressed from `html()`. Raises `Busy` if too many wait."""
    digest = _digest(key, paper)
    return _kept(digest, lambda: _pressed(html(), paper, digest[:32]))


def picture(key: str, drawing: Callable[[], Drawing]) -> bytes:
    """The PNG for a key, from the store or painted from `drawing()`. Raises `Busy` if too many wait."""
    return _kept(_digest(key, "png"), lambda: _painted(drawing()))


def _digest(key: str, kind: str) -> str:
    return hashlib.sha256(f"{release()}|{key}|{kind}".encode()).hexdigest()


def _kept(digest: str, make: Callable[[], bytes]) -> bytes:
    store = caches["sheets"]

    def made() -> bytes:
        # Another request may have made it between this one's look into the store and its place in the queue.
        known: bytes | None = store.get(digest)
        if known is None:
            known = make()
            store.set(digest, known, KEPT_SECONDS)
        return known

    kept: bytes | None = store.get(digest)
    return queue.sheet(digest, made) if kept is None else kept


def answer(pdf: bytes, name: str) -> HttpResponse:
    """A PDF to be shown in the browser, named for saving."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
