"""Commitments of assets: which are allowed, their effects, swaps, and the targets of Sabotage (section 7)."""

from collections import Counter
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.rules.assets.commitments import (
    dearest,
    exchange_choices,
    hulls_of,
    resolve_commitments,
    swap_deck,
    usable_assets,
    usable_on,
    useless_on,
)
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.sides import SideName, other
from missions.rules.pregame.state import AssetKind, CommittedAsset, Effect
from rosters.rules.purchases.values import squad_points
from rosters.rules.state import AssetState, FleetState
from tests.missions.rules.builders import CR90, TIE, XWING
from tests.missions.rules.mission_nights import DECIMATOR, YT1300, MissionNight, battle_line

KINDS: tuple[AssetKind, ...] = get_args(AssetKind)
TURNCOAT_PREY = ("fleet_intelligence", "sabotage", "disrupted_command")
hands = st.lists(st.sampled_from(KINDS), max_size=2)


def committed(side: SideName, *kinds: AssetKind) -> tuple[CommittedAsset, ...]:
    first = 1 if side == "active" else 11
    return tuple(CommittedAsset(first + at, kind, kind, "JQKA"[at]) for at, kind in enumerate(kinds))


def resolved(active: tuple[AssetKind, ...], opposing: tuple[AssetKind, ...]) -> tuple[Effect, ...]:
    return resolve_commitments(
        {"active": committed("active", *active), "opposing": committed("opposing", *opposing)}
    )


def summary(effects: tuple[Effect, ...]) -> list[tuple[str, str, str]]:
    return [(each.kind, each.side, each.cancelled_by) for each in effects]


# Settling ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-077")
def test_the_opposing_sides_assets_resolve_first_each_side_in_its_own_order():
    effects = resolved(("sabotage", "guarded_approach"), ("supply_shortage", "scouted_area"))
    assert [each.kind for each in effects] == [
        "supply_shortage",
        "scouted_area",
        "sabotage",
        "guarded_approach",
    ]


@pytest.mark.rule("CR-082")
def test_two_double_agents_cancel_and_what_they_were_after_stands():
    effects = resolved(("double_agent", "sabotage"), ("double_agent", "fleet_intelligence"))
    assert summary(effects) == [
        ("double_agent", "opposing", "double_agent"),
        ("fleet_intelligence", "opposing", ""),
        ("double_agent", "active", "double_agent"),
        ("sabotage", "active", ""),
    ]


@pytest.mark.rule("CR-082")
@pytest.mark.parametrize("kind", TURNCOAT_PREY)
def test_a_lone_double_agent_takes_over_in_its_own_place(kind: AssetKind):
    effects = resolved(("guarded_approach", "double_agent"), (kind, "scouted_area"))
    assert summary(effects) == [
        ("scouted_area", "opposing", ""),
        ("guarded_approach", "active", ""),
        ("double_agent", "active", ""),
        (kind, "active", ""),
    ]
    assert effects[-1].owner == "opposing"


@pytest.mark.rule("CR-082")
def test_a_double_agent_of_the_opposing_side_lets_what_it_takes_act_first():
    effects = resolved(("sabotage", "disrupted_command"), ("double_agent",))
    assert summary(effects) == [
        ("double_agent", "opposing", ""),
        ("sabotage", "opposing", ""),
        ("disrupted_command", "opposing", ""),
    ]


@pytest.mark.rule("CR-082")
def test_a_second_double_agent_of_a_side_survives_the_pair_that_cancels():
    effects = resolved(("double_agent", "double_agent"), ("double_agent", "sabotage"))
    assert summary(effects) == [
        ("double_agent", "opposing", "double_agent"),
        ("double_agent", "active", "double_agent"),
        ("double_agent", "active", ""),
        ("sabotage", "active", ""),
    ]


@pytest.mark.rule("CR-082")
@pytest.mark.parametrize("kind", [each for each in KINDS if each not in (*TURNCOAT_PREY, "double_agent")])
def test_a_double_agent_leaves_other_assets_to_their_owner(kind: AssetKind):
    assert summary(resolved(("double_agent",), (kind,)))[0] == (kind, "opposing", "")


@pytest.mark.rule("CR-082")
@pytest.mark.parametrize(
    ("one", "against"),
    [("disrupted_command", "reinforcements"), ("additional_supplies", "supply_shortage")],
)
def test_opposed_assets_cancel_one_for_one(one: AssetKind, against: AssetKind):
    effects = resolved((one,), (against, against))
    assert summary(effects) == [
        (against, "opposing", one),
        (against, "opposing", ""),
        (one, "active", against),
    ]
    assert summary(resolved((one, against), ())) == [(one, "active", ""), (against, "active", "")]


@pytest.mark.rule("CR-082")
def test_example_18_a_stolen_disruption_spares_the_thiefs_reinforcements():
    effects = resolved(("double_agent", "reinforcements"), ("disrupted_command",))
    assert summary(effects) == [
        ("double_agent", "active", ""),
        ("disrupted_command", "active", ""),
        ("reinforcements", "active", ""),
    ]


