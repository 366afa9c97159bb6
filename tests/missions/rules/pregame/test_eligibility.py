"""Resting squadrons, legal decks, open missions and the strength of a side (CR-071 … CR-075)."""

import pytest

from league.kernel.refusal import NotYours, Refusal, Unreadable
from missions.rules import orders as do
from missions.rules.content.mission_data import missions
from missions.rules.game.sides import SIDES
from missions.rules.game.waiting import awaited
from missions.rules.pregame.eligibility import may_rest, mission_offers, most_rested, nominees, strength_range
from tests.missions.rules.builders import (
    ACTIVE,
    CR90,
    FREIGHTER,
    LAMBDA,
    OPPOSING,
    ORGANISER,
    TIE,
    XWING,
    Night,
    fleets_for_missions,
)


def night_of(active: dict[int, str], opposing: dict[int, str] | None = None) -> Night:
    """Squadron cards with their types; a fighter in each, a big ship in EPIC ones."""
    night = Night()
    for side, cards, small, large in (
        ("active", active, XWING, FREIGHTER),
        ("opposing", opposing or {2: "standard"}, TIE, LAMBDA),
    ):
        for card, kind in cards.items():
            night.squadron(side, card, kind)  # type: ignore[arg-type]
            night.ship(side, large if kind == "epic" else small, squadron=card)  # type: ignore[arg-type]
    return night


def refused(night: Night, order: object, member: int = ACTIVE) -> Refusal:
    with pytest.raises(Refusal) as no:
        night.act(order, member)  # type: ignore[arg-type]
    return no.value


def open_missions(night: Night) -> list[int]:
    return [offer.mission.number for offer in mission_offers(night.state, night.game) if offer.open]


def reason(night: Night, mission: int) -> str:
    offer = mission_offers(night.state, night.game)[mission - 1]
    assert {each.rule for each in offer.reasons} == {"CR-073"}
    return " ".join(each.message for each in offer.reasons)


# Resting --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-071")
@pytest.mark.parametrize(("squadrons", "most"), [(1, 0), (2, 0), (3, 1), (4, 2), (6, 2)])
def test_two_squadrons_have_to_stay(squadrons: int, most: int):
    night = night_of(dict.fromkeys(range(2, 2 + squadrons), "standard")).ready()
    assert most_rested(night.state, night.game) == most
    assert night.pregame.stage == ("rest" if most else "squadron")


@pytest.mark.rule("CR-071")
def test_resting_is_refused_with_what_would_make_it_right():
    night = night_of(dict.fromkeys((2, 3, 4), "standard")).ready()
    for cards, text in (((2, 3), "Two squadrons have to stay"), ((9,), "no squadron 9")):
        no = refused(night, do.RestSquadrons(night.game_id, cards))
        assert text in no.message and no.rule == "CR-071"
    wide = night_of(dict.fromkeys(range(2, 8), "standard")).ready()
    assert (
        "At most two squadrons may rest" in refused(wide, do.RestSquadrons(wide.game_id, (2, 3, 4))).message
    )


@pytest.mark.rule("CR-071")
def test_a_light_squadron_has_to_stay():
    night = night_of({2: "standard", 3: "epic", 4: "epic"}).ready()
    assert may_rest(night.state, night.game) == (3, 4)
    assert "STANDARD or RECON" in refused(night, do.RestSquadrons(night.game_id, (2,))).message


@pytest.mark.rule("CR-071")
def test_rested_squadrons_are_out_of_the_game():
    night = night_of(dict.fromkeys((2, 3, 4, 5), "standard")).ready()
    night.act(do.RestSquadrons(night.game_id, (5, 2)), ACTIVE)
    assert (night.pregame.rested, night.pregame.stage) == ([2, 5], "squadron")
    night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
    assert night.pregame.deck == [3, 4]
    night.choose_mission(4)
    assert sorted(night.pregame.cards["active"]) == [3, 4]


