"""The filter of the log: its choices, a name for what is chosen, and the address that says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from league.ports import FleetRow, GameName
from league.rules.entry_kinds import KINDS

FRIENDLY = "friendly"
"""Stands in an address for the games outside the rounds."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Choices of a reader, as the address says them. `round` and `game` are the numbers in addresses, and
    `round` may be `FRIENDLY`; "" and None stand for all."""

    fleet: int | None = None
    person: int | None = None
    round: str = ""
    game: int | None = None
    kind: str = ""

    @property
    def query(self) -> str:
        """The choices for an address, without a question mark; "" for none. A game says its round."""
        round_ = "" if self.game is not None else self.round
        choices = {
            "fleet": self.fleet,
            "person": self.person,
            "round": round_,
            "game": self.game,
            "kind": self.kind,
        }
        return urlencode({name: value for name, value in choices.items() if value not in ("", None)})


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a list."""

    value: int | str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from; the first choice is all of them."""

    name: str
    label: str
    options: tuple[Option, ...]

    @property
    def said(self) -> str:
        """The label of the choice, "" for all."""
        return next((each.label for each in self.options[1:] if each.chosen), "")


@dataclass(frozen=True, slots=True)
class LogFilter:
    """The filter of a page. `games` is there while a round or a game is chosen. `title` is the heading of the
    page, `said` what is chosen and `query` the address of it, both "" for all."""

    selects: tuple[Select, ...]
    games: Select | None
    title: str
    said: str
    query: str


def log_filter(
    chosen: Chosen,
    fleets: Iterable[FleetRow],
    people: Mapping[int, str],
    rounds: Iterable[int],
    games: Mapping[int, GameName],
) -> LogFilter:
    """The filter for these fleets, people, rounds and games of the chosen round, in the order given."""
    names = {each.number: each.name for each in fleets}
    nights = [(str(each), f"Round {each}") for each in rounds]
    if chosen.round == FRIENDLY:
        nights.append((FRIENDLY, "Friendly games"))
    fleet = _select("fleet", "Fleet", "All fleets", names.items(), chosen.fleet)
    person = _select("person", "Person", "Everybody", people.items(), chosen.person)
    night = _select("round", "Round", "All rounds", nights, chosen.round)
    kind = _select("kind", "Kind", "All kinds", KINDS.items(), chosen.kind)
    labels = [(each.ordinal, _sides(each, names)) for each in games.values()]
    game = _select("game", "Game", "All of the round", labels, chosen.game) if labels else None
    where = game.said if game and game.said else night.said
    said = [each for each in (fleet.said, person.said, where, kind.said) if each]
    of = fleet.said or (game.said if game else "")
    title = f"Log of {of}" if of else "Log"
    return LogFilter((fleet, person, night, kind), game, title, ", ".join(said), chosen.query)


def _select(
    name: str, label: str, every: str, choices: Iterable[tuple[int | str, str]], chosen: int | str | None
) -> Select:
    options = (Option(value, text, value == chosen) for value, text in choices)
    return Select(name, label, (Option("", every), *options))


def _sides(game: GameName, names: Mapping[int, str]) -> str:
    sides: Sequence[str] = [names.get(each, "a fleet that is gone") for each in (game.active, game.opposing)]
    return " against ".join(sides)
