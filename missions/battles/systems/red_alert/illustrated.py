"""The illustrated manual of Red Alert: units, cards, the field, the battles, and a turn in steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from league.rules.phrases import join_words
from missions.battles.board.scene import Badge, Feature, Mark, Reach, Scene, Sightline
from missions.battles.engine.contract import TURN, Order
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle as Play
from missions.battles.engine.secrecy import readable
from missions.battles.systems.manual import CardEntry, CardGroup, Illustrated, Picture, UnitEntry
from missions.battles.systems.red_alert.board.orders import price
from missions.battles.systems.red_alert.board.reader import READER
from missions.battles.systems.red_alert.card_words import CardWords, card_words, explained
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMMAND
from missions.battles.systems.red_alert.engine.choices import Kind, kind_of
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS, hex_set, line, members, sees
from missions.battles.systems.red_alert.engine.fleets import TASK_FORCES, TaskForce
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.scenarios import Battle, battles
from missions.battles.systems.red_alert.engine.state import State
from missions.battles.systems.red_alert.engine.system import RED_ALERT
from missions.battles.systems.red_alert.engine.units import CLASSES, DATA, IGNORED, TYPES, UnitType
from missions.battles.systems.red_alert.forces import catalogue, page

WORKED = DATA / "worked_turn.txt"
"""Orders of the battle from which the worked turn is taken: the seat and the order, a line each."""
SEED, SHOWN_TURN = "a turn for the manual", 5
"""Dice of that battle, and the number of the worked turn."""
NAMES = {symbol: name for name, symbol in CLASSES.items()}
SHAPES = {"fighter": "circle", "strike": "triangle", "capital": "square"}
PICTURED = (Kind.MOVE, Kind.ATTACK, Kind.ROLL, Kind.RETIRE, Kind.COMMAND, Kind.PURSUE, Kind.BACK)
"""Orders of the worked turn after which the map looks different."""


@lru_cache(maxsize=1)
def illustrated() -> Illustrated:
    """Everything, made once."""
    return Illustrated(
        units=tuple(_unit(type_) for type_ in TYPES),
        cards=tuple(_groups()),
        ground=tuple(_ground()),
        battles=tuple(_battle(battle) for battle in battles().values()),
        turn=tuple(_turn()),
    )


def scene_of(battle: Battle) -> Scene:
    """The map of a battle before it begins, as a spectator sees it."""
    state, _ = RED_ALERT.setup(catalogue.written(battle.id, ("", ""), {}), seeded_dice(battle.id))
    return READER.scene(RED_ALERT.view_for(state, None), ())


# --- units ------------------------------------------------------------------------------------------


def _unit(type_: UnitType) -> UnitEntry:
    """The figures of the unit table (RA-020 … RA-026)."""
    name = NAMES[type_.symbol]
    dice = ", ".join(str(count) for count in type_.dice[1 : type_.reach + 1])
    more = " and 1 for each cap fighter" if type_.flagship else ""
    facts = [
        ("Class", f"{name}, the {SHAPES[name]} on the die"),
        ("Figures", "1 and 3 cap fighters" if type_.flagship else str(type_.figures)),
        ("Move", counted(type_.move, "hex", "hexes") + (f", warp {type_.warp}" if type_.warp else "")),
        ("Dice by range", f"{dice}{more}"),
        ("Ignores", _ignored(type_)),
        ("Points", str(type_.points)),
        ("Cost", f"{type_.cost}" + ("" if type_.sold else ", not for sale")),
    ]
    return UnitEntry(type_.id, type_.name, card_words().units[type_.id], tuple(facts))


def _ignored(type_: UnitType) -> str:
    """Blasts that a unit ignores, by the class of its attacker (RA-104)."""
    found = [
        f"{counted(count, 'blast')} of {NAMES[attacker]} units"
        for (attacker, target), count in IGNORED.items()
        if target == type_.symbol
    ]
    return join_words(found) or "nothing"


# --- cards ------------------------------------------------------------------------------------------


def _groups() -> Iterator[CardGroup]:
    words = card_words()
    sector = [card for card in COMMAND if not card.tactic]
    tactic = [card for card in COMMAND if card.tactic]
    about = "They order units in sectors of the field, as their side sees it."
    entries = tuple(_card(card.title, words.command[card.id], card.copies) for card in sector)
    yield CardGroup("Command cards: sectors", about, entries)
    about = "They order units anywhere, and may change how these move or fight."
    entries = tuple(_card(card.title, words.command[card.id], card.copies) for card in tactic)
    yield CardGroup("Command cards: tactics", about, entries)
    about = "They are played for stars at their moment, one in your own turn and one in each enemy turn."
    entries = tuple(_card(card.title, words.combat[card.id], card.copies, price(card)) for card in COMBAT)
    yield CardGroup("Combat cards", about, entries)
    about = "Each is a fleet to begin with. The points that it leaves buy further units."
    entries = tuple(_force(card, words.forces[card.number]) for card in TASK_FORCES.values())
    yield CardGroup("Task force cards", about, entries)


def _card(title: str, words: CardWords, number: int, cost: str = "") -> CardEntry:
    return CardEntry(title, words.text, number, words.rule, cost, words.when)


def _force(card: TaskForce, words: str) -> CardEntry:
    text = f"{words[:1].upper()}{words[1:]}: {page.counted(card.units)}."
    return CardEntry(f"{card.number}. {card.title}", text, 1, "RA-180", counted(card.points, "point"))


# --- the field --------------------------------------------------------------------------------------

MARKERS = {"red_alert": "Red alert marker", "cloak": "Cloaking marker", "faction": "Planet marker"}
SEEN_FROM = "E7"
SIGHTS = (
    (
        "A line that is cut",
        ("C6", "A5"),
        ("D6",),
        "From E7 to C6 and to A5 the line crosses D6. Something stands there, so it is cut {RA-090}.",
    ),
    (
        "A line along edges",
        ("C7",),
        ("D6",),
        "From E7 to C7 the line runs between D6 and D7. An obstruction on one side does not cut it {RA-092}.",
    ),
    (
        "A line with something on both sides",
        ("C7",),
        ("D6", "D7"),
        "Obstructions on both sides do cut it. They need not stand at the same edge {RA-093}.",
    ),
    (
        "A line that clips two hexes",
        ("A6",),
        ("C7",),
        "From E7 to A6 the line passes through parts of C6 and of C7. Each part counts {RA-094}.",
    ),
)
"""Pictures of lines of sight: title, ends, asteroids, words."""


def _ground() -> Iterator[Picture]:
    whole = scene_of(battles()["opening_salvo"])
    bare = replace(whole, tokens=(), features=())
    yield Picture(
        "The field and its sectors",
        (
            "The field has 13 columns and 11 rows. The Commonwealth sits at the bottom and the Confederation "
            "at the top {RA-307}. Half hexes at the sides do not count {RA-010}.",
            "Two dotted lines part it into left wing, centre and right wing, as each side sees them. A hex "
            "that a line crosses belongs to both sectors {RA-012}.",
        ),
        "The empty field with its two dotted lines",
        bare,
    )
    yield Picture(
        "Planets, asteroids and debris",
        tuple(explained(name.capitalize(), text) for name, text in card_words().features.items()),
        "The battle The Supply Base: a planet of seven hexes in the middle, asteroids around it",
        replace(scene_of(battles()["supply_base"]), tokens=(), areas=()),
    )
    yield _markers(bare)
    for title, ends, stones, text in SIGHTS:
        yield _sight(bare, title, ends, stones, text)


def _markers(bare: Scene) -> Picture:
    """A unit with each kind of marker, and a planet marker on its hex."""
    about = card_words().markers
    units = scene_of(battles()["opening_salvo"]).tokens
    tokens = tuple(
        replace(unit, place=place, words=MARKERS[kind], marks=(Mark(sign, MARKERS[kind]),))
        for unit, place, kind, sign in zip(
            units, ("F6", "F7"), ("red_alert", "cloak"), ("alert", "cloak"), strict=False
        )
    )
    badge = Badge("F8", "marker_0", MARKERS["faction"], "2", 0)
    return Picture(
        "Markers",
        tuple(explained(name, about[kind]) for kind, name in MARKERS.items()),
        "A unit with a red alert marker, a cloaked unit, and two planet markers with their number",
        replace(bare, tokens=tokens, badges=(badge,)),
    )


def _sight(bare: Scene, title: str, ends: tuple[str, ...], stones: tuple[str, ...], words: str) -> Picture:
    """Lines of sight from a hex, with asteroids in the way; the engine says which of them are clear."""
    blocked = hex_set(HEXES[stone] for stone in stones)
    lines = tuple(_line(SEEN_FROM, end, blocked) for end in ends)
    shown = replace(bare, features=(Feature(stones, "asteroid", "asteroid"),))
    return Picture(title, (words,), f"Lines of sight from {SEEN_FROM}", shown, Reach(SEEN_FROM, lines=lines))


def _line(start: str, end: str, blocked: int) -> Sightline:
    here, there = HEXES[start], HEXES[end]
    through, left, right = line(here, there)
    cut = members(blocked & (through | left | right))
    clear = sees(here, there, blocked)
    return Sightline(end, clear, () if clear else tuple(LABELS[hex_] for hex_ in cut))


# --- battles ----------------------------------------------------------------------------------------

OBJECTIVES = {
    "planet_control": "Planets give points to units that hold them {RA-205}.",
    "clear_sector": "A sector without enemies gives a point at the start of your turn {RA-208}.",
    "breakthrough": "A unit that leaves over the far edge gives its own points {RA-211}.",
}


def _battle(battle: Battle) -> Picture:
    """A battle with its goal, its hands and its special rules."""
    losses = f" or eliminates {battle.eliminated} enemy units" if battle.eliminated else ""
    words = [battle.brief, f"The side wins that first has {battle.points} points{losses} {{RA-200}}."]
    words += [text for name, text in OBJECTIVES.items() if name in battle.objectives]
    for number, what in enumerate(("command", "combat")):
        first, second = (battle.command, battle.combat)[number]
        cards = str(first) if first == second else f"{first} (Commonwealth) and {second} (Confederation)"
        words.append(f"Each side begins with {cards} {what} cards {{RA-042}}.")
    placed = "Units lie face down on their hexes at first" if battle.deployed else "The fleets are on the map"
    words.append(f"{placed} {{{'RA-185' if battle.deployed else 'RA-041'}}}.")
    title = f"#{battle.number} {battle.name}" if battle.number else battle.name
    return Picture(title, tuple(words), f"The map of {battle.name}", scene_of(battle))


# --- a turn -----------------------------------------------------------------------------------------


def _turn() -> Iterator[Picture]:
    """The last turn of the orders in `WORKED`, a battle of Opening Salvo, order by order."""
    dice = seeded_dice(SEED)
    play = Play(RED_ALERT, catalogue.written("opening_salvo", ("", ""), {}), dice)
    words: list[str] = []
    for written in WORKED.read_text("utf-8").splitlines():
        seat, text = int(written[0]), written[2:]
        order = RED_ALERT.read(play.state, text)
        play.check(seat, order, len(play))
        shown, odds = play.state.turn == SHOWN_TURN, _odds(play, seat, order)
        sentence, rule = READER.order_sentence(RED_ALERT.view_for(play.state, seat), order)
        events = play.force(seat, order, dice)
        if not shown:
            continue
        told = [each for each in RED_ALERT.narrate(play.state, events) if readable(each, None)]
        words += [f"{sentence} {{{rule}}}", *odds]
        words += [each.text for each in told if each.kind != TURN]
        if kind_of(order[1]) in PICTURED or play.state.turn > SHOWN_TURN:
            scene = READER.scene(RED_ALERT.view_for(play.state, None), ())
            yield Picture(
                sentence.split(". ")[0].rstrip("."), tuple(words), "The map after this order", scene
            )
            words = []


def _odds(play: Play[State], seat: int, order: Order) -> list[str]:
    """Odds of an order in a sentence."""
    found = RED_ALERT.odds(play.state, seat, order)
    return [f"The odds: {found.summary}."] if found else []
