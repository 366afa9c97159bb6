"""Import layers. The contracts themselves are in pyproject.toml."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import APPS, ROOT, files, nodes, parsed

PURE = (
    "league.kernel",
    "league.rules",
    "rosters.catalogue",
    "rosters.rules",
    "missions.rules",
    "missions.battles.engine",
    "missions.battles.board",
    "missions.battles.systems",
    "missions.battles.rules",
)
IMPORT_WITHOUT_DJANGO = """
import importlib, pkgutil, sys

class NoDjango:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "allauth", "psycopg", "weasyprint"):
            raise ImportError(f"a pure package asked for {name}")

sys.meta_path.insert(0, NoDjango())
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
    print(found.name)
"""


def test_every_import_contract_is_kept():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_imports_where_django_is_out_of_reach(package: str):
    command = [sys.executable, "-c", IMPORT_WITHOUT_DJANGO, package]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip(), f"{package} holds no module"


def test_presenters_know_neither_queries_nor_requests():
    found = []
    for path in files(*(f"{app}/presenters" for app in (*APPS, "missions/battles"))):
        for node in nodes(parsed(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            found += [
                f"{path.name}: {name}" for name in names if name.startswith(("django.db", "django.http"))
            ]
    assert found == []


@pytest.mark.parametrize("app", APPS)
def test_the_package_file_of_an_app_is_empty(app: str):
    assert (ROOT / app / "__init__.py").read_text() == ""
