"""Reading an archive's log as if an enemy had written it: shape, numbers, names, and whether it folds."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import connection, models

from league.kernel.events import KINDS, ActRedone, ActUndone
from league.kernel.fold import CampaignState, Conflict, apply
from league.kernel.history import Logged
from league.kernel.refusal import Refusal
from league.models import Campaign
from league.rules.phrases import join_words
from league.rules.state import LeagueState
from league.sealing import is_seal
from league.store import lines
from league.store.archive_file import ActLine, Entry, Manifest, Seat, bad, too_long
from league.store.log import decode
from league.store.parts import SPECS, pieces

# Whole numbers and texts of an archive; the app itself makes none that comes near.
NUMBER_LIMIT, TEXT_LIMIT, NAME_LIMIT = 2**31 - 1, 20_000, 80
MEMBER_LIMIT, EVENT_LIMIT, PIECE_LIMIT = 5000, 200_000, 5000
# Members whom a refusal names at most.
_NAMES_SHOWN = 30
# Seconds that folding may take; 200,000 honest events take a tenth of it.
FOLD_SECONDS = 60.0
YEARS = range(2000, 2200)
_ACT_NAME = re.compile(r"[a-z][a-z_]{0,39}")
_LABEL = re.compile(r"([a-z]{1,16}):\d{1,10}")
# Errors that a fold or a row can raise if the facts of events do not belong together.
_STUMBLES = (Conflict, LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)
_IDENTITIES = ("member", "fleet", "game", "round", "ship", "upgrade", "squadron", "desk", "asset", "team")


@dataclass(frozen=True, slots=True)
class Book:
    """A log that was read: `stored` has version and JSON text of each of `events`; `predecessor` is the name
    of the campaign before it."""

    acts: list[ActLine]
    events: list[Logged]
    stored: list[tuple[int, str]]
    undone: set[int]
    members: list[Seat]
    next_id: int
    predecessor: str = ""

    @property
    def counting(self) -> list[Logged]:
        return [each for each in self.events if each.act not in self.undone]


def read(manifest: Manifest, acts: list[ActLine], most_events: int = EVENT_LIMIT) -> Book:
    """The log of an archive. Raises `Unreadable` for anything that the app would not have written, also for
    more than `most_events`."""
    events = sum(len(line.events) for line in acts)
    if most_events < events <= EVENT_LIMIT:
        raise too_long(events, most_events, "events")
    _check_members(manifest.members)
    if len(manifest.predecessor) > NAME_LIMIT or not readable(manifest.predecessor):
        raise bad(f"The campaign before this one needs a name of at most {NAME_LIMIT} visible characters.")
    people = {0, *(seat.number for seat in manifest.members)}
    book = Book(acts, [], [], set(), manifest.members, manifest.next_id, manifest.predecessor)
    numbers: set[int] = set()
    for line in acts:
        _check_act(line, len(book.events) + 1, people)
        if len(book.events) + len(line.events) > EVENT_LIMIT:
            raise bad(f"The archive’s log is too long: at most {EVENT_LIMIT} events can be restored.")
        for entry in line.events:
            _take(book, line, entry, numbers)
        if line.name not in ("undo", "redo"):
            numbers.add(line.act)
    if (manifest.acts, manifest.events) != (len(acts), len(book.events)) or not acts:
        raise bad("The archive’s log is not as long as its manifest says. Download it once more.")
    return book


def _check_members(members: Sequence[Seat]) -> None:
    numbers = [seat.number for seat in members]
    if not 1 <= len(members) <= MEMBER_LIMIT or len(set(numbers)) < len(numbers):
        raise bad(f"The archive needs 1 to {MEMBER_LIMIT} members, each with a number of their own.")
    if not all(1 <= number <= NUMBER_LIMIT for number in numbers):
        raise bad("The archive has a member with an impossible number.")
    for seat in members:
        if not 1 <= len(seat.name.strip()) <= len(seat.name) <= NAME_LIMIT or not readable(seat.name):
            raise bad(f"Member {seat.number} needs a name of 1 to {NAME_LIMIT} visible characters.")


def named(seats: Sequence[Seat], name: str) -> Seat | None:
    """The first of the seats that carries a name, however it is capitalised."""
    return next((seat for seat in seats if seat.name.casefold() == name.strip().casefold()), None)


def nobody_called(name: str, seats: Sequence[Seat]) -> Refusal:
    """The refusal of a place for a name that none of these members has."""
    some = [seat.name for seat in seats[:_NAMES_SHOWN]]
    if len(seats) > len(some):
        some.append(f"{len(seats) - len(some)} more")
    return Refusal(
        "nobody_called",
        f"Nobody in this campaign is called {name}. Its members: {join_words(some)}. Choose the file again "
        "and write one of these names, or none.",
        field="name",
    )


def readable(text: str) -> bool:
    """Whether a text has no control signs but line breaks."""
    return all(sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs") for sign in text)


def _check_act(line: ActLine, number: int, people: set[int]) -> None:
    where = f"Entry {number} of the archive’s log"
    if line.act != number or not line.events:
        raise bad(f"{where} is missing or out of order. Download the archive once more.")
    if not _ACT_NAME.fullmatch(line.name):
        raise bad(f"{where} is no act of Admiralty.")
    if line.actor not in people:
        raise bad(f"{where} was done by a person who is not among the archive’s members.")
    if line.at.tzinfo is None or line.at.year not in YEARS:
        raise bad(f"{where} has an impossible time.")
    labels = [_LABEL.fullmatch(label) for label in line.touched]
    if not all(label and label[1] in SPECS for label in labels):
        raise bad(f"{where} names a changed thing that Admiralty does not know.")


def _take(book: Book, line: ActLine, entry: Entry, numbers: set[int]) -> None:
    """Add one event to the book."""
    where = f"Entry {line.act} of the archive’s log"
    payload = bytes(entry.payload)
    known = KINDS.get(entry.kind)
    if known is None or entry.version > known.version:
        raise bad(
            f"{where} has an event that this site does not know, “{entry.kind[:40]}”. Restore the archive "
            "on a site with a newer Admiralty."
        )
    try:
        event = decode(entry.kind, entry.version, payload.decode())
        facts = msgspec.to_builtins(event)
    except (msgspec.MsgspecError, RecursionError, *_STUMBLES) as problem:
        raise bad(f"{where} cannot be read: its {entry.kind} has a wrong form.") from problem
    if not all(_sound(value) for value in _leaves(facts)):
        raise bad(f"{where} holds a number or a text that cannot be right.")
    if any(isinstance(value := getattr(event, name, 0), int) and value < 0 for name in _IDENTITIES):
        raise bad(f"{where} is about something with a number below 0.")
    if isinstance(event, ActUndone | ActRedone):
        _turn(book, event, numbers, where)
    place = len(book.events) + 1
    book.events.append(Logged(place, line.act, line.actor, line.at, event))
    book.stored.append((entry.version, payload.decode()))


def _turn(book: Book, event: ActUndone | ActRedone, numbers: set[int], where: str) -> None:
    """Keep account of what is undone. An act is undone when it counts and redone when it does not."""
    undoing = isinstance(event, ActUndone)
    if event.act not in numbers or (event.act in book.undone) == undoing:
        raise bad(f"{where} undoes or redoes something that it cannot.")
    if undoing:
        book.undone.add(event.act)
    else:
        book.undone.discard(event.act)


def _leaves(value: Any) -> Iterator[Any]:
    """Every number and text in plain data, keys of mappings too."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


