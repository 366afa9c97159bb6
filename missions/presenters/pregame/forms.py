"""The questions of a mission's preparation as forms: one form, one order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Literal

from league.kernel.decision import Order
from league.rules.phrases import TYPE_NAMES, join_words
from missions.presenters.game.page import FleetBadge, Fleets
from missions.presenters.pregame.page import DRAWN, TableCard, ship_called, table_card
from missions.rules.assets.text import asset_words
from missions.rules.content.briefing import briefings
from missions.rules.content.mission_data import Mission, assets, missions
from missions.rules.game.secrets import GameView
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.pregame.eligibility import MissionOffer
from missions.rules.pregame.orders.classes import ChooseStrength, RestSquadrons
from missions.rules.pregame.pending import PendingQuestion
from missions.rules.pregame.questions import (
    Answers,
    Assets,
    Exchanges,
    GoingOn,
    LookedAt,
    Missions,
    Munitions,
    NothingToChoose,
    Places,
    Ships,
    Squadrons,
    Strength,
)
from missions.rules.pregame.stage_words import STAGE_WORDS
from rosters.catalogue import UpgradeCard
from rosters.rules.state import AssetState, FleetState

Kind = Literal["cards", "missions", "numbers", "select", "places", "ships", "assets"]
Typed = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `reasons` say why it is greyed, each with its rule; `card` shows a squadron, `rank` an
    asset's playing card with its `rule`. `choice` is what the form's button calls it.
    `alone`: the answer goes with no other."""

    value: str
    label: str
    detail: str = ""
    checked: bool = False
    card: TableCard | None = None
    reasons: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    rank: str = ""
    rule: str = ""
    choice: str = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """`many`: any number of answers, else one."""

    name: str
    legend: str
    kind: Kind
    options: tuple[Option, ...]
    many: bool = False

    @property
    def open_options(self) -> list[Option]:
        """The answers that can be given."""
        return [each for each in self.options if not each.reasons]

    @property
    def closed_options(self) -> list[Option]:
        """The answers that cannot be given now, each with its reasons."""
        return [each for each in self.options if each.reasons]


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
    `pass_to`, "" for none. `mine`: the reader plays that side.

    `naming` is the label of its button once something is chosen, with {choice} for it ("Commit {choice}"; "":
    the label never changes). Until then the button is off.
    """

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
    naming: str = ""

    @property
    def mine(self) -> bool:
        return self.fleet.mine

    @property
    def id(self) -> str:
        """The form's id on the page; the bar at the foot submits the reader's own."""
        return "pregame-form" if self.mine else f"pregame-form-{self.fleet.side}"


NAMING: dict[str, str] = {
    "rest": "Rest {choice}",
    "mission": "Play {choice}",
    "strength": "Field {choice}",
    "commit": "Commit {choice}",
    "exchange": "{choice}",
    "look": "Look at {choice}",
    "nominate": "Nominate {choice}",
}
"""Labels of the buttons that name what is chosen, by question."""
DECK = "One of these is drawn at random. Leave at least two in the deck, one of them STANDARD or RECON."
ONLY_SQUADRON = "Your only squadron is drawn."
NO_ASSET = "No asset"
LET_GO = "pass"
"""Last part of the address that lets an asset go."""


def pregame_form(
    pending: PendingQuestion,
    view: GameView,
    fleets: Fleets,
    rosters: Mapping[SideName, FleetState],
    typed: Typed | None = None,
) -> PregameForm:
    """The form of a question. `typed` is what was posted before and was not accepted."""
    question, answers = pending.question, pending.answers
    fleet, roster = fleets[pending.side], rosters[pending.side]
    form = PregameForm(
        fleet=fleet,
        doing=question.address,
        title=question.title.format(chose=_chosen(answers, view)),
        text=question.text.format(fielded=_fielded(pending, view, fleets), **_figures(answers, view)),
        rule=question.rule,
        button=question.button,
        symbol=question.icon,
        fields=_fields(pending, view, rosters, typed or {}),
        hand=_unusable(answers) if isinstance(answers, Assets) else (),
        seen=_seen(pending, view, rosters),
        passing=question.passing,
        pass_to=LET_GO if question.passing else "",
        nonce=question.id == "ready" and bool(roster),
    )
    if isinstance(answers, Assets) and not answers.most:
        form = replace(form, button="Commit no asset")
    if form.fields and question.id in NAMING:
        form = replace(form, naming=NAMING[question.id])
    return _only_passing(form, answers.text) if isinstance(answers, NothingToChoose) else form


def _only_passing(form: PregameForm, text: str) -> PregameForm:
    """The form with one button, which lets the asset go."""
    return replace(form, text=text, button=form.passing, symbol="check", doing=LET_GO, passing="", pass_to="")


def _figures(answers: Answers, view: GameView) -> dict[str, object]:
    """Values for the braces in the texts of questions."""
    most = answers.most if isinstance(answers, Squadrons) else 0
    return {
        "most": "one" if most == 1 else f"up to {most}",
        "deck": ONLY_SQUADRON if isinstance(answers, Squadrons) and len(answers.cards) == 1 else DECK,
        "assets": _may_commit(answers) if isinstance(answers, Assets) else "",
        "card": answers.card if isinstance(answers, Munitions) else 0,
        "then": STAGE_WORDS[view.pregame.stage].afterwards if view.pregame else "",
    }


def _fielded(pending: PendingQuestion, view: GameView, fleets: Fleets) -> str:
    """Sentence on the other side's number of squadrons, for the side that is asked for its own (CR-074)."""
    against = other(pending.side)
    if not isinstance(pending.answers, Strength) or view.pregame is None:
        return ""
    number = view.pregame.strengths.get(against, 0)
    return f"{fleets[against].name} fields {squadrons_of(number)}. " if number else ""


