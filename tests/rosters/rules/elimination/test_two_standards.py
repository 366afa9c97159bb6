"""Two STANDARD squadrons: worked examples, hard cases, and brute force on small fleets."""

import time
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.rules.state import Profile
from rosters.catalogue import catalogue
from rosters.rules.elimination.two_standards import lean, split_by_worth, two_standards
from rosters.rules.fitting.rigs import rigs
from rosters.rules.legality import fleet_findings
from rosters.rules.purchases.values import squad_points
from rosters.rules.state import SquadronState
from tests.rosters.rules.builders import a_fleet, ships_of, upgrade_of, with_ship, with_squadron, with_upgrade

PROFILE = Profile()
ROOKIE = "rebel-xwing-rookiepilot"  # 21
GRAY = "rebel-ywing-graysquadronpilot"  # 20
BANDIT = "rebel-z95headhunter-banditsquadronpilot"  # 12
ACADEMY = "imperial-tiefighter-academypilot"  # 12
SMUGGLER = "rebel-yt1300-outerrimsmuggler"  # 27


def carried_out(fleet, plan):
    """The fleet with the arrangement carried out."""
    for number in plan.parked:
        fleet.ships[number].squadron = None
    for move in plan.moves:
        upgrade = fleet.upgrades[move.upgrade]
        assert upgrade.ship == move.source
        upgrade.ship, upgrade.section, upgrade.choice = move.target, move.section, move.choice
    for formation in plan.formations:
        fleet.squadrons[formation.card] = SquadronState(formation.card, "standard")
        for number in formation.ships:
            fleet.ships[number].squadron = formation.card
    for card in [card for card in fleet.squadrons if not fleet.ships_in(card)]:
        del fleet.squadrons[card]
    return fleet


def faults_of(fleet, plan):
    """Errors about the two squadrons, or names, after the plan; other squadrons may have been broken."""
    ours = {f"squadron:{formation.card}" for formation in plan.formations}
    ours |= {f"ship:{number}" for formation in plan.formations for number in formation.ships}
    after = carried_out(fleet, plan)
    for formation in plan.formations:
        assert formation.value == sum(squad_points(after, number) for number in formation.ships)
    found = fleet_findings(after, PROFILE, "desk")
    return [
        finding
        for finding in found
        if finding.is_error and (finding.about in ours or finding.rule == "CR-035")
    ]


@pytest.mark.rule("CR-150")
def test_example_15_by_the_figures():
    groups = split_by_worth({1: 70, 2: 50, 3: 45, 4: 20, 5: 10})
    assert groups is not None
    assert split_by_worth({1: 100, 2: 58}) is None


@pytest.mark.rule("CR-150")
@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(1, 120), max_size=7))
def test_the_split_by_worth_agrees_with_all_subsets(values):
    worth = dict(enumerate(values))
    sums = [
        [sum(worth[number] for number in worth if place[number] == side) for side in (0, 1)]
        for place in product((0, 1, 2), repeat=len(values))
    ]
    groups = split_by_worth(worth)
    assert (groups is not None) is any(min(pair) >= 60 and max(pair) <= 120 for pair in sums)
    if groups is not None:
        assert not set(groups[0]) & set(groups[1])
        assert all(60 <= sum(worth[number] for number in group) <= 120 for group in groups)


@pytest.mark.rule("CR-150")
def test_example_15_in_cards_of_58_50_44_20_and_12():
    fleet = a_fleet("imperial")
    crew = ["emperorpalpatine", "darthvader", "dauntless", "ruthlessness"]
    with_ship(fleet, "imperial-vt49decimator-captainoicunn", crew)
    with_ship(fleet, "imperial-vt49decimator-rearadmiralchiraneau", ["engineupgrade"])
    with_ship(fleet, "imperial-vt49decimator-patrolleader", ["fleetofficer", "tacticaljammer"])
    ships_of(fleet, "imperial-tieinterceptor-avengersquadronpilot", ACADEMY)
    assert [squad_points(fleet, number) for number in fleet.ships] == [58, 50, 44, 20, 12]
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-150")
def test_enough_ships_for_one_squadron_form_only_one():
    fleet = a_fleet("imperial")
    ships_of(fleet, "imperial-vt49decimator-patrolleader", "imperial-vt49decimator-captainoicunn", squadron=2)
    with_ship(fleet, "imperial-tieadvanced-darthvader", squadron=3)
    with_ship(fleet, "imperial-tieadvanced-maarekstele", squadron=3)
    assert [squad_points(fleet, number) for number in fleet.ships] == [40, 42, 29, 27]
    assert two_standards(fleet, PROFILE) is not None
    fleet.ships[4].mia = True
    assert two_standards(fleet, PROFILE) is None


