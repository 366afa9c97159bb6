"""Pictures that decorate: they stand behind the page, where no reader of its tags meets them."""

from __future__ import annotations

from urllib.parse import quote

from django.utils.safestring import SafeString

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def behind(picture: SafeString) -> SafeString:
    """An SVG as the value of a `background-image`, fit for a style attribute in double quotes."""
    alone = str(picture) if NAMESPACE in picture else picture.replace("<svg ", f"<svg {NAMESPACE} ", 1)
    return SafeString(f"url('data:image/svg+xml,{quote(alone)}')")  # quoted: nothing of it is markup
