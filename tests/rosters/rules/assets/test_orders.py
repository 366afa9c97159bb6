"""Taking and declining what a victory offers; four places and no more (CR-083, CR-094)."""

import pytest

from league.kernel.refusal import NotYours, Unreadable
from rosters.rules import events as ev
from rosters.rules.assets.orders import DeclineAsset, TakeAsset, free_rank
from rosters.rules.state import OfferedAsset
from tests.rosters.rules.orders.table import ANN, BEN, ORGANISER, Table, a_desk, kinds

GAME = 77
SPY = OfferedAsset("sabotage", "Sabotage", targeted=True)
SCOUTS = OfferedAsset("scouted_area", "Scouted Area")


def offered(held: int = 0) -> tuple[Table, int]:
    """ANN's fleet is offered Sabotage or Scouted Area and holds some copies of the latter."""
    table, fleet = a_desk()
    for _ in range(held):
        give(table, fleet)
    rival = max(table.fleets)
    offer = ev.AssetOffered(fleet, GAME, (SPY, SCOUTS), rival, "", table.fleet(rival).name)
    table.emit(offer)
    return table, fleet


def give(table: Table, fleet: int) -> None:
    rank = free_rank(table.fleet(fleet))
    assert rank is not None
    table.emit(ev.AssetGained(fleet, table.new_number(), SCOUTS.kind, SCOUTS.name, rank))


def held(table: Table, fleet: int) -> list[tuple[str, str, int]]:
    return [(each.rank, each.kind, each.target) for each in table.fleet(fleet).assets.values()]


@pytest.mark.rule("CR-094")
def test_a_target_specific_asset_names_the_defeated_fleet():
    table, fleet = offered()
    [gained] = table.do(TakeAsset(fleet, "sabotage"))
    rival = max(table.fleets)
    assert held(table, fleet) == [("J", "sabotage", rival)]
    assert isinstance(gained, ev.AssetGained)
    assert (gained.target_name, gained.game, gained.rule) == (table.fleet(rival).name, GAME, "CR-094")


@pytest.mark.rule("CR-094")
def test_another_asset_names_nobody():
    table, fleet = offered()
    table.do(TakeAsset(fleet, "scouted_area"))
    assert held(table, fleet) == [("J", "scouted_area", 0)]


@pytest.mark.rule("CR-094")
def test_in_a_team_campaign_it_names_the_team():
    table, fleet = a_desk()
    table.emit(ev.AssetOffered(fleet, GAME, (SPY, SCOUTS), 0, "imperial", "the Imperial team"))
    table.do(TakeAsset(fleet, "sabotage"))
    [asset] = table.fleet(fleet).assets.values()
    assert (asset.target, asset.target_side, asset.target_name) == (0, "imperial", "the Imperial team")


@pytest.mark.rule("CR-094")
def test_a_victory_brings_one_asset():
    table, fleet = offered()
    table.do(TakeAsset(fleet, "scouted_area"))
    assert table.fleet(fleet).offer is None
    assert table.refused(TakeAsset(fleet, "sabotage")).rule == "CR-094"


@pytest.mark.rule("CR-083")
def test_the_same_asset_may_be_held_twice():
    table, fleet = offered(held=1)
    table.do(TakeAsset(fleet, "scouted_area"))
    assert held(table, fleet) == [("J", "scouted_area", 0), ("Q", "scouted_area", 0)]


@pytest.mark.rule("CR-083")
def test_an_offer_may_be_declined():
    table, fleet = offered(held=4)
    assert kinds(table.do(DeclineAsset(fleet))) == ["fleet.asset_declined"]
    assert len(held(table, fleet)) == 4
    assert table.refused(DeclineAsset(fleet)).code == "no_offer"


@pytest.mark.rule("CR-083")
def test_a_fifth_asset_needs_one_to_be_given_up():
    table, fleet = offered(held=4)
    no = table.refused(TakeAsset(fleet, "sabotage"))
    assert (no.code, no.rule, no.field) == ("four_assets", "CR-083", "give_up")


@pytest.mark.rule("CR-083")
def test_the_new_asset_takes_the_place_of_the_one_given_up():
    table, fleet = offered(held=4)
    second = list(table.fleet(fleet).assets)[1]
    assert kinds(table.do(TakeAsset(fleet, "sabotage", second))) == [
        "fleet.asset_gone",
        "fleet.asset_gained",
    ]
    assert sorted(rank for rank, _, _ in held(table, fleet)) == ["A", "J", "K", "Q"]
    assert ("Q", "sabotage", max(table.fleets)) in held(table, fleet)


@pytest.mark.rule("CR-083")
@pytest.mark.parametrize("has", [0, 3])
def test_nothing_is_given_up_while_there_is_room(has: int):
    table, fleet = offered(held=has)
    number = next(iter(table.fleet(fleet).assets), 4711)
    assert table.refused(TakeAsset(fleet, "sabotage", number)).rule == "CR-083"


@pytest.mark.rule("CR-083")
def test_only_an_asset_of_the_roster_can_be_given_up():
    table, fleet = offered(held=4)
    assert isinstance(table.refused(TakeAsset(fleet, "sabotage", 4711)), Unreadable)


@pytest.mark.rule("CR-094")
def test_only_what_is_on_offer_can_be_taken():
    table, fleet = offered()
    assert isinstance(table.refused(TakeAsset(fleet, "reinforcements")), Unreadable)


def test_the_offer_is_its_owners():
    table, fleet = offered()
    for order in (TakeAsset(fleet, "sabotage"), DeclineAsset(fleet)):
        assert isinstance(table.refused(order, BEN), NotYours)
    table.do(TakeAsset(fleet, "sabotage"), ORGANISER)
    assert len(held(table, fleet)) == 1


@pytest.mark.rule("CR-010")
def test_places_that_fall_free_are_used_again():
    table, fleet = offered(held=3)
    first = next(iter(table.fleet(fleet).assets))
    table.emit(ev.AssetGone(fleet, first, SCOUTS.name, "J", "CR-076", GAME))
    table.do(TakeAsset(fleet, "scouted_area"), ANN)
    assert sorted(rank for rank, _, _ in held(table, fleet)) == ["J", "K", "Q"]
