"""Somebody who stands in for an absent player."""

from league.rules import events as lg
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.overrides.events import ProxyAppointed
from tests.rosters.rules.orders.table import (
    ANN,
    BEN,
    CAT,
    ORGANISER,
    ROOKIE,
    VISITOR,
    Table,
    a_draft,
)


def with_proxy() -> tuple[Table, int]:
    """BEN stands in for ANN."""
    table, fleet = a_draft()
    table.do(orders.AppointProxy(fleet, BEN.member, "On holiday"))
    return table, fleet


def test_a_proxy_does_what_the_owner_may_and_the_act_says_so():
    table, fleet = with_proxy()
    events = table.do(orders.BuyShip(fleet, ROOKIE), BEN)
    assert events[-1] == lg.ActedFor(fleet, ANN.member, BEN.member)
    assert not any(isinstance(each, lg.ActedFor) for each in table.do(orders.BuyShip(fleet, ROOKIE), ANN))
    assert table.refused(orders.BuyShip(fleet, ROOKIE), CAT).status == 403


def test_a_proxy_neither_gives_the_fleet_away_nor_passes_it_on():
    table, fleet = with_proxy()
    assert table.refused(orders.HandOverFleet(fleet, BEN.member), BEN).status == 403
    assert table.refused(orders.RetireFleet(fleet), BEN).status == 403
    assert table.refused(orders.AppointProxy(fleet, CAT.member), BEN).status == 403
    table.do(orders.AppointProxy(fleet, CAT.member), ORGANISER)
    assert table.fleet(fleet).proxy == CAT.member


def test_only_somebody_else_who_plays_is_named():
    table, fleet = a_draft()
    assert table.refused(orders.AppointProxy(fleet, ANN.member)).code == "owner"
    assert table.refused(orders.AppointProxy(fleet, VISITOR.member)).code == "visitor"
    assert table.refused(orders.AppointProxy(fleet, 77)).status == 422
    assert table.refused(orders.AppointProxy(fleet, BEN.member), CAT).status == 403
    assert table.refused(orders.AppointProxy(fleet, 0)).code == "no_change"


def test_owner_and_proxy_can_end_it():
    for by in (ANN, BEN, ORGANISER):
        table, fleet = with_proxy()
        assert table.refused(orders.AppointProxy(fleet, BEN.member)).code == "no_change"
        assert table.do(orders.AppointProxy(fleet, 0), by) == [ProxyAppointed(fleet, 0)]
        assert table.refused(orders.BuyShip(fleet, ROOKIE), BEN).status == 403


def test_a_proxy_who_leaves_or_only_watches_stands_in_no_more():
    for event in (lg.MemberLeft(BEN.member), lg.MemberRoleChanged(BEN.member, "visitor")):
        table, fleet = with_proxy()
        table.emit(event)
        assert table.fleet(fleet).proxy == 0


def test_a_new_owner_names_a_proxy_anew():
    table, fleet = with_proxy()
    table.emit(ev.FleetHandedOver(fleet, CAT.member))
    assert table.fleet(fleet).proxy == 0
