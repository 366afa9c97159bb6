"""The fair draw: pools, weights, alternation, the sealed seed (CR-020, CR-060, CR-061, CR-079)."""

import hashlib

import pytest

from league.kernel.dice import commitment
from league.kernel.refusal import NotYours, Refusal, Unreadable
from league.rules.state import LeagueState
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.draws import Drawn, draw_squadrons, has_standard, pool_of, shuffle_pools
from missions.rules.game.events import SquadronsDrawn
from missions.rules.game.state import SIDES
from rosters.rules.state import SquadronType
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, STRANGER, TIE, XWING, Night, skirmish

WEIGHTS = {"recon": 1, "standard": 2, "epic": 4}
NONCES = {"active": "red", "opposing": "blue"}


def drawn(seed: int, active: dict[int, SquadronType], opposing: dict[int, SquadronType]) -> Drawn:
    pools = {"active": active, "opposing": opposing}
    return draw_squadrons(shuffle_pools(seed.to_bytes(32, "big"), NONCES, pools), pools)


@pytest.mark.rule("CR-061", "CR-020")
def test_the_lighter_side_draws_until_the_weights_are_equal():
    pools = ({2: "epic"}, {2: "standard", 3: "recon", 4: "recon"})
    orders = {drawn(seed, *pools).order for seed in range(60)}
    assert ("active:2", "opposing:2", "opposing:3", "opposing:4") in orders
    assert all(len(order) == 4 and order[0] == "active:2" for order in orders)


@pytest.mark.rule("CR-061")
def test_squadrons_are_drawn_from_decks_in_a_given_order_which_stay_as_they_are():
    pools = {"active": {2: "epic", 3: "recon"}, "opposing": {4: "standard", 5: "recon", 6: "standard"}}
    decks = {"active": [3, 2], "opposing": [6, 5, 4]}
    found = draw_squadrons(decks, pools)
    assert found.order == ("active:3", "opposing:6", "active:2", "opposing:5", "opposing:4")
    assert (found.weights, decks["opposing"]) == ({"active": 5, "opposing": 5}, [6, 5, 4])
    with pytest.raises(ValueError, match="need a card"):
        draw_squadrons({"active": [2], "opposing": []}, pools)


@pytest.mark.rule("CR-061")
def test_two_equal_first_cards_end_the_draw_at_once():
    pool: dict[int, SquadronType] = {2: "standard", 3: "standard", 4: "standard"}
    found = drawn(1, pool, pool)
    assert len(found.order) == 2
    assert found.balanced


@pytest.mark.rule("CR-061")
def test_an_empty_pool_of_the_lighter_side_ends_the_draw_unbalanced():
    found = drawn(1, {2: "epic"}, {2: "standard", 3: "recon"})
    assert found.weights == {"active": 4, "opposing": 3}
    assert not found.balanced
    assert len(found.order) == 3


@pytest.mark.rule("CR-061")
@pytest.mark.parametrize("seed", range(40))
def test_every_draw_lets_only_the_side_that_is_behind_draw(seed: int):
    pools = ({2: "standard", 3: "epic", 4: "recon"}, {2: "standard", 5: "recon", 6: "epic", 7: "recon"})
    found = drawn(seed, *pools)
    weights = {"active": 0, "opposing": 0}
    for place, each in enumerate(found.order):
        side, card = each.split(":")
        rival = "opposing" if side == "active" else "active"
        assert side == SIDES[place] if place < 2 else weights[side] < weights[rival]
        weights[side] += WEIGHTS[pools[SIDES.index(side)][int(card)]]
    assert weights == found.weights


@pytest.mark.rule("CR-079")
def test_seed_and_nonces_alone_fix_the_draw():
    pool: dict[int, SquadronType] = dict.fromkeys(range(2, 11), "standard")
    assert drawn(5, pool, pool).order == drawn(5, dict(reversed(pool.items())), pool).order
    assert len({drawn(seed, pool, pool).order for seed in range(40)}) > 20


@pytest.mark.rule("CR-079")
def test_a_nonce_of_either_side_changes_the_draw():
    pool: dict[int, SquadronType] = dict.fromkeys(range(2, 11), "standard")
    pools = {"active": pool, "opposing": pool}
    orders = {
        draw_squadrons(shuffle_pools(bytes(32), {"active": str(a), "opposing": str(b)}, pools), pools).order
        for a in range(6)
        for b in range(6)
    }
    assert len(orders) > 15


@pytest.mark.rule("CR-060", "CR-018")
def test_the_pool_is_every_squadron_with_a_ship_that_is_there():
    night = Night()
    night.ship("active", XWING, squadron=2)
    gone = night.ship("active", XWING, squadron=3)
    night.squadron("active", 4, "recon")
    night.missing("active", gone)
    assert pool_of(night.fleet("active")) == {2: "standard"}


@pytest.mark.rule("CR-060", "CR-023")
def test_two_recon_are_no_standard_in_the_pool():
    night = Night()
    night.squadron("active", 2, "recon")
    night.squadron("active", 3, "recon")
    for card in (2, 3):
        night.ship("active", XWING, squadron=card)
    night.ship("opposing", TIE)
    night.pair()
    assert not has_standard(pool_of(night.fleet("active")))
    with pytest.raises(Refusal, match="no STANDARD squadron") as refused:
        night.act(do.PressReady(night.game_id, "active"), ACTIVE)
    assert refused.value.rule == "CR-060"


@pytest.mark.rule("CR-079")
def test_the_first_ready_seals_the_seed_and_the_second_turns_the_cards():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.pair()
    night.act(do.PressReady(night.game_id, "opposing", "my dice"), OPPOSING)
    sealed = night.happened(ev.DrawCommitted)[0]
    assert sealed.commitment == hashlib.sha256(bytes.fromhex(sealed.sealed)).hexdigest()
    assert (night.game.step, night.game.forces) == ("draw", [])
    night.act(do.PressReady(night.game_id, "active"), ACTIVE)
    assert night.game.step == "play"
    assert [squadron.card for squadron in night.game.forces] == [2, 2]


