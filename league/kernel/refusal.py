"""Refusals of the rules: a `Refusal` ends an order, a `Finding` stands beside the thing it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (error) or worth knowing (warning) about a subject.

    `about` points at the subject: "fleet", "squadron:5", "ship:12", "upgrade:40", "slot:Elite"; "" for
    nothing in particular.
    """

    code: str
    message: str
    rule: str = ""
    level: Level = "error"
    about: str = "fleet"

    @property
    def is_error(self) -> bool:
        return self.level == "error"


def are_legal(findings: Iterable[Finding]) -> bool:
    """Whether none of the findings is an error."""
    return not any(finding.is_error for finding in findings)


class Refusal(Exception):
    """An order that was offered is declined. Nothing was written.

    `findings` is all that there is to say. The first is the refusal's own sentence, for the player: what is
    wrong and what would make it right; `code`, `message` and `rule` are read from it. `field` is the form
    field that it belongs to (blank: the whole form). Given findings come after it. If the refusal only
    repeats one of them, that one comes first.
    """

    status = 409

    def __init__(
        self, code: str, message: str, *, rule: str = "", field: str = "", findings: Iterable[Finding] = ()
    ) -> None:
        super().__init__(message)
        others = list(findings)
        own = next((each for each in others if (each.code, each.message) == (code, message)), None)
        if own is not None:
            others.remove(own)
        self.findings: tuple[Finding, ...] = (own or Finding(code, message, rule, about=""), *others)
        self.field = field

    @property
    def code(self) -> str:
        """The code of the fault, for programs."""
        return self.findings[0].code

    @property
    def message(self) -> str:
        """The refusal's own sentence."""
        return self.findings[0].message

    @property
    def rule(self) -> str:
        """The rule ID of the refusal's own sentence, or blank."""
        return self.findings[0].rule

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that point at something: a page marks them there. () for a plain "no"."""
        return tuple(finding for finding in self.findings if finding.about)

    @property
    def besides(self) -> tuple[Finding, ...]:
        """The other findings, without the refusal's own sentence and each sentence once, whatever number of
        things it is about."""
        others = {finding.message: finding for finding in reversed(self.findings)}
        return tuple(finding for finding in reversed(others.values()) if finding.message != self.message)


class NotYours(Refusal):
    """The actor may see the thing but not do this with it."""

    status = 403


class Stale(Refusal):
    """Somebody else acted on the same thing after this page was made."""

    status = 409


class Unreadable(Refusal):
    """The order itself makes no sense: an unknown card, ship or choice."""

    status = 422


class TooMany(Refusal):
    """The actor has done this too often; the sentence says when it goes again."""

    status = 429


class Busy(Refusal):
    """The site has too much to do for others just now; `retry` is in seconds."""

    status = 503

    def __init__(self, code: str, message: str, *, retry: int) -> None:
        super().__init__(code, message)
        self.retry = retry


def refuse_if(findings: Iterable[Finding]) -> None:
    """Raise a `Refusal` that carries all findings if any of them is an error; the first error comes first
    and is its sentence.
    """
    listed = tuple(findings)
    errors = [finding for finding in listed if finding.is_error]
    if errors:
        first = errors[0]
        raise Refusal(first.code, first.message, rule=first.rule, findings=listed)
