"""Everything that a rule system brings, in one object: its *pack*. Other code knows nothing else of a system.

A system is a folder here with a `pack.py`; `registry` lists the packs. Texts about a system (words, symbols,
options, help) are data in its pack, so that pages, forms, commands and measurements are the same for all
systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from league.kernel.numbers import whole_number
from league.kernel.refusal import Refusal, Unreadable
from league.rules.wording import Book
from missions.battles.board.reader import BoardReader
from missions.battles.board.style import Style
from missions.battles.engine.contract import Question, Setup, System
from missions.battles.engine.dice import Die
from missions.battles.engine.odds import Pmf
from missions.battles.systems.builder import ForceBuilder
from missions.battles.systems.introduction import Introduction, Minutes
from missions.battles.systems.manual import Illustrated

Value = str | int | bool
FLAGS = {"yes": True, "no": False}


class Scenario(Protocol):
    """A battle that can be fought."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def brief(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def minutes(self) -> Minutes: ...


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose for a battle beside its scenario: a key of the set-up.

    A number lies between `least` and `most`; one that may be left `blank` is then not in the set-up, and
    neither is a flag that stands as usual. An option that counts in some scenarios only names them in `only`;
    in those of `idle` any number is let through. `zero` says that 0 means the same as a blank. `refused` is
    the sentence for a number that is out of bounds.
    """

    name: str
    label: str
    kind: Literal["choice", "number", "flag"]
    usual: Value | None
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    blank: bool = False
    zero: bool = False
    only: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    help: str = ""
    rule: str = ""
    refused: str = ""
    house: bool = False
    """True if the option changes a printed rule."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about a battle that has not begun: what it is about, in words, with a rule."""

    label: str
    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Tryout:
    """The battles that a visitor may try at one press: scenarios, the one that is chosen at first, what the
    sides are called there, and the options that hold in a scenario.
    """

    scenarios: tuple[str, ...]
    usual: str
    sides: tuple[str, str]
    options: Callable[[str], Mapping[str, Value]]


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A part of the help page: paragraphs, or steps with a heading each. Rules stand in braces: {AB-012}."""

    title: str
    paragraphs: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """Words for figures about many battles: names of what is in a force, and the heading of losses."""

    names: Callable[[], Mapping[str, str]]
    losses: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """Rules for games of the campaign in this system.

    `sides` names the campaign's sides of a game as the system's cards know them (`called`). `scenario` picks
    the battle for the aim of the mission ("" without a mission) and both forces. Forces with more than
    `by_hand` units on a side are drawn up by the app with the options of `many`, others with those of `few`.
    `matched` makes two mustered forces a fair match; `keys` are further keys of their set-up. `suits` says in
    a sentence what becomes of the ship cards, and `first` why the system is the usual one, if it is. With
    `huge`, a sentence about Huge ships, the system is offered first for games in which they are at home.
    """

    sides: Callable[[str, str], tuple[str, str]]
    scenario: Callable[[str, Sequence[dict[str, Any]]], str]
    by_hand: int
    few: Mapping[str, Value]
    many: Mapping[str, Value]
    suits: str
    matched: Callable[[Sequence[dict[str, Any]]], list[dict[str, Any]]] = list
    keys: Callable[[Sequence[dict[str, Any]]], Mapping[str, Any]] = lambda forces: {}
    first: str = ""
    huge: str = ""


def called(names: Mapping[str, str]) -> Callable[[str, str], tuple[str, str]]:
    """Names of the campaign's sides that do not depend on the other side, for `Campaign.sides`."""
    return lambda first, second: (names[first], names[second])