def squadrons_of(number: int) -> str:
    """A number of squadrons in words."""
    return f"{number} squadron{'' if number == 1 else 's'}"


def said_after(order: Order, otherwise: str) -> str:
    """The message after a choice: what was chosen, where everybody may know it."""
    match order:
        case ChooseStrength(number=number):
            return f"It is settled: {squadrons_of(number)} will be drawn."
        case RestSquadrons(cards=()):
            return "It is settled: nobody rests."
        case RestSquadrons(cards=(card,)):
            return f"It is settled: squadron {card} rests."
        case RestSquadrons(cards=cards):
            return f"It is settled: squadrons {join_words(map(str, sorted(cards)))} rest."
    return otherwise


def _may_commit(answers: Assets) -> str:
    """Sentence on the assets that may be committed."""
    if answers.most == 1:
        [only] = (each.name for each in answers.held if each.id in answers.usable)
        return f"Commit {only}, or keep it."
    return (
        "Commit up to two, which act in your order, or keep them."
        if answers.most
        else "None of them helps now."
    )


def _chosen(answers: Answers, view: GameView) -> str:
    """Sentence about the other side's choice, for the side that goes on."""
    if isinstance(answers, GoingOn) and answers.after:
        return f"{answers.after}: the other side has chosen"
    committed = view.pregame is not None and view.pregame.stage == "commit"
    return "The other side has committed" if committed else "The other side has nominated a ship"


def _seen(
    pending: PendingQuestion, view: GameView, rosters: Mapping[SideName, FleetState]
) -> TableCard | None:
    """The card that a question is about: the opponent's that was looked at, the own Drawn Squadron."""
    if isinstance(pending.answers, LookedAt) and pending.answers.card:
        return table_card(rosters[other(pending.side)], pending.answers.card)
    if isinstance(pending.answers, Missions) and view.pregame and view.pregame.drawn:
        return table_card(rosters[pending.side], view.pregame.drawn, DRAWN)
    return None


def _fields(
    pending: PendingQuestion, view: GameView, rosters: Mapping[SideName, FleetState], typed: Typed
) -> tuple[Field, ...]:
    own = rosters[pending.side]
    match pending.answers:
        case Squadrons() as answers:
            field = _cards(answers, own, typed)
            return (_or_nobody(field, typed) if pending.question.id == "rest" else field,)
        case Missions(offers):
            return (_missions(offers, typed),)
        case Strength(least, most):
            return (_numbers(pending.side, least, most, typed),)
        case Assets() as answers:
            return _commits(answers, typed)
        case Exchanges(pairs):
            return _exchange(pairs, own, typed)
        case Places(count):
            return (_places(pending.side, count, view, typed),)
        case Munitions(by_ship=by_ship):
            return tuple(_munitions(view, ship, cards, typed) for ship, cards in by_ship.items())
        case Ships(numbers):
            return (_ships(numbers, view, typed),)
        case _:
            return ()


def _cards(answers: Squadrons, fleet: FleetState, typed: Typed) -> Field:
    """Squadrons to tick."""
    options = tuple(
        Option(
            str(card),
            f"Squadron {card}",
            checked=str(card) in typed.get(answers.name, ()) if typed else answers.ticked,
            card=table_card(fleet, card),
            choice=f"squadron {card}",
        )
        for card in answers.cards
    )
    return Field(answers.name, answers.legend, "cards", options, many=True)


def _or_nobody(field: Field, typed: Typed) -> Field:
    """The field with a card of its own for nobody, which goes with no other. It is chosen to begin with: the
    card stands first, where everybody sees it."""
    chosen = not typed or typed.get(field.name, []) == [""]
    detail = "All squadrons stay in the draw."
    nobody = Option("", "Nobody rests", detail, checked=chosen, choice="nobody", alone=True)
    return replace(field, options=(nobody, *field.options))


def _missions(offers: tuple[MissionOffer, ...], typed: Typed) -> Field:
    """Missions to choose from, those first that are open."""
    listed = sorted(offers, key=lambda each: not each.open)
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
        choice=mission.name,
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


