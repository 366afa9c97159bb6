"""The accounts of a game that is over, by its sides and by the organisers."""

import pytest

from league.kernel.refusal import NotYours, Refusal
from missions.rules import orders as do
from missions.rules.game.orders.telling import ACCOUNT_LENGTH
from missions.rules.game.secrets import view_for
from tests.missions.rules.builders import ACTIVE, OPPOSING, ORGANISER, STRANGER, Night, skirmish


def over() -> Night:
    night, *_ = skirmish()
    night.report(conceded="opposing")
    night.choose("active")
    night.finish()
    return night


def test_both_sides_tell_a_game_and_everybody_reads_it():
    night = over()
    night.act(do.TellGame(night.game_id, " We held\r\nthe line. "), ACTIVE)
    night.act(do.TellGame(night.game_id, "They did."), OPPOSING)
    assert view_for(night.game, "public").told == {"active": "We held\nthe line.", "opposing": "They did."}


def test_empty_words_take_an_account_back():
    night = over()
    night.act(do.TellGame(night.game_id, "A lie."), ACTIVE)
    night.act(do.TellGame(night.game_id, ""), ACTIVE)
    assert night.game.told == {}


def test_a_game_is_told_only_once_it_is_over():
    night, *_ = skirmish()
    with pytest.raises(Refusal, match="being played"):
        night.act(do.TellGame(night.game_id, "We are winning."), ACTIVE)


def test_organisers_tell_it_beside_both_sides_and_take_it_back():
    night = over()
    night.act(do.TellGame(night.game_id, "Our best table."), ORGANISER)
    night.act(do.TellGame(night.game_id, "We held."), ACTIVE)
    view = view_for(night.game, "public")
    assert (view.told, view.told_by_organiser) == ({"active": "We held."}, "Our best table.")
    with pytest.raises(Refusal, match="already"):
        night.act(do.TellGame(night.game_id, "Our best table."), ORGANISER)
    night.act(do.TellGame(night.game_id, ""), ORGANISER)
    assert night.game.told_by_organiser == ""


def test_nobody_else_tells_it():
    night = over()
    with pytest.raises(NotYours, match="Only the two players of a game and organisers"):
        night.act(do.TellGame(night.game_id, "I watched."), STRANGER)


@pytest.mark.parametrize(
    ("text", "says"), [("x" * (ACCOUNT_LENGTH + 1), "Keep your account"), ("", "already")]
)
def test_too_many_words_and_no_news_are_refused(text: str, says: str):
    night = over()
    with pytest.raises(Refusal, match=says):
        night.act(do.TellGame(night.game_id, text), ACTIVE)
    assert night.game.told == {}
