"""From a form to the first position: opening a battle, taking seats, getting ready.

The seed of the dice follows from a ticket that the form carries, so that its hash is on the page before
anybody adds a text of their own (CR-079). A ticket opens one battle.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.kernel.dice import commitment
from league.kernel.refusal import NotYours, Refusal, Unreadable, refuse_if
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import Sitter, held
from missions.battles.selectors.positions import begun, salt_of
from missions.battles.services import forces
from missions.battles.services.acts import Opened, answered, dice_for, moved, opened, stands
from missions.battles.services.bots import CHOICES
from missions.battles.systems.fighters.scenarios import scenario
from missions.battles.systems.registry import system

Opponent = Literal["link", "screen", "bot"]
TICKET_DAYS = 1
NONCE_LENGTH = 64
LEAST_POINTS, MOST_POINTS = 20, 150
COLUMNS, ROWS, TURNS = (12, 36), (9, 28), (1, 30)
"""What a free battle may ask for."""
MOST_SALVOS = 9
"""The largest limit that a house may set for torpedoes; 0 is none (FH-120)."""
HOUSE = ("natural_one_misses", "torpedo_salvos")
"""House rules of the fighter game that any battle may have (FH-005, FH-120)."""
SALT = "missions.battle"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new battle is to be. `seat` is the creator's; sizes and turns count in a free battle only."""

    scenario: str
    points: int
    seat: int = 0
    opponent: Opponent = "link"
    level: str = "greedy"
    deploy: str = "choose"
    dice: str = "fair"
    public: bool = False
    columns: int = 0
    rows: int = 0
    turns: int = 0
    natural_one_misses: bool = False
    torpedo_salvos: int = 0


# --- tickets ----------------------------------------------------------------------------------------


def new_ticket() -> str:
    """A text for a form that opens one battle within a day."""
    return signing.dumps(secrets.token_hex(16), salt=SALT)


def seed_of(ticket: str) -> bytes:
    """The secret seed that belongs to a ticket. Raises Unreadable for one that is not ours or too old."""
    try:
        text = signing.loads(ticket, salt=SALT, max_age=timedelta(days=TICKET_DAYS))
    except signing.BadSignature:
        text = None
    if not isinstance(text, str):
        raise Unreadable("battle.ticket", "This form is too old. Reload the page and send it again.")
    return salted_hmac(SALT, text, algorithm="sha256").digest()


def commitment_of(ticket: str) -> str:
    """What a form may show of its ticket."""
    return commitment(seed_of(ticket))


def visitor_key(ticket: str) -> str:
    """The key of a browser without an account that opens a battle. A double click, whose second request does
    not have the cookie of the first, gets the same one."""
    return salted_hmac(f"{SALT}.visitor", ticket, algorithm="sha256").hexdigest()


# --- opening ----------------------------------------------------------------------------------------


def open_battle(sitter: Sitter, plan: Plan, ticket: str) -> Battle:
    """A new battle with its creator seated; a ticket sent twice gives the same battle.

    Raises Refusal for a plan that cannot be played.
    """
    _playable(plan)
    seed = seed_of(ticket)
    known = Battle.objects.filter(commitment=commitment(seed))
    if (sent_before := known.first()) is not None:
        return _sent_before(sent_before, sitter)
    row = _row(plan, seed)
    try:
        with transaction.atomic():
            row.save()
            for number in (0, 1):
                _seat(row, plan, sitter, number).save()
            return row
    except IntegrityError:
        # The same form came twice in the same moment, and the other one was first.
        if (sent_before := known.first()) is None:
            raise
        return _sent_before(sent_before, sitter)


def _row(plan: Plan, seed: bytes) -> Battle:
    rules = system("fighters")
    setup: dict[str, Any] = {
        "system": rules.id,
        "version": rules.version,
        "scenario": plan.scenario,
        "points": plan.points,
        "deploy": plan.deploy,
    }
    if plan.scenario == "free":
        setup |= {name: value for name in ("columns", "rows", "turns") if (value := getattr(plan, name))}
    setup |= {name: value for name in HOUSE if (value := getattr(plan, name))}
    return Battle(
        system=rules.id,
        version=rules.version,
        setup=setup,
        dice=plan.dice,
        public=plan.public,
        seed=seed.hex(),
        commitment=commitment(seed),
        changed_at=timezone.now(),
    )


