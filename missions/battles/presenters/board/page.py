"""The board page of a battle: map, orders, the order that is chosen, both forces, the log and the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from league.kernel.refusal import Refusal
from league.rules.phrases import join_words
from missions.battles.board.scene import NO_CARD, Offer, Scene
from missions.battles.engine.contract import NO_UNIT, Odds
from missions.battles.presenters.board import markup, order_list
from missions.battles.presenters.board.beside import beside, own_hand
from missions.battles.presenters.board.chosen import ChosenOrder, chosen_order
from missions.battles.presenters.board.drafts import DraftPanel, address, draft_panel
from missions.battles.presenters.board.faces import drawer
from missions.battles.presenters.board.fill import fill
from missions.battles.presenters.board.inputs import BoardInputs, BoardLinks
from missions.battles.presenters.board.log import LuckRow, last_turn, log, luck_rows, news
from missions.battles.presenters.board.odds import any_effect
from missions.battles.presenters.board.order_list import MANY, OrderGroup
from missions.battles.presenters.board.picked import SAFE, NextPick, Picked
from missions.battles.presenters.board.questions import (
    Curtain,
    PassButtons,
    StandingRow,
    curtain,
    pass_buttons,
    standing_rows,
)
from missions.battles.presenters.board.sides import (
    Ending,
    SidePanel,
    UnitPanel,
    ending,
    first_words,
    led_by,
    phase_steps,
    ready,
    side_panels,
    turn_words,
    unit_panel,
)
from missions.battles.presenters.board.svg import board_svg, symbols


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Everything the board's templates show."""

    title: str
    scenario: str
    brief: str
    rules: SafeString
    at: str
    status: str
    headline: str
    prompt: str
    asked: bool
    """Whether `prompt` is a question out of turn; it stays while the answer is chosen."""
    single: bool
    """Whether the reader can give one order alone."""
    hint: SafeString
    """A hint for the present decision of a guided battle, if the reader wants hints."""
    guided: bool
    """Whether there is one."""
    note: str
    mine: bool
    seat: str
    """The seat that gives orders on this page; "" for none."""
    seated: bool
    turn: str
    first: str
    phases: SafeString
    facts: SafeString
    colours: tuple[str, str]
    symbols: SafeString
    """Definitions for the map; they stand outside of the part that is swapped."""
    svg: SafeString
    score: SafeString
    """Standing of both sides."""
    meters: SafeString
    """Stocks of both sides, with what the reader's plan would leave."""
    hand: SafeString
    """The reader's own cards; those that may be played now lead on."""
    playable: bool
    """Whether any of them may be played now."""
    beside: SafeString
    """Other hands, pools and piles."""
    sides: tuple[SidePanel, ...]
    unit: UnitPanel | None
    unit_facts: SafeString
    ready: SafeString
    """Links to the units that may get an order, while none of them is selected."""
    of_side: SafeString
    """The orders of the whole side, while units may be ordered as well."""
    plain: SafeString
    """Links to the few orders of the whole side that play no card, for the bar below."""
    draft: DraftPanel | None
    groups: tuple[OrderGroup, ...]
    orders: SafeString
    """The same as markup."""
    chosen: ChosenOrder | None
    news: SafeString
    log: SafeString
    last_turn: str
    """Address at which the turn before this one is played back; "" if there is none."""
    luck: tuple[LuckRow, ...]
    bot_says: str
    may_take_back: bool
    draw: str
    """"offer", "answer" (the other side has offered), "offered" (waiting for an answer) or ""."""
    ending: Ending | None
    lesson: bool
    """The battle teaches the game."""
    faces: str
    refusal: Refusal | None
    links: BoardLinks
    legend: SafeString
    query: str
    """The reader's picks, as the end of an address."""
    may_call_off: bool
    answers: bool
    """The computer is to answer; the page looks for it by itself."""
    curtain: Curtain | None
    standing: tuple[StandingRow, ...]
    passing: PassButtons | None
    """Answers that may stand for the open question from now on."""


