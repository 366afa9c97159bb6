"""The walk for secrets of battles: a seat's pages are the same to the byte for every deal that it cannot tell
from the true one.

At a step of a battle each reader asks for its pages in two worlds: the true one, and one with a new deal of
everything that its seat does not know. Others' hands, cards that lie face down, the deck, what others were
told, and how they answer questions are different there. The pages have to be the same.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from django.db.models import QuerySet
from django.test import Client

from missions.battles.engine.contract import NO_UNIT, Sentence, System
from missions.battles.engine.dice import seeded_dice
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.selectors import positions as store
from missions.battles.selectors.positions import Played
from missions.battles.services import acts
from missions.battles.services.chance import laid_of
from missions.battles.systems import registry
from tests.battles import battles as b
from tests.missions.secrets.differing import Wish, difference, gone
from tests.missions.secrets.walk import admin_addresses

OTHER = 17
"""A choice that stands where another world has one of the others."""


@dataclass(frozen=True)
class Looker:
    """Somebody with a browser who looks from a seat (None: a spectator)."""

    seat: int | None
    client: Client
    keeps: bool = False
    """An administrator, who reads the rows."""


@dataclass(frozen=True, slots=True)
class OtherWorld(Played):
    """The same battle as far as a seat knows. Earlier positions get a new deal as well."""

    true: Played
    seat: int | None
    number: int

    def state_at(self, at: int) -> Any:
        return dealt(self.system, self.true.state_at(at), self.seat, self.number)


def may_read(line: Sentence, seat: int | None) -> bool:
    """True by the contract; it does not ask the function that pages use."""
    return line.only is None or seat in line.only


def dealt(system: System[Any], state: Any, seat: int | None, number: int) -> Any:
    """The state with a new deal of everything that the seat does not know."""
    return system.imagine(state, seat, seeded_dice(f"other world {number}"))


def other_world(now: Played, seat: int | None, number: int) -> OtherWorld:
    """The differences: secret events, their sentences, and the numbers of the choices of others, which may
    tell what a hand or a hold has.
    """
    battle = copy(now.battle)
    battle.state = dealt(now.system, now.state, seat, number)
    lines: dict[int, list[Sentence]] = {}
    for at, line in now.sentences:
        lines.setdefault(at, []).append(line)

    def hidden(at: int, events: list[Any]) -> list[Any]:
        pairs = zip(events, lines.get(at, ()), strict=True)
        return [event if may_read(line, seat) else (event[0], number) for event, line in pairs]

    battle.opening = hidden(0, now.battle.opening)
    battle.events = [hidden(at, events) for at, events in enumerate(now.battle.events, 1)]
    battle.entries = [
        entry._replace(choice=OTHER) if entry.seat != seat else entry for entry in now.battle.entries
    ]
    sentences = tuple(
        (at, line if may_read(line, seat) else replace(line, text=f"A secret of world {number}."))
        for at, line in now.sentences
    )
    return OtherWorld(battle, sentences, now.luck, now.heads, now.seen, now.marks, now, seat, number)


def other_rows(row: Battle, seat: int) -> None:
    """Other rows where they hold what the others alone know: their orders and standing answers, what was
    drawn. Pages of a running battle are made of none of these.
    """
    questions = registry.system(row.system).questions
    kind, question = next(iter(questions.items()))
    answers = {kind: next(iter(question.answers))}
    BattleSeat.objects.filter(battle=row).exclude(number=seat).update(standing=answers)
    QuerySet(BattleOrder).filter(battle=row).exclude(seat=seat).update(choice=OTHER, dice="0102", why="Ha!")
    Battle.objects.filter(pk=row.pk).update(opening="0102")
    if (laid := laid_of(b.fresh(row))) is not None and laid.seat != seat:
        kept = replace(laid, order=(NO_UNIT, OTHER), why="Ha!").kept()
        Battle.objects.filter(pk=row.pk).update(laid=kept)


def told_something(row: Battle, looker: Looker, wishes: list[Wish], number: int) -> list[str]:
    """The pages that tell this reader something in another world."""
    now = b.played(row)
    answers = [wish.answer(looker.client) for wish in wishes]
    with gone():
        other_rows(row, -1 if looker.seat is None else looker.seat)
        store.keep(other_world(now, looker.seat, number), b.fresh(row).head)
        again = [wish.answer(looker.client) for wish in wishes]
    store.keep(now, b.fresh(row).head)
    return [
        f"{looker.seat}: {wish}{difference(one, two)}"
        for wish, one, two in zip(wishes, answers, again, strict=True)
        if one != two
    ]


def wishes_of(row: Battle, looker: Looker, random: Random) -> list[Wish]:
    """Every address of the battle as this reader may ask for it, with picks of its own and refused orders; a
    person who runs the site asks for its rows as well.
    """
    if looker.keeps:
        return [Wish(place) for place in admin_addresses(rows=4) if "/battles/" in place]
    base, at = f"/battles/{row.public_id}/", b.fresh(row).at
    wrong = {"at": at, "unit": 99, "choice": 3, "seat": looker.seat or 0}
    stale = {"at": max(0, at - 1), "unit": -1, "choice": illegal(row, looker), "seat": looker.seat or 0}
    kind = next(iter(registry.system(row.system).questions))
    found = [
        Wish(base),
        Wish(f"{base}board/", htmx=True),
        Wish(f"{base}replay/"),
        Wish(f"{base}replay/?at={random.randint(0, at)}"),
        Wish(f"{base}replay/part/?at={random.randint(0, at)}&seat={1 - (looker.seat or 0)}", htmx=True),
        Wish(f"{base}lobby/"),
        Wish(f"{base}verify/"),
        Wish("/battles/"),
        Wish("/inbox/"),
        Wish(f"{base}orders/", wrong, htmx=True),
        Wish(f"{base}orders/", stale, htmx=True),
        Wish(f"{base}answers/", {"kind": kind, "answer": "perhaps"}, htmx=True),
    ]
    return found + [Wish(f"{base}board/{query}", htmx=True) for query in picked(row, looker, random)]


def illegal(row: Battle, looker: Looker) -> int:
    """The number of a choice that this reader may not make now. An order that is carried out shows what the
    others laid, so it has to be refused.
    """
    now, seat = b.played(row), looker.seat
    if seat is None or seat not in now.system.to_act(now.state):
        return OTHER
    if -1 not in now.system.legal_units(now.state, seat):
        return OTHER
    legal = now.system.legal_orders(now.state, seat, -1)
    return next(number for number in count(OTHER) if number not in legal)


def picked(row: Battle, looker: Looker, random: Random) -> list[str]:
    """A draft of this reader's, step by step, or a unit and one of its orders."""
    now, seat = b.played(row), looker.seat
    if seat is None or seat not in now.system.to_act(now.state):
        return ["?unit=0", "?unit=-1&pick=3"]
    unit = random.choice(list(now.system.legal_units(now.state, seat)))
    found, picks = [f"?unit={unit}"], ()
    if not registry.pack(row.system).board.stepwise(now.system.view_for(now.state, seat), unit):
        choice = random.choice(list(now.system.legal_orders(now.state, seat, unit)))
        return [*found, f"?unit={unit}&order={choice}"]
    while options := now.system.draft(now.state, seat, unit, picks).options:
        picks = (*picks, random.choice(list(options)).value)
        found.append(f"?unit={unit}" + "".join(f"&pick={pick}" for pick in picks))
        if len(picks) > 4:
            break
    return found


def on(row: Battle, random: Random) -> None:
    """A random order of a random seat that is awaited."""
    now = b.played(row)
    system, state = now.system, now.state
    seat = random.choice(sorted(system.to_act(state)))
    unit = random.choice(list(system.legal_units(state, seat)))
    given = unit, random.choice(list(system.legal_orders(state, seat, unit)))
    acts.order(row.pk, b.sitter(row, seat), given, now.at, seat=seat)
