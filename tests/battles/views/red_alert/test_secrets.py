"""The walk for secrets over battles of Red Alert: hands, decks, markers that lie face down.

Here one reader after the other looks at some pages at every few steps of a beginning; `./run walks leaks`
looks at all pages, in all ten battles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from league.keys import BATTLE_TICKETS
from missions.battles.engine import secrecy
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.services import opening
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.choices import Kind, aimed, attack_on, battle_back, packed
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RedAlert
from missions.battles.systems.red_alert.pack import RED_ALERT
from missions.battles.systems.registry import packs
from tests.architecture.test_packs import Witness, parts
from tests.battles import battles as b
from tests.battles.packs import offer
from tests.battles.views.leaks import Looker, on, told_something, wishes_of
from tests.missions.secrets.differing import Wish
from tests.people import account, browser

pytestmark = pytest.mark.django_db
EVERY, STEPS, WHOLE = 4, 70, 4000
BATTLES = tuple(RED_ALERT.contests)
SIDES = ((1, 1), (3, 3), (2, 1), (1, 3), (2, 2))
"""Numbers of people of both sides."""


@pytest.fixture(autouse=True)
def _no_positions() -> None:
    store.forget()


def public_battle(
    scenario: str, people: tuple[int, int] = (1, 1), **more: Any
) -> tuple[Battle, list[Looker]]:
    """A battle of accounts that everybody may watch, and all its readers. Its dice are always the same."""
    users = [account(f"seat{number}") for number in range(sum(people))]
    plan = b.plan(
        system="red_alert", scenario=scenario, public=True, points=None, deploy=None, people=people, **more
    )
    row = opening.open_battle(b.sitting(users[0]), plan, signing.dumps(scenario, salt=BATTLE_TICKETS))
    for number, user in enumerate(users):
        opening.take_seat(row.pk, b.sitting(user), row.invitation, number)
    for number, user in enumerate(users):
        if opening.builds(row, number) is not None:
            opening.change_force(row.pk, b.sitting(user), number, "suggest")
        opening.ready(row.pk, b.sitting(user), number, f"nonce {number}")
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "a password")
    lookers = [Looker(number, browser(user)) for number, user in enumerate(users)]
    return b.fresh(row), [*lookers, Looker(None, Client()), Looker(None, browser(keeper), keeps=True)]


def namings(row: Battle, looker: Looker, random: Random) -> list[Wish]:
    """Orders and answers that name cards of all hands and of the deck, and hexes where markers may lie."""
    if looker.seat is None:
        return []
    command, combat = random.randrange(len(COMMAND)), random.randrange(len(COMBAT))
    unit, other = (random.randrange(len(b.played(row).state.table.units)) for _ in range(2))
    choices = [packed(kind, command) for kind in (Kind.COMMAND, Kind.REACT, Kind.KEEP, Kind.SHOW)]
    choices += [packed(Kind.TRADE, combat), aimed(combat), aimed(combat, other), battle_back(combat)]
    orders = [(NO_UNIT, choice) for choice in choices]
    orders += [(unit, attack_on(other, combat)), (unit, packed(Kind.PLACE, random.randrange(150)))]
    return [_post(row, looker, order) for order in orders if not _is_legal(row, looker.seat, order)]


def _is_legal(row: Battle, seat: int, order: Order) -> bool:
    """Whether a seat could give the order, in this deal or in another one."""
    state = b.played(row).state
    return order[1] in RED_ALERT.system.legal_orders(state, seat, order[0])


def _post(row: Battle, looker: Looker, order: Order) -> Wish:
    form = {"at": b.fresh(row).at, "unit": order[0], "choice": order[1], "seat": looker.seat}
    return Wish(f"/battles/{row.public_id}/orders/", form, htmx=True)


def asked_of(row: Battle, looker: Looker, random: Random) -> list[Wish]:
    """Everything that a reader asks for at one step."""
    head = Wish(f"/stream/battles/{row.public_id}/head/")
    return [*wishes_of(row, looker, random), *namings(row, looker, random), head]


def walked(scenario: str, who: int, every: int) -> list[str]:
    """Play a battle to its end; one reader reads the pages at every so many-th step."""
    row, everybody = public_battle(scenario)
    random, found, each = Random(who), list[str](), everybody[who]
    for step in range(WHOLE):
        if b.fresh(row).status != "running":
            break
        if step % every == 0:
            found += told_something(row, each, asked_of(row, each, Random(f"{who} {step}")), step)
        on(row, random)
    return found


def walked_in_turn(
    scenario: str, seed: int, every: int, people: tuple[int, int], most: int = WHOLE
) -> list[str]:
    """Play a battle to its end or so many steps of it; one reader after the other reads the pages,
    and of a part of a battle every third of them.
    """
    row, everybody = public_battle(scenario, people)
    lookers, random, found = cycle(everybody), Random(seed), list[str]()
    for step in range(most):
        if b.fresh(row).status != "running":
            return found
        if step % every == 0:
            each = next(lookers)
            asked = asked_of(row, each, Random(f"{seed} {step}"))
            found += told_something(row, each, asked if most == WHOLE else asked[step % 3 :: 3], step)
        on(row, random)
    assert most < WHOLE, "the battle does not end"
    return found


@pytest.mark.parametrize(("scenario", "people"), [("opening_salvo", (2, 1)), ("supply_base", (1, 1))])
def test_a_seat_is_told_the_same_whatever_the_others_hold(scenario: str, people: tuple[int, int]) -> None:
    assert walked_in_turn(scenario, 1, EVERY, people, STEPS) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("scenario", ["opening_salvo", "supply_base"])
@pytest.mark.parametrize("who", range(4))
def test_no_step_of_a_battle_tells_anybody_anything_of_the_others(scenario: str, who: int) -> None:
    assert walked(scenario, who, 7) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("number", range(len(BATTLES)), ids=BATTLES)
def test_no_battle_tells_any_of_its_people_anything_of_the_others(number: int) -> None:
    assert walked_in_turn(BATTLES[number], number, 17, SIDES[number % len(SIDES)]) == []


def test_the_board_is_made_of_views_alone() -> None:
    row, lookers = public_battle("opening_salvo")
    witness, random = Witness(RED_ALERT.board), Random(2)
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, *(replace(each, board=witness) if each.id == RED_ALERT.id else each for each in packs()))
        for looker in lookers[:3] * 3:
            for wish in wishes_of(row, looker, random):
                wish.answer(looker.client)
            on(row, random)
    assert witness.handed
    assert not [thing for thing in witness.handed if any(isinstance(part, State) for part in parts(thing))]


# --- the walk finds what tells ----------------------------------------------------------------------

Careless = Callable[[pytest.MonkeyPatch], None]


def _view(patch: pytest.MonkeyPatch) -> None:
    """The enemy's cards decide how many of them the page says that there are."""
    honest = RedAlert.view_for

    def view_for(state: State, seat: int | None) -> Any:
        found = honest(state, seat)
        found["held"][1][COMMAND_CARDS] += sum(state.hands[1][COMMAND_CARDS]) % 7
        return found

    patch.setattr(RedAlert, "view_for", staticmethod(view_for))


