"""A rule system is one folder and a line in the registry, and the document about them is true."""

import re

import pytest

from missions.battles.systems import registry
from missions.battles.systems.registry import PACKS
from tests.architecture.pack_table import ALLOWED, DOCUMENT, TINY, foreign, row, tiny, written
from tests.architecture.sources import APPS, ROOT, files
from tests.battles.duel_pack import DUEL_PACK
from tests.battles.packs import offer

TOLERANCE = 0.1
LONGEST_TINY = 1_700
"""Lines of a whole rule system with hidden hands, large units and a force builder."""


@pytest.mark.parametrize("name", PACKS)
def test_the_document_has_the_length_of_every_part_of_a_system(name: str):
    told, counted = written()[PACKS[name].name], row(name)
    assert len(told) == len(counted)
    assert told == pytest.approx(counted, rel=TOLERANCE, abs=40), "Run ./run packs."


def test_the_document_has_the_length_of_the_tiny_system():
    assert written()["the duel of the tests"] == pytest.approx([tiny()], rel=TOLERANCE)
    assert tiny() <= LONGEST_TINY < min(row(name)[-1] for name in PACKS)


@pytest.mark.parametrize("name", PACKS)
def test_a_rule_system_imports_only_what_the_document_lists(name: str):
    own = (f"missions.battles.systems.{name}",)
    assert list(foreign(f"missions/battles/systems/{name}", own=own)) == []


def test_the_tiny_system_imports_no_more_than_the_others():
    own = tuple(folder.replace("/", ".") for folder in TINY)
    assert list(foreign(*TINY, own=own)) == []
    assert len(list(foreign("tests/battles/views", own=()))) > 20, "the search finds nothing"


@pytest.mark.parametrize("module", ALLOWED)
def test_the_document_names_what_a_system_may_import(module: str):
    assert f"`{module}`" in DOCUMENT.read_text(encoding="utf-8")


def test_a_fourth_system_is_one_line_in_the_registry(monkeypatch: pytest.MonkeyPatch):
    named = re.compile(r"card_duel|duel_pack|\bDuel(Reader|Forces)\b")
    folders = (*APPS, "templates", "static/js", "static/css")
    kinds = (".py", ".html", ".js", ".css")
    texts = {path: path.read_text(encoding="utf-8") for path in files(*folders, suffixes=kinds)}
    assert [str(path.relative_to(ROOT)) for path, text in texts.items() if named.search(text)] == []
    offer(monkeypatch, *registry.packs(), DUEL_PACK)
    assert registry.packs()[-1] is registry.pack(DUEL_PACK.id) is DUEL_PACK
