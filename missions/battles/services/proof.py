"""Proof after the end: the dice of a battle, made once more from its seed and the links (CR-079)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from missions.battles.engine.dice import FairDice, ScriptedDice
from missions.battles.engine.replay import Battle as Fought
from missions.battles.engine.secrecy import laid_face_down
from missions.battles.models import Battle, BattleOrder, BattleSeat
from missions.battles.selectors.positions import Played
from missions.battles.services.chance import Link, fair_dice


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice of one kind in one order (number 0: the set-up), as recorded and as made again."""

    number: int
    purpose: str
    sides: int
    recorded: tuple[int, ...]
    remade: tuple[int, ...]

    @property
    def same(self) -> bool:
        return self.recorded == self.remade


@dataclass(frozen=True, slots=True)
class LinkStep:
    """The links of one order that rolled, one for each seat, and what its mark was made of (`mark_of`); or
    with order 0 the end of the chain with which its seat goes on.
    """

    order: int
    seat: int
    links: tuple[Link, ...] = ()
    unit: int = 0
    choice: int = 0
    salt: str = ""
    end: str = ""


class _Proving(ScriptedDice):
    """Recorded dice of one order, beside those of the fair stream; typed dice are not compared."""

    __slots__ = ("_fair", "_typed", "rolls")

    def __init__(self, recorded: bytes, fair: FairDice, typed: bool) -> None:
        super().__init__(recorded)
        self._fair, self._typed = fair, typed
        self.rolls: list[tuple[int, bytes, bytes]] = []

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        faces = super().roll(count, sides, letters)
        if not self._typed:
            self.rolls.append((sides, faces, self._fair.roll(count, sides)))
        return faces

    def draw(self, sides: int) -> int:
        faces = super().roll(1, sides)
        self.rolls.append((sides, faces, bytes([self._fair.draw(sides)])))
        return faces[0]

    def draws(self, sides: Sequence[int]) -> Sequence[int]:
        return [self.draw(each) for each in sides]


def link_steps(row: Battle) -> list[LinkStep]:
    """All links and new chains of a battle, in order. An order with links rolled, so it was never taken back.
    One query."""
    found: list[LinkStep] = []
    at = 0
    for entry in BattleOrder.objects.filter(battle=row).order_by("number"):
        at += {"order": 1, "take_back": -1}.get(entry.kind, 0)
        if entry.kind == "chain":
            found.append(LinkStep(0, entry.seat, end=entry.links[0]))
        elif entry.links:
            given = tuple((text, how, chain) for text, how, chain in entry.links)
            found.append(LinkStep(at, entry.seat, given, entry.unit, entry.choice, entry.salt))
    return found


def proof(
    row: Battle, seats: tuple[BattleSeat, ...], played: Played, steps: Sequence[LinkStep]
) -> list[Rolled]:
    """Compare the rolls and draws of a finished battle with the fair stream; typed dice are left out.

    The battle is replayed from its record, order by order.
    """
    links = {step.order: [text for text, *_ in step.links] for step in steps}
    nonces = [seat.nonce for seat in seats]
    source = _Proving(played.battle.opening_dice, fair_dice(row.seed, nonces, 0), False)
    again = Fought(played.system, row.setup, source)
    found = _rolls_of(0, "set-up", source)
    for number, (entry, events) in enumerate(
        zip(played.battle.entries, played.battle.events, strict=True), 1
    ):
        typed = row.dice == "typed" and not laid_face_down(events)
        source = _Proving(entry.dice, fair_dice(row.seed, [*nonces, *links.get(number, ())], number), typed)
        again.force(entry.seat, entry.order, source)
        found += _rolls_of(number, f"order {number}", source)
    return found


def _rolls_of(number: int, purpose: str, source: _Proving) -> list[Rolled]:
    found: dict[int, tuple[list[int], list[int]]] = {}
    for sides, recorded, remade in source.rolls:
        written, made = found.setdefault(sides, ([], []))
        written += recorded
        made += remade
    return [
        Rolled(number, purpose if sides == 6 else f"{purpose}/d{sides}", sides, tuple(written), tuple(made))
        for sides, (written, made) in sorted(found.items())
    ]
