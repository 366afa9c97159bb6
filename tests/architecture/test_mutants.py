"""The seeded faults of `./run mutants` fit the sources as they are."""

from __future__ import annotations

from tests.mutants.faults import ROOT, faults

KINDS = {
    *(
        "page",
        "sentence",
        "file",
        "view_for",
        "permissions",
        "CSRF",
        "stale orders",
        "undo blockers",
    ),
    *("ledger", "migrations of rows", "legality", "prices", "draws", "victory", "replay"),
    *("odds", "hexes", "lines of sight"),
}


def test_every_fault_makes_one_edit():
    texts = {each.file: (ROOT / each.file).read_text(encoding="utf-8") for each in faults()}
    assert [each.name for each in faults() if texts[each.file].count(each.old) != 1] == []
    assert [each.name for each in faults() if each.old == each.new or not each.why] == []


def test_every_fault_names_tests_that_are_there():
    lost = {each.name: [test for test in each.tests if not (ROOT / test).exists()] for each in faults()}
    assert {name: tests for name, tests in lost.items() if tests} == {}
    assert all(each.tests for each in faults())


def test_there_are_faults_of_every_kind_and_none_twice():
    assert {each.kind for each in faults()} == KINDS
    assert len({each.name for each in faults()}) == len(faults()) >= 25
