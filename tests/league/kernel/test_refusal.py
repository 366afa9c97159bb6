"""A refusal has one list of findings, its own sentence first."""

from league.kernel.refusal import Finding, Refusal


def test_a_plain_refusal_is_one_finding_about_nothing_in_particular():
    refusal = Refusal("late", "Too late.", rule="CR-054", field="game")
    assert refusal.findings == (Finding("late", "Too late.", "CR-054", about=""),)
    assert (refusal.code, refusal.message, refusal.rule, refusal.field) == (
        "late",
        "Too late.",
        "CR-054",
        "game",
    )
    assert (refusal.faults, refusal.besides, str(refusal)) == ((), (), "Too late.")


def test_findings_stand_behind_the_refusals_own_sentence():
    few = Finding("few", "Too few.", "CR-013", about="squadron:2")
    refusal = Refusal("wrong", "Not yet.", rule="CR-144", findings=[few])
    assert [each.rule for each in refusal.findings] == ["CR-144", "CR-013"]
    assert refusal.faults == refusal.besides == (few,)


def test_a_finding_that_the_refusal_repeats_is_there_once_and_first():
    few, many = Finding("few", "Too few."), Finding("many", "Too many.", "CR-017", about="squadron:2")
    refusal = Refusal("many", "Too many.", findings=(few, many))
    assert (refusal.findings, refusal.rule) == ((many, few), "CR-017")
    assert refusal.besides == (few,)
    assert Refusal("many", "Too many.", findings=(many,)).besides == ()


def test_a_sentence_about_several_things_is_said_once_in_the_order_found():
    first, again, other = (
        Finding("many", "Too many.", about="squadron:2"),
        Finding("many", "Too many.", about="squadron:3"),
        Finding("few", "Too few."),
    )
    assert Refusal("many", "Too many.", findings=(first, again, other)).faults == (first, again, other)
    assert Refusal("many", "Too many.", findings=(first, again, other)).besides == (other,)
    assert Refusal("no", "No.", findings=(first, again, other)).besides == (first, other)
