"""Seeds at rest: sealed with a key that follows from SECRET_KEY, in the columns that hold them.

A copy of the database alone tells no seed. The seal is AES-SIV: it needs no number that is used once, so the
same seed gives the same text and rows can be compared. Each kind of place has a label of its own that goes
into the seal, so that the sealed seed of a game means nothing in the row of a battle.

SECRET_KEY_FALLBACKS open what was sealed with them. `reseal` writes everything with SECRET_KEY.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.apps import apps
from django.db import connection, models, transaction

from league.keys import SEEDS

PREFIX = "seal1."
SEED = re.compile(r"[0-9a-f]{64}")
_TOKEN = r"seal1\.[A-Za-z0-9_-]{64}"  # noqa: S105  a pattern
_MANY = 500  # rows read at once


if TYPE_CHECKING:
    _Line = models.CharField[str, str]
    _Text = models.TextField[str, str]
else:
    _Line, _Text = models.CharField, models.TextField


class Locked(Exception):
    """No key of the settings opens a seal."""


@cache
def _cipher(key: bytes) -> AESSIV:
    return AESSIV(key)


def seal(seed: str, label: str) -> str:
    """The sealed text of a seed (64 hexadecimal digits), under SECRET_KEY."""
    sealed = _cipher(SEEDS.every()[0]).encrypt(bytes.fromhex(seed), [label.encode()])
    return PREFIX + urlsafe_b64encode(sealed).decode()


def unseal(token: str, label: str) -> str:
    """The seed of a sealed text. Raises Locked if neither SECRET_KEY nor a fallback opens it."""
    data = urlsafe_b64decode(token.removeprefix(PREFIX))
    for key in SEEDS.every():
        try:
            return _cipher(key).decrypt(data, [label.encode()]).hex()
        except InvalidTag:
            continue
    raise Locked("A seed was sealed with another SECRET_KEY.")


def is_seal(text: str) -> bool:
    """Whether a text is a seal, whatever key made it."""
    return re.fullmatch(_TOKEN, text) is not None


def opened_or_kept(token: str, label: str) -> str:
    """The seed of a sealed text; a seal that no key opens stays as it is."""
    try:
        return unseal(token, label)
    except Locked:
        return token


class SealedSeed(_Line):
    """A seed in hexadecimal, sealed in its column. Code that reads a row sees the seed; a seal that no key
    opens is read as it stands."""

    label = "battle"
    mark = ""

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        return value if value is None else self.open(value)

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return self.close(prepared) if isinstance(prepared, str) else prepared

    def open(self, text: str) -> str:
        """The text of the column as code reads it."""
        return opened_or_kept(text, self.label) if text.startswith(PREFIX) else text

    def close(self, text: str) -> str:
        """The text as the column holds it."""
        return seal(text, self.label) if SEED.fullmatch(text) else text

    def is_locked(self, text: str) -> bool:
        """Whether no key opens this text of the column."""
        return self.open(text).startswith(PREFIX)


class SealedDocument(_Text):
    """JSON text in which the seeds under the key `sealed` are sealed. Quotes in a text that somebody wrote
    are escaped in JSON, so nothing that people write is taken for a seed."""

    label = "game"

    def __init__(self, *args: Any, sealed: str = "", **kwargs: Any) -> None:
        self.sealed = sealed
        self._seed = re.compile(rf'("{sealed}":")({SEED.pattern})(?=")')
        self._token = re.compile(rf'("{sealed}":")({_TOKEN})(?=")')
        self.mark = f'"{sealed}":"'
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "sealed": self.sealed}

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        return value if value is None else self.open(value)

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return self.close(prepared) if isinstance(prepared, str) else prepared

    def open(self, text: str) -> str:
        """The text of the column as code reads it."""
        if self.mark not in text:
            return text
        return self._token.sub(lambda found: found[1] + opened_or_kept(found[2], self.label), text)

    def close(self, text: str) -> str:
        """The text as the column holds it."""
        if self.mark not in text:
            return text
        return self._seed.sub(lambda found: found[1] + seal(found[2], self.label), text)

    def is_locked(self, text: str) -> bool:
        """Whether a seal in this text of the column opens with no key."""
        return self._token.search(self.open(text)) is not None


Sealed = SealedSeed | SealedDocument


def sealed_columns() -> Iterator[tuple[type[models.Model], Sealed]]:
    """Every column with seals, and its model."""
    for model in apps.get_models():
        for each in model._meta.concrete_fields:
            if isinstance(each, SealedSeed | SealedDocument):
                yield model, each


def rewrite(table: str, column: str, mark: str, change: Callable[[str], str]) -> int:
    """Change the stored texts of a column that contain `mark`, below the models, and return how many changed.
    Readers must get the same texts as before."""
    quote = connection.ops.quote_name
    read = f"SELECT id, {quote(column)} FROM {quote(table)} WHERE id > %s AND {quote(column)} LIKE %s"  # noqa: S608
    write = f"UPDATE {quote(table)} SET {quote(column)} = %s WHERE id = %s"  # noqa: S608
    changed = last = 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(f"{read} ORDER BY id LIMIT {_MANY}", [last, f"%{mark}%"])
            rows = cursor.fetchall()
            if not rows:
                return changed
            last = rows[-1][0]
            new = [(after, row) for row, text in rows if (after := change(text)) != text]
            cursor.executemany(write, new)
            changed += len(new)


def reseal() -> tuple[int, int]:
    """Seal every seed with SECRET_KEY, in one transaction. Return how many rows changed, and how many have a
    seal that no key opens; those stay as they are."""
    with transaction.atomic():
        changed = sum(
            rewrite(model._meta.db_table, each.name, each.mark, partial(_resealed, each))
            for model, each in sealed_columns()
        )
        return changed, locked_rows()


def _resealed(column: Sealed, text: str) -> str:
    return column.close(column.open(text))


def locked_rows() -> int:
    """Number of rows with a seal that no key opens."""
    found: list[str] = []
    for model, each in sealed_columns():
        rewrite(model._meta.db_table, each.name, each.mark, partial(_noted, each, found))
    return len(found)


def _noted(column: Sealed, found: list[str], text: str) -> str:
    if column.is_locked(text):
        found.append(text)
    return text
