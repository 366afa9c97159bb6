"""The way from a form to the first position: opening a battle, taking seats, getting ready.

The seed of the dice follows from a ticket that the form carries, so that its hash is on the page before
anybody adds a text of their own (CR-079). A ticket opens one battle.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.kernel.dice import SEED_BYTES, FairStream, commitment
from league.kernel.refusal import NotYours, Refusal, Unreadable, refuse_if
from league.keys import BATTLE_TICKETS, BATTLE_VISITORS, secret_keys
from missions.battles.engine.contract import Setup
from missions.battles.models import Battle, BattleSeat
from missions.battles.selectors.battles import Sitter, held, pack_of, seating_of
from missions.battles.selectors.positions import begun, salt_of
from missions.battles.services import cleaning, sealing
from missions.battles.services.acts import Opened, answered, moved, opened, stands
from missions.battles.services.bots import CHOICES
from missions.battles.services.chance import fair_dice
from missions.battles.systems.pack import Pack, Value
from missions.battles.systems.registry import pack

Opponent = Literal["link", "screen", "bot"]
TICKET_DAYS = 1
NONCE_LENGTH = 64
LABEL_LENGTH = 80
TOO_OLD = "This form is too old. Reload the page and send it again."


@dataclass(frozen=True, slots=True)
class Plan:
    """Description of a new battle. `side` is the creator's, `people` the number of players of each side,
    `options` those of the system's pack.
    """

    scenario: str
    options: Mapping[str, Value | None] = field(default_factory=dict)
    system: str = ""
    side: int = 0
    opponent: Opponent = "link"
    level: str = "greedy"
    dice: str = "fair"
    public: bool = False
    people: tuple[int, int] = (1, 1)

    @property
    def pack(self) -> Pack:
        return pack(self.system)

    @property
    def setup(self) -> Setup:
        """The set-up without its forces. Raises Refusal for what no battle can be."""
        setup = self.pack.setup(self.scenario, self.options)
        return setup if self.people == (1, 1) else {**setup, "people": [*self.people]}


# --- tickets ----------------------------------------------------------------------------------------


def new_ticket() -> str:
    """A text for a form that opens one battle within a day."""
    return signing.dumps(secrets.token_hex(16), salt=BATTLE_TICKETS)


def seed_of(ticket: str) -> bytes:
    """The secret seed that belongs to a ticket. It follows from the key that signed the ticket, so a change
    of SECRET_KEY breaks no hash that a form has shown. Raises Unreadable for one that is too old or not ours.
    """
    for secret in secret_keys():
        text = _text_of(ticket, secret)
        if isinstance(text, str):
            return salted_hmac(BATTLE_TICKETS, text, secret, algorithm="sha256").digest()
    raise Unreadable("battle.ticket", TOO_OLD)


def _text_of(ticket: str, secret: str) -> object:
    """The text that a ticket signed with that secret key holds, else None."""
    age = timedelta(days=TICKET_DAYS)
    try:
        return signing.loads(ticket, key=secret, salt=BATTLE_TICKETS, max_age=age, fallback_keys=[])
    except signing.BadSignature:
        return None


def commitment_of(ticket: str) -> str:
    """Part of a ticket that a form may show."""
    return commitment(seed_of(ticket))


def visitor_key(ticket: str) -> str:
    """The key of a browser without an account that opens a battle. A double click, whose second request does
    not have the cookie of the first, gets the same one."""
    return salted_hmac(BATTLE_VISITORS, ticket, algorithm="sha256").hexdigest()


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
    row = _row(_drawn(plan, seed), seed, dice=plan.dice, public=plan.public)
    try:
        with transaction.atomic():
            row.save()
            seating = seating_of(row)
            for number, place in enumerate(seating.seats):
                own = plan.opponent == "screen" or number == seating.of(plan.side)[0]
                _seat(row, plan, sitter if own else None, number, place.side).save()
            return row
    except IntegrityError:
        # The same form came twice in the same moment, and the other one was first.
        if (sent_before := known.first()) is None:
            raise
        return _sent_before(sent_before, sitter)


def _drawn(plan: Plan, seed: bytes) -> Setup:
    """The set-up of a plan, with the draw of its forces if the system draws them (CR-079).

    The draw follows from the seed, whose hash was shown before. It tells nothing of the battle's dice, which
    take another stream.
    """
    if not plan.pack.draws_forces:
        return plan.setup
    return {**plan.setup, "draw": FairStream(seed, (), "forces").bytes(SEED_BYTES).hex()}


def _row(setup: Setup, seed: bytes, **more: Any) -> Battle:
    """A new battle with that secret seed, unsaved."""
    return Battle(
        system=setup["system"],
        version=setup["version"],
        setup=setup,
        seed=seed.hex(),
        commitment=commitment(seed),
        changed_at=timezone.now(),
        **more,
    )


def _sent_before(known: Battle, sitter: Sitter) -> Battle:
    if not held(known.seats.all(), sitter):
        raise Refusal("battle.ticket", "This form was sent before. Reload the page for another battle.")
    return known


def _playable(plan: Plan) -> None:
    """Raise Refusal for what no battle can be."""
    if plan.side not in (0, 1) or plan.dice not in ("fair", "typed"):
        raise Unreadable("battle.plan", "Choose a seat, a set-up and the kind of dice from the list.")
    most = plan.pack.most_people
    if not all(1 <= count <= most for count in plan.people):
        who = "One person plays" if most == 1 else f"One to {most} people play"
        text = f"{who} for a side; choose such a number."
        raise Refusal("battle.people", text, field="people")
    if plan.opponent == "bot" and plan.level not in CHOICES:
        raise Unreadable("battle.level", "Choose one of the levels offered.", field="level")
    if plan.opponent == "bot" and plan.dice == "typed":
        text = "The computer has no dice on your table; let the app roll in a battle against it."
        raise Refusal("battle.dice", text, field="dice")
    _ = plan.setup


def _seat(row: Battle, plan: Plan, sitter: Sitter | None, number: int, side: int) -> BattleSeat:
    """A seat of a new battle: of this person, of the computer, or free."""
    forces = plan.pack.forces
    seat = BattleSeat(battle=row, number=number, force=forces.empty(row.setup, side))
    if sitter is not None:
        _sit(seat, sitter)
    elif plan.opponent == "bot":
        seat.kind, seat.bot, seat.ready = "bot", plan.level, True
        seat.nonce, seat.how = secrets.token_hex(8), "filled"
        seat.force = forces.suggested(row.setup, side)
    return seat


def _sit(seat: BattleSeat, sitter: Sitter) -> None:
    if sitter.user:
        seat.kind, seat.user_id = "person", sitter.user
    else:
        seat.kind, seat.visitor = "visitor", sitter.visitor


def open_tryout(sitter: Sitter, plan: Plan, ticket: str) -> Battle:
    """A battle against the computer that begins at once with its ready-made forces. One of a visitor may push
    out the visitor's battle that rested longest."""
    if not sitter.user:
        cleaning.make_room()
    with transaction.atomic():
        row = open_battle(sitter, plan, ticket)
        if row.status == "open":
            row.tryout = True
            row.save(update_fields=["tryout"])
            seating = seating_of(row)
            for number, place in enumerate(seating.seats):
                force = plan.pack.forces.ready_made(row.setup, place.side)
                row.seats.filter(number=number).update(force=force)
            ready(row.pk, sitter, seating.of(plan.side)[0], "")
            row.refresh_from_db()
        return row


