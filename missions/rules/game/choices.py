"""Choices that the owners still have to make before a result is applied (CR-117, CR-118, CR-119)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from league.kernel.fold import CampaignState
from league.kernel.refusal import Unreadable
from missions.rules.game.access import fleet_on
from missions.rules.game.results import Result, compute, newly_crippled
from missions.rules.game.ship_labels import which_of
from missions.rules.game.state import Choices, FieldedShip, GameState, SideName
from rosters.catalogue import catalogue
from rosters.rules.fitting.slots import choices_on_crippling, lost_on_crippling
from rosters.rules.state import FleetState

AskKind = Literal["elite", "promoted", "kept"]
NO_CHOICES = Choices()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be chosen: a ship's or upgrade's number, its name, and what it is now ("EXP",
    "Crew")."""

    id: int
    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """One choice. `key`: "" for `elite` (any number of the candidates), the squadron card for `promoted`
    (one), the "ship:section" for `kept` (exactly `count`). `chosen` is what the side has chosen so far."""

    kind: AskKind
    side: SideName
    key: str
    rule: str
    question: str
    candidates: tuple[Candidate, ...]
    mandatory: bool
    count: int
    chosen: tuple[int, ...] = ()

    @property
    def answered(self) -> bool:
        return not self.mandatory or len(self.chosen) == self.count


def choices_to_make(
    state: CampaignState, game: GameState, side: SideName, choices: Choices | None = None
) -> tuple[Ask, ...]:
    """The choices that a side has, answered or not; () when everything follows from the report, and in a
    friendly game, from which nothing follows.

    `choices` stands in for what the side has saved.
    """
    if game.friendly:
        return ()
    result = compute(game)
    made = choices if choices is not None else game.choices.get(side, NO_CHOICES)
    fleet = fleet_on(state, game, side)
    found = list(_kept(fleet, game, side, result, made))
    if result.winner == side:
        found += _elite(game, side, result, made)
    else:
        found += _promoted(game, side, result, made)
    return tuple(found)


def eligible_elites(game: GameState, side: SideName, result: Result) -> list[FieldedShip]:
    """Winning pilots who were VET before, without the unique mark, and were not destroyed (CR-118)."""
    if result.winner != side:
        return []
    return [
        ship
        for ship in game.ships_of(side)
        if ship.rank == "VET" and not ship.unique and result.fates[ship.id] != "destroyed"
    ]


def risers(game: GameState, squadron: int, side: SideName, result: Result) -> list[FieldedShip]:
    """The not-destroyed pilots of a losing or drawing squadron who can still rise, missing ones too
    (CR-119)."""
    return [
        ship
        for ship in game.ships_of(side)
        if ship.squadron == squadron and ship.rank in ("", "EXP") and result.fates[ship.id] != "destroyed"
    ]


def riser(
    game: GameState, squadron: int, side: SideName, result: Result, made: Choices
) -> FieldedShip | None:
    """Ship that rises in a losing or drawing squadron: the only one that can, else the owner's choice;
    None without either."""
    candidates = risers(game, squadron, side, result)
    if len(candidates) == 1:
        return candidates[0]
    return next((ship for ship in candidates if ship.id == made.promoted.get(squadron)), None)


def without_lost(fleet: FleetState, game: GameState) -> FleetState:
    """The fleet without the upgrades that were discarded for good in the game; shares everything else."""
    lost = {number for line in game.report.lines.values() for number in line.lost}
    return replace(
        fleet, upgrades={number: each for number, each in fleet.upgrades.items() if number not in lost}
    )


def crippled_now(game: GameState, side: SideName, result: Result) -> Iterator[tuple[FieldedShip, str]]:
    """The ships that end the game with one more crippled section and are not destroyed by it (CR-117)."""
    for ship in game.ships_of(side):
        if result.fates[ship.id] != "destroyed":
            for section in newly_crippled(game, ship):
                yield ship, section


def lost_in_section(fleet: FleetState, ship: FieldedShip, section: str, made: Choices) -> tuple[int, ...]:
    """The upgrades for which the crippled side has no slot, by the owner's choice if there is one
    (CR-117).

    `fleet` must be without the cards lost in the game (`without_lost`).
    """
    return lost_on_crippling(fleet, ship.id, section, made.kept.get(f"{ship.id}:{section}", ()))


