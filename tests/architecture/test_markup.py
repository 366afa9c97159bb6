"""Markup is escaped where it is made: by templates, by `format_html` and by the board's `fill`."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import APPS, ROOT, files, parsed

BOARD = "missions/battles/presenters/board"
DRAWN = {
    f"{BOARD}/{name}.py" for name in ("counters", "faces", "fill", "ground", "overlays", "sketch", "svg")
}
"""The picture of a board, put together by hand because it is drawn with every order; its counters in the
small picture of a system; and `fill`."""
MADE = {
    "league/presenters/pictures.py": "a picture quoted for a style, and a bar code drawn by its library",
    "league/presenters/timeline.py": "escaped markup with a capital put at its beginning",
    "league/templatetags/admiralty.py": "a kept part, with the token of the request in the gaps for it",
    "league/views/people.py": "a code drawn by its library",
    "missions/presenters/print/season_book/book.py": "a finished chart in the inks of paper",
}
"""Modules that change finished markup, and how."""


def is_literal(node: ast.expr) -> bool:
    """True for a text in the source, or a choice between such texts."""
    if isinstance(node, ast.IfExp):
        return is_literal(node.body) and is_literal(node.orelse)
    return isinstance(node, ast.Constant)


def trusted(tree: ast.Module) -> Iterator[int]:
    """Lines that call something markup although it is not a text in the source, or escape by hand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("SafeString", "mark_safe") and not all(map(is_literal, node.args)):
                yield node.lineno
        if isinstance(node, ast.ImportFrom) and node.module == "html":
            yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('SafeString("<b>")', []),
        ('SafeString(" open" if there else "")', []),
        ('SafeString(f"<b>{name}</b>")', [1]),
        ('x = 1\nmark_safe("<b>" + name)', [2]),
        ("safestring.SafeString(parts)", [1]),
        ("from html import escape", [1]),
        ('format_html("<b>{}</b>", name)', []),
    ],
)
def test_markup_joined_by_hand_is_found(source: str, lines: list[int]):
    assert list(trusted(ast.parse(source))) == lines


def test_no_other_module_joins_markup_by_hand():
    found = {str(path.relative_to(ROOT)) for path in files(*APPS) if any(trusted(parsed(path)))}
    assert found == {*DRAWN, *MADE}


def test_no_page_prints_a_value_as_it_is():
    """Texts of e-mails are no markup."""
    pattern = re.compile(r"\|\s*safe(seq)?\b|autoescape\s+off")
    pages = files("templates", *(f"{app}/templates" for app in APPS), suffixes=(".html", ".svg"))
    assert [str(path.relative_to(ROOT)) for path in pages if pattern.search(path.read_text("utf-8"))] == []
