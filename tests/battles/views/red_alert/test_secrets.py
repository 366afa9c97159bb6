"""The walk for secrets over battles of Red Alert: hands, decks, markers that lie face down.

Here every few steps are looked at; `./run leaks` looks at all of them.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.pack import RED_ALERT
from missions.battles.systems.registry import packs
from tests.architecture.test_packs import Witness, parts
from tests.battles import battles as b
from tests.battles.packs import offer
from tests.battles.views.leaks import Looker, on, told_something, wishes_of
from tests.people import account, browser

pytestmark = pytest.mark.django_db
EVERY, STEPS, WHOLE = 17, 70, 3000


@pytest.fixture(autouse=True)
def _no_positions() -> None:
    store.forget()


def public_battle(scenario: str) -> tuple[Battle, list[Looker]]:
    """A battle of two accounts that everybody may watch, and all its readers."""
    users = [account(name) for name in ("ann", "bob")]
    one, other = (b.sitting(user) for user in users)
    row = b.begun(one, other, system="red_alert", scenario=scenario, public=True, points=None, deploy=None)
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "a password")
    lookers = [Looker(0, browser(users[0])), Looker(1, browser(users[1])), Looker(None, Client())]
    return row, [*lookers, Looker(None, browser(keeper), keeps=True)]


def walked(scenario: str, seed: int, every: int, steps: int, *who: int) -> list[str]:
    """Play a battle and read the pages at every so many-th step, as all readers or as some of them."""
    row, everybody = public_battle(scenario)
    lookers = [everybody[each] for each in who] or everybody
    random, found = Random(seed), list[str]()
    for step in range(steps):
        if b.fresh(row).status != "running":
            break
        if step % every == 0:
            for each in lookers:
                found += told_something(row, each, wishes_of(row, each, Random(f"{seed} {step}")), step)
        on(row, random)
    return found


@pytest.mark.parametrize("scenario", ["opening_salvo", "supply_base"])
def test_a_seat_is_told_the_same_whatever_the_others_hold(scenario: str) -> None:
    assert walked(scenario, 1, EVERY, STEPS) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize("scenario", ["opening_salvo", "supply_base"])
@pytest.mark.parametrize("who", range(4))
def test_no_step_of_a_battle_tells_anybody_anything_of_the_others(scenario: str, who: int) -> None:
    assert walked(scenario, who, 7, WHOLE, who) == []


def test_the_board_is_made_of_views_alone() -> None:
    row, lookers = public_battle("opening_salvo")
    witness, random = Witness(RED_ALERT.board), Random(2)
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, *(replace(each, board=witness) if each.id == RED_ALERT.id else each for each in packs()))
        for _ in range(8):
            for looker in lookers[:3]:
                for wish in wishes_of(row, looker, random):
                    wish.answer(looker.client)
            on(row, random)
    assert witness.handed
    assert not [thing for thing in witness.handed if any(isinstance(part, State) for part in parts(thing))]
