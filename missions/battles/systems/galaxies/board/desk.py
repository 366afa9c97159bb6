"""One view with the questions that the words and pictures of its orders ask of it."""

from __future__ import annotations

from functools import cached_property, lru_cache

from league.rules.phrases import join_words
from missions.battles.engine.contract import Choice, View
from missions.battles.engine.hexes import FACINGS
from missions.battles.systems.galaxies.board.facts import (
    Facts,
    field_of,
    on_hexes,
    ship_of,
    type_of,
)
from missions.battles.systems.galaxies.board.facts import pose_of as pose_now
from missions.battles.systems.galaxies.card_words import card_words
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    launch_of,
    move_of,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.field import Field, Pose
from missions.battles.systems.galaxies.engine.known import Known, position
from missions.battles.systems.galaxies.engine.loads import chosen_of
from missions.battles.systems.galaxies.engine.movement import danger, footprint, stepped, way_of
from missions.battles.systems.galaxies.engine.ships import ShipCard, Size
from missions.battles.systems.galaxies.engine.tactics import DISCARD_GAIN, TACTICS, Tactic


@lru_cache(maxsize=1 << 14)
def walked(field: Field, size: Size, lead: int, start: Pose, path: tuple[int, ...]) -> tuple[Pose, ...]:
    """Poses after each step of a way. Ways that begin alike share them."""
    if not path:
        return ()
    before = walked(field, size, lead, start, path[:-1])
    pose = before[-1] if before else start
    return (*before, stepped(field, size, lead, pose, path[-1]) or pose)


class Desk:
    """A view, a ship that gets an order (NO_UNIT: the side), and what the rules say about both."""

    def __init__(self, view: View, unit: int) -> None:
        self.view, self.unit = view, unit
        self.field: Field = field_of(view)

    @cached_property
    def known(self) -> Known:
        """The open position."""
        return position(self.view)

    @cached_property
    def ship(self) -> Facts:
        return ship_of(self.view, self.unit)

    @cached_property
    def side(self) -> int:
        """The side that orders now."""
        view = self.view
        return int(view["waiting"] if view["wait"] else view["active"])

    # --- cards --------------------------------------------------------------------------------------

    @cached_property
    def fleet(self) -> dict[int, Facts]:
        """Cards behind the screen and in holds, by their places in the fleet."""
        return {card["place"]: card for card in self.view["fleets"][self.side] or ()}

    def fleet_card(self, place: int) -> Facts:
        """A card of the own fleet. Raises KeyError."""
        return self.fleet[place]

    def loaded(self, choice: Choice) -> list[ShipCard]:
        """The cards that an order puts into the hold."""
        return [type_of(self.fleet_card(place)) for place in chosen_of(choice)]

    def load_words(self, choice: Choice) -> str:
        """A load in words, with the spaces that it takes."""
        cards = self.loaded(choice)
        if not cards:
            return "Leave the hold empty"
        room = type_of(self.view["cards"][self.view["loading"]]).capacity
        taken = sum(self.fleet_card(place)["spaces"] for place in chosen_of(choice))
        return f"Put {join_words(card.title for card in cards)} into the hold, {taken} of {room} spaces"

    def tactic_text(self, card: Tactic) -> str:
        """The sentence of a tactic card."""
        return card_words().tactics[card.id].text

    def energy_for(self, choice: Choice) -> int:
        """Energy that an order takes from its side; below 0 if it brings some."""
        kind = kind_of(choice)
        if kind is Kind.LAUNCH:
            return int(self.fleet_card(launch_of(choice)[0])["launch"])
        if kind is Kind.ACTIVATE:
            return type_of(self.ship).activation
        if kind is Kind.FIRE:
            weapon, _ = fire_of(choice)
            return 0 if (self.unit, weapon) in self.charged else type_of(self.ship).weapons[weapon].charge
        if kind is Kind.TACTIC:
            return TACTICS[tactic_of(choice)[0]].cost
        return -DISCARD_GAIN if kind is Kind.DISCARD else 0

    @cached_property
    def charged(self) -> set[tuple[int, int]]:
        """Weapons that are charged: the ship and the number of the weapon."""
        found = self.view["activation"]
        return {(ship, weapon) for ship, weapon, _ in found["charged"]} if found else set()

    # --- poses and ways -----------------------------------------------------------------------------

    def facing(self, pose: Pose) -> int:
        """Direction from the back to the front of a medium ship; −1 for others."""
        place, tail = pose
        return -1 if place == tail else self.field.step[tail].index(place)

    def facing_words(self, pose: Pose) -> str:
        """The facing of a medium ship in the list: "front to the NE"; "" for others."""
        facing = self.facing(pose)
        return f"front to the {FACINGS[facing]}" if facing >= 0 else ""

    def pose_sentence(self, pose: Pose) -> str:
        """A pose in a sentence: "0607", or "0607 and 0507"."""
        return on_hexes(self.field, pose)

    def way(self, choice: Choice) -> tuple[Pose, ...]:
        """Poses after each step of a move."""
        lead, path = move_of(choice)
        return walked(self.field, self.size, lead, self._pose, path)

    @cached_property
    def size(self) -> Size:
        return type_of(self.ship).size

    @cached_property
    def _pose(self) -> Pose:
        return pose_now(self.view, self.ship)

    @cached_property
    def _danger(self) -> int:
        return danger(self.known, self.unit)

    @cached_property
    def _start(self) -> tuple[int, int]:
        """Footprint and position of the ship."""
        return footprint(self.known, self.unit), self.field.map.cells[self.known.place[self.unit]]

    def may_meet(self, choice: Choice) -> bool:
        """Whether a move comes next to an enemy or into debris on its way."""
        shape, cell = self._start
        lead, path = move_of(choice)
        return bool(way_of(shape, lead, path).swept << cell & self._danger)
