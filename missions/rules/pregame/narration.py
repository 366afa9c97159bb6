"""The events of a mission's preparation and of what comes in its play as sentences. None tells a secret:
anybody may read them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from league.kernel.events import Event
from league.rules.phrases import TYPE_NAMES, full_stop, join_words
from missions.rules.game.sides import SIDES
from missions.rules.pregame import events as ev
from missions.rules.pregame.stage_words import STAGE_WORDS
from missions.rules.pregame.state import Effect


def sentence(event: Event) -> str:
    """Sentence for an event of the preparation; "" for other events."""
    write = _WRITERS.get(type(event))
    return write(event) if write is not None else ""


def _rested(e: ev.SquadronsRested) -> str:
    if not e.cards:
        return "The active side rests no squadron."
    word = "squadron" if len(e.cards) == 1 else "squadrons"
    return f"The active side rests {word} {join_words(str(card) for card in e.cards)}."


def _strength(e: ev.StrengthChosen) -> str:
    return f"The {e.side} side will field {_squadrons(e.number)}."


def _forces(e: ev.ForcesDrawn) -> str:
    counts = {side: _cards(len(e.cards[side])) for side in SIDES}
    return f"Squadrons lie face down: {counts['active']} active, {counts['opposing']} opposing."


def _locked(e: ev.AssetsLocked) -> str:
    if not e.effects:
        return "Both commitments are shown: no asset was committed."
    return f"Both commitments are shown: {join_words(_effect(each) for each in e.effects)}."


def _effect(effect: Effect) -> str:
    if effect.cancelled_by:
        return f"{effect.name} ({effect.owner} side, cancelled)"
    if effect.side != effect.owner:
        return f"{effect.name} ({effect.owner} side, taken over by the {effect.side} side)"
    return f"{effect.name} ({effect.owner} side)"


def _exchanged(e: ev.SquadronExchanged) -> str:
    if e.side == e.of:
        return f"The {e.of} side exchanged one of its face-down squadrons."
    return f"The {e.side} side had a face-down squadron of the {e.of} side swapped."


def _resolved(e: ev.EffectResolved) -> str:
    return f"The {e.side} side makes no use of {e.name}." if e.passed else f"{e.name} is resolved."


def _revealed(e: ev.ForcesRevealed) -> str:
    fleets = list(dict.fromkeys(force.fleet for force in e.forces))
    squadrons = (
        join_words(str(force.card) for force in e.forces if force.fleet == fleet) for fleet in fleets
    )
    return f"All squadrons are turned over: {' against '.join(squadrons)}."


def _supplied(e: ev.SuppliesTaken) -> str:
    number = "one free munition" if len(e.upgrades) == 1 else f"{len(e.upgrades)} free munitions"
    return f"Squadron {e.card} of the {e.side} side takes {number}."


def _ruled(e: ev.ResultRuled) -> str:
    if not e.winner:
        return "An organiser leaves the result as it was computed."
    whose = "a draw" if e.winner == "draw" else f"a victory of the {e.winner} side"
    return f"An organiser rules {whose}: {full_stop(e.reason)}"


def _squadrons(number: int) -> str:
    return "1 squadron" if number == 1 else f"{number} squadrons"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


_WRITERS: dict[type[Event], Callable[[Any], str]] = {
    ev.StageReached: lambda e: STAGE_WORDS[e.stage].next,
    ev.SquadronsRested: _rested,
    ev.MissionSquadronDrawn: lambda e: (
        f"The active side drew its mission squadron, which is {TYPE_NAMES[e.type]}."
    ),
    ev.MissionChosen: lambda e: f"The mission is {e.name} ({e.mission}).",
    ev.StrengthChosen: _strength,
    ev.ForcesDrawn: _forces,
    ev.AssetsCommitted: lambda e: f"The commitment of the {e.side} side is in.",
    ev.AssetsLocked: _locked,
    ev.StepTakenBack: lambda e: f"The {e.side} side took its last choice back.",
    ev.ChoicesStand: lambda e: f"The {e.side} side goes on.",
    ev.CardLookedAt: lambda e: f"The {e.side} side was shown face-down squadrons of its opponent.",
    ev.SquadronExchanged: _exchanged,
    ev.ShipSabotaged: lambda e: f"Saboteurs got aboard a ship of the {e.found.side} side.",
    ev.EffectResolved: _resolved,
    ev.ForcesRevealed: _revealed,
    ev.SuppliesDrawn: lambda e: f"{e.name} acts on squadron {e.card} of the {e.of} side.",
    ev.SuppliesTaken: _supplied,
    ev.SuppliesReturned: lambda e: (
        f"The {e.side} side took the free munitions of squadron {e.card} off again."
    ),
    ev.ShipNominated: lambda e: "The active side's nomination is in.",
    ev.NominationShown: lambda e: f"The nominated ship was {e.name}.",
    ev.ReinforcementDrawn: lambda e: (
        f"Round {e.table_round}: the {e.side} side draws squadron {e.card}, which is "
        f"{TYPE_NAMES[e.force.type]}."
    ),
    ev.ReinforcementPassed: lambda e: f"Round {e.table_round}: the {e.side} side draws no squadron.",
    ev.ShipArrived: lambda e: (
        f"Reinforcements: {e.ship.name} arrives on the {e.side} side in place of {e.lost_name}."
    ),
    ev.ResultRuled: _ruled,
}
