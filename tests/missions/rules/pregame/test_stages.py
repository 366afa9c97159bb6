"""The steps before a mission: in order, taken back until somebody answers, or called off (CR-070)."""

from collections.abc import Callable

import pytest

from league.kernel.decision import Actor, Order, decide
from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.game import events as ev
from missions.rules.game.waiting import awaited
from missions.rules.pregame import events as pre
from missions.rules.pregame.eligibility import mission_offers, way_back
from rosters.rules import events as roster
from tests.missions.rules.builders import (
    ACTIVE,
    CR90,
    NOW,
    OPPOSING,
    ORGANISER,
    STRANGER,
    TIE,
    XWING,
    Night,
    fleets_for_missions,
    waits,
)


def stages(night: Night) -> list[str]:
    return [event.stage for event in night.events if isinstance(event, pre.StageReached)]


def ready() -> Night:
    return fleets_for_missions().ready()


def squadron_drawn(card: int = 4) -> Night:
    return fleets_for_missions().draw_mission_squadron(card)


def armed() -> Night:
    """Both sides hold an asset, and the squadrons lie face down."""
    night = fleets_for_missions()
    night.asset("active", "guarded_approach")
    night.asset("opposing", "sabotage")
    return night.draw_mission_squadron(2).choose_mission(2)


