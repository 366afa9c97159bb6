"""A team owns a name once, uses it once and loses it together: orders of mates (CR-039)."""

import pytest

from league.kernel.decision import SYSTEM, Decision
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import faults
from league.rules.state import Format, LeagueState
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.uniques.fates import lose_ship, lose_upgrade, share_fate
from rosters.rules.uniques.team import mates_of
from tests.rosters.rules.orders.table import ANN, BEN, CAT, GRAY, ORGANISER, ROOKIE, Table, a_table

HAN = "rebel-yt1300-hansolo"
FALCON_CREW = "hansolo"
SMUGGLER = "rebel-yt1300-outerrimsmuggler"
LUKE = "rebel-xwing-lukeskywalker"
TIE = "imperial-tiefighter-academypilot"
DELTA = "imperial-tiedefender-deltasquadronpilot"


def a_team(format: Format = "team") -> tuple[Table, int, int, int]:
    """ANN's and BEN's Rebel drafts, "Red Wing" and "Blue Wing", and CAT's Imperial one."""
    table = a_table(format)
    return (
        table,
        table.found(ANN, "rebel", "hearts", "Red Wing"),
        table.found(BEN, "rebel", "clubs", "Blue Wing"),
        table.found(CAT, "imperial", "spades", "Iron Fist"),
    )


def at_desks() -> tuple[Table, int, int, int]:
    """The same three with their desks open in a running campaign."""
    table, red, blue, foe = a_team()
    table.start(red, blue, foe)
    table.open_desks(red, blue, foe)
    return table, red, blue, foe


def loose(table: Table, fleet: int, card: str) -> int:
    table.do(orders.BuyUpgrade(fleet, card), ORGANISER)
    return max(table.fleet(fleet).upgrades)


def die(table: Table, fleet: int, ship: int, fate: str) -> list:
    """The ship falls in game 7, and everybody with it."""
    d = Decision(table.state, SYSTEM, "now", SeededEntropy("fates"), 5000)
    for each in lose_ship(d, fleet, ship, fate, "CR-113", 7):
        share_fate(d, fleet, each.persona, each.fate, each.caused_by, 7)
    table.log += d.events
    return d.events


@pytest.mark.rule("CR-039", "CR-055")
def test_mates_are_the_fleets_of_ones_side_and_nobody_when_each_plays_for_itself():
    for format, number in (("team", 1), ("free_for_all", 0)):
        table, red, blue, foe = a_team(format)
        assert [each.id for each in mates_of(table.state, table.fleet(red))] == [blue][:number]
        assert mates_of(table.state, table.fleet(foe)) == ()


@pytest.mark.rule("CR-039")
def test_of_two_mates_who_draft_one_name_the_later_is_told_who_has_it():
    table, red, blue, _ = a_team()
    table.buy(red, LUKE)
    no = table.refused(orders.BuyShip(blue, LUKE), BEN)
    assert (no.rule, no.code) == ("CR-039", "mate_owns")
    assert "Red Wing has a ship card of Luke Skywalker" in no.message


@pytest.mark.rule("CR-039")
def test_the_name_is_free_when_the_mate_gives_it_back():
    table, red, blue, _ = a_team()
    ship = table.buy(red, LUKE)
    table.do(orders.ReturnShip(red, ship))
    table.do(orders.BuyShip(blue, LUKE), BEN)
    assert [each.card for each in table.fleet(blue).ships.values()] == [LUKE]


@pytest.mark.rule("CR-039")
def test_mirror_fleets_are_allowed_when_each_plays_for_itself():
    table, red, blue, _ = a_team("free_for_all")
    table.buy(red, LUKE)
    table.do(orders.BuyShip(blue, LUKE), BEN)
    assert faults(table.state) == []


@pytest.mark.rule("CR-039")
@pytest.mark.parametrize("ship", [False, True])
def test_an_upgrade_of_a_mates_name_and_kind_is_not_sold(ship):
    table, red, blue, _ = a_team()
    loose(table, red, FALCON_CREW)
    on = table.buy(blue, SMUGGLER) if ship else None
    no = table.refused(orders.BuyUpgrade(blue, FALCON_CREW, on), BEN)
    assert no.code == "mate_owns"
    assert "Red Wing has Han Solo as a Crew card" in no.message


