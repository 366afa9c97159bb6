"""The security page names tests that exist, and says "no" with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)
ROWS = [
    line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| ---", "| requ"))
]


@pytest.mark.parametrize("path, name", NAMED)
def test_a_named_test_exists(path: str, name: str):
    code = (ROOT / path).read_text(encoding="utf-8")
    assert not name or re.search(rf"^(async )?def {name}\(", code, re.M)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_its_proof_or_its_reason(row: str):
    answer = row.split(" | ")[1]
    assert "`" in answer or answer.startswith(("no, because ", "partly: ", "the linter"))
