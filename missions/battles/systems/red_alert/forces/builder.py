"""The force builder of Red Alert: a task force by card, and units that are bought beside it."""

from __future__ import annotations

from collections.abc import Sequence

from league.kernel.numbers import whole_number
from league.kernel.refusal import Finding, Unreadable
from league.rules.phrases import SIDE_NAMES
from missions.battles.engine.contract import Setup
from missions.battles.systems.builder import Force, ForcePage
from missions.battles.systems.red_alert.engine import fleets
from missions.battles.systems.red_alert.engine.musters import HANDICAPS
from missions.battles.systems.red_alert.engine.scenarios import Battle
from missions.battles.systems.red_alert.engine.units import BY_ID
from missions.battles.systems.red_alert.forces import page
from missions.battles.systems.red_alert.forces.purchases import battle_of, dealt, purchase

MOST_BOUGHT = 24
"""Units of a purchase: a faction has as many markers beside its flagship (RA-004)."""


class Builder:
    """Fleets by card and by points (RA-180 … RA-184), as `missions.battles.systems.builder.ForceBuilder`."""

    settings = ()
    buttons = ("add", "remove", "card", "suggest", "clear")

    def empty(self, setup: Setup, side: int) -> Force:
        battle, hand = battle_of(setup), dealt(setup, side)
        if battle.task_force and len(hand) == 1:
            return {"card": hand[0], "bought": []}
        return {"bought": []} if chooses(battle, side) else {}

    def changed(
        self, setup: Setup, side: int, force: Force, button: str, value: str, ticked: Sequence[str]
    ) -> Force:
        if button == "suggest":
            return _suggested(setup, side, force.get("card"))
        if not chooses(battle_of(setup), side):
            raise Unreadable("battle.force", "There is nothing to choose for this fleet; reload the page.")
        match button:
            case "add":
                return add(force, value)
            case "remove":
                return remove(force, value)
            case "card":
                return choose_card(setup, side, force, value)
            case "clear":
                return {**force, "bought": []}
        raise Unreadable("battle.force", "There is no such button. Reload the page and try again.")

    def findings(self, setup: Setup, side: int, force: Force) -> list[Finding]:
        battle, card = battle_of(setup), force.get("card")
        if not battle.deployed:
            return []
        if battle.task_force and card not in dealt(setup, side):
            text = "Choose one of the task force cards that are offered."
            return [Finding("fleet.card", text, "RA-184", about="force")]
        return fleets.findings(battle, side, card, force.get("bought", ()))

    def suggested(self, setup: Setup, side: int) -> Force:
        return _suggested(setup, side, None)

    def ready_made(self, setup: Setup, side: int) -> Force:
        return _suggested(setup, side, None)

    def size(self, force: Force) -> int:
        card = fleets.TASK_FORCES.get(force.get("card", 0))
        own = len(card.units) if card else len(force.get("units", ()))
        return own + len(force.get("bought", ()))

    def words(self, force: Force) -> str:
        return page.words(force)

    def side_words(self, force: Force) -> str:
        return SIDE_NAMES.get(str(force.get("side", "")), "")

    def page(self, setup: Setup, side: int, force: Force, *, mustered: bool) -> ForcePage:
        battle = battle_of(setup)
        if mustered:
            return page.mustered(force)
        if not battle.deployed:
            return page.printed(battle, side)
        if not chooses(battle, side):
            return page.drawn(side, fleets.TASK_FORCES[force["card"]])
        found = self.findings(setup, side, force)
        hand = dealt(setup, side) if battle.task_force == "choose" else ()
        return page.draft(battle, side, force, hand, found, None if found else stars(setup, side, force))


def chooses(battle: Battle, side: int) -> bool:
    """Whether a side has anything to choose: a card, or units to buy (RA-181, RA-306)."""
    return battle.task_force == "choose" or bool(battle.support[side])


def stars(setup: Setup, side: int, force: Force) -> int:
    """Stars that a legal force begins with (RA-043, RA-183)."""
    own = fleets.stars(battle_of(setup), side, force.get("card"), force.get("bought", ()))
    return own + int(setup.get(HANDICAPS[side], 0))


# --- a draft ----------------------------------------------------------------------------------------


def add(force: Force, unit: str) -> Force:
    """The draft with one more unit. Raises Unreadable for one that is not for sale, or one too many."""
    if unit not in BY_ID or not BY_ID[unit].sold:
        raise Unreadable("battle.force", "That unit is not for sale; choose from the list.", rule="RA-181")
    bought = [*force.get("bought", ()), unit]
    if len(bought) > MOST_BOUGHT:
        text = f"A faction has {MOST_BOUGHT} markers for such units; take one out."
        raise Unreadable("battle.force", text, rule="RA-004")
    return {**force, "bought": bought}


def remove(force: Force, unit: str) -> Force:
    """The draft with one unit of that type fewer. Raises Unreadable if none was bought."""
    bought = list(force.get("bought", ()))
    if unit not in bought:
        raise Unreadable("battle.force", "That unit is gone already; reload the page.")
    bought.remove(unit)
    return {**force, "bought": bought}


def choose_card(setup: Setup, side: int, force: Force, text: str) -> Force:
    """The draft with another task force card. Raises Unreadable for one that the side may not have."""
    card = whole_number(text)
    if card not in dealt(setup, side):
        raise Unreadable("battle.force", "Choose one of the cards that are offered.", rule="RA-184")
    return {**force, "card": card}


def _suggested(setup: Setup, side: int, card: int | None) -> Force:
    battle, hand = battle_of(setup), dealt(setup, side)
    if not battle.deployed:
        return {}
    if not hand:
        return {"bought": [*purchase(battle.id, side, None)]}
    chosen = card if card in hand else hand[0]
    return {"card": chosen, "bought": [*purchase(battle.id, side, chosen)]}


BUILDER = Builder()
