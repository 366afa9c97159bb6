"""Many leagues at once, and bots that are stopped by what they did not expect."""

from __future__ import annotations

import json
import random
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from django.core.management import CommandError, call_command

from league.kernel.refusal import Refusal
from league.rules.campaign import CreateCampaign
from league.rules.rounds import OpenRound
from missions.autoplay.driver import Driver, bot_user
from missions.autoplay.games import line
from missions.autoplay.management.commands import play_many_leagues
from missions.autoplay.management.commands.play_many_leagues import last_words
from missions.rules.pregame.state import Pregame
from tests.missions.rules.builders import TIE, YWING, Night

FIGURES = {
    "rounds": 8,
    "games": 30,
    "acts": 2000,
    "eliminations": 1,
    "play_seconds": 21.4,
    "missions": {"ambush": 3},
    "assets": {"sabotage": 1},
    "refused_orders": {"buy_ship: name_in_use": 2},
}


@pytest.mark.rule("CR-080")
def test_bots_do_not_spend_munitions_that_are_barred() -> None:
    night = Night()
    night.ship("active", YWING, ["protontorpedoes", "protontorpedoes"])
    night.ship("opposing", TIE)
    night.begin()
    ship = night.game.ships_of("active")[0]
    spent = [line(random.Random(seed), night.game, ship, True).spent for seed in range(20)]
    assert any(spent)
    night.game.pregame = Pregame("over", mission=4, short={"active": (ship.squadron,)})
    assert not any(line(random.Random(seed), night.game, ship, True).spent for seed in range(20))


@pytest.mark.django_db
def test_a_refusal_that_a_bot_does_not_expect_ends_the_league() -> None:
    driver = Driver("unexpected")
    driver.found(CreateCampaign("Bots"), [bot_user("Bot 1")])
    assert not driver.try_to(driver.boss, OpenRound(), "not_started")
    assert dict(driver.refused) == {"open_round: not_started": 1}
    with pytest.raises(Refusal, match="Start the campaign first"):
        driver.try_to(driver.boss, OpenRound(), "round_open")


class Processes:
    """Stands in for the processes that play: seeds in `failing` end with these words."""

    def __init__(self, failing: dict[str, str]) -> None:
        self.failing = failing
        self.calls: list[tuple[list[str], Path]] = []

    def __call__(self, arguments: list[str], database: Path) -> CompletedProcess[str]:
        self.calls.append((arguments, database))
        if arguments == ["make_ready"]:
            database.write_text("ready")
            return CompletedProcess(arguments, 0, "", "")
        assert database.read_text() == "ready"
        seed = arguments[arguments.index("--seed") + 1]
        if seed in self.failing:
            return CompletedProcess(arguments, 1, "Playing ...\n", self.failing[seed])
        Path(arguments[arguments.index("--json") + 1]).write_text(json.dumps(FIGURES))
        return CompletedProcess(arguments, 0, "", "")


def outcome(
    monkeypatch: pytest.MonkeyPatch, failing: dict[str, str], *arguments: str
) -> tuple[str, Processes]:
    processes, out = Processes(failing), StringIO()
    monkeypatch.setattr(play_many_leagues, "_manage", processes)
    try:
        call_command("play_many_leagues", *arguments, stdout=out)
    finally:
        assert not any(database.exists() for _, database in processes.calls)
    return out.getvalue(), processes


def test_every_league_has_a_seed_a_line_and_a_database_and_half_of_them_teams(monkeypatch) -> None:
    text, processes = outcome(monkeypatch, {}, "4", "--first", "7", "--jobs", "2")
    lines = text.splitlines()
    assert lines[0] == "seed    7  clean   free for all  8 rounds, 30 games, 2000 acts, 1 eliminated, 21 s"
    assert lines[1].startswith("seed    8  clean   in teams      8 rounds")
    assert lines[4] == "4 of 4 leagues played through with a clean ledger, 2 of them in teams."
    assert lines[5:] == [
        "120 games, 8000 acts.",
        "missions: ambush 12",
        "assets: sabotage 4",
        "refused orders: buy ship: name in use 8",
    ]
    played = [arguments for arguments, _ in processes.calls if arguments[0] == "play_league"]
    assert {"--missions"} <= set.intersection(*map(set, played))
    assert sorted("--teams" in arguments for arguments in played) == [False, False, True, True]
    assert len({database for _, database in processes.calls}) == 5


def test_a_league_that_stops_or_has_an_unclean_ledger_fails_the_command(monkeypatch) -> None:
    failing = {
        "2": "Traceback:\nRefusal: It is too late.\n",
        "3": "CommandError: The ledger check found differences.\n",
    }
    out = StringIO()
    monkeypatch.setattr(play_many_leagues, "_manage", Processes(failing))
    with pytest.raises(CommandError, match=r"These seeds did not go through: 2, 3\."):
        call_command("play_many_leagues", "3", "--jobs", "1", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[1] == "seed    2  FAILED  in teams      Refusal: It is too late."
    assert lines[2].endswith("The ledger check found differences.")
    assert lines[3].startswith("1 of 3 leagues")


@pytest.mark.parametrize("arguments", [["0"], ["1001"], ["2", "--jobs", "0"]])
def test_impossible_numbers_of_leagues_are_refused(arguments) -> None:
    with pytest.raises(CommandError, match="Say how many"):
        call_command("play_many_leagues", *arguments)


def test_a_process_that_says_nothing_is_told_so() -> None:
    assert last_words("", "\n") == "It ended without a word."
    assert last_words("one\ntwo\n", "") == "two"
