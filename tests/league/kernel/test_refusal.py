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
