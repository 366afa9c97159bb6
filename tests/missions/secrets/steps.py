"""A game with a mission from its pairing to its result, and a halt wherever readers may look.

Each side that holds assets commits all it can: both sides, and in the sixth mission one. Beside the game's
course, the steps try its alternatives: the other side answers first, takes its choice back or disputes the
report, a battle is agreed on, the organiser calls the game off. Alternatives are rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from django.db import transaction

from league.kernel.decision import Order
from league.models import Member
from league.rules.rounds import CancelPairing
from missions.battles.services import games as battles_of_games
from missions.rules import orders as do
from missions.rules.assets.supplies import arrivals_left
from missions.rules.content.mission_data import missions
from missions.rules.game.orders.classes import CorrectReport, DisputeLine
from missions.rules.game.sides import SIDES, other
from missions.rules.game.state import ShipFate
from missions.rules.pregame.pending import may_take_back
from rosters.rules.state import SquadronType
from tests import verbs
from tests.missions.mission_tables import MissionTable
from tests.missions.rules.preparations import legal_orders
from tests.missions.rules.test_unknown import ASSETS
from tests.missions.secrets.differing import gone


def steps(table: MissionTable, mission: int, *, asides: bool = False) -> Iterator[str]:
    """Goes on order by order; yields where the game is each time. `asides`: what might have happened, too."""
    for side, kinds in ASSETS[mission].items():
        for kind in kinds:
            table.hold(side, kind)
    for each in (_drawn(table, mission), _prepared(table), _fought(table, mission), _over(table)):
        yield from (step for step in each if asides or "," not in step)


def _aside(name: str, *doing: Callable[[], object]) -> Iterator[str]:
    """Try an alternative at this step, and roll it back."""
    with gone():
        for each in doing:
            each()
        yield name


def _called_off(table: MissionTable, at: str) -> Iterator[str]:
    order = CancelPairing(table.game.round, table.number, "The hall is closed.")
    yield from _aside(f"{at}, called off", lambda: verbs.do(table.organiser.seat, order))


# --- before the battle ---------------------------------------------------------------------------


def _drawn(table: MissionTable, mission: int) -> Iterator[str]:
    """Go to the Drawn Squadron, and a mission that it allows."""
    yield "ready"
    yield from _aside("ready, only the opposing side", lambda: _ready(table, "opposing"))
    _ready(table, "active")
    yield "ready: only the active side"
    _ready(table, "opposing")
    yield "rest"
    table.act("active", do.RestSquadrons(table.number))
    yield "squadron"
    _draw(table, missions()[mission].drawn[0])
    yield "mission"
    table.act("active", do.ChooseMission(table.number, mission))


def _ready(table: MissionTable, side: Any) -> None:
    theirs = f"n-{other(side)}"
    verbs.press_ready(
        table.seat(side), table.number, side, nonce=f"n-{side}", seed=f"s-{side}", theirs=theirs
    )


def _draw(table: MissionTable, kind: SquadronType) -> None:
    """The Drawn Squadron is of that type: no other is in the deck but the light one that an EPIC one needs
    beside it."""
    deck = [each.card for each in table.fleet("active").squadrons.values() if each.type == kind]
    order = do.DrawMissionSquadron(table.number, (*deck, *((2,) if kind == "epic" else ())))
    for attempt in range(50):
        with transaction.atomic():
            table.act("active", order, f"draw {attempt}")
            if table.pregame.drawn_type == kind:
                return
            transaction.set_rollback(True)
    raise AssertionError("fifty draws and never that type")


def _prepared(table: MissionTable) -> Iterator[str]:
    """Go to the battle, by the last order of the side that is asked last. Others who are asked might come
    first, and who has chosen might think again."""
    called_off = False
    while table.game.step == "pregame":
        stage = table.pregame.stage
        yield stage
        *others, (order, member) = _answers(table)
        for another, somebody in others:
            yield from _aside(f"{stage}, the other side first", _doing(somebody, another))
        verbs.do(member, order)
        if stage not in ("mission", "strength"):
            yield from _thought_again(table, stage)
        if table.pregame.commits and not called_off:
            called_off = True
            yield from _called_off(table, stage)


def _answers(table: MissionTable) -> list[tuple[Order, Member]]:
    """The last order of everybody who is asked."""
    known = {member: order for order, member in legal_orders(known_to_rules(table))}
    seats = Member.objects.filter(campaign=table.league.campaign).in_bulk(field_name="pk")
    by_number = {each.number: each for each in seats.values()}
    return [(order, by_number[member]) for member, order in known.items()]


def _doing(member: Member, order: Order) -> Callable[[], object]:
    return partial(verbs.do, member, order)


def _thought_again(table: MissionTable, stage: str) -> Iterator[str]:
    state = verbs.state_of(table.organiser.seat)
    for side in SIDES:
        if may_take_back(state, table.game, side):
            order = do.TakeBack(table.number, side)
            yield from _aside(f"{stage}, taken back", _doing(table.seat(side), order))


def known_to_rules(table: MissionTable) -> Any:
    """The table as the walks through the rules know a game."""
    return SimpleNamespace(
        state=verbs.state_of(table.organiser.seat),
        game=table.game,
        game_id=table.number,
        pregame=table.pregame,
        fleet=table.fleet,
    )


# --- from the battle on --------------------------------------------------------------------------


def _fought(table: MissionTable, mission: int) -> Iterator[str]:
    yield "play"
    yield from _called_off(table, "play")
    campaign, asked = table.league.campaign.pk, _doing(table.active.seat, do.ProposeBattle(table.number))
    agreed = partial(battles_of_games.agree, campaign, table.opposing.seat, table.number)
    yield from _aside("play, a battle proposed", asked)
    yield from _aside("play, a battle agreed", asked, agreed)
    for side in SIDES if missions()[mission].reserve else ():
        table.act(side, do.DrawReinforcement(table.number, side, 2))
        yield f"play: the {side} side reinforced"
    lost = table.ships("active")[0]
    line = verbs.line_for(table.number, lost, "destroyed")
    yield from _aside("report, the opposing side's", _doing(table.opposing.seat, line))
    verbs.do(table.active.seat, line)
    yield "report"
    if arrivals_left(table.game, "active", lost.id):
        table.act("active", do.BringShip(table.number, lost.id))
        yield "report: a ship arrived"
    if table.pregame.nominated:
        table.act("active", do.ShowNomination(table.number))
        yield "report: the nomination shown"


def _over(table: MissionTable) -> Iterator[str]:
    lost: dict[int, ShipFate] = {each.lost: "destroyed" for each in table.pregame.arrivals}
    verbs.report(table.active.seat, table.number, lost, conceded="opposing")
    yield "confirm"
    disputed = DisputeLine(table.number, 0, "It was the other way round.")
    yield from _aside("confirm, disputed", _doing(table.opposing.seat, disputed))
    corrected = CorrectReport(table.number, (), change_facts=True, conceded="active")
    yield from _aside("confirm, corrected", _doing(table.opposing.seat, corrected))
    verbs.make_choices(table.organiser.seat, table.number)
    yield "confirm: chosen"
    verbs.confirm(table.organiser.seat, table.number)
    yield "done"