# The deck -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-072")
def test_a_deck_has_two_squadrons_one_of_them_light():
    night = night_of({2: "standard", 3: "epic", 4: "epic"}).ready()
    night.act(do.RestSquadrons(night.game_id), ACTIVE)
    for deck, text in (((2,), "At least 2"), ((3, 4), "STANDARD or RECON"), ((2, 9), "Squadron 9")):
        no = refused(night, do.DrawMissionSquadron(night.game_id, deck))
        assert text in no.message and no.rule == "CR-072"
    night.act(do.DrawMissionSquadron(night.game_id, (2, 3)), ACTIVE)
    assert night.pregame.drawn in (2, 3) and night.pregame.deck == [2, 3]


@pytest.mark.rule("CR-072")
def test_a_fleet_of_one_squadron_has_a_deck_of_one():
    night = night_of({7: "recon"}).ready()
    night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
    assert (night.pregame.drawn, night.pregame.drawn_type) == (7, "recon")


@pytest.mark.rule("CR-072", "CR-073")
@pytest.mark.parametrize("side", ["active", "opposing"])
def test_without_a_light_squadron_nobody_presses_ready(side: str):
    with pytest.raises(Refusal, match="no STANDARD or RECON squadron") as no:
        if side == "active":
            night_of({2: "epic"}).ready()
        else:
            night_of({2: "standard"}, {2: "epic"}).ready()
    assert no.value.rule == ("CR-072" if side == "active" else "CR-073")


# Missions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-073")
@pytest.mark.parametrize(("card", "numbers"), [(2, [1, 2, 3, 4]), (4, [1, 4, 5, 6]), (6, [6, 7, 8])])
def test_the_type_of_the_drawn_squadron_opens_the_missions(card: int, numbers: list[int]):
    night = fleets_for_missions().draw_mission_squadron(card)
    assert open_missions(night) == numbers
    closed = next(each for each in range(1, 9) if each not in numbers)
    no = refused(night, do.ChooseMission(night.game_id, closed))
    assert "It opens to a drawn" in no.message and no.rule == "CR-073"
    assert len(mission_offers(night.state, night.game)) == 8


@pytest.mark.rule("CR-073")
def test_full_scale_engagement_needs_two_squadrons_a_side():
    night = night_of({2: "standard", 3: "epic"}).draw_mission_squadron(3)
    assert open_missions(night) == [6, 7]
    assert "The opposing fleet would need two RECON or STANDARD or EPIC squadrons" in reason(night, 8)
    stronger = night_of({2: "standard", 3: "epic"}, dict.fromkeys((2, 3), "standard"))
    assert open_missions(stronger.draw_mission_squadron(3)) == [6, 7, 8]


@pytest.mark.rule("CR-071", "CR-074")
@pytest.mark.parametrize(("rested", "most"), [((), 3), ((3,), 2)])
def test_a_rested_squadron_adds_nothing_to_the_strength(rested: tuple[int, ...], most: int):
    night = night_of(dict.fromkeys((2, 3), "standard") | {4: "epic"}).ready()
    night.act(do.RestSquadrons(night.game_id, rested), ACTIVE)
    night.act(do.DrawMissionSquadron(night.game_id), ACTIVE)
    assert strength_range(night.state, night.game, missions()[8], "active") == (2, most)


@pytest.mark.rule("CR-074", "CR-075")
def test_each_recon_fills_a_place_of_its_own_if_other_types_may_come():
    night = night_of({2: "recon", 3: "recon", 4: "epic"}, {2: "recon", 3: "recon", 4: "standard"})
    night.draw_mission_squadron(4)
    ranges = [strength_range(night.state, night.game, missions()[8], side) for side in SIDES]
    assert ranges == [(2, 3), (2, 3)]