def check_choices(state: CampaignState, game: GameState, side: SideName, choices: Choices) -> None:
    """Raise `Unreadable` for anything chosen that was not on offer."""
    result, fleet = compute(game), fleet_on(state, game, side)
    if set(choices.elite) - {ship.id for ship in eligible_elites(game, side, result)}:
        raise Unreadable(
            "not_elite",
            "Only a winning VET without the unique mark can be made ELITE.",
            rule="CR-118",
            field="elite",
        )
    for squadron, ship in choices.promoted.items():
        candidates = [] if result.winner == side else risers(game, squadron, side, result)
        if ship not in [each.id for each in candidates]:
            raise Unreadable(
                "cannot_rise",
                "That pilot cannot take this squadron's promotion.",
                rule="CR-119",
                field="promoted",
            )
    groups = {ask.key: ask for ask in _kept(fleet, game, side, result, choices)}
    for key in choices.kept:
        if key not in groups:
            raise Unreadable(
                "nothing_to_keep", "There is nothing to choose for that section.", rule="CR-117", field="kept"
            )
        _check_kept(fleet, game, groups[key], choices)


def _check_kept(fleet: FleetState, game: GameState, ask: Ask, choices: Choices) -> None:
    ship, _, section = ask.key.partition(":")
    chosen = set(choices.kept[ask.key])
    lost = lost_in_section(without_lost(fleet, game), game.ships[int(ship)], section, choices)
    if chosen - {each.id for each in ask.candidates} or len(chosen) != ask.count or chosen & set(lost):
        raise Unreadable(
            "wrong_kept",
            f"Choose exactly {ask.count} of the cards that this section can still carry.",
            rule="CR-117",
            field="kept",
        )


def _elite(game: GameState, side: SideName, result: Result, made: Choices) -> Iterator[Ask]:
    ships = eligible_elites(game, side, result)
    if ships:
        candidates = tuple(_pilot(game, ship) for ship in ships)
        yield Ask(
            "elite",
            side,
            "",
            "CR-118",
            "Make a veteran ELITE? A VET pilot who won again may become one; it is your choice.",
            candidates,
            False,
            len(candidates),
            tuple(ship.id for ship in ships if ship.id in made.elite),
        )


def _promoted(game: GameState, side: SideName, result: Result, made: Choices) -> Iterator[Ask]:
    for squadron in game.squadrons_of(side):
        ships = risers(game, squadron.card, side, result)
        if len(ships) < 2:
            continue
        chosen = made.promoted.get(squadron.card)
        yield Ask(
            "promoted",
            side,
            str(squadron.card),
            "CR-119",
            f"Which pilot of squadron {squadron.card} learned from this? One rises a step.",
            tuple(_pilot(game, ship) for ship in ships),
            True,
            1,
            tuple(ship.id for ship in ships if ship.id == chosen),
        )


def _kept(fleet: FleetState, game: GameState, side: SideName, result: Result, made: Choices) -> Iterator[Ask]:
    left = without_lost(fleet, game)
    for ship, section in crippled_now(game, side, result):
        if ship.arrived:
            continue
        groups = choices_on_crippling(left, ship.id, section)
        numbers = [number for group in groups for number in group]
        if not numbers:
            continue
        key = f"{ship.id}:{section}"
        lost = set(lost_on_crippling(left, ship.id, section))
        chosen = tuple(number for number in numbers if number in made.kept.get(key, ()))
        yield Ask(
            "kept",
            side,
            key,
            "CR-117",
            f"The crippled {section} section of {ship.name} has too few places. Which cards stay?",
            tuple(_upgrade(left, number) for number in numbers),
            True,
            len([number for number in numbers if number not in lost]),
            chosen,
        )


def _pilot(game: GameState, ship: FieldedShip) -> Candidate:
    which = which_of(ship, game.forces, game.ships)
    return Candidate(ship.id, ship.name, ", ".join(each for each in (ship.rank, which) if each))


def _upgrade(fleet: FleetState, number: int) -> Candidate:
    card = catalogue().upgrades[fleet.upgrades[number].card]
    return Candidate(number, card.name, str(card.slot))
