"""A campaign in memory that keeps its log act by act, without a database."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

from league.kernel.decision import SYSTEM, Actor, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.events import ActUndone, Event
from league.kernel.fold import CampaignState, apply
from league.kernel.history import PastAct, touched
from league.kernel.nonces import seal_of
from league.rules import events as league
from league.rules.rounds import CheckIn, ChooseOpponent, CloseRound, OpenRound
from league.rules.state import LeagueState
from league.rules.undo import Rewritten
from missions.rules import orders as do
from missions.rules.game.choices import choices_to_make
from missions.rules.game.state import SIDES, GameState, MissionsState, SectionReport, ShipFate, other
from rosters.catalogue import catalogue
from rosters.rules import events as roster
from rosters.rules.desk.orders import CloseDesk
from rosters.rules.state import FleetState, RostersState

ORGANISER = Actor(90, "organiser")
STOCK = {"rebel": "rebel-xwing-rookiepilot", "imperial": "imperial-tieinterceptor-avengersquadronpilot"}


class Chronicle:
    """`log` is what has happened, act by act."""

    def __init__(self, format: str = "free_for_all") -> None:
        self.state = CampaignState()
        self.log: list[PastAct] = []
        self.next_id = 100
        self.entropy = SeededEntropy("chronicle")
        self.emit(league.CampaignCreated("Chronicle", format))  # type: ignore[arg-type]
        self.emit(league.MemberJoined(ORGANISER.member, "organiser"))

    def emit(self, *events: Event) -> None:
        """An act that is no order: what was there before the test begins."""
        before = deepcopy(self.state)
        for event in events:
            apply(self.state, event)
        self._keep("set_up", 0, before, events)

    def do(self, order: Order, by: Actor = ORGANISER) -> list[Event]:
        """Decide an order and keep the act. Raises `Refusal`."""
        made = decide(
            deepcopy(self.state),
            by,
            order,
            now="2026-05-01T19:00:00+00:00",
            entropy=self.entropy,
            next_id=self.next_id,
        )
        before, self.state, self.next_id = self.state, made.state, made.next_id
        self._keep(order.name, by.member, before, made.events)
        return made.events

    def rewrite(self, made: Rewritten) -> None:
        """Keep what an undoing or redoing does."""
        before, self.state = self.state, made.state
        name = "undo" if isinstance(made.events[0], ActUndone) else "redo"
        self._keep(name, SYSTEM.member, before, made.events)

    def _keep(self, name: str, by: int, before: CampaignState, events: Iterable[Event]) -> None:
        number = 1 + sum(len(act.events) for act in self.log)
        self.log.append(PastAct(number, name, by, touched(before, self.state), tuple(events)))

    def number(self, name: str, place: int = -1) -> int:
        """The number of an act with that name, the latest one if not told otherwise."""
        return [act.number for act in self.log if act.name == name][place]

    def fleet(self, number: int) -> FleetState:
        return self.state.of(RostersState).fleets[number]

    def game(self, number: int) -> GameState:
        return self.state.of(MissionsState).games[number]

    # --- what clubs do ---------------------------------------------------------------------------

    def found(self, *sides: str, squadrons: Iterable[int] = (2, 3)) -> list[int]:
        """Fleets of these sides with a STANDARD squadron on each card; their numbers."""
        numbers = []
        for side in sides:
            fleet = self._number()
            self.emit(roster.FleetFounded(fleet, fleet, f"Fleet {fleet}", side, "hearts"))
            for card in squadrons:
                self.emit(roster.SquadronFormed(fleet, card, "standard"))
                for _ in range(4):
                    self.ship(fleet, STOCK[side], card)
            numbers.append(fleet)
        return numbers

    def ship(self, fleet: int, card: str, squadron: int | None = None) -> int:
        number, printed = self._number(), catalogue().ship_cards[card]
        self.emit(roster.ShipBought(fleet, number, card, printed.name, 0, squadron, printed.persona))
        return number

    def upgrade(self, fleet: int, card: str, ship: int | None = None) -> int:
        number = self._number()
        self.emit(roster.UpgradeBought(fleet, number, card, catalogue().upgrades[card].name, 0, ship))
        return number

    def start(self, *fleets: int) -> None:
        self.emit(*(roster.FleetLocked(each) for each in fleets), league.CampaignStarted(fleets))

    def open_round(self, *fleets: int) -> int:
        """The next round with these fleets checked in; its number in the log."""
        self.do(OpenRound())
        at = self.state.of(LeagueState).open_round
        assert at is not None
        for fleet in fleets:
            self.do(CheckIn(at.id, fleet))
        return at.id

    def pair(self, round: int, active: int, opposing: int) -> int:
        """A game between these fleets, whichever would have to choose; its number."""
        self.emit(league.ActiveFleetNamed(round, active, 0))
        events = self.do(ChooseOpponent(round, opposing))
        return next(each.game for each in events if isinstance(each, league.PairingMade))

    def play(self, game: int, fates: dict[int, ShipFate] | None = None) -> int:
        """A game from its draw to its result, everybody unhurt but those in `fates`; the confirming act."""
        for side in SIDES:
            self.do(do.PressReady(game, side, side, against=seal_of(other(side))))
        if self.game(game).step == "draw":
            for side in SIDES:
                self.do(do.AcceptDraw(game, side))
        for ship in list(self.game(game).ships.values()):
            fate = (fates or {}).get(ship.id, "survived")
            sections = {name: SectionReport(0, full) for name, full in ship.hulls.items()}
            self.do(do.SaveReportLine(game, ship.id, fate, {} if fate == "destroyed" else sections))
        self.do(do.SaveReportFacts(game, None, stopped=True))
        self.do(do.SubmitReport(game))
        for side in SIDES:
            asks = [
                each for each in choices_to_make(self.state, self.game(game), side) if each.kind == "promoted"
            ]
            if asks:
                chosen = {int(each.key): each.candidates[0].id for each in asks}
                self.do(do.SaveChoices(game, side, promoted=chosen))
        self.do(do.ConfirmResult(game))
        return self.log[-1].number

    def close(self, *fleets: int) -> None:
        for fleet in fleets:
            self.do(CloseDesk(fleet))

    def close_round(self, round: int) -> None:
        self.do(CloseRound(round))

    def _number(self) -> int:
        self.next_id += 1
        return self.next_id - 1