@pytest.mark.rule("CR-150")
def test_a_loose_upgrade_can_make_the_difference():
    fleet = a_fleet()
    ships_of(fleet, GRAY, GRAY, ROOKIE, squadron=2)
    ships_of(fleet, GRAY, GRAY, "rebel-awing-prototypepilot", squadron=3)
    with_upgrade(fleet, "r2astromech", 1)
    assert two_standards(fleet, PROFILE) is None
    loose = with_upgrade(fleet, "protontorpedoes")
    plan = two_standards(fleet, PROFILE)
    assert [(move.upgrade, move.source) for move in plan.moves] == [(loose, None)]
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150")
def test_an_upgrade_moves_from_the_rich_squadron_to_the_poor():
    fleet = a_fleet()
    with_ship(fleet, ROOKIE, ["protontorpedoes"], 2)
    ships_of(fleet, ROOKIE, ROOKIE, squadron=2)
    ships_of(fleet, GRAY, GRAY, squadron=3)
    with_ship(fleet, "rebel-awing-prototypepilot", squadron=3)
    assert two_standards(fleet, PROFILE) is not None
    fleet.upgrades[upgrade_of(fleet, "protontorpedoes")].mia = True
    assert two_standards(fleet, PROFILE) is None


@pytest.mark.rule("CR-150", "CR-032")
def test_a_card_that_cannot_leave_its_ship_does_not_help_another():
    fleet = a_fleet()
    with_ship(fleet, "rebel-gr75mediumtransport-gr75mediumtransport", ["optimizedgenerators"])
    ships_of(fleet, GRAY, GRAY, GRAY, GRAY, GRAY)
    with_ship(fleet, "rebel-awing-prototypepilot")
    assert two_standards(fleet, PROFILE) is None


@pytest.mark.rule("CR-150")
def test_upgrades_of_huge_ships_can_be_moved_but_the_huge_ships_do_not_count():
    fleet = a_fleet()
    with_ship(fleet, "rebel-gr75mediumtransport-gr75mediumtransport", ["leiaorgana"])
    ships_of(fleet, GRAY, GRAY, GRAY, GRAY, GRAY)
    with_ship(fleet, "rebel-awing-prototypepilot")
    assert two_standards(fleet, PROFILE) is None
    with_ship(fleet, "rebel-uwing-bluesquadronpathfinder")
    fleet.ships[next(number for number in fleet.ships if fleet.ships[number].card == GRAY)].mia = True
    plan = two_standards(fleet, PROFILE)
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150")
def test_missing_ships_do_not_count_and_neither_do_their_upgrades():
    fleet = a_fleet()
    ships_of(fleet, *[GRAY] * 5, squadron=2)
    with_ship(fleet, ROOKIE, ["protontorpedoes"], mia=True)
    with_ship(fleet, "rebel-awing-prototypepilot")
    assert two_standards(fleet, PROFILE) is None


@pytest.mark.rule("CR-150", "CR-001")
def test_points_in_hand_save_nobody():
    assert two_standards(a_fleet(points=1000), PROFILE) is None


