"""The duel as a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.rules.wording import Book, Chapter, RuleText
from missions.battles.engine.contract import Setup
from missions.battles.systems.introduction import Introduction, Piece
from missions.battles.systems.pack import (
    Campaign,
    Fact,
    HelpSection,
    Option,
    Pack,
    Statistics,
    Tryout,
    called,
)
from tests.battles.duel_pack.board import STYLE, DuelReader
from tests.battles.duel_pack.builder import DuelForces
from tests.battles.engine.card_duel import DUEL

FORCES = DuelForces()
RULES = tuple(RuleText(f"D-{number}", f"Rule {number}", "So it is.") for number in range(1, 9))


@dataclass(frozen=True)
class Rocks:
    """The only scenario."""

    id: str = "rocks"
    name: str = "Duel at the rocks"
    brief: str = "Two arks, a few skiffs, and cards that nobody shows."
    rules: tuple[str, ...] = ("D-1",)
    minutes: tuple[int, int] = (5, 5)


def _facts(setup: Setup) -> Iterator[Fact]:
    yield Fact("Hands", f"{setup['hand']} cards", "D-2")


def _written(scenario: str, texts: Sequence[str], options: Mapping[str, Any]) -> Setup:
    forces = [
        {"units": [{"ref": f"{side} {number}"} for number in range(1 + int(text or 2))]}
        for side, text in enumerate(texts)
    ]
    return {"system": "duel", "version": "2", "scenario": scenario, "hand": 3, "forces": forces, **options}


DUEL_PACK = Pack(
    system=DUEL,
    tagline="Cards, rocks and two arks",
    introduction=Introduction(
        "Easy: one card at a time",
        "you like small games.",
        "",
        (Piece("ark", 1, 1, 0), Piece("ark", 4, 1, 1, 180)),
    ),
    board=DuelReader(),
    style=STYLE,
    forces=FORCES,
    scenarios=lambda: {"rocks": Rocks()},
    options=(
        Option("hand", "Cards in a hand", "number", 3, least=2, most=4, refused="A hand has 2 to 4 cards."),
        Option(
            "turns", "Turns", "number", None, least=1, most=5, blank=True, refused="A duel has 1 to 5 turns."
        ),
    ),
    facts=_facts,
    side_help="Neither side attacks.",
    levels={name: f"Plays {name}." for name in ("random", "close", "greedy", "search")},
    tryout=Tryout(
        ("rocks",), "rocks", ("Sun, on the left", "Moon, on the right"), lambda _: {"hand": 3, "turns": 2}
    ),
    rulebook=lambda: Book("D", "duel", "Duel", "The rules of the duel.", (Chapter("All", RULES),)),
    help=lambda: (HelpSection("The duel", ("Lay a card {D-1}.",), (("Then", "Fire {D-3}."),)),),
    statistics=Statistics(dict, "Ships lost"),
    campaign=Campaign(
        sides=called({"rebel": "sun", "imperial": "moon", "scum": "sun"}),
        scenario=lambda aim, forces: "rocks",
        by_hand=0,
        few={"hand": 3},
        many={"hand": 3},
        suits="Every ship card is a skiff.",
    ),
    written=_written,
    listed=lambda: ["Battles:", "  rocks: Duel at the rocks."],
    trial=lambda size: (str(min(3, size - 1)), str(min(3, size - 1))),
    most_people=3,
)
