"""The whole walks: what a test run tries in part, tried through and through.

    ./run walks [NAME...] [--share N | --share N.TURN | --share commit] [PYTEST ARGS]

A walk is a test marked `walk` with one of NAMES. A test run leaves walks out. A share of them is one in
120 in the order in which they stand. A walk that is too long takes a sample of itself then (`sample`):
all shares try everything somewhere, and with TURN, one of TURNS, everything everywhere. `commit` takes the
share and the turn that belong to the commit that is checked out, so that the same commit always walks the
same; it leaves out LONG unless they are named.

Tests that take long together but are no walk take turns (IN_TURN): a run with `--in-turn`, as `./run test`
makes it, takes one in so many of them, which the commit chooses, and all of a file that the last commit
changed. `./run test --all` leaves out nothing but walks.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAMES = {
    "leaks": "every address as every reader at every step of every mission, in worlds that differ in secrets",
    "pages": "axe with all its rules on every page in both looks, in a real browser",
    "doors": "every address as every kind of person at every stage of a game",
    "garbage": "every value that is none, posted to every address",
    "machines": "people who do anything at random, for long, and the contract of rule systems at every step",
    "battles": "battles to their ends by hand, on phone and desktop, and four turns with six browsers",
    "sites": "whole sites: upgraded, moved to PostgreSQL and back, with workers that die",
}
LONG = ("battles",)
"""Walks of which one test alone takes minutes."""
SHARES = 120
TENTHS = 10
"""Parts of all templates; a test run looks at the part that the commit's share belongs to."""
TURNS = 6
"""Samples of a walk that is too long to be whole in a share: a third of the pages at every other step."""

IN_TURN = {
    "tests/battles/engine/test_conformance.py::test_clause[": 4,
    "tests/battles/systems/galaxies/test_guide.py": 4,
    "tests/battles/systems/galaxies/test_secrets.py": 4,
    "tests/battles/systems/red_alert/test_guide.py": 4,
    "tests/battles/systems/red_alert/test_odds_in_play.py": 3,
    "tests/battles/systems/red_alert/test_play.py": 3,
    "tests/battles/systems/red_alert/test_secrets.py": 4,
    "tests/battles/views/galaxies/test_secrets.py": 4,
    "tests/battles/views/red_alert/test_secrets.py": 4,
    "tests/battles/views/test_duel_pages.py": 3,
    "tests/battles/views/test_duel_secrets.py": 3,
    "tests/battles/views/test_pages.py": 3,
    "tests/e2e/galaxies/": 3,
    "tests/e2e/pages/": 4,
    "tests/e2e/taps/": 4,
    "tests/e2e/test_archive.py": 3,
    "tests/e2e/test_battles.py": 3,
    "tests/e2e/test_builder.py": 4,
    "tests/e2e/test_duels.py": 4,
    "tests/e2e/test_in_sight.py": 3,
    "tests/e2e/test_live.py": 3,
    "tests/e2e/test_manual.py": 3,
    "tests/e2e/test_news.py": 3,
    "tests/e2e/test_nonces.py": 3,
    "tests/e2e/test_photos_and_models.py": 4,
    "tests/e2e/test_red_alert.py": 4,
    "tests/e2e/test_schedule.py": 3,
    "tests/league/services/outgoing/test_kills.py": 3,
    "tests/league/test_concurrency_postgres.py": 4,
    "tests/league/test_machine.py": 3,
    "tests/league/test_one_address.py": 3,
    "tests/league/test_operations.py": 4,
    "tests/league/test_proxies.py": 3,
    "tests/league/test_server.py": 4,
    "tests/league/views/test_manual.py": 4,
    "tests/missions/autoplay/": 4,
    "tests/missions/secrets/test_every_step.py": 4,
    "tests/missions/secrets/test_matrix.py": 3,
    "tests/missions/secrets/test_mission_secrets.py": 4,
    "tests/missions/secrets/test_secrets.py": 4,
    "tests/missions/test_archives.py": 4,
    "tests/missions/test_garbage.py": 4,
    "tests/print/": 4,
    "tests/rosters/test_card_pages.py": 4,
    "tests/siege/": 4,
}
"""Tests by how their IDs begin, each with the number of runs in which every one of them is once."""
ALWAYS = {
    "test_every_address_has_a_door",
    "test_every_address_of_a_battle_is_in_the_table",
    "test_every_secret_belongs_to_a_game_whose_end_opens_it",
    "test_every_secret_event_says_who_may_know_it",
    "test_the_walk_knows_every_address_of_a_campaign",
}
"""Tests of IN_TURN that are in every run all the same: a change elsewhere often needs a row in them."""


def part_of(text: str) -> tuple[int, int]:
    """A share and its turn, written N.TURN, or N for the first turn. Raises ValueError for others."""
    found = re.fullmatch(rf"(\d+)(?:\.([0-{TURNS - 1}]))?", text)
    if found is None or int(found[1]) >= SHARES:
        raise ValueError(
            f"{text!r} is no share; write 0 to {SHARES - 1}, or 0.0 to {SHARES - 1}.{TURNS - 1}."
        )
    return int(found[1]), int(found[2] or 0)