@pytest.mark.rule("CR-150", "CR-035")
def test_a_name_counts_once_as_a_pilot_or_as_an_upgrade():
    fleet = a_fleet()
    with_ship(fleet, "rebel-yt1300-chewbacca")  # 42
    with_ship(fleet, "rebel-awing-prototypepilot")  # 17
    ships_of(fleet, GRAY, GRAY, GRAY)
    with_upgrade(fleet, "chewbacca")  # 4, for the YT-1300 alone here
    assert two_standards(fleet, PROFILE) is None
    with_upgrade(fleet, "niennunb")
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-150", "CR-035")
def test_crew_gives_way_to_the_pilot_of_its_name():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 3, squadron=2)
    with_ship(fleet, SMUGGLER, ["chewbacca"], 2)
    with_ship(fleet, "rebel-yt1300-chewbacca")
    with_ship(fleet, GRAY)
    plan = two_standards(fleet, PROFILE)
    assert any(move.upgrade == upgrade_of(fleet, "chewbacca") and move.target is None for move in plan.moves)
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150", "CR-033")
def test_two_mindlinks_in_a_squadron_are_the_limit_here_too():
    fleet = a_fleet("scum")
    linked = [
        "scum-m3ainterceptor-serissu",
        "scum-m3ainterceptor-genesisred",
        "scum-kihraxzfighter-talonbanecobra",
        "scum-kihraxzfighter-grazthehunter",
        "scum-starviper-princexizor",
        "scum-starviper-guri",
    ]
    for card in linked:
        with_ship(fleet, card, ["attannimindlink"])
    assert sum(squad_points(fleet, number) for number in fleet.ships) > 150
    assert two_standards(fleet, PROFILE) is None
    ships_of(fleet, *["scum-z95headhunter-binayrepirate"] * 4)
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-150", "CR-033")
def test_maul_counts_where_ezra_flies():
    fleet = a_fleet()
    with_ship(fleet, "rebel-attackshuttle-ezrabridger")  # 20
    with_ship(fleet, "rebel-vcx100-lothalrebel")  # 35
    ships_of(fleet, GRAY, GRAY, GRAY)
    with_upgrade(fleet, "maul")
    assert two_standards(fleet, PROFILE) is None
    with_upgrade(fleet, "reconspecialist")
    plan = two_standards(fleet, PROFILE)
    assert len(plan.moves) == 2
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150", "CR-033")
def test_a_card_that_opens_a_slot_for_another_is_used():
    fleet = a_fleet()
    with_ship(fleet, "rebel-ywing-goldsquadronpilot")  # 18
    ships_of(fleet, "rebel-ywing-goldsquadronpilot", "rebel-ywing-goldsquadronpilot")
    ships_of(fleet, GRAY, GRAY, GRAY)
    for card in ("bombloadout", "bombloadout", "seismiccharges", "protonbombs"):
        with_upgrade(fleet, card)
    plan = two_standards(fleet, PROFILE)
    assert faults_of(fleet, plan) == []
    assert {fleet.upgrades[move.upgrade].card for move in plan.moves} >= {"bombloadout", "protonbombs"}


@pytest.mark.rule("CR-150", "CR-033")
def test_r2_d6_stays_with_the_talent_that_sits_in_its_slot():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-redsquadronpilot", ["r2d6", "predator"], 2)  # 27
    with_ship(fleet, "rebel-vcx100-lothalrebel", squadron=2)  # 35
    ships_of(fleet, "rebel-ywing-goldsquadronpilot", GRAY, ROOKIE, squadron=3)  # 18, 20, 21
    assert two_standards(fleet, PROFILE) is None
    fleet.upgrades[upgrade_of(fleet, "r2d6")].card = "r5k6"
    fleet.ships[1].card = "rebel-xwing-biggsdarklighter"
    del fleet.upgrades[upgrade_of(fleet, "predator")]
    assert squad_points(fleet, 1) == 27
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-150", "CR-033")
def test_the_mist_hunter_takes_its_tractor_beam_along():
    fleet = a_fleet("scum")
    with_ship(fleet, "scum-g1astarfighter-ruthlessfreelancer", ["misthunter"])  # 23
    with_ship(fleet, "scum-ywing-syndicatethug", squadron=2)  # 18
    ships_of(fleet, "scum-ywing-syndicatethug", squadron=2)
    ships_of(fleet, *["scum-ywing-hiredgun"] * 3, squadron=3)
    assert two_standards(fleet, PROFILE) is None
    with_upgrade(fleet, "tractorbeam")
    plan = two_standards(fleet, PROFILE)
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150")
def test_a_ship_worth_too_much_sheds_upgrades():
    fleet = a_fleet("imperial")
    dear = [
        "emperorpalpatine",
        "darthvader",
        "protontorpedoes",
        "protontorpedoes",
        "dauntless",
        "ruthlessness",
    ]
    with_ship(fleet, "imperial-vt49decimator-rearadmiralchiraneau", ["engineupgrade", *dear[:2], *dear[4:]])
    ships_of(fleet, *[ACADEMY] * 6)
    assert squad_points(fleet, 1) < 120
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-146")
def test_squadrons_formed_already_are_the_proposal():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 3, squadron=7)
    ships_of(fleet, *[GRAY] * 4, squadron=4)
    ships_of(fleet, *[GRAY] * 4)
    plan = two_standards(fleet, PROFILE)
    assert [formation.card for formation in plan.formations] == [4, 7]
    assert [formation.ships for formation in plan.formations] == [(4, 5, 6, 7), (1, 2, 3)]
    assert (plan.moves, plan.parked) == ((), ())


