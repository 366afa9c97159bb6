"""The result in words: as it stands, and as corrections of the report would make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from league.rules.phrases import join_words
from missions.presenters.game.page import FleetBadge, Fleets
from missions.rules.content.mission_data import assets
from missions.rules.game.narration import TERMINATIONS
from missions.rules.game.results import Result
from missions.rules.game.state import SIDES, SideName


@dataclass(frozen=True, slots=True)
class Verdict:
    """The computed result in words; `offers` names the assets of which the winner may take one, or could
    take one before they took or declined it (`settled`)."""

    title: str
    detail: str
    rule: str
    reasons: tuple[tuple[str, str], ...]
    winner: FleetBadge | None
    offers: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Outlook:
    """The result as the report stands, with each correction alone by the number of its ship, and with all of
    them; the results of corrections that contradict the report are missing."""

    now: Result
    alone: Mapping[int, Result]
    together: Result | None


def verdict(result: Result, fleets: Fleets, *, settled: bool = False) -> Verdict:
    """Winner and margin, as the report stands or as it was confirmed; `settled`: no asset is on offer any
    more."""
    winner: FleetBadge | None = None
    title = "The game is a draw"
    if result.winner in ("active", "opposing"):
        winner = fleets["active" if result.winner == "active" else "opposing"]
        title = f"{winner.name} wins {TERMINATIONS.get(result.termination, '')}".strip()
    order: tuple[SideName, SideName] = ("active", "opposing")
    if result.winner == "opposing":
        order = "opposing", "active"
    scores = ", ".join(f"{fleets[side].name} {result.scores[side]}" for side in order)
    reasons = tuple((named(reason.text, fleets), reason.rule) for reason in result.reasons)
    names = [assets()[kind].name for kind in result.offers]
    offers = join_words(names, "or")
    return Verdict(title, f"Points scored: {scores}.", result.rule, reasons, winner, offers, settled)


def then_words(outlook: Outlook, result: Result | None, fleets: Fleets) -> str:
    """A result that corrections lead to, beside the one that stands; "" for none."""
    if result is None:
        return ""
    now, then = verdict(outlook.now, fleets), verdict(result, fleets)
    if (now.title, now.detail, now.offers) == (then.title, then.detail, then.offers):
        return "The result stays the same."
    said = f"{then.title}. {then.detail}"
    if then.offers == now.offers:
        return said
    offer = f"The winner may take one asset: {then.offers}." if then.offers else "No asset is offered."
    return f"{said} {offer}"


class Named(Protocol):
    """A fleet in a sentence."""

    @property
    def name(self) -> str: ...


def named(text: str, fleets: Mapping[SideName, Named]) -> str:
    """A sentence of the rules with the names of the fleets in place of their sides."""
    for side in SIDES:
        name = fleets[side].name
        for words in (f"the {side} side", f"The {side} side"):
            text = text.replace(words, name)
        text = text.replace(f"o {side} ship", f"o ship of {name}")
    return text
