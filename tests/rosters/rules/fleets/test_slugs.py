"""Name of a fleet in its address: readable, its own, and never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.fold import fold
from league.kernel.refusal import Refusal
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.fleets.names import NAME_LENGTH, clean_name
from rosters.rules.fleets.slugs import free_slug, logged_slug, slug_of, slugs_of
from rosters.rules.state import RostersState
from tests.rosters.rules.orders.table import ANN, BEN, CAT, a_table

LONGEST = 80
"""Letters that the column takes."""


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Dawn Patrol", "dawn-patrol"),
        ("  The   Outer-Rim/Watch! ", "the-outer-rim-watch"),
        ("Admiral’s Own", "admirals-own"),
        ("Čierna Hviezda №7", "cierna-hviezda-no7"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("Рассвет", "рассвет"),
        ("黎明の艦隊", "黎明の艦隊"),
        ("فجر جديد", "فجر-جديد"),
        ("🚀🚀", "fleet"),
        ("…", "fleet"),
        ("new", "fleet-new"),
        ("NEW", "fleet-new"),
        ("42", "fleet-42"),
        ("٤٢", "fleet-٤٢"),
        ("4-2", "4-2"),
    ],
)
def test_a_name_can_be_read_in_its_address(name: str, slug: str):
    assert slug_of(name) == slug


@given(st.text(max_size=NAME_LENGTH))
def test_every_name_has_a_slug_that_is_no_other_part_of_an_address(name: str):
    slug = slug_of(name)
    assert 0 < len(slug) < LONGEST and slug != "new" and not slug.isnumeric()
    assert not set("/?#%\\ .\0") & set(slug) and not slug.startswith("-")
    assert slug_of(slug) == slug


@given(st.lists(st.sampled_from(["Dawn", "dawn!", "Dawn 2", "dawn-2-2", "†", "8"]), max_size=12))
def test_no_two_fleets_have_one_slug(names: list[str]):
    taken: list[str] = []
    for name in names:
        taken.append(free_slug(name, taken))
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("logged", ["", "17", "../../admin", "night-owls", "dawn-x", "dawn-", "dawnbreaker"])
def test_a_slug_from_an_odd_archive_is_made_again_from_the_name(logged: str):
    assert logged_slug(logged, "Dawn", ()) == "dawn"


def test_a_slug_of_the_log_stands_unless_somebody_else_has_it():
    assert logged_slug("dawn-3", "Dawn", {"dawn"}) == "dawn-3"
    assert logged_slug("dawn-3", "Dawn", {"dawn", "dawn-3"}) == "dawn-2"


# --- through the orders --------------------------------------------------------------------------


def test_orders_give_every_fleet_a_slug_of_its_own():
    table = a_table()
    first = table.found(ANN, name="Dawn Patrol")
    second = table.found(BEN, suit="clubs", name="Dawn-Patrol")
    table.do(orders.RenameFleet(first, "Dusk Patrol"))
    third = table.found(CAT, suit="spades", name="Dawn Patrol")
    assert [table.fleet(each).slug for each in (first, second, third)] == [
        "dusk-patrol",
        "dawn-patrol-2",
        "dawn-patrol-3",
    ]
    assert table.fleet(first).former_slugs == ["dawn-patrol"]


def test_the_event_says_the_slug():
    table = a_table()
    (event,) = table.do(orders.FoundFleet("Dawn", "rebel", "hearts"))
    assert isinstance(event, ev.FleetFounded) and event.slug == "dawn"
    (renamed,) = table.do(orders.RenameFleet(event.fleet, "Dusk"))
    assert isinstance(renamed, ev.FleetRenamed) and renamed.slug == "dusk"


@given(st.text(max_size=NAME_LENGTH).filter(str.strip))
def test_a_fleet_with_any_allowed_name_can_be_found(name: str):
    table = a_table()
    try:
        fleet = table.found(ANN, name=name)
    except Refusal:
        return
    assert table.fleet(fleet).slug == slug_of(clean_name(name, "fleet_name", "fleet"))


def slugs(log: list[ev.Event]) -> dict[str, tuple[str, ...]]:
    """The slugs that lead to each fleet, by name, the present one last."""
    return {fleet.name: slugs_of(fleet) for fleet in fold(log).of(RostersState).fleets.values()}


def founded(fleet: int, name: str, slug: str = "") -> ev.FleetFounded:
    return ev.FleetFounded(fleet, fleet + 10, name, "rebel", "spades", slug)


def test_logs_from_before_there_were_slugs_give_them_in_order():
    log = [founded(1, "Dawn Patrol"), founded(2, "Dawn-Patrol"), ev.FleetRenamed(1, "Night Owls", "clubs")]
    assert slugs(log) == {"Night Owls": ("dawn-patrol", "night-owls"), "Dawn-Patrol": ("dawn-patrol-2",)}


def test_a_name_that_was_given_up_still_leads_to_the_fleet_that_had_it():
    log = [founded(1, "Dawn", "dawn"), ev.FleetRenamed(1, "Dusk", "clubs", "dusk"), founded(2, "Dawn")]
    assert slugs(log) == {"Dusk": ("dawn", "dusk"), "Dawn": ("dawn-2",)}


def test_a_fleet_that_takes_an_earlier_name_again_gets_its_slug_back():
    log = [founded(1, "Dawn", "dawn"), founded(2, "Dawn!", "dawn-2")]
    log += [ev.FleetRenamed(2, "Dusk", "clubs", "dusk"), ev.FleetRenamed(2, "Dawn", "clubs", "dawn-2")]
    assert slugs(log)["Dawn"] in (("dusk", "dawn-2"), ("dawn",))
    assert fold(log).of(RostersState).fleets[2].slug == "dawn-2"


def test_a_rename_that_was_undone_leaves_no_slug():
    log = [founded(1, "Dawn", "dawn"), ev.FleetRenamed(1, "Dusk", "clubs", "dusk")]
    assert slugs(log[:1]) == {"Dawn": ("dawn",)}
    assert slugs(log) == {"Dusk": ("dawn", "dusk")}


def test_a_fleet_that_is_founded_again_meanwhile_makes_the_later_one_move_on():
    """Founded, undone, founded by another member, done again: both go by the name that the log gave them."""
    log = [founded(1, "Dawn", "dawn"), founded(2, "Dawn", "dawn")]
    assert [fleet.slug for fleet in fold(log).of(RostersState).fleets.values()] == ["dawn", "dawn-2"]


def test_a_new_suit_keeps_the_slug():
    log = [founded(1, "Dawn", "dawn"), ev.FleetRenamed(1, "Dawn", "clubs", "dawn")]
    assert slugs(log) == {"Dawn": ("dawn",)}
