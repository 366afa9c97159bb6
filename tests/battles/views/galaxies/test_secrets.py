"""The walk for secrets over battles of Galaxies: fleets behind screens, holds, hands and decks.

Here one reader after the other looks at some pages at every few steps of a beginning; `./run walks leaks`
looks at all pages, in all battles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from missions.battles.engine import secrecy
from missions.battles.engine.contract import NO_UNIT, Order
from missions.battles.models import Battle
from missions.battles.selectors import positions as store
from missions.battles.systems.galaxies.engine.choices import Kind, launch, packed, tactic
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import CARDS
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.system import Galaxies
from missions.battles.systems.galaxies.engine.tactics import TACTICS
from missions.battles.systems.galaxies.pack import GALAXIES
from missions.battles.systems.registry import packs
from tests.architecture.test_packs import Witness, parts
from tests.battles import battles as b
from tests.battles.packs import offer
from tests.battles.views.leaks import Looker, on, told_something, wishes_of
from tests.missions.secrets.differing import Wish
from tests.people import account, browser

pytestmark = pytest.mark.django_db
EVERY, STEPS, WHOLE = 4, 60, 4000
BATTLES = tuple((name, tactics) for name in battles() for tactics in (False, True))


@pytest.fixture(autouse=True)
def _no_positions() -> None:
    store.forget()


def public_battle(scenario: str, tactics: bool) -> tuple[Battle, list[Looker]]:
    """A battle of two accounts that everybody may watch, and all its readers."""
    users = [account(f"seat{number}") for number in (0, 1)]
    one, other = (b.sitting(user) for user in users)
    row = b.begun(
        one,
        other,
        system="galaxies",
        scenario=scenario,
        public=True,
        points=None,
        deploy=None,
        tactics=tactics,
    )
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "a password")
    lookers = [Looker(number, browser(user)) for number, user in enumerate(users)]
    return b.fresh(row), [*lookers, Looker(None, Client()), Looker(None, browser(keeper), keeps=True)]


def namings(row: Battle, looker: Looker, random: Random) -> list[Wish]:
    """Orders that name cards behind screens and in holds, places, and tactic cards of both hands."""
    if looker.seat is None:
        return []
    state = b.played(row).state
    card, place, unit = random.randrange(6), random.randrange(150), random.randrange(6)
    carrier = random.choice([NOWHERE, *range(len(state.cards))])
    number = random.randrange(len(TACTICS))
    orders: list[Order] = [
        (NO_UNIT, launch(card, carrier, (place, place))),
        (NO_UNIT, launch(card, NOWHERE, (place, place + 1))),
        (NO_UNIT, packed(Kind.LOAD, random.getrandbits(6))),
        (NO_UNIT, tactic(number)),
        (NO_UNIT, tactic(number, unit)),
        (NO_UNIT, packed(Kind.DISCARD, number)),
        (unit, packed(Kind.ACTIVATE)),
    ]
    return [_post(row, looker, order) for order in orders if not _is_legal(state, looker.seat, order)]


def _is_legal(state: State, seat: int, order: Order) -> bool:
    """Whether a seat could give the order."""
    return order[1] in GALAXIES.system.legal_orders(state, seat, order[0])


def _post(row: Battle, looker: Looker, order: Order) -> Wish:
    form = {"at": b.fresh(row).at, "unit": order[0], "choice": order[1], "seat": looker.seat}
    return Wish(f"/battles/{row.public_id}/orders/", form, htmx=True)


def asked_of(row: Battle, looker: Looker, random: Random) -> list[Wish]:
    """Everything that a reader asks for at one step."""
    head = Wish(f"/stream/battles/{row.public_id}/head/")
    return [*wishes_of(row, looker, random), *namings(row, looker, random), head]


def walked_in_turn(scenario: str, tactics: bool, every: int, most: int = WHOLE) -> list[str]:
    """Play a battle to its end or so many steps of it; one reader after the other reads the pages,
    and of a part of a battle every third of them.
    """
    row, everybody = public_battle(scenario, tactics)
    lookers, random, found = cycle(everybody), Random(scenario), list[str]()
    for step in range(most):
        if b.fresh(row).status != "running":
            return found
        if step % every == 0:
            each = next(lookers)
            asked = asked_of(row, each, Random(f"{scenario} {step}"))
            found += told_something(row, each, asked if most == WHOLE else asked[step % 3 :: 3], step)
        on(row, random)
    assert most < WHOLE, "the battle does not end"
    return found


@pytest.mark.rule("BG-011", "BG-037", "BG-045")
@pytest.mark.parametrize(("scenario", "tactics"), [("saturn_line", False), ("shattered_moon", True)])
def test_a_seat_is_told_the_same_whatever_the_other_has(scenario: str, tactics: bool) -> None:
    assert walked_in_turn(scenario, tactics, EVERY, STEPS) == []


@pytest.mark.walk("leaks")
@pytest.mark.parametrize(("scenario", "tactics"), BATTLES)
def test_no_battle_tells_any_of_its_readers_anything_of_the_others(scenario: str, tactics: bool) -> None:
    assert walked_in_turn(scenario, tactics, 9) == []


def test_the_board_is_made_of_views_alone() -> None:
    row, lookers = public_battle("saturn_line", False)
    witness, random = Witness(GALAXIES.board), Random(2)
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, *(replace(each, board=witness) if each.id == GALAXIES.id else each for each in packs()))
        for looker in lookers[:3] * 3:
            for wish in wishes_of(row, looker, random):
                wish.answer(looker.client)
            on(row, random)
    assert witness.handed
    table = b.played(row).state.table
    assert not [thing for thing in witness.handed if any(part is table for part in parts(thing))]


# --- the walk finds what tells ----------------------------------------------------------------------

Careless = Callable[[pytest.MonkeyPatch], None]


def _view(patch: pytest.MonkeyPatch) -> None:
    """Prices of cards behind the enemy's screen decide how much energy the page says that it has."""
    honest = Galaxies.view_for

    def view_for(state: State, seat: int | None) -> Any:
        found = honest(state, seat)
        found["energy"][1] += sum(state.table.fleets[1][place].launch for place in state.reserve[1]) % 7
        return found

    patch.setattr(Galaxies, "view_for", staticmethod(view_for))


