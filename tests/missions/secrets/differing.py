"""Asking many readers for many addresses in two worlds, and where their answers differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django_htmx.middleware import HtmxDetails

from tests.missions.secrets.tape import Query, Tape
from tests.missions.secrets.walk import HTMX, text_of
from tests.missions.secrets.worlds import OTHERS, Hidden, Reader

# Parts of answers that always differ, whatever the secrets are.
RANDOM = re.compile(
    r"csrfmiddlewaretoken\" value=\"\w+\"|\"X-CSRFToken\": \"\w+\"|csrftoken=[^;]+;|expires=[^;]+;"
    r"|'Expires': '[^']+', |, 'X-Request-ID': '[0-9a-f]{16}'"
)
LENGTH = re.compile(r"'Content-Length': '\d+', ")
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Wish:
    """An address with what is posted there; None: it is only looked at."""

    place: str
    fields: Fields | None = None
    htmx: bool = False

    def __str__(self) -> str:
        return ("POST " if self.fields is not None else "") + self.place + (" (htmx)" if self.htmx else "")

    def answer(self, client: Client) -> str:
        """Status, headers and body. Nothing remains of a post."""
        headers = HTMX if self.htmx else None
        if self.fields is None:
            return RANDOM.sub("", text_of(client.get(self.place, headers=headers)))
        with gone():
            return RANDOM.sub("", text_of(client.post(self.place, self.fields, headers=headers)))


@dataclass(frozen=True)
class Answer:
    """An answer to a reader, and the rows that it was made from."""

    reader: Reader
    wish: Wish
    text: str
    rows: frozenset[Query]


class _Gone(Exception):
    """Raised to roll the block back."""


@contextmanager
def gone() -> Iterator[None]:
    """Run the block and roll it back."""
    try:
        with transaction.atomic():
            yield
            raise _Gone
    except _Gone:
        pass


@contextmanager
def _parts_noticed() -> Iterator[list[bool]]:
    """One entry for each time that somebody asks whether a request is htmx's."""
    asked: list[bool] = []
    plain = HtmxDetails.__bool__

    def noted(self: HtmxDetails) -> bool:
        asked.append(True)
        return plain(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HtmxDetails, "__bool__", noted)
        yield asked


def told(tape: Tape, reader: Reader, wishes: Iterable[Wish]) -> Iterator[Answer]:
    """The answers to one reader. Pages are asked a second time as htmx asks where that may make a difference;
    of what is refused, which is the same sentence in another frame, one kind of reader's."""
    for wish in wishes:
        with _parts_noticed() as noticed, tape.running() as rows:
            text = wish.answer(reader.client)
        yield Answer(reader, wish, text, frozenset(rows))
        if (
            noticed
            and not wish.htmx
            and wish.fields is None
            and (text.startswith("200") or reader.sees == "opposing")
        ):
            part = Wish(wish.place, wish.fields, htmx=True)
            with tape.running() as rows:
                text = part.answer(reader.client)
            yield Answer(reader, part, text, frozenset(rows))


def everything(
    make: Callable[[Hidden], None], wishes: Callable[[Reader], Iterable[Wish]], readers: Iterable[Reader]
) -> tuple[list[Answer], list[str]]:
    """All answers in the first world, and those that differ for a reader in the world that they must not
    be able to tell from it. A page made of the same rows is not asked again."""
    tape, wrong = Tape(), []
    with gone():
        make(Hidden())
        answers = [each for reader in readers for each in told(tape, reader, wishes(reader))]
    for sees, hidden in OTHERS.items():
        with gone():
            make(hidden)
            changed = tape.changed()
            wrong += [
                f"{each.reader.name}: {each.wish}{difference(each.text, again)}"
                for each in answers
                if each.reader.sees == sees and each.rows & changed
                for again in (each.wish.answer(each.reader.client),)
                if again != each.text
            ]
    return answers, wrong


def difference(one: str, two: str) -> str:
    """The first place at which two answers differ, from both; their length follows from it."""
    one, two = (LENGTH.sub("", text) for text in (one, two))
    at = next((place for place, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return f" …{one[max(0, at - 60) : at + 60]}… or …{two[max(0, at - 20) : at + 60]}…"
