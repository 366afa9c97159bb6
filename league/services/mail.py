"""Mail to members who asked for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from league.models import Member, Wishes
from league.services.doctor import CONSOLE


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to some members of a campaign (numbers)."""

    members: Collection[int]
    subject: str
    text: str


def can_mail() -> bool:
    """Whether the host has set up mail."""
    return settings.EMAIL_DELIVERY != CONSOLE


def wants_reminders(user: Any) -> bool:
    """Whether the account asked for reminders by mail."""
    return Wishes.objects.filter(user=user, reminders=True).exists()


def wish_for_reminders(user: Any, wanted: bool) -> None:
    """Keep whether the account wants reminders by mail."""
    Wishes.objects.update_or_create(user=user, defaults={"reminders": wanted})


def mail_reminder(campaign_id: int, members: Collection[int], subject: str, text: str) -> int:
    """Mail these members, as far as they asked for reminders; return the number of letters."""
    return mail_letters(campaign_id, [Letter(members, subject, text)])


def mail_letters(campaign_id: int, letters: Iterable[Letter]) -> int:
    """Mail these letters to those of their members who asked for reminders; return the number of letters. One
    query and one to write them. They belong to the running transaction and leave after it."""
    if not can_mail():
        return 0
    listed = list(letters)
    numbers = {number for each in listed for number in each.members}
    seats = Member.objects.filter(campaign_id=campaign_id, number__in=numbers, active=True)
    wanting = seats.filter(user__wishes__reminders=True, user__is_active=True).exclude(user__email="")
    boxes = dict(wanting.values_list("number", "user__email"))
    messages = [
        EmailMessage(letter.subject, letter.text, None, [boxes[number]])
        for letter in listed
        for number in letter.members
        if number in boxes
    ]
    return get_connection().send_messages(messages) or 0
