"""Two players get to the table with any choices before a mission, the draws can be recomputed, and
nobody else sees a secret."""

from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.kernel.dice import FairStream
from league.kernel.fold import CampaignState, fold
from missions.rules import orders as do
from missions.rules.content.mission_data import missions
from missions.rules.game.secrets import view_for
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import GameState, MissionsState
from missions.rules.game.waiting import awaited
from missions.rules.pregame.eligibility import way_back
from missions.rules.pregame.state import AssetKind
from rosters.rules.state import FleetState
from tests.missions.rules.builders import (
    CR90,
    FREIGHTER,
    LAMBDA,
    OWNERS,
    TIE,
    XWING,
    Night,
)
from tests.missions.rules.preparations import legal_orders

KINDS: list[AssetKind] = [
    "fleet_intelligence",
    "sabotage",
    "disrupted_command",
    "double_agent",
    "additional_supplies",
    "supply_shortage",
    "reinforcements",
]
MOST_STEPS = 60


def random_night(data: st.DataObject) -> Night:
    """Two fleets of one to five squadrons, one of them light, with up to two assets each."""
    night = Night()
    for side in SIDES:
        kinds = data.draw(st.lists(st.sampled_from(["recon", "standard", "epic"]), max_size=4))
        light = data.draw(st.sampled_from(["recon", "standard"]))
        for card, kind in enumerate([light, *kinds], start=2):
            night.squadron(side, card, kind)
            _crew(night, side, card, kind)
    for side in SIDES:
        for kind in data.draw(st.lists(st.sampled_from(KINDS), max_size=2)):
            night.asset(side, kind)
    return night.pair(missions=True)


def _crew(night: Night, side: SideName, card: int, kind: str) -> None:
    small, large = (XWING, FREIGHTER) if side == "active" else (TIE, LAMBDA)
    for ship in (
        [small, small] if kind != "epic" else [CR90 if side == "active" and card == 3 else large, small]
    ):
        night.ship(side, ship, squadron=card)


def walk(data: st.DataObject, night: Night) -> Night:
    """Choose at random until the game is on the table, now and then taking a step back."""
    for _ in range(MOST_STEPS):
        orders = legal_orders(night)
        if not orders:
            return night
        order, member = data.draw(st.sampled_from(orders))
        before = as_it_is(night)
        night.act(order, member)
        side = next(side for side in SIDES if OWNERS[side] == member)
        if way_back(night.state, night.game, side) and data.draw(st.integers(0, 3)) == 0:
            night.act(do.TakeBack(night.game_id, side), OWNERS[side])
            # The server's sealed secret stays once it was made.
            assert as_it_is(night) == before or isinstance(order, do.PressReady)
        assert night.game.step == "play" or awaited(night.state, night.game)
        assert_no_secret(night.game)
    while orders := legal_orders(night):
        night.act(*orders[0])
    return night


def as_it_is(night: Night) -> tuple[GameState, dict[SideName, FleetState]]:
    """The game and both rosters, to compare with later."""
    return deepcopy((night.game, {side: night.fleet(side) for side in SIDES}))


def assert_no_secret(game: GameState) -> None:
    """Everybody but the owner sees only that a face-down card is there."""
    pregame = game.pregame
    assert pregame is not None
    for viewer in ("opposing", "organiser", "public"):
        seen = view_for(game, viewer)
        assert seen.pregame is not None
        assert seen.draw is None or not seen.draw.seed
        if not game.forces:
            assert set(seen.pregame.cards) <= {viewer} and not seen.ships and not seen.pregame.drawn
        if not pregame.locked:
            assert set(seen.pregame.commits) <= {viewer}
        assert not seen.pregame.nominated and not seen.pregame.picks
        assert all(look.side == viewer for look in seen.pregame.looks)


def recomputed(game: GameState) -> bool:
    """Whether each pick follows from seed, nonces, fresh bytes and deck alone."""
    draw, pregame = game.draw, game.pregame
    assert draw is not None and pregame is not None
    nonces = [draw.nonces[side] for side in SIDES]
    return all(
        FairStream(bytes.fromhex(draw.seed), [*nonces, *each.added], each.purpose).shuffle(each.deck)[
            : len(each.taken)
        ]
        == list(each.taken)
        for each in pregame.picks
    )


@pytest.mark.rule("CR-070", "CR-073", "CR-074", "CR-075", "CR-079", "CR-084")
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_every_way_leads_to_the_table(data: st.DataObject):
    night = walk(data, random_night(data))
    game, pregame = night.game, night.pregame
    assert (game.step, pregame.stage) == ("play", "over") and recomputed(game)
    assert [pick.purpose for pick in pregame.picks] == list(dict.fromkeys(p.purpose for p in pregame.picks))
    for side in SIDES:
        least, most = missions()[pregame.mission].sides[side].strength
        assert least <= pregame.strengths[side] <= most
        fielded = [squadron.card for squadron in game.squadrons_of(side)]
        assert fielded == pregame.cards[side] and len(set(fielded)) == len(fielded)
    assert not set(pregame.rested) & set(pregame.cards["active"])
    assert bool(pregame.nominated) == bool(missions()[pregame.mission].key_ship)
    again = fold(night.events, CampaignState())
    assert again.of(MissionsState).games[night.game_id] == game
