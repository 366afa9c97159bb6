"""Every legal next order of a mission's preparation, for tests that walk through it at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from league.kernel.decision import Order
from league.kernel.nonces import seal_of
from missions.rules import orders as do
from missions.rules.assets.commitments import exchange_choices, face_down, usable_on
from missions.rules.assets.effects import current_effect
from missions.rules.assets.supplies import supply_choices
from missions.rules.content.mission_data import missions
from missions.rules.game.sides import SideName, other
from missions.rules.game.waiting import Awaited, awaited
from missions.rules.pregame.eligibility import (
    deck_findings,
    mission_offers,
    nominees,
    rest_findings,
    strength_range,
    unrested,
)
from tests.missions.rules.builders import Night


def subsets(cards: list[int], most: int) -> Iterator[tuple[int, ...]]:
    for size in range(most + 1):
        yield from combinations(cards, size)


def legal_orders(night: Night) -> list[tuple[Order, int]]:
    """The orders that the game waits for, each with who gives it; [] once it is on the table."""
    if night.game.step != "pregame":
        return []
    return [(order, ask.member) for ask in awaited(night.state, night.game) for order in _answers(night, ask)]


def _answers(night: Night, ask: Awaited) -> Iterator[Order]:
    assert ask.side is not None
    game, state, side = night.game_id, night.state, ask.side
    match ask.what:
        case "ready":
            yield do.PressReady(game, side, f"{side} nonce", against=seal_of(f"{other(side)} nonce"))
        case "rest":
            cards = list(night.fleet("active").squadrons)
            found = (each for each in subsets(cards, 2) if not rest_findings(state, night.game, each))
            yield from (do.RestSquadrons(game, each) for each in found)
        case "squadron":
            cards = list(unrested(state, night.game))
            found = (each for each in subsets(cards, 6) if not deck_findings(state, night.game, each))
            yield from (do.DrawMissionSquadron(game, each) for each in found)
        case "mission":
            offers = mission_offers(state, night.game)
            yield from (do.ChooseMission(game, each.mission.number) for each in offers if each.open)
        case "strength":
            least, most = strength_range(state, night.game, missions()[night.pregame.mission], side)
            yield from (do.ChooseStrength(game, side, number) for number in range(least, most + 1))
        case "commit":
            numbers = [each.id for each in usable_on(state, night.game, side)]
            yield from (do.CommitAssets(game, side, each) for each in subsets(numbers, 2))
        case "nominate":
            yield from (do.NominateShip(game, ship) for ship in nominees(night.game))
        case "go_on":
            yield do.GoOn(game)
        case _:
            yield from _about_effect(night, ask.what, side)


def _about_effect(night: Night, what: str, side: SideName) -> Iterator[Order]:
    game = night.game_id
    yield do.PassEffect(game) if what != "supplies" else do.TakeSupplies(game)
    if what == "look":
        yield from (
            do.LookAtSquadron(game, place) for place in range(len(face_down(night.game, other(side))))
        )
    elif what == "supplies":
        card = night.pregame.picks[-1].taken[0]
        for ship, cards in supply_choices(night.state, night.game, side, int(card)).items():
            yield from (do.TakeSupplies(game, {ship: each.id}) for each in cards[:2])
    elif what == "swap":
        yield do.SwapSquadron(game)
    elif what == "exchange":
        assert current_effect(night.game) is not None
        for give, cards in exchange_choices(night.state, night.game, side).items():
            yield from (do.ExchangeSquadron(game, give, take) for take in cards)
