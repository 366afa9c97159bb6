"""A short seeded part of `./run siege`, on SQLite with a real server."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.siege import Row, Sizes, counted, malformed
from tests.siege.site import ROOT
from tests.siege.web import Person
from tests.siege.world import World

PART = ("--kills", "2", "--races", "12", "--malformed", "60", "--seed", "7", "--minutes", "10")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """The rows of the short siege by their first words."""
    file = tmp_path_factory.mktemp("siege") / "table.json"
    command = [
        sys.executable,
        "-m",
        "tests.siege",
        "kills",
        "races",
        "malformed",
        "--on",
        "sqlite",
        "--plain",
    ]
    done = subprocess.run([*command, *PART, "--json", file], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [rows] = json.loads(file.read_text()).values()
    return {f"{row['what']} {number}": row for number, row in enumerate(rows)}


def measured(table: dict[str, dict[str, object]], what: str) -> list[str]:
    return [str(row["measured"]) for name, row in table.items() if name.startswith(what)]


def test_no_confirmed_act_is_lost_when_the_site_is_killed(table: dict[str, dict[str, object]]):
    assert measured(table, "kills under writing") == ["2: 2 × the whole site"]
    [lost] = measured(table, "confirmed acts that are lost")
    assert lost.startswith("0 of ") and lost != "0 of 0"
    assert measured(table, "differences that check_ledger finds") == ["0", "0"]


def test_each_race_has_one_winner(table: dict[str, dict[str, object]]):
    assert measured(table, "races ")[0].startswith("12: ")
    assert measured(table, "races without exactly one winner") == ["0"]
    assert measured(table, "races answered with an error") == ["0"]


def test_no_malformed_request_is_answered_with_an_error(table: dict[str, dict[str, object]]):
    assert measured(table, "malformed requests")[0].startswith("60: ")
    assert measured(table, "answered with an error of ours") == ["0", "0"]
    assert measured(table, "errors in the log") == ["0"]


def test_a_siege_says_so_when_its_time_was_too_short():
    assert counted(1000, 1000) == "1,000"
    assert counted(12, 1000) == "12 (of 1,000; the time was over)"
    assert Row("x", "1", "0", False).hard


def test_the_same_seed_makes_the_same_garbage_of_every_kind():
    world = World(0, (), (), (Person(0, "198.18.0.1", "s" * 32),))
    first, second = (malformed.Garbage(7, world) for _ in range(2))
    first.numbers = second.numbers = ["1"]
    requests = [first.request() for _ in range(300)]
    assert requests == [second.request() for _ in range(300)]
    assert {each.split(b" ")[0] for each in requests} >= {b"GET", b"POST", b"PUT"}
    assert len([each for each in requests if b"\0" in each or b"%00" in each]) > 10
    assert Sizes().malformed == 100_000