def _sent_before(known: Battle, sitter: Sitter) -> Battle:
    if not held(known.seats.all(), sitter):
        raise Refusal("battle.ticket", "This form was sent before. Reload the page for another battle.")
    return known


def _playable(plan: Plan) -> None:
    """Raise Refusal for what no battle can be."""
    battle = scenario(plan.scenario)
    if plan.seat not in (0, 1) or plan.deploy not in ("choose", "line") or plan.dice not in ("fair", "typed"):
        raise Unreadable("battle.plan", "Choose a seat, how to set up and whose dice from those offered.")
    if plan.opponent == "bot" and plan.level not in CHOICES:
        raise Unreadable("battle.level", "Choose one of the levels offered.", field="level")
    if plan.opponent == "bot" and plan.dice == "typed":
        text = "The computer has no dice on your table; let the app roll in a battle against it."
        raise Refusal("battle.dice", text, field="dice")
    if not battle.points and not LEAST_POINTS <= plan.points <= MOST_POINTS:
        text = f"A battle has {LEAST_POINTS} to {MOST_POINTS} points a side; choose a number between."
        raise Refusal("battle.points", text, rule="FH-042", field="points")
    if not 0 <= plan.torpedo_salvos <= MOST_SALVOS:
        text = f"A limit for torpedoes is 1 to {MOST_SALVOS} shots, or 0 for none."
        raise Refusal("battle.torpedo_salvos", text, rule="FH-120", field="torpedo_salvos")
    if plan.scenario == "free":
        for name, (least, most) in (("columns", COLUMNS), ("rows", ROWS), ("turns", TURNS)):
            value = getattr(plan, name)
            if value and not least <= value <= most:
                text = f"A free battle has {least} to {most} {name}; choose a number between."
                raise Refusal(f"battle.{name}", text, rule="FH-017", field=name)


def _seat(row: Battle, plan: Plan, sitter: Sitter, number: int) -> BattleSeat:
    battle = scenario(plan.scenario)
    seat = BattleSeat(battle=row, number=number, force=forces.empty(battle, number))
    if number == plan.seat or plan.opponent == "screen":
        _sit(seat, sitter)
    elif plan.opponent == "bot":
        side = forces.side_of(battle, number)
        seat.kind, seat.bot, seat.ready = "bot", plan.level, True
        seat.nonce = secrets.token_hex(8)
        seat.force = forces.suggested(battle, number, side, plan.points)
    return seat


def _sit(seat: BattleSeat, sitter: Sitter) -> None:
    if sitter.user:
        seat.kind, seat.user_id = "person", sitter.user
    else:
        seat.kind, seat.visitor = "visitor", sitter.visitor


def open_tryout(sitter: Sitter, plan: Plan, ticket: str) -> Battle:
    """A battle against the computer that begins at once with its ready-made forces."""
    with transaction.atomic():
        row = open_battle(sitter, plan, ticket)
        if row.status == "open":
            row.tryout = True
            row.save(update_fields=["tryout"])
            for number in (0, 1):
                row.seats.filter(number=number).update(force=forces.ready_made(plan.scenario, number))
            ready(row.pk, sitter, plan.seat, "")
            row.refresh_from_db()
        return row


# --- seats ------------------------------------------------------------------------------------------


def take_seat(battle_id: int, sitter: Sitter, invitation: str) -> Battle:
    """Sit down on the free seat that a link invites to. Sitting there already is fine."""
    with transaction.atomic():
        row = Battle.objects.select_for_update().get(pk=battle_id)
        seats = list(row.seats.order_by("number"))
        if held(seats, sitter):
            return row
        if row.status != "open" or not secrets.compare_digest(row.invitation, invitation):
            raise NotYours("battle.seat", "This invitation is used up. Ask for another battle.")
        free = next((seat for seat in seats if seat.kind == "free"), None)
        if free is None:
            raise NotYours("battle.seat", "Somebody has taken that seat already. Ask for another battle.")
        _sit(free, sitter)
        free.save()
        moved(row)
        return row


