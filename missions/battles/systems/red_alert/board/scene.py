"""The battlefield of Red Alert with all that stands on it and lies beside it, as a seat's view has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from missions.battles.board.scene import (
    Area,
    Badge,
    Card,
    Clock,
    Exit,
    Feature,
    Gauge,
    Hand,
    Mark,
    Pile,
    Pool,
    Scene,
    Token,
)
from missions.battles.engine.contract import View
from missions.battles.systems.red_alert.board.facts import (
    Facts,
    battle_of,
    described,
    short_label,
    titled,
)
from missions.battles.systems.red_alert.board.grid import GRID, sector_lines
from missions.battles.systems.red_alert.board.orders import price
from missions.battles.systems.red_alert.card_words import card_words, explained
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_NUMBER, COMMAND, COMMAND_NUMBER
from missions.battles.systems.red_alert.engine.choices import Kind, packed
from missions.battles.systems.red_alert.engine.field import HEXES, LABELS, members
from missions.battles.systems.red_alert.engine.narration import counted
from missions.battles.systems.red_alert.engine.scenarios import SIDES
from missions.battles.systems.red_alert.engine.state import STARS

PHASES = ("command", "orders", "movement", "combat", "end")
PHASE_WORDS = ("Command", "Orders", "Movement", "Combat", "End")
BEFORE = {"deployment": "Deployment", "reinforcement": "Reserves", "first_player": "First card"}
OBJECTIVES = {
    "planet_control": ("Planets", "a point at the start of your turn for each unit on one", "RA-205"),
    "clear_sector": ("Clear sectors", "a point at the start of your turn for each without enemies", "RA-208"),
    "breakthrough": ("Breakthrough", "its points for each unit that leaves over the far edge", "RA-211"),
    "time_pressure": ("Time", "a point instead of a card after Scout, for the defender", "RA-215"),
}
TITLES = {card.id: card.title for card in COMMAND} | {card.id: card.title for card in COMBAT}


def scene(view: View, acting: Collection[int]) -> Scene:
    """The battlefield as `view` has it; `acting` are the units that an order is awaited for."""
    battle, may_act = battle_of(view), frozenset(acting)
    return Scene(
        grid=GRID,
        tokens=tuple(_token(view, facts, facts["id"] in may_act) for facts in view["units"]),
        clock=_clock(view),
        name=battle.name,
        brief=battle.brief,
        rules=battle.rules,
        facts=tuple(_facts(view)),
        score=tuple(_score(view)),
        goals=tuple(_goals(view)),
        exits=tuple(_exits(view)),
        areas=tuple(_areas(view)),
        divides=sector_lines(),
        features=tuple(_features(view)),
        badges=tuple(_badges(view)),
        hands=tuple(_hands(view)),
        pools=tuple(_pools(view)),
        piles=tuple(_piles(view)),
    )


def _clock(view: View) -> Clock:
    phase, over = view["phase"], view["outcome"] is not None
    if phase in BEFORE:
        return Clock(0, view["turns"], (BEFORE[phase],), 0, None, over)
    now = PHASES.index(phase) if phase in PHASES else len(PHASES)
    return Clock(view["turn"], 0, PHASE_WORDS, now, None, over)


def _facts(view: View) -> Iterator[tuple[str, str, str]]:
    """The side whose turn it is, and the card in play."""
    if view["turn"]:
        yield "Turn of", SIDES[view["active"]], "RA-049"
    if view["command"]:
        yield "Command card", _command_words(view), "RA-060"


def _goals(view: View) -> Iterator[tuple[str, str, str]]:
    """The objectives of the battle, and the losses that end it."""
    for name in OBJECTIVES:
        if name in battle_of(view).objectives:
            yield OBJECTIVES[name]
    if view["losses"]:
        lost = ", ".join(f"{side} {count}" for side, count in zip(SIDES, view["eliminated"], strict=True))
        yield "Units eliminated by", f"{lost}, of {view['losses']}", "RA-200"


def _score(view: View) -> Iterator[tuple[int, str]]:
    for side in (0, 1):
        stars = counted(view["stars"][side], "star")
        yield side, f"{view['points'][side]} of {view['goal']} points, {stars}"


def _command_words(view: View) -> str:
    title = COMMAND[COMMAND_NUMBER[view["command"]]].title
    if view["carried_out"] != view["command"]:
        title += f", repeats {COMMAND[COMMAND_NUMBER[view['carried_out']]].title}"
    return title + (", one unit instead" if view["fell_back"] else "")


# --- units ------------------------------------------------------------------------------------------


def _token(view: View, facts: Facts, may_act: bool) -> Token:
    marks = tuple(_marks(facts))
    gone = facts["eliminated"] or facts["exited"]
    return Token(
        unit=facts["id"],
        label=short_label(facts),
        name=described(facts),
        side=facts["side"],
        kind=facts["type"],
        place=facts["hex"] or "",
        words=_words(view, facts, marks, may_act),
        may_act=may_act,
        gauges=(Gauge("pips", facts["figures"], facts["most"]),),
        strength=f"{facts['figures']}/{facts['most']}",
        marks=marks,
        status=_status(view, facts),
        gone=gone,
    )


def _status(view: View, facts: Facts) -> str:
    if facts["eliminated"]:
        return "eliminated"
    if facts["exited"]:
        return "broken through"
    if facts["hex"]:
        return ""
    return "not yet placed" if facts["side"] == view["side"] else "not yet seen"


def _marks(facts: Facts) -> Iterator[Mark]:
    if facts["marked"]:
        yield Mark("alert", "a red alert marker")
    if facts["cloaked"]:
        yield Mark("cloak", "cloaked")
    if facts["ordered"] and not facts["fought"]:
        yield Mark("ordered", "ordered this turn")


def _words(view: View, facts: Facts, marks: Iterable[Mark], may_act: bool) -> str:
    where = f"on {facts['hex']}" if facts["hex"] else _status(view, facts)
    more = "".join(f"; {mark.words}" for mark in marks)
    can = "; may be ordered now" if may_act else ""
    figures = f"{facts['figures']} of {counted(facts['most'], 'figure')}"
    return f"{titled(facts)}, {SIDES[facts['side']]}: {figures}, {where}{more}{can}"


# --- the battlefield --------------------------------------------------------------------------------


def _features(view: View) -> Iterator[Feature]:
    battle, debris = battle_of(view), tuple(view["debris"])
    words = card_words().features
    for name, hexes in battle.planets:
        open_ = tuple(LABELS[hex_] for hex_ in hexes if LABELS[hex_] not in debris)
        if open_:
            yield Feature(open_, "planet", explained(name, words["planet"]), "good", edge=True)
    asteroids = tuple(LABELS[hex_] for hex_ in members(battle.asteroids) if LABELS[hex_] not in debris)
    if asteroids:
        yield Feature(asteroids, "asteroid", explained("Asteroid", words["asteroid"]))
    if debris:
        yield Feature(debris, "debris", explained("Debris", words["debris"]), "bad")
    for side, hexes in enumerate(view["face_down"]):
        if hexes and side != view["side"]:
            text = f"a unit of {SIDES[side]} that lies face down"
            yield Feature(tuple(hexes), f"hidden_{side}", text, side=side)


def _badges(view: View) -> Iterator[Badge]:
    """Planet markers with their numbers (RA-205)."""
    for side, hexes in enumerate(view["planet_markers"]):
        for label, count in hexes.items():
            words = f"{counted(count, 'planet marker')} of {SIDES[side]}"
            yield Badge(label, f"marker_{side}", words, str(count), side)


def _areas(view: View) -> Iterator[Area]:
    """Deployment hexes while they matter."""
    battle = battle_of(view)
    if view["phase"] not in ("deployment", "reinforcement"):
        return
    for side, hexes in enumerate(battle.deployment):
        names = tuple(sorted((LABELS[hex_] for hex_ in hexes), key=HEXES.__getitem__))
        yield Area(names, f"Deployment hexes of {SIDES[side]}", side=side, filled=True)


def _exits(view: View) -> Iterator[Exit]:
    if "breakthrough" in battle_of(view).objectives:
        yield Exit("north", "the exit of the Commonwealth")
        yield Exit("south", "the exit of the Confederation")


# --- cards, stars and points ------------------------------------------------------------------------


def _hands(view: View) -> Iterator[Hand]:
    """The reader's cards; the enemy's by their number."""
    own = view["side"]
    for side, word in enumerate(SIDES):
        command, combat = view["held"][side]
        if side == own:
            seat = view["seat"]
            yield Hand(seat, "Your command cards", tuple(_command_cards(view["hands"][0])))
            yield Hand(seat, "Your combat cards", tuple(_combat_cards(view["hands"][1])))
        else:
            yield Hand(-1, f"Command cards of {word}", hidden=command)
            yield Hand(-1, f"Combat cards of {word}", hidden=combat)


def _command_cards(ids: list[str]) -> Iterator[Card]:
    for card in dict.fromkeys(ids):
        number, words = COMMAND_NUMBER[card], card_words().command[card]
        yield Card(
            packed(Kind.COMMAND, number),
            COMMAND[number].title,
            words.text,
            rule=words.rule,
            number=ids.count(card),
        )


def _combat_cards(ids: list[str]) -> Iterator[Card]:
    for card in dict.fromkeys(ids):
        number, words = COMBAT_NUMBER[card], card_words().combat[card]
        yield Card(
            packed(Kind.CARD, number),
            COMBAT[number].title,
            f"{words.when[:1].upper()}{words.when[1:]}. {words.text}" if words.when else words.text,
            price(COMBAT[number]),
            words.rule,
            ids.count(card),
        )


def _pools(view: View) -> Iterator[Pool]:
    for side, word in enumerate(SIDES):
        yield Pool(f"Victory points of {word}", view["points"][side], side, view["goal"], rule="RA-200")
    for side, word in enumerate(SIDES):
        yield Pool(f"Stars of {word}", view["stars"][side], side, symbol="star", rule="RA-163")
    yield Pool("Stars that are left", view["pool"], most=STARS, symbol="star", rule="RA-163")


def _listed(cards: list[str]) -> str:
    """Open cards by title with their numbers, the last one first."""
    counts = Counter(TITLES[card] for card in reversed(cards))
    return ", ".join(f"{title} × {count}" if count > 1 else title for title, count in counts.items())


def _piles(view: View) -> Iterator[Pile]:
    for deck, word in enumerate(("Command", "Combat")):
        laid = view["discards"][deck]
        top = TITLES[laid[-1]] if laid else ""
        yield Pile(f"{word} cards to draw", view["decks"][deck])
        yield Pile(f"{word} cards discarded", len(laid), top, _listed(laid[:-1]))