@pytest.mark.rule("CR-079")
def test_anybody_can_recompute_the_draw_from_what_is_open_after_the_game():
    night, _, theirs = skirmish()
    draw = night.report(destroyed=theirs).confirm().game.draw
    revealed = night.happened(ev.SeedRevealed)[0].seed
    assert commitment(bytes.fromhex(revealed)) == draw.commitment
    pools = {side: dict.fromkeys(draw.pools[side], "standard") for side in SIDES}
    decks = shuffle_pools(bytes.fromhex(revealed), draw.nonces, pools)
    assert list(draw_squadrons(decks, pools).order) == draw.order


def test_nobody_presses_ready_for_others_or_twice():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.pair()
    for member in (OPPOSING, STRANGER):
        with pytest.raises(NotYours):
            night.act(do.PressReady(night.game_id, "active"), member)
    night.act(do.PressReady(night.game_id, "active"), ORGANISER)
    with pytest.raises(Refusal, match="ready already"):
        night.act(do.PressReady(night.game_id, "active"), ACTIVE)


@pytest.mark.parametrize(
    "order",
    [do.PressReady(999, "active"), do.AcceptDraw(999, "active"), do.VoidGame(999, "x"), do.SubmitReport(999)],
)
def test_unknown_games_are_unreadable(order):
    with pytest.raises(Unreadable):
        skirmish()[0].act(order, ORGANISER)


def test_unknown_sides_and_long_nonces_are_refused():
    night = Night()
    night.ship("active", XWING)
    night.pair()
    with pytest.raises(Unreadable):
        night.act(do.PressReady(night.game_id, "left"), ORGANISER)
    with pytest.raises(Refusal, match="64 characters"):
        night.act(do.PressReady(night.game_id, "active", "x" * 65), ACTIVE)


def unbalanced() -> Night:
    night = Night()
    night.ship("active", XWING, squadron=2)
    night.squadron("opposing", 3, "epic")
    night.ship("opposing", TIE, squadron=2)
    night.ship("opposing", "imperial-lambdaclassshuttle-omicrongrouppilot", squadron=3)
    return night.begin(until=lambda game: not game.draw.balanced)


@pytest.mark.rule("CR-061")
def test_an_unbalanced_draw_waits_for_both_sides():
    night = unbalanced()
    assert night.game.step == "draw"
    night.act(do.AcceptDraw(night.game_id, "active"), ACTIVE)
    assert night.game.step == "draw"
    with pytest.raises(Refusal, match="waits for the other side"):
        night.act(do.AcceptDraw(night.game_id, "active"), ACTIVE)
    night.act(do.AcceptDraw(night.game_id, "opposing"), OPPOSING)
    assert night.game.step == "play"


def test_there_is_nothing_to_accept_before_the_draw():
    night = Night()
    night.pair()
    with pytest.raises(Refusal, match="Nothing has been drawn"):
        night.act(do.AcceptDraw(night.game_id, "active"), ACTIVE)


@pytest.mark.rule("CR-061")
def test_the_organiser_voids_a_game_and_both_fleets_are_free():
    night = unbalanced()
    night.act(do.VoidGame(night.game_id, "Too lopsided for tonight"), ORGANISER)
    assert night.game.step == "void"
    assert [night.fleet(side).standing for side in SIDES] == ["ready", "ready"]
    pairing = night.state.of(LeagueState).open_round.pairings[night.game_id]
    assert pairing.status == "cancelled"
    assert night.happened(ev.SeedRevealed)


def test_only_an_organiser_voids_and_says_why():
    night, *_ = skirmish()
    with pytest.raises(NotYours):
        night.act(do.VoidGame(night.game_id, "I lose"), ACTIVE)
    with pytest.raises(Refusal, match="Say why"):
        night.act(do.VoidGame(night.game_id, " "), ORGANISER)


@pytest.mark.rule("CR-054")
def test_nothing_is_ordered_of_a_game_that_was_called_off():
    night, *_ = skirmish()
    night.act(do.VoidGame(night.game_id, "Power cut"), ORGANISER)
    with pytest.raises(Refusal, match="called off"):
        night.line(next(iter(night.game.ships)))


def test_the_forces_hold_their_facts():
    night = Night()
    hurt = night.ship("active", XWING, ["r2astromech", "protontorpedoes"], rank="EXP", damaged=["whole"])
    night.ship("opposing", TIE)
    facts = night.begin().game.ships[hurt]
    assert (facts.name, facts.points, facts.rank, facts.hyperdrive) == ("Rookie Pilot", 26, "EXP", True)
    assert (facts.hulls, facts.start_cards) == ({"whole": 3}, {"whole": 1})
    assert [(each.name, each.spendable) for each in facts.upgrades] == [
        ("R2 Astromech", False),
        ("Proton Torpedoes", True),
    ]
    event = next(each for each in night.last if isinstance(each, SquadronsDrawn))
    assert [squadron.points for squadron in event.forces] == [26, 12]


@pytest.mark.rule("CR-079")
@pytest.mark.parametrize("nonce", ["\ud800", "red\x00", "two\nlines"])
def test_a_nonce_that_cannot_be_shown_is_refused(nonce):
    night = Night()
    for _ in range(3):
        night.ship("active", XWING)
    night.pair()
    with pytest.raises(Refusal) as refused:
        night.act(do.PressReady(night.game_id, "active", nonce), ACTIVE)
    assert (refused.value.code, refused.value.field) == ("odd_nonce", "nonce")