def keep_in_account(battle_id: int, sitter: Sitter) -> None:
    """A visitor who has signed in keeps the seats of this browser."""
    with transaction.atomic():
        row = Battle.objects.select_for_update().get(pk=battle_id)
        seats = [seat for seat in row.seats.all() if seat.kind == "visitor" and sitter.holds(seat)]
        if not sitter.user or not seats:
            raise NotYours(
                "battle.seat", "There is nothing to keep: no seat of this browser is without an account."
            )
        for seat in seats:
            seat.kind, seat.user_id, seat.visitor = "person", sitter.user, ""
            seat.save()
        row.tryout = False
        moved(row)


# --- getting ready ----------------------------------------------------------------------------------


def own_draft(battle: Opened, number: int) -> BattleSeat:
    """The seat whose force is changed. Raises NotYours or Refusal."""
    if battle.row.status != "open":
        raise Refusal("battle.status", "The battle has begun; forces stay as they are.")
    if number not in battle.mine:
        raise NotYours("battle.seat", "That seat is not yours; its player chooses the force.")
    seat = battle.seats[number]
    if seat.ready:
        raise Refusal("battle.ready", "This side is ready; its force stays as it is.")
    return seat


def _bought(battle: Opened) -> None:
    """Raise Refusal where forces are not bought but muster from a campaign."""
    if battle.row.campaign_id is not None:
        raise Refusal("battle.mustered", "The force is what the game of the campaign fields; it stays so.")


def change_force(battle_id: int, sitter: Sitter, number: int, doing: str, value: Any) -> BattleSeat:
    """Change the draft of an own seat: `doing` is add, remove, equip, transport, side, suggest or clear."""
    with opened(battle_id, sitter) as battle:
        seat = own_draft(battle, number)
        _bought(battle)
        plan = scenario(battle.row.setup["scenario"])
        match doing:
            case "add":
                seat.force = forces.add(seat.force, str(value))
            case "remove":
                seat.force = forces.remove(seat.force, int(value))
            case "equip":
                seat.force = forces.equip(seat.force, value[0], value[1])
            case "transport":
                seat.force = forces.name_transport(seat.force, int(value))
            case "side":
                seat.force = forces.change_side(plan, number, str(value))
            case "suggest":
                points = int(battle.row.setup["points"])
                seat.force = forces.suggested(plan, number, seat.force["side"], points)
            case "clear":
                seat.force = {**seat.force, "units": []}
            case _:
                raise Unreadable("battle.force", "There is no such button. Reload the page and try again.")
        seat.save(update_fields=["force"])
        return seat


def ready(battle_id: int, sitter: Sitter, number: int, nonce: str) -> Battle:
    """A side has its force and adds its text to the dice; with both ready the battle begins.

    An empty nonce is filled in. Raises Refusal with every finding.
    """
    with opened(battle_id, sitter) as battle:
        row = battle.row
        seat = own_draft(battle, number)
        nonce = " ".join(nonce.split())
        if len(nonce) > NONCE_LENGTH or "\0" in nonce:
            text = f"Keep your text to {NONCE_LENGTH} characters."
            raise Unreadable("battle.nonce", text, rule="CR-079", field="nonce")
        if row.campaign_id is None:
            refuse_if(forces.findings(row.setup, number, seat.force))
        seat.nonce, seat.ready = nonce or secrets.token_hex(8), True
        seat.save(update_fields=["nonce", "ready"])
        if all(each.ready for each in battle.seats):
            begin(row, battle.seats)
        else:
            moved(row)
        return row


def begin(row: Battle, seats: tuple[BattleSeat, ...]) -> None:
    """Both sides are ready: the set-up is complete and the first position stands."""
    row.setup = {**row.setup, "forces": [seat.force for seat in seats]}
    played = begun(system(row.system), row.setup, dice_for(row, seats, 0), salt_of(row))
    row.opening, row.status = played.battle.opening_dice.hex(), "running"
    stands(row, answered(Opened(row, seats, frozenset()), played))
