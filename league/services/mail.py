"""Mail to members who asked for it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail

from league.models import Member, Wishes
from league.services.doctor import CONSOLE

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to some members of a campaign (numbers)."""

    members: Collection[int]
    subject: str
    text: str


def can_mail() -> bool:
    """Whether the host has set up mail."""
    return settings.EMAIL_BACKEND != CONSOLE


def wants_reminders(user: Any) -> bool:
    """Whether the account asked for reminders by mail."""
    return Wishes.objects.filter(user=user, reminders=True).exists()


def wish_for_reminders(user: Any, wanted: bool) -> None:
    """Keep whether the account wants reminders by mail."""
    Wishes.objects.update_or_create(user=user, defaults={"reminders": wanted})


def mail_reminder(campaign_id: int, members: Collection[int], subject: str, text: str) -> int:
    """Mail these members, as far as they asked for reminders; return the number of letters that left."""
    return mail_letters(campaign_id, [Letter(members, subject, text)])


def mail_letters(campaign_id: int, letters: Iterable[Letter]) -> int:
    """Mail these letters to those of their members who asked for reminders; return the number that left. One
    query. A mail server that does not take a letter gets no further one: the page would wait for each."""
    if not can_mail():
        return 0
    listed = list(letters)
    numbers = {number for each in listed for number in each.members}
    seats = Member.objects.filter(campaign_id=campaign_id, number__in=numbers, active=True)
    wanting = seats.filter(user__wishes__reminders=True).exclude(user__email="")
    boxes = dict(wanting.values_list("number", "user__email"))
    left = 0
    for letter in listed:
        for number in letter.members:
            if number in boxes:
                if not _sent(boxes[number], letter.subject, letter.text):
                    return left
                left += 1
    return left


def _sent(to: str, subject: str, text: str) -> bool:
    """Send one letter. A mail server that does not take it costs nobody the reminder in the inbox."""
    try:
        return send_mail(subject, text, None, [to]) > 0
    except (OSError, SMTPException):
        log.exception("A reminder was not sent by mail.")
        return False
