"""The repository as a newcomer finds it: documents that are true, pinned packages, nothing of one machine."""

import ast
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from league import limits
from tests.architecture.sources import APPS, ROOT, files
from tests.architecture.test_wording import LATER, WORKPLACE

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
VENDORED = sorted(path for path in (ROOT / "static" / "vendor").iterdir() if path.is_dir())
REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")
# Variables of the shell and of this script, not settings.
OF_THE_SHELL = {
    "BASH_SOURCE",
    "DEBIAN_FRONTEND",
    "MIN_PYTHON",
    "PDF_LIBRARIES",
    "TEST_LIBRARIES",
    "VENV",
    "PY",
}


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands() -> set[str]:
    """The commands that ./run knows, from its own help."""
    output = subprocess.run([ROOT / "run", "help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\./run (\w+)", output, re.MULTILINE))


def settings_read() -> set[str]:
    """Every variable of the environment that settings and server read by name, and those of `run`."""
    found = set(re.findall(r"\$\{([A-Z][A-Z_]+):-", text("run"))) - OF_THE_SHELL
    for name in ("league/settings.py", "league/env.py", "league/server.py"):
        for call in ast.walk(ast.parse(text(name))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args):
                continue
            place, first = ast.unparse(call.func), call.args[0]
            of_env = place.startswith("env.") or place == "os.environ.get"
            if of_env and isinstance(first, ast.Constant) and str(first.value).isupper():
                found.add(str(first.value))
    return found | set(re.findall(r'os\.environ\["([A-Z_]+)"\]', text("league/env.py")))


def test_the_settings_are_found_by_this_test():
    assert {"SECRET_KEY", "DATABASE_URL", "EMAIL_URL", "HTTPS", "HOST", "DEMO", "CHROMIUM"} <= settings_read()


def test_the_operations_page_explains_every_setting_and_no_other():
    rows = re.findall(r"^\| `([A-Z_]+)` \|", text("docs/operations.md"), re.MULTILINE)
    assert sorted(rows) == sorted(settings_read())


def test_the_example_file_lists_every_setting_and_no_other():
    assert set(re.findall(r"^# ([A-Z_]+)=", text(".env.example"), re.MULTILINE)) == settings_read()


def limits_set() -> dict[str, float]:
    """Every limit of the site by its name; of a rate its number."""
    found = {name: value for name, value in vars(limits).items() if name.isupper()}
    return {name: getattr(value, "most", value) for name, value in found.items()}


def test_the_operations_page_explains_every_limit_with_its_number():
    rows = [line for line in text("docs/operations.md").splitlines() if line.startswith("| ")]
    for name, value in limits_set().items():
        spellings = {f"{value:,g}", f"{value / 2**20:g} MB", f"{value / 2**10:g} kB"}
        found = [row for row in rows if f"(`{name}`)" in row]
        assert len(found) == 1, name
        numbers = re.findall(rf"(\d[\d,]*(?: MB| kB)?)[^`|\d]*\(`{name}`\)", found[0])
        assert set(numbers) & spellings, (name, numbers)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_that_a_document_names_exists(document: Path):
    named = set(re.findall(r"\./run ([a-z]\w*)", document.read_text(encoding="utf-8")))
    assert named <= commands()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_management_command_that_a_document_names_exists(document: Path):
    named = set(re.findall(r"(?:\./run manage|manage\.py) ([a-z_]+)", document.read_text(encoding="utf-8")))
    ours = {path.stem for path in files(*APPS) if path.parent.name == "commands"}
    of_django = {"dumpdata", "loaddata", "createsuperuser", "clearsessions"}
    assert named <= ours | of_django


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(document: Path):
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    lost = [to for to in links if "://" not in to and not (document.parent / to).exists()]
    assert lost == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_source_file_that_a_document_names_exists(document: Path):
    named = re.findall(
        r"`((?:league|rosters|missions|tests|static|templates|docs)/[\w./-]+?)/?`",
        document.read_text(encoding="utf-8"),
    )
    assert [name for name in named if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_and_name_in_it_that_a_document_names_exists(document: Path):
    named = re.findall(
        r"`((?:league|rosters|missions|tests|bench)(?:\.\w+)+)", document.read_text(encoding="utf-8")
    )
    assert [name for name in named if not is_there(name)] == []


def is_there(dotted: str) -> bool:
    """Whether a dotted name leads to a folder, a module, or a word in the module at its longest beginning."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        file = place.with_suffix(".py")
        if file.exists():
            text = file.read_text(encoding="utf-8")
            return count == len(parts) or re.search(rf"\b{parts[count]}\b", text) is not None
        if place.is_dir():
            return count == len(parts)
    return False


def test_a_name_that_is_gone_is_noticed():
    assert is_there("league.services.acts.act") and is_there("league.store")
    assert not is_there("league.services.acts.no_such_name") and not is_there("missions.no_such_module")


def test_the_changelog_begins_with_this_version():
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    assert re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)[0] == version


def test_the_licence_and_the_notice_are_there():
    assert text("LICENSE").startswith("MIT License")
    assert "not affiliated" in text("NOTICE")


@pytest.mark.parametrize("folder", VENDORED, ids=lambda path: path.name)
def test_every_vendored_package_brings_its_licence_and_is_in_the_notice(folder: Path):
    assert list(folder.glob("LICENSE*"))
    assert f"static/vendor/{folder.name}/" in text("NOTICE")


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_package_is_pinned_and_hashed(name: str):
    blocks = re.split(r"\n(?=\S)", text(name).replace("\\\n", " "))
    packages = [block for block in blocks if block and not block.startswith("#")]
    loose = [
        each.split()[0] for each in packages if "==" not in each.split()[0] or "--hash=sha256:" not in each
    ]
    assert (loose, len(packages) > 20) == ([], True)


@pytest.mark.parametrize("name", [*REQUIREMENTS, "requirements.in", "requirements-dev.in", "pyproject.toml"])
def test_no_file_says_where_packages_come_from(name: str):
    options = r"--(?:extra-)?index-url|--find-links|--trusted-host|file://|(?<!#)https?://"
    code = "\n".join(line.partition("#")[0] for line in text(name).splitlines())
    assert re.findall(options, code) == []


def test_the_development_packages_agree_with_those_of_the_site():
    pinned = [dict(re.findall(r"^([\w.-]+)==(\S+)", text(name), re.MULTILINE)) for name in REQUIREMENTS]
    site, development = pinned
    assert {name: development.get(name) for name in site} == site


@pytest.mark.parametrize("name", ["run", ".ci/run", "manage.py"])
def test_the_scripts_can_be_run(name: str):
    assert os.access(ROOT / name, os.X_OK)


def test_nothing_written_names_a_path_of_one_machine_or_puts_something_off():
    files = [
        *DOCUMENTS,
        *(ROOT / name for name in ("run", ".ci/run", ".env.example", "NOTICE", "pyproject.toml")),
    ]
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORKPLACE.search(line) or LATER.search(line)
    ]
    assert wrong == []


def test_the_pictures_of_the_readme_are_small():
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "screenshots").glob("*.png")}
    assert len(sizes) >= 7
    assert {name: size for name, size in sizes.items() if size > 300_000} == {}
