"""Lends the league's timeline the sentences of fleets. There the reader has to be told which fleet it is."""

from __future__ import annotations

from league.kernel.events import Event
from league.presenters.timeline import tells
from rosters.rules.events import FleetHandedOver, PointsChanged
from rosters.rules.narrate import rule_of, sentence

BOUGHT = ("CR-031", "CR-140")


@tells
def told(event: Event) -> str | None:
    """The sentence with the fleet before it and its rule after it; None for what another says already.

    A purchase names its price, so its ledger line is left to the ledger.
    """
    if isinstance(event, FleetHandedOver):
        return f"{{fleet:{event.fleet}}}: {{member:{event.member}}} commands the fleet now."
    text = sentence(event)
    if not text or (isinstance(event, PointsChanged) and event.amount < 0 and event.rule in BOUGHT):
        return None
    rule = rule_of(event)
    return f"{{fleet:{getattr(event, 'fleet', 0)}}}: {text[:-1]}{f' ({rule})' if rule else ''}."
