"""Assets resolved one by one: who is asked for what, what is shown, what happens by itself (section 7)."""

import msgspec
import pytest

from league.kernel.decision import Actor, decide
from league.kernel.dice import FairStream
from league.kernel.fold import Conflict, fold
from league.kernel.refusal import NotYours, Unreadable
from missions.rules.assets.effects import current_effect
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import GameState
from missions.rules.game.waiting import awaited
from missions.rules.orders import VoidGame
from missions.rules.pregame import events as ev
from missions.rules.pregame.orders.classes import (
    CommitAssets,
    ExchangeSquadron,
    GoOn,
    LookAtSquadron,
    PassEffect,
    SwapSquadron,
    TakeBack,
)
from missions.rules.pregame.state import AssetKind
from rosters.rules import events as roster
from rosters.rules.state import SquadronType
from tests.missions.rules.builders import ACTIVE, CR90, NOW, OPPOSING, ORGANISER, STRANGER, XWING, refused
from tests.missions.rules.mission_nights import MissionNight, battle_line


def played(side: SideName, kind: AssetKind, night: MissionNight | None = None) -> MissionNight:
    """One side commits one asset, the other nothing; squadrons 2 and 3 lie face down on both sides."""
    night = night or battle_line()
    number = night.hold(side, kind)
    night.lay((2, 3), (2, 3))
    return night.commit(side, number)


# Committing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-076")
def test_committed_assets_leave_the_rosters_when_both_are_in_and_not_before():
    night = battle_line()
    ours, theirs = night.hold("active", "scouted_area"), night.hold("opposing", "reinforcements")
    night.lay((2, 3), (2, 3)).commit("active", ours)
    assert ours in night.fleet("active").assets and not night.pregame.locked
    night.commit("opposing", theirs)
    assert night.pregame.locked
    assert night.fleet("active").assets == night.fleet("opposing").assets == {}
    gone = [event for event in night.events if isinstance(event, roster.AssetGone)]
    assert [(each.asset, each.rule, each.game) for each in gone] == [
        (ours, "CR-076", night.game_id),
        (theirs, "CR-076", night.game_id),
    ]


@pytest.mark.rule("CR-076")
def test_a_commitment_is_secret_as_an_event_and_a_lock_is_not():
    assert ev.AssetsCommitted.secret and not ev.AssetsLocked.secret


@pytest.mark.rule("CR-076")
def test_a_side_without_usable_assets_is_not_asked():
    night = battle_line()
    night.hold("opposing", "sabotage", against=999)
    number = night.hold("active", "capital_ship_support")
    night.lay((2, 3), (2, 3)).commit("active", number)
    assert night.pregame.commits["opposing"] == ()
    assert night.game.step == "play"
    assert len(night.fleet("opposing").assets) == 1


@pytest.mark.rule("CR-076")
def test_more_than_two_assets_are_too_many():
    night = battle_line()
    numbers = [night.hold("active", "scouted_area") for _ in range(3)]
    night.lay((2, 3), (2, 3))
    assert refused(night, CommitAssets(night.game_id, "active", tuple(numbers)), ACTIVE).rule == "CR-076"


@pytest.mark.rule("CR-076")
def test_an_asset_named_for_somebody_else_cannot_be_committed():
    night = battle_line()
    number = night.hold("active", "sabotage", against=999)
    night.hold("active", "scouted_area")
    night.lay((2, 3), (2, 3))
    no = refused(night, CommitAssets(night.game_id, "active", (number,)), ACTIVE)
    assert no.message == "Sabotage works against Them only. Keep it for a game with them."


def test_the_same_asset_twice_and_one_that_is_not_there_are_unreadable():
    night = battle_line()
    number = night.hold("active", "scouted_area")
    night.lay((2, 3), (2, 3))
    for numbers in ((number, number), (4711,)):
        assert isinstance(refused(night, CommitAssets(night.game_id, "active", numbers), ACTIVE), Unreadable)


