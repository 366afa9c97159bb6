"""A refusal lists every sentence once."""

from league.kernel.refusal import Finding, Refusal


def test_a_sentence_about_several_things_is_listed_once_in_the_order_found():
    first, again, other = (
        Finding("many", "Too many.", about="squadron:2"),
        Finding("many", "Too many.", about="squadron:3"),
        Finding("few", "Too few."),
    )
    refusal = Refusal("many", "Too many.", findings=(first, again, other))
    assert refusal.listed == (first, other)
    assert refusal.findings == (first, again, other)


def test_what_the_refusal_says_itself_is_not_said_again_below_it():
    same, other = Finding("many", "Too many."), Finding("few", "Too few.")
    assert Refusal("many", "Too many.", findings=(same, other)).besides == (other,)
    assert Refusal("many", "Too many.", findings=(same,)).besides == ()
