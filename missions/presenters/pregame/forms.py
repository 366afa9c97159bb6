"""The questions of a mission's preparation as forms: one form, one order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from missions.presenters.game.page import FleetBadge, Fleets
from missions.presenters.pregame.page import DRAWN, TableCard, called, table_card
from missions.rules.assets.text import asset_words
from missions.rules.content.briefing import briefings
from missions.rules.content.mission_data import Mission, assets, missions
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.waiting import What
from missions.rules.pregame.eligibility import MissionOffer
from missions.rules.pregame.pending import Asked
from missions.rules.pregame.state import PregameStage
from missions.rules.views import GameView
from rosters.catalogue import UpgradeCard
from rosters.rules.squadrons.types import TYPE_NAMES
from rosters.rules.state import AssetState, FleetState

Kind = Literal["cards", "missions", "numbers", "select", "places", "ships"]
Typed = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `reasons` say why it is greyed, each with its rule; `card` shows a squadron."""

    value: str
    label: str
    detail: str = ""
    checked: bool = False
    card: TableCard | None = None
    reasons: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """`many`: any number of answers, else one."""

    name: str
    legend: str
    kind: Kind
    options: tuple[Option, ...]
    many: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """An asset on the roster, with what it does; `closed` says why it cannot be committed."""

    name: str
    rank: str
    summary: str
    rule: str
    closed: str


@dataclass(frozen=True, slots=True)
class PregameForm:
    """`doing` is the last part of the address it posts to. `passing` labels the second button, which posts to
    `pass_to`, "" for none. `mine`: the reader plays that side."""

    fleet: FleetBadge
    doing: str
    title: str
    text: str
    rule: str
    button: str
    symbol: str
    fields: tuple[Field, ...] = ()
    hand: tuple[Hand, ...] = ()
    seen: TableCard | None = None
    passing: str = ""
    pass_to: str = ""
    nonce: bool = False

    @property
    def mine(self) -> bool:
        return self.fleet.mine

    @property
    def id(self) -> str:
        """The form's id on the page; the bar at the foot submits the reader's own."""
        return "pregame-form" if self.mine else f"pregame-form-{self.fleet.side}"


# Title, text, rule, button, symbol and address of each question.
WORDS: dict[What, tuple[str, str, str, str, str, str]] = {
    "ready": (
        "Are you ready?",
        "All chance of this game comes from a sealed secret of the server and a text from each side, so that "
        "both can check it afterwards.",
        "CR-079",
        "Ready",
        "check",
        "ready",
    ),
    "rest": (
        "Which squadrons rest?",
        "They stay out of this game. Tick {most}, or none if all of them fly.",
        "CR-071",
        "Keep it so",
        "check",
        "rest",
    ),
    "squadron": (
        "Draw your mission squadron",
        "One of these is drawn at random, and its type decides which missions you can choose. Leave at least "
        "two in the deck, one of them STANDARD or RECON.",
        "CR-072",
        "Draw",
        "draw",
        "squadron",
    ),
    "mission": (
        "Choose the mission",
        "What the Drawn Squadron and both fleets allow is open; the others say why they are not.",
        "CR-073",
        "Play this mission",
        "check",
        "mission",
    ),
    "strength": (
        "How many squadrons do you field?",
        "They are drawn at random, face down.",
        "CR-074",
        "Field this many",
        "squadron",
        "strength",
    ),
    "commit": (
        "Commit your assets",
        "None, one or two, in the order in which they shall act. What you commit is used up. Neither side "
        "sees the other’s choice before both are made.",
        "CR-076",
        "Commit",
        "lock",
        "commit",
    ),
    "exchange": (
        "Fleet Intelligence: exchange a squadron?",
        "You have seen what the opponent brings. You may exchange one of your face-down squadrons for "
        "another of its type.",
        "CR-084",
        "Exchange",
        "redo",
        "exchange",
    ),
    "look": (
        "Disrupted Command Structure: look at a card",
        "Choose one of the opponent’s face-down squadrons.",
        "CR-084",
        "Look at it",
        "eye",
        "look",
    ),
    "swap": (
        "Disrupted Command Structure: have it swapped?",
        "You looked at this squadron. It can be swapped for a random other of its type, or of the next "
        "lighter type that is left. Where none of these is left, it stays.",
        "CR-084",
        "Have it swapped",
        "redo",
        "swap",
    ),
    "supplies": (
        "Additional Supplies: load munitions",
        "They fell on squadron {card}: one free mine, bomb, missile or torpedo for each ship with a fitting "
        "slot. They go to your inventory after the game.",
        "CR-086",
        "Load these",
        "buy",
        "supplies",
    ),
    "nominate": (
        "Nominate a ship in secret",
        "You can take it back until your opponent goes on. Your opponent learns which one it is when the "
        "battle is over.",
        "CR-091",
        "Nominate",
        "hidden",
        "nominate",
    ),
    "go_on": (
        "{chose}",
        "The other side can take that back until you go on. Then {then}.",
        "CR-070",
        "Go on",
        "check",
        "go-on",
    ),
}
PASSING: dict[What, tuple[str, str]] = {
    "exchange": ("Keep my squadrons", "pass"),
    "look": ("Look at none", "pass"),
    "swap": ("Leave it", "pass"),
    "supplies": ("Take none", "pass"),
}
# What going on leads to, by the stage in which the other side chose.
AFTERWARDS: dict[PregameStage, str] = {
    "commit": "both commitments open, and what was committed acts",
    "effects": "the next asset acts, or the squadrons are turned over",
    "supplies": "the next asset acts, or play begins",
    "nominate": "play begins",
}

