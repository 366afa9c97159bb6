"""One sentence for everything that can happen to a fleet, and the rule behind it. The reader knows which
fleet it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from league.kernel.events import Event
from league.rules.phrases import because
from rosters.rules import events as ev
from rosters.rules.labels import SECTION_WORDS
from rosters.rules.overrides import events as word
from rosters.rules.state import OfferedAsset
from rosters.rules.uniques.names import how_it_fell

FATES = {"mia": "missing (MIA)", "kia": "lost for good (KIA)", "removed": "removed"}
RESULTS = {"victory": "Victory over", "defeat": "Defeat against", "draw": "Draw with"}

RULES: dict[type[Event], str] = {
    ev.FleetFounded: "CR-001",
    ev.FleetRenamed: "CR-010",
    ev.SideChanged: "CR-030",
    ev.FleetLocked: "CR-007",
    ev.FleetReady: "CR-016",
    ev.ShipBought: "CR-031",
    ev.ShipReturned: "CR-007",
    ev.UpgradeBought: "CR-031",
    ev.UpgradeReturned: "CR-007",
    ev.ShipMoved: "CR-144",
    ev.UpgradeMoved: "CR-144",
    ev.SquadronFormed: "CR-144",
    ev.SquadronTyped: "CR-022",
    ev.PilotNamed: "CR-120",
    ev.ShipRecovered: "CR-142",
    ev.UpgradeRecovered: "CR-142",
    ev.GameRecorded: "CR-121",
    ev.DeskOpened: "CR-054",
    ev.DeskClosed: "CR-145",
}


def rule_of(event: Event) -> str:
    """The rule ID behind an event: its own if it names one, else that of its kind; "" if no rule
    speaks."""
    return getattr(event, "rule", "") or RULES.get(type(event), "")


def sentence(event: Event) -> str | None:
    """The event in a sentence, or None for events that are not a fleet's."""
    write = _WRITERS.get(type(event))
    return write(event) if write is not None else None


def _points(e: ev.PointsChanged) -> str:
    if e.reason:
        given = f"gave {e.amount} FP to the fleet" if e.amount > 0 else f"took {-e.amount} FP from the fleet"
        return f"An organiser {given}.{_because(e.reason)}"
    return f"Received {e.amount} FP: {e.what}." if e.amount > 0 else f"Paid {-e.amount} FP: {e.what}."


def _ship_bought(e: ev.ShipBought) -> str:
    price = f"was bought for {e.price} FP" if e.price else "joined at no cost"
    return f"{e.name} {price}{_where(e.squadron)}."


def _upgrade_bought(e: ev.UpgradeBought) -> str:
    if e.price < 0:
        return f"{e.name} was attached and gave {-e.price} FP back."
    return f"{e.name} was bought for {e.price} FP." if e.price else f"{e.name} was taken at no cost."


def _where(squadron: int | None) -> str:
    return ", into the inventory" if squadron is None else f", into squadron {squadron}"


def _ship_moved(e: ev.ShipMoved) -> str:
    source = "the inventory" if e.source is None else f"squadron {e.source}"
    target = "the inventory" if e.target is None else f"squadron {e.target}"
    return f"{e.name} moved from {source} to {target}."


def _upgrade_moved(e: ev.UpgradeMoved) -> str:
    if e.target is None:
        return f"{e.name} went to the inventory."
    if e.source == e.target:
        return f"{e.name} changed its place on its ship."
    return f"{e.name} was attached to a ship." if e.source is None else f"{e.name} moved to another ship."


def _struck(e: ev.SquadronStruck) -> str:
    why = "is outside its limits and was disbanded" if e.rule == "CR-019" else "was disbanded"
    return f"Squadron {e.squadron} {why}; its ships went to the inventory."


def _rank(e: ev.RankChanged) -> str:
    if not e.target:
        return f"{e.name} is {e.source} no longer."
    return f"{e.name} is {e.target} now." if not e.source else f"{e.name} rose from {e.source} to {e.target}."


def _pilot_named(e: ev.PilotNamed) -> str:
    return (
        f"{e.name} is called “{e.given_name}” now."
        if e.given_name
        else f"{e.name} lost the name given before."
    )


def _card_changed(e: ev.CardChanged) -> str:
    if e.rule == "CR-037":
        return f"{e.source_name} is gone; {e.target_name} takes over the ship, without upgrades."
    return f"{e.source_name} was promoted to {e.target_name}."


def _damage(e: ev.DamageMarked) -> str:
    if not e.sections:
        return f"{e.name} is repaired: no longer DAMAGED."
    return f"{e.name} is DAMAGED{section_words(e.sections)}."


def _crippled(e: ev.CrippledMarked) -> str:
    return (
        f"{e.name} is CRIPPLED{section_words(e.sections)}."
        if e.sections
        else f"{e.name} has no crippled section any more."
    )


def section_words(sections: tuple[str, ...]) -> str:
    """The sections of a mark in brackets, with a space before; "" for a ship with one hull."""
    return "" if sections == ("whole",) else f" ({' and '.join(SECTION_WORDS[each] for each in sections)})"


def _ship_recovered(e: ev.ShipRecovered) -> str:
    return f"{e.name} was recovered{_where(e.squadron)}."


def _recorded(e: ev.GameRecorded) -> str:
    ruled = ", by an organiser's ruling" if e.ruled else ""
    scores = (e.conceded, e.scored) if e.result == "defeat" else (e.scored, e.conceded)
    points = f"{scores[0]} : {scores[1]} points"
    return f"{RESULTS[e.result]} {e.opponent_name}, {points}{ruled}. Reward: {e.reward} FP."