def _numbers(side: SideName, least: int, most: int, typed: Typed) -> Field:
    counted = "the Drawn Squadron counts" if side == "active" else ""
    options = tuple(
        Option(
            str(number),
            str(number),
            checked=str(number) in typed.get("number", ()),
            choice=f"{number} squadron{'s' if number > 1 else ''}",
        )
        for number in range(least, most + 1)
    )
    return Field("number", f"Squadrons{f' ({counted})' if counted else ''}", "numbers", options)


def _commits(answers: Assets, typed: Typed) -> tuple[Field, ...]:
    """The asset that acts first, as cards, then others from lists, as many as may be committed. Nothing is
    chosen beforehand: to commit none is a choice of its own."""
    if not answers.most:
        return ()
    chosen = typed.get("assets", [])
    usable = [each for each in answers.held if each.id in answers.usable]
    first = Field(
        "assets",
        "The first to act" if answers.most > 1 else "Asset",
        "assets",
        (
            *(_asset_card(answers, each, chosen[:1]) for each in answers.held),
            Option(
                "", NO_ASSET, "Keep them all for later games.", checked=chosen[:1] == [""], choice="no asset"
            ),
        ),
    )
    more = zip(range(1, answers.most), chain(chosen[1:], repeat("")), strict=False)
    return (first, *(Field("assets", LATER[at], "select", _later(usable, value)) for at, value in more))


LATER = ("", "Then", "Third", "Fourth")


def _asset_card(answers: Assets, asset: AssetState, chosen: list[str]) -> Option:
    shown = _hand(answers, asset)
    return Option(
        str(asset.id),
        asset.name,
        shown.summary,
        checked=str(asset.id) in chosen,
        reasons=((shown.closed, ""),) if shown.closed else (),
        rank=asset.rank,
        rule=shown.rule,
        choice=asset.name,
    )


def _later(usable: list[AssetState], chosen: str) -> tuple[Option, ...]:
    """A second asset; by itself none."""
    options = (
        Option(str(each.id), f"{each.rank}: {each.name}", checked=str(each.id) == chosen, choice=each.name)
        for each in usable
    )
    return (Option("", "No other asset"), *options)


def _unusable(answers: Assets) -> tuple[Hand, ...]:
    """Every asset, if none can be committed; otherwise they are among the answers."""
    return () if answers.most else tuple(_hand(answers, each) for each in answers.held)


def _hand(answers: Assets, asset: AssetState) -> Hand:
    found = next(kind for kind in assets() if kind == asset.kind)
    words = asset_words()[found]
    closed = "" if asset.id in answers.usable else f"Works against {asset.target_name} only."
    return Hand(asset.name, asset.rank, words.reminder, words.rule, closed)


def _exchange(pairs: Mapping[int, tuple[int, ...]], own: FleetState, typed: Typed) -> tuple[Field, ...]:
    """One field for both cards."""
    options = tuple(
        Option(
            f"{give}:{take}",
            f"Give squadron {give} for squadron {take}",
            checked=f"{give}:{take}" in typed.get("give:take", ()),
            card=table_card(own, take, f"for your {give}"),
            choice=f"Give {give} for {take}",
        )
        for give, takes in pairs.items()
        for take in takes
    )
    return (Field("give:take", "Exchange", "cards", options),)


def _places(side: SideName, count: int, view: GameView, typed: Typed) -> Field:
    options = tuple(
        Option(
            str(place),
            _place(side, view, place),
            checked=str(place) in typed.get("place", ()),
            choice=_place(side, view, place),
        )
        for place in range(count)
    )
    return Field("place", "The opponent’s cards", "places", options)


def _place(side: SideName, view: GameView, place: int) -> str:
    """Label of an opponent's card: the Drawn Squadron is known by its type."""
    if place == 0 and side == "opposing" and view.pregame and view.pregame.drawn_type:
        return f"{DRAWN} ({TYPE_NAMES[view.pregame.drawn_type]})"
    return f"Card {place + 1}"


def _munitions(view: GameView, ship: int, cards: tuple[UpgradeCard, ...], typed: Typed) -> Field:
    name = f"munitions-{ship}"
    chosen = typed.get(name, [])
    options = tuple(
        Option(each.id, f"{each.name} ({each.slot})", checked=each.id in chosen) for each in cards
    )
    facts = view.ships[ship]
    return Field(name, f"{facts.name}, {facts.model}", "select", (Option("", "No munition"), *options))


def _ships(numbers: tuple[int, ...], view: GameView, typed: Typed) -> Field:
    mission = missions()[view.pregame.mission] if view.pregame else None
    options = tuple(
        Option(
            str(number),
            ship_called(view, number),
            f"{view.ships[number].model}, {view.ships[number].points} points",
            checked=str(number) in typed.get("ship", ()),
            choice=ship_called(view, number),
        )
        for number in numbers
    )
    return Field("ship", f"The {mission.key_ship if mission else 'key ship'}", "ships", options)