@pytest.mark.rule("CR-039", "CR-035")
def test_mates_may_own_a_name_as_pilot_and_as_crew_but_use_one():
    table, red, blue, _ = a_team()
    table.form(red, 2)
    table.buy(red, HAN, squadron=2)
    host = table.buy(blue, SMUGGLER)
    crew = loose(table, blue, FALCON_CREW)
    no = table.refused(orders.MoveUpgrade(blue, crew, host), BEN)
    assert (no.rule, no.code) == ("CR-039", "mate_uses")
    assert "Red Wing has Han Solo in use" in no.message


@pytest.mark.rule("CR-039", "CR-035")
def test_a_pilot_does_not_join_a_squadron_while_a_mate_uses_his_crew_card():
    table, red, blue, _ = a_team()
    table.buy(red, SMUGGLER, FALCON_CREW)
    table.form(blue, 2, "epic")
    han = table.buy(blue, HAN)
    assert table.refused(orders.MoveShip(blue, han, 2), BEN).code == "mate_uses"
    no = table.refused(orders.Rearrange(blue, ((2, "epic"),), ((han, 2),)), BEN)
    assert no.code == "mate_uses"


@pytest.mark.rule("CR-038", "CR-039")
def test_mates_may_each_have_a_squadron_limited_card():
    table, red, blue, _ = a_team()
    for fleet in (red, blue):
        table.form(fleet, 2)
        table.buy(fleet, "rebel-awing-greensquadronpilot", "squadleader", squadron=2)
    assert faults(table.state) == []


@pytest.mark.rule("CR-036", "CR-039")
def test_a_killed_pilot_takes_the_mates_crew_card_along():
    table, red, blue, _ = at_desks()
    han, crew = table.buy(red, HAN), loose(table, blue, FALCON_CREW)
    events = die(table, red, han, "kia")
    assert crew not in table.fleet(blue).upgrades
    lost = [(each.fleet, each.rule) for each in events if isinstance(each, ev.UpgradeLost)]
    assert lost == [(blue, "CR-036")]
    assert [each.fleet for each in events if isinstance(each, ev.NameKilled)] == [red]


@pytest.mark.rule("CR-037", "CR-039")
def test_a_killed_crew_card_leaves_the_mates_ship_with_another_pilot():
    table, red, blue, _ = at_desks()
    shuttle = table.buy(red, SMUGGLER, FALCON_CREW)
    han = table.buy(blue, HAN, "chewbacca")
    d = Decision(table.state, SYSTEM, "now", SeededEntropy("fates"), 5000)
    (crew,) = table.aboard(red, shuttle)
    for each in lose_upgrade(d, red, crew.id, "kia", "CR-116", 7):
        share_fate(d, red, each.persona, each.fate, each.caused_by, 7)
    assert (table.ship(blue, han).card, table.aboard(blue, han)) == (SMUGGLER, [])
    assert faults(table.state) == []


@pytest.mark.rule("CR-036", "CR-039")
def test_missing_is_shared_and_each_mate_recovers_his_own():
    table, red, blue, _ = at_desks()
    han, crew = table.buy(red, HAN), loose(table, blue, FALCON_CREW)
    die(table, red, han, "mia")
    assert (table.ship(red, han).mia, table.fleet(blue).upgrades[crew].mia) == (True, True)
    table.do(orders.RecoverUpgrade(blue, crew), BEN)
    assert (table.ship(red, han).mia, table.fleet(blue).upgrades[crew].mia) == (True, False)


@pytest.mark.rule("CR-018", "CR-039")
def test_a_recovered_pilot_waits_in_the_inventory_while_a_mate_uses_his_name():
    table, red, blue, _ = at_desks()
    table.form(red, 2)
    for _ in range(2):
        table.buy(red, ROOKIE, squadron=2)
    han = table.buy(red, HAN, squadron=2)
    host, crew = table.buy(blue, SMUGGLER), loose(table, blue, FALCON_CREW)
    die(table, red, han, "mia")
    table.do(orders.RecoverUpgrade(blue, crew), BEN)
    table.do(orders.MoveUpgrade(blue, crew, host), BEN)
    table.do(orders.RecoverShip(red, han))
    assert table.ship(red, han).squadron is None
    assert faults(table.state) == []