@pytest.mark.rule("CR-082")
def test_a_stolen_disruption_cancels_the_reinforcements_of_those_who_brought_it():
    effects = resolved(("double_agent",), ("disrupted_command", "reinforcements"))
    assert summary(effects) == [
        ("reinforcements", "opposing", "disrupted_command"),
        ("double_agent", "active", ""),
        ("disrupted_command", "active", "reinforcements"),
    ]


@pytest.mark.rule("CR-077")
@given(active=hands, opposing=hands)
def test_settling_keeps_every_asset_once(active: list[AssetKind], opposing: list[AssetKind]):
    effects = resolved(tuple(active), tuple(opposing))
    brought = committed("active", *active) + committed("opposing", *opposing)
    assert Counter((each.asset, each.kind) for each in effects) == Counter(
        (each.asset, each.kind) for each in brought
    )
    assert all((each.owner == "active") == (each.asset < 10) for each in effects)


@pytest.mark.rule("CR-082")
@given(active=hands, opposing=hands)
def test_settling_treats_both_sides_alike(active: list[AssetKind], opposing: list[AssetKind]):
    def facts(effects: tuple[Effect, ...], turned: bool) -> Counter[tuple[str, str, str, str]]:
        return Counter(
            (
                e.kind,
                other(e.owner) if turned else e.owner,
                other(e.side) if turned else e.side,
                e.cancelled_by,
            )
            for e in effects
        )

    here = resolved(tuple(active), tuple(opposing))
    there = resolved(tuple(opposing), tuple(active))
    assert facts(here, False) == facts(there, True)


@pytest.mark.rule("CR-082")
def test_a_cancelled_asset_cancels_the_one_that_cancelled_it():
    pairs = [tuple(hand) for size in range(3) for hand in product(KINDS, repeat=size)]
    for active, opposing in product(pairs, repeat=2):
        effects = resolved(active, opposing)
        cancelled = Counter(
            (each.kind, each.side, each.cancelled_by) for each in effects if each.cancelled_by
        )
        for (kind, side, by), count in cancelled.items():
            assert cancelled[by, other(side), kind] == count


@pytest.mark.rule("CR-082")
@given(active=hands, opposing=hands)
def test_only_the_double_agents_prey_ever_changes_sides(active: list[AssetKind], opposing: list[AssetKind]):
    for each in resolved(tuple(active), tuple(opposing)):
        assert each.side == each.owner or each.kind in TURNCOAT_PREY


# Legal commitments -----------------------------------------------------------------------------------


def fleet(number: int, side: str, *held: AssetState) -> FleetState:
    return FleetState(number, number, f"Fleet {number}", side, "hearts", assets={a.id: a for a in held})


@pytest.mark.rule("CR-076")
def test_a_target_specific_asset_works_against_the_fleet_it_names_alone():
    spy = AssetState(1, "sabotage", "Sabotage", "J", target=8)
    mine = fleet(7, "rebel", spy, AssetState(2, "scouted_area", "Scouted Area", "Q"))
    assert [each.id for each in usable_assets(mine, fleet(8, "imperial"))] == [1, 2]
    assert [each.id for each in usable_assets(mine, fleet(9, "imperial"))] == [2]


@pytest.mark.rule("CR-076")
def test_in_a_team_campaign_it_works_against_every_fleet_of_the_team_it_names():
    mine = fleet(7, "rebel", AssetState(1, "sabotage", "Sabotage", "J", target_side="imperial"))
    assert usable_assets(mine, fleet(9, "imperial")) == usable_assets(mine, fleet(8, "imperial")) != ()
    assert usable_assets(mine, fleet(10, "scum")) == ()


def test_a_friendly_game_takes_no_assets():
    night = battle_line()
    night.hold("active", "reinforcements")
    night.lay((2, 3), (2, 3))
    night.hold("active", "sabotage", against=99)
    asked = {True: (0, 0), False: (1, 1)}
    for night.game.friendly, counts in asked.items():
        found = [of(night.state, night.game, "active") for of in (usable_on, useless_on)]
        assert tuple(map(len, found)) == counts


@pytest.mark.rule("CR-081")
def test_reinforcements_are_there_for_either_side_of_a_blockade():
    brief = missions()[7]
    assert all("reinforcements" in brief.sides[side].offers for side in ("active", "opposing"))


@pytest.mark.rule("CR-076")
def test_five_kinds_name_a_target():
    targeted = {kind for kind, asset in assets().items() if asset.targeted}
    assert targeted == {*TURNCOAT_PREY, "double_agent", "supply_shortage"}


# Swaps ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-084")
def test_a_new_card_is_neither_drawn_nor_rested():
    night = battle_line()
    night.wing("active", 5)
    night.lay((2, 3), (2, 3))
    assert exchange_choices(night.state, night.game, "active") == {2: (4, 5), 3: (4, 5)}
    night.pregame.rested = [4]
    assert exchange_choices(night.state, night.game, "active") == {2: (5,), 3: (5,)}
    assert swap_deck(night.state, night.game, "active", 2) == (5,)


