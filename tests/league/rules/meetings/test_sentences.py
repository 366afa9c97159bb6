"""Sentences about games between the nights: "you" for those who play, fleets for others."""

import pytest

from league.rules.meetings.sentences import Side, Told


def told(*own: bool) -> Told:
    """A game that Red Wing proposed to Iron Fist, for a reader who commands the sides that are `own`."""
    return Told(Side("Red Wing", "Paul", own[0]), Side("Iron Fist", "Rita", own[1]), "the pub")


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (
            (True, False),
            "You and Rita (Iron Fist) agreed on a game, venue the pub: begin it when you meet.",
        ),
        (
            (False, True),
            "You and Paul (Red Wing) agreed on a game, venue the pub: begin it when you meet.",
        ),
        (
            (False, False),
            "Red Wing and Iron Fist agreed on a game, venue the pub: begin it when they meet.",
        ),
        ((True, True), "Red Wing and Iron Fist agreed on a game, venue the pub: begin it when they meet."),
    ],
)
def test_those_who_play_are_you_and_others_read_of_the_fleets(own, sentence):
    assert told(*own).begun() == sentence


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("Rita", "Rita (Iron Fist) withdrew the game against you, venue the pub. It is not played."),
        ("Olga", "Olga withdrew your game against Rita (Iron Fist), venue the pub. It is not played."),
        ("", "The game against Rita (Iron Fist), venue the pub, is withdrawn. It is not played."),
    ],
)
def test_a_withdrawn_game_says_by_whom(by, sentence):
    assert told(True, False).withdrawn(by) == sentence
