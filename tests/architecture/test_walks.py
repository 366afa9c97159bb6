"""A share of the whole walks: which one, and what a sample leaves to the others."""

from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from tests import walks
from tests.missions.secrets.differing import Wish
from tests.missions.secrets.everywhere import in_turn

TABLE: Any = SimpleNamespace(
    url="/campaigns/1/games/1/", league=SimpleNamespace(campaign=SimpleNamespace(pk=1))
)
WISHES = [Wish("/campaigns/1/"), Wish(TABLE.url), *(Wish(f"/cards/{number}/") for number in range(10))]


@pytest.mark.parametrize(("text", "part"), [("0", (0, 0)), ("119", (119, 0)), ("3.5", (3, 5))])
def test_a_share_is_a_number_and_perhaps_a_turn(text: str, part: tuple[int, int]):
    assert walks.part_of(text) == part


@pytest.mark.parametrize("text", ["120", "-1", "3.6", "3.", "x", "1.2.3"])
def test_there_is_no_other_share(text: str):
    with pytest.raises(ValueError, match="is no share"):
        walks.part_of(text)


def test_commits_choose_every_share_in_every_turn():
    commits = [sha256(str(number).encode()).hexdigest()[:40] for number in range(20_000)]
    found = {walks.part_of(walks.share_of(commit)) for commit in commits}
    assert found == {(share, turn) for share in range(walks.SHARES) for turn in range(walks.TURNS)}


def test_six_turns_of_a_mission_try_every_page_at_every_step():
    for step in range(3):
        found = [wish for turn in range(walks.TURNS) for wish in in_turn(TABLE, WISHES, turn, step)]
        assert set(found) == set(WISHES)
        assert len(found) < walks.TURNS * len(WISHES) / 2


def test_pages_of_the_game_are_tried_at_every_other_step():
    for turn in range(walks.TURNS):
        found = [{wish.place for wish in in_turn(TABLE, WISHES, turn, step)} for step in range(2)]
        assert [{"/campaigns/1/", TABLE.url} <= places for places in found] == [turn % 2 == 0, turn % 2 == 1]


START, COUNT = next(iter(walks.IN_TURN.items()))
CASES: Any = [
    SimpleNamespace(nodeid=f"{START}{number}]", name=f"test_clause[{number}]")
    for number in range(COUNT * 3 + 1)
]


def test_each_of_the_tests_that_take_turns_has_its_turn():
    due = [{case.nodeid for case in CASES} - walks.waiting(CASES, turn, ()) for turn in range(COUNT)]
    assert sorted(len(each) for each in due) == [3] * (COUNT - 1) + [4]
    assert set.union(*due) == {case.nodeid for case in CASES}


def test_a_changed_file_and_a_test_without_turns_never_wait():
    others: Any = [SimpleNamespace(nodeid=f"tests/test_others.py::test[{number}]") for number in range(4)]
    needed: Any = [SimpleNamespace(nodeid=f"{START}{number}]", name=min(walks.ALWAYS)) for number in range(4)]
    assert not walks.waiting(CASES, 0, {START.partition("::")[0]})
    assert not walks.waiting(others, 0, ())
    assert not walks.waiting(needed, 0, ())


def test_all_tests_that_take_turns_exist():
    for start in walks.IN_TURN:
        place, _, name = start.partition("::")
        path = walks.ROOT / place
        assert path.exists(), f"{place} is in IN_TURN and not in the tree."
        assert not name or f"def {name.removesuffix('[')}(" in path.read_text(encoding="utf-8")
    sources = [path.read_text(encoding="utf-8") for path in (walks.ROOT / "tests").rglob("test_*.py")]
    for name in walks.ALWAYS:
        assert any(f"def {name}(" in source for source in sources), (
            f"{name} is in ALWAYS and not in the tree."
        )