NO_EXCHANGE = (
    "You have seen what the opponent brings. None of your other squadrons can come for one that lies face "
    "down."
)
NO_EXCHANGE_FOR = "Only its owner sees the face-down squadrons and can exchange one."


def pregame_form(
    asked: Asked,
    view: GameView,
    fleets: Fleets,
    rosters: Mapping[SideName, FleetState],
    typed: Typed | None = None,
) -> PregameForm:
    """The form of a question. `typed` is what was posted before and was not accepted."""
    title, text, rule, button, symbol, doing = WORDS[asked.what]
    passing, pass_to = PASSING.get(asked.what, ("", ""))
    fleet, roster = fleets[asked.side], rosters[asked.side]
    if asked.what == "exchange" and not asked.exchange:
        text = NO_EXCHANGE if fleet.mine else NO_EXCHANGE_FOR
        button, symbol, doing = passing, "check", pass_to
        passing = pass_to = ""
    return PregameForm(
        fleet=fleet,
        doing=doing,
        title=title.format(chose=_chosen(asked, view)),
        text=text.format(
            most="one" if asked.most == 1 else f"up to {asked.most}",
            card=asked.supplied,
            then=AFTERWARDS.get(view.pregame.stage, "") if view.pregame else "",
        ),
        rule=rule,
        button=button,
        symbol=symbol,
        fields=_fields(asked, view, rosters, typed or {}),
        hand=tuple(_hand(asked, each) for each in asked.assets),
        seen=_seen(asked, view, rosters),
        passing=passing,
        pass_to=pass_to,
        nonce=asked.what == "ready" and bool(roster),
    )


def _chosen(asked: Asked, view: GameView) -> str:
    """What the other side did, so that the reader goes on."""
    if asked.chose:
        return f"{asked.chose}: the other side has chosen"
    committed = view.pregame is not None and view.pregame.stage == "commit"
    return "The other side has committed" if committed else "The other side has nominated a ship"


def _seen(asked: Asked, view: GameView, rosters: Mapping[SideName, FleetState]) -> TableCard | None:
    """The card that a question is about: the opponent's that was looked at, the own Drawn Squadron."""
    if asked.seen:
        return table_card(rosters[other(asked.side)], asked.seen)
    if asked.what == "mission" and view.pregame and view.pregame.drawn:
        return table_card(rosters[asked.side], view.pregame.drawn, DRAWN)
    return None


def _fields(
    asked: Asked, view: GameView, rosters: Mapping[SideName, FleetState], typed: Typed
) -> tuple[Field, ...]:
    own = rosters[asked.side]
    match asked.what:
        case "rest":
            return (_cards("cards", "Squadrons that may rest", own, asked.rest, typed, many=True),)
        case "squadron":
            return (_cards("deck", "The deck", own, asked.deck, typed, many=True, chosen=True),)
        case "mission":
            return (_missions(asked, typed),)
        case "strength":
            return (_numbers(asked, typed),)
        case "commit":
            return _commits(asked, typed)
        case "exchange":
            return _exchange(asked, own, typed)
        case "look":
            return (_places(asked, view, typed),)
        case "supplies":
            return tuple(_munitions(view, ship, cards, typed) for ship, cards in asked.supplies.items())
        case "nominate":
            return (_ships(asked, view, typed),)
        case _:
            return ()


def _cards(
    name: str,
    legend: str,
    fleet: FleetState,
    cards: Mapping[int, object] | tuple[int, ...],
    typed: Typed,
    *,
    many: bool = False,
    chosen: bool = False,
) -> Field:
    """Squadrons to tick; `chosen`: all are ticked until something was posted."""
    options = tuple(
        Option(
            str(card),
            f"Squadron {card}",
            checked=str(card) in typed.get(name, ()) if typed else chosen,
            card=table_card(fleet, card),
        )
        for card in cards
    )
    return Field(name, legend, "cards", options, many)


def _missions(asked: Asked, typed: Typed) -> Field:
    """Missions to choose from, those first that are open."""
    listed = sorted(asked.missions, key=lambda each: not each.open)
    options = tuple(_mission(each, typed) for each in listed)
    return Field("mission", "Missions", "missions", options)


