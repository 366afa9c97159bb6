"""Pictures for paper: those that decorate, behind the page, and codes that lead to an address."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

import segno
from django.utils.safestring import SafeString

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def behind(picture: SafeString) -> SafeString:
    """An SVG as the value of a `background-image`, fit for a style attribute in double quotes. No reader of
    the sheet's tags meets it there."""
    alone = str(picture) if NAMESPACE in picture else picture.replace("<svg ", f"<svg {NAMESPACE} ", 1)
    return SafeString(f"url('data:image/svg+xml,{quote(alone)}')")  # quoted: nothing of it is markup


@lru_cache(maxsize=512)
def code(address: str, title: str) -> SafeString:
    """A QR code of the address as SVG; `title` says to those who cannot see it what it opens."""
    drawn = segno.make(address, error="m").svg_inline(scale=3, border=0, title=title, omitsize=True)
    return SafeString(drawn)  # drawn by the library, which escapes the title