@pytest.mark.rule("CR-142", "CR-039")
def test_a_recovered_ship_leaves_a_name_in_the_inventory_that_a_mate_uses():
    table, red, blue, _ = at_desks()
    ship = table.buy(red, SMUGGLER, FALCON_CREW)
    table.emit(ev.ShipLost(red, ship, "YT", "mia", "CR-113"))
    table.form(blue, 2)
    table.buy(blue, HAN, squadron=2)
    table.do(orders.RecoverShip(red, ship))
    assert [each.card for each in table.aboard(red, None)] == [FALCON_CREW]
    assert faults(table.state) == []


@pytest.mark.rule("CR-040", "CR-039")
def test_a_name_that_a_mate_lost_for_good_is_not_sold_any_more():
    table, red, blue, _ = at_desks()
    die(table, red, table.buy(red, LUKE), "kia")
    no = table.refused(orders.BuyShip(blue, LUKE), BEN)
    assert (no.rule, "killed with Red Wing" in no.message) == ("CR-040", True)
    assert table.refused(orders.BuyUpgrade(blue, "lukeskywalker"), BEN).rule == "CR-040"


@pytest.mark.rule("CR-040", "CR-039")
def test_the_dead_stay_dead_when_their_fleet_has_left():
    table, red, blue, _ = at_desks()
    die(table, red, table.buy(red, LUKE), "kia")
    table.do(orders.RetireFleet(red))
    assert table.refused(orders.BuyShip(blue, LUKE), BEN).rule == "CR-040"


@pytest.mark.rule("CR-039")
def test_the_names_of_a_fleet_that_has_left_are_free_and_share_no_fate():
    table, red, blue, _ = at_desks()
    luke = table.buy(red, LUKE)
    crew = loose(table, red, "lukeskywalker")
    table.do(orders.RetireFleet(red))
    die(table, blue, table.buy(blue, LUKE), "kia")
    assert luke in table.fleet(red).ships and crew in table.fleet(red).upgrades
    assert faults(table.state) == []


@pytest.mark.rule("CR-141", "CR-039")
@pytest.mark.parametrize("played", [True, False])
def test_nobody_rises_to_a_name_that_has_flown_for_the_team(played):
    table, red, blue, foe = at_desks()
    table.buy(red, LUKE)
    if played:
        table.emit(ev.GameRecorded(red, 7, 1, foe, "Iron Fist", "victory", 10, 0, 0))
    table.do(orders.RetireFleet(red))
    rookie = table.buy(blue, ROOKIE)
    table.emit(ev.RankChanged(blue, rookie, "pilot", "", "EXP", "CR-118"))
    if played:
        no = table.refused(orders.Promote(blue, rookie, LUKE), BEN)
        assert (no.code, "flown for Red Wing" in no.message) == ("flown", True)
    else:
        table.do(orders.Promote(blue, rookie, LUKE), BEN)


@pytest.mark.rule("CR-141", "CR-039")
def test_nobody_rises_to_a_mates_pilot():
    table, red, blue, _ = at_desks()
    table.buy(red, LUKE)
    rookie = table.buy(blue, ROOKIE)
    table.emit(ev.RankChanged(blue, rookie, "pilot", "", "EXP", "CR-118"))
    no = table.refused(orders.Promote(blue, rookie, LUKE), BEN)
    assert {finding.code for finding in no.findings} == {"mate_owns", "flown"}


@pytest.mark.rule("CR-039", "CR-040")
def test_a_draft_gives_a_killed_name_back_before_it_joins():
    table, red, blue, foe = a_team()
    table.start(red, foe)
    table.open_desks(red)
    han = table.buy(red, HAN)
    crew = loose(table, blue, FALCON_CREW)
    die(table, red, han, "kia")
    assert crew in table.fleet(blue).upgrades and faults(table.state) == []
    no = table.refused(orders.LockFleet(blue), BEN)
    assert f"upgrade:{crew}" in {each.about for each in no.findings if each.code == "killed"}
    table.do(orders.ReturnUpgrade(blue, crew), BEN)
    assert table.fleet(blue).points == 350


