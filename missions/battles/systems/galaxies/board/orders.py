"""The orders of Galaxies as the list and the map have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from missions.battles.board.scene import Offer, Token
from missions.battles.board.words import at_least, figure_word
from missions.battles.engine.contract import Choice, Effect, View
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import battle_of, covers, named, ship_of, type_of
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    launch_of,
    load_of,
    move_of,
    pose_of,
    tactic,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.field import Pose
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE
from missions.battles.systems.galaxies.engine.tactics import DISCARD_GAIN, TACTICS, Tactic
from missions.battles.systems.galaxies.engine.telling.words import counted, extra_words

MOVES, RISKY, WARPS = "Move", "Move into countermeasures or debris", "Through the warp gate"
PROMPTS = {
    "begin": "Your die was higher. Choose the side that has the first turn.",
    "energy": "You may play or discard tactic cards. Then go on.",
    "deploy": "Launch a ship card: choose it, then its hex. Or go on to the action phase.",
    "action": "Activate a ship, or end your turn.",
}
"""The present decision of the whole side, by phase."""
DONE = {
    "energy": ("Go on to the deploy phase", "BG-014"),
    "deploy": ("Go on to the action phase", "BG-020"),
    "action": ("End the turn", "BG-019"),
}
"""The end of each phase with its rule."""
PASSES = {
    "contact": ("Let it pass", "BG-088"),
    "missed": ("Play no card", "BG-161"),
    "hit": ("Play no card", "BG-161"),
}
"""The answer without a card or a die, with its rule."""


def offers(view: View, unit: int, choices: Sequence[Choice]) -> list[Offer]:
    """Every choice of a ship (NO_UNIT: of the side) for list and map."""
    desk = Desk(view, unit)
    found = [_OFFERS[kind_of(choice)](desk, choice) for choice in choices]
    return sorted(found, key=_listed) if unit >= 0 else found


def _listed(found: Offer) -> tuple[bool, bool, int, str]:
    """Place in the list of a ship's orders: ends by the facing and the hex, the safe ones first."""
    if not found.end:
        return found.target < 0, False, 0, ""
    return True, found.risky, found.facing, found.place


def stepwise(view: View, unit: int) -> bool:
    """Launches and loads are put together step by step: there are too many to list them."""
    return unit < 0 and not view["wait"] and (view["phase"] == "deploy" or view["loading"] is not None)


def spends(view: View, unit: int, pick: int) -> int:
    """Energy that the first pick of a draft takes, which is like a whole order."""
    if view["loading"] is not None:
        return 0
    return Desk(view, unit).energy_for(pick)


def prompt(view: View) -> str:
    """The present decision of the whole side, in a sentence."""
    if view["activation"]:
        return "Move and fire with the activated ship card. Then finish its activation."
    if view["phase"] == "begin" and (extra := extra_words(battle_of(view).extra)):
        return f"{PROMPTS['begin']} {extra.capitalize()}."
    return PROMPTS.get(view["phase"], "Choose an order.")


def group_note(view: View, unit: int, group: str) -> str:
    """Text beside a group's name."""
    if group == RISKY:
        return "with the chance of damage, if every enemy rolls"
    return ""


# --- set-up and deploy phase ------------------------------------------------------------------------


def _begin(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "First turn", "", f"{desk.view['sides'][load_of(choice)]} begins")


def _done(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "Done", "", DONE[desk.view["phase"]][0])


def _launch(desk: Desk, choice: Choice) -> Offer:
    place, _ = launch_of(choice)
    facts = desk.fleet_card(place)
    found = _at(desk, choice, "Launch", type_of(facts).size, pose_of(choice), spends=facts["launch"])
    return found._replace(appears=_appearing(desk, type_of(facts).short, found))


def _appearing(desk: Desk, kind: str, there: Offer) -> Token:
    """The first ship of a launched card as it will stand on the map."""
    name = f"{desk.view['sides'][desk.side][0]}{len(desk.view['ships']) + 1}"
    return Token(
        unit=len(desk.view["ships"]),
        label=name,
        name=name,
        side=desk.side,
        kind=kind,
        place="",
        words=name,
        may_act=False,
        covers=there.covers,
        filling=True,
    )


def _place(desk: Desk, choice: Choice) -> Offer:
    return _at(desk, choice, "Place", Size.SMALL, pose_of(choice))


def _at(desk: Desk, choice: Choice, group: str, size: Size, pose: Pose, spends: int = 0) -> Offer:
    """An order that puts a ship into a pose."""
    hexes = covers(desk.field, size, pose)
    return Offer(
        choice,
        group,
        desk.facing_words(pose),
        desk.field.labels[pose[0]],
        desk.field.labels[pose[0]],
        desk.facing(pose),
        end=True,
        covers=hexes if len(hexes) > 1 else (),
        spends=spends,
    )


def _load(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "Hold", "", desk.load_words(choice))