def _eliminated(e: ev.FleetEliminated) -> str:
    if e.rule == "CR-151":
        return "The fleet is eliminated: three defeats in a row."
    return "The fleet is eliminated: its ships cannot form two STANDARD squadrons."


def _one_of(choices: tuple[OfferedAsset, ...]) -> str:
    *most, last = [each.name for each in choices]
    return f"{', '.join(most)} or {last}" if most else last


def _gained(e: ev.AssetGained) -> str:
    against = f" against {e.target_name}" if e.target_name else ""
    sentence = f"The asset {e.name}{against} joined the fleet, on its card {e.rank}."
    return f"{sentence}{_because(e.reason)}"


def _gone(e: ev.AssetGone) -> str:
    how = {"CR-076": "was committed and is used up", "CR-083": "was given up for another"}
    sentence = f"The asset {e.name} ({e.rank}) {how.get(e.rule, 'left the fleet')}."
    return f"{sentence}{_because(e.reason)}"


def _because(reason: str) -> str:
    return because(reason, "The organiser's reason")


MARKS = {"EXP": "EXP", "VET": "VET", "ELITE": "ELITE", "": "without rank"}


def _overruled(e: word.ShipOverruled) -> str:
    """The marks that the organiser changed, and no others."""
    before, after = e.before, e.after
    changes = []
    if after.rank != before.rank:
        changes.append(MARKS[after.rank])
    if after.mia != before.mia:
        changes.append("missing (MIA)" if after.mia else f"back{_where(after.squadron)}")
    if after.damaged != before.damaged:
        changes.append(f"DAMAGED{section_words(after.damaged)}" if after.damaged else "no longer DAMAGED")
    if after.crippled != before.crippled:
        changes.append(f"CRIPPLED{section_words(after.crippled)}" if after.crippled else "no longer CRIPPLED")
    return f"An organiser ruled: {e.name} is {', '.join(changes)}.{_because(e.reason)}"


def _upgrade_overruled(e: word.UpgradeOverruled) -> str:
    state = "missing (MIA)" if e.mia else "back"
    return f"An organiser ruled: {e.name} is {state}.{_because(e.reason)}"


_WRITERS: dict[type[Event], Callable[[Any], str]] = {
    ev.FleetFounded: lambda e: f"The fleet {e.name} was founded ({e.side.capitalize()}, {e.suit}).",
    ev.FleetRenamed: lambda e: f"The fleet is called {e.name} now and plays {e.suit}.",
    ev.SideChanged: lambda e: f"The fleet changed sides and is {e.side.capitalize()} now.",
    ev.FleetLocked: lambda e: "The roster is locked and the fleet is in the campaign.",
    ev.FleetReady: lambda e: (
        "The fleet is ready to start." if e.mark else "The fleet is not ready after all."
    ),
    ev.FleetHandedOver: lambda e: "The fleet has a new commander.",
    ev.FleetRetired: lambda e: "The fleet left the campaign.",
    ev.FleetEliminated: _eliminated,
    ev.PointsChanged: _points,
    ev.ShipBought: _ship_bought,
    ev.ShipReturned: lambda e: f"{e.name} was given back.",
    ev.UpgradeBought: _upgrade_bought,
    ev.UpgradeReturned: lambda e: f"{e.name} was given back.",
    ev.ShipMoved: _ship_moved,
    ev.UpgradeMoved: _upgrade_moved,
    ev.SquadronFormed: lambda e: f"Squadron {e.squadron} was added as {e.type.upper()}.",
    ev.SquadronTyped: lambda e: (
        f"Squadron {e.squadron} is {e.target.upper()} now instead of {e.source.upper()}."
    ),
    ev.SquadronStruck: _struck,
    ev.RankChanged: _rank,
    ev.PilotNamed: _pilot_named,
    ev.CardChanged: _card_changed,
    ev.DamageMarked: _damage,
    ev.CrippledMarked: _crippled,
    ev.ShipLost: lambda e: f"{e.name} is {FATES[e.fate]}.",
    ev.ShipRecovered: _ship_recovered,
    ev.UpgradeLost: lambda e: f"{e.name} is {FATES[e.fate]}.",
    ev.UpgradeRecovered: lambda e: f"{e.name} was recovered.",
    ev.NameKilled: lambda e: f"{e.name} {how_it_fell(e.persona)} and can never serve again.",
    ev.GameRecorded: _recorded,
    ev.DeskOpened: lambda e: "The repairs are open.",
    ev.DeskClosed: lambda e: "The repairs are closed.",
    ev.ShipJoined: lambda e: f"{e.name} came during the game and joins the inventory.",
    ev.AssetOffered: lambda e: f"The victory offers an asset: {_one_of(e.choices)}.",
    ev.AssetGained: _gained,
    ev.AssetDeclined: lambda e: "The offered asset was turned down.",
    ev.AssetGone: _gone,
    word.ShipOverruled: _overruled,
    word.UpgradeOverruled: _upgrade_overruled,
    word.NameRestored: lambda e: f"An organiser lets {e.name} serve this fleet again.{_because(e.reason)}",
    word.ProxyAppointed: lambda e: (
        "Somebody stands in for the fleet's owner."
        if e.member
        else "The owner commands the fleet alone again."
    ),
    word.EliminationStruck: lambda e: f"The fleet takes part again.{_because(e.reason)}",
    ev.MunitionSupplied: lambda e: f"{e.name} came aboard as a free munition.",
    ev.MunitionTakenBack: lambda e: (
        f"{e.name} leaves again: "
        f"{'the game it came for was called off' if e.called_off else 'the choice was taken back'}."
    ),
    ev.AssetReturned: lambda e: f"The asset {e.name} is back as {e.rank}: its game was called off.",
}
