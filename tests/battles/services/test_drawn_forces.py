"""The draw of forces follows from the seed of a battle, for systems that draw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from league.kernel.dice import FairStream
from missions.battles.models import Battle
from missions.battles.services import opening
from missions.battles.systems import registry
from tests.battles import battles as b
from tests.battles.duel_pack import DUEL_PACK
from tests.battles.packs import offer

pytestmark = pytest.mark.django_db


@pytest.fixture
def _drawing() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        offer(patch, *registry.packs(), replace(DUEL_PACK, draws_forces=True))
        yield


def opened(ticket: str) -> Battle:
    plan = opening.Plan(scenario="rocks", system=DUEL_PACK.id)
    return b.fresh(opening.open_battle(b.WEST, plan, ticket))


@pytest.mark.rule("CR-079")
@pytest.mark.usefixtures("_drawing")
def test_the_draw_is_made_again_from_the_seed():
    row = opened(opening.new_ticket())
    seed = bytes.fromhex(row.seed)
    assert row.setup["draw"] == FairStream(seed, (), "forces").bytes(32).hex() != row.seed
    assert opened(opening.new_ticket()).setup["draw"] != row.setup["draw"]


@pytest.mark.usefixtures("_drawing")
def test_a_form_that_is_sent_twice_draws_once():
    ticket = opening.new_ticket()
    assert opened(ticket).setup == opened(ticket).setup


def test_a_system_that_draws_no_forces_has_no_draw():
    plan = b.plan()
    row = b.fresh(opening.open_battle(b.WEST, plan, opening.new_ticket()))
    assert row.setup == plan.setup and "draw" not in row.setup
