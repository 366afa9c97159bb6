"""A seat's pages are the same to the byte for every deal that the seat cannot tell from the true one.

At a step of a duel each reader asks for its pages in two worlds: the true one, and one with a new deal of
everything that its seat does not know. Others' hands, cards that lie face down, the deck, what others were
told, and how they answer questions are different there. The pages have to be the same.

Here every few steps are looked at; `./run leaks` looks at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client

from missions.battles.admin import BattleOrderAdmin
from missions.battles.engine import secrecy
from missions.battles.engine.contract import Sentence
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.sight import Sight
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.presenters.board.inputs import Standing
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import BattleAccess
from missions.battles.selectors.positions import Played
from missions.battles.services import acts
from missions.battles.views import board, replay
from tests.architecture.test_packs import Witness, parts
from tests.battles import battles as b
from tests.battles import duels as d
from tests.battles.duel_pack import DUEL_PACK
from tests.battles.engine.card_duel import DUEL, CardDuel, orders
from tests.battles.engine.card_duel.state import Duel
from tests.battles.packs import offer
from tests.missions.secrets.differing import Wish, difference, gone
from tests.missions.secrets.walk import admin_addresses
from tests.people import account, browser

pytestmark = pytest.mark.django_db

EVERY = 12
"""Distance between the steps that a test run looks at."""
MOST_STEPS = 400


@pytest.fixture(autouse=True)
def _duels() -> Iterator[None]:
    with d.registered():
        store.forget()
        yield
        store.forget()


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
        return dealt(self.true.state_at(at), self.seat, self.number)


def may_read(line: Sentence, seat: int | None) -> bool:
    """True by the contract; it does not ask the function that pages use."""
    return line.only is None or seat in line.only


def dealt(state: Any, seat: int | None, number: int) -> Any:
    """The state with a new deal of everything that the seat does not know."""
    return DUEL.imagine(state, seat, seeded_dice(f"other world {number}"))


def other_world(now: Played, seat: int | None, number: int) -> OtherWorld:
    """The differences: secret events, their sentences, and face-down choices."""
    battle = copy(now.battle)
    battle.state = dealt(now.state, seat, number)
    lines: dict[int, list[Sentence]] = {}
    for at, line in now.sentences:
        lines.setdefault(at, []).append(line)

    def hidden(at: int, events: list[Any]) -> list[Any]:
        pairs = zip(events, lines.get(at, ()), strict=True)
        return [event if may_read(line, seat) else ("secret", number) for event, line in pairs]

    battle.opening = hidden(0, now.battle.opening)
    battle.events = [hidden(at, events) for at, events in enumerate(now.battle.events, 1)]
    battle.entries = [
        entry
        if entry.seat == seat or orders.kind_of(entry.choice) != orders.BID
        else entry._replace(choice=17)
        for entry in now.battle.entries
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
    BattleSeat.objects.filter(battle=row).exclude(number=seat).update(standing={"guard": "no"})
    QuerySet(BattleOrder).filter(battle=row).exclude(seat=seat).update(choice=17, dice="0102", why="Ha!")
    Battle.objects.filter(pk=row.pk).update(opening="0102")


def told_something(row: Battle, looker: Looker, wishes: list[Wish], number: int) -> list[str]:
    """The pages that tell this reader something in another world."""
    now = d.played(row)
    answers = [wish.answer(looker.client) for wish in wishes]
    with gone():
        other_rows(row, -1 if looker.seat is None else looker.seat)
        store.keep(other_world(now, looker.seat, number), d.fresh(row).head)
        again = [wish.answer(looker.client) for wish in wishes]
    store.keep(now, d.fresh(row).head)
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
    base, at = f"/battles/{row.public_id}/", d.fresh(row).at
    wrong = {"at": at, "unit": 99, "choice": 3, "seat": looker.seat or 0}
    stale = {"at": max(0, at - 1), "unit": -1, "choice": orders.bid((7, 7)), "seat": looker.seat or 0}
    found = [
        Wish(base),
        Wish(f"{base}board/", htmx=True),
        Wish(f"{base}replay/"),
        Wish(f"{base}replay/?at={random.randint(0, at)}"),
        Wish(f"{base}replay/part/?at={random.randint(0, at)}&seat={1 - (looker.seat or 0)}", htmx=True),
        Wish(f"{base}lobby/"),
        Wish(f"{base}verify/"),
        Wish("/battles/"),
        Wish("/desk/"),
        Wish(f"{base}orders/", wrong, htmx=True),
        Wish(f"{base}orders/", stale, htmx=True),
        Wish(f"{base}answers/", {"kind": "guard", "answer": "perhaps"}, htmx=True),
    ]
    return found + [Wish(f"{base}board/{query}", htmx=True) for query in picked(row, looker, random)]


def picked(row: Battle, looker: Looker, random: Random) -> list[str]:
    """A draft of this reader's, step by step."""
    now, seat = d.played(row), looker.seat
    if seat is None or seat not in now.system.to_act(now.state):
        return ["?unit=0", "?unit=-1&pick=3"]
    unit = random.choice(list(now.system.legal_units(now.state, seat)))
    found, picks = [f"?unit={unit}"], ()
    while options := now.system.draft(now.state, seat, unit, picks).options:
        picks = (*picks, random.choice(list(options)).value)
        found.append(f"?unit={unit}" + "".join(f"&pick={pick}" for pick in picks))
        if len(picks) > 4:
            break
    return found