@pytest.mark.rule("CR-146")
def test_the_inventory_is_asked_before_other_squadrons():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 3, squadron=2)
    ships_of(fleet, ROOKIE, ROOKIE, squadron=3)
    with_squadron(fleet, 3, "recon")
    spare = ships_of(fleet, *[GRAY] * 3)
    plan = two_standards(fleet, PROFILE)
    assert set(plan.formations[1].ships) == set(spare)
    assert plan.formations[1].card not in (2, 3)


@pytest.mark.rule("CR-146")
def test_one_ship_more_completes_a_broken_squadron():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 3, squadron=2)
    ships_of(fleet, ROOKIE, ROOKIE, squadron=3)
    spare = with_ship(fleet, ROOKIE)
    plan = two_standards(fleet, PROFILE)
    assert [(each.card, each.ships) for each in plan.formations] == [(2, (1, 2, 3)), (3, (4, 5, spare))]


@pytest.mark.rule("CR-146")
def test_a_squadron_that_is_too_big_gives_ships_to_the_other():
    fleet = a_fleet()
    ships_of(fleet, *[ROOKIE] * 6, squadron=2)
    plan = two_standards(fleet, PROFILE)
    assert [len(formation.ships) for formation in plan.formations] == [3, 3]
    assert plan.parked == ()
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-146")
def test_with_nine_squadrons_a_card_is_used_again():
    fleet = a_fleet()
    for card in range(2, 11):
        with_squadron(fleet, card, "recon")
        ships_of(fleet, BANDIT, BANDIT, BANDIT, squadron=card)
    plan = two_standards(fleet, PROFILE)
    assert len({formation.card for formation in plan.formations}) == 2
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150")
def test_a_group_worth_too_much_loses_its_cheapest_ships():
    fleet = a_fleet()
    ships = ships_of(fleet, BANDIT, SMUGGLER, SMUGGLER, SMUGGLER, SMUGGLER, SMUGGLER)
    assert lean(ships, rigs(fleet)) == tuple(ships[2:])
    assert lean(ships[1:5], rigs(fleet)) == tuple(ships[1:5])


@pytest.mark.rule("CR-150", "CR-035")
def test_a_name_that_cannot_leave_another_ship_bars_its_twin():
    fleet = a_fleet()
    ships_of(fleet, GRAY, GRAY, GRAY, SMUGGLER)
    with_ship(fleet, "rebel-vcx100-lothalrebel", ["ghost"])
    twin = with_ship(fleet, "rebel-vcx100-lothalrebel", ["ghost-swx72"])
    assert two_standards(fleet, PROFILE) is None
    fleet.ships[twin].mia = True
    assert two_standards(fleet, PROFILE) is not None


@pytest.mark.rule("CR-142", "CR-150")
def test_a_title_that_came_back_loose_counts():
    fleet = a_fleet()
    ships_of(fleet, GRAY, GRAY, GRAY, SMUGGLER, GRAY, BANDIT)  # 60, 59
    assert two_standards(fleet, PROFILE) is None
    with_upgrade(fleet, "millenniumfalcon")
    plan = two_standards(fleet, PROFILE)
    assert [fleet.upgrades[move.upgrade].card for move in plan.moves] == ["millenniumfalcon"]
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-150", "CR-035")
def test_twins_of_a_name_count_once():
    fleet = a_fleet()
    ships_of(fleet, GRAY, GRAY, GRAY, SMUGGLER, "rebel-xwing-lukeskywalker")  # 60, 27 + 28
    with_upgrade(fleet, "r2d2")
    with_upgrade(fleet, "r2d2-swx22")
    assert two_standards(fleet, PROFILE) is None
    with_upgrade(fleet, "protontorpedoes")
    assert faults_of(fleet, two_standards(fleet, PROFILE)) == []


@pytest.mark.rule("CR-150")
def test_other_cards_on_the_ship_of_r2_d6_can_be_moved():
    fleet = a_fleet()
    with_ship(fleet, "rebel-xwing-redsquadronpilot", ["r2d6", "predator", "protontorpedoes"], 2)  # 31
    with_ship(fleet, "rebel-vcx100-lothalrebel", squadron=2)  # 35
    ships_of(fleet, "rebel-ywing-goldsquadronpilot", GRAY, ROOKIE, squadron=3)  # 18, 20, 21
    plan = two_standards(fleet, PROFILE)
    assert [fleet.upgrades[move.upgrade].card for move in plan.moves] == ["protontorpedoes"]
    assert faults_of(fleet, plan) == []


