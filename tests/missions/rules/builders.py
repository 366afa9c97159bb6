"""A game night for tests: two fleets made by events, then a game that goes on by orders alone.

`Night()` has an active Rebel fleet (member 1) and an opposing Imperial one (member 2); member 9 organises.
Add ships with `ship(...)`, begin with `begin()`, report with `report(...)`; end with `confirm()` or, when
choices are open, `finish()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy

import pytest

from league.kernel.decision import Actor, Decision, Order, decide
from league.kernel.entropy import SeededEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState, apply
from league.kernel.nonces import seal_of
from league.kernel.refusal import Refusal
from league.rules import events as league
from missions.rules import orders as do
from missions.rules.content.mission_data import assets, missions
from missions.rules.game.choices import choices_to_make
from missions.rules.game.results import on_table
from missions.rules.game.state import (
    SIDES,
    Choices,
    GameState,
    MissionsState,
    SectionReport,
    ShipFate,
    ShipReport,
    SideName,
    other,
)
from missions.rules.game.waiting import awaited
from missions.rules.pregame.eligibility import strength_awaited, strength_range
from missions.rules.pregame.state import AssetKind, Pregame
from rosters.catalogue import catalogue
from rosters.rules import events as roster
from rosters.rules import folding as _roster_folding  # noqa: F401
from rosters.rules.assets.orders import free_rank
from rosters.rules.state import FleetState, Rank, RostersState, ShipState, SquadronType, UpgradeState

NOW = "2026-05-01T19:00:00+00:00"
ACTIVE, OPPOSING, STRANGER, ORGANISER = 1, 2, 7, 9
OWNERS: dict[SideName, int] = {"active": ACTIVE, "opposing": OPPOSING}
SIDE_OF: dict[SideName, str] = {"active": "rebel", "opposing": "imperial"}
XWING, TIE, YWING = (
    "rebel-xwing-rookiepilot",
    "imperial-tiefighter-academypilot",
    "rebel-ywing-goldsquadronpilot",
)
CR90 = "rebel-cr90corvette"


def actor(member: int) -> Actor:
    return Actor(member, "organiser" if member == ORGANISER else "player")


class Night:
    """One round with one game. `events` holds everything that happened, `last` what the latest order did."""

    def __init__(self, active: str = "rebel", opposing: str = "imperial") -> None:
        self.state = CampaignState()
        self.events: list[Event] = []
        self.last: list[Event] = []
        self.next_id = 1
        self.entropy = SeededEntropy("night")
        self.fleets: dict[SideName, int] = {}
        self.game_id = 0
        self.emit(league.CampaignCreated("Night"))
        for side, kind in (("active", active), ("opposing", opposing)):
            number = self._number()
            self.fleets[side] = number  # type: ignore[index]
            owner = OWNERS[side]  # type: ignore[index]
            self.emit(roster.FleetFounded(number, owner, f"The {side} fleet", kind, "hearts"))

    def emit(self, event: Event) -> None:
        apply(self.state, event)
        self.events.append(event)

    def _number(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def fleet(self, side: SideName) -> FleetState:
        return self.state.of(RostersState).fleets[self.fleets[side]]

    def squadron(self, side: SideName, card: int, kind: SquadronType = "standard") -> int:
        self.emit(roster.SquadronFormed(self.fleets[side], card, kind))
        return card

    def ship(
        self,
        side: SideName,
        card: str,
        upgrades: Iterable[str | tuple[str, str]] = (),
        *,
        squadron: int | None = 2,
        rank: Rank = "",
        damaged: Iterable[str] = (),
        crippled: Iterable[str] = (),
    ) -> int:
        """A ship on the roster, in a new STANDARD squadron if need be; upgrades as id or (id, section)."""
        if squadron is not None and squadron not in self.fleet(side).squadrons:
            self.squadron(side, squadron)
        number, name, fleet = self._number(), catalogue().ship_cards[card].name, self.fleets[side]
        self.emit(
            roster.ShipBought(fleet, number, card, name, 0, squadron, catalogue().ship_cards[card].persona)
        )
        if rank:
            self.emit(roster.RankChanged(fleet, number, name, "", rank, "CR-118"))
        if tuple(damaged):
            self.emit(roster.DamageMarked(fleet, number, name, tuple(damaged), "CR-112"))
        if tuple(crippled):
            self.emit(roster.CrippledMarked(fleet, number, name, tuple(crippled), "CR-117"))
        for each in upgrades:
            upgrade, section = (each, "") if isinstance(each, str) else each
            self.upgrade(side, upgrade, number, section)
        return number

    def upgrade(self, side: SideName, card: str, ship: int | None = None, section: str = "") -> int:
        number, name = self._number(), catalogue().upgrades[card].name
        self.emit(roster.UpgradeBought(self.fleets[side], number, card, name, 0, ship, section))
        return number

    def start(self) -> None:
        """Lock both rosters, once."""
        if self.fleet("active").standing == "draft":
            for fleet in self.fleets.values():
                self.emit(roster.FleetLocked(fleet))
            self.emit(league.CampaignStarted(tuple(self.fleets.values())))

    def missing(self, side: SideName, ship: int) -> None:
        """Say that a ship was lost in some earlier game."""
        name = catalogue().ship_cards[self.fleet(side).ships[ship].card].name
        self.emit(roster.ShipLost(self.fleets[side], ship, name, "mia", "CR-113"))

    def pair(self, *, missions: bool = False) -> Night:
        """Open a round and pair the two fleets."""
        self.start()
        number = self._number()
        self.emit(league.RoundOpened(number, 1))
        for fleet in self.fleets.values():
            self.emit(league.FleetCheckedIn(number, fleet))
        self.game_id = self._number()
        self.emit(
            league.PairingMade(
                number, self.game_id, self.fleets["active"], self.fleets["opposing"], missions=missions
            )
        )
        return self

    @property
    def pregame(self) -> Pregame:
        assert self.game.pregame is not None
        return self.game.pregame

    def asset(self, side: SideName, kind: AssetKind) -> int:
        """An asset on the roster; a target-specific one names the other fleet."""
        fleet, enemy, number = self.fleet(side), self.fleet(other(side)), self._number()
        facts, rank = assets()[kind], free_rank(fleet)
        assert rank is not None
        target = (enemy.id, "", enemy.name) if facts.targeted else (0, "", "")
        self.emit(roster.AssetGained(fleet.id, number, kind, facts.name, rank, *target))
        return number

    def ready(self, chance: str = "night", nonces: tuple[str, str] = ("", "")) -> Night:
        """Both sides press ready for a mission, with chance of that name."""
        self.entropy = SeededEntropy(chance)
        if not self.game_id:
            self.pair(missions=True)
        for side, nonce, theirs in zip(SIDES, nonces, reversed(nonces), strict=True):
            against = seal_of(theirs) if theirs else ""
            self.act(do.PressReady(self.game_id, side, nonce, against=against), OWNERS[side])
        return self

    def draw_mission_squadron(self, card: int | None = None) -> Night:
        """Rest nothing and draw; with chance such that `card` is drawn, if one is named."""
        before = deepcopy(self.__dict__)
        for attempt in range(200):
            self.__dict__.update(deepcopy(before))
            self.ready(f"draw {attempt}")
            if self.pregame.stage == "rest":
                self.act(do.RestSquadrons(self.game_id), ACTIVE)
            self.act(do.DrawMissionSquadron(self.game_id), ACTIVE)
            if card in (None, self.pregame.drawn):
                return self
        raise AssertionError("no chance of the two hundred draws that squadron")

    def choose_mission(self, mission: int, strengths: tuple[int, int] | None = None) -> Night:
        """Choose the mission. If there is a choice, each side fields as many squadrons as it can, unless
        `strengths` says otherwise."""
        self.act(do.ChooseMission(self.game_id, mission), ACTIVE)
        while self.game.step == "pregame" and self.pregame.stage == "strength":
            side = strength_awaited(self.state, self.game)
            assert side is not None
            most = strength_range(self.state, self.game, missions()[mission], side)[1]
            number = most if strengths is None else strengths[SIDES.index(side)]
            self.act(do.ChooseStrength(self.game_id, side, number), OWNERS[side])
        return self

    @property
    def game(self) -> GameState:
        return self.state.of(MissionsState).games[self.game_id]

    def act(self, order: Order, member: int) -> Decision:
        """Carry an order out; nothing changes when it is refused."""
        decision = decide(
            deepcopy(self.state), actor(member), order, now=NOW, entropy=self.entropy, next_id=self.next_id
        )
        self.state, self.next_id, self.last = decision.state, decision.next_id, decision.events
        self.events += decision.events
        return decision

    def begin(self, until: Callable[[GameState], bool] = lambda game: True) -> Night:
        """Pair, press ready and draw; with chance such that `until` holds of the game."""
        self.pair()
        before = deepcopy(self.__dict__)
        for attempt in range(200):
            self.__dict__.update(deepcopy(before))
            self.entropy = SeededEntropy(f"draw {attempt}")
            for side in SIDES:
                self.act(do.PressReady(self.game_id, side), OWNERS[side])
            if until(self.game):
                return self
        raise AssertionError("no chance of the two hundred gives that draw")

    def line(
        self,
        ship: int,
        fate: ShipFate = "survived",
        *,
        damage: int = 0,
        left: int | None = None,
        sections: dict[str, SectionReport] | None = None,
        lost: tuple[int, ...] = (),
        spent: tuple[int, ...] = (),
        by: int = ACTIVE,
    ) -> None:
        """Save one line; without figures the ship took `damage` and has the rest of its hull."""
        self.act(
            do.SaveReportLine(
                self.game_id, ship, fate, sections or self._figures(ship, damage, left), lost, spent
            ),
            by,
        )

    def _figures(self, ship: int, damage: int, left: int | None) -> dict[str, SectionReport]:
        facts = self.game.ships[ship]
        return {
            section: SectionReport(
                damage, full - facts.start_cards.get(section, 0) - damage if left is None else left
            )
            for section, full in facts.hulls.items()
            if section not in facts.crippled
        }

    def report(
        self, destroyed: Iterable[int] = (), driven_off: Iterable[int] = (), conceded: SideName | None = None
    ) -> Night:
        """Fill in what has no line yet (all well, if not named) and submit."""
        fates: dict[int, ShipFate] = dict.fromkeys(destroyed, "destroyed") | dict.fromkeys(
            driven_off, "driven_off"
        )  # type: ignore[assignment]
        for ship in self.game.ships:
            if ship in fates or ship not in self.game.report.lines:
                self.line(ship, fates.get(ship, "survived"))
        stopped = conceded is None and all(on_table(self.game, side) for side in SIDES)
        self.act(do.SaveReportFacts(self.game_id, conceded, stopped), ACTIVE)
        self.act(do.SubmitReport(self.game_id), ACTIVE)
        return self

    def confirm(self, member: int = OPPOSING) -> Night:
        self.act(do.ConfirmResult(self.game_id), member)
        return self

    def choose(self, side: SideName, **choices: object) -> None:
        self.act(do.SaveChoices(self.game_id, side, **choices), OWNERS[side])  # type: ignore[arg-type]

    def finish(self) -> Night:
        """Make every choice that is still open with the first candidates, then confirm."""
        return self.make_choices().confirm()

    def make_choices(self) -> Night:
        """Make every choice that is still open with the first candidates."""
        for side in SIDES:
            made = self.game.choices.get(side, Choices())
            open_asks = [ask for ask in choices_to_make(self.state, self.game, side) if not ask.answered]
            if open_asks:
                first = {ask: tuple(each.id for each in ask.candidates[: ask.count]) for ask in open_asks}
                self.choose(
                    side,
                    elite=made.elite,
                    promoted=made.promoted
                    | {int(ask.key): first[ask][0] for ask in first if ask.kind == "promoted"},
                    kept=made.kept | {ask.key: first[ask] for ask in first if ask.kind == "kept"},
                )
        return self

    def roster_ship(self, ship: int) -> ShipState | None:
        return next(
            (f.ships[ship] for f in self.state.of(RostersState).fleets.values() if ship in f.ships), None
        )

    def roster_upgrade(self, upgrade: int) -> UpgradeState | None:
        fleets = self.state.of(RostersState).fleets.values()
        return next((f.upgrades[upgrade] for f in fleets if upgrade in f.upgrades), None)

    def where(self, ship: int) -> str:
        """ "home", "mia" or "gone"."""
        found = self.roster_ship(ship)
        return "gone" if found is None else "mia" if found.mia else "home"

    def happened(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.last if isinstance(event, kind)]


def refused(night: Night, order: object, member: int) -> Refusal:
    """The refusal of an order."""
    with pytest.raises(Refusal) as no:
        night.act(order, member)  # type: ignore[arg-type]
    return no.value


def waits(night: Night) -> list[tuple[str, str | None, int]]:
    """Everything that the game waits for: what, of which side, of which member."""
    return [(each.what, each.side, each.member) for each in awaited(night.state, night.game)]


def skirmish(rebels: int = 2, imperials: int = 3) -> tuple[Night, list[int], list[int]]:
    """Rookie Pilots against Academy Pilots, one STANDARD squadron a side, drawn and ready to play."""
    night = Night()
    ours = [night.ship("active", XWING) for _ in range(rebels)]
    theirs = [night.ship("opposing", TIE) for _ in range(imperials)]
    return night.begin(), ours, theirs


def whole_line(night: Night, ship: int, fate: ShipFate) -> ShipReport:
    """A line for `SettleReport`."""
    facts = night.game.ships[ship]
    sections = {section: SectionReport(0, full) for section, full in facts.hulls.items()}
    return ShipReport(ship, facts.fleet, fate, sections)


LAMBDA = "imperial-lambdaclassshuttle-omicrongrouppilot"
FREIGHTER = "rebel-yt1300-outerrimsmuggler"


def fleets_for_missions() -> Night:
    """Two fleets that every mission is open to: each with two RECON (2, 3), two STANDARD (4, 5) and two EPIC
    squadrons (6, 7); the active side has a Huge ship in 6, a Large one in 7."""
    night = Night()
    for side, small, large in (("active", XWING, FREIGHTER), ("opposing", TIE, LAMBDA)):
        for card, kind, count in SQUADRONS:
            night.squadron(side, card, kind)  # type: ignore[arg-type]
            for _ in range(count):
                night.ship(side, small, squadron=card)  # type: ignore[arg-type]
        for card in (6, 7):
            huge = CR90 if side == "active" and card == 6 else large
            night.ship(side, huge, squadron=card)  # type: ignore[arg-type]
    return night


SQUADRONS: tuple[tuple[int, SquadronType, int], ...] = (
    (2, "recon", 2),
    (3, "recon", 2),
    (4, "standard", 3),
    (5, "standard", 3),
    (6, "epic", 2),
    (7, "epic", 2),
)