def test_only_its_owner_or_an_organiser_commits_for_a_side():
    night = battle_line()
    number = night.hold("active", "scouted_area")
    night.lay((2, 3), (2, 3))
    for member in (OPPOSING, STRANGER):
        order = CommitAssets(night.game_id, "active", (number,))
        assert isinstance(refused(night, order, member), NotYours)
    night.act(CommitAssets(night.game_id, "active", (number,)), ORGANISER)
    assert [each.asset for each in night.pregame.commits["active"]] == [number]


def test_a_commitment_can_be_taken_back_until_the_other_side_has_answered():
    night = battle_line()
    number, theirs = night.hold("active", "scouted_area"), night.hold("opposing", "scouted_area")
    night.lay((2, 3), (2, 3)).commit("active", number)
    assert refused(night, CommitAssets(night.game_id, "active"), ACTIVE).code == "committed"
    night.act(TakeBack(night.game_id, "active"), ACTIVE)
    night.commit("active").commit("opposing", theirs)
    assert [each.asset for each in night.pregame.effects] == [theirs]
    assert number in night.fleet("active").assets


@pytest.mark.rule("CR-076")
def test_an_asset_that_an_organiser_took_away_meanwhile_does_nothing_and_returns_to_nobody():
    night = battle_line()
    gone, theirs = night.hold("active", "reinforcements"), night.hold("opposing", "scouted_area")
    night.lay((2, 3), (2, 3)).commit("active", gone)
    night.emit(roster.AssetGone(night.fleets["active"], gone, "Reinforcements", "J", "", reason="A slip"))
    night.commit("opposing", theirs)
    assert [each.asset for each in night.pregame.effects] == [theirs]
    night.act(VoidGame(night.game_id, "The shop closes"), ORGANISER)
    assert list(night.fleet("opposing").assets) == [theirs]
    assert night.fleet("active").assets == {}


@pytest.mark.rule("CR-006", "CR-076")
def test_a_log_without_an_asset_tells_of_its_commitment_only_once_that_is_open():
    night = battle_line()
    number, theirs = night.hold("active", "scouted_area"), night.hold("opposing", "scouted_area")
    night.lay((2, 3), (2, 3)).commit("active", number)
    gained = next(each for each in night.events if isinstance(each, roster.AssetGained))
    fold(each for each in night.events if each is not gained)
    night.commit("opposing", theirs)
    with pytest.raises(Conflict):
        fold(each for each in night.events if each is not gained)


@pytest.mark.rule("CR-006", "CR-076")
def test_an_organiser_commits_for_an_absent_player_but_not_for_his_own_opponent():
    night = battle_line()
    number = night.hold("active", "scouted_area")
    night.lay((2, 3), (2, 3))
    order, rival = CommitAssets(night.game_id, "active", (number,)), Actor(OPPOSING, "organiser")
    with pytest.raises(NotYours) as no:
        decide(night.state, rival, order, now=NOW, entropy=night.entropy, next_id=999)
    assert (no.value.code, no.value.rule) == ("opponents_hand", "CR-006")
    night.act(order, ORGANISER)
    assert [each.asset for each in night.pregame.commits["active"]] == [number]


# Fleet Intelligence --------------------------------------------------------------------------------------


@pytest.mark.rule("CR-078")
@pytest.mark.parametrize("side", SIDES)
def test_fleet_intelligence_shows_all_cards_of_the_other_side_and_then_asks(side: SideName):
    night = played(side, "fleet_intelligence")
    shown = [(each.side, each.of, each.card) for each in night.pregame.looks]
    assert shown == [(side, other(side), 2), (side, other(side), 3)]
    assert current_effect(night.game) is not None
    assert night.game.forces == []


@pytest.mark.rule("CR-084")
def test_a_card_may_then_be_exchanged_for_another_of_its_type():
    night = played("active", "fleet_intelligence")
    night.act(ExchangeSquadron(night.game_id, give=3, take=4), ACTIVE)
    night.act(GoOn(night.game_id), OPPOSING)
    assert [each.card for each in night.game.squadrons_of("active")] == [2, 4]
    assert night.game.step == "play"


