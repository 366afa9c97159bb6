"""Another log that a reader's game could have: everything hidden from them is different in its events.

`OTHERWISE` has a row for every event that says it is secret, and for those with a draft or a random pick:
a new one fails until somebody says who may know it (docs/decisions/0014-mission-secrets.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from league.kernel.events import KINDS, Event
from league.models import EventRow
from league.store import log
from league.store.parts import encode
from missions.rules.game import events as ev
from missions.rules.game.secrets import Viewer
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import Choices, GameState
from missions.rules.pregame import events as pre
from missions.rules.pregame.state import Look, Pick
from tests.missions.secrets.unknown import elsewhere, otherwise, twin


@dataclass
class Reading:
    """Knowledge of a game that somebody may have by now. `known` are the other side's cards that were
    shown to the reader; `hands` are the cards as they lie in the other log. These fleets have two
    squadrons of each type, so that who sees one turned over knows which it came for."""

    viewer: Viewer
    game: GameState
    known: set[int] = field(default_factory=set)
    hands: dict[SideName, list[int]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.game.step in ("done", "void")

    @property
    def revealed(self) -> bool:
        return bool(self.game.forces) or self.over

    @property
    def drafts_hidden(self) -> bool:
        return self.viewer == "public" and not self.game.report.submitted and not self.over

    def hides(self, side: SideName, card: int) -> bool:
        """Whether a card of that side is not the reader's to know."""
        return not (side == self.viewer or self.revealed or {card, twin(card)} & self.known)

    def seen(self, event: Event) -> None:
        """Notes the cards that an event showed to the reader."""
        if isinstance(event, pre.CardLookedAt) and event.side == self.viewer:
            self.known |= {each.card for each in event.looks if each.of != self.viewer}


def unknown_events(viewer: Viewer, game: GameState) -> Iterator[tuple[int, str]]:
    """The events that could be others for all that the reader knows: place in the log and payload."""
    reading = Reading(viewer, game)
    rows = EventRow.objects.filter(game=game.id, kind__in=[each.kind for each in OTHERWISE])
    events = [(row.seq, log.decode(row.kind, row.version, row.payload)) for row in rows.order_by("seq")]
    for _, event in events:
        reading.seen(event)
    for seq, event in events:
        another = OTHERWISE[type(event)](event, reading)
        if another != event:
            yield seq, encode(another)


def _sealed(event: ev.DrawCommitted, reading: Reading) -> Event:
    other_seed = "".join(f"{15 - int(digit, 16):x}" for digit in event.sealed)
    return event if reading.over else replace(event, sealed=other_seed)


def _nonce(event: ev.SideReady | ev.NonceShown, reading: Reading) -> Event:
    draw = reading.game.draw
    both = draw is not None and len(draw.nonces) == len(SIDES)
    known = both or reading.over or not event.nonce
    return event if known else replace(event, nonce=f"not {event.nonce}")


def _another(pick: Pick) -> Pick:
    return replace(pick, taken=pick.taken[::-1] + ("9",))


def _mission_squadron(event: pre.MissionSquadronDrawn, reading: Reading) -> Event:
    pick = event.pick if reading.over else _another(event.pick)
    card = twin(event.card) if reading.hides("active", event.card) else event.card
    return replace(event, card=card, pick=pick)


def _forces(event: pre.ForcesDrawn, reading: Reading) -> Event:
    cards = {
        side: tuple(twin(card) if reading.hides(side, card) else card for card in dealt)
        for side, dealt in event.cards.items()
    }
    reading.hands = {side: list(dealt) for side, dealt in cards.items()}
    if reading.over:
        return event
    pools = {side: (*dealt, 9) for side, dealt in event.pools.items()}
    return replace(event, cards=cards, pools=pools, picks=tuple(map(_another, event.picks)))


def _committed(event: pre.AssetsCommitted, reading: Reading) -> Event:
    # A file of the campaign has the log of a game that was called off.
    pregame = reading.game.pregame
    known = event.side == reading.viewer or reading.over or (pregame is not None and pregame.locked)
    return event if known else replace(event, assets=otherwise(event.assets))


