"""Words in a row."""

import pytest

from league.rules.phrases import join_words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["One"], "One"),
        (["One", "Two"], "One and Two"),
        (["One", "Two", "Three"], "One, Two and Three"),
        (("one" for _ in range(2)), "one and one"),
    ],
)
def test_words_are_joined_as_in_a_sentence(words, text):
    assert join_words(words) == text


def test_the_last_word_can_be_an_alternative():
    assert join_words(["fore", "mid", "aft"], "or") == "fore, mid or aft"
