"""A folder for each subject: files that share a first word lie in a folder of that name."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.architecture.sources import APPS, ROOT, files

OURS = (*APPS, "bench", "docs", "static", "templates", "tests")
SUFFIXES = (".py", ".html", ".txt", ".md", ".css", ".js", ".toml", ".csv")
# Folders in which a library gives the files their names.
NAMED_BY_LIBRARIES = ("templates/account", "templates/allauth", "templates/mfa")
ENOUGH_FOR_A_FOLDER = 3


def first_word(name: str) -> str:
    return re.split(r"[_-]", name.split(".")[0].removeprefix("test_"))[0]


def crowds(paths: list[Path]) -> list[str]:
    """Each "folder: files" in which three files or more begin with the same word."""
    sharing: dict[tuple[Path, str], list[str]] = defaultdict(list)
    for path in paths:
        if word := first_word(path.name):
            sharing[path.parent, word].append(path.name)
    return [
        f"{folder}: {', '.join(names)}"
        for (folder, _), names in sharing.items()
        if len(names) >= ENOUGH_FOR_A_FOLDER
    ]


def test_files_that_share_a_first_word_have_a_folder():
    paths = [path.relative_to(ROOT) for path in files(*OURS, suffixes=SUFFIXES)]
    assert len(paths) > 1000
    assert crowds([path for path in paths if not path.as_posix().startswith(NAMED_BY_LIBRARIES)]) == []


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["pick.html", "pick_ship.html", "pick_slot.html"], 1),
        (["test_print_room.py", "test_print_evening.py", "print.py"], 1),
        (["verify.js", "verify-dice.js", "verify-steps.js"], 1),
        (["pick.html", "picker.html", "picks.html", "pick_slot.html"], 0),
        (["__init__.py", "__main__.py", "_a.py"], 0),
    ],
)
def test_the_first_word_is_what_counts(names: list[str], found: int):
    assert len(crowds([Path("folder") / name for name in names])) == found