@pytest.mark.rule("CR-073")
def test_a_blockade_needs_a_big_ship_in_the_drawn_squadron():
    night = Night()
    for card, kind in ((2, "standard"), (3, "epic")):
        night.squadron("active", card, kind)  # type: ignore[arg-type]
        night.ship("active", XWING, squadron=card)
    night.missing("active", night.ship("active", FREIGHTER, squadron=3))
    night.ship("opposing", TIE)
    night.draw_mission_squadron(3)
    assert "Large or Huge ship in the Drawn Squadron" in reason(night, 7)


@pytest.mark.rule("CR-073")
def test_an_ambush_needs_a_standard_squadron_or_two_recon_on_the_other_side():
    one = night_of({2: "standard", 3: "standard"}, {2: "recon"}).draw_mission_squadron()
    assert "The opposing fleet would need one STANDARD squadron" in reason(one, 5)
    two = night_of({2: "standard", 3: "standard"}, {2: "recon", 3: "recon"}).draw_mission_squadron()
    assert 5 in open_missions(two)


def test_there_is_no_ninth_mission():
    night = fleets_for_missions().draw_mission_squadron()
    with pytest.raises(Unreadable):
        night.act(do.ChooseMission(night.game_id, 9), ACTIVE)


# Strength -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-074")
@pytest.mark.parametrize(
    ("card", "mission", "active", "opposing"),
    [
        (2, 1, (1, 1), (1, 1)),
        (2, 2, (1, 1), (1, 1)),
        (2, 3, (1, 2), (1, 2)),
        (4, 5, (1, 2), (1, 2)),
        (4, 6, (1, 1), (1, 1)),
        (6, 7, (1, 3), (1, 3)),
        (6, 8, (2, 4), (2, 4)),
    ],
)
def test_strength_counts_the_drawn_squadron(
    card: int, mission: int, active: tuple[int, int], opposing: tuple[int, int]
):
    night = fleets_for_missions().draw_mission_squadron(card)
    brief = missions()[mission]
    assert strength_range(night.state, night.game, brief, "active") == active
    assert strength_range(night.state, night.game, brief, "opposing") == opposing
    night.choose_mission(mission)
    shown = night.pregame
    assert {side: len(cards) for side, cards in shown.cards.items()} == shown.strengths
    assert shown.cards["active"][0] == card


@pytest.mark.rule("CR-074")
def test_the_active_side_says_its_number_first():
    night = fleets_for_missions().draw_mission_squadron(4)
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    no = refused(night, do.ChooseStrength(night.game_id, "opposing", 1), OPPOSING)
    assert "Now The active fleet says how many" in no.message and no.rule == "CR-074"
    assert "1 to 2" in refused(night, do.ChooseStrength(night.game_id, "active", 3)).message
    night.act(do.ChooseStrength(night.game_id, "active", 1), ACTIVE)
    assert [each.side for each in awaited(night.state, night.game)] == ["opposing"]
    night.act(do.ChooseStrength(night.game_id, "opposing", 2), OPPOSING)
    assert [len(night.pregame.cards[side]) for side in ("active", "opposing")] == [1, 2]


@pytest.mark.rule("CR-074")
def test_nobody_is_asked_where_the_pool_leaves_one_number():
    night = night_of({2: "standard", 3: "epic"}).draw_mission_squadron(2)
    night.act(do.ChooseMission(night.game_id, 4), ACTIVE)
    assert night.game.step == "play"
    assert night.pregame.strengths == {"active": 1, "opposing": 1}


# Face-down draws ------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-075")
@pytest.mark.parametrize(("card", "mission", "types"), [(4, 4, "recon standard"), (4, 5, "standard")])
def test_squadrons_are_drawn_from_the_types_that_the_mission_allows(card: int, mission: int, types: str):
    night = fleets_for_missions().draw_mission_squadron(card).choose_mission(mission)
    for side, cards in night.pregame.cards.items():
        drawn = {night.fleet(side).squadrons[each].type for each in cards[side == "active" :]}
        assert drawn <= set(types.split())
        assert set(cards[side == "active" :]) <= set(night.pregame.pools[side])
    assert card not in night.pregame.pools["active"]


