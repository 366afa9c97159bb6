"""All mail as rows of the outbox: `Outbox` is the EMAIL_BACKEND, and `deliver` sends through EMAIL_DELIVERY.

The number of a letter (Message-ID) and its date are fixed when the row is written. If a letter leaves twice,
because a process died between the mail server's yes and the end of the row, mail programs show it once.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from email.utils import formatdate, make_msgid, parseaddr
from smtplib import SMTPDataError, SMTPNotSupportedError, SMTPRecipientsRefused
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from league.models import Outgoing
from league.services.outgoing.rows import put_all
from league.services.outgoing.senders import Away, Later, Undeliverable, sends

MAIL = "mail"
PERMANENT = 500
"""Answers of a mail server from this number on stay the same however often it is asked."""


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """A letter as its row keeps it. `files` holds name, content in base64 and type of each attachment."""

    subject: str
    text: str
    sender: str
    to: Sequence[str]
    cc: Sequence[str]
    bcc: Sequence[str]
    reply_to: Sequence[str]
    headers: dict[str, str]
    subtype: str
    others: Sequence[tuple[str, str]]
    files: Sequence[tuple[str, str, str]]

    def message(self) -> EmailMultiAlternatives:
        """The letter as Django sends it."""
        made = EmailMultiAlternatives(
            subject=self.subject,
            body=self.text,
            from_email=self.sender,
            to=list(self.to),
            bcc=list(self.bcc),
            headers=self.headers,
            cc=list(self.cc),
            reply_to=list(self.reply_to),
        )
        made.content_subtype = self.subtype
        for text, kind in self.others:
            made.attach_alternative(text, kind)
        for name, content, kind in self.files:
            made.attach(name or None, b64decode(content), kind)
        return made


def letter_of(message: EmailMessage) -> KeptLetter:
    """The message with a number and a date of its own.

    Raises ValueError for an attachment that is a message itself, and BadHeaderError, which is one, for a
    header of two lines.
    """
    headers = {str(name): str(value) for name, value in message.extra_headers.items()}
    given = {name.lower() for name in headers}
    if "message-id" not in given:
        headers["Message-ID"] = make_msgid(domain=_domain(message.from_email))
    if "date" not in given:
        headers["Date"] = formatdate()
    letter = KeptLetter(
        subject=str(message.subject),
        text=str(message.body),
        sender=message.from_email,
        to=message.to,
        cc=message.cc,
        bcc=message.bcc,
        reply_to=message.reply_to,
        headers=headers,
        subtype=message.content_subtype,
        others=[(str(text), kind) for text, kind in getattr(message, "alternatives", ())],
        files=[_file(each) for each in message.attachments],
    )
    letter.message().message()  # A letter that cannot be written is refused here, not in the worker.
    return letter


def _domain(sender: str) -> str:
    """The domain of an address, as the right half of a Message-ID."""
    return parseaddr(sender)[1].rpartition("@")[2] or "localhost"


def _file(attachment: Any) -> tuple[str, str, str]:
    if not isinstance(attachment, tuple):
        raise ValueError("Attach a name, a content and a type; a finished message cannot be kept.")
    name, content, kind = attachment
    if not isinstance(content, str | bytes):
        raise ValueError("Attach text or bytes; a message inside a message cannot be kept.")
    data = content.encode() if isinstance(content, str) else content
    return name or "", b64encode(data).decode(), kind or "application/octet-stream"


class Outbox(BaseEmailBackend):
    """Writes each message as a row into the running transaction. The worker sends it after the commit."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Put the messages with a recipient into the outbox in one query; how many. Raises as `letter_of`."""
        letters = [letter_of(each) for each in email_messages if each.recipients()]
        if letters:
            put_all(MAIL, {f"{MAIL}:{uuid4().hex}": asdict(each) for each in letters})
        return len(letters)


@sends(MAIL)
def deliver(row: Outgoing) -> None:
    """Hand a letter to the mail server, or print it without one.

    Raises Undeliverable if the server refuses these recipients or this letter for good, Later if it may take
    the letter another time, and Away if it does not answer or takes no letter of ours.
    """
    try:
        deliver_now(KeptLetter(**row.payload).message())
    except (SMTPRecipientsRefused, SMTPDataError, SMTPNotSupportedError) as refused:
        kind = Undeliverable if _is_final(refused) else Later
        raise kind(_words(refused)) from refused
    except OSError as problem:
        raise Away(_words(problem)) from problem


def deliver_now(message: EmailMessage) -> None:
    """Send a message past the outbox. Raises OSError, of which SMTPException is one."""
    get_connection(settings.EMAIL_DELIVERY).send_messages([message])


def _is_final(refused: OSError) -> bool:
    """Whether the mail server said that no later try can help."""
    if isinstance(refused, SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in refused.recipients.values())
    return isinstance(refused, SMTPDataError) and refused.smtp_code >= PERMANENT


def _words(problem: OSError) -> str:
    return f"{type(problem).__name__}: {problem}"
