"""Sentences of orders that wait to be confirmed, with the rule of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from league.rules.phrases import join_words
from missions.battles.engine.contract import Choice, Order, View
from missions.battles.systems.galaxies.board.desk import Desk
from missions.battles.systems.galaxies.board.facts import named, ship_of, type_of
from missions.battles.systems.galaxies.board.orders import DONE, PASSES, price
from missions.battles.systems.galaxies.engine import gunnery
from missions.battles.systems.galaxies.engine.choices import (
    Kind,
    fire_of,
    kind_of,
    launch_of,
    load_of,
    move_of,
    pose_of,
    tactic_of,
)
from missions.battles.systems.galaxies.engine.ships import Size
from missions.battles.systems.galaxies.engine.state import NOWHERE
from missions.battles.systems.galaxies.engine.tactics import DISCARD_GAIN, TACTICS
from missions.battles.systems.galaxies.engine.telling.words import counted

Told = tuple[str, str]
"""A sentence and its rule."""


def order_sentence(view: View, order: Order) -> Told:
    """A chosen order in a sentence, with its rule."""
    unit, choice = order
    return _SENTENCES[kind_of(choice)](Desk(view, unit), choice)


def _begin(desk: Desk, choice: Choice) -> Told:
    return f"{desk.view['sides'][load_of(choice)]} has the first turn.", "BG-013"


def _done(desk: Desk, choice: Choice) -> Told:
    text, rule = DONE[desk.view["phase"]]
    return f"{text}.", rule


def _launch(desk: Desk, choice: Choice) -> Told:
    place, carrier = launch_of(choice)
    facts, pose = desk.fleet_card(place), pose_of(choice)
    type_ = type_of(facts)
    source, rule = "", "BG-020"
    if carrier != NOWHERE:
        ship = ship_of(desk.view, desk.view["cards"][carrier]["ships"][0])
        source, rule = f" out of the hold of {named(ship)}", "BG-040"
    where = f"with its middle on {desk.pose_sentence(pose)}"
    if type_.size != Size.LARGE:
        where = f"on {desk.pose_sentence(pose)}{', the front first' if type_.size == Size.MEDIUM else ''}"
    if len(facts["models"]) > 1:
        where = f"{where}; the other ships follow"
    return f"Launch {type_.title}{source} for {facts['launch']} energy, {where}.", rule


def _place(desk: Desk, choice: Choice) -> Told:
    return f"{named(desk.ship)} is placed on {desk.pose_sentence(pose_of(choice))}.", "BG-023"


def _load(desk: Desk, choice: Choice) -> Told:
    carrier = ship_of(desk.view, desk.view["cards"][desk.view["loading"]]["ships"][0])
    return f"{desk.load_words(choice)}. Then the hold of {named(carrier)} is sealed.", "BG-030"


def _activate(desk: Desk, choice: Choice) -> Told:
    type_ = type_of(desk.ship)
    ships = desk.view["cards"][desk.ship["card"]]["ships"]
    labels = join_words(
        ship_of(desk.view, ship)["label"] for ship in ships if ship_of(desk.view, ship)["hex"]
    )
    return f"Activate {type_.title} ({labels}) for {type_.activation} energy.", "BG-052"


def _move(desk: Desk, choice: Choice) -> Told:
    lead, path = move_of(choice)
    if not path:
        return f"{named(desk.ship)} stays where it is, and moves no more.", "BG-060"
    end, medium = desk.way(choice)[-1], type_of(desk.ship).size == Size.MEDIUM
    ahead = f", {('front', 'back')[lead]} first" if medium else ""
    where = f"{counted(len(path), 'hex', 'hexes')} to {desk.pose_sentence(end)}"
    return f"{named(desk.ship)} moves {where}{ahead}.", "BG-062" if medium else "BG-060"


def _warp(desk: Desk, choice: Choice) -> Told:
    return (
        f"{named(desk.ship)} goes through the warp gate to {desk.pose_sentence(pose_of(choice))}.",
        "BG-147",
    )


def _fire(desk: Desk, choice: Choice) -> Told:
    weapon, target = fire_of(choice)
    facts, charge = type_of(desk.ship).weapons[weapon], desk.energy_for(choice)
    left = gunnery.attacks_left(desk.known, desk.unit, weapon)
    price_ = f" Charging it takes {charge} energy." if charge else ""
    first = f" (one of {counted(left, 'attack')})" if left > 1 else ""
    enemy = named(ship_of(desk.view, target))
    return f"{named(desk.ship)} fires its {facts.name} at {enemy}{first}.{price_}", "BG-103"


def _finish(desk: Desk, choice: Choice) -> Told:
    card = desk.view["cards"][desk.view["activation"]["card"]]
    return f"{type_of(card).title} is done for this turn.", "BG-051"


def _pass(desk: Desk, choice: Choice) -> Told:
    text, rule = PASSES[desk.view["wait"]]
    return f"{text}.", rule


def _roll(desk: Desk, choice: Choice) -> Told:
    walk = desk.view["walk"]
    ship = named(ship_of(desk.view, walk["ship"]))
    if desk.view["wait"] == "debris":
        return f"Roll the number die for {ship} in debris.", "BG-141"
    enemy = named(ship_of(desk.view, walk["fresh"][0]))
    return f"{enemy} rolls the number die against {ship}.", "BG-081"


def _tactic(desk: Desk, choice: Choice) -> Told:
    number, ship = tactic_of(choice)
    card = TACTICS[number]
    aim = f" on {named(ship_of(desk.view, ship))}" if ship != NOWHERE else ""
    return f"Play {card.title}{aim} ({price(card)}). {desk.tactic_text(card)}", "BG-162"


def _discard(desk: Desk, choice: Choice) -> Told:
    return f"Discard {TACTICS[load_of(choice)].title} for {DISCARD_GAIN} energy.", "BG-018"


_SENTENCES: Mapping[Kind, Callable[[Desk, Choice], Told]] = {
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