PASSED_ON = (
    "status", "note", "bot_says", "may_take_back", "faces", "refusal", "links", "may_call_off", "answers",
)  # fmt: skip
"""Texts that the page prints as they are given."""

FEWEST = 3
"""Orders that have room in the bar below."""


@dataclass(frozen=True, slots=True)
class _Choosing:
    """The order that the reader is building, as far as the picks are still legal."""

    mine: bool
    unit: int | None
    draft: DraftPanel | None
    offers: list[Offer]
    of_side: list[Offer]
    """Orders of the whole side, unless an order is built step by step."""
    besides: bool
    """The side has orders of its own beside those of its units."""
    chosen: Offer | None
    odds: dict[int, Odds]
    spends: int
    """Amount that the plan takes from the meter of the reader's side."""

    @property
    def harms(self) -> dict[int, Fraction]:
        """The chance of harm of each order that may do any."""
        risky = (offer.choice for offer in self.offers if offer.risky)
        return {choice: any_effect(self.odds[choice]) for choice in risky if choice in self.odds}


def board_page(inputs: BoardInputs) -> BoardPage:
    """The page for one reader, made of what that reader's seat knows."""
    table, sight = inputs.table, inputs.sight
    pack, reader = table.pack, table.pack.board
    scene = reader.scene(sight.view, inputs.acting)
    awaited = sight.awaited if inputs.status in ("running", "paused") and not inputs.rolling else frozenset()
    choosing = _choosing(inputs, scene)
    picked = _picked(inputs, scene, choosing)
    unit = choosing.unit
    hint = reader.hint(sight.view) if choosing.mine else ""
    note = partial(reader.group_note, sight.view)
    groups = order_list.groups(unit, choosing.offers, choosing.chosen, choosing.odds, note, reader.goal)
    panel = unit_panel(reader, sight.view, picked.token)
    side = None if inputs.seat is None else table.seating.side(inputs.seat)
    return BoardPage(
        title=table.title or scene.name,
        scenario=scene.name,
        brief=scene.brief,
        rules=markup.rule_links(scene.rules),
        at=str(inputs.at),
        headline=_headline(inputs, awaited),
        hint=markup.cited(hint) if inputs.hints else SafeString(""),
        guided=bool(hint),
        mine=choosing.mine,
        seat="" if inputs.seat is None else str(inputs.seat),
        seated=inputs.seat is not None or inputs.curtain is not None,
        turn=turn_words(scene.clock),
        first=first_words(scene.clock, table),
        phases=markup.phase_list(phase_steps(scene.clock)),
        facts=markup.fact_list(scene),
        colours=pack.style.colours,
        symbols=symbols((scene.grid,), pack.style, pack.dice),
        svg=board_svg(scene, picked, reader.traces(sight.view, inputs.events), side=side),
        sides=side_panels(
            scene, table, inputs.seat, awaited, led=partial(led_by, reader, sight.view, table.seating)
        ),
        unit=panel,
        unit_facts=markup.unit_facts(panel),
        ready=ready(scene)
        if choosing.mine and not choosing.offers and not choosing.draft
        else SafeString(""),
        draft=choosing.draft,
        groups=groups,
        orders=markup.order_list(groups),
        chosen=_chosen(inputs, choosing),
        draw=_draw(inputs),
        ending=ending(
            inputs.outcome, table, None if inputs.one_screen else inputs.seat, called_off=inputs.called_off
        ),
        legend=markup.legend(pack.style),
        query=_query(choosing),
        curtain=curtain(table, inputs.curtain),
        standing=standing_rows(pack, inputs.standing) if inputs.outcome is None else (),
        passing=pass_buttons(pack, sight, typed=inputs.typed) if choosing.mine else None,
        **_question(inputs, scene, choosing),
        **_told(inputs),
        **_on_the_table(inputs, scene, choosing),
        **{name: getattr(inputs, name) for name in PASSED_ON},
    )


# --- whose move it is, and what is picked -----------------------------------------------------------