@dataclass(frozen=True, slots=True)
class Mustered:
    """A side of a campaign's game: the account of its player (None: a place without one), the name of its
    fleet, and its force.
    """

    user: int | None
    name: str
    force: dict[str, Any]


def open_mustered(setup: Setup, sides: Sequence[Mustered], *, campaign_id: int, game: int) -> Battle:
    """The battle of a game, both players seated with their forces."""
    row = _row(setup, secrets.token_bytes(SEED_BYTES), campaign_id=campaign_id, game=game)
    row.save()
    for number, place in enumerate(seating_of(row).seats):
        own = sides[place.side]
        seat = BattleSeat(battle=row, number=number, kind="person", user_id=own.user, force=own.force)
        seat.label = own.name[:LABEL_LENGTH]
        seat.save()
    return row


# --- seats ------------------------------------------------------------------------------------------


def take_seat(battle_id: int, sitter: Sitter, invitation: str, wanted: int | None = None) -> Battle:
    """Sit down on a free seat that a link invites to: the one that is wanted, else the first. Sitting there
    already is fine.
    """
    with transaction.atomic():
        row = Battle.objects.select_for_update().get(pk=battle_id)
        seats = list(row.seats.order_by("number"))
        if held(seats, sitter):
            return row
        if row.status != "open" or not secrets.compare_digest(row.invitation, invitation):
            raise NotYours("battle.seat", "This invitation is used up. Ask for another battle.")
        found = [seat for seat in seats if seat.kind == "free" and wanted in (None, seat.number)]
        free = found[0] if found else None
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


