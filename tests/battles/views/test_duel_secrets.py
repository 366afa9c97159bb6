"""The walk for secrets over duels, and over pages with a fault that it has to find.

Here one reader after the other looks at every few steps; `./run leaks` looks at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from missions.battles.admin import BattleOrderAdmin
from missions.battles.engine import secrecy
from missions.battles.engine.sight import Sight
from missions.battles.models import Battle
from missions.battles.presenters.board.inputs import Standing
from missions.battles.selectors import positions as store
from missions.battles.selectors.battles import BattleAccess
from missions.battles.views import board, replay
from tests.architecture.test_packs import Witness, parts
from tests.battles import duels as d
from tests.battles.duel_pack import DUEL_PACK
from tests.battles.engine.card_duel import CardDuel
from tests.battles.engine.card_duel.state import Duel
from tests.battles.packs import offer
from tests.battles.views.leaks import Looker, on, told_something, wishes_of
from tests.missions.secrets.differing import Wish
from tests.people import account, browser

pytestmark = pytest.mark.django_db

EVERY = 5
"""Distance between the steps that a test run looks at."""
MOST_STEPS = 400


@pytest.fixture(autouse=True)
def _duels() -> Iterator[None]:
    with d.registered():
        store.forget()
        yield
        store.forget()


def public_duel() -> tuple[Battle, list[Looker]]:
    """A duel of two accounts that everybody may watch."""
    users = [account(name) for name in ("ann", "bob")]
    row = d.begun(public=True)
    for number, user in enumerate(users):
        row.seats.filter(number=number).update(kind="person", user=user, visitor="")
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "a password")
    lookers = [Looker(0, browser(users[0])), Looker(1, browser(users[1])), Looker(None, Client())]
    return row, [*lookers, Looker(None, browser(keeper), keeps=True)]


def walked(seed: int, every: int, *who: int) -> list[tuple[int, list[str]]]:
    """Play a duel to its end and read the pages at every so many-th step, as one of these readers after the
    other.
    """
    row, everybody = public_duel()
    lookers = cycle(everybody[each] for each in who)
    random, answers = Random(seed), []
    for step in range(MOST_STEPS):
        if d.fresh(row).status != "running":
            assert step > 20
            return [(at, found) for at, found in answers if found]
        if step % every == 0:
            each = next(lookers)
            wishes = wishes_of(row, each, Random(f"{seed} {step}"))
            answers.append((step, told_something(row, each, wishes, step)))
        on(row, random)
    raise AssertionError("the duel does not end")


def test_a_seat_is_told_the_same_whatever_is_dealt_to_the_others() -> None:
    assert walked(1, EVERY, *range(4)) == []


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
        for looker in lookers[:3] * 4:
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

    def of_all(access: BattleAccess, sight: Any) -> list[Standing]:
        others = access.seats[1].standing
        return [Standing(each.kind, others.get(each.kind, "")) for each in honest(access, sight)]

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