def _choosing(inputs: BoardInputs, scene: Scene) -> _Choosing:
    reader, sight = inputs.table.pack.board, inputs.sight
    mine = sight.mine and inputs.status == "running" and not inputs.rolling
    units = list(sight.units()) if mine else []
    unit = _unit(inputs, scene, units)
    draft, stepwise = None, unit is not None and _stepwise(inputs, unit)
    if unit is not None and unit in units and (stepwise or inputs.picks):
        draft = draft_panel(sight, reader, sight.view, unit, inputs.picks)
        if draft and not draft.picks and not stepwise:
            draft = None
    of_side: list[Offer] = []
    if NO_UNIT in units and draft is None and not reader.stepwise(sight.view, NO_UNIT):
        of_side = reader.offers(sight.view, NO_UNIT, sight.orders(NO_UNIT))
    offers: list[Offer] = of_side if unit == NO_UNIT else []
    if unit is not None and unit in units and draft is None and not offers:
        whole = inputs.choice if reader.stepwise(sight.view, unit) else None
        offers = reader.offers(sight.view, unit, sight.orders(unit) if whole is None else (whole,))
    chosen = next((offer for offer in offers if offer.choice == inputs.choice), None)
    if chosen is None and len(offers) == 1:
        chosen = offers[0]
    if draft is not None and draft.choice is not None and unit is not None:
        chosen = reader.offers(sight.view, unit, (draft.choice,))[0]
    besides = NO_UNIT in units and unit in (None, scene.under_way)
    odds, spends = _odds(inputs, unit, offers, chosen), chosen.spends if chosen else 0
    if chosen is None and draft is not None and draft.picks and unit is not None:
        spends = reader.spends(sight.view, unit, draft.picks[0])
    return _Choosing(mine, unit, draft, offers, of_side, besides, chosen, odds, spends)


def _chosen(inputs: BoardInputs, choosing: _Choosing) -> ChosenOrder | None:
    """The order that waits to be confirmed. One that could be sent before anything is picked is not urged."""
    urged = choosing.draft is None or bool(choosing.draft.picks)
    found = choosing.chosen
    return chosen_order(inputs, choosing.unit, found, choosing.offers, choosing.odds, urged=urged)


def _stepwise(inputs: BoardInputs, unit: int) -> bool:
    """Whether the page asks for an order of the unit step by step. An address may name a whole one."""
    sight = inputs.sight
    if not inputs.table.pack.board.stepwise(sight.view, unit):
        return False
    return inputs.choice is None or bool(inputs.picks) or inputs.choice not in sight.orders(unit)


def _told(inputs: BoardInputs) -> dict[str, Any]:
    """The battle so far in sentences, whether it is a lesson, and how lucky each side has been."""
    pack, sentences, replay = inputs.table.pack, inputs.sentences, inputs.links.replay
    drawn = drawer(pack.style, pack.dice)
    number = last_turn(sentences)
    return {
        "news": news(sentences, drawn),
        "log": log(sentences, drawn, replay),
        "last_turn": "" if number is None else f"{replay}?at={number}&play=1",
        "luck": luck_rows(inputs.luck, inputs.table),
        "lesson": inputs.sight.view.get("scenario") in pack.lessons,
    }


def _on_the_table(inputs: BoardInputs, scene: Scene, choosing: _Choosing) -> dict[str, Any]:
    """Standing, hands, pools, piles and orders of the whole side; the reader's cards lead on to those orders
    that play them.
    """
    draft = choosing.draft
    cards = draft.cards if draft else _playable(choosing.of_side)
    side = None if inputs.seat is None else inputs.table.seating.side(inputs.seat)
    return {
        "score": markup.score(scene, inputs.table.seating),
        "meters": markup.meters(scene, side, choosing.spends),
        "hand": own_hand(scene, cards, inputs.seat, draft.back if draft else {}),
        "playable": bool(cards),
        "beside": beside(scene, inputs.seat),
        "of_side": _of_side(inputs, choosing),
        "plain": _plain(inputs, choosing),
    }