def _hold(patch: pytest.MonkeyPatch) -> None:
    """Cards in the enemy's holds decide how much energy the page says that it has."""
    honest = Galaxies.view_for

    def view_for(state: State, seat: int | None) -> Any:
        found = honest(state, seat)
        found["energy"][1] += sum(map(len, state.holds))
        return found

    patch.setattr(Galaxies, "view_for", staticmethod(view_for))


def _reason(patch: pytest.MonkeyPatch) -> None:
    """A refusal names a card of the enemy."""

    def why_not(state: State, seat: int, order: Order) -> tuple[str, str]:
        hidden = [state.table.fleets[1][place].type for place in state.reserve[1]]
        return f"Your enemy has {(hidden or CARDS)[0].title}.", "BG-011"

    patch.setattr(Galaxies, "why_not", staticmethod(why_not))


def _log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(secrecy, "readable", lambda line, seat: True)


CARELESS: dict[str, tuple[Careless, str]] = {
    "a sum of energy with hidden prices": (_view, ""),
    "a number that counts what is in holds": (_hold, ""),
    "a refusal that looks behind the screen": (_reason, "orders/"),
    "a log with everybody's cards": (_log, "replay/"),
}


def _may_tell(state: State) -> bool:
    """Whether the enemy has cards to hide, and a hold that some of them may be in."""
    carriers = [
        card
        for card, facts in enumerate(state.cards)
        if facts.type.capacity and state.owner[card] == 1 and state.carrier[card] == NOWHERE
    ]
    asked = state.placing == NOWHERE and state.loading == NOWHERE
    return asked and bool(carriers) and state.unseen(1) > 1


@pytest.mark.parametrize("fault", CARELESS)
def test_the_walk_finds_whatever_tells(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row, (looker, *_) = public_battle("saturn_line", True)
    random = Random(5)
    while not _may_tell(b.played(row).state):
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
