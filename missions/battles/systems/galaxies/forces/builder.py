"""The force builder of Galaxies: ship cards by points, one version of each name (BG-007, BG-010)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from league.kernel.refusal import Finding, Unreadable
from missions.battles.engine.contract import Setup
from missions.battles.systems.builder import Force, ForcePage
from missions.battles.systems.galaxies.engine import fleets
from missions.battles.systems.galaxies.engine.scenarios import battles
from missions.battles.systems.galaxies.engine.ships import BY_ID, ShipCard
from missions.battles.systems.galaxies.forces import page
from missions.battles.systems.galaxies.forces.suggestions import ready_made, suggested


class Builder:
    """Fleets by points, as `missions.battles.systems.builder.ForceBuilder`."""

    settings = ()
    buttons = ("add", "swap", "remove", "ready", "suggest", "clear")

    def empty(self, setup: Setup, side: int) -> Force:
        return {"cards": []}

    def changed(
        self, setup: Setup, side: int, force: Force, button: str, value: str, ticked: Sequence[str]
    ) -> Force:
        cards = list(force.get("cards", ()))
        match button:
            case "add":
                return {"cards": added(side, cards, value)}
            case "swap":
                return {"cards": swapped(side, cards, value)}
            case "remove":
                return {"cards": removed(cards, value)}
            case "ready":
                return {"cards": _ready(setup, side, value)}
            case "suggest":
                return {"cards": completed(setup, side, cards)}
            case "clear":
                return {"cards": []}
        raise Unreadable("battle.force", "There is no such button. Reload the page and try again.")

    def findings(self, setup: Setup, side: int, force: Force) -> list[Finding]:
        return fleets.findings(fleets.battle_of(setup), side, force.get("cards", ()))

    def suggested(self, setup: Setup, side: int) -> Force:
        return {"cards": [*suggested(side, fleets.battle_of(setup).points)]}

    def ready_made(self, setup: Setup, side: int) -> Force:
        return {"cards": [*ready_made(fleets.battle_of(setup), side)]}

    def size(self, force: Force) -> int:
        return len(force.get("cards", ()))

    def words(self, force: Force) -> str:
        return page.words(force)

    def side_words(self, force: Force) -> str:
        return str(force.get("side", ""))

    def page(self, setup: Setup, side: int, force: Force, *, mustered: bool) -> ForcePage:
        if mustered:
            return page.mustered(force)
        cards = [BY_ID[each] for each in force.get("cards", ()) if each in BY_ID]
        return page.draft(fleets.battle_of(setup), side, cards, self.findings(setup, side, force))


# --- a draft ----------------------------------------------------------------------------------------


def added(side: int, cards: Sequence[str], new: str) -> list[str]:
    """The draft with one more card, in the order of the list. Raises Unreadable for a card of another list,
    and for a name that the fleet has already.
    """
    card = _offered(side, new)
    if any(BY_ID[each].name == card.name for each in cards if each in BY_ID):
        text = f"The fleet has {card.name} already; change its version instead."
        raise Unreadable("battle.force", text, rule="BG-010")
    return _sorted([*cards, new])


def swapped(side: int, cards: Sequence[str], new: str) -> list[str]:
    """The draft with another version of a name. Raises Unreadable if the fleet does not have that name."""
    name = _offered(side, new).name
    kept = [each for each in cards if each in BY_ID and BY_ID[each].name != name]
    if len(kept) == len(cards):
        raise Unreadable("battle.force", f"The fleet has no {name} any more; add it instead.", rule="BG-007")
    return _sorted([*kept, new])


def removed(cards: Sequence[str], old: str) -> list[str]:
    """The draft without a card. Raises Unreadable if it is gone already."""
    if old not in cards:
        raise Unreadable("battle.force", "That ship card is gone already; reload the page.")
    return [each for each in cards if each != old]


def completed(setup: Setup, side: int, cards: Sequence[str]) -> list[str]:
    """The draft with cards for the points that it leaves; a whole suggestion if there is nothing to add, or
    the draft is not legal.
    """
    battle = fleets.battle_of(setup)
    kept = () if fleets.findings(battle, side, cards) else tuple(cards)
    found = suggested(side, battle.points, kept)
    return _sorted(suggested(side, battle.points) if sorted(found) == sorted(cards) else found)


def _offered(side: int, card: str) -> ShipCard:
    if card not in BY_ID or BY_ID[card].side != side:
        text = "That ship card is not on your list; choose one that is offered."
        raise Unreadable("battle.force", text, rule="BG-001")
    return BY_ID[card]


def _ready(setup: Setup, side: int, battle: str) -> list[str]:
    if battle not in battles():
        raise Unreadable("battle.force", "There is no such fleet; reload the page.", rule="BG-130")
    tactics = fleets.battle_of(setup).tactics
    return _sorted(card.id for card in battles()[battle].ready_made(tactics)[side])


def _sorted(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda each: BY_ID[each].number)


BUILDER = Builder()
