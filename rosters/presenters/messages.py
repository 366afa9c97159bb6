"""Messages after an act on a fleet: the main event first, then its consequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from league.kernel.events import Event
from league.rules.phrases import join_words
from rosters.rules import events as ev
from rosters.rules.fleets.ready import is_ready
from rosters.rules.narration import sentence
from rosters.rules.state import FleetState

# The message about an act names the first of these that it brought about.
LEADS: tuple[type[Event], ...] = (
    ev.FleetEliminated,
    ev.DeskClosed,
    ev.FleetLocked,
    ev.CardChanged,
    ev.ShipRecovered,
    ev.UpgradeRecovered,
    ev.ShipBought,
    ev.UpgradeBought,
    ev.ShipReturned,
    ev.UpgradeReturned,
)
COSTING = (ev.CardChanged, ev.ShipRecovered, ev.UpgradeRecovered, ev.CrippledMarked)
UNTOLD = (ev.PointsChanged, ev.RankChanged)
LAYOUT = {
    ev.ShipMoved: ("ship moved", "ships moved"),
    ev.UpgradeMoved: ("card moved", "cards moved"),
    ev.SquadronFormed: ("squadron added", "squadrons added"),
    ev.SquadronTyped: ("squadron type changed", "squadron types changed"),
    ev.SquadronStruck: ("squadron disbanded", "squadrons disbanded"),
}


def message_for(events: Sequence[Event]) -> str:
    """The events of one act in a sentence or a few: its main event, its price, and what it took along."""
    if not events:
        return "Nothing had to change."
    worded = [each for each in events if not isinstance(each, UNTOLD) and sentence(each)]
    if len(worded) > 1 and all(type(each) in LAYOUT for each in worded):
        return _layout(worded)
    lead = _lead(worded)
    if lead is None:
        return "Done."
    parts = [
        sentence(lead) or "",
        _price(lead, events),
        *_along([each for each in worded if each is not lead]),
    ]
    return " ".join(part for part in parts if part)


def unready(message: str, before: FleetState, after: FleetState) -> str:
    """The message after an act on a draft; with a sentence if the act took the word *ready* back."""
    changed = is_ready(before) and after.ready != "" and not is_ready(after)
    return f"{message} {after.name} is no longer marked as ready." if changed else message


def _lead(worded: Sequence[Event]) -> Event | None:
    for kind in LEADS:
        for each in worded:
            if isinstance(each, kind):
                return each
    return worded[0] if worded else None


def _price(lead: Event, events: Iterable[Event]) -> str:
    """The price that was paid, if the sentence itself does not say it."""
    paid = -sum(each.amount for each in events if isinstance(each, ev.PointsChanged))
    return f"Paid {paid} FP." if paid > 0 and isinstance(lead, COSTING) else ""


def _struck(cards: list[int]) -> str:
    squadrons = join_words([str(card) for card in cards])
    return f"Squadrons {squadrons}, outside their limits, were disbanded; their ships went to the inventory."


def _along(rest: Sequence[Event]) -> list[str]:
    """Everything besides the main event; cards of one fate share a sentence."""
    loose = [e.name for e in rest if isinstance(e, ev.UpgradeMoved) and e.target is None]
    bought = [e.name for e in rest if isinstance(e, ev.UpgradeBought)]
    returned = [e.name for e in rest if isinstance(e, ev.UpgradeReturned)]
    struck = [e for e in rest if isinstance(e, ev.SquadronStruck) and e.rule == "CR-019"]
    several = struck if len(struck) > 1 else []
    named = (ev.UpgradeBought, ev.UpgradeReturned)
    others = [
        sentence(e) or ""
        for e in rest
        if not isinstance(e, named) and not (isinstance(e, ev.UpgradeMoved) and e.target is None)
        if e not in several
    ]
    parts = [f"Bought with it: {join_words(bought)}." if bought else ""]
    parts.append(f"Given back with it: {join_words(returned)}." if returned else "")
    parts.append(f"{join_words(loose)} went to the inventory." if loose else "")
    parts.append(_struck([e.squadron for e in several]) if several else "")
    return [*parts, *others]


def _layout(worded: Iterable[Event]) -> str:
    """A whole arrangement (CR-144), by what it came to."""
    return f"The squadrons are rearranged: {layout_words(worded)}."


def layout_words(events: Iterable[Event]) -> str:
    """The moves among these events, counted by their kind; "" for none."""
    counts = Counter(type(each) for each in events)
    return join_words([f"{counts[kind]} {LAYOUT[kind][counts[kind] > 1]}" for kind in LAYOUT if counts[kind]])