@pytest.mark.rule("CR-150", "CR-039")
def test_a_name_in_use_with_a_mate_is_no_ship_for_two_squadrons():
    table, red, blue, _ = at_desks()
    han = table.buy(red, HAN)
    for _ in range(4):
        table.buy(red, GRAY)
    profile = table.state.of(LeagueState).profile
    host = table.buy(blue, SMUGGLER)
    crew = loose(table, blue, FALCON_CREW)

    def outlook() -> orders.Closing:
        fleet = table.fleet(red)
        return orders.closing(fleet, profile, mates_of(table.state, fleet))

    ships = {number for each in outlook().proposal.formations for number in each.ships}
    assert han in ships
    table.do(orders.MoveUpgrade(blue, crew, host), BEN)
    assert outlook().eliminated


@pytest.mark.rule("CR-055")
def test_a_team_campaign_does_not_start_with_one_team():
    table, red, blue, _ = a_team()
    for fleet, by in ((red, ANN), (blue, BEN)):
        table.form(fleet, 2)
        for _ in range(6):
            table.do(orders.BuyShip(fleet, ROOKIE, 2 if len(table.fleet(fleet).ships) < 3 else None), by)
    no = table.refused(orders.StartCampaign(), ORGANISER)
    assert (no.rule, no.code) == ("CR-055", "one_team")
    assert "Rebel" in no.message


@pytest.mark.rule("CR-055")
def test_unequal_teams_may_start():
    table, *fleets = a_team()
    for fleet in fleets:
        table.form(fleet, 2)
        for _ in range(6):
            card = DELTA if fleet == fleets[2] else ROOKIE
            table.do(orders.BuyShip(fleet, card, 2 if len(table.fleet(fleet).ships) < 3 else None), ORGANISER)
    table.do(orders.StartCampaign(), ORGANISER)
    assert [table.fleet(each).standing for each in fleets] == ["ready"] * 3


@pytest.mark.rule("CR-152")
def test_the_campaign_goes_on_while_two_teams_live_and_ends_with_one():
    table, red, blue, foe = a_team()
    table.start(red, blue, foe)
    table.do(orders.RetireFleet(red))
    assert table.state.of(LeagueState).phase == "running"
    table.do(orders.RetireFleet(foe), CAT)
    assert table.state.of(LeagueState).phase == "ended"


@pytest.mark.rule("CR-152")
def test_the_campaign_ends_though_two_mates_live():
    table, red, blue, foe = a_team()
    table.start(red, blue, foe)
    table.do(orders.RetireFleet(foe), CAT)
    assert table.state.of(LeagueState).phase == "ended"
    assert {table.fleet(each).standing for each in (red, blue)} == {"ready"}


@pytest.mark.rule("CR-039")
def test_an_import_leaves_a_mates_names_out():
    table, red, blue, _ = a_team()
    table.buy(red, LUKE)
    text = '{"faction": "rebel", "pilots": [{"id": "lukeskywalker", "ship": "xwing"}]}'
    fleet = table.fleet(blue)
    seen = orders.preview_xws(fleet, text, squadron=2, mates=mates_of(table.state, fleet))
    assert (seen.ships, ["Red Wing" in each.message for each in seen.left_out]) == (0, [True])
    assert table.refused(orders.ImportXws(blue, 2, text), BEN).code == "nothing_bought"


@pytest.mark.rule("CR-039")
def test_a_unique_name_twice_in_a_team_is_found_as_a_fault():
    table, red, blue, _ = at_desks()
    table.buy(red, LUKE)
    table.emit(ev.ShipBought(blue, 900, LUKE, "Luke Skywalker", 28, None, "lukeskywalker"))
    assert [(each.rule, each.about) for each in faults(table.state)] == [
        ("CR-039", f"fleet:{red}"),
        ("CR-039", f"fleet:{blue}"),
    ]