def _mission(offer: MissionOffer, typed: Typed) -> Option:
    mission = offer.mission
    reasons = tuple((each.message, each.rule) for each in offer.reasons)
    return Option(
        str(mission.number),
        f"{mission.number}. {mission.name}",
        briefings()[mission.number].story,
        checked=str(mission.number) in typed.get("mission", ()) and offer.open,
        reasons=reasons,
        facts=mission_facts(mission) if offer.open else (),
    )


def mission_facts(mission: Mission) -> tuple[str, ...]:
    """The mission in a few figures: what each side fields, and on what table."""
    return (
        *(f"{'You' if side == 'active' else 'They'} field {_strength(mission, side)}" for side in SIDES),
        f"{mission.table[0]}' × {mission.table[1]}' table, {mission.obstacles} obstacles",
    )


def _strength(mission: Mission, side: SideName) -> str:
    brief = mission.sides[side]
    least, most = brief.strength
    number = str(least) if least == most else f"{least} to {most}"
    if mission.reserve:
        number += ", then more"
    if not brief.pool:
        return "the Drawn Squadron alone"
    kinds = "any type" if len(brief.pool) > 2 else " or ".join(TYPE_NAMES[each] for each in brief.pool)
    return f"{number} ({kinds})"


def _numbers(asked: Asked, typed: Typed) -> Field:
    counted = "the Drawn Squadron counts" if asked.side == "active" else ""
    options = tuple(
        Option(str(number), str(number), checked=str(number) in typed.get("number", ()))
        for number in range(asked.least, asked.most + 1)
    )
    return Field("number", f"Squadrons{f' ({counted})' if counted else ''}", "numbers", options)


def _commits(asked: Asked, typed: Typed) -> tuple[Field, ...]:
    usable = [each for each in asked.assets if each.id in asked.usable]
    first = "First" if len(usable) > 1 else "Asset"
    return tuple(
        Field(name, legend, "select", _asset_options(usable, typed.get(name, [])))
        for name, legend in (("first", first), ("second", "Second"))[: len(usable)]
    )


def _asset_options(usable: list[AssetState], chosen: list[str]) -> tuple[Option, ...]:
    none = Option("", "No asset")
    return (none, *(Option(str(a.id), f"{a.rank}: {a.name}", checked=str(a.id) in chosen) for a in usable))


def _hand(asked: Asked, asset: AssetState) -> Hand:
    found = next(kind for kind in assets() if kind == asset.kind)
    words = asset_words()[found]
    closed = "" if asset.id in asked.usable else f"Works against {asset.target_name} only."
    return Hand(asset.name, asset.rank, words.reminder, words.rule, closed)


def _exchange(asked: Asked, own: FleetState, typed: Typed) -> tuple[Field, ...]:
    """One field for both cards, as "give:take"."""
    options = tuple(
        Option(
            f"{give}:{take}",
            f"Give squadron {give} for squadron {take}",
            checked=f"{give}:{take}" in typed.get("exchange", ()),
            card=table_card(own, take, f"for your {give}"),
        )
        for give, takes in asked.exchange.items()
        for take in takes
    )
    return (Field("exchange", "Exchange", "cards", options),) if options else ()


def _places(asked: Asked, view: GameView, typed: Typed) -> Field:
    options = tuple(
        Option(str(place), _place(asked, view, place), checked=str(place) in typed.get("place", ()))
        for place in range(asked.places)
    )
    return Field("place", "The opponent’s cards", "places", options)


def _place(asked: Asked, view: GameView, place: int) -> str:
    """What a card of the opponent is called: the Drawn Squadron is known by its type."""
    if place == 0 and asked.side == "opposing" and view.pregame and view.pregame.drawn_type:
        return f"{DRAWN} ({TYPE_NAMES[view.pregame.drawn_type]})"
    return f"Card {place + 1}"


def _munitions(view: GameView, ship: int, cards: tuple[UpgradeCard, ...], typed: Typed) -> Field:
    name = f"munition-{ship}"
    chosen = typed.get(name, [])
    options = tuple(
        Option(each.id, f"{each.name} ({each.slot})", checked=each.id in chosen) for each in cards
    )
    facts = view.ships[ship]
    return Field(name, f"{facts.name}, {facts.model}", "select", (Option("", "No munition"), *options))


def _ships(asked: Asked, view: GameView, typed: Typed) -> Field:
    mission = missions()[view.pregame.mission] if view.pregame else None
    options = tuple(
        Option(
            str(number),
            called(view, number),
            f"{view.ships[number].model}, {view.ships[number].points} points",
            checked=str(number) in typed.get("ship", ()),
        )
        for number in asked.nominees
    )
    return Field("ship", f"The {mission.key_ship if mission else 'key ship'}", "ships", options)