# --- which of them run -----------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("walks")
    group.addoption("--walks", default="", metavar="NAMES", help="these whole walks and nothing else")
    group.addoption("--share", type=part_of, metavar="N.TURN", help="only this share of the walks")
    group.addoption("--in-turn", action="store_true", help="of tests that take turns, those of this commit")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"walk(name, tests=False): a whole walk ({', '.join(NAMES)}); tests=True: test runs do a part of it",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Walks do not read test files without one."""
    if not config.getoption("walks") or collection_path.suffix != ".py":
        return None
    return "mark.walk(" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = [name for name in config.getoption("walks").split(",") if name]
    share = config.getoption("share")
    if wanted:
        chosen = [item for item in items if named(item) in wanted]
        kept = set(chosen if share is None else chosen[share[0] :: SHARES])
    else:
        later = waiting(items, int(head()[:8], 16), changed("tests")) if config.getoption("in_turn") else ()
        kept = {item for item in items if tested(item) and item.nodeid not in later}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def named(item: pytest.Item) -> str:
    """The walk that a test is part of; "": none."""
    mark = item.get_closest_marker("walk")
    if mark is None:
        return ""
    assert mark.args[0] in NAMES, f"{item.nodeid}: there is no walk {mark.args[0]!r}"
    return str(mark.args[0])


def tested(item: pytest.Item) -> bool:
    """Whether a test belongs to test runs."""
    mark = item.get_closest_marker("walk")
    return mark is None or bool(mark.kwargs.get("tests"))


def waiting(items: Iterable[pytest.Item], turn: int, changed: Container[str]) -> set[str]:
    """The IDs of the tests of IN_TURN that are not due in this turn; none of the files that `changed`."""
    found = set()
    for start, n in IN_TURN.items():
        ids = [item.nodeid for item in items if item.nodeid.startswith(start) and item.name not in ALWAYS]
        first = turn + crc32(start.encode())
        found |= {
            each
            for number, each in enumerate(ids, first)
            if number % n and each.partition("::")[0] not in changed
        }
    return found


@pytest.fixture(scope="session")
def sample(request: pytest.FixtureRequest) -> int | None:
    """The turn of a walk that is sampled in a share; None: it is walked whole."""
    part: tuple[int, int] | None = request.config.getoption("share")
    return None if part is None else part[1]


@pytest.fixture(scope="session")
def tenth() -> int:
    """The tenth that belongs to the commit: tests that take a part of a walk take this one."""
    return part_of(share_of(head()))[0] % TENTHS


@pytest.fixture(scope="session")
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether a test that is part of test runs is walked whole now."""
    return bool(request.config.getoption("walks"))


# --- ./run walks -----------------------------------------------------------------------------------


def share_of(commit: str) -> str:
    """The share that belongs to a commit, and its turn."""
    return f"{int(commit[:8], 16) % SHARES}.{int(commit[8:16], 16) % TURNS}"


def head() -> str:
    """The commit that is checked out; zeros where there is none."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "0" * 40


def changed(folder: str) -> set[str]:
    """Files in a folder that are new or differ from those before the last commit; none if that is unknown."""
    commands = (
        ["git", "diff", "--name-only", "HEAD~1", "--", folder],
        ["git", "ls-files", "--others", "--exclude-standard", "--", folder],
    )
    done = [subprocess.run(each, cwd=ROOT, capture_output=True, text=True).stdout for each in commands]
    return {line for each in done for line in each.splitlines()}


def changed_templates() -> set[str]:
    """Names of the templates that are new or differ from those before the last commit."""
    return {each.removeprefix("templates/") for each in changed("templates")}


class Summary:
    """Says at once what a walk for secrets has found, and at the end how much all of them have walked."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        found = dict(report.user_properties).get("found", []) if report.when == "call" else []
        for step, reader, pages in found:
            for page in pages:
                print(f"\n{report.nodeid.partition('[')[2]} {step}: {reader} is told something by {page}")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
        counts = [found["count"] for each in reports if "count" in (found := dict(each.user_properties))]
        if not counts:
            return
        addresses = {each for count in counts for each in count["addresses"]}
        readers = {each for count in counts for each in count["readers"]}
        told = {name: sum(count[name] for count in counts) for name in ("steps", "pairs", "made")}
        terminalreporter.write_line(
            f"{len(addresses)} addresses, {len(readers)} readers, {told['steps']} steps of a reader: "
            f"{told['pairs']} answers, compared in two worlds; {told['made']} pages had to be made for that."
        )


def main(arguments: list[str]) -> int:
    """Run them, shared out among the processors. Returns pytest's exit status."""
    told = "\n".join(f"  {name:10}{what}" for name, what in NAMES.items())
    parser = argparse.ArgumentParser(
        "./run walks",
        "./run walks [NAME...] [--share N] [PYTEST ARGS]",
        epilog=f"names (all if none is given):\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--share", metavar="N", help=f"a share of them: 0 to {SHARES - 1}, or 'commit'")
    asked, others = parser.parse_known_args([each for each in arguments if each not in NAMES])
    names = [each for each in arguments if each in NAMES] or list(NAMES)
    if asked.share == "commit":
        commit = head()
        asked.share = share_of(commit)
        names = [each for each in names if each not in LONG or each in arguments]
        again = " ".join(("./run walks", *names, "--share", asked.share))
        print(f"Commit {commit[:8]} walks share {asked.share}; again: {again}")
    part = [] if asked.share is None else ["--share", asked.share]
    share = ["-n", str(os.cpu_count()), "--dist", "load", "--maxschedchunk", "1"]
    walks = ["tests", "--no-header", "--walks", ",".join(names), *part]
    return int(pytest.main([*walks, *share, *others], plugins=[Summary()]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