@pytest.mark.rule("CR-084")
def test_the_opposing_side_rests_nothing():
    night = battle_line().lay((2, 3), (2, 3))
    night.pregame.rested = [4]
    assert swap_deck(night.state, night.game, "opposing", 2) == (4,)


@pytest.mark.rule("CR-084")
def test_an_exchange_is_for_another_of_the_same_type():
    night = battle_line()
    night.wing("active", 5, "recon", XWING)
    night.lay((2, 3), (2, 3))
    assert exchange_choices(night.state, night.game, "active") == {2: (4,), 3: (4,)}


def stepped(*kinds: str) -> MissionNight:
    """An opposing EPIC squadron 2 lies face down, others of these types are left."""
    night = MissionNight()
    night.wing("active", 2)
    night.wing("active", 3)
    night.wing("opposing", 2, "epic", DECIMATOR)
    for card, kind in enumerate(kinds, start=3):
        night.wing("opposing", card, kind)  # type: ignore[arg-type]
    return night.lay((2, 3), (2,), mission=6)


@pytest.mark.rule("CR-084")
@pytest.mark.parametrize(
    ("left", "deck"),
    [
        (("epic", "standard", "recon"), (3,)),
        (("recon", "standard", "standard"), (4, 5)),
        (("recon",), (3,)),
    ],
)
def test_a_forced_swap_goes_one_type_down_where_there_is_none(left: tuple[str, ...], deck: tuple[int, ...]):
    night = stepped(*left)
    assert swap_deck(night.state, night.game, "opposing", 2) == deck


@pytest.mark.rule("CR-084")
def test_a_swap_never_goes_up():
    night = battle_line()
    night.wing("opposing", 5, "epic", DECIMATOR)
    night.wing("opposing", 6, "recon", TIE)
    night.lay((2, 3), (6,))
    assert swap_deck(night.state, night.game, "opposing", 6) == ()


@pytest.mark.rule("CR-084")
def test_a_blockade_keeps_a_large_or_huge_ship():
    night = MissionNight()
    night.wing("active", 2, "epic", YT1300, XWING)
    night.wing("active", 3, "epic", XWING, XWING, XWING)
    night.wing("active", 4, "standard")
    night.wing("opposing", 2)
    night.lay((2,), (2,), mission=7)
    assert swap_deck(night.state, night.game, "active", 2) == ()
    assert exchange_choices(night.state, night.game, "active") == {}
    night.pregame.mission = 8
    assert swap_deck(night.state, night.game, "active", 2) == (3,)


@pytest.mark.rule("CR-084")
def test_an_extraction_keeps_a_recon_for_its_key_ship():
    night = battle_line()
    night.wing("active", 5, "recon", XWING)
    night.wing("active", 6, "recon", XWING)
    night.lay((5, 2), (2, 3), mission=3)
    assert swap_deck(night.state, night.game, "active", 5) == (6,)
    assert swap_deck(night.state, night.game, "active", 2) == (3, 4)


@pytest.mark.rule("CR-084")
def test_a_squadron_whose_ships_are_all_missing_cannot_come():
    night = battle_line()
    for ship in night.fleet("active").ships_in(4):
        night.missing("active", ship.id)
    night.lay((2, 3), (2, 3))
    assert exchange_choices(night.state, night.game, "active") == {}


# Sabotage ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-085")
def test_sabotage_hits_the_dearest_ship_with_its_upgrades():
    night = MissionNight()
    plain = night.ship("active", XWING)
    armed = night.ship("active", XWING, ["protontorpedoes"])
    found = hulls_of(night.fleet("active"), 2)
    assert [(each.ship, each.points) for each in found] == [(plain, 21), (armed, 25)]
    assert [each.ship for each in dearest(found)] == [armed]


@pytest.mark.rule("CR-085")
def test_missing_ships_are_passed_over_and_equals_are_all_candidates():
    night = MissionNight()
    ships = night.wing("active", 2)
    lost = night.ship("active", XWING, ["protontorpedoes"])
    night.missing("active", lost)
    assert [each.ship for each in dearest(hulls_of(night.fleet("active"), 2))] == ships


@pytest.mark.rule("CR-085")
def test_the_sections_of_a_huge_ship_count_one_by_one():
    night = MissionNight()
    night.squadron("active", 2, "epic")
    ship = night.ship("active", CR90, [("singleturbolasers", "fore")])
    points = {each.section: each.points for each in hulls_of(night.fleet("active"), 2)}
    assert points == {"fore": 50 + 8, "aft": 40}
    assert sum(points.values()) == squad_points(night.fleet("active"), ship)


@pytest.mark.rule("CR-085")
def test_a_hull_damaged_or_crippled_already_counts_as_damaged():
    night = MissionNight()
    night.squadron("active", 2, "epic")
    night.ship("active", CR90, damaged=["aft"], crippled=["fore"])
    assert all(each.damaged for each in hulls_of(night.fleet("active"), 2))