@pytest.mark.rule("CR-084")
@pytest.mark.parametrize(("give", "take"), [(4, 3), (2, 3), (2, 9)])
def test_no_card_is_exchanged_for_one_that_is_drawn_or_not_there(give: int, take: int):
    night = played("active", "fleet_intelligence")
    assert refused(night, ExchangeSquadron(night.game_id, give, take), ACTIVE).rule == "CR-084"


def test_the_exchange_is_not_the_opponents_to_make():
    night = played("active", "fleet_intelligence")
    assert isinstance(refused(night, ExchangeSquadron(night.game_id, 3, 4), OPPOSING), NotYours)


def test_an_effect_may_be_let_go():
    night = played("active", "fleet_intelligence")
    night.act(PassEffect(night.game_id), ACTIVE)
    [done] = night.happened(ev.EffectResolved)
    assert isinstance(done, ev.EffectResolved) and done.passed
    night.act(GoOn(night.game_id), OPPOSING)
    assert [each.card for each in night.game.squadrons_of("active")] == [2, 3]


@pytest.mark.rule("CR-084")
def test_nobody_is_asked_if_nothing_can_be_exchanged():
    night = battle_line()
    number = night.hold("active", "fleet_intelligence")
    night.lay((2, 3, 4), (2, 3)).commit("active", number)
    assert len(night.pregame.looks) == 2
    assert night.game.step == "play"


@pytest.mark.rule("CR-075", "CR-078")
@pytest.mark.parametrize("kind", ["standard", "recon"])
def test_that_its_player_is_asked_does_not_tell_which_types_lie_face_down(kind: SquadronType):
    night = MissionNight()
    for side in SIDES:
        night.wing(side, 2)
        night.wing(side, 3)
    night.wing("active", 4, kind)
    number = night.hold("active", "fleet_intelligence")
    night.lay((2, 3), (2, 3)).commit("active", number)
    assert [each.what for each in awaited(night.state, night.game)] == ["exchange"]


@pytest.mark.rule("CR-078")
def test_an_organiser_lets_an_exchange_go_and_cannot_try_out_what_lies_face_down():
    night = played("active", "fleet_intelligence")
    messages = {
        refused(night, ExchangeSquadron(night.game_id, give, 4), ORGANISER).message for give in (3, 4)
    }
    assert len(messages) == 1
    night.act(PassEffect(night.game_id), ORGANISER)
    night.act(GoOn(night.game_id), OPPOSING)
    assert night.game.step == "play"


# Disrupted Command Structure -----------------------------------------------------------------------------


@pytest.mark.rule("CR-084")
def test_a_disrupted_side_swaps_the_card_that_was_looked_at_for_a_random_other():
    night = battle_line()
    night.wing("opposing", 5)
    night = played("active", "disrupted_command", night)
    night.act(LookAtSquadron(night.game_id, 1), ACTIVE)
    assert [(each.of, each.place, each.card) for each in night.pregame.looks] == [("opposing", 1, 3)]
    night.act(SwapSquadron(night.game_id), ACTIVE)
    [pick] = [each for each in night.pregame.picks if each.purpose == "effect 0 swap"]
    assert pick.deck == ("4", "5")
    assert [each.card for each in night.game.squadrons_of("opposing")] == [2, int(pick.taken[0])]


@pytest.mark.rule("CR-084")
def test_the_swap_may_be_left_after_the_look():
    night = played("active", "disrupted_command")
    night.act(LookAtSquadron(night.game_id, 0), ACTIVE)
    night.act(PassEffect(night.game_id), ACTIVE)
    night.act(GoOn(night.game_id), OPPOSING)
    assert [each.card for each in night.game.squadrons_of("opposing")] == [2, 3]


