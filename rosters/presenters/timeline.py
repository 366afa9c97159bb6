"""Lends the league's log the sentences of fleets, and the kinds of their entries. There each sentence has to
name its fleet."""

from __future__ import annotations

from league.kernel.events import Event
from league.presenters.timeline import add_narrator
from league.rules.entry_kinds import add_orders
from league.rules.phrases import because
from rosters.rules.events import FleetHandedOver, PointsChanged
from rosters.rules.narration import rule_of, sentence
from rosters.rules.overrides.events import ProxyAppointed

BOUGHT = ("CR-031", "CR-140")

add_orders("rosters", "rosters.rules")
add_orders(
    "people",
    "rosters.rules.fleets.people",
    "rosters.rules.fleets.proxy",
    "rosters.rules.fleets.start.StartCampaign",
)


@add_narrator
def narrate(event: Event) -> str | None:
    """The sentence with the fleet before it and its rule after it; None for what another says already.

    A purchase names its price, so its ledger line is left to the ledger.
    """
    if isinstance(event, FleetHandedOver):
        ended = f" {{member:{event.proxy}}} stands in no longer." if event.proxy else ""
        return f"{{fleet:{event.fleet}}}: {{member:{event.member}}} commands the fleet now.{ended}"
    if isinstance(event, ProxyAppointed):
        return _proxy(event)
    text = sentence(event)
    if not text or (isinstance(event, PointsChanged) and event.amount < 0 and event.rule in BOUGHT):
        return None
    rule = rule_of(event)
    return f"{{fleet:{getattr(event, 'fleet', 0)}}}: {text[:-1]}{f' ({rule})' if rule else ''}{text[-1]}"


def _proxy(event: ProxyAppointed) -> str:
    why = because(event.reason)
    if not event.member:
        return f"{{fleet:{event.fleet}}}: nobody stands in for its owner any more.{why}"
    return f"{{fleet:{event.fleet}}}: {{member:{event.member}}} stands in for its owner from now on.{why}"
