"""The events of a mission's preparation and of what comes in its play as sentences. None tells a secret:
anybody may read them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from league.kernel.events import Event
from league.rules.phrases import TYPE_NAMES, full_stop, join_words
from missions.rules.game.sides import SIDES, SideName
from missions.rules.pregame import events as ev
from missions.rules.pregame.stage_words import STAGE_WORDS
from missions.rules.pregame.state import Effect


class _OfSide(Protocol):
    """An event of one side of a game."""

    @property
    def game(self) -> int: ...

    @property
    def side(self) -> SideName: ...


def mark_of(game: int, side: str) -> str:
    """The mark of a side: the page puts the name of its fleet in."""
    return f"{{{side}:{game}}}"


def side_of(event: _OfSide) -> str:
    """The mark of the side that the event is about."""
    return mark_of(event.game, event.side)


def sentence(event: Event) -> str:
    """Sentence for an event of the preparation; "" for other events."""
    write = _WRITERS.get(type(event))
    return write(event) if write is not None else ""


def _rested(e: ev.SquadronsRested) -> str:
    side = mark_of(e.game, "active")
    if not e.cards:
        return f"{side} rests no squadron."
    word = "squadron" if len(e.cards) == 1 else "squadrons"
    return f"{side} rests {word} {join_words(str(card) for card in e.cards)}."


def _strength(e: ev.StrengthChosen) -> str:
    return f"{side_of(e)} will field {_squadrons(e.number)}."


def _forces(e: ev.ForcesDrawn) -> str:
    counts = (f"{_cards(len(e.cards[side]))} of {mark_of(e.game, side)}" for side in SIDES)
    return f"Squadrons lie face down: {join_words(counts)}."


def _locked(e: ev.AssetsLocked) -> str:
    if not e.effects:
        return "Both commitments are shown: no asset was committed."
    return f"Both commitments are shown: {join_words(_effect(e.game, each) for each in e.effects)}."


def _effect(game: int, effect: Effect) -> str:
    owner = mark_of(game, effect.owner)
    if effect.cancelled_by:
        return f"{effect.name} ({owner}, cancelled)"
    if effect.side != effect.owner:
        return f"{effect.name} ({owner}, taken over by {mark_of(game, effect.side)})"
    return f"{effect.name} ({owner})"


def _exchanged(e: ev.SquadronExchanged) -> str:
    if e.side == e.of:
        return f"{side_of(e)} exchanged one of its face-down squadrons."
    return f"{side_of(e)} had a face-down squadron of {mark_of(e.game, e.of)} swapped."


def _resolved(e: ev.EffectResolved) -> str:
    return f"{side_of(e)} makes no use of {e.name}." if e.passed else f"{e.name} is resolved."


def _revealed(e: ev.ForcesRevealed) -> str:
    fleets = list(dict.fromkeys(force.fleet for force in e.forces))
    squadrons = (
        join_words(str(force.card) for force in e.forces if force.fleet == fleet) for fleet in fleets
    )
    return f"All squadrons are turned over: {' against '.join(squadrons)}."


def _supplied(e: ev.SuppliesTaken) -> str:
    number = "one free munition" if len(e.upgrades) == 1 else f"{len(e.upgrades)} free munitions"
    return f"Squadron {e.card} of {side_of(e)} takes {number}."


def _ruled(e: ev.ResultRuled) -> str:
    if not e.winner:
        return "An organiser leaves the result as it was computed."
    whose = "a draw" if e.winner == "draw" else f"a victory of {mark_of(e.game, e.winner)}"
    return f"An organiser rules {whose}: {full_stop(e.reason)}"


def _squadrons(number: int) -> str:
    return "1 squadron" if number == 1 else f"{number} squadrons"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


_WRITERS: dict[type[Event], Callable[[Any], str]] = {
    ev.StageReached: lambda e: STAGE_WORDS[e.stage].next.format(active=mark_of(e.game, "active")),
    ev.SquadronsRested: _rested,
    ev.MissionSquadronDrawn: lambda e: (
        f"{mark_of(e.game, 'active')} drew its mission squadron, which is {TYPE_NAMES[e.type]}."
    ),
    ev.MissionChosen: lambda e: f"The mission is {e.name} ({e.mission}).",
    ev.StrengthChosen: _strength,
    ev.ForcesDrawn: _forces,
    ev.AssetsCommitted: lambda e: f"The commitment of {side_of(e)} is in.",
    ev.AssetsLocked: _locked,
    ev.StepTakenBack: lambda e: f"{side_of(e)} took its last choice back.",
    ev.ChoicesStand: lambda e: f"{side_of(e)} goes on.",
    ev.CardLookedAt: lambda e: f"{side_of(e)} was shown face-down squadrons of its opponent.",
    ev.SquadronExchanged: _exchanged,
    ev.ShipSabotaged: lambda e: f"Saboteurs got aboard a ship of {mark_of(e.game, e.found.side)}.",
    ev.EffectResolved: _resolved,
    ev.ForcesRevealed: _revealed,
    ev.SuppliesDrawn: lambda e: f"{e.name} acts on squadron {e.card} of {mark_of(e.game, e.of)}.",
    ev.SuppliesTaken: _supplied,
    ev.SuppliesReturned: lambda e: f"{side_of(e)} took the free munitions of squadron {e.card} off again.",
    ev.ShipNominated: lambda e: f"The nomination of {mark_of(e.game, 'active')} is in.",
    ev.NominationShown: lambda e: f"The nominated ship was {e.name}.",
    ev.ReinforcementDrawn: lambda e: (
        f"Round {e.table_round}: {side_of(e)} draws squadron {e.card}, which is {TYPE_NAMES[e.force.type]}."
    ),
    ev.ReinforcementPassed: lambda e: f"Round {e.table_round}: {side_of(e)} draws no squadron.",
    ev.ShipArrived: lambda e: (
        f"Reinforcements: {e.ship.name} arrives on the side of {side_of(e)} in place of {e.lost_name}."
    ),
    ev.ResultRuled: _ruled,
}
