"""After the end: the dice of a battle made once more from its seed (CR-079)."""

from __future__ import annotations

from dataclasses import dataclass

from missions.battles.engine.dice import Dice, FairDice
from missions.battles.engine.replay import Battle as Fought
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.positions import Played
from missions.battles.services.acts import fair_dice


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one kind that one order used (number 0: the set-up), as recorded and as made anew."""

    number: int
    purpose: str
    sides: int
    recorded: tuple[int, ...]
    remade: tuple[int, ...]

    @property
    def same(self) -> bool:
        return self.recorded == self.remade


class _Noting(Dice):
    """Fair dice that note how many sides each had, so that a reader can make them himself."""

    __slots__ = ("_fair", "rolls")

    def __init__(self, fair: FairDice) -> None:
        super().__init__()
        self._fair = fair
        self.rolls: list[tuple[int, bytes]] = []

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        faces = self._fair.roll(count, sides, letters)
        self.record += faces
        self.rolls.append((sides, faces))
        return faces


def proof(row: Battle, seats: tuple[BattleSeat, ...], played: Played) -> list[Rolled]:
    """Every roll of a battle that is over, recorded and remade; empty for dice typed by hand.

    The battle is fought once more with the remade dice, order by order, from the recorded position.
    """
    nonces = [seat.nonce for seat in seats]
    source = _Noting(fair_dice(row.seed, nonces, 0))
    again = Fought(played.system, row.setup, source)
    found = _told(0, "set-up", source, played.battle.opening_dice)
    if row.dice == "typed":
        return found
    for number, entry in enumerate(played.battle.entries, 1):
        source = _Noting(fair_dice(row.seed, nonces, number))
        again.force(entry.seat, entry.order, source)
        found += _told(number, f"order {number}", source, entry.dice)
    return found


def _told(number: int, purpose: str, source: _Noting, recorded: bytes) -> list[Rolled]:
    found: dict[int, tuple[list[int], list[int]]] = {}
    at = 0
    for sides, faces in source.rolls:
        written, remade = found.setdefault(sides, ([], []))
        written += recorded[at : at + len(faces)]
        remade += faces
        at += len(faces)
    return [
        Rolled(number, purpose if sides == 6 else f"{purpose}/d{sides}", sides, tuple(written), tuple(remade))
        for sides, (written, remade) in sorted(found.items())
    ]
