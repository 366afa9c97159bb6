"""The duel on the map: a ragged rim, terrain, footprints of seven hexes, hands, pools, piles, reach and
sight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from missions.battles.board.grid import centre, grid
from missions.battles.board.reader import Plain
from missions.battles.board.scene import (
    Area,
    Card,
    Cell,
    Clock,
    Divide,
    Exit,
    Feature,
    Gauge,
    Hand,
    Mark,
    Offer,
    Pile,
    Pool,
    Reach,
    Scene,
    Sightline,
    Token,
    Trace,
)
from missions.battles.board.style import LegendLine, Sample, Style
from missions.battles.board.words import at_least
from missions.battles.engine.contract import NO_UNIT, Choice, Event, Order, View
from missions.battles.engine.footprints import covered, gap, in_sight
from missions.battles.engine.hexes import STEPS, bit, exact
from missions.battles.engine.walks import unpack
from tests.battles.engine.card_duel import orders
from tests.battles.engine.card_duel.state import (
    BLOCKED,
    COLUMNS,
    DEBRIS,
    KINDS,
    MAP,
    ROCKS,
    ROWS,
    SIDES,
    STARS,
)

GRID = grid(COLUMNS, ROWS, ragged=True)
PHASE_NAMES = ("Bidding", "Acting")
ROCK = '<path d="M-20 6L-10 -16L8 -20L21 -4L14 16L-8 20Z"/>'
WRECK = '<path d="M-16 -4l8 -8l6 10zM4 6l12 -10l4 14zM-8 12l10 4l-6 6z"/>'
STYLE = Style(
    colours=("scum", "info"),
    bodies={
        (0, "ark"): '<path d="M26 0L0 -20H-24V20H0Z"/>',
        (1, "ark"): '<circle r="23"/>',
        (0, "skiff"): '<path d="M20 0L-14 -15V15Z"/>',
        (1, "skiff"): '<circle r="16"/>',
    },
    signs={"star": '<path d="M0 -9l2.6 6h6.4l-5 4.2l2 6.8l-6 -4l-6 4l2 -6.8l-5 -4.2h6.4Z"/>'},
    emblems=("skiff", "skiff"),
    legend=(
        LegendLine("Pointed is Sun", (Sample(0, "skiff"), Sample(0, "ark"))),
        LegendLine("Round is Moon", (Sample(1, "skiff"), Sample(1, "ark"))),
        LegendLine("Stars of a side", sign="star"),
        LegendLine("Rock: nothing enters it or sees through it", terrain="rock"),
        LegendLine("Debris: a die for each", terrain="debris"),
    ),
    terrain={"rock": ROCK, "debris": WRECK},
    faces={
        ("symbol", face): f'<path class="df" d="{path}"/>'
        for face, path in enumerate(
            (
                "M12 6a6 6 0 1 0 .1 0Z",
                "M12 5l7 13H5Z",
                "M6 6h12v12H6Z",
                "M12 4v16M4 12h16M6 6l12 12M18 6L6 18",
            ),
            1,
        )
    },
)


def _unit(view: View, unit: int) -> dict[str, Any]:
    return view["units"][unit]  # type: ignore[no-any-return]


def _places(facts: dict[str, Any]) -> tuple[int, ...]:
    return tuple(MAP.places[name] for name in facts["hexes"])


class DuelReader(Plain):
    """The duel as a `BoardReader`."""

    def scene(self, view: View, acting: Collection[int]) -> Scene:
        phase = 0 if view["phase"] == "bidding" else 1
        return Scene(
            grid=GRID,
            tokens=tuple(_token(view, unit, unit in acting) for unit in range(len(view["units"]))),
            clock=Clock(
                view["turn"], view["turns"], PHASE_NAMES, phase, view["side"], view["outcome"] is not None
            ),
            name="Duel at the rocks",
            brief="Two arks, a few skiffs, and cards that nobody shows.",
            rules=("D-1",),
            facts=tuple(
                (f"Hull of {side}", str(_hull(view, number)), "D-8") for number, side in enumerate(SIDES)
            ),
            exits=(Exit("north", "the way home"),),
            areas=(
                Area(tuple(line.ids[0] for line in GRID.lines), "Sun’s edge", "Sun", side=0, filled=True),
                Area(tuple(line.ids[-1] for line in GRID.lines), "Moon’s edge", side=1),
            ),
            divides=(Divide((centre(5, 0), centre(5, ROWS - 1)), "The middle of the map"),),
            features=(
                Feature(tuple(MAP.labels[rock] for rock in sorted(ROCKS)), "rock", "rock", edge=True),
                Feature(tuple(MAP.labels[each] for each in DEBRIS), "debris", "debris", "bad", "8+"),
            ),
            hands=tuple(_hands(view)),
            pools=tuple(
                Pool(f"Stars of {side}", view["stars"][number], number, symbol="star", rule="D-3")
                for number, side in enumerate(SIDES)
            ),
            piles=(
                Pile("Cards to draw", view["deck"]),
                Pile("Laid aside", len(view["laid"]), ", ".join(map(str, view["laid"][-3:]))),
            ),
        )

    def offers(self, view: View, unit: int, choices: Sequence[Choice]) -> list[Offer]:
        return [_offer(view, unit, choice) for choice in choices]

    def order_sentence(self, view: View, order: Order) -> tuple[str, str]:
        unit, choice = order
        who = "Your side" if unit == NO_UNIT else _unit(view, unit)["label"]
        return f"{who}: {_offer(view, unit, choice).text}.", "D-3"

    def stepwise(self, view: View, unit: int) -> bool:
        return True

    def prompt(self, view: View) -> str:
        return "Lay a card face down."

    def hint(self, view: View) -> str:
        return "Lay a high card {D-1}." if view["turn"] == 1 else ""

    def sights(self, view: View, unit: int, offer: Offer) -> list[str]:
        return []

    def reach(self, view: View, unit: int, chosen: Offer | None) -> Reach | None:
        facts = _unit(view, unit)
        if not facts["hexes"]:
            return None
        place = chosen.place if chosen is not None and chosen.end else facts["hexes"][0]
        kind = KINDS[facts["kind"]]
        hexes = covered(MAP.places[place], kind.footprint)
        enemies = [each for each in view["units"] if each["side"] != facts["side"] and each["hexes"]]
        return Reach(
            place,
            cells=tuple(
                Cell(MAP.labels[hex_], 2 if in_sight(hexes, (hex_,), kind.reach, BLOCKED) else 0)
                for hex_ in MAP.cells
                if hex_ not in hexes and gap(hexes, (hex_,)) <= kind.reach
            ),
            lines=tuple(_sightline(place, _places(each), kind.reach) for each in enemies),
        )

    def profile(self, view: View, unit: int) -> list[tuple[str, str]]:
        kind = KINDS[_unit(view, unit)["kind"]]
        return [("Move", str(kind.move)), ("Dice", str(kind.dice)), ("Reach", str(kind.reach))]

    def weapons(self, view: View, unit: int) -> list[tuple[str, str]]:
        return []

    def leader(self, view: View, unit: int) -> int | None:
        """The people of a side lead their units together."""
        return None

    def traces(self, view: View, events: Sequence[Event]) -> list[Trace]:
        return [
            Trace("move", centre(*MAP.offset(event[2])), centre(*MAP.offset(event[3])))
            for event in events
            if event[0] == "move"
        ]

    def rolled_for(self, view: View, events: Sequence[Event], given: int) -> str:
        words = {"volley": "the shot", "debris": "the debris", "tie": "the tie"}
        for event in events:
            given -= sum(len(part) for part in event[1:] if isinstance(part, bytes))
            if given < 0:
                return words.get(event[0], "")
        return ""

    goal = staticmethod(at_least)

    def place_id(self, view: View, place: int) -> str:
        return MAP.labels[place]


def _hull(view: View, side: int) -> int:
    return sum(unit["hull"] for unit in view["units"] if unit["side"] == side)


def _token(view: View, unit: int, may_act: bool) -> Token:
    facts = _unit(view, unit)
    most, hexes = KINDS[facts["kind"]].hull, tuple(facts["hexes"])
    where = f"at {hexes[0]}" if hexes else "lost"
    return Token(
        unit=unit,
        label=facts["label"],
        name=facts["kind"],
        side=facts["side"],
        kind=facts["kind"],
        place=hexes[0] if hexes else "",
        covers=hexes if len(hexes) > 1 else (),
        words=f"{facts['label']}, {facts['kind']} of {SIDES[facts['side']]}: hull {facts['hull']}, {where}",
        may_act=may_act,
        gauges=(Gauge("solid", facts["hull"], most),),
        plate=str(facts["hull"]),
        strength=f"{facts['hull']}/{most}",
        cargo=str(facts["seat"] + 1),
        marks=(Mark("A", "an ark"),) if facts["kind"] == "ark" else (),
        status="" if hexes else "lost",
        gone=not hexes,
    )


def _hands(view: View) -> Iterator[Hand]:
    """The reader's own cards; of all others their number."""
    for seat, count in enumerate(view["cards"]):
        if seat == view["seat"]:
            known = sorted({*view["hand"]})
            cards = tuple(
                Card(c, str(c), "Guards" * (c % 2 == 0), number=view["hand"].count(c)) for c in known
            )
            yield Hand(seat, "Your hand", cards, count - len(view["hand"]))
        else:
            yield Hand(seat, f"Hand {seat + 1}", hidden=count)