def _open_to(battle: Opened, button: str) -> None:
    """Raise Refusal for a change of a force that musters from a campaign, but for its settings."""
    if battle.row.campaign_id is not None and button not in pack_of(battle.row).forces.settings:
        raise Refusal("battle.mustered", "The game of the campaign gives this force; you cannot change it.")


def builds(row: Battle, number: int) -> int | None:
    """The side whose force the player of a seat chooses: of several people on a side the first one's; None
    for all others.
    """
    seating = seating_of(row)
    side = seating.side(number)
    return side if seating.of(side)[0] == number else None


def change_force(
    battle_id: int, sitter: Sitter, number: int, button: str, value: str = "", ticked: Sequence[str] = ()
) -> BattleSeat:
    """Change the draft of an own seat by a button of the system's force builder."""
    with opened(battle_id, sitter) as battle:
        seat = own_draft(battle, number)
        _open_to(battle, button)
        side = builds(battle.row, number)
        if side is None:
            raise NotYours("battle.seat", "The first player of your side chooses its force.")
        seat.force = pack_of(battle.row).forces.changed(
            battle.row.setup, side, seat.force, button, value, ticked
        )
        seat.save(update_fields=["force"])
        return seat


def ready(
    battle_id: int, sitter: Sitter, number: int, nonce: str, *, seal: str = "", against: str = ""
) -> Battle:
    """A side has its force and adds its text to the dice; once all are ready and their texts are there, the
    battle begins. `seal` and `against` are those of `missions.rules.orders.PressReady`.

    An empty nonce without a seal is filled in. Raises Refusal with every finding.
    """
    with opened(battle_id, sitter) as battle:
        row = battle.row
        seat = own_draft(battle, number)
        nonce = " ".join(nonce.split())
        if len(nonce) > NONCE_LENGTH or "\0" in nonce:
            text = f"Keep your text to {NONCE_LENGTH} characters."
            raise Unreadable("battle.nonce", text, rule="CR-079", field="nonce")
        side = builds(row, number)
        if row.campaign_id is None and side is not None:
            refuse_if(pack_of(row).forces.findings(row.setup, side, seat.force))
        sealing.give(battle, seat, nonce, seal, against)
        begin_or_wait(row, battle.seats)
        return row


def begin_or_wait(row: Battle, seats: tuple[BattleSeat, ...]) -> None:
    """Begin the battle if all seats are ready and no part of its dice is held back."""
    if all(each.ready and each.nonce for each in seats):
        begin(row, seats)
    else:
        moved(row)


def announce_seal(battle_id: int, sitter: Sitter, number: int, seal: str) -> tuple[str, str]:
    """Note the seal of an own seat that is not ready. Returns the seals of the others and the one that binds
    this seat already, each "" if there is none. Raises Refusal."""
    with opened(battle_id, sitter) as battle:
        seat = own_draft(battle, number)
        return sealing.announce(battle, seat, seal), seat.seal if seat.bound else ""


def show_nonce(battle_id: int, sitter: Sitter, number: int, nonce: str) -> Battle:
    """A seat gives the part of the dice that it held back. Raises Refusal."""
    with opened(battle_id, sitter) as battle:
        sealing.show(battle, number, nonce)
        begin_or_wait(battle.row, battle.seats)
        return battle.row


def fill_nonce(battle_id: int, sitter: Sitter, number: int) -> Battle:
    """The site fills in the part of the dice that a seat holds back. Raises Refusal."""
    with opened(battle_id, sitter) as battle:
        sealing.fill(battle, number)
        begin_or_wait(battle.row, battle.seats)
        return battle.row


def begin(row: Battle, seats: tuple[BattleSeat, ...]) -> None:
    """All seats are ready: the set-up is complete and the first position stands."""
    seating = seating_of(row)
    row.setup = {**row.setup, "forces": [seats[seating.of(side)[0]].force for side in (0, 1)]}
    dice = fair_dice(row.seed, [each.nonce for each in seats], 0)
    played = begun(pack_of(row).system, row.setup, dice, salt_of(row))
    row.opening, row.status = played.battle.opening_dice.hex(), "running"
    stands(row, answered(Opened(row, seats, frozenset()), played))