@pytest.mark.rule("CR-023", "CR-075")
def test_in_an_ambush_two_recon_stand_in_for_a_missing_standard():
    night = night_of({2: "standard", 3: "standard"}, {2: "standard", 3: "recon", 4: "recon", 5: "recon"})
    night.draw_mission_squadron().choose_mission(5)
    cards = night.pregame.cards["opposing"]
    assert cards[0] == 2 and len(set(cards)) == 3
    assert night.pregame.strengths["opposing"] == 2
    assert len(night.game.squadrons_of("opposing")) == 3
    assert [each.purpose for each in night.pregame.picks][-1] == "opposing pairs"


@pytest.mark.rule("CR-075")
def test_no_recon_is_drawn_if_standards_suffice():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(5)
    assert night.pregame.pools == {"active": (5,), "opposing": (4, 5)}


# The nomination -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-091")
@pytest.mark.parametrize("mission", [2, 3])
def test_a_ship_of_the_drawn_recon_squadron_is_nominated(mission: int):
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(mission)
    ships = [ship.id for ship in night.game.ships_of("active") if ship.squadron == 2]
    assert list(nominees(night.game)) == ships and night.pregame.stage == "nominate"
    stranger = next(each.id for each in night.game.ships_of("opposing"))
    with pytest.raises(Unreadable):
        night.act(do.NominateShip(night.game_id, stranger), ACTIVE)
    with pytest.raises(NotYours):
        night.act(do.NominateShip(night.game_id, ships[0]), OPPOSING)
    night.act(do.NominateShip(night.game_id, ships[1]), ACTIVE)
    assert (night.pregame.nominated, night.pregame.stage) == (ships[1], "nominate")
    assert refused(night, do.NominateShip(night.game_id, ships[0])).code == "nominated"
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert (night.pregame.nominated, night.game.step) == (ships[1], "play")


@pytest.mark.rule("CR-091")
def test_a_huge_ship_is_the_supply_ship_and_where_it_is_alone_nobody_chooses():
    night = fleets_for_missions()
    night.ship("active", FREIGHTER, squadron=6)
    night.draw_mission_squadron(6).choose_mission(7, (1, 1))
    assert night.game.ships[night.pregame.nominated].card == CR90
    assert night.game.step == "play" and not night.pregame.nomination_shown


@pytest.mark.rule("CR-091")
def test_without_a_huge_ship_a_large_one_is_nominated():
    night = Night()
    night.squadron("active", 2)
    night.ship("active", XWING)
    night.squadron("active", 3, "epic")
    large = [night.ship("active", FREIGHTER, squadron=3) for _ in range(2)]
    night.ship("active", XWING, squadron=3)
    night.ship("opposing", TIE)
    night.draw_mission_squadron(3).choose_mission(7, (1, 1))
    assert list(nominees(night.game)) == large


@pytest.mark.rule("CR-091")
def test_no_other_mission_has_a_nomination():
    night = fleets_for_missions().draw_mission_squadron(4).choose_mission(4)
    assert night.game.step == "play" and night.pregame.nominated == 0
    assert "no ship was nominated" in refused(night, do.ShowNomination(night.game_id)).message


@pytest.mark.rule("CR-091")
def test_the_nomination_is_shown_once_after_the_battle():
    night = fleets_for_missions().draw_mission_squadron(2).choose_mission(2)
    ship = nominees(night.game)[0]
    night.act(do.NominateShip(night.game_id, ship), ACTIVE)
    night.act(do.GoOn(night.game_id), OPPOSING)
    assert ("show", "active") in [(each.what, each.side) for each in awaited(night.state, night.game)]
    with pytest.raises(NotYours):
        night.act(do.ShowNomination(night.game_id), OPPOSING)
    night.act(do.ShowNomination(night.game_id), ORGANISER)
    assert night.pregame.nomination_shown
    assert refused(night, do.ShowNomination(night.game_id)).rule == "CR-091"
