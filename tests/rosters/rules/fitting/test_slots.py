"""Places of a ship, and which upgrade sits where."""

from collections import Counter

import pytest

from rosters.catalogue import Slot
from rosters.rules.fitting import slots
from tests.rosters.rules.builders import a_fleet, upgrade_of, with_ship, with_upgrade


def slots_of(fleet, ship):
    return Counter(str(place.slot) for place in slots.places(fleet, ship))


def unplaced(fleet, ship):
    return [fleet.upgrades[number].card for number in slots.seat(fleet, ship).unplaced]


@pytest.mark.rule("CR-033")
def test_a_ship_has_its_bar_one_modification_and_one_title():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot")
    assert slots_of(fleet, ship) == {"Torpedo": 1, "Astromech": 1, "Modification": 1, "Title": 1}


@pytest.mark.rule("CR-120")
def test_an_elite_pilot_has_one_more_talent_slot():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", rank="ELITE")
    assert slots_of(fleet, ship)["Elite"] == 1
    veteran = with_ship(fleet, "rebel-xwing-rookiepilot", rank="VET")
    assert slots_of(fleet, veteran)["Elite"] == 0


@pytest.mark.rule("CR-033")
def test_cards_add_and_remove_slots():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiebomber-scimitarsquadronpilot", ["tieshuttle"])
    assert slots_of(fleet, ship) == {"Crew": 2, "Modification": 1, "Title": 1}
    defender = with_ship(fleet, "imperial-tiedefender-deltasquadronpilot", ["tiex7"])
    assert slots_of(fleet, defender) == {"Modification": 1, "Title": 1}


@pytest.mark.rule("CR-033")
def test_removing_a_slot_that_is_not_there_changes_nothing():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-tiefighter-academypilot", ["tiex7"])
    assert slots_of(fleet, ship) == {"Modification": 1, "Title": 1}


@pytest.mark.rule("CR-033")
@pytest.mark.parametrize("choice", ["Cannon", "Torpedo", "Missile"])
def test_a_slot_of_choice_is_the_chosen_one(choice):
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-m3ainterceptor-cartelspacer")
    with_upgrade(fleet, "heavyscykinterceptor", ship, choice=choice)
    assert slots_of(fleet, ship) == {choice: 1, "Modification": 1, "Title": 1}


@pytest.mark.rule("CR-033")
def test_the_light_scyk_has_no_modification_slot():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-m3ainterceptor-cartelspacer", ["lightscykinterceptor", "guidancechips"])
    assert unplaced(fleet, ship) == ["guidancechips"]


@pytest.mark.rule("CR-033")
def test_limits_of_a_title_bind_every_crew_slot_it_gives():
    fleet = a_fleet("imperial")
    crew = ["tieshuttle", "darthvader", "reconspecialist"]
    ship = with_ship(fleet, "imperial-tiebomber-scimitarsquadronpilot", crew)
    assert unplaced(fleet, ship) == []
    dear = with_ship(
        fleet, "imperial-tiebomber-scimitarsquadronpilot", ["tieshuttle", "rebelcaptive", "gunner"]
    )
    assert [place.max_points for place in slots.places(fleet, dear) if place.slot is Slot.CREW] == [4, 4]
    assert unplaced(fleet, dear) == ["gunner"]


@pytest.mark.rule("CR-033")
def test_the_smuggling_compartment_limits_only_the_slot_it_adds():
    fleet = a_fleet()
    cheap = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["smugglingcompartment", "hullupgrade"])
    dear = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["smugglingcompartment", "engineupgrade"])
    assert unplaced(fleet, cheap) == []
    assert unplaced(fleet, dear) == ["engineupgrade"]


@pytest.mark.rule("CR-033")
def test_a_card_does_not_sit_in_the_slot_it_gives():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-yt1300-outerrimsmuggler", ["smugglingcompartment"])
    (seat,) = slots.seat(fleet, ship).assigned[upgrade_of(fleet, "smugglingcompartment")]
    assert slots.places(fleet, ship)[seat].source == "ship"


