"""Starting a campaign and joining a running one."""

import pytest

from league.rules.events import CampaignStarted
from league.rules.state import LeagueState
from rosters.rules import events as ev
from rosters.rules import orders
from tests.rosters.rules.orders.table import ANN, BEN, CAT, GRAY, ORGANISER, Table, a_table

SCUM_Y = "scum-ywing-syndicatethug"


def a_legal_fleet(table: Table, by=ANN, suit: str = "hearts") -> int:
    """Two STANDARD squadrons of Y-wings."""
    fleet = table.found(by, suit=suit)
    for card in (2, 3):
        table.form(fleet, card)
        for _ in range(3):
            table.buy(fleet, GRAY, squadron=card)
    return fleet


@pytest.mark.rule("CR-016", "CR-007")
def test_the_start_locks_legal_fleets_and_leaves_the_others_as_drafts():
    table = a_table()
    one, two = a_legal_fleet(table), a_legal_fleet(table, BEN, "clubs")
    three = table.found(CAT, suit="spades")
    report = dict(orders.start_report(table.state))
    assert [each.rule for each in report[three] if each.is_error] == ["CR-016"]
    events = table.do(orders.StartCampaign(), ORGANISER)
    assert events == [
        ev.FleetLocked(one, 120, 230),
        ev.FleetLocked(two, 120, 230),
        CampaignStarted((one, two)),
    ]
    assert [fleet.standing for fleet in table.fleets.values()] == ["ready", "ready", "draft"]
    assert table.state.of(LeagueState).phase == "running"


@pytest.mark.rule("CR-016")
def test_the_start_locks_no_other_fleets_than_the_organiser_was_shown():
    table = a_table()
    one, two = a_legal_fleet(table), a_legal_fleet(table, BEN, "clubs")
    shown = orders.StartCampaign((one, two), (one, two))
    three = a_legal_fleet(table, CAT, "spades")
    no = table.refused(shown, ORGANISER)
    assert (no.code, table.fleets[three].name in no.message) == ("other_fleets", True)
    assert table.fleets[one].name not in no.message
    table.do(orders.SayReady(one, True), ANN)
    shown = orders.StartCampaign((one, two, three), (one, two, three))
    assert table.fleets[one].name in table.refused(shown, ORGANISER).message
    table.do(orders.StartCampaign((one, two, three), (two, three)), ORGANISER)
    assert table.state.of(LeagueState).phase == "running"


@pytest.mark.rule("CR-016")
def test_one_legal_fleet_is_not_enough_and_the_faults_of_the_others_are_listed():
    table = a_table()
    a_legal_fleet(table)
    empty = table.found(BEN, suit="clubs")
    no = table.refused(orders.StartCampaign(), ORGANISER)
    assert no.code == "too_few_fleets"
    assert {each.about for each in no.faults} == {f"fleet:{empty}"}


@pytest.mark.rule("CR-016")
def test_a_roster_with_one_standard_squadron_may_start_with_a_warning():
    table = a_table()
    fleet = table.found(ANN)
    table.form(fleet, 2)
    for _ in range(3):
        table.buy(fleet, GRAY, squadron=2)
    ((_, findings),) = orders.start_report(table.state)
    assert [(each.rule, each.level) for each in findings] == [("CR-016", "warning")]
    a_legal_fleet(table, BEN, "clubs")
    table.do(orders.StartCampaign(), ORGANISER)
    assert table.fleet(fleet).standing == "ready"


@pytest.mark.rule("CR-016", "CR-011")
def test_a_draft_with_a_faulty_squadron_is_not_locked():
    table = a_table()
    fleet = a_legal_fleet(table)
    table.form(fleet, 4, "recon")
    table.buy(fleet, GRAY, squadron=4)
    ((_, findings),) = orders.start_report(table.state)
    assert any(each.is_error and each.about == "squadron:4" for each in findings)


def test_players_do_not_start_campaigns_and_no_campaign_starts_twice():
    table = a_table()
    a_legal_fleet(table)
    a_legal_fleet(table, BEN, "clubs")
    assert table.refused(orders.StartCampaign(), ANN).status == 403
    table.do(orders.StartCampaign(), ORGANISER)
    assert table.refused(orders.StartCampaign(), ORGANISER).code == "started"


@pytest.mark.rule("CR-016", "CR-007")
def test_a_late_fleet_is_built_as_a_draft_and_joins_when_it_is_legal():
    table = a_table()
    early = a_legal_fleet(table)
    assert table.refused(orders.LockFleet(early)).code == "gathering"
    a_legal_fleet(table, BEN, "clubs")
    table.do(orders.StartCampaign(), ORGANISER)
    late = table.found(CAT, suit="spades")
    assert table.refused(orders.LockFleet(late), CAT).rule == "CR-016"
    assert table.refused(orders.LockFleet(late), ANN).status == 403
    table.form(late, 2)
    for _ in range(3):
        table.buy(late, GRAY, squadron=2)
    table.do(orders.LockFleet(late), CAT)
    assert table.fleet(late).standing == "ready"
    assert table.refused(orders.LockFleet(late), CAT).code == "locked"