def public_duel() -> tuple[Battle, list[Looker]]:
    """A duel of two accounts that everybody may watch."""
    users = [account(name) for name in ("ann", "bob")]
    row = d.begun(public=True)
    for number, user in enumerate(users):
        row.seats.filter(number=number).update(kind="person", user=user, visitor="")
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "a password")
    lookers = [Looker(0, browser(users[0])), Looker(1, browser(users[1])), Looker(None, Client())]
    return row, [*lookers, Looker(None, browser(keeper), keeps=True)]


def on(row: Battle, random: Random) -> None:
    """A random order of a random seat that is awaited."""
    now = d.played(row)
    seat = random.choice(d.awaited(row))
    given = random.choice(d.options(row, seat))
    acts.order(row.pk, b.sitter(row, seat), given, now.at, seat=seat)


def walked(seed: int, every: int, *who: int) -> list[tuple[int, list[str]]]:
    """Play a duel to its end and read the pages at every so many-th step, as all readers or as some."""
    row, everybody = public_duel()
    lookers = [everybody[each] for each in who] or everybody
    random, answers = Random(seed), []
    for step in range(MOST_STEPS):
        if d.fresh(row).status != "running":
            assert step > 20
            return [(at, found) for at, found in answers if found]
        if step % every == 0:
            for each in lookers:
                wishes = wishes_of(row, each, Random(f"{seed} {step}"))
                answers.append((step, told_something(row, each, wishes, step)))
        on(row, random)
    raise AssertionError("the duel does not end")


def test_a_seat_is_told_the_same_whatever_is_dealt_to_the_others() -> None:
    assert walked(seed=1, every=EVERY) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("who", range(4))
def test_no_step_of_a_duel_tells_anybody_anything_of_the_others(seed: int, who: int) -> None:
    assert walked(seed, 1, who) == []


def test_on_one_screen_the_curtain_tells_nothing_of_either_hand() -> None:
    user = account("ann")
    row = d.begun()
    row.seats.update(kind="person", user=user, visitor="")
    random = Random(3)
    for step in range(8):
        looker = Looker(None, browser(user))
        assert told_something(row, looker, wishes_of(row, looker, random)[:5], step) == []
        on(row, random)


def test_the_board_of_the_duel_is_made_of_views_alone() -> None:
    row, lookers = public_duel()
    witness = Witness(DUEL_PACK.board)
    random = Random(2)
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, replace(DUEL_PACK, board=witness))
        for _ in range(12):
            for looker in lookers[:3]:
                for wish in wishes_of(row, looker, random):
                    wish.answer(looker.client)
            on(row, random)
    assert witness.handed
    assert not [thing for thing in witness.handed if any(isinstance(part, Duel) for part in parts(thing))]


# --- the walk finds what tells ----------------------------------------------------------------------

Careless = Callable[[pytest.MonkeyPatch], None]


def _view(patch: pytest.MonkeyPatch) -> None:
    honest = CardDuel.view_for

    def view_for(self: CardDuel, state: Any, seat: int | None) -> Any:
        return {**honest(self, state, seat), "deck": sum(state.deck)}

    patch.setattr(CardDuel, "view_for", view_for)


def _log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(secrecy, "readable", lambda line, seat: True)


def _other_side(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(board, "Sight", lambda system, state, seat: Sight(system, state, 1 - (seat or 0)))


def _replay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "seats_to_see", lambda access: (0, 1))


def _standing(patch: pytest.MonkeyPatch) -> None:
    honest = board._standing

    def of_all(access: BattleAccess) -> list[Standing]:
        return [Standing(each.kind, access.seats[1].standing.get(each.kind, "")) for each in honest(access)]

    patch.setattr(board, "_standing", of_all)


def _admin(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BattleOrderAdmin, "exclude", ())


CARELESS: dict[str, tuple[Careless, str]] = {
    "a view with the deck": (_view, ""),
    "a log with everybody's sentences": (_log, ""),
    "a board of the other seat": (_other_side, ""),
    "a replay from any seat": (_replay, "replay/?seat=1"),
    "another seat's standing answers": (_standing, ""),
    "the rows of orders": (_admin, "admin"),
}


@pytest.mark.parametrize("fault", CARELESS)
def test_the_walk_finds_whatever_tells(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row, lookers = public_duel()
    random = Random(5)
    for _ in range(6):
        on(row, random)
    careless, page = CARELESS[fault]
    looker, wishes = lookers[0], [Wish(f"/battles/{row.public_id}/{page}")]
    if page == "admin":
        looker, wishes = lookers[-1], wishes_of(row, lookers[-1], random)
    assert told_something(row, looker, wishes, 1) == []
    with monkeypatch.context() as patch:
        careless(patch)
        found = [told_something(row, looker, wishes, number) for number in range(4)]
    assert any(found)