@pytest.mark.rule("CR-033")
def test_an_unplaced_card_gives_no_slots():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-kihraxzfighter-cartelmarauder", ["heavyscykinterceptor"])
    with_upgrade(fleet, "vaksai", ship)
    for card in ("hullupgrade", "engineupgrade", "stealthdevice"):
        with_upgrade(fleet, card, ship)
    assert unplaced(fleet, ship) == ["vaksai", "engineupgrade", "stealthdevice"]


@pytest.mark.rule("CR-033")
def test_two_of_a_name_do_not_sit_in_distinct_slots():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-kihraxzfighter-cartelmarauder", ["vaksai", "hullupgrade", "hullupgrade"])
    assert unplaced(fleet, ship) == ["hullupgrade"]


@pytest.mark.rule("CR-033")
def test_the_second_starviper_title_goes_into_the_slot_of_the_first():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-starviper-princexizor", ["virago", "starvipermkii"])
    assert unplaced(fleet, ship) == []
    twice = with_ship(fleet, "scum-starviper-blacksunenforcer", ["starvipermkii", "starvipermkii"])
    assert unplaced(fleet, twice) == ["starvipermkii"]


@pytest.mark.rule("CR-033")
def test_a_card_of_two_icons_needs_both():
    fleet = a_fleet("imperial")
    shuttle = with_ship(fleet, "imperial-lambdaclassshuttle-omicrongrouppilot", ["emperorpalpatine"])
    seated = slots.seat(fleet, shuttle)
    assert len(seated.assigned[upgrade_of(fleet, "emperorpalpatine")]) == 2
    with_upgrade(fleet, "navigator", shuttle)
    assert unplaced(fleet, shuttle) == ["navigator"]


@pytest.mark.rule("CR-033", "CR-042")
def test_a_card_of_two_icons_does_not_spread_over_two_sections():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", ["wookieecommandos"])
    assert unplaced(fleet, ship) == ["wookieecommandos"]


@pytest.mark.rule("CR-033")
def test_havoc_takes_unique_salvaged_astromechs_only():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-scurrgh6bomber-lokrevenant", ["havoc", "unhingedastromech"])
    other = with_ship(fleet, "scum-scurrgh6bomber-lokrevenant", ["havoc", "r4b11"])
    assert unplaced(fleet, ship) == ["unhingedastromech"]
    assert unplaced(fleet, other) == []


@pytest.mark.rule("CR-033")
def test_the_mist_hunter_s_cannon_slot_takes_the_tractor_beam_only():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-g1astarfighter-gandfindsman", ["misthunter", "ioncannon"])
    other = with_ship(fleet, "scum-g1astarfighter-gandfindsman", ["misthunter", "tractorbeam"])
    assert unplaced(fleet, ship) == ["ioncannon"]
    assert unplaced(fleet, other) == []


@pytest.mark.rule("CR-033")
def test_seating_can_be_asked_for_other_upgrades_than_those_aboard():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot", ["r2astromech"])
    loose = with_upgrade(fleet, "r5astromech")
    seated = slots.seat(fleet, ship, [loose])
    assert seated.assigned == {loose: (1,)}
    assert seated.free == (0, 2, 3)


@pytest.mark.rule("CR-142")
def test_a_missing_card_keeps_no_slot():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-ywing-goldsquadronpilot")
    droid = with_upgrade(fleet, "r2d2", ship, mia=True)
    seated = slots.seat(fleet, ship)
    assert (seated.assigned, seated.unplaced, seated.homeless) == ({}, (), ())
    assert len(seated.free) == len(seated.places)
    with_upgrade(fleet, "r2astromech", ship)
    seated = slots.seat(fleet, ship)
    assert (len(seated.assigned), seated.unplaced, seated.homeless) == (1, (), (droid,))