def _sound(value: Any) -> bool:
    if isinstance(value, str):
        # The site would open a seal that somebody copied out of a database, and show the seed one day.
        return len(value) <= TEXT_LIMIT and readable(value) and not is_seal(value)
    if isinstance(value, int):
        return -NUMBER_LIMIT <= value <= NUMBER_LIMIT
    return value is None


def stands(book: Book, seconds: float | None = None) -> CampaignState:
    """The state that the log folds to, within `seconds` or FOLD_SECONDS. Raises `Unreadable` when it does not
    fold, or not to a campaign that could be gone on with."""
    state, end = CampaignState(), time.monotonic() + (FOLD_SECONDS if seconds is None else seconds)
    for each in book.counting:
        if time.monotonic() > end:
            raise bad("Working out the archive’s log takes longer than for any real campaign.")
        try:
            apply(state, each.event)
        except _STUMBLES as problem:
            why = f": {problem}" if isinstance(problem, Conflict) else ""
            sentence = f"Entry {each.act} of the archive’s log does not fit the earlier entries{why}."
            raise bad(sentence) from problem
    if len(pieces(state)) > PIECE_LIMIT:
        raise bad(f"The archive has more fleets and games than a campaign can: {PIECE_LIMIT} together.")
    league = state.of(LeagueState)
    organisers = [one for one in league.members.values() if one.active and one.role == "organiser"]
    if not league.name.strip() or len(organisers) != 1:
        raise bad("The archive’s log makes no campaign with a name and one organiser.")
    if set(league.members) != {seat.number for seat in book.members}:
        raise bad("The archive’s members are not those of its log.")
    if not max(_numbers(book, state)) < book.next_id <= NUMBER_LIMIT:
        raise bad("The archive’s next number has been given out already, or is impossible.")
    return state


def _numbers(book: Book, state: CampaignState) -> Iterator[int]:
    """Every number that the log has given to something, undone things too."""
    yield from (key for _, key in pieces(state))
    for each in book.events:
        for name in _IDENTITIES:
            value = getattr(each.event, name, None)
            if isinstance(value, int):
                yield value


def fits(state: CampaignState, counting: Sequence[Logged]) -> None:
    """Raise `Unreadable` unless every row that follows from the log fits its columns."""
    try:
        for part, key in pieces(state):
            for table in SPECS[part].tables(state, key):
                for values in table.wanted.values():
                    _check_row(table.model, values)
        for row in lines.made(Campaign(), counting):
            _check_row(type(row), {name: getattr(row, name) for name in _limited(row)})
    except _STUMBLES as problem:
        sentence = "The archive’s log makes things that Admiralty does not know, such as unknown cards."
        raise bad(sentence) from problem
    _check_row(Campaign, {"name": state.of(LeagueState).name})


def _limited(row: models.Model) -> list[str]:
    """Names of the columns that do not take everything."""
    kinds = (models.IntegerField, models.CharField)
    return [
        each.name for each in row._meta.concrete_fields if isinstance(each, kinds) and not each.primary_key
    ]


def _check_row(model: type[models.Model], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        field = model._meta.get_field(name)
        if isinstance(field, models.CharField) and field.max_length and len(str(value)) > field.max_length:
            raise bad(f"The archive holds a text that is too long: “{str(value)[:40]}…”.")
        if isinstance(field, models.Field) and field.choices and value not in dict(field.flatchoices):
            raise bad(f"The archive says “{str(value)[:40]}” where Admiralty knows no such thing.")
        if isinstance(field, models.IntegerField) and value is not None:
            low, high = connection.ops.integer_field_range(field.get_internal_type())
            if (low is not None and value < low) or (high is not None and value > high):
                raise bad(f"The archive holds an impossible number: {value}.")
