"""Random battles to their end, and what holds all the time (BG-006, BG-016, BG-021, BG-032, BG-125)."""

from __future__ import annotations

import tomllib
from random import Random

import pytest

from missions.battles.engine.dice import seeded_dice
from missions.battles.systems.galaxies.engine import (
    awaited,
    deployment,
    drafting,
    knowledge,
    refusing,
    reports,
    setup,
)
from missions.battles.systems.galaxies.engine.choices import Kind, packed
from missions.battles.systems.galaxies.engine.ships import DATA
from missions.battles.systems.galaxies.engine.state import NOWHERE, State
from missions.battles.systems.galaxies.engine.system import GALAXIES
from tests.battles.systems.galaxies.setups import SETUPS, galaxies

SEEDS = "abcdef"
RULES = tomllib.loads((DATA / "rule_ids.toml").read_text(encoding="utf-8"))


def played(name: str, seed: str):
    """The states of a random battle; the last one is its end."""
    dice, random = seeded_dice(seed), Random(seed).random
    state, events = setup.build(SETUPS[name], dice)
    yield state, events
    while seats := awaited.to_act(state):
        (seat,) = seats
        order = awaited.any_order(state, seat, random)
        yield state, awaited.apply(state, seat, order, dice)


def check_ships(state: State) -> None:
    """Ships stand where the sets of hexes say, and none stands on another."""
    field, taken, fleet = state.table.battle.field, 0, [0, 0]
    for ship, place in enumerate(state.place):
        card = state.cards[state.card[ship]]
        assert 0 <= state.shields[ship] <= card.type.shields
        assert (state.lost >> ship & 1) == (state.hull[ship] >= card.type.hull or _struck(state, ship))
        if place == NOWHERE:
            assert not state.cover[ship] and state.tail[ship] == NOWHERE
            continue
        assert state.cover[ship] == field.covered(card.type.size, (place, state.tail[ship])) & field.free != 0
        fleet[state.owner[state.card[ship]]] |= 1 << ship
        if state.walk is None or state.walk.ship != ship:
            assert not taken & state.cover[ship]
            taken |= state.cover[ship]
    assert fleet == state.fleet and taken == state.taken


def _struck(state: State, ship: int) -> bool:
    """Whether a ship that is gone was destroyed by its weak point."""
    return state.place[ship] == NOWHERE and state.card[ship] != state.placing


def check_cards(state: State) -> None:
    """Every card of a fleet is in one place, and no hold is too full."""
    for side in (0, 1):
        fleet = state.table.fleets[side]
        holds = [hold for card, hold in enumerate(state.holds) if state.owner[card] == side]
        unseen = [*state.reserve[side], *(place for hold in holds for place in hold)]
        assert len(unseen) == len(set(unseen)) == state.unseen(side)
        launched = sum(card in state.cards for card in fleet)
        assert launched + len(unseen) <= len(fleet)
        assert 0 <= state.energy[side] <= 40
    for card, hold in enumerate(state.holds):
        fleet = state.table.fleets[state.owner[card]]
        carrier = state.cards[card].type
        assert sum(fleet[place].spaces for place in hold) <= carrier.capacity
        assert all(fleet[place].type.size < carrier.size for place in hold)
        assert not hold or state.ships_of(card)


def check_score(state: State, lost: int) -> None:
    """The score is what destroyed ships are worth, and what was lost in holds."""
    worth = sum(
        state.cards[state.card[ship]].worth for ship in range(len(state.card)) if state.lost >> ship & 1
    )
    assert sum(state.score) == worth + lost


@pytest.mark.rule("BG-006", "BG-016", "BG-021", "BG-032", "BG-066", "BG-125")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETUPS)
def test_sets_of_hexes_ships_and_cards_agree_to_the_end(name, seed):
    lost = 0
    for state, events in played(name, seed):
        lost += sum(event[3] for event in events if event[0] == "lost in hold")
        check_ships(state)
        check_cards(state)
        check_score(state, lost)
    assert state.outcome is not None and state.outcome.reason


@pytest.mark.rule("BG-017")
@pytest.mark.parametrize("name", SETUPS)
def test_orders_of_any_shape_are_refused_with_a_sentence_and_lead_to_no_draft(name):
    random = Random(name)
    for number, (state, _) in enumerate(played(name, "nonsense")):
        if state.outcome is not None or number % 4:
            continue
        (seat,) = awaited.to_act(state)
        before = knowledge.key(state)
        for _ in range(6):
            order = _any_shape(random)
            legal = awaited.legal_orders(state, seat, order[0])
            known = order[0] in awaited.legal_units(state, seat) and order[1] in legal
            sentence, rule = refusing.why_not(state, seat, order)
            assert known or (sentence.endswith(".") and rule in RULES)
            draft = drafting.draft(state, seat, order[0], (order[1], random.randrange(400)))
            assert draft.choice is None or draft.choice in legal
        assert knowledge.key(state) == before


def _any_shape(random: Random) -> tuple[int, int]:
    """A unit and a choice of a random kind, with a load that means nothing in particular."""
    load = random.getrandbits(random.choice((1, 2, 6, 9, 18, 24, 36)))
    choice = random.choice((packed(random.choice(list(Kind)), load), random.randrange(-9, 99)))
    return random.randrange(-3, 12), choice


@pytest.mark.rule("BG-126", "BG-134")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_mustered_ship_has_one_fate(seed):
    for state, _ in played("mustered", seed):
        fates = [fate for fate in reports.fates(state) if fate.ref]
    assert len({fate.ref for fate in fates}) == len(fates) == 8 + 6
    destroyed = {fate.ref for fate in fates if fate.fate == "destroyed"}
    gone = [
        state.cards[state.card[ship]].models[state.model[ship]].ref
        for ship in range(len(state.card))
        if state.lost >> ship & 1
    ]
    assert set(gone) <= destroyed
    for fate in fates:
        assert (fate.left == 0) == (fate.fate == "destroyed") and fate.left <= fate.start
        assert fate.damaged == (0 < fate.left < fate.start)


@pytest.mark.rule("BG-126", "BG-038")
@pytest.mark.parametrize("seed", "de")
def test_every_ship_of_both_fleets_has_a_fate_with_its_kind(seed):
    for state, _ in played("line", seed):
        fates = reports.fates(state)
    for side in (0, 1):
        fleet = state.table.fleets[side]
        kinds = [card.type.id for card in fleet for _ in card.models]
        assert [fate.kind for fate in fates if fate.side == side] == kinds
    gone = sum(fate.fate == "destroyed" for fate in fates)
    assert gone >= state.lost.bit_count() > 0


@pytest.mark.rule("BG-126")
def test_two_equal_cards_have_fates_of_their_own():
    """Escorts of a fleet of the campaign are alike."""
    escorts = {"side": "Wretch", "cards": [{"card": "wre-chosh-standard", "models": [{}]}] * 2}
    state, _ = GALAXIES.setup(
        galaxies("ring_patrol", {"cards": ["isn-f54-standard"]}, escorts), seeded_dice("two")
    )
    for place in (1, 0):
        deployment.add(state, state.table.fleets[1][place], 1)
    state.reserve[1] = ()
    state.put(0, 40, 40, 1 << 40)
    state.put(1, 50, 50, 1 << 50)
    state.hull[0] = 1
    assert [fate.damaged for fate in reports.fates(state) if fate.side == 1] == [False, True]