@pytest.mark.rule("CR-142")
def test_a_missing_card_gives_its_slots_as_long_as_its_own_is_free():
    fleet = a_fleet("scum")
    ship = with_ship(fleet, "scum-starviper-guri", ["sensorjammer"])
    title = with_upgrade(fleet, "virago", ship, mia=True)
    assert (unplaced(fleet, ship), slots.seat(fleet, ship).homeless) == ([], ())
    fleet.upgrades[title].mia = False
    assert unplaced(fleet, ship) == []


@pytest.mark.rule("CR-142")
def test_a_slot_given_by_a_missing_card_goes_once_another_card_replaces_it():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-xwing-rookiepilot")
    with_upgrade(fleet, "r2d6", ship, mia=True)
    with_upgrade(fleet, "determination", ship)
    assert unplaced(fleet, ship) == []
    with_upgrade(fleet, "r2astromech", ship)
    assert unplaced(fleet, ship) == ["determination"]


@pytest.mark.rule("CR-042", "CR-033")
def test_a_two_section_ship_has_two_bars_and_one_title_and_modification():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", [("tantiveiv", "fore")])
    where = Counter((str(place.slot), place.section) for place in slots.places(fleet, ship))
    assert where[("Crew", "fore")] == 2
    assert where[("Crew", "aft")] == 1
    assert where[("Team", "fore")] == 3
    assert where[("Title", "")] == where[("Modification", "")] == 1


@pytest.mark.rule("CR-117")
def test_a_crippled_section_has_the_bar_of_its_crippled_side():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", crippled=["fore"])
    fore = [str(place.slot) for place in slots.places(fleet, ship) if place.section == "fore"]
    assert fore == ["Crew"]
    assert slots_of(fleet, ship)["Hardpoint"] == 1


@pytest.mark.rule("CR-117")
def test_example_9_a_crippled_fore_keeps_its_crew_and_loses_the_rest():
    fleet = a_fleet()
    fore = [
        ("leiaorgana", "fore"),
        ("quadlasercannons", "fore"),
        ("sensorteam", "fore"),
        ("slicertools", "fore"),
    ]
    ship = with_ship(fleet, "rebel-cr90corvette", [*fore, ("sensorteam", "aft")])
    lost = [fleet.upgrades[number].card for number in slots.lost_on_crippling(fleet, ship, "fore")]
    assert lost == ["quadlasercannons", "sensorteam", "slicertools"]
    assert slots.choices_on_crippling(fleet, ship, "fore") == ()


@pytest.mark.rule("CR-117")
def test_the_owner_chooses_what_stays_where_slots_are_too_few():
    fleet = a_fleet("imperial")
    ship = with_ship(fleet, "imperial-raiderclasscorvette", [("sensorteam", "aft"), ("gunneryteam", "aft")])
    sensor, gunnery = upgrade_of(fleet, "sensorteam"), upgrade_of(fleet, "gunneryteam")
    assert slots.choices_on_crippling(fleet, ship, "aft") == ((sensor, gunnery),)
    assert slots.lost_on_crippling(fleet, ship, "aft") == (gunnery,)
    assert slots.lost_on_crippling(fleet, ship, "aft", kept=[gunnery]) == (sensor,)


@pytest.mark.rule("CR-117")
def test_title_and_modification_stay_and_so_does_what_they_give():
    fleet = a_fleet()
    crew = [("leiaorgana", "fore"), ("carlistrieekan", "fore")]
    ship = with_ship(fleet, "rebel-cr90corvette", [("tantiveiv", "fore"), "optimizedgenerators", *crew])
    assert slots.lost_on_crippling(fleet, ship, "fore") == ()


@pytest.mark.rule("CR-117")
def test_the_owner_may_keep_a_card_of_two_icons_before_two_others():
    fleet = a_fleet()
    ship = with_ship(fleet, "rebel-cr90corvette", [("tantiveiv", "fore")])
    commandos = with_upgrade(fleet, "wookieecommandos", ship, section="fore")
    assert slots.lost_on_crippling(fleet, ship, "fore", kept=[commandos]) == ()
