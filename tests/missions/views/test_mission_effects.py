"""The forms of assets, reinforcements and nominations: posted from the page, right and wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from missions.rules.assets.effects import current_effect
from missions.rules.game.sides import SideName
from missions.rules.pregame.eligibility import next_round
from missions.rules.pregame.state import AssetKind
from rosters.rules.state import UpgradeState
from tests.missions.mission_tables import MissionTable, named
from tests.missions.tables import page
from tests.people import Person


def played(table: MissionTable, kind: AssetKind, mission: int = 3) -> None:
    """The active side plays an asset; two squadrons of each side lie face down."""
    held = table.hold("active", kind)
    table.draw_squadron("recon")
    table.choose(mission, 2)
    table.commit("active", held)


def refusal(answer: Any) -> tuple[int, str]:
    """Status of a refusal and its sentence."""
    text = re.sub(r"\s+", " ", answer.content.decode())
    return answer.status_code, text


def choices(table: MissionTable, person: Person, name: str) -> list[str]:
    """The values that a page offers for a field."""
    text = page(person, table.url)
    return re.findall(rf'name="{name}" value="([^"]*)"', text)


# Fleet Intelligence --------------------------------------------------------------------------------------


@pytest.mark.rule("CR-084")
def test_a_squadron_is_exchanged_from_the_page(mission):
    played(mission, "fleet_intelligence")
    before = mission.pregame.cards["active"]
    offered = choices(mission, mission.active, "give:take")
    give, take = map(int, offered[0].split(":"))
    assert mission.press(mission.active, "exchange", **{"give:take": offered[0]}).status_code == 302
    after = [take if each == give else each for each in before]
    assert sorted(mission.pregame.cards["active"]) == sorted(after)
    assert current_effect(mission.game) is None
    assert "Fleet Intelligence: the other side has chosen" in page(mission.opposing, mission.url)


@pytest.mark.rule("CR-070", "CR-084")
def test_an_exchange_is_taken_back_on_the_page_until_the_other_side_goes_on(mission):
    played(mission, "fleet_intelligence")
    before = list(mission.pregame.cards["active"])
    offered = choices(mission, mission.active, "give:take")[0]
    mission.press(mission.active, "exchange", **{"give:take": offered})
    assert "Take back" in page(mission.active, mission.url)
    [stale] = choices(mission, mission.opposing, "seen")
    assert mission.press(mission.active, "take-back", side="active").status_code == 302
    assert mission.pregame.cards["active"] == before
    mission.press(mission.active, "exchange", **{"give:take": offered})
    status, text = refusal(mission.press(mission.opposing, "go-on", seen=stale))
    assert (status, "Somebody else has changed this" in text) == (409, True)
    [seen] = choices(mission, mission.opposing, "seen")
    assert mission.press(mission.opposing, "go-on", seen=seen).status_code == 302
    assert mission.press(mission.active, "take-back", side="active").status_code == 409
    assert mission.game.forces


@pytest.mark.rule("CR-084")
def test_each_exchange_names_both_squadrons_and_shows_the_one_that_comes(mission):
    played(mission, "fleet_intelligence")
    text = page(mission.active, mission.url)
    offers = choices(mission, mission.active, "give:take")
    assert offers
    for offer in offers:
        give, take = offer.split(":")
        assert f"Give squadron {give} for squadron {take}" in text
        assert named(mission.kind("active"), int(take)) in text


@pytest.mark.rule("CR-084")
def test_an_exchange_that_was_not_offered_is_refused_in_place(mission):
    played(mission, "fleet_intelligence")
    before = mission.head
    drawn = mission.pregame.drawn
    for typed, status in (("", 422), (f"{drawn}:7", 409), ("x:y", 422)):
        answer = mission.press(mission.active, "exchange", **{"give:take": typed})
        assert (answer.status_code, typed) == (status, typed)
        assert "Fleet Intelligence: exchange a squadron?" in answer.content.decode()
    assert mission.head == before


@pytest.mark.rule("CR-084")
def test_the_squadrons_are_kept_with_a_button(mission):
    played(mission, "fleet_intelligence")
    before = mission.pregame.cards
    assert mission.press(mission.active, "pass").status_code == 302
    assert (mission.pregame.cards, current_effect(mission.game)) == (before, None)


@pytest.mark.rule("CR-078")
@pytest.mark.parametrize(
    ("kind", "doing", "field"),
    [
        ("fleet_intelligence", "exchange", {"give:take": "2:3"}),
        ("disrupted_command", "look", {"place": "0"}),
        ("disrupted_command", "swap", {}),
    ],
)
def test_an_effect_is_nobody_elses_to_use(mission, kind, doing, field):
    played(mission, kind)
    before = mission.head
    assert f'action="{mission.url}{doing}/"' not in page(mission.opposing, mission.url)
    assert mission.press(mission.opposing, doing, **field).status_code == 403
    assert mission.head == before


# Disrupted Command Structure -----------------------------------------------------------------------------


@pytest.mark.rule("CR-084")
def test_a_card_is_looked_at_and_swapped_from_the_page(mission):
    played(mission, "disrupted_command")
    assert choices(mission, mission.active, "place") == ["0", "1"]
    mission.press(mission.active, "look", place="1")
    card = mission.pregame.looks[0].card
    assert named(mission.kind("opposing"), card) in page(mission.active, mission.url)
    assert "Leave it" in page(mission.active, mission.url)
    assert mission.press(mission.active, "swap").status_code == 302
    assert mission.pregame.cards["opposing"][1] != card


@pytest.mark.rule("CR-084")
def test_after_the_look_the_card_may_be_left(mission):
    played(mission, "disrupted_command")
    before = mission.pregame.cards["opposing"]
    mission.press(mission.active, "look", place="0")
    mission.press(mission.active, "pass")
    assert (mission.pregame.cards["opposing"], current_effect(mission.game)) == (before, None)


@pytest.mark.rule("CR-084")
def test_wrong_looks_are_refused_in_place(mission):
    played(mission, "disrupted_command")
    status, text = refusal(mission.press(mission.active, "look"))
    assert (status, "Choose a card to look at" in text) == (422, True)
    assert mission.press(mission.active, "look", place="9").status_code == 422
    assert mission.press(mission.active, "swap").status_code == 409
    mission.press(mission.active, "look", place="0")
    assert mission.press(mission.active, "look", place="1").status_code == 409
    assert len(mission.pregame.looks) == 1


@pytest.mark.rule("CR-078")
def test_the_card_looked_at_is_shown_to_who_looked_alone(mission):
    played(mission, "disrupted_command")
    mission.press(mission.active, "look", place="1")
    secret = named(mission.kind("opposing"), mission.pregame.looks[0].card)
    assert secret in page(mission.active, mission.url)
    assert secret not in page(mission.organiser, mission.url)


# Additional Supplies -------------------------------------------------------------------------------------


def supplied(table: MissionTable) -> Person:
    """The rebel side, whose fighters have slots for torpedoes, plays Additional Supplies."""
    side: SideName = "active" if table.kind("active") == "rebel" else "opposing"
    held = table.hold(side, "additional_supplies")
    table.choose(3, 2)
    table.commit(side, held)
    return table.active if side == "active" else table.opposing


def upgrades_of(table: MissionTable, owner: Person) -> dict[int, UpgradeState]:
    return table.fleet("active" if owner is table.active else "opposing").upgrades


def offers(table: MissionTable, person: Person) -> dict[str, list[str]]:
    """The munitions that the page offers, by the name of their field."""
    text = page(person, table.url)
    found = re.findall(r'name="(munitions-\d+)">(.*?)</select>', text, re.S)
    return {name: [each for each in re.findall(r'value="([^"]*)"', inner) if each] for name, inner in found}


@pytest.mark.rule("CR-086")
def test_munitions_are_loaded_from_the_page_and_lie_on_the_ship(mission):
    owner = supplied(mission)
    fields = offers(mission, owner)
    name = min(fields)
    assert mission.press(owner, "supplies", **{name: fields[name][0]}).status_code == 302
    ship = int(name.removeprefix("munitions-"))
    held = [each for each in upgrades_of(mission, owner).values() if each.ship == ship]
    assert [each.card for each in held] == [fields[name][0]]


@pytest.mark.rule("CR-086")
def test_wrong_munitions_are_refused_and_what_was_chosen_stays(mission):
    owner = supplied(mission)
    fields = offers(mission, owner)
    good, *_ = sorted(fields)
    before = mission.head
    for name, card in ((good, "r2astromech"), ("munitions-99999", fields[good][0]), ("munitions-x", "y")):
        answer = mission.press(owner, "supplies", **{name: card})
        assert answer.status_code in (409, 422)
        assert "Additional Supplies: load munitions" in answer.content.decode()
    assert mission.head == before


@pytest.mark.rule("CR-086")
def test_supplies_may_be_left_and_a_stale_form_says_so(mission):
    owner = supplied(mission)
    field = min(offers(mission, owner))
    card = offers(mission, owner)[field][0]
    other = mission.opposing if owner is mission.active else mission.active
    assert mission.press(other, "pass").status_code == 403
    assert mission.press(owner, "pass").status_code == 302
    before = mission.head
    assert mission.press(owner, "supplies", **{field: card}).status_code == 409
    assert mission.head == before
    assert upgrades_of(mission, owner) == {}


@pytest.mark.parametrize("doing", ["exchange", "look", "swap", "pass", "supplies"])
def test_a_form_of_an_effect_that_is_over_changes_nothing(mission, doing):
    played(mission, "fleet_intelligence")
    mission.press(mission.active, "pass")
    before = mission.head
    fields = {"give:take": "2:3", "place": "0"}
    assert mission.press(mission.active, doing, **fields).status_code == 409
    assert mission.head == before


# During play ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-093")
def test_squadrons_are_drawn_and_held_back_by_their_own_side_alone(mission):
    mission.choose(6)
    before = mission.head
    at = {"side": "active", "table_round": str(next_round(mission.game, "active"))}
    for doing in ("reinforce", "hold-back"):
        assert mission.press(mission.opposing, doing, **at).status_code == 403
        assert mission.press(mission.active, doing, **at | {"table_round": "x"}).status_code == 422
        assert mission.press(mission.active, doing, **at | {"table_round": "-1"}).status_code in (409, 422)
    assert mission.head == before


@pytest.mark.rule("CR-093")
def test_a_round_that_was_told_is_not_told_again(mission):
    mission.choose(6)
    at = {"side": "active", "table_round": "2"}
    assert mission.press(mission.active, "hold-back", **at).status_code == 302
    before = mission.head
    assert mission.press(mission.active, "reinforce", **at).status_code == 409
    assert mission.press(mission.active, "hold-back", **at).status_code == 409
    assert mission.head == before


@pytest.mark.rule("CR-087")
def test_ships_come_for_own_destroyed_ships_only_once(mission):
    held = mission.hold("active", "reinforcements")
    mission.choose(4)
    mission.commit("active", held)
    lost, theirs = mission.ships("active")[0], mission.ships("opposing")[0]
    before = mission.head
    assert mission.press(mission.active, "bring").status_code == 422
    assert mission.press(mission.opposing, "bring", lost=str(lost.id)).status_code == 403
    assert mission.press(mission.active, "bring", lost=str(theirs.id)).status_code in (403, 409)
    assert mission.head == before
    assert mission.press(mission.active, "bring", lost=str(lost.id)).status_code == 302
    assert mission.press(mission.active, "bring", lost=str(lost.id)).status_code == 409
    assert len(mission.pregame.arrivals) == 1


@pytest.mark.rule("CR-091")
def test_a_nomination_is_shown_by_its_owner_once(mission):
    mission.choose(2)
    assert mission.press(mission.active, "nominate", ship="").status_code == 422
    theirs = mission.ships("opposing")[0].id
    assert mission.press(mission.active, "nominate", ship=str(theirs)).status_code == 422
    ship = mission.ships("active")[1]
    mission.press(mission.active, "nominate", ship=str(ship.id))
    assert mission.press(mission.active, "nominate", ship=str(ship.id)).status_code == 409
    assert mission.press(mission.active, "go-on").status_code == 403
    assert mission.press(mission.opposing, "go-on").status_code == 302
    assert mission.press(mission.opposing, "go-on").status_code == 409
    assert mission.press(mission.opposing, "show-nomination").status_code == 403
    assert mission.press(mission.active, "show-nomination").status_code == 302
    before = mission.head
    assert mission.press(mission.active, "show-nomination").status_code == 409
    assert mission.head == before


@pytest.mark.rule("CR-098")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 8])
def test_the_game_page_leaves_deployment_to_the_briefing(mission, number):
    mission.choose(number)
    while mission.pregame.stage == "nominate":
        mission.press(mission.active, "nominate", ship=str(mission.ships("active")[0].id))
        mission.press(mission.opposing, "go-on")
    text = page(mission.active, mission.url)
    assert mission.game.step == "play"
    assert ("Deployment" in text, "of your own edge" in text) == (True, False)