def _offer(view: View, unit: int, choice: Choice) -> Offer:
    kind, group = orders.kind_of(choice), orders.NAMES.get(orders.kind_of(choice), "Bid")
    if kind == orders.MOVE:
        path = _walked(_unit(view, unit), choice >> 4)
        text = f"move to {path[-1]} in {len(path)} steps"
        return Offer(choice, group, "", text, path[-1], end=True, path=tuple(path))
    if kind == orders.FIRE:
        target, card, paid = orders.fire_parts(choice)
        facts = _unit(view, target)
        text = f"fire at {facts['label']}, card {card or 'none'}, {paid} stars"
        return Offer(choice, group, "", text, facts["hexes"][0], target=target)
    cards = orders.bid_cards(choice) if kind == orders.BID else [choice >> 4] * (kind == orders.GUARD)
    return Offer(choice, group, "", " ".join([group.lower(), *map(str, cards)]), weighed=kind == orders.ROLL)


def _walked(facts: dict[str, Any], path: int) -> list[str]:
    place, found = MAP.places[facts["hexes"][0]], []
    for direction in unpack(path):
        place += STEPS[direction]
        found.append(MAP.labels[place])
    return found


def _sightline(start: str, target: tuple[int, ...], reach: int) -> Sightline:
    here = MAP.places[start]
    end = min(target, key=lambda place: gap((here,), (place,)))
    through = exact(end - here).through
    cut = tuple(MAP.labels[rock] for rock in sorted(ROCKS) if through & bit(rock - here))
    return Sightline(MAP.labels[end], in_sight((here,), target, reach, BLOCKED), cut)


__all__ = ["STARS", "STYLE", "DuelReader"]
