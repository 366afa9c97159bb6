"""Shared parts of the commands that fight battles: reading options, many processes, files."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from league.kernel.refusal import Refusal
from missions.battles.engine.bots.match import LEVELS
from missions.battles.engine.contract import Setup
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.simulation import Fought, Task, play_one
from missions.battles.systems import registry
from missions.battles.systems.pack import Pack

WRONG = 2
"""Exit code of a command that was asked for something impossible."""
STOPPED = 130
"""Exit code of a command that was interrupted."""
SIDES = ("first side", "second side")
"""Words for the sides in help, before a battle with names of its own is chosen."""
MOST_GAMES, MOST_JOBS = 100_000, 64


class BattleCommand(BaseCommand):
    """A command that ends quietly when the reader of its output closes the pipe."""

    requires_system_checks: list[str] = []  # noqa: RUF012

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            output = super().execute(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            # Buffered output is dropped.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return None
        return output


def wrong(sentence: str) -> CommandError:
    """A “no” with its sentence and exit code 2."""
    return CommandError(sentence, returncode=WRONG)


def battle_arguments(parser: ArgumentParser) -> None:
    """The arguments that say what is fought."""
    usual = registry.packs()[0]
    parser.add_argument("--system", default=usual.id, help="the rule system (default: %(default)s)")
    parser.add_argument(
        "--scenario", default="", help="the battle, see battle --list (the system's usual one)"
    )
    for option, words, force in zip(("--first", "--second"), SIDES, usual.trial(3), strict=True):
        parser.add_argument(
            option,
            default="",
            metavar="FORCE",
            help=f"the force of the {words}, such as “{force}”; battle --list says how a system writes them",
        )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the battle, see battle --list; give it again for each option",
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same dice (%(default)s)")


def asked_pack(options: dict[str, Any]) -> Pack:
    """The rule system that the arguments name. Raises CommandError."""
    try:
        return registry.pack(options["system"])
    except Refusal as no:
        raise wrong(no.message) from no


def chosen_setup(options: dict[str, Any]) -> Setup:
    """The set-up that the arguments ask for, tried out once. Raises CommandError with every fault."""
    pack = asked_pack(options)
    try:
        scenario = options["scenario"] or pack.usual_battle
        chosen = pack.read_options(scenario, _pairs(options["set"]))
        setup = pack.written(scenario, (options["first"], options["second"]), chosen)
        pack.system.setup(setup, seeded_dice("trial"))
    except Refusal as no:
        raise wrong("\n".join([no.message, *(finding.message for finding in no.besides)])) from no
    return setup


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    """Names and values of “points=40”. Raises CommandError for a text without both."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not name or not sign:
            raise wrong(f"“{text}” sets nothing; write it as --set NAME=VALUE.")
        found[name] = value
    return found


def level(pack: Pack, name: str) -> str:
    """A level of bots. Raises CommandError for one that does not exist."""
    if name not in LEVELS:
        known = "\n".join(f"  {each}: {words}" for each, words in pack.levels.items())
        raise wrong(f"There is no bot “{name}”. There are:\n{known}")
    return name


def levels(pack: Pack, text: str) -> tuple[str, str]:
    """The bots of the two sides from “greedy:search”; one name stands for both."""
    names = text.split(":")
    if len(names) > 2 or not all(names):
        raise wrong(f"“{text}” names no two bots; write them like “greedy:search”, the first side's first.")
    return level(pack, names[0]), level(pack, names[-1])


def within(name: str, value: int, most: int) -> int:
    """A count from 1 on. Raises CommandError."""
    if not 1 <= value <= most:
        raise wrong(f"--{name} is {value}; it can be 1 to {most}.")
    return value


def place(path: Path | None) -> Path | None:
    """A file that can be written, looked at before the work begins. Raises CommandError."""
    if path is None:
        return None
    if path.is_dir():
        raise wrong(f"{path} is a directory; name a file.")
    if not path.parent.is_dir():
        raise wrong(f"There is no directory {path.parent}; make it first or name another.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise wrong(f"{path} cannot be written by you; name another file.")
    return path


def write(path: Path | None, text: Callable[[], str]) -> None:
    """Writes a file that was asked for. Raises CommandError if the system refuses."""
    if path is None:
        return
    try:
        path.write_text(text(), encoding="utf-8")
    except OSError as refused:
        raise wrong(f"{path} cannot be written: {refused.strerror}.") from refused


def fought(tasks: Sequence[Task], jobs: int, label: str) -> Iterator[tuple[int, Fought]]:
    """Each battle with its number, in their order, on so many processes; a bar on stderr if somebody
    looks.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        closing(_played(tasks, jobs)) as battles,
        Progress(*columns, console=console, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task(label, total=len(tasks))
        for number, played in enumerate(battles):
            bar.advance(task)
            yield number, played


def _played(tasks: Sequence[Task], jobs: int) -> Generator[Fought, None, None]:
    if jobs == 1:
        yield from map(play_one, tasks)
        return
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    waiting: list[Future[Fought]] = []
    try:
        waiting = [pool.submit(play_one, task) for task in tasks]
        for done in waiting:
            yield done.result()
    finally:
        for future in waiting:
            future.cancel()
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
