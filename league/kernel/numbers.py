"""Whole numbers that people wrote."""

from __future__ import annotations

LONGEST_NUMBER = 15
"""Digits of the longest number that is read."""


def whole_number(text: str) -> int | None:
    """A whole number in ASCII digits, perhaps with a minus sign and blanks around it; None for anything else
    and for more than LONGEST_NUMBER digits.
    """
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > LONGEST_NUMBER:
        return None
    return int(text)