@pytest.mark.rule("CR-146")
def test_a_ship_that_would_make_it_too_big_is_passed_over():
    fleet = a_fleet("imperial")
    crew = ["emperorpalpatine", "darthvader", "dauntless", "ruthlessness"]
    with_ship(fleet, "imperial-vt49decimator-captainoicunn", crew, 2)  # 58
    aboard = ["engineupgrade", "gunner", "fleetofficer", "rebelcaptive", "protontorpedoes"]
    rich = with_ship(fleet, "imperial-vt49decimator-rearadmiralchiraneau", aboard)  # 65
    small = with_ship(fleet, ACADEMY)
    plan = two_standards(fleet, PROFILE)
    assert [formation.ships for formation in plan.formations] == [(1, small), (rich,)]
    assert faults_of(fleet, plan) == []


def test_a_fleet_without_ships_forms_nothing():
    assert two_standards(a_fleet(), PROFILE) is None


# Brute force: every split of a small fleet and every place of every movable upgrade.

CARDS = [
    ROOKIE,
    GRAY,
    "rebel-xwing-wedgeantilles",
    "rebel-yt1300-chewbacca",
    "rebel-vcx100-lothalrebel",
    SMUGGLER,
]
MORE = ["rebel-attackshuttle-ezrabridger", "rebel-uwing-bluesquadronpathfinder", "rebel-awing-prototypepilot"]
UPGRADES = [
    "protontorpedoes",
    "r2d2",
    "r2d2-swx22",
    "chewbacca",
    "gunner",
    "maul",
    "ezrabridger",
    "wookieecommandos",
]


def brute_force(fleet):
    """Whether any split and any placement makes two legal STANDARD squadrons; movable upgrades only."""
    catalogued = catalogue().upgrades
    free = [each for each in fleet.upgrades.values() if not catalogued[each.card].fixed]
    before = {each.id: each.ship for each in free}
    for split in product((None, 2, 3), repeat=len(fleet.ships)):
        if 2 not in split or 3 not in split or split.index(2) > split.index(3):
            continue
        for ship, squadron in zip(fleet.ships.values(), split, strict=True):
            ship.squadron = squadron
        flying = [ship.id for ship in fleet.ships.values() if ship.squadron]
        parked = {f"ship:{ship.id}" for ship in fleet.ships.values() if not ship.squadron}
        for spots in product((None, *flying), repeat=len(free)):
            for upgrade, spot in zip(free, spots, strict=True):
                upgrade.ship = spot
            sums = [sum(squad_points(fleet, ship.id) for ship in fleet.ships_in(card)) for card in (2, 3)]
            if min(sums) >= 60 and max(sums) <= 120:
                fleet.squadrons = {card: SquadronState(card, "standard") for card in (2, 3)}
                if not any(
                    each.is_error and each.about not in parked
                    for each in fleet_findings(fleet, PROFILE, "desk")
                ):
                    return True
    for each in free:
        each.ship = before[each.id]
    return False


@pytest.mark.rule("CR-150")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.lists(st.sampled_from(CARDS + MORE), min_size=3, max_size=5),
    st.lists(
        st.tuples(st.sampled_from(UPGRADES), st.integers(0, 5)), max_size=3, unique_by=lambda each: each[0]
    ),
)
def test_the_search_agrees_with_brute_force(cards, upgrades):
    def made():
        fleet = a_fleet()
        unique = {card for card in cards if catalogue().ship_cards[card].unique}
        ships = [
            with_ship(fleet, card) for card in [*unique, *(card for card in cards if card not in unique)]
        ]
        for card, spot in upgrades:
            with_upgrade(fleet, card, ships[spot] if spot < len(ships) else None)
        return fleet

    plan = two_standards(made(), PROFILE)
    assert (plan is not None) is brute_force(made())
    if plan is not None:
        assert faults_of(made(), plan) == []


@pytest.mark.rule("CR-150")
def test_forty_ships_are_judged_in_a_moment():
    fleet = a_fleet()
    for number in range(40):
        with_ship(fleet, [ROOKIE, GRAY, BANDIT, SMUGGLER][number % 4], [], 2 + number // 5)
    started = time.process_time()
    assert two_standards(fleet, PROFILE) is not None
    assert time.process_time() - started < 0.5


@pytest.mark.rule("CR-150")
def test_a_hopeless_fleet_with_many_loose_cards_is_judged_soon():
    fleet = a_fleet("imperial")
    ships_of(fleet, *[ACADEMY] * 9)
    for card in ("gunner", "fleetofficer", "ioncannon", "protontorpedoes", "seismiccharges"):
        for _ in range(6):
            with_upgrade(fleet, card)
    started = time.process_time()
    assert two_standards(fleet, PROFILE) is None
    assert time.process_time() - started < 2
