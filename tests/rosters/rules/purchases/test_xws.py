"""Reading and writing squadrons as XWS."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.kernel.refusal import Refusal
from rosters.rules import events as ev
from rosters.rules import orders
from rosters.rules.orders import preview_xws
from rosters.rules.purchases.xws import PlannedShip, export_squadron, plan_xws
from tests.rosters.rules.orders.table import ROOKIE, Table, a_desk, a_draft

CR90 = "rebel-cr90corvette"


def text(*pilots: object, faction: str = "rebel", **more: object) -> str:
    return json.dumps({"faction": faction, "pilots": list(pilots), **more})


def a_pilot(name: str = "rookiepilot", ship: str = "xwing", **upgrades: list[str]) -> dict[str, object]:
    return {"name": name, "ship": ship, "upgrades": upgrades, "points": 999}


def test_a_squadron_is_read_and_its_points_are_recomputed():
    plan = plan_xws(text(a_pilot(amd=["r2astromech"], mod=["engineupgrade"]), points=12), "rebel")
    assert plan.ships == (PlannedShip(ROOKIE, (("r2astromech", ""), ("engineupgrade", ""))),)
    assert (plan.points, plan.unknown, plan.notes) == (21 + 1 + 4, (), ())


@pytest.mark.parametrize("faction", ["rebel", "rebels", "Rebel Alliance", "rebelalliance", "RESISTANCE"])
def test_factions_are_known_in_all_their_spellings(faction):
    plan = plan_xws(text(a_pilot(), faction=faction), "rebel")
    assert plan.ships == (PlannedShip(ROOKIE),)
    assert plan.notes == ()


def test_an_unknown_faction_is_noted_and_the_fleets_own_side_is_looked_up():
    plan = plan_xws(text(a_pilot(), faction="hutts"), "rebel")
    assert [each.card for each in plan.ships] == [ROOKIE]
    assert plan.notes == (
        "The text names no faction that we know; ships of the fleet's own side were looked up.",
    )


def test_upgrades_are_read_as_a_list_as_one_word_or_not_at_all():
    one = {"name": "rookiepilot", "ship": "xwing", "upgrades": {"amd": "r2astromech"}}
    none = {"name": "rookiepilot", "ship": "xwing", "upgrades": ["r2astromech"]}
    assert [each.upgrades for each in plan_xws(text(one, none), "rebel").ships] == [
        (("r2astromech", ""),),
        (),
    ]


@pytest.mark.parametrize("slot", ["ept", "Elite", "talent", "elitepilottalent", "nonsense"])
def test_slots_are_known_in_all_their_spellings(slot):
    plan = plan_xws(text(a_pilot("wedgeantilles", **{slot: ["veteraninstincts"]})), "rebel")
    assert plan.ships[0].upgrades == (("veteraninstincts", ""),)


def test_unknown_ids_are_listed_and_the_rest_is_read():
    plan = plan_xws(
        text(a_pilot(amd=["r99"]), a_pilot("nobody"), "what", a_pilot("Rookie Pilot", "X-wing")), "rebel"
    )
    assert [each.card for each in plan.ships] == [ROOKIE, ROOKIE]
    assert plan.unknown == ("r99 on Rookie Pilot", "nobody (xwing)", "an entry that is no pilot")


def test_a_pilot_without_a_ship_is_found_by_a_name_that_is_the_only_one():
    assert [each.card for each in plan_xws(text(a_pilot("wedgeantilles", "")), "rebel").ships] == [
        "rebel-xwing-wedgeantilles"
    ]


@pytest.mark.rule("CR-042")
def test_two_sections_are_one_ship():
    fore = {**a_pilot("cr90corvettefore", "cr90corvette", crew=["c3po"]), "multisection_id": 1}
    aft = {**a_pilot("cr90corvetteaft", "cr90corvette", cargo=["emdedegunner"]), "multisection_id": 1}
    plan = plan_xws(text(fore, aft, fore, aft), "rebel")
    assert [each.card for each in plan.ships] == [CR90, CR90]
    assert plan.ships[0].upgrades == (("c3po", "fore"),)
    assert plan.points == 2 * 90 + 2 * 3


@pytest.mark.rule("CR-042")
def test_a_lone_section_brings_the_whole_ship_and_says_so():
    plan = plan_xws(text(a_pilot("cr90corvettefore", "cr90corvette")), "rebel")
    assert [each.card for each in plan.ships] == [CR90]
    assert plan.notes == ("CR90 Corvette came with one section only; the whole ship is taken.",)


@pytest.mark.parametrize(
    "bad", ["", "no json", "[]", "{}", '{"pilots": []}', '{"pilots": 3}', "[" * 3000, "x" * 200_001]
)
def test_text_that_is_no_squadron_is_unreadable(bad):
    with pytest.raises(Refusal) as no:
        plan_xws(bad, "rebel")
    assert (no.value.status, no.value.field) == (422, "text")


KEYS = st.sampled_from(["pilots", "name", "ship", "upgrades", "faction", "container", "amd"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


@settings(derandomize=True, deadline=None)
@given(JSON)
def test_nothing_that_is_pasted_breaks_the_reader(anything):
    try:
        plan = plan_xws(json.dumps(anything), "scum")
    except Refusal as no:
        assert no.field == "text"
    else:
        assert plan.points >= 0


def test_the_first_squadron_of_a_container_is_read():
    squads = [json.loads(text(a_pilot())), json.loads(text(a_pilot("wedgeantilles")))]
    plan = plan_xws(json.dumps({"container": squads}), "rebel")
    assert [each.card for each in plan.ships] == [ROOKIE]
    assert len(plan.notes) == 1
    assert plan_xws(json.dumps({"container": squads[1:]}), "rebel").notes == ()


# --- import ---


def test_an_import_buys_what_is_legal_and_affordable_and_says_what_is_left_out():
    table, fleet = a_draft()
    pilots = [
        a_pilot(amd=["r2astromech", "r5astromech"]),
        a_pilot("hansolo", "yt1300"),
        a_pilot("hansolo", "yt1300"),
    ]
    seen = preview_xws(table.fleet(fleet), text(*pilots), squadron=5)
    assert (seen.ships, seen.upgrades, seen.cost) == (2, 1, 21 + 1 + 46)
    assert [(each.code, each.rule) for each in seen.left_out] == [
        ("slot_taken", "CR-033"),
        ("owned", "CR-035"),
    ]
    table.do(orders.ImportXws(fleet, 5, text(*pilots)))
    assert table.fleet(fleet).points == 350 - seen.cost
    assert table.fleet(fleet).squadrons[5].type == "standard"
    assert [each.card for each in table.fleet(fleet).ships_in(5)] == [ROOKIE, "rebel-yt1300-hansolo"]


def test_a_preview_changes_nothing():
    table, fleet = a_draft()
    preview_xws(table.fleet(fleet), text(a_pilot()), squadron=5)
    assert table.fleet(fleet).ships == {} and table.fleet(fleet).squadrons == {}


def test_an_imported_squadron_is_designated_as_what_it_is():
    table, fleet = a_draft()
    table.do(orders.ImportXws(fleet, 3, text(a_pilot(), a_pilot())))
    assert table.fleet(fleet).squadrons[3].type == "recon"
    table.do(
        orders.ImportXws(
            fleet, 4, text(a_pilot("gr75mediumtransport", "gr75mediumtransport"), *[a_pilot()] * 5)
        )
    )
    assert table.fleet(fleet).squadrons[4].type == "epic"


@pytest.mark.rule("CR-017", "CR-021")
def test_an_imported_squadron_that_could_only_be_a_third_epic_one_stays_standard_with_its_findings():
    table, fleet = a_draft()
    table.form(fleet, 2, "epic")
    table.form(fleet, 3, "epic")
    table.do(orders.ImportXws(fleet, 4, text(*[a_pilot("outerrimsmuggler", "yt1300")] * 5)))
    assert table.fleet(fleet).squadrons[4].type == "standard"
    ((_, findings),) = orders.start_report(table.state)
    assert any(each.about == "squadron:4" and each.is_error for each in findings)


@pytest.mark.rule("CR-001")
def test_an_import_stops_where_the_points_end():
    table, fleet = a_draft()
    long = plan_xws(text(*[a_pilot()] * 61), "rebel")
    assert (len(long.ships), long.notes) == (60, ("Only the first 60 ships were read.",))
    table.do(orders.ImportXws(fleet, None, text(*[a_pilot()] * 20)))
    assert (len(table.fleet(fleet).ships), table.fleet(fleet).points) == (16, 350 - 16 * 21)


@pytest.mark.rule("CR-030", "CR-007")
def test_an_import_of_another_side_or_into_a_locked_roster_is_refused():
    table, fleet = a_draft()
    foreign = text(a_pilot("academypilot", "tiefighter"), faction="imperial")
    no = table.refused(orders.ImportXws(fleet, None, foreign))
    assert (no.code, [each.rule for each in no.besides]) == ("nothing_bought", ["CR-030"])
    table, fleet = a_desk()
    assert table.refused(orders.ImportXws(fleet, None, text(a_pilot()))).rule == "CR-007"


# --- export ---


def loaded() -> tuple[Table, int]:
    table, fleet = a_desk(points=1000)
    table.form(fleet, 7, "epic")
    table.buy(fleet, "rebel-xwing-wedgeantilles", "r2d2", "veteraninstincts", "engineupgrade", squadron=7)
    table.buy(fleet, "rebel-awing-greensquadronpilot", "awingtestpilot", "chardaanrefit", squadron=7)
    ship = table.buy(fleet, CR90, "tantiveiv", squadron=7)
    table.do(orders.BuyUpgrade(fleet, "c3po", ship, section="fore"))
    table.do(orders.BuyUpgrade(fleet, "gunneryteam", ship, section="aft"))
    table.buy(fleet, "rebel-attackshuttle-sabinewren", "customhyperdrive", squadron=7)
    return table, fleet


def test_a_squadron_goes_out_and_comes_in_again_unchanged():
    table, fleet = loaded()
    plan = plan_xws(json.dumps(export_squadron(table.fleet(fleet), 7)), "rebel")
    out = [
        (ship.card, {(each.card, each.section) for each in table.aboard(fleet, ship.id)})
        for ship in table.fleet(fleet).ships_in(7)
    ]
    assert [(each.card, set(each.upgrades)) for each in plan.ships] == out
    assert (plan.unknown, plan.notes) == ((), ())


@pytest.mark.rule("CR-042")
def test_a_ship_with_two_sections_is_written_as_two_entries():
    table, fleet = loaded()
    made = export_squadron(table.fleet(fleet), 7)
    linked = [(each["name"], each["upgrades"]) for each in made["pilots"] if "multisection_id" in each]
    assert linked == [
        ("cr90corvettefore", {"title": ["tantiveiv"], "crew": ["c3po"]}),
        ("cr90corvetteaft", {"team": ["gunneryteam"]}),
    ]
    assert made["points"] == sum(each["points"] for each in made["pilots"])


def test_missing_ships_stay_out_of_the_text():
    table, fleet = loaded()
    wedge = table.fleet(fleet).ships_in(7)[0].id
    table.emit(ev.ShipLost(fleet, wedge, "Wedge Antilles", "mia", "CR-113"))
    assert [each["name"] for each in export_squadron(table.fleet(fleet), 7)["pilots"]][
        0
    ] == "greensquadronpilot"


def test_the_keys_are_those_that_other_builders_read():
    table, fleet = loaded()
    made = export_squadron(table.fleet(fleet), 7)
    assert made["faction"] == "rebel"
    assert made["pilots"][0]["upgrades"] == {
        "amd": ["r2d2"],
        "ept": ["veteraninstincts"],
        "mod": ["engineupgrade"],
    }
