"""Orders from posted forms: one function reads every order from its own dataclass. An order is any dataclass
here; those of a campaign are `league.kernel.decision.Order`s.

A form names its inputs as the order names its fields:

- an input for one value, `ship`; left blank, a field with a default keeps it;
- several inputs, or ticks, of one name for a tuple, `cards`;
- `munitions-12` for the key 12 of a mapping called `munitions`;
- `give:take` with the value `4:7` for two fields that are chosen together.

Shapes are checked here; the rules decide the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from itertools import takewhile
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from django.http import QueryDict

from league.kernel.numbers import whole_number
from league.kernel.refusal import Unreadable

O = TypeVar("O")  # noqa: E741
LONGEST_WORD = 2000
YES = frozenset({"yes", "on", "true", "1"})
NOWHERE = "inventory"
"""Posted for a place that is no ship and no squadron: the field is None then."""


def read_order(order: type[O], post: QueryDict, *, missing: str = "", **given: object) -> O:
    """The order that a form posted; `given` are fields that the address tells. `missing` is the sentence for
    an answer that was not chosen. Raises `Unreadable`, with the name of the field."""
    texts = _split(post)
    values = dict(given)
    for each, hint in _fields(order):  # type: ignore[arg-type]
        if each.name not in given:
            found = _value(each, hint, texts, missing)
            if found is not MISSING:
                values[each.name] = found
    return order(**values)


def known_order(orders: Mapping[str, type[O]], name: str) -> type[O]:
    """The order that a button stands for. Raises `Unreadable` for a button that no page has."""
    if name not in orders:
        raise Unreadable("no_such_thing", "There is no such button. Reload the page and try again.")
    return orders[name]


def read_number(text: str, called: str, *, field: str = "", most: int | None = None) -> int:
    """A whole number that was typed or posted, from -`most` to `most`. `called` begins the sentence of the
    `Unreadable` that refuses anything else."""
    number = whole_number(text)
    if number is None:
        raise Unreadable(
            "not_a_number", f"{called} has to be a whole number, not “{text[:40]}”.", field=field
        )
    if most is not None and abs(number) > most:
        raise Unreadable("too_big", f"{called} cannot be {number}: write a number up to {most}.", field=field)
    return number


def optional_number(query: QueryDict, name: str) -> int | None:
    """A whole number of an address; None if there is none, or something else."""
    return whole_number(query.get(name, ""))


def optional_numbers(query: QueryDict, name: str, most: int) -> tuple[int, ...]:
    """Whole numbers of that name in an address, in their order, up to the first text that is none."""
    numbers = map(whole_number, query.getlist(name)[:most])
    return tuple(number for number in takewhile(lambda each: each is not None, numbers) if number is not None)


@cache
def _fields(order: type[Any]) -> tuple[tuple[Field[Any], Any], ...]:
    hints = get_type_hints(order)
    return tuple((each, hints[each.name]) for each in fields(order))


def _split(post: QueryDict) -> Mapping[str, list[str]]:
    """Every posted text by its field; `give:take` counts for both."""
    texts: dict[str, list[str]] = {}
    for name in post:
        listed = post.getlist(name)
        names = name.split(":")
        for place, part in enumerate(names):
            texts[part] = listed if len(names) == 1 else [_part(each, place, len(names)) for each in listed]
    return texts


def _part(text: str, place: int, parts: int) -> str:
    split = text.split(":")
    return split[place] if len(split) == parts else ""


def _value(each: Field[Any], hint: Any, texts: Mapping[str, list[str]], missing: str) -> object:
    """The field's value, or MISSING if its default stands."""
    origin, inner = get_origin(hint), get_args(hint)
    typed = [text for text in texts.get(each.name, ()) if text]
    if origin is tuple:
        if not typed and missing:
            raise Unreadable("nothing_chosen", missing, field=each.name)
        return tuple(_converted(text, inner[0], each.name) for text in typed)
    if origin is dict:
        return _mapping(each.name, inner, texts)
    if hint is bool:
        return bool(typed) and typed[-1] in YES
    if origin in (Union, UnionType) and NoneType in inner:
        kind = next(each_type for each_type in inner if each_type is not NoneType)
        blank = not typed or typed[-1] == NOWHERE
        return None if blank else _converted(typed[-1], kind, each.name)
    if typed:
        return _converted(typed[-1], hint, each.name)
    if each.default is not MISSING:
        return MISSING
    if hint is str:
        return ""
    raise Unreadable("nothing_chosen", missing or f"Choose {_called(each.name).lower()}.", field=each.name)


def _mapping(name: str, inner: Collection[Any], texts: Mapping[str, list[str]]) -> dict[Any, object]:
    key_type, value_type = inner
    prefix = f"{name}-"
    return {
        _converted(field.removeprefix(prefix), key_type, name): _converted(listed[-1], value_type, field)
        for field, listed in texts.items()
        if field.startswith(prefix) and listed[-1]
    }


def _converted(text: str, hint: Any, field: str) -> object:
    if hint is int:
        return read_number(text, _called(field), field=field)
    if len(text) > LONGEST_WORD:
        raise Unreadable(
            "too_long", f"That is longer than {LONGEST_WORD} characters. Shorten it.", field=field
        )
    try:
        return msgspec.convert(text, hint)
    except msgspec.ValidationError:
        known = ", ".join(f"“{each}”" for each in get_args(hint))
        raise Unreadable(
            "no_such_answer", f"{_called(field)} has to be one of {known}.", field=field
        ) from None


def _called(field: str) -> str:
    return f"The {field.partition('-')[0].replace('_', ' ')}"
