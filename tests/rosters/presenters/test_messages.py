"""Messages right after an act."""

import pytest

from rosters.presenters.messages import message_for
from rosters.rules import events as ev

PROMOTED = ev.CardChanged(1, 5, "a", "Red Squadron Pilot", "b", "Garven Dreis", "CR-141")


@pytest.mark.rule("CR-141")
def test_a_promotion_is_told_by_the_new_card_and_its_price():
    events = (
        ev.RankChanged(1, 5, "Red Squadron Pilot", "EXP", "", "CR-141"),
        PROMOTED,
        ev.PointsChanged(1, -3, "CR-141", "Red Squadron Pilot becomes Garven Dreis"),
    )
    assert message_for(events) == "Red Squadron Pilot was promoted to Garven Dreis. Paid 3 FP."


@pytest.mark.rule("CR-031")
def test_a_ship_is_told_before_the_card_that_made_room_or_came_with_it():
    events = (
        ev.ShipBought(1, 5, "a", "Luke Skywalker", 28, 2),
        ev.UpgradeBought(1, 6, "b", "R2-D2", 4, 5),
        ev.PointsChanged(1, -28, "CR-031", "Luke Skywalker"),
        ev.PointsChanged(1, -4, "CR-031", "R2-D2"),
    )
    bought = "Luke Skywalker was bought for 28 FP, into squadron 2."
    assert message_for(events) == f"{bought} Bought with it: R2-D2."


def test_an_exchange_leads_with_the_purchase():
    events = (
        ev.UpgradeMoved(1, 6, "Marksmanship", 5, None),
        ev.UpgradeBought(1, 7, "b", "Determination", 1, 5),
    )
    assert message_for(events) == "Determination was bought for 1 FP. Marksmanship went to the inventory."


@pytest.mark.rule("CR-007")
def test_a_ship_given_back_is_told_before_its_upgrades():
    events = (
        ev.UpgradeReturned(1, 6, "R2-D2"),
        ev.UpgradeReturned(1, 7, "Marksmanship"),
        ev.ShipReturned(1, 5, "Luke Skywalker"),
    )
    assert message_for(events) == "Luke Skywalker was given back. Given back with it: R2-D2 and Marksmanship."


@pytest.mark.rule("CR-145")
def test_closing_tells_its_outcome_first():
    events = (ev.SquadronStruck(1, 3, "CR-019"), ev.DeskClosed(1, 1, 1))
    struck = "Squadron 3 is outside its limits and was disbanded; its ships went to the inventory."
    assert message_for(events) == f"The repairs are closed. {struck}"


@pytest.mark.rule("CR-144")
def test_an_arrangement_is_counted_in_one_sentence():
    events = (
        ev.ShipMoved(1, 5, "A", 2, None),
        ev.ShipMoved(1, 6, "B", 2, 3),
        ev.SquadronTyped(1, 3, "recon", "standard"),
    )
    counted = "2 ships moved and 1 squadron type changed"
    assert message_for(events) == f"The squadrons are rearranged: {counted}."


def test_an_act_without_events_changed_nothing():
    assert message_for(()) == "Nothing had to change."


@pytest.mark.rule("CR-083")
def test_an_asset_given_up_is_named_before_the_one_gained_for_it():
    gone = ev.AssetGone(1, 5, "Sabotage", "A", "CR-083", 9)
    gained = ev.AssetGained(1, 6, "medical_frigate", "Medical Frigate Support", "A", 0, "", "", 9)
    assert message_for([gone, gained]).index("Sabotage") < message_for([gone, gained]).index(
        "Medical Frigate Support"
    )


@pytest.mark.rule("CR-019", "CR-150")
def test_several_squadrons_that_are_struck_share_a_sentence():
    out = ev.FleetEliminated(1, "CR-150")
    struck = [ev.SquadronStruck(1, card, "CR-019") for card in (2, 3, 4)]
    assert message_for([out, *struck]).endswith(
        " Squadrons 2, 3 and 4, outside their limits, were disbanded; their ships went to the inventory."
    )