def _playable(offers: Sequence[Offer]) -> dict[int, NextPick]:
    """Cards of the hand that an order of the whole side plays, with the address of that order. If there are
    several for the card, it is the address of all orders, or of the first step to them if they are many.
    """
    found: dict[int, NextPick] = {}
    counts = Counter(offer.card for offer in offers if offer.card != NO_CARD)
    for offer in offers:
        if count := counts[offer.card]:
            whole = f"?unit={NO_UNIT}&order={offer.choice}" if count == 1 else f"?unit={NO_UNIT}"
            way = address(NO_UNIT, (offer.card,)) if count > MANY else whole
            found[offer.card] = NextPick(way, offer.text)
    return found


def _of_side(inputs: BoardInputs, choosing: _Choosing) -> SafeString:
    """The orders of the whole side as a list, or their first step, while no unit is selected."""
    if not choosing.besides:
        return SafeString("")
    reader, sight = inputs.table.pack.board, inputs.sight
    if reader.stepwise(sight.view, NO_UNIT):
        draft = draft_panel(sight, reader, sight.view, NO_UNIT, ())
        return fill('<ul class="ready">{}</ul>', draft.options) if draft else SafeString("")
    note = partial(reader.group_note, sight.view)
    return markup.order_list(order_list.groups(NO_UNIT, choosing.of_side, None, {}, note, reader.goal))


def _plain(inputs: BoardInputs, choosing: _Choosing) -> SafeString:
    """Links to the orders of the whole side that play no card, if they are few; answers such as a pass, ends
    of a phase or of an activation.
    """
    if choosing.chosen:
        return SafeString("")
    reader, sight, draft = inputs.table.pack.board, inputs.sight, choosing.draft
    found, stepwise = choosing.of_side, draft is not None and choosing.unit == NO_UNIT
    if draft is not None and stepwise and not draft.picks:
        orders = sight.orders(NO_UNIT)
        found = reader.offers(sight.view, NO_UNIT, [choice for choice in draft.cards if choice in orders])
    offers = [offer for offer in found if offer.card == NO_CARD and not offer.end]
    return order_list.buttons(NO_UNIT, offers if len(offers) <= FEWEST else (), stepwise=stepwise)


def _unit(inputs: BoardInputs, scene: Scene, units: Sequence[int]) -> int | None:
    """The selected unit: the reader's pick, else the only one there is to order."""
    if list(units) == [NO_UNIT] or (inputs.unit == NO_UNIT and NO_UNIT in units):
        return NO_UNIT
    if scene.token(inputs.unit) is not None:
        return inputs.unit
    if scene.under_way in units:
        return scene.under_way
    return units[0] if len(units) == 1 else None


def _odds(
    inputs: BoardInputs, unit: int | None, offers: Sequence[Offer], chosen: Offer | None
) -> dict[int, Odds]:
    """Exact odds of everything that is aimed, and of the chosen order if it rolls."""
    if unit is None:
        return {}
    wanted = [
        offer.choice
        for offer in offers
        if offer.target >= 0 or offer.weighed or offer.risky or offer is chosen
    ]
    if chosen is not None and chosen.choice not in wanted:
        wanted.append(chosen.choice)
    found = ((choice, inputs.sight.odds((unit, choice))) for choice in wanted)
    return {choice: odds for choice, odds in found if odds is not None}


def _picked(inputs: BoardInputs, scene: Scene, choosing: _Choosing) -> Picked:
    token, chosen, draft = scene.token(choosing.unit), choosing.chosen, choosing.draft
    picked = Picked()
    if draft:
        picked = Picked(units=draft.units, hexes=draft.hexes, taken=draft.took, placed=draft.placed)
    if token is None:
        return replace(picked, chosen=chosen)
    view, offers = inputs.sight.view, choosing.offers
    return replace(
        picked,
        token=token,
        reach=inputs.table.pack.board.reach(view, token.unit, chosen),
        ends=[offer for offer in offers if offer.end],
        chosen=chosen,
        facings=_facings(offers, chosen, choosing.harms),
        harms=choosing.harms,
        targets=order_list.best(offers, choosing.odds),
    )