@dataclass(frozen=True, slots=True)
class Pricing:
    """Prices that are our own, so that leagues of bots are asked whether they fit.

    `prices` has the price of everything that a force is made of, and its name for people. `draw` draws the
    forces of both sides for the `scenario`; joined by commas they are texts that the pack can read.
    """

    scenario: str
    prices: Mapping[str, int]
    names: Mapping[str, str]
    draw: Callable[[Random], tuple[tuple[str, ...], tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class OddsSample:
    """An attack whose odds are measured: the chances of its losses as they are `kept`, and worked out `new`.

    The same come out of `dice` dice with these `faces` (code → weight), whose sum `lost` decodes.
    """

    kept: Callable[[], Pmf]
    new: Callable[[], Pmf]
    dice: int
    faces: Mapping[int, int]
    lost: Callable[[int], int]


@dataclass(frozen=True)
class Pack:
    """One rule system with everything that goes with it."""

    system: System[Any]
    tagline: str
    """Description in half a sentence, for people who choose a system."""
    introduction: Introduction
    board: BoardReader
    style: Style
    forces: ForceBuilder
    scenarios: Callable[[], Mapping[str, Scenario]]
    options: tuple[Option, ...]
    facts: Callable[[Setup], Iterable[Fact]]
    """Facts of a set-up beside scenario, dice and spectators, including house rules."""
    side_help: str
    """A sentence for people who choose a side."""
    levels: Mapping[str, str]
    """Level of the computer → what it plays like here."""
    tryout: Tryout
    rulebook: Callable[[], Book]
    """The system's rules in our own words."""
    help: Callable[[], tuple[HelpSection, ...]]
    statistics: Statistics
    campaign: Campaign | None
    written: Callable[[str, Sequence[str], Mapping[str, Value]], Setup]
    """The set-up of a scenario from texts, one for each side ("" for the ready-made force), and options."""
    listed: Callable[[], list[str]]
    """Scenarios and what forces are made of, in lines for people."""
    trial: Callable[[int], tuple[str, str]]
    """Ordinary units for each side as texts, in that number, for bots and measurements that need any
    forces; they fight the `trial_battle`."""
    usual: str = ""
    """The battle of commands that name none; "" for the one that visitors are offered first."""
    trial_battle: str = ""
    """A battle that takes any forces; "" for the usual one."""
    lessons: frozenset[str] = frozenset()
    """Battles that teach the game. Matches of bots leave them out."""
    pace: float = 2.2
    """Orders of a random play-out in the time of one step of python-chess."""
    replay_pace: float = 4
    """Orders of a replay in the time of one order of the play-out."""
    greedy_seconds: float | None = None
    """Budget of 10,000 battles of greedy bots, three units a side, on two quiet cores; None for none."""
    manual: Illustrated | None = None
    """Pictures for the manual."""
    samples: Callable[[], Iterable[OddsSample]] = tuple
    """Attacks for measurements of odds against other libraries."""
    pricing: Callable[[], Pricing] | None = None
    """Prices to be fitted; None if the published rules have them."""
    most_people: int = 1
    """Number of people who may play for a side."""
    draws_forces: bool = False
    """Whether part of a force is drawn by chance. The set-up of a battle of its own then has a `draw` from
    the opening on: a seed for a `FairStream`, in hexadecimal digits.
    """

    @property
    def id(self) -> str:
        return self.system.id

    @property
    def name(self) -> str:
        return self.system.name

    @property
    def dice(self) -> Mapping[str, Die]:
        return self.system.dice

    @property
    def questions(self) -> Mapping[str, Question]:
        return self.system.questions

    @property
    def usual_battle(self) -> str:
        return self.usual or self.tryout.usual

    @property
    def minutes(self) -> Minutes:
        """Length of its battles, from the shortest to the longest one."""
        spans = [scenario.minutes for scenario in self.scenarios().values()]
        return min(least for least, _ in spans), max(most for _, most in spans)

    @property
    def contests(self) -> list[str]:
        """Battles that bots are measured in: all but the lessons."""
        return [name for name in self.scenarios() if name not in self.lessons]

    def any_battle(self, units: int) -> Setup:
        """A battle between so many ordinary units a side, for bots and measurements."""
        return self.written(self.trial_battle or self.usual_battle, self.trial(units), {})

    def scenario(self, name: str) -> Scenario:
        """Raises Unreadable for a scenario that does not exist."""
        known = self.scenarios()
        if name not in known:
            text = f"There is no battle “{name}”; choose one of {', '.join(known)}."
            raise Unreadable("battle.scenario", text)
        return known[name]

    def setup(self, scenario: str, chosen: Mapping[str, Value | None]) -> Setup:
        """The set-up of a battle without its forces. Raises Refusal for what no battle can be."""
        self.scenario(scenario)
        setup: Setup = {"system": self.id, "version": self.system.version, "scenario": scenario}
        for option in self.options:
            value = _checked(option, scenario, chosen.get(option.name, option.usual))
            if value is not None:
                setup[option.name] = value
        return setup

    def read_options(self, scenario: str, texts: Mapping[str, str]) -> dict[str, Value]:
        """Options of a battle from texts, by name; flags are “yes” or “no”. Raises Refusal for an option that
        does not exist or does not count in the scenario, and for a value that it cannot have.
        """
        self.scenario(scenario)
        known = {option.name: option for option in self.options}
        found: dict[str, Value] = {}
        for name, text in texts.items():
            if name not in known:
                raise Unreadable("battle.option", f"There is no option “{name}”; choose {', '.join(known)}.")
            option = known[name]
            if option.only and scenario not in option.only:
                battles = ", ".join(option.only)
                raise Unreadable(
                    "battle.option", f"The option {name} counts in these battles only: {battles}."
                )
            value = _checked(option, scenario, _read(option, text))
            if value is not None:
                found[name] = value
        return found


def _read(option: Option, text: str) -> Value:
    """The value that a text means for an option. Raises Unreadable."""
    if option.kind == "choice":
        return text
    if option.kind == "flag":
        if text not in FLAGS:
            raise Unreadable("battle.option", f"The option {option.name} is yes or no, not “{text[:40]}”.")
        return FLAGS[text]
    number = whole_number(text)
    if number is None:
        raise Unreadable("battle.option", f"The option {option.name} is a number, not “{text[:40]}”.")
    return number


def _checked(option: Option, scenario: str, value: Value | None) -> Value | None:
    """The value that goes into the set-up; None if it is left out. Raises Refusal."""
    if option.only and scenario not in option.only:
        return None
    if option.kind == "flag":
        return None if bool(value) == bool(option.usual) else bool(value)
    if option.kind == "choice":
        if value not in dict(option.choices):
            text = f"{option.label}: choose from what is offered."
            raise Unreadable("battle.plan", text, rule=option.rule, field=option.name)
        return value
    if option.blank and (value in (None, "") or option.zero and value == 0):
        return None
    number = int(value or 0)
    if scenario not in option.idle and not option.least <= number <= option.most:
        raise Refusal(f"battle.{option.name}", option.refused, rule=option.rule, field=option.name)
    return number
