"""Events in sentences. Rules emit events; only this module speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from league.rules.phrases import join_words
from missions.battles.engine.contract import CHOSEN, OVER, PHASE, TURN, Event, Sentence
from missions.battles.systems.red_alert.engine.cards import COMBAT, COMBAT_CARDS, COMMAND, COMMAND_CARDS
from missions.battles.systems.red_alert.engine.field import APART, LABELS, SECTORS
from missions.battles.systems.red_alert.engine.state import Mode, Phase, Table
from missions.battles.systems.red_alert.engine.strikes import KINDS
from missions.battles.systems.red_alert.engine.units import ALERT, DIE, FACES, STAR

DECKS = ("command", "combat")
PHASES: Mapping[int, tuple[str, str]] = {
    Phase.DEPLOYMENT: ("Deployment: both sides lay their units face down.", "RA-185"),
    Phase.REINFORCEMENT: ("Units that are left over are placed openly.", "RA-186"),
    Phase.FIRST_PLAYER: ("Both sides choose the command card of their first turn.", "RA-044"),
    Phase.COMMAND: ("Command phase.", "RA-060"),
    Phase.ORDERS: ("Orders phase.", "RA-062"),
    Phase.MOVEMENT: ("Movement phase.", "RA-070"),
    Phase.COMBAT: ("Combat phase.", "RA-080"),
    Phase.END: ("End phase.", "RA-160"),
}
_MODES: Mapping[int, tuple[str, str]] = {
    Mode.ORDERED: ("attacks", "RA-085"),
    Mode.BONUS: ("follows up with a bonus combat against", "RA-136"),
    Mode.EXTRA: ("fires a second time at", "RA-169"),
    Mode.BACK: ("battles back against", "RA-130"),
    Mode.AMBUSH: ("ambushes", "RA-087"),
    Mode.FIRST_STRIKE: ("strikes first at", "RA-173"),
}


def tell(table: Table, events: Sequence[Event]) -> list[Sentence]:
    """One sentence for every event, with the names of this battle."""
    return [TELLERS[event[0]](table, *event[1:]) for event in events]


def title(table: Table, unit: int) -> str:
    """A unit as sentences name it: "Cruiser Cw-CR1", or "Cw-CR1 Wedge Antilles" for a ship card."""
    facts = table.units[unit]
    return f"{facts.label} {facts.name}" if facts.name else f"{facts.type.name} {facts.label}"


def shown(faces: Iterable[int]) -> str:
    """Faces of dice in words."""
    return ", ".join(FACES[face - 1] for face in faces)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 hit", "2 hits"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def card_title(deck: int, card: int) -> str:
    """Title of a card of a deck."""
    return (COMMAND, COMBAT)[deck][card].title


# --- tellers ----------------------------------------------------------------------------------------


def _rolled(
    text: str, kind: str, rule: str, faces: bytes, seat: int | None, only: frozenset[int] | None = None
) -> Sentence:
    dies = (DIE,) * len(faces)
    return Sentence(text, kind, rule, tuple(faces), only, dies, None if seat in (None, -1) else seat)


def _secret(table: Table, side: int) -> frozenset[int]:
    return frozenset(table.seats[side])


def _side(table: Table, side: int) -> str:
    return table.seating.sides[side]


def _roller(table: Table, unit: int, seat: int) -> str:
    """The side that rolls for or against a unit: that of the seat, if one is known."""
    return _side(table, table.seating.side(seat) if seat >= 0 else table.units[unit].side)


def _phase(table: Table, phase: int) -> Sentence:
    text, rule = PHASES[phase]
    return Sentence(text, PHASE, rule)


def _chosen(table: Table, seat: int) -> Sentence:
    return Sentence(f"{table.seating.seats[seat].word} has chosen.", CHOSEN, "RA-185")


def _over(table: Table, winner: int | None, reason: str, rule: str, grade: str) -> Sentence:
    result = "The battle is a draw" if winner is None else f"{_side(table, winner)} wins"
    return Sentence(f"{result}. {reason}", OVER, rule)


def _dealt(table: Table, side: int, deck: int, *cards: int) -> Sentence:
    held = join_words([card_title(deck, card) for card in sorted(cards)]) or "none"
    text = f"{_side(table, side)} is dealt these {DECKS[deck]} cards: {held}."
    return Sentence(text, "dealt", "RA-042", only=_secret(table, side))


def _laid(table: Table, side: int, unit: int, load: int) -> Sentence:
    if unit < 0:
        text, rule = f"{_side(table, side)} chooses {card_title(COMMAND_CARDS, load)}.", "RA-044"
    else:
        text, rule = f"{title(table, unit)} is to lie face down on {LABELS[load]}.", "RA-185"
    return Sentence(text, "laid", rule, only=_secret(table, side))


def _drawn(table: Table, side: int, deck: int, card: int) -> Sentence:
    text = f"{_side(table, side)} has drawn {card_title(deck, card)}."
    return Sentence(text, "drawn", "RA-160", only=_secret(table, side))


def _tie(table: Table, one: bytes, other: bytes, rule: str) -> Sentence:
    sides = table.seating.sides
    stars = one.count(STAR), other.count(STAR)
    more = (
        f"{sides[stars[1] > stars[0]]} shows more stars."
        if stars[0] != stars[1]
        else "No side has more stars."
    )
    text = f"{sides[0]} rolls {shown(one)}; {sides[1]} rolls {shown(other)}. {more}"
    return _rolled(text, "tie", rule, one + other, None)


def _attacks(table: Table, unit: int, target: int, kind: int, mode: int, here: int, there: int) -> Sentence:
    verb, rule = _MODES[mode]
    how = "at close quarters" if KINDS[kind] == "close quarters" else f"at range {APART[here][there]}"
    ends = f"{title(table, unit)} on {LABELS[here]} {verb} {title(table, target)} on {LABELS[there]}"
    return Sentence(f"{ends} {how}.", "attacks", rule)


def _rolls(table: Table, unit: int, target: int, faces: bytes, hits: int, seat: int) -> Sentence:
    text = f"{title(table, unit)} rolls {counted(len(faces), 'die', 'dice')}: {shown(faces)}."
    return _rolled(text, "rolls", "RA-103", faces, seat)


def _counts(
    table: Table, unit: int, target: int, hits: int, ignored: int, stars: int, alerts: int, turned: int
) -> Sentence:
    taken = counted(hits, "hit") if hits else "no hit"
    if turned:
        taken += f", {turned} of them for red alerts because it has a marker"
    if alerts:
        taken += f" {'and' if hits else 'but'} {counted(alerts, 'red alert')}"
    parts = [f"{title(table, target)} takes {taken}"]
    parts += [f"it ignores {counted(ignored, 'blast')}"] * bool(ignored)
    parts += [f"{_side(table, table.units[unit].side)} gains {counted(stars, 'star')}"] * bool(stars)
    return Sentence(f"{'; '.join(parts)}.", "counts", "RA-104")


def _loses(table: Table, unit: int, lost: int, left: int) -> Sentence:
    text = f"loses {counted(lost, 'figure')} and has {left} left"
    if not left:
        text = "loses its last figure" if lost == 1 else f"loses its last {lost} figures"
    return Sentence(f"{title(table, unit)} {text}.", "loses", "RA-105")


def _confirms(table: Table, unit: int, faces: bytes, dead: int, good: int, seat: int) -> Sentence:
    result = "the flagship is lost" if dead else "the flagship survives"
    what = f"the hit on {title(table, unit)}" if len(faces) == 1 else f"the hits on {title(table, unit)}"
    text = f"{_roller(table, unit, seat)} rolls {shown(faces)} to confirm {what}: {result}."
    return _rolled(text, "confirms", "RA-106", faces, seat)


def _eliminated(table: Table, unit: int, place: int, points: int, total: int) -> Sentence:
    winner = _side(table, 1 - table.units[unit].side)
    text = f"{title(table, unit)} is eliminated on {LABELS[place]}: {_scored(winner, points, total)}."
    return Sentence(text, "eliminated", "RA-105")


def _retires(table: Table, unit: int, start: int, *path: int) -> Sentence:
    *over, end = [LABELS[hex_] for hex_ in path] or [""]
    by = f" over {join_words(over)}" if over else ""
    text = (
        f"retires from {LABELS[start]}{by} to {end}" if end else f"has no way to retire from {LABELS[start]}"
    )
    return Sentence(f"{title(table, unit)} {text}.", "retires", "RA-112")


def _asteroid(table: Table, unit: int, faces: bytes, hits: int, good: int, seat: int, hex_: int) -> Sentence:
    text = f"{title(table, unit)} rolls {shown(faces)} for the asteroid on {LABELS[hex_]}: {_hit(hits)}."
    return _rolled(text, "asteroid", "RA-144", faces, seat)


def _passes(table: Table, unit: int, faces: bytes, hits: int, good: int, seat: int, other: int) -> Sentence:
    way = f"{title(table, unit)} retires through {title(table, other)}"
    text = f"{way}; {_roller(table, other, seat)} rolls {shown(faces)}: {_hit(hits)}."
    return _rolled(text, "passes", "RA-113", faces, seat)


def _hit(hits: int) -> str:
    return counted(hits, "hit") if hits else "no hit"


def _risk(table: Table, unit: int, faces: bytes, good: int, seat: int) -> Sentence:
    text = f"{title(table, unit)} stops on an asteroid and rolls {shown(faces)}{_safely(faces)}."
    return _rolled(text, "asteroid risk", "RA-142", faces, seat)


def _drifts(table: Table, unit: int, faces: bytes, seat: int) -> Sentence:
    text = f"{title(table, unit)} is on an asteroid and rolls {shown(faces)}{_safely(faces)}."
    return _rolled(text, "drifts", "RA-143", faces, seat)


def _safely(faces: bytes) -> str:
    return "" if ALERT in faces else ": nothing happens"


def _sabotages(table: Table, unit: int, faces: bytes, found: int, seat: int) -> Sentence:
    result = "it works" if found else "it fails"
    text = f"The sabotage of {title(table, unit)} rolls {shown(faces)}: {result}."
    return _rolled(text, "sabotages", "RA-168", faces, seat)


def _rebuilds(table: Table, unit: int, faces: bytes, good: int, back: int, seat: int) -> Sentence:
    result = (
        f"{counted(back, 'figure')} {'comes' if back == 1 else 'come'} back"
        if back
        else "no figure comes back"
    )
    text = f"The repair of {title(table, unit)} rolls {shown(faces)}: {result}."
    return _rolled(text, "rebuilds", "RA-168", faces, seat)


def _pays(table: Table, side: int, stars: int, left: int) -> Sentence:
    text = f"{_side(table, side)} pays {counted(stars, 'star')} and has {left or 'none'} left."
    return Sentence(text, "pays", "RA-165")


def _plays(table: Table, side: int, card: int) -> Sentence:
    text = f"{_side(table, side)} plays the combat card {card_title(COMBAT_CARDS, card)}."
    return Sentence(text, "plays", "RA-168")


def _takes_stars(table: Table, side: int, stars: int, total: int) -> Sentence:
    what = f"{counted(stars, 'star')} and has {total}" if stars else "no star because the pool is empty"
    return Sentence(f"{_side(table, side)} takes {what}.", "takes stars", "RA-163")


def _trades(table: Table, side: int, card: int, stars: int) -> Sentence:
    text = f"{_side(table, side)} trades {card_title(COMBAT_CARDS, card)} for {counted(stars, 'star')}."
    return Sentence(text, "trades", "RA-161")


def _discards(table: Table, side: int, deck: int, card: int) -> Sentence:
    text = f"{_side(table, side)} discards the {DECKS[deck]} card {card_title(deck, card)}."
    return Sentence(text, "discards", "RA-160")


def _clear_sector(table: Table, side: int, sector: int, total: int) -> Sentence:
    name = _side(table, side)
    text = f"No enemy is left in the {SECTORS[sector]} sector of {name}: {_scored(name, 1, total)}."
    return Sentence(text, "clear sector", "RA-208")


def _holds_planet(table: Table, unit: int, hex_: int, total: int) -> Sentence:
    name = _side(table, table.units[unit].side)
    text = f"{title(table, unit)} places a planet marker on {LABELS[hex_]}: {_scored(name, 1, total)}."
    return Sentence(text, "holds planet", "RA-205")


def _exits(table: Table, unit: int, points: int, total: int) -> Sentence:
    name = _side(table, table.units[unit].side)
    text = f"{title(table, unit)} breaks through and leaves the field: {_scored(name, points, total)}."
    return Sentence(text, "exits", "RA-211")


def _gains_time(table: Table, side: int, total: int) -> Sentence:
    name = _side(table, side)
    return Sentence(f"Time works for {name}: {_scored(name, 1, total)}.", "gains time", "RA-215")


def _scored(side: str, points: int, total: int) -> str:
    return f"{side} scores {counted(points, 'point')} and has {total}"


def _boosted(table: Table, unit: int, more: int, times: int) -> Sentence:
    far = f"{counted(more, 'hex', 'hexes')} farther" if more else f"{times} times as far"
    return Sentence(f"{title(table, unit)} may move {far} this turn.", "boosted", "RA-168")


def _focuses(table: Table, unit: int, dice: int) -> Sentence:
    text = f"Attacks on {title(table, unit)} have {counted(dice, 'more die', 'more dice')} this turn."
    return Sentence(text, "focuses", "RA-168")


def _shows(table: Table, side: int, card: int) -> Sentence:
    number = counted(COMMAND[card].first, "unit")
    text = f"{_side(table, side)} shows {card_title(COMMAND_CARDS, card)}, which counts as {number}."
    return Sentence(text, "shows", "RA-044")


def _blocked(table: Table, unit: int, missing: int) -> Sentence:
    text = f"{title(table, unit)} cannot retire any further and takes {counted(missing, 'hit')}."
    return Sentence(text, "blocked", "RA-115")


def _ignores(table: Table, unit: int, alerts: int) -> Sentence:
    return Sentence(f"{title(table, unit)} ignores {counted(alerts, 'red alert')}.", "ignores", "RA-169")


Teller = Callable[..., Sentence]


def _of_unit(kind: str, rule: str, text: str) -> Teller:
    """A sentence about one unit: `{unit}` is its name."""
    return lambda table, unit, *_: Sentence(text.format(unit=title(table, unit)), kind, rule)


def _of_side(kind: str, rule: str, text: str) -> Teller:
    """A sentence about one side: `{side}` is its name."""
    return lambda table, side, *_: Sentence(text.format(side=_side(table, side)), kind, rule)


def _at(kind: str, rule: str, text: str) -> Teller:
    """A sentence about a unit and a hex."""

    def told(table: Table, unit: int, *hexes: int) -> Sentence:
        ends = [LABELS[hex_] for hex_ in hexes]
        return Sentence(text.format(*ends, unit=title(table, unit)), kind, rule)

    return told


def _card_of(kind: str, rule: str, text: str, deck: int = COMMAND_CARDS) -> Teller:
    """A sentence about a side and one of its cards."""

    def told(table: Table, side: int, card: int) -> Sentence:
        return Sentence(text.format(side=_side(table, side), card=card_title(deck, card)), kind, rule)

    return told


TELLERS: Mapping[str, Callable[..., Sentence]] = {
    TURN: lambda table, number: Sentence(f"Turn {number}.", TURN, "RA-050"),
    PHASE: _phase,
    CHOSEN: _chosen,
    OVER: _over,
    "dealt": _dealt,
    "laid": _laid,
    "marker": lambda table, side, hex_: Sentence(
        f"{_side(table, side)} lays a unit face down on {LABELS[hex_]}.", "marker", "RA-185"
    ),
    "placed": _at("placed", "RA-186", "{unit} is placed on {0}."),
    "revealed": _at("revealed", "RA-187", "{unit} stands on {0}."),
    "shows": _shows,
    "tie": _tie,
    "acts": _of_side("acts", "RA-050", "{side} has this turn."),
    "commands": _card_of("commands", "RA-060", "{side} plays the command card {card}."),
    "repeats": _card_of("repeats", "RA-061", "{side} repeats the enemy's last command: {card}."),
    "falls back": _of_side(
        "falls back",
        "RA-061",
        "The card finds nothing to order or to repeat, so {side} orders one unit instead.",
    ),
    "ordered": _of_unit("ordered", "RA-062", "{unit} is ordered."),
    "cleared": _of_unit("cleared", "RA-066", "The red alert marker of {unit} is taken off."),
    "moves": _at("moves", "RA-070", "{unit} moves from {0} to {1}."),
    "pursues": _at("pursues", "RA-135", "{unit} pursues from {0} to {1}."),
    "asteroid risk": _risk,
    "drifts": _drifts,
    "exits": _exits,
    "attacks": _attacks,
    "rolls": _rolls,
    "spent": _of_unit("spent", "RA-102", "The attack of {unit} is over without dice."),
    "forestalled": _of_unit("forestalled", "RA-173", "The attack of {unit} no longer takes place."),
    "counts": _counts,
    "loses": _loses,
    "confirms": _confirms,
    "eliminated": _eliminated,
    "debris": lambda table, hex_: Sentence(f"Debris covers {LABELS[hex_]}.", "debris", "RA-156"),
    "draws less": _of_side("draws less", "RA-028", "{side} holds no command card and will draw one less."),
    "loses card": _card_of("loses card", "RA-028", "With its flagship, {side} loses {card}."),
    "uncloaks": _of_unit("uncloaks", "RA-171", "{unit} leaves its cloak."),
    "cloaks": _of_unit("cloaks", "RA-170", "{unit} is cloaked."),
    "marked": _of_unit("marked", "RA-120", "{unit} gets a red alert marker."),
    "retires": _retires,
    "asteroid": _asteroid,
    "passes": _passes,
    "blocked": _blocked,
    "cancelled": _of_unit("cancelled", "RA-168", "The attack of {unit} is cancelled."),
    "disregards": _of_unit("disregards", "RA-117", "{unit} disregards the red alert."),
    "repairs": _of_unit("repairs", "RA-119", "The engineers of {unit} cancel the red alert."),
    "ignores": _ignores,
    "stays": _of_unit("stays", "RA-111", "{unit} stays where it is."),
    "passes on": _of_side("passes on", "RA-162", "{side} does not answer."),
    "pays": _pays,
    "plays": _plays,
    "reacts": _card_of("reacts", "RA-172", "{side} answers with the command card {card}."),
    "sabotages": _sabotages,
    "rebuilds": _rebuilds,
    "takes stars": _takes_stars,
    "trades": _trades,
    "discards": _discards,
    "boosted": _boosted,
    "steadied": _of_unit("steadied", "RA-168", "{unit} crosses asteroids unhindered this turn."),
    "focuses": _focuses,
    "again": _of_unit("again", "RA-168", "{unit} may fire once more at range."),
    "done": lambda table, seat: Sentence(
        f"{table.seating.seats[seat].word} has ended their part of the phase.", "done", "RA-190"
    ),
    "goes on": lambda table, seat: Sentence(
        f"{table.seating.seats[seat].word} goes on with the combat.", "goes on", "RA-080"
    ),
    "ends": _of_side("ends", "RA-160", "{side} ends the turn."),
    "shuffles": lambda table, deck: Sentence(
        f"The discarded {DECKS[deck]} cards are shuffled into a new deck.", "shuffles", "RA-164"
    ),
    "draws": lambda table, side, deck: Sentence(
        f"{_side(table, side)} draws a {DECKS[deck]} card.", "draws", "RA-160"
    ),
    "drawn": _drawn,
    "draws none": _of_side("draws none", "RA-028", "{side} draws no command card this time."),
    "gains time": _gains_time,
    "holds planet": _holds_planet,
    "clear sector": _clear_sector,
}
"""The teller of each kind of event; it takes the table and the rest of the event."""