@pytest.mark.rule("CR-070")
def test_a_game_with_everything_passes_all_stages_in_order():
    night = armed()
    for side, member in (("active", ACTIVE), ("opposing", OPPOSING)):
        asset = next(iter(night.fleet(side).assets))  # type: ignore[arg-type]
        night.act(do.CommitAssets(night.game_id, side, (asset,)), member)  # type: ignore[arg-type]
    night.act(do.NominateShip(night.game_id, night.game.squadrons_of("active")[0].ships[0]), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert stages(night) == ["rest", "squadron", "mission", "commit", "effects", "supplies", "nominate"]
    assert (night.game.step, night.pregame.stage) == ("play", "over")


@pytest.mark.rule("CR-062", "CR-070")
def test_without_assets_or_choices_a_step_is_left_out():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.ready()
    night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    assert stages(night) == ["rest", "squadron", "mission"] and night.game.step == "play"


@pytest.mark.rule("CR-070")
def test_it_is_always_said_whose_move_it_is():
    night = armed()
    assert waits(night) == [("commit", "active", ACTIVE), ("commit", "opposing", OPPOSING)]
    night.act(do.CommitAssets(night.game_id, "opposing"), OPPOSING)
    assert waits(night) == [("commit", "active", ACTIVE)]
    for build, move in ((ready, "rest"), (squadron_drawn, "mission")):
        assert waits(build()) == [(move, "active", ACTIVE)]
    fresh = fleets_for_missions().pair(missions=True)
    assert waits(fresh) == [("ready", "active", ACTIVE), ("ready", "opposing", OPPOSING)]


@pytest.mark.rule("CR-070")
@pytest.mark.parametrize(
    "order",
    [
        lambda game: do.RestSquadrons(game),
        lambda game: do.DrawMissionSquadron(game),
        lambda game: do.ChooseStrength(game, "active", 1),
        lambda game: do.NominateShip(game, 1),
        lambda game: do.PressReady(game, "active"),
        lambda game: do.ShowNomination(game),
    ],
)
def test_an_order_that_is_not_due_is_refused_with_a_sentence(order: Callable[[int], Order]):
    night = squadron_drawn()
    with pytest.raises(Refusal) as no:
        night.act(order(night.game_id), ACTIVE)
    assert no.value.code in ("wrong_stage", "already_ready", "wrong_step")
    assert no.value.message.endswith(".")


@pytest.mark.rule("CR-062")
@pytest.mark.parametrize(
    "order",
    [
        lambda game: do.CommitAssets(game, "active"),
        lambda game: do.RestSquadrons(game),
        lambda game: do.TakeBack(game, "active"),
        lambda game: do.GoOn(game),
        lambda game: do.PassEffect(game),
        lambda game: do.TakeSupplies(game, {}),
        lambda game: do.ShowNomination(game),
        lambda game: do.PassReinforcement(game, "active", 2),
        lambda game: do.BringShip(game, 1),
    ],
)
def test_in_a_game_without_a_mission_nothing_of_one_can_be_done(order: Callable[[int], Order]):
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.pair()
    with pytest.raises(Refusal, match="played without a mission") as no:
        night.act(order(night.game_id), ACTIVE)
    assert (no.value.code, no.value.rule) == ("no_mission", "CR-062")


@pytest.mark.rule("CR-070")
def test_only_the_owner_or_an_organiser_moves_a_side():
    night = ready()
    for member in (OPPOSING, STRANGER):
        with pytest.raises(NotYours):
            night.act(do.RestSquadrons(night.game_id), member)
    night.act(do.RestSquadrons(night.game_id), ORGANISER)
    with pytest.raises(NotYours):
        night.act(do.DrawMissionSquadron(night.game_id), OPPOSING)


def test_a_game_without_a_mission_has_no_such_steps():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    night.begin()
    for order in (do.RestSquadrons(night.game_id), do.TakeBack(night.game_id, "active")):
        with pytest.raises(Refusal, match="played without a mission"):
            night.act(order, ACTIVE)
    with pytest.raises(Refusal, match="without a mission"):
        night.act(do.DrawReinforcement(night.game_id, "active", 2), ACTIVE)


# Taking back ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-070")
def test_ready_is_taken_back_before_the_other_side_answers():
    night = fleets_for_missions().pair(missions=True)
    night.act(do.PressReady(night.game_id, "opposing", "mine"), OPPOSING)
    assert way_back(night.state, night.game, "active") is None
    night.act(do.TakeBack(night.game_id, "opposing"), OPPOSING)
    assert night.game.draw is not None and night.game.draw.nonces == {}
    seed = night.game.draw.seed
    night.ready()
    assert night.game.draw.seed == seed and way_back(night.state, night.game, "opposing") is None


@pytest.mark.rule("CR-070", "CR-071")
def test_rest_is_taken_back_until_a_card_is_drawn():
    night = ready()
    night.act(do.RestSquadrons(night.game_id, (2,)), ACTIVE)
    night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
    assert (night.pregame.stage, night.pregame.rested) == ("rest", [])
    night.act(do.RestSquadrons(night.game_id, (3,)), ACTIVE)
    night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
    with pytest.raises(Refusal, match="call the game off"):
        night.act(do.TakeBack(night.game_id, "active"), ACTIVE)


@pytest.mark.rule("CR-070", "CR-074")
def test_mission_and_strength_are_taken_back_until_the_other_side_answers():
    night = squadron_drawn()
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    night.act(do.ChooseStrength(night.game_id, "active", 2), ACTIVE)
    assert way_back(night.state, night.game, "opposing") is None
    for stage in ("strength", "mission"):
        night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
        assert night.pregame.stage == stage
    assert (night.pregame.mission, night.pregame.strengths) == (0, {})
    night.choose_mission(5, (1, 1))
    assert way_back(night.state, night.game, "active") is None


@pytest.mark.rule("CR-070", "CR-076")
def test_a_commitment_is_taken_back_until_both_are_in():
    night = armed()
    night.act(do.CommitAssets(night.game_id, "active"), ACTIVE)
    with pytest.raises(NotYours):
        night.act(do.TakeBack(night.game_id, "active"), OPPOSING)
    night.act(do.TakeBack(night.game_id, "active"), ACTIVE)
    assert night.pregame.commits == {}
    for side, member in (("opposing", OPPOSING), ("active", ACTIVE)):
        night.act(do.CommitAssets(night.game_id, side), member)  # type: ignore[arg-type]
    assert {way_back(night.state, night.game, side) for side in ("active", "opposing")} == {None}


@pytest.mark.rule("CR-076")
def test_a_commitment_that_the_app_made_is_not_taken_back():
    night = fleets_for_missions()
    night.asset("active", "guarded_approach")
    night.draw_mission_squadron(2).choose_mission(2)
    assert night.pregame.commits == {"opposing": ()}
    assert way_back(night.state, night.game, "opposing") is None


# Calling off ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-079")
def test_a_game_that_is_called_off_while_it_is_prepared_shows_its_seed():
    night = squadron_drawn()
    with pytest.raises(NotYours):
        night.act(do.VoidGame(night.game_id, "Late"), ACTIVE)
    night.act(do.VoidGame(night.game_id, "Late"), ORGANISER)
    assert night.game.step == "void" and night.game.seed_shown
    assert [type(event) for event in night.last][-1] is ev.SeedRevealed
    assert night.fleet("active").game is None


@pytest.mark.rule("CR-076", "CR-085")
def test_calling_off_gives_assets_back():
    night = armed()
    held = {side: set(night.fleet(side).assets) for side in ("active", "opposing")}  # type: ignore[arg-type]
    for side, member in (("active", ACTIVE), ("opposing", OPPOSING)):
        night.act(do.CommitAssets(night.game_id, side, tuple(held[side])), member)  # type: ignore[arg-type]
    assert night.fleet("opposing").assets == {}
    marks = [event for event in night.last if isinstance(event, roster.DamageMarked)]
    assert [(event.fleet, event.rule) for event in marks] == [(night.fleets["active"], "CR-085")]
    night.act(do.VoidGame(night.game_id, "A power cut"), ORGANISER)
    assert {side: set(night.fleet(side).assets) for side in held} == held  # type: ignore[arg-type]
    assert not any(ship.damaged for ship in night.fleet("active").ships.values())


@pytest.mark.rule("CR-078", "CR-085")
def test_a_sabotaged_ship_turns_over_damaged():
    night = armed()
    for side, member in (("active", ACTIVE), ("opposing", OPPOSING)):
        asset = next(iter(night.fleet(side).assets))  # type: ignore[arg-type]
        night.act(do.CommitAssets(night.game_id, side, (asset,)), member)  # type: ignore[arg-type]
    found = night.pregame.sabotaged[0]
    assert night.game.ships[found.ship].start_cards == {"whole": 1}
    assert [ship.id for ship in night.game.ships.values() if ship.start_cards] == [found.ship]


def test_a_side_is_active_or_opposing():
    night = ready()
    with pytest.raises(Unreadable):
        night.act(do.TakeBack(night.game_id, "third"), ACTIVE)  # type: ignore[arg-type]


# To the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-070", "CR-079", "CR-122")
@pytest.mark.parametrize(
    ("card", "mission"), [(2, 1), (2, 2), (2, 3), (4, 4), (4, 5), (4, 6), (6, 7), (6, 8)]
)
def test_every_mission_is_played_to_its_end(card: int, mission: int):
    night = fleets_for_missions().draw_mission_squadron(card).choose_mission(mission)
    if night.game.step == "pregame":
        ship = night.game.squadrons_of("active")[0].ships[0]
        night.act(do.NominateShip(night.game_id, ship), ACTIVE)
        night.act(do.GoOn(night.game_id), OPPOSING)
    if night.pregame.nominated:
        night.act(do.ShowNomination(night.game_id), ACTIVE)
    night.report(destroyed=[ship.id for ship in night.game.ships_of("opposing")]).finish()
    assert (night.game.step, night.game.winner, night.game.seed_shown) == ("done", "active", True)
    assert awaited(night.state, night.game) == ()


# Choices for others --------------------------------------------------------------------------------------


@pytest.mark.rule("CR-075")
@pytest.mark.parametrize("holds", [True, False])
def test_an_organiser_is_not_told_by_a_refusal_what_the_drawn_squadron_holds(holds: bool):
    night = fleets_for_missions()
    if not holds:
        night.missing(
            "active", next(each.id for each in night.fleet("active").ships_in(6) if each.card == CR90)
        )
    night.draw_mission_squadron(6)
    assert mission_offers(night.state, night.game)[6].open == holds
    with pytest.raises(Refusal) as no:
        night.act(do.ChooseMission(night.game_id, 7), ORGANISER)
    assert no.value.message == (
        "Blockade cannot be chosen. It depends on the ships of the Drawn Squadron, which only its owner "
        "knows. Choose another."
    )


@pytest.mark.rule("CR-006", "CR-091")
def test_an_organiser_neither_makes_nor_shows_the_nomination_of_his_own_opponent():
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(2)
    rival = Actor(OPPOSING, "organiser")
    for order in (do.NominateShip(night.game_id, 1), do.ShowNomination(night.game_id)):
        with pytest.raises(NotYours, match="stay closed to you") as no:
            decide(night.state, rival, order, now=NOW, entropy=night.entropy, next_id=999)
        assert no.value.rule == "CR-006"
        if night.game.step == "pregame":
            night.act(do.NominateShip(night.game_id, night.game.squadrons_of("active")[0].ships[0]), ACTIVE)
            night.act(do.GoOn(night.game_id), OPPOSING)
