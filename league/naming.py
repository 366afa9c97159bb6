"""Names of files that people save: plain letters that every machine takes."""

from __future__ import annotations

from django.utils.text import slugify

# Letters that are no accented Latin ones, which slugify would drop.
PLAIN = str.maketrans(
    {"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l"}
    | {"đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ħ": "h", "Ħ": "h", "ŧ": "t"}
)


def file_stem(name: str, otherwise: str) -> str:
    """A name as the beginning of a file's name; `otherwise` if nothing of it is left.

    >>> file_stem("Große Łódź & Ærø", "fleet")
    'grosse-lodz-aero'
    """
    return slugify(name.translate(PLAIN)) or otherwise
