"""Effects of confirming, counted and grouped: nothing is left out."""

import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.kernel.events import Event
from missions.presenters.game.page import FleetBadge
from missions.presenters.report.effects import Effects, effects, listed
from missions.rules.game.consequences import Consequence, consequences
from missions.rules.game.postgame import preview
from missions.rules.game.results import compute
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES, ShipFate
from rosters.rules import events as roster
from rosters.rules.state import OfferedAsset, RostersState
from tests.missions.presenters.report.test_page import page_of
from tests.missions.rules.builders import FREIGHTER, TIE, XWING, Night, skirmish

ONES = st.builds(
    Consequence,
    st.just(1),
    st.sampled_from(("CR-110", "CR-113")),
    st.text(max_size=3),
    st.one_of(st.none(), st.integers(1, 4)),
    st.sampled_from(("", "missing (MIA)", "DAMAGED", "cards removed")),
    st.sampled_from(("A", "B")),
    st.booleans(),
    st.sampled_from((0, 90)),
)


@cache
def badge() -> FleetBadge:
    return page_of(skirmish()[0])[1]["active"]


def of(*sentences: Consequence, unchanged: tuple[str, ...] = ()) -> Effects:
    return Effects(badge(), sentences, unchanged)


@given(st.lists(ONES, max_size=12))
def test_every_sentence_is_counted_once(sentences):
    made = of(*sentences)
    assert len(made.alone) + sum(each.count for each in made.groups) == len(sentences)
    counts = Counter(each.effect for each in sentences)
    assert {each.words.lower(): each.count for each in made.groups} == {
        words.lower(): count for words, count in counts.items() if words
    }
    assert sum(map(int, re.findall(r": (\d+)", made.in_short))) == len(sentences)


def test_names_of_several_ships_are_counted():
    assert listed(("Rookie Pilot", "Wedge", "Rookie Pilot")) == "2 × Rookie Pilot; Wedge"


def test_a_fleet_with_no_effects_says_so():
    assert of().in_short == "Nothing changes."
    assert of(unchanged=("Wedge",)).in_short == "Unchanged ships: 1"


def looked_ahead(night: Night) -> tuple[Effects, Effects]:
    told = preview(night.state, night.game.id).sentences
    mates = night.state.of(RostersState).fleets
    own, theirs = effects(view_for(night.game, "active"), told, page_of(night)[1], mates)
    return own, theirs


def reported() -> tuple[Night, list[int], list[int]]:
    night, ours, theirs = skirmish()
    for ship in ours:
        night.line(ship, "survived")
    night.line(theirs[0], "destroyed")
    for ship in theirs[1:]:
        night.line(ship, "driven_off")
    return night, ours, theirs


def han_lost(ours: ShipFate = "survived", theirs: ShipFate = "survived") -> tuple[Night, list[int], int]:
    """A freighter that comes home without its crew card, and a ship beside it with the fate `ours`, against
    one with the fate `theirs`; (night, both ships, the other)."""
    night = Night()
    both = [night.ship("active", FREIGHTER, ["hansolo"]), night.ship("active", XWING)]
    tie = night.ship("opposing", TIE)
    night.begin()
    night.line(both[0], lost=tuple(card.id for card in night.game.ships[both[0]].upgrades))
    night.line(both[1], ours)
    night.line(tie, theirs)
    return night, both, tie


@pytest.mark.parametrize("fates", [("survived", "destroyed"), ("destroyed", "survived")])
def test_a_ship_that_lost_a_card_is_not_unchanged(fates):
    night, both, _ = han_lost(*fates)
    own, _ = looked_ahead(night)
    assert own.unchanged == ()
    assert any("Han Solo" in words and words.startswith("cards ") for words in own.by_ship[both[0]])


def test_each_fielded_ship_is_in_a_group_or_unchanged():
    for night, both, tie in (han_lost(), han_lost("driven_off", "destroyed")):
        for effect, ships in zip(looked_ahead(night), (both, [tie]), strict=True):
            assert len(effect.by_ship) + len(effect.unchanged) == len(ships)
    night, ours, theirs = reported()
    for effect, ships in zip(looked_ahead(night), (ours, theirs), strict=True):
        assert len(effect.by_ship) + len(effect.unchanged) == len(ships)
    assert {each.side for each in (effect.fleet for effect in looked_ahead(night))} == set(SIDES)


def test_like_effects_stand_together_with_the_points():
    own, theirs = looked_ahead(reported()[0])
    assert own.fleet.mine and own.points.startswith("+")
    risen = next(each for each in own.groups if each.words == "EXP now")
    assert (risen.count, risen.rules) == (len(own.by_ship), ("CR-118",))
    assert next(each for each in theirs.groups if "KIA" in each.words).count == 1


def test_the_cards_of_a_ship_are_named_together_after_the_ship():
    lost = [Consequence(1, "CR-113", "", 4, "cards removed", name) for name in ("Gunner", "Engineer")]
    made = of(*lost, Consequence(1, "CR-113", "", 4, "missing (MIA)", "Wedge", of_ship=True))
    assert made.by_ship == {4: ("missing (MIA)", "cards removed: Gunner; Engineer")}


def test_only_repairs_that_last_are_told():
    night = Night()
    ships = [night.ship("active", XWING, damaged=["whole"]) for _ in range(3)]
    night.ship("opposing", TIE)
    night.begin()
    for ship, fate, damage in zip(ships, ("survived", "survived", "destroyed"), (0, 1, 0), strict=True):
        night.line(ship, fate, damage=damage)
    own, _ = looked_ahead(night)
    groups = {each.words: each.count for each in own.groups}
    assert groups["Repaired, no longer DAMAGED"] == groups["DAMAGED"] == 1
    assert sum("no longer DAMAGED" in each.text for each in own.sentences) == 1
    assert own.by_ship[ships[1]] == ("DAMAGED",)


def told_of(*events: Event) -> list[Consequence]:
    night, *_ = reported()
    return list(consequences(night.game, compute(night.game), events))


def test_a_missing_ship_that_is_lost_for_good_after_all_is_told_once():
    _, _, (tie, *_) = reported()
    told = told_of(*(roster.ShipLost(2, tie, "Academy Pilot", fate, "CR-036") for fate in ("mia", "kia")))
    assert [each.effect for each in told if each.ship == tie] == ["lost for good (KIA)"]


def test_a_ship_whose_pilot_dies_with_a_card_has_an_effect():
    _, (ship, _), _ = reported()
    change = roster.CardChanged(1, ship, "a", "Han Solo", "b", "Outer Rim Smuggler", "CR-037")
    made = of(*(each for each in told_of(change) if each.ship == ship))
    assert made.by_ship == {ship: ("flown by Outer Rim Smuggler now, without upgrades",)}


def test_the_asset_on_offer_is_named():
    offer = roster.AssetOffered(1, 1, tuple(OfferedAsset(kind, kind) for kind in ("A", "B")))
    told = told_of(offer)[0]
    assert (told.effect, told.name, of(told).in_short) == ("asset offered", "A or B", "Asset offered: 1")
