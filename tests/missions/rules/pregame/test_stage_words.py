"""One row of words for every stage of a preparation, read by pages, the log and the refusals (CR-070)."""

from string import Formatter
from typing import get_args

import pytest

from missions.autoplay.missions import _CHOICES
from missions.presenters.game.page import badges, stage_steps, status
from missions.rules.game.secrets import view_for
from missions.rules.pregame.questions import OPEN_CHOICES, QUESTIONS
from missions.rules.pregame.secrets import stages_of
from missions.rules.pregame.stage_words import STAGE_WORDS
from missions.rules.pregame.state import Pregame, PregameStage
from rosters.rules.state import FleetState
from tests.missions.rules.mission_nights import battle_line

STAGES = get_args(PregameStage)


def test_every_stage_has_its_words_in_order():
    assert tuple(STAGE_WORDS) == STAGES
    assert len({words.label for words in STAGE_WORDS.values()}) == len(STAGES)


def test_going_on_leads_somewhere_from_every_stage_that_leaves_a_choice_open():
    assert {stage for stage, words in STAGE_WORDS.items() if words.afterwards} == OPEN_CHOICES


@pytest.mark.parametrize("stage", STAGES)
def test_a_status_names_only_the_two_fleets(stage: PregameStage):
    words = STAGE_WORDS[stage]
    used = {
        name for text in (words.status, words.chosen) for _, name, _, _ in Formatter().parse(text) if name
    }
    assert used <= {"active", "opposing"}


def test_every_stage_but_the_last_asks_something():
    asked = {stage for question in QUESTIONS.values() for stage in question.stages}
    assert asked == set(STAGES) - {"over"}


def test_the_bots_answer_every_question_of_a_preparation():
    assert _CHOICES.keys() == QUESTIONS.keys()


@pytest.mark.rule("CR-091")
def test_a_ship_is_nominated_only_where_the_mission_has_a_key_ship():
    assert "nominate" in stages_of(Pregame())
    assert "nominate" in stages_of(Pregame(mission=2))
    assert "nominate" not in stages_of(Pregame(mission=4))
    assert "over" not in stages_of(Pregame(mission=2))


def status_of(night) -> str:
    view = view_for(night.game, "public")
    fleets = {
        number: FleetState(number, 0, name, "rebel", "hearts", slug=str(number))
        for number, name in zip((view.active, view.opposing), ("Red Wing", "Iron Fist"), strict=True)
    }
    named = badges(view, fleets, dict.fromkeys(fleets, ("Paul", "")), "/campaigns/1/", organises=False)
    return status(view, (), named, me=0, organises=False).sentence


def test_the_status_changes_once_all_have_chosen_in_secret():
    night = battle_line()
    night.lay((2, 3), (2, 3), mission=2)
    night.pregame.stage = "commit"
    night.pregame.commits = {"active": ()}
    assert status_of(night) == "The squadrons lie face down. Both sides commit their assets in secret."
    night.pregame.commits["opposing"] = ()
    assert status_of(night) == "The squadrons lie face down, and the commitments are in."
    night.pregame.stage = "nominate"
    assert status_of(night) == "The squadrons are turned over. Red Wing nominates a ship in secret."
    night.pregame.nominated = 7
    assert status_of(night) == "The squadrons are turned over, and Red Wing has nominated a ship in secret."
    seen = view_for(night.game, "public").pregame
    assert stage_steps(seen)[-1] == ("Key ship", "now")