def _reason(patch: pytest.MonkeyPatch) -> None:
    """A refusal says what the enemy holds."""

    def why_not(state: State, seat: int, order: Order) -> tuple[str, str]:
        return f"Your enemy holds {COMMAND[min(state.hands[1][COMMAND_CARDS])].title}.", "RA-060"

    patch.setattr(RedAlert, "why_not", staticmethod(why_not))


def _log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(secrecy, "readable", lambda line, seat: True)


CARELESS: dict[str, tuple[Careless, str]] = {
    "a view with something of a hand": (_view, ""),
    "a refusal that looks at a hand": (_reason, "orders/"),
    "a log with everybody's cards": (_log, "replay/"),
}


@pytest.mark.parametrize("fault", CARELESS)
def test_the_walk_finds_whatever_tells(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row, (looker, *_) = public_battle("opening_salvo")
    random = Random(5)
    for _ in range(20):
        on(row, random)
    careless, page = CARELESS[fault]
    wishes = [Wish(f"/battles/{row.public_id}/{page}")]
    if page == "orders/":
        wishes = namings(row, looker, random)
    assert told_something(row, looker, wishes, 1) == []
    with monkeypatch.context() as patch:
        careless(patch)
        found = [told_something(row, looker, wishes, number) for number in range(8)]
    assert any(found)
