"""Addresses come from the names of routes: nothing outside the lists of routes spells one out."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.architecture.sources import APPS, ROOT, files, nodes, parsed

# The lists of routes, and what they take from two modules that may not know Django's routes.
LISTS = {
    "league/urls.py",
    "league/routes.py",
    "rosters/urls/__init__.py",
    "rosters/urls/cards.py",
    "missions/urls.py",
    "missions/battles/urls.py",
}
BELOW_ROUTES = {"league/rules/manual/model.py": ["/rules/"], "league/edge/streams.py": ["/head/", "/stream/"]}
# Names and patterns of files, not addresses.
FILE = re.compile(r"\.(html|svg|txt|css|js|json|csv|ttf|woff2|toml)(#|$)|\*|\(\?:")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
ATTRIBUTE = re.compile(
    r"""(?:^|\s)(?:href|src|action|formaction|hx-(?:get|post|put|delete)|data-(?:part|live|live-head))="""
    r"""("(?:\{%.*?%\}|\{\{.*?\}\}|[^"])*")""",
    re.DOTALL,
)
QUOTED = re.compile(r"""["']/?(?:[a-z-]+/)+["']""")
NAMED = re.compile(r"""\{%\s*(?:address\s+('[\w-]+')|current\s+((?:'[\w-]+'\s*)+))""")


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every route below a resolver, with its whole pattern."""
    for each in resolver.url_patterns:
        whole = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, whole)
        else:
            yield whole, each


@cache
def names() -> frozenset[str]:
    """The names of all routes outside the admin."""
    listed = patterns(get_resolver())
    return frozenset(each.name for whole, each in listed if each.name and not whole.startswith("admin/"))


@cache
def spelled() -> re.Pattern[str]:
    """Finds a word that is a part of our routes, between two slashes or at the start of a piece of text."""
    words: set[str] = set()
    for whole, _ in patterns(get_resolver()):
        if not whole.startswith(("accounts/", "admin/")):
            words |= set(re.findall(r"(?:^|(?<=/))[a-z-]+(?=/)", whole))
    return re.compile(rf"(?:^|/|\}})(?:{'|'.join(sorted(words))}|accounts|admin)/")


def docstrings(tree: ast.Module) -> set[int]:
    """The ids of the strings that stand alone: documentation."""
    return {id(node.value) for node in nodes(tree) if isinstance(node, ast.Expr)}


def texts(path: Path) -> Iterator[str]:
    """Every string of a file that is no documentation; formatted ones with {} for what is put in."""
    tree = parsed(path)
    left_out = docstrings(tree)
    for node in nodes(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(piece) for piece in node.values}
            yield "".join(
                str(getattr(piece, "value", "")) if isinstance(piece, ast.Constant) else "{}"
                for piece in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value


@pytest.mark.parametrize("app", APPS)
def test_no_code_spells_an_address_out(app: str):
    found = {}
    for path in files(app):
        name = path.relative_to(ROOT).as_posix()
        addresses = sorted(text for text in texts(path) if spelled().search(text) and not FILE.search(text))
        if name not in LISTS and addresses != BELOW_ROUTES.get(name, []):
            found[name] = addresses
    assert found == {}


def template_files() -> Iterator[Path]:
    return files("templates", *(f"{app}/templates" for app in APPS), suffixes=(".html", ".txt"))


def test_no_template_spells_an_address_out():
    found = []
    for path in template_files():
        text = path.read_text(encoding="utf-8")
        for hit in ATTRIBUTE.finditer(text):
            address = re.split(r"[?#]", TAG.sub("", hit[1].strip('"')), maxsplit=1)[0]
            if "/" in address and not address.startswith(("http://", "https://", "data:")):
                found.append(f"{path.relative_to(ROOT)}: {hit[1]}")
        for tag in TAG.findall(text):
            found += [f"{path.relative_to(ROOT)}: {tag}"] if QUOTED.search(tag) else []
    assert found == []


def test_no_script_spells_an_address_out():
    spelling = re.compile(r"""["'`]/[a-z]""")
    found = [path.name for path in files("static/js", suffixes=(".js",)) if spelling.search(path.read_text())]
    assert found == []


def test_every_route_that_a_template_names_is_there():
    found = set()
    for path in template_files():
        for names_in_tag in NAMED.findall(path.read_text(encoding="utf-8")):
            found |= set(re.findall(r"[\w-]+", "".join(names_in_tag)))
    assert found and found <= names()


@pytest.mark.parametrize("app", APPS)
def test_every_route_that_code_names_is_there(app: str):
    found = set()
    for path in files(app):
        for node in nodes(parsed(path)):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) in ("address", "Address.at")
                and node.args
            ):
                route = node.args[0]
                if isinstance(route, ast.Constant) and "manual" not in path.relative_to(ROOT).as_posix():
                    found.add(route.value)
    assert found and found <= names()