def _looked(event: pre.CardLookedAt, reading: Reading) -> Event:
    if reading.over or event.side == reading.viewer:
        return event
    return replace(event, looks=tuple(_elsewhere_looked(each, reading) for each in event.looks))


def _elsewhere_looked(look: Look, reading: Reading) -> Look:
    """A look at another of the cards that lie there."""
    hand = reading.hands[look.of]
    place = (look.place + 1) % len(hand)
    return replace(look, place=place, card=hand[place])


def _exchanged(event: pre.SquadronExchanged, reading: Reading) -> Event:
    """The exchange as one reader knows it: the owner knows both cards, the side that asked for it the old
    one, until the new one is turned over."""
    if reading.over:
        return event
    hand = reading.hands[event.of]
    hidden = not reading.revealed and event.of != reading.viewer and twin(event.new) not in hand
    old, hand[event.place] = hand[event.place], twin(event.new) if hidden else event.new
    return replace(event, old=old, new=hand[event.place], pick=event.pick and _another(event.pick))


def _sabotaged(event: pre.ShipSabotaged, reading: Reading) -> Event:
    found = event.found
    if not reading.revealed and event.side != reading.viewer:
        found = elsewhere(found)
    picks = event.picks if reading.over else tuple(map(_another, event.picks))
    return replace(event, found=found, picks=picks)


def _left_open(event: pre.ChoiceLeftOpen, reading: Reading) -> Event:
    choice = event.choice
    if reading.over or choice.side == reading.viewer or not choice.gave:
        return event
    return replace(event, choice=replace(choice, place=-choice.place, gave=twin(choice.gave)))


def _nominated(event: pre.ShipNominated, reading: Reading) -> Event:
    pregame = reading.game.pregame
    known = reading.viewer == "active" or reading.over or (pregame is not None and pregame.nomination_shown)
    ships = sorted(ship.id for ship in reading.game.ships_of("active") if ship.id != event.ship)
    return event if known else replace(event, ship=ships[0])


def _picked(event: pre.SuppliesDrawn | pre.ReinforcementDrawn, reading: Reading) -> Event:
    return event if reading.over else replace(event, pick=_another(event.pick))


def _line(event: ev.ReportLineSaved, reading: Reading) -> Event:
    fate = "survived" if event.fate == "destroyed" else "destroyed"
    return replace(event, fate=fate, sections={}) if reading.drafts_hidden else event  # type: ignore[arg-type]


def _facts(event: ev.ReportFactsSaved, reading: Reading) -> Event:
    conceded = None if event.conceded else "active"
    return replace(event, conceded=conceded) if reading.drafts_hidden else event  # type: ignore[arg-type]


def _chosen(event: ev.ChoicesSaved, reading: Reading) -> Event:
    if reading.viewer != "public" or reading.over:
        return event
    made = Choices(elite=(min(reading.game.ships),))
    return replace(event, elite=() if event.elite else made.elite)


OTHERWISE: dict[type[Event], Callable[[Any, Reading], Event]] = {
    ev.DrawCommitted: _sealed,
    ev.SideReady: _nonce,
    ev.NonceShown: _nonce,
    pre.MissionSquadronDrawn: _mission_squadron,
    pre.ForcesDrawn: _forces,
    pre.AssetsCommitted: _committed,
    pre.CardLookedAt: _looked,
    pre.SquadronExchanged: _exchanged,
    pre.ShipSabotaged: _sabotaged,
    pre.ChoiceLeftOpen: _left_open,
    pre.ShipNominated: _nominated,
    pre.SuppliesDrawn: _picked,
    pre.ReinforcementDrawn: _picked,
    ev.ReportLineSaved: _line,
    ev.ReportFactsSaved: _facts,
    ev.ChoicesSaved: _chosen,
}


def unnamed() -> list[str]:
    """The secret events of a game that `OTHERWISE` does not name."""
    named = {each.kind for each in OTHERWISE}
    return sorted(kind for kind, event in KINDS.items() if event.secret and kind not in named)