@pytest.mark.rule("CR-075", "CR-084")
def test_that_no_card_is_left_to_swap_for_shows_when_it_is_tried():
    night = MissionNight()
    for side in SIDES:
        night.wing(side, 2, "recon")
        night.wing(side, 3, "recon")
        night.wing(side, 4)
    night = played("active", "disrupted_command", night)
    night.act(LookAtSquadron(night.game_id, 0), ACTIVE)
    assert [each.what for each in awaited(night.state, night.game)] == ["swap"]
    night.act(SwapSquadron(night.game_id), ACTIVE)
    assert [each.card for each in night.game.squadrons_of("opposing")] == [2, 3]
    assert night.happened(ev.SquadronExchanged) == []


def test_looking_comes_before_swapping_and_once():
    night = played("active", "disrupted_command")
    assert refused(night, SwapSquadron(night.game_id), ACTIVE).code == "not_looked"
    assert isinstance(refused(night, LookAtSquadron(night.game_id, 2), ACTIVE), Unreadable)
    night.act(LookAtSquadron(night.game_id, 0), ACTIVE)
    assert refused(night, LookAtSquadron(night.game_id, 1), ACTIVE).code == "looked"


@pytest.mark.rule("CR-084")
def test_a_single_card_is_shown_at_once():
    night = battle_line()
    number = night.hold("active", "disrupted_command")
    night.lay((2, 3), (2,), mission=6).commit("active", number)
    assert [each.card for each in night.pregame.looks] == [2]


@pytest.mark.rule("CR-082")
def test_example_18_played_out_the_opponents_card_may_be_swapped():
    night = battle_line()
    ours = [night.hold("active", "double_agent"), night.hold("active", "reinforcements")]
    theirs = night.hold("opposing", "disrupted_command")
    night.lay((2, 3), (2, 3)).commit_both(ours, [theirs])
    night.act(LookAtSquadron(night.game_id, 0), ACTIVE)
    night.act(SwapSquadron(night.game_id), ACTIVE)
    assert [each.card for each in night.game.squadrons_of("opposing")] == [4, 3]
    assert night.pregame.works_for("active", "reinforcements") == 1


@pytest.mark.rule("CR-077")
def test_the_opposing_sides_asset_is_resolved_before_the_active_sides():
    night = battle_line()
    ours, theirs = night.hold("active", "fleet_intelligence"), night.hold("opposing", "disrupted_command")
    night.lay((2, 3), (2, 3)).commit_both([ours], [theirs])
    assert refused(night, ExchangeSquadron(night.game_id, 3, 4), ACTIVE).code == "no_effect"
    night.act(LookAtSquadron(night.game_id, 0), OPPOSING)
    night.act(SwapSquadron(night.game_id), OPPOSING)
    assert night.pregame.cards["active"] == [4, 3]
    night.act(ExchangeSquadron(night.game_id, 3, 2), ACTIVE)
    night.act(GoOn(night.game_id), OPPOSING)
    assert [each.card for each in night.game.squadrons_of("active")] == [4, 2]


@pytest.mark.rule("CR-078")
def test_squadrons_seen_stay_as_they_were_seen_after_a_swap():
    night = battle_line()
    ours, theirs = night.hold("active", "sabotage"), night.hold("opposing", "fleet_intelligence")
    night.lay((2, 3), (2, 3)).commit_both([ours], [theirs])
    night.act(ExchangeSquadron(night.game_id, 3, 4), OPPOSING)
    assert [each.card for each in night.pregame.looks if each.effect == 0] == [2, 3]


# Sabotage ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-085")
def test_sabotage_damages_a_ship_of_a_random_card_and_shows_the_card():
    night = played("active", "sabotage")
    [found] = night.pregame.sabotaged
    [look] = night.pregame.looks
    assert (look.side, look.of, look.card) == ("active", "opposing", found.card)
    assert found.fresh and night.roster_ship(found.ship).damaged == ["whole"]
    assert night.game.ships[found.ship].start_cards == {"whole": 1}


