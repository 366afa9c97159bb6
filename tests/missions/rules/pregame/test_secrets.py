"""Secrets before a mission: who may see them when, and that no sentence reveals them (CR-006, CR-075,
CR-076, CR-078, CR-091)."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, get_args

import pytest

import missions.rules.pregame.events as events_module
from league.kernel.events import KINDS
from missions.rules import orders as do
from missions.rules.game.narration import sentence
from missions.rules.game.secrets import PregameView, Viewer, view_for
from missions.rules.game.state import DrawnSquadron, GameState
from missions.rules.pregame import events as ev
from missions.rules.pregame.state import Effect, Look, OpenChoice, Pick, SabotagedShip
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, Night, fleets_for_missions

VIEWERS: tuple[Viewer, ...] = get_args(Viewer)


def seen(night: Night, viewer: Viewer) -> PregameView:
    found = view_for(night.game, viewer).pregame
    assert found is not None
    return found


def sees(night: Night, fact: Callable[[PregameView], object]) -> set[Viewer]:
    """The readers to whom a part of the view is not empty."""
    return {viewer for viewer in VIEWERS if fact(seen(night, viewer))}


def face_down(mission: int = 3) -> Night:
    """Squadrons lie face down, and both sides hold two assets."""
    night = fleets_for_missions()
    for kind in ("fleet_intelligence", "disrupted_command"):
        night.asset("active", kind)  # type: ignore[arg-type]
    for kind in ("guarded_approach", "sabotage"):
        night.asset("opposing", kind)  # type: ignore[arg-type]
    return night.draw_mission_squadron(2).choose_mission(mission)


def commit(night: Night, active: int, opposing: int) -> Night:
    """Each side commits that many of its assets."""
    for side, member, number in (("opposing", OPPOSING, opposing), ("active", ACTIVE, active)):
        assets = tuple(night.fleet(side).assets)[:number]  # type: ignore[arg-type]
        night.act(do.CommitAssets(night.game_id, side, assets), member)  # type: ignore[arg-type]
    return night


def nominated() -> Night:
    night = commit(face_down(), 0, 0)
    night.act(do.NominateShip(night.game_id, night.game.squadrons_of("active")[0].ships[0]), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    return night


@pytest.mark.rule("CR-075")
def test_of_the_drawn_squadron_only_the_type_is_public():
    night = fleets_for_missions().draw_mission_squadron(2)
    assert sees(night, lambda view: view.drawn) == {"active"}
    assert sees(night, lambda view: view.deck) == {"active"}
    assert {seen(night, viewer).drawn_type for viewer in VIEWERS} == {"recon"}


@pytest.mark.rule("CR-075")
def test_face_down_cards_are_their_owners_and_their_number_everybodys():
    night = face_down()
    assert sees(night, lambda view: view.cards.get("active")) == {"active"}
    assert sees(night, lambda view: view.cards.get("opposing")) == {"opposing"}
    assert [seen(night, viewer).counts for viewer in VIEWERS] == [{"active": 2, "opposing": 2}] * 4
    assert sees(night, lambda view: view.pools or view.picks) == set()
    assert not any(view_for(night.game, viewer).ships for viewer in VIEWERS)


@pytest.mark.rule("CR-076")
def test_a_commitment_is_its_sides_until_both_are_in():
    night = face_down()
    asset = next(iter(night.fleet("active").assets))
    night.act(do.CommitAssets(night.game_id, "active", (asset,)), ACTIVE)
    assert sees(night, lambda view: view.commits) == {"active"}
    assert {seen(night, viewer).committed for viewer in VIEWERS} == {("active",)}
    night.act(do.CommitAssets(night.game_id, "opposing"), OPPOSING)
    assert sees(night, lambda view: view.commits["active"]) == set(VIEWERS)
    assert sees(night, lambda view: view.effects) == set(VIEWERS)


@pytest.mark.rule("CR-078")
def test_only_its_side_sees_what_an_asset_showed_until_the_game_is_over():
    night = commit(face_down(), 1, 0)
    assert sees(night, lambda view: view.looks) == {"active"}
    assert [look.card for look in seen(night, "active").looks] == night.pregame.cards["opposing"]
    night.act(do.PassEffect(night.game_id), ACTIVE)
    assert sees(night, lambda view: view.looks) == {"active"}
    night.act(do.VoidGame(night.game_id, "Late"), ORGANISER)
    assert sees(night, lambda view: view.looks) == set(VIEWERS)


@pytest.mark.rule("CR-078", "CR-085")
def test_sabotage_is_open_with_the_squadrons():
    night = commit(face_down(), 1, 2)
    assert night.pregame.stage == "effects"
    assert sees(night, lambda view: view.sabotaged) == {"opposing"}
    night.act(do.PassEffect(night.game_id), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert sees(night, lambda view: view.sabotaged) == set(VIEWERS)


@pytest.mark.rule("CR-078")
def test_everything_on_the_table_is_open_once_it_is_turned_over():
    night = commit(face_down(), 0, 0)
    assert night.pregame.stage == "nominate"
    assert sees(night, lambda view: view.drawn and len(view.cards) == 2) == set(VIEWERS)
    assert sees(night, lambda view: view.pools or view.picks) == set()
    assert sees(night, lambda view: view.deck) == {"active"}


@pytest.mark.rule("CR-091")
def test_the_nomination_is_its_owners_until_it_is_shown():
    night = nominated()
    assert sees(night, lambda view: view.nominated) == {"active"}
    assert sees(night, lambda view: view.has_nominated) == set(VIEWERS)
    night.act(do.ShowNomination(night.game_id), ACTIVE)
    assert sees(night, lambda view: view.nominated) == set(VIEWERS)


@pytest.mark.rule("CR-079")
def test_a_game_that_is_over_shows_what_its_draws_are_recomputed_from():
    night = nominated()
    night.act(do.VoidGame(night.game_id, "Late"), ORGANISER)
    assert sees(night, lambda view: view.picks and view.pools and view.deck) == set(VIEWERS)
    assert sees(night, lambda view: view.nominated) == set(VIEWERS)


@pytest.mark.rule("CR-076")
def test_a_commitment_that_was_never_answered_stays_secret_when_the_game_is_called_off():
    night = face_down()
    asset = next(iter(night.fleet("active").assets))
    night.act(do.CommitAssets(night.game_id, "active", (asset,)), ACTIVE)
    night.act(do.VoidGame(night.game_id, "Late"), ORGANISER)
    assert sees(night, lambda view: view.commits) == {"active"}


# Games that differ in a secret alone ----------------------------------------------------------------------


def other_card(game: GameState) -> None:
    assert game.pregame is not None
    game.pregame.cards["active"][1] = 7
    game.pregame.pools["active"] = (3, 7)


def other_drawn(game: GameState) -> None:
    assert game.pregame is not None
    game.pregame.drawn, game.pregame.cards["active"][0], game.pregame.deck = 3, 3, [3, 4]


def other_look(game: GameState) -> None:
    assert game.pregame is not None
    game.pregame.looks = [Look(0, "active", "opposing", 1, 9)]


def other_commit(game: GameState) -> None:
    assert game.pregame is not None
    game.pregame.commits["active"] = ()


def other_nominee(game: GameState) -> None:
    assert game.pregame is not None
    game.pregame.nominated += 1


def other_seed(game: GameState) -> None:
    assert game.draw is not None
    game.draw.seed = "00" * 32


def one_committed() -> Night:
    night = face_down()
    asset = next(iter(night.fleet("active").assets))
    night.act(do.CommitAssets(night.game_id, "active", (asset,)), ACTIVE)
    return night


@pytest.mark.rule("CR-006", "CR-075", "CR-076", "CR-078", "CR-079", "CR-091")
@pytest.mark.parametrize(
    ("build", "change"),
    [
        (face_down, other_card),
        (face_down, other_drawn),
        (lambda: commit(face_down(), 1, 0), other_look),
        (one_committed, other_commit),
        (nominated, other_nominee),
        (face_down, other_seed),
    ],
)
def test_games_that_differ_in_a_secret_look_the_same_to_all_others(
    build: Callable[[], Night], change: Callable[[GameState], None]
):
    game = build().game
    changed = deepcopy(game)
    change(changed)
    assert changed != game
    for viewer in ("opposing", "organiser", "public"):
        assert view_for(game, viewer) == view_for(changed, viewer)


# Sentences ------------------------------------------------------------------------------------------------

SECRET = 987654


def examples() -> list[Any]:
    """One event of each kind; its secret is the number 987654 or "hush"."""
    card = Pick("hush", ("hush",), (str(SECRET),))
    force = DrawnSquadron(1, 3, "recon")
    hidden: dict[Any, tuple[int, ...]] = {"active": (SECRET, SECRET), "opposing": (SECRET,)}
    committed: Any = (SECRET, "hush")
    return [
        ev.StageReached(1, "commit"),
        ev.SquadronsRested(1, 2, (4, 5)),
        ev.MissionSquadronDrawn(1, 2, SECRET, "recon", card),
        ev.MissionChosen(1, 2, 5, "Ambush"),
        ev.StrengthChosen(1, "opposing", 3, 2),
        ev.ForcesDrawn(1, hidden, hidden, {"active": 2, "opposing": 1}, (card,)),
        ev.AssetsCommitted(1, "active", 2, committed),
        ev.AssetsLocked(1, (Effect(1, "sabotage", "Sabotage", "active", "opposing"),)),
        ev.StepTakenBack(1, "active", 2, "mission"),
        ev.CardLookedAt(1, "active", (Look(0, "active", "opposing", SECRET, SECRET),)),
        ev.SquadronExchanged(1, "active", "active", SECRET, SECRET, SECRET),
        ev.ShipSabotaged(1, "active", SabotagedShip(0, "opposing", SECRET, SECRET, "hush", "hush", True), ()),
        ev.EffectResolved(1, 0, "Sabotage", "active"),
        ev.ForcesRevealed(1, (force, DrawnSquadron(2, 4, "epic")), ()),
        ev.SuppliesDrawn(1, 0, "Supply Shortage", "active", "opposing", 4, card),
        ev.SuppliesTaken(1, "active", 2, 4, 40, (), (7,)),
        ev.SuppliesReturned(1, "active", 2, 4, 36, (), (7,)),
        ev.ChoicesStand(1, "opposing", 2),
        ev.ChoiceLeftOpen(1, OpenChoice("active", "effects", 0, SECRET, SECRET)),
        ev.ShipNominated(1, 2, SECRET),
        ev.NominationShown(1, 2, 7, "Rookie Pilot"),
        ev.ReinforcementDrawn(1, "active", 2, 3, 3, force, (), card),
        ev.ReinforcementPassed(1, "active", 2, 3),
        ev.ShipArrived(1, "active", 2, 7, "Rookie Pilot", next(iter(nominated().game.ships.values()))),
        ev.ResultRuled(1, 9, "draw", "Both went home."),
    ]


@pytest.mark.rule("CR-006")
def test_every_event_of_a_mission_is_told_without_its_secret():
    sentences = {type(event): sentence(event) for event in examples()}
    assert set(sentences) == {cls for cls in KINDS.values() if cls.__module__ == events_module.__name__}
    assert sentences.pop(ev.ChoiceLeftOpen) == ""
    for text in sentences.values():
        assert text and text.endswith(".") and str(SECRET) not in text and "hush" not in text


@pytest.mark.rule("CR-006")
def test_every_event_that_holds_a_secret_says_so():
    """Squadrons are face up where supplies fall on them and where they come in play."""
    holding = [each for each in examples() if str(SECRET) in repr(each) or "hush" in repr(each)]
    assert len(holding) == 10
    assert [type(each) for each in holding if not each.secret] == [ev.SuppliesDrawn, ev.ReinforcementDrawn]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.SquadronsRested(1, 2, ()), "{active:1} rests no squadron."),
        (ev.SquadronsRested(1, 2, (4, 5)), "{active:1} rests squadrons 4 and 5."),
        (ev.StrengthChosen(1, "active", 2, 1), "{active:1} will field 1 squadron."),
        (ev.AssetsLocked(1, ()), "Both commitments are shown: no asset was committed."),
        (
            ev.AssetsLocked(
                1,
                (
                    Effect(1, "sabotage", "Sabotage", "active", "opposing"),
                    Effect(2, "reinforcements", "Reinforcements", "active", "active", "disrupted_command"),
                ),
            ),
            "Both commitments are shown: Sabotage ({active:1}, taken over by {opposing:1}) and "
            "Reinforcements ({active:1}, cancelled).",
        ),
        (
            ev.SquadronExchanged(1, "active", "opposing", 0, 2, 3),
            "{active:1} had a face-down squadron of {opposing:1} swapped.",
        ),
        (
            ev.EffectResolved(1, 0, "Sabotage", "active", passed=True),
            "{active:1} makes no use of Sabotage.",
        ),
        (
            ev.ForcesRevealed(
                1,
                (DrawnSquadron(1, 3, "recon"), DrawnSquadron(1, 5, "recon"), DrawnSquadron(2, 4, "epic")),
                (),
            ),
            "All squadrons are turned over: 3 and 5 against 4.",
        ),
        (
            ev.ResultRuled(1, 9, "active", "Seen by all."),
            "An organiser rules a victory of {active:1}: Seen by all.",
        ),
        (ev.ResultRuled(1, 9, "", ""), "An organiser leaves the result as it was computed."),
    ],
)
def test_a_mission_in_sentences(event: Any, text: str):
    assert sentence(event) == text
