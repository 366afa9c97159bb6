"""Commands that documents show have the options that they are shown with."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.architecture.sources import ROOT

SHOWN = re.compile(r"(?:\./run manage|admiralty) ([a-z_]+)([^`\n|&;]*(?:\\\n[^`\n]*)*)")
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def shown(document: Path) -> Iterator[tuple[str, str]]:
    """Each command in a document, with each of its options."""
    for name, rest in SHOWN.findall(document.read_text(encoding="utf-8")):
        if name in get_commands():
            yield from ((name, option) for option in re.findall(r"(?<![\w-])--[a-z-]+", rest))


def options(name: str) -> set[str]:
    """The long options of a management command."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    return {option for action in parser._actions for option in action.option_strings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_options_in_documents_exist(document: Path):
    assert [(name, option) for name, option in shown(document) if option not in options(name)] == []


def test_commands_with_options_are_found():
    found = {each for document in DOCUMENTS for each in shown(document)}
    assert {("simulate", "--set"), ("battle", "--first"), ("backup", "--keep")} <= found
    assert "--points" not in options("simulate")