@pytest.mark.rule("CR-079")
def test_anybody_can_recompute_what_sabotage_picked():
    night = played("active", "sabotage")
    draw = night.game.draw
    for pick in night.pregame.picks:
        if pick.purpose.startswith("effect"):
            nonces = [draw.nonces[side] for side in SIDES]
            stream = FairStream(bytes.fromhex(draw.seed), [*nonces, *pick.added], pick.purpose)
            assert (stream.shuffle(pick.deck)[0],) == pick.taken
    assert [each.purpose for each in night.pregame.picks[1:]] == ["effect 0 card", "effect 0 ship"]


@pytest.mark.rule("CR-085")
def test_sabotage_does_nothing_to_what_is_damaged_already():
    night = MissionNight()
    dear = night.ship("active", XWING, ["protontorpedoes"], damaged=["whole"])
    night.ship("active", XWING)
    night.wing("opposing", 2)
    number = night.hold("opposing", "sabotage")
    night.lay((2,), (2,), mission=6).commit("opposing", number)
    [found] = night.pregame.sabotaged
    assert (found.ship, found.fresh) == (dear, False)
    assert [s.damaged for s in night.fleet("active").ships.values()] == [["whole"], []]


@pytest.mark.rule("CR-085")
def test_a_second_sabotage_of_the_same_ship_finds_it_damaged():
    night = MissionNight()
    dear = night.ship("active", XWING, ["protontorpedoes"])
    night.wing("opposing", 2)
    numbers = [night.hold("opposing", "sabotage") for _ in range(2)]
    night.lay((2,), (2,), mission=6).commit("opposing", *numbers)
    assert [(each.ship, each.fresh) for each in night.pregame.sabotaged] == [(dear, True), (dear, False)]
    assert night.roster_ship(dear).damaged == ["whole"]


@pytest.mark.rule("CR-085")
def test_sabotage_damages_the_dearer_section_of_a_huge_ship():
    night = MissionNight()
    night.squadron("active", 2, "epic")
    ship = night.ship("active", CR90)
    night.wing("active", 3)
    night.wing("opposing", 2)
    number = night.hold("opposing", "sabotage")
    night.lay((2,), (2,), mission=6).commit("opposing", number)
    [found] = night.pregame.sabotaged
    assert (found.ship, found.section) == (ship, "fore")
    assert list(night.game.ships[ship].start_cards) == ["fore"]


@pytest.mark.rule("CR-078")
def test_nothing_stands_on_the_roster_before_the_squadrons_are_revealed():
    night = battle_line()
    spy, eye = night.hold("opposing", "sabotage"), night.hold("active", "fleet_intelligence")
    night.lay((2, 3), (2, 3)).commit_both([eye], [spy])
    assert len(night.pregame.sabotaged) == 1
    assert all(not ship.damaged for ship in night.fleet("active").ships.values())
    night.act(PassEffect(night.game_id), ACTIVE)
    assert all(not ship.damaged for ship in night.fleet("active").ships.values())
    night.act(GoOn(night.game_id), OPPOSING)
    assert sum(bool(ship.damaged) for ship in night.fleet("active").ships.values()) == 1


@pytest.mark.rule("CR-082")
def test_a_stolen_sabotage_hits_those_who_brought_it():
    night = battle_line()
    ours, theirs = night.hold("active", "double_agent"), night.hold("opposing", "sabotage")
    night.lay((2, 3), (2, 3)).commit_both([ours], [theirs])
    assert [each.side for each in night.pregame.sabotaged] == ["opposing"]
    assert [(each.side, each.of) for each in night.pregame.looks] == [("active", "opposing")]


def test_a_log_folded_anew_gives_the_same_game():
    night = played("active", "sabotage")
    before = night.game
    again = MissionNight()
    for event in night.events[len(again.events) :]:
        again.emit(event)
    again.game_id = night.game_id
    assert again.game == before


def test_a_game_with_assets_survives_being_written_down():
    night = played("active", "sabotage")
    text = msgspec.json.encode(night.game)
    assert msgspec.json.decode(text, type=GameState) == night.game
    for event in night.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
