"""The board page of a battle: map, orders, the order that is chosen, both forces, the log and the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from league.kernel.refusal import Refusal
from missions.battles.board.scene import Offer, Scene
from missions.battles.engine.contract import NO_UNIT, Odds
from missions.battles.engine.dice import DiceWanted, ScriptedDice
from missions.battles.presenters.board import markup, order_list
from missions.battles.presenters.board import odds as board_odds
from missions.battles.presenters.board.inputs import BoardAsked, BoardLinks
from missions.battles.presenters.board.log import LuckRow, log, luck_rows, news
from missions.battles.presenters.board.odds import OddsPanel
from missions.battles.presenters.board.order_list import OrderGroup
from missions.battles.presenters.board.sides import (
    Ending,
    SidePanel,
    UnitPanel,
    ending,
    first_words,
    phase_steps,
    ready,
    side_panel,
    turn_words,
    unit_panel,
)
from missions.battles.presenters.board.svg import Picked, board_svg
from missions.battles.systems.readers import READERS, Reader

FACES = frozenset("123456")
FILLING = tuple(range(1, 7)) * 200
"""Faces that stand in for dice not typed yet, to find out what those are rolled for."""


@dataclass(frozen=True, slots=True)
class ChosenOrder:
    """The order that waits to be confirmed. `dice_wanted` asks for typed faces; empty where none are."""

    unit: str
    choice: str
    sentence: str
    rule: str
    notation: str
    odds: OddsPanel | None
    sights: tuple[str, ...]
    """Enemies that it brings into the unit's arcs, as they stand now."""
    dice_wanted: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Everything the board's templates show. `seat_now` is the seat that gives orders on this screen."""

    title: str
    scenario: str
    brief: str
    rules: SafeString
    at: str
    status: str
    headline: str
    prompt: str
    note: str
    mine: bool
    seated: bool
    turn: str
    first: str
    phases: SafeString
    facts: SafeString
    svg: SafeString
    sides: tuple[SidePanel, ...]
    unit: UnitPanel | None
    unit_facts: SafeString
    ready: SafeString
    """Links to the units that may get an order, while none of them is selected."""
    groups: tuple[OrderGroup, ...]
    orders: SafeString
    """The same as markup."""
    chosen: ChosenOrder | None
    news: SafeString
    log: SafeString
    luck: tuple[LuckRow, ...]
    bot_says: str
    may_take_back: bool
    draw: str
    """"offer", "answer" (the other side has offered), "offered" (waiting for an answer) or ""."""
    ending: Ending | None
    faces: str
    refusal: Refusal | None
    links: BoardLinks
    legend: SafeString
    query: str
    """What the reader has picked, as the end of an address."""
    may_call_off: bool
    answers: bool
    """The computer is to answer; the page looks for it by itself."""


def board_page(asked: BoardAsked) -> BoardPage:
    """The page for one reader. Everything that could be hidden comes from that reader's view."""
    reader = READERS[asked.system.id]
    acting = _acting(asked)
    scene = reader.scene(asked.system.view_for(asked.state, asked.seat), asked.state, acting)
    awaited = asked.system.to_act(asked.state) if asked.status in ("running", "paused") else frozenset()
    mine = asked.seat in awaited and asked.status == "running"
    unit = _unit(asked, scene, acting, mine)
    offers = _offers(asked, reader, unit, acting, mine)
    chosen = next((offer for offer in offers if offer.choice == asked.choice), None)
    odds = _odds(asked, unit, offers, chosen)
    picked = _picked(asked, reader, scene, unit, offers, chosen, odds)
    groups = order_list.groups(unit, offers, chosen, odds, partial(reader.group_note, asked.state))
    panel = unit_panel(reader, asked.state, picked.token)
    return BoardPage(
        title=asked.title or scene.name,
        scenario=scene.name,
        brief=scene.brief,
        rules=markup.rule_links(scene.rules),
        at=str(asked.at),
        status=asked.status,
        headline=_headline(asked, awaited),
        prompt=_prompt(asked, reader, scene, unit, offers, mine),
        note=asked.note,
        mine=mine,
        seated=asked.seat is not None,
        turn=turn_words(scene.clock),
        first=first_words(scene.clock, asked.names),
        phases=markup.phase_list(phase_steps(scene.clock)),
        facts=markup.fact_list(scene),
        svg=board_svg(scene, picked, reader.traces(asked.state, asked.events), seat=asked.seat),
        sides=tuple(side_panel(scene, seat, asked.names, asked.seat, awaited) for seat in (0, 1)),
        unit=panel,
        unit_facts=markup.unit_facts(panel),
        ready=ready(scene) if mine and not offers else SafeString(""),
        groups=groups,
        orders=markup.order_list(groups),
        chosen=_chosen(asked, reader, unit, chosen, odds),
        news=news(asked.sentences),
        log=log(asked.sentences, asked.links.replay),
        luck=luck_rows(asked.luck, asked.names),
        bot_says=asked.bot_says,
        may_take_back=asked.may_take_back,
        draw=_draw(asked),
        ending=ending(
            asked.outcome,
            asked.names,
            None if asked.one_screen else asked.seat,
            called_off=asked.called_off,
        ),
        faces=asked.faces,
        refusal=asked.refusal,
        links=asked.links,
        legend=markup.legend(),
        query=_query(unit, chosen),
        may_call_off=asked.may_call_off,
        answers=asked.answers,
    )


# --- whose move it is, and what is picked -----------------------------------------------------------


def _acting(asked: BoardAsked) -> tuple[int, ...]:
    """The units that an order is awaited for, as far as the reader may know."""
    if asked.status != "running":
        return ()
    system, state = asked.system, asked.state
    seats = [seat for seat in system.to_act(state) if seat == asked.seat or not system.hidden]
    return tuple(unit for seat in seats for unit in system.legal_units(state, seat))


