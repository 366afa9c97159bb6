"""Battles on hexes: set-up, seats and the entries that were made. The position is rebuilt from them."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models

from league.sealing import SealedSeed

STATUSES = (("open", "Open"), ("running", "Running"), ("paused", "Paused"), ("over", "Over"))
DICE = (("fair", "Rolled by the site"), ("typed", "Typed by hand"))
SEAT_KINDS = (("free", "Free"), ("person", "Person"), ("visitor", "Visitor"), ("bot", "Computer"))
ENTRY_KINDS = tuple(
    (kind, kind.replace("_", " ").capitalize())
    for kind in (
        "order", "take_back", "resign", "offer", "agree", "decline", "pause", "resume", "call_off", "chain",
    )
)  # fmt: skip


def new_public_id() -> str:
    """Twelve characters that nobody guesses."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    return secrets.token_urlsafe(18)


class Battle(models.Model):
    """One battle. Set-up, seats and entries are the truth; the rest of the row follows from them.

    `setup` lacks its forces until the battle begins. `seed` stays sealed until the battle is over,
    `commitment` is its SHA-256 and known from the beginning. `at` counts the orders that stand, `entries`
    all that was written, `head` is a digest of set-up and standing orders, `seq` counts everything that
    changed. `awaited` has one bit for each seat whose order is awaited. `laid` is the order that waits for
    links before it rolls (`services.chance.Laid`). `campaign` and `game` name the game of a campaign that is
    fought here; nothing here ever writes to it.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    system = models.CharField(max_length=20)
    version = models.CharField(max_length=10)
    setup = models.JSONField()
    status = models.CharField(max_length=8, choices=STATUSES, default="open")
    dice = models.CharField(max_length=6, choices=DICE, default="fair")
    public = models.BooleanField(default=False)
    tryout = models.BooleanField(default=False)
    invitation = models.CharField(max_length=32, default=new_token)
    seed = SealedSeed(max_length=80)
    commitment = models.CharField(max_length=64, unique=True)
    opening = models.TextField(blank=True)
    head = models.CharField(max_length=64, blank=True)
    at = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    seq = models.PositiveIntegerField(default=1)
    awaited = models.PositiveSmallIntegerField(default=0)
    laid = models.JSONField(null=True, blank=True)
    draw_by = models.PositiveSmallIntegerField(null=True, blank=True)
    paused_by = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    ended = models.CharField(max_length=12, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    rule = models.CharField(max_length=12, blank=True)
    grade = models.CharField(max_length=40, blank=True)
    campaign = models.ForeignKey(
        "league.Campaign", models.CASCADE, null=True, blank=True, related_name="battles"
    )
    game = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "game"],
                condition=~models.Q(ended="called_off"),
                name="one_battle_per_game",
            )
        ]
        indexes = [models.Index(fields=["public", "status", "-changed_at"], name="battles_in_lists")]

    def __str__(self) -> str:
        return f"Battle {self.public_id}"


class BattleSeat(models.Model):
    """One seat and its holder. `visitor` is the digest of a key that only one browser has. A person whose
    account was deleted is a former member. `force` is a draft until `ready`. The seat's part of the dice is
    `nonce`, "" until it is given; `how` says how it came, `seal` is its latest seal, which nothing changes
    once it is `bound`. `chain` is the last known value of its browser's chain of links: the next link hashes
    to it; "" if nobody has it. `standing` has, by kind of question, the answer that the seat lets stand
    (`System.questions`), or "answer@7" for one that stands until turn 7 is over; nobody else sees it."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=SEAT_KINDS, default="free")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="battle_seats"
    )
    visitor = models.CharField(max_length=64, blank=True, db_index=True)
    bot = models.CharField(max_length=20, blank=True)
    label = models.CharField(max_length=80, blank=True)
    nonce = models.CharField(max_length=100, blank=True)
    seal = models.CharField(max_length=64, blank=True)
    bound = models.BooleanField(default=False)
    how = models.CharField(max_length=8, blank=True)
    chain = models.CharField(max_length=64, blank=True)
    force = models.JSONField(default=dict)
    ready = models.BooleanField(default=False)
    ready_at = models.DateTimeField(null=True, blank=True)
    standing = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="one_seat_per_number")]

    def __str__(self) -> str:
        return f"Seat {self.number} of {self.battle_id}"

    @property
    def holds_back(self) -> bool:
        """Whether the seat is ready and its part of the dice has not been given."""
        return self.ready and not self.nonce

    def answer_to(self, kind: str, turn: int, default: str) -> str:
        """The answer that stands for a kind of question in that turn."""
        answer, _, last = self.standing.get(kind, default).partition("@")
        return default if last and int(last) < turn else answer

    def passes(self, kind: str, turn: int) -> bool:
        """Whether an answer to that kind of question stands only until that turn is over."""
        return str(self.standing.get(kind, "")).endswith(f"@{turn}")


class Entries(models.QuerySet[Any]):
    """Entries stay written: a further entry takes an order back."""

    def update(self, **kwargs: object) -> int:
        raise TypeError("The entries of a battle are append-only.")


class BattleOrder(models.Model):
    """One entry: an order with the dice it used, or what a seat did beside its orders.

    `number` counts all entries of the battle from 1. A take-back takes the last standing order back.
    `links` are those of an order that rolled, one for each seat (`services.chance.Link`); of a new chain it
    has the end. `salt` is that of an order that was laid before it rolled. `why` is what a bot says about
    its order.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="orders")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=ENTRY_KINDS, default="order")
    seat = models.PositiveSmallIntegerField()
    unit = models.IntegerField(default=-1)
    choice = models.BigIntegerField(default=0)
    dice = models.TextField(blank=True)
    links = models.JSONField(default=list, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    why = models.TextField(blank=True)
    made_at = models.DateTimeField()

    objects = Entries.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="one_entry_per_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