def _facings(offers: Sequence[Offer], chosen: Offer | None, harms: Mapping[int, Fraction]) -> list[Offer]:
    """Each facing in which the chosen hex can be left, with its least harmful order."""
    if chosen is None or not chosen.end:
        return []
    found: dict[int, Offer] = {}
    here = [offer for offer in offers if offer.end and offer.place == chosen.place]
    for offer in sorted(here, key=lambda offer: harms.get(offer.choice, SAFE), reverse=True):
        found[offer.facing] = offer
    return list(found.values())


def _query(choosing: _Choosing) -> str:
    unit, draft = choosing.unit, choosing.draft
    if unit is None:
        return ""
    if draft is not None and draft.picks:
        return address(unit, draft.picks)
    chosen = choosing.chosen
    return f"?unit={unit}&order={chosen.choice}" if chosen and draft is None else f"?unit={unit}"


# --- words -------------------------------------------------------------------------------------------


def _headline(inputs: BoardInputs, awaited: frozenset[int]) -> str:
    if inputs.status == "open":
        return "Waiting for the other side"
    if inputs.outcome is not None or inputs.status == "over":
        return "The battle is over"
    if inputs.status == "paused":
        return "Paused"
    if inputs.rolling:
        return "The dice are about to roll"
    names = inputs.table.names
    if inputs.curtain is not None:
        return f"{names[inputs.curtain]} to move"
    if inputs.seat in awaited:
        return f"Your move, {names[inputs.seat]}" if inputs.one_screen else "Your move"
    who = join_words(names[seat] for seat in sorted(awaited))
    return f"{who} to move"


def _question(inputs: BoardInputs, scene: Scene, choosing: _Choosing) -> dict[str, Any]:
    """The present task, whether it is a question out of turn, and whether there is one order alone."""
    sight = inputs.sight
    return {
        "prompt": _prompt(inputs, scene, choosing),
        "asked": choosing.mine and sight.window() is not None,
        "single": len(choosing.offers) == 1 and len(sight.units()) == 1,
    }


def _prompt(inputs: BoardInputs, scene: Scene, choosing: _Choosing) -> str:
    """The present task, in a sentence."""
    if not choosing.mine:
        return ""
    window = inputs.sight.window()
    if window is not None:
        return window.text
    if choosing.draft is not None:
        return choosing.draft.prompt
    if choosing.unit == NO_UNIT:
        return _of_phase(inputs)
    token = scene.token(choosing.unit)
    if token is None:
        stepwise = inputs.table.pack.board.stepwise(inputs.sight.view, NO_UNIT)
        of_phase = "" if stepwise else _of_phase(inputs)
        return of_phase or "Choose one of the marked units, on the map or in the list."
    if choosing.offers:
        wanted = "a hex" if all(offer.end for offer in choosing.offers) else "an order"
        return f"Choose {wanted} for {token.label} {token.name}."
    if token.side != inputs.table.seating.side(inputs.seat or 0):
        return f"{token.label} {token.name} is not yours; choose one of the marked units to give an order."
    table, seat = inputs.table, inputs.seat
    if table.pack.board.leader(inputs.sight.view, token.unit) not in (None, seat):
        whose = led_by(table.pack.board, inputs.sight.view, table.seating, token.unit)
        return f"{token.label} {token.name} is led by the {whose}; choose one of the marked units."
    return f"{token.label} {token.name} can get no order now; choose one of the marked units."


def _of_phase(inputs: BoardInputs) -> str:
    """The present decision of the whole side."""
    return inputs.table.pack.board.prompt(inputs.sight.view)


def _draw(inputs: BoardInputs) -> str:
    """Status of a draw offer. On one screen both sides answer."""
    if (inputs.seat is None and inputs.curtain is None) or inputs.status not in ("running", "paused"):
        return ""
    if inputs.draw_offered_by is None:
        return "offer"
    side = inputs.table.seating.side
    own = inputs.seat is not None and side(inputs.draw_offered_by) == side(inputs.seat)
    return "offered" if own and not inputs.one_screen else "answer"
