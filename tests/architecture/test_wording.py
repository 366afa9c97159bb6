"""Nothing is left for later, and nothing knows the machine it was written on."""

import re
from pathlib import Path

from tests.architecture.sources import APPS, ROOT, files

FOLDERS = (*APPS, "templates", "static", "tests", "bench")
LATER = re.compile(r"\b(TODO|FIXME|XXX|(?i:for now|coming soon|not implemented yet))\b")
WORKPLACE = re.compile(r"(?<![\w.])/(work|home|root|tmp|Users)/\w")


def places(pattern: re.Pattern[str]) -> list[str]:
    """Places where the pattern occurs in our sources, as file:line."""
    found = []
    for path in files(*FOLDERS, suffixes=(".py", ".html", ".js", ".css")):
        if path != Path(__file__):
            lines = path.read_text(encoding="utf-8").splitlines()
            name = path.relative_to(ROOT)
            found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line)]
    return found


def test_no_source_puts_something_off():
    assert places(LATER) == []


def test_no_source_names_a_path_of_one_machine():
    assert places(WORKPLACE) == []
