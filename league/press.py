"""The printing press: HTML to PDF. Runs in a process of its own and imports no Django.

Same HTML, same bytes: the identifier is fixed by the caller, the fonts are ours, and a page cannot make the
press read anything else from network or disk. A PDF holds those letters of a font that it uses. Only letters
that none of our fonts has, such as Chinese ones in a name, come from the fonts of the machine.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Sequence
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Any

STATIC = Path(__file__).resolve().parent.parent / "static"
FACES = (
    ("Inter", 400, "Inter-Regular"),
    ("Inter", 500, "Inter-Medium"),
    ("Inter", 600, "Inter-SemiBold"),
    ("Inter", 700, "Inter-Bold"),
    ("Barlow Condensed", 500, "BarlowCondensed-Medium"),
    ("Barlow Condensed", 600, "BarlowCondensed-SemiBold"),
    ("Barlow Condensed", 700, "BarlowCondensed-Bold"),
    ("Admiralty Suits", 400, "AdmiraltySuits"),
    ("Admiralty Suits", 700, "AdmiraltySuits"),
)
FONT = "font:"
FILES = {f"{FONT}{name}": STATIC / "fonts" / f"{name}.ttf" for _, _, name in FACES}
PATIENCE = 10
"""Nice value: a processor that both could use makes pages first."""
Html = str | Sequence[str]
"""The HTML of a sheet, or of several in one file."""
PAPERS = {"a4": "A4", "letter": "Letter"}
PAGE = "@page { size: %s; }"


def faces_css() -> str:
    """One `@font-face` per full font file, each at an address that only the press knows."""
    return "\n".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; "
        f"src: url({FONT}{name}) format('truetype'); }}"
        for family, weight, name in FACES
    )


@lru_cache(maxsize=1)
def _set_up() -> tuple[Any, Any, dict[str, list[Any]]]:
    """Font configuration, the pages' fetcher and the parsed style sheets of each paper, made once per
    process."""
    from weasyprint import CSS  # a third of a second: only the press pays for it
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    fonts = FontConfiguration()
    pages = URLFetcher(allowed_protocols=("data",))

    def font(url: str) -> Any:
        return URLFetcherResponse(url, FILES[url].read_bytes(), {"Content-Type": "font/ttf"})

    def sheet(text: str) -> Any:
        return CSS(string=text, font_config=fonts, url_fetcher=font)

    common = [sheet(faces_css()), sheet((STATIC / "css" / "print.css").read_text(encoding="utf-8"))]
    return fonts, pages, {paper: [*common, sheet(PAGE % size)] for paper, size in PAPERS.items()}


def press(html: Html, paper: str, identifier: str) -> bytes:
    """The PDF of a sheet, or of several one after another, each with page numbers of its own.

    The first gives the file its title. `paper` is "a4" or "letter"; `identifier` goes into the file. Raises
    KeyError for other papers.
    """
    from weasyprint import HTML

    fonts, fetcher, sheets = _set_up()
    documents = [
        HTML(string=each, url_fetcher=fetcher).render(
            stylesheets=sheets[paper], font_config=fonts, pdf_variant="pdf/ua-1"
        )
        for each in ([html] if isinstance(html, str) else html)
    ]
    pages = [page for document in documents for page in document.pages]
    bound = documents[0].copy(pages)
    pdf: bytes = bound.write_pdf(pdf_identifier=identifier.encode(), pdf_variant="pdf/ua-1")
    return pdf


def attend() -> None:
    """Make this process a good servant: Ctrl-C is the server's business, and when the server is gone, however
    it went, so is the press. Pages go first. Fonts and style sheets are read before the first sheet comes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PATIENCE)
    server = parent_process()
    if server is not None:
        Thread(target=_leave_after, args=(server.sentinel,), daemon=True).start()
    _set_up()
    gc.freeze()  # kept objects are not searched for garbage, which took a fifth of the press's time


def _leave_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