def _unit(asked: BoardAsked, scene: Scene, acting: Sequence[int], mine: bool) -> int | None:
    """The selected unit: the reader's pick, else the only one there is to order."""
    if mine and acting == (NO_UNIT,):
        return NO_UNIT
    if scene.token(asked.unit) is not None:
        return asked.unit
    return acting[0] if mine and len(acting) == 1 else None


def _offers(
    asked: BoardAsked, reader: Reader, unit: int | None, acting: Sequence[int], mine: bool
) -> list[Offer]:
    if not mine or unit is None or asked.seat is None or unit not in acting:
        return []
    return reader.offers(asked.state, unit, asked.system.legal_orders(asked.state, asked.seat, unit))


def _odds(
    asked: BoardAsked, unit: int | None, offers: Sequence[Offer], chosen: Offer | None
) -> dict[int, Odds]:
    """Exact odds of every shot, and of the chosen order if it rolls."""
    if unit is None or asked.seat is None:
        return {}
    wanted = [offer.choice for offer in offers if offer.target >= 0 or offer is chosen]
    found = ((choice, asked.system.odds(asked.state, asked.seat, (unit, choice))) for choice in wanted)
    return {choice: odds for choice, odds in found if odds is not None}


def _picked(
    asked: BoardAsked,
    reader: Reader,
    scene: Scene,
    unit: int | None,
    offers: Sequence[Offer],
    chosen: Offer | None,
    odds: dict[int, Odds],
) -> Picked:
    token = scene.token(unit)
    if token is None:
        return Picked(chosen=None)
    return Picked(
        token=token,
        arcs=reader.arcs(asked.state, token.unit),
        ends=[offer for offer in offers if offer.end],
        chosen=chosen,
        facings=[offer for offer in offers if chosen and offer.end and offer.place == chosen.place]
        if chosen and chosen.end
        else (),
        targets=order_list.best(offers, odds),
    )


def _chosen(
    asked: BoardAsked, reader: Reader, unit: int | None, chosen: Offer | None, odds: dict[int, Odds]
) -> ChosenOrder | None:
    if chosen is None or unit is None or asked.seat is None:
        return None
    order = (unit, chosen.choice)
    sentence, rule = reader.told(asked.state, order)
    own = odds.get(chosen.choice)
    return ChosenOrder(
        unit=str(unit),
        choice=str(chosen.choice),
        sentence=sentence,
        rule=rule,
        notation=asked.system.write(asked.state, order),
        odds=board_odds.panel(own) if own else None,
        sights=tuple(reader.sights(asked.state, unit, chosen)),
        dice_wanted=_dice_wanted(asked, reader, asked.seat, order) if asked.typed else "",
    )


def _dice_wanted(asked: BoardAsked, reader: Reader, seat: int, order: tuple[int, int]) -> str:
    """The dice that an order asks for next, after those typed already; what follows depends on them."""
    words = asked.faces.replace(",", " ").split()
    typed = [int(face) for face in (words[0] if len(words) == 1 else words) if face in FACES]
    wanted = _missing(asked, seat, order, typed)
    if wanted is None:
        typed = []
        wanted = _missing(asked, seat, order, typed)
    if wanted is None:
        return ""
    padded = ScriptedDice([*typed, *FILLING])
    events = asked.system.apply(asked.system.clone(asked.state), seat, order, padded)
    about = reader.rolled_for(asked.state, events, len(typed))
    dice = "1 die" if wanted.count == 1 else f"{wanted.count} dice"
    when = "then" if typed else "first"
    return f"{when}: {dice} with {wanted.sides} sides{f', {about}' if about else ''}"


def _missing(asked: BoardAsked, seat: int, order: tuple[int, int], faces: Sequence[int]) -> DiceWanted | None:
    """What an order asks for beyond these faces; None where they are enough."""
    try:
        asked.system.apply(asked.system.clone(asked.state), seat, order, ScriptedDice(faces))
    except DiceWanted as wanted:
        return wanted
    return None


def _query(unit: int | None, chosen: Offer | None) -> str:
    if unit is None:
        return ""
    return f"?unit={unit}&order={chosen.choice}" if chosen else f"?unit={unit}"


# --- words -------------------------------------------------------------------------------------------


def _headline(asked: BoardAsked, awaited: frozenset[int]) -> str:
    if asked.status == "open":
        return "Waiting for the other side"
    if asked.outcome is not None or asked.status == "over":
        return "The battle is over"
    if asked.status == "paused":
        return "Paused"
    who = " and ".join(asked.names[seat] for seat in sorted(awaited))
    if asked.seat in awaited:
        return f"Your move, {who}" if asked.one_screen else "Your move"
    return f"{who} to move"


def _prompt(
    asked: BoardAsked, reader: Reader, scene: Scene, unit: int | None, offers: Sequence[Offer], mine: bool
) -> str:
    """What to do now, in a sentence."""
    if not mine:
        return ""
    if unit == NO_UNIT:
        return reader.asked(asked.state)
    token = scene.token(unit)
    if token is None:
        return "Choose one of the marked units, on the map or here."
    if offers:
        return f"Choose an order for {token.label} {token.name}."
    if token.seat != asked.seat:
        return f"{token.label} {token.name} is not yours; choose one of the marked units to give an order."
    return f"{token.label} {token.name} can be given no order now; choose one of the marked units."


def _draw(asked: BoardAsked) -> str:
    if asked.seat is None or asked.status not in ("running", "paused"):
        return ""
    if asked.draw_offered_by is None:
        return "offer"
    return "offered" if asked.draw_offered_by == asked.seat and not asked.one_screen else "answer"
