"""Printed sheets: rendered once, in a process of their own, and kept.

A sheet's key names everything that its bytes depend on (what, which, at which sequence number, on which
paper); the release's own print templates and style are part of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse

from league.models import Campaign
from league.press import PAPERS, attend, press

KEPT_SECONDS = 30 * 24 * 3600


@lru_cache(maxsize=1)
def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=attend)


def _pressed(html: str, paper: str, identifier: str) -> bytes:
    """The PDF from the press. A press that died (the machine ran out of memory) is replaced once."""
    try:
        return _pool().submit(press, html, paper, identifier).result()
    except BrokenProcessPool:
        _pool.cache_clear()
        return _pool().submit(press, html, paper, identifier).result()


SHAPING = (
    "static/css/print.css",
    "templates/print/*",
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
    """The paper asked for with `?paper=`, A4 by default. Raises Http404 for any other than A4 and Letter."""
    paper = request.GET.get("paper", "a4").lower()
    if paper not in PAPERS:
        raise Http404("Sheets are printed on A4 or Letter paper.")
    return paper


def campaign_key(campaign: Campaign) -> str:
    """What a key says of its campaign: numbers begin anew in every database, times of founding do not."""
    return f"{campaign.pk}@{campaign.created_at.isoformat()}:{campaign.name}"


def sheet(key: str, paper: str, html: Callable[[], str]) -> bytes:
    """The PDF for a key, from the store or freshly pressed from `html()`."""
    digest = hashlib.sha256(f"{release()}|{key}|{paper}".encode()).hexdigest()
    store = caches["sheets"]
    kept: bytes | None = store.get(digest)
    if kept is None:
        kept = _pressed(html(), paper, digest[:32])
        store.set(digest, kept, KEPT_SECONDS)
    return kept


def answer(pdf: bytes, name: str) -> HttpResponse:
    """A PDF to be shown in the browser, named for saving."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
