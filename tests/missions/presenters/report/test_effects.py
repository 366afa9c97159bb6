"""Effects of confirming, counted and grouped: nothing is left out."""

import re
from collections import Counter
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from missions.presenters.game.page import FleetBadge
from missions.presenters.report.effects import Effects, effects, listed
from missions.rules.game.consequences import Consequence
from missions.rules.game.postgame import preview
from missions.rules.game.secrets import view_for
from missions.rules.game.state import SIDES
from rosters.rules.state import RostersState
from tests.missions.presenters.report.test_page import page_of
from tests.missions.rules.builders import Night, skirmish

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


def test_each_fielded_ship_is_in_a_group_or_unchanged():
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
