"""Every text of the repository is plain English: pages, documents, docstrings, comments, data."""

from pathlib import Path

import pytest

from tests.architecture import words
from tests.architecture.sources import APPS, ROOT, files

FOLDERS = (*APPS, "templates", "static", "tests", "bench", "docs")
# The lists of openings and words, and the examples below, stand in these two files.
OURSELVES = {Path(__file__), Path(words.__file__)}
SUFFIXES = (".py", ".html", ".txt", ".md", ".toml", ".js", ".css")
AT_THE_TOP = ("README.md", "CHANGELOG.md", "NOTICE", "pyproject.toml", "manage.py", "run", ".ci/run", ".env.example")


def written() -> list[Path]:
    """Every file that somebody reads."""
    below = [path for path in files(*FOLDERS, suffixes=SUFFIXES) if path not in OURSELVES]
    return [*below, *(ROOT / name for name in AT_THE_TOP if name != "NOTICE")]