# --- action phase -----------------------------------------------------------------------------------


def _activate(desk: Desk, choice: Choice) -> Offer:
    type_ = type_of(desk.ship)
    text = f"Activate {type_.title} for {type_.activation} energy"
    return Offer(choice, "Activate", "", text, desk.ship["hex"], spends=type_.activation)


def _move(desk: Desk, choice: Choice) -> Offer:
    lead, path = move_of(choice)
    if not path:
        return Offer(choice, "Stay", "", "Stay here, and move no more")
    way, size = desk.way(choice), desk.size
    pose = way[-1]
    risky = desk.may_meet(choice)
    hexes = covers(desk.field, size, pose)
    return Offer(
        choice,
        RISKY if risky else MOVES,
        desk.facing_words(pose),
        desk.field.labels[pose[0]],
        desk.field.labels[pose[0]],
        desk.facing(pose),
        end=True,
        path=tuple(desk.field.labels[each[lead]] for each in way),
        covers=hexes if len(hexes) > 1 else (),
        risky=risky,
        way=_way_words(desk, lead, len(path)),
        back=desk.field.labels[pose[1]] if lead else "",
    )


def _way_words(desk: Desk, lead: int, spaces: int) -> str:
    """The way of a ship to its end: "3 spaces, back first"."""
    ahead = f", {('front', 'back')[lead]} first" if desk.size == Size.MEDIUM else ""
    return f"{counted(spaces, 'hex', 'hexes')}{ahead}"


def _warp(desk: Desk, choice: Choice) -> Offer:
    found = _at(desk, choice, WARPS, type_of(desk.ship).size, pose_of(choice))
    return found._replace(way="through the warp gate")


def _fire(desk: Desk, choice: Choice) -> Offer:
    weapon, target = fire_of(choice)
    enemy, known = ship_of(desk.view, target), desk.known
    facts = type_of(desk.ship).weapons[weapon]
    far, reach = gunnery.apart(known, desk.unit, target), gunnery.reach(known, desk.unit, weapon)
    charge = desk.energy_for(choice)
    price = f", charge {charge} energy" if charge else ""
    count = counted(gunnery.attacks_left(known, desk.unit, weapon), "attack")
    return Offer(
        choice,
        named(enemy),
        f"range {far} of {reach}",
        f"{facts.name}: {count} for {facts.strength}{price}",
        enemy["hex"],
        target=target,
        spends=charge,
    )


def _finish(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "Done", "", "Finish this activation")


# --- answers and tactic cards -----------------------------------------------------------------------


def _pass(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "Answer", "", PASSES[desk.view["wait"]][0])


def _roll(desk: Desk, choice: Choice) -> Offer:
    return Offer(choice, "Dice", "", "Roll the number die", weighed=True)


def price(card: Tactic) -> str:
    """The price of a tactic card in words."""
    return f"{card.cost} energy" if card.cost else "free"


def _tactic(desk: Desk, choice: Choice) -> Offer:
    number, ship = tactic_of(choice)
    card = TACTICS[number]
    group, value = f"{card.title}, {price(card)}", tactic(number)
    if ship == NOWHERE:
        text = desk.tactic_text(card)
        return Offer(choice, group, "", text, weighed=True, card=value, spends=card.cost)
    aim = ship_of(desk.view, ship)
    return Offer(choice, group, "", f"on {named(aim)}", aim["hex"], card=value, spends=card.cost)


def _discard(desk: Desk, choice: Choice) -> Offer:
    number = load_of(choice)
    group = f"Discard a tactic card for {DISCARD_GAIN} energy"
    return Offer(choice, group, "", TACTICS[number].title, card=tactic(number), spends=-DISCARD_GAIN)


_OFFERS: Mapping[Kind, Callable[[Desk, Choice], Offer]] = {
    Kind.PASS: _pass,
    Kind.ROLL: _roll,
    Kind.BEGIN: _begin,
    Kind.TACTIC: _tactic,
    Kind.DISCARD: _discard,
    Kind.LAUNCH: _launch,
    Kind.PLACE: _place,
    Kind.LOAD: _load,
    Kind.ACTIVATE: _activate,
    Kind.MOVE: _move,
    Kind.WARP: _warp,
    Kind.FIRE: _fire,
    Kind.FINISH: _finish,
    Kind.DONE: _done,
}


# --- aims -------------------------------------------------------------------------------------------


def goal(effect: Effect, count: int) -> str:
    """Aim of dice, to follow a chance."""
    if effect.text:
        return effect.text
    more = "" if count == len(effect.chances) - 1 else "at least "
    if effect.name == "damage":
        return f"for {more}{count} damage"
    if effect.name.startswith(("shield pegs", "hull pegs")):
        kind, _, rest = effect.name.partition(" pegs")
        pegs = "peg" if count == 1 else "pegs"
        return f"to take {more}{figure_word(count)} {kind} {pegs}{rest}"
    return at_least(effect, count)
