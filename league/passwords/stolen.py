"""Millions of stolen passwords in one small file, looked up without asking another server.

The file keeps the first four bytes of each password's SHA-256, sorted and without doubles. It begins with
65,537 counts of four bytes: the passwords that come before each pair of leading bytes, and all of them. After
them stand the other two bytes of each password. All numbers begin with the highest byte. One password in a
thousand that nobody stole has the same four bytes as a stolen one, and is refused as well.

`make_stolen_passwords` writes the file; NOTICE names the lists in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

FILE = Path(__file__).parent / "data" / "stolen.bin"
SHORTEST = 8
"""Length in characters below which no password is accepted anyway, so that the file leaves it out."""
_HEADS = 2**16
_COUNT, _TAIL = 4, 2  # bytes of a count, and of what is kept of a password


def is_stolen(password: str, file: Path = FILE) -> bool:
    """Whether the password stands in the lists. Upper and lower case are the same, and so are spaces around
    it."""
    digest = _digest(password)
    with file.open("rb") as data:
        data.seek(int.from_bytes(digest[:2]) * _COUNT)
        first, end = (int.from_bytes(data.read(_COUNT)) for _ in range(2))
        data.seek((_HEADS + 1) * _COUNT + first * _TAIL)
        tails = data.read((end - first) * _TAIL)
    return digest[2:] in {tails[at : at + _TAIL] for at in range(0, len(tails), _TAIL)}


def packed(passwords: Iterable[str]) -> bytes:
    """The content of the file for these passwords; those that are too short are left out."""
    kept = sorted({_digest(each) for each in passwords if len(_plain(each)) >= SHORTEST})
    sizes = [0] * (_HEADS + 1)
    for digest in kept:
        sizes[int.from_bytes(digest[:2]) + 1] += 1
    counts = b"".join(count.to_bytes(_COUNT) for count in accumulate(sizes))
    return counts + b"".join(digest[2:] for digest in kept)


def count(file: Path = FILE) -> int:
    """The number of passwords that the file tells apart."""
    return (file.stat().st_size - (_HEADS + 1) * _COUNT) // _TAIL


def _plain(password: str) -> str:
    return password.strip().lower()


def _digest(password: str) -> bytes:
    return sha256(_plain(password).encode("utf-8", "replace")).digest()[:_COUNT]
