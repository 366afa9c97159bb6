"""A mission in play on the page: reminders of assets, squadrons and ships that come, the nominated ship."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from league.kernel.refusal import Finding
from missions.presenters.game.page import FleetBadge, Fleets
from missions.presenters.pregame.page import Decided, decided, ship_called
from missions.rules.assets.text import Reminder
from missions.rules.content.mission_data import Mission, missions
from missions.rules.content.table import StartDamage
from missions.rules.game.secrets import GameView
from missions.rules.game.sides import SIDES, SideName


@dataclass(frozen=True, slots=True)
class SideReminders:
    fleet: FleetBadge
    reminders: tuple[Reminder, ...]


@dataclass(frozen=True, slots=True)
class Reserve:
    """A side's squadrons that can still come (CR-093): `left` of them, in `table_round` at the earliest and
    in `latest`; `why_not` says what keeps it from drawing then, `silent` whether it has nothing to say."""

    fleet: FleetBadge
    left: int
    table_round: int
    latest: int
    why_not: Finding | None
    silent: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """A side's Reinforcements (CR-087): ships for which one may come, as number and name, and who came."""

    fleet: FleetBadge
    for_ships: tuple[tuple[int, str], ...]
    sentences: tuple[str, ...]

    @property
    def news(self) -> bool:
        """Whether a ship has come, or can come now."""
        return bool(self.sentences) or (self.fleet.may_act and bool(self.for_ships))


@dataclass(frozen=True, slots=True)
class Nomination:
    """The nominated ship (CR-091): `called` "Operative", "Defector" or "Supply Ship"; `ship` its name, ""
    for who may not know it; `may_show`: the reader may turn it over."""

    called: str
    fleet: FleetBadge
    ship: str
    shown: bool
    may_show: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class BattlePage:
    mission: Mission
    reminders: tuple[SideReminders, ...]
    reserves: tuple[Reserve, ...]
    arrivals: tuple[Arrivals, ...]

    @property
    def coming(self) -> bool:
        """Whether there is anything to say or to do about squadrons and ships that come."""
        return bool(self.reserves) or any(each.news for each in self.arrivals)


def turn_sentences(view: GameView, side: SideName) -> Iterator[str]:
    """A side's choices about its reserve, round by round."""
    for turn in view.pregame.turns if view.pregame else ():
        if turn.side == side:
            done = f"squadron {turn.card} came" if turn.card else "passed"
            yield f"Round {turn.round}: {done}"


def arrival_sentences(view: GameView, side: SideName) -> Iterator[str]:
    """Ships that came, and the ships that they replace."""
    for each in view.pregame.arrivals if view.pregame else ():
        if each.side == side:
            ship, lost = view.ships[each.ship], view.ships[each.lost]
            yield f"{ship.name} came for {ship_called(view, lost.id)}"


def nomination(view: GameView, fleets: Fleets, organises: bool) -> Nomination | None:
    """The nominated ship as the reader may know it; None if there is none."""
    seen = view.pregame
    if seen is None or not seen.mission or not seen.has_nominated:
        return None
    ship = view.ships.get(seen.nominated)
    fleet, may_organise = fleets["active"], organises and view.viewer == "organiser"
    return Nomination(
        missions()[seen.mission].key_ship,
        fleet,
        ship_called(view, ship.id) if ship else "",
        seen.nomination_shown,
        may_show=view.step in ("play", "report")
        and not seen.nomination_shown
        and (fleet.mine or may_organise),
        mine=fleet.mine,
    )


def mission_facts(view: GameView, fleets: Fleets) -> tuple[Decided, ...]:
    """The mission in short for report and result: how it was prepared, the key ship, the markers."""
    return (*decided(view, fleets), *_outcome(view, fleets))


def _outcome(view: GameView, fleets: Fleets) -> Iterator[Decided]:
    seen = view.pregame
    if seen is None or not seen.mission:
        return
    mission = missions()[seen.mission]
    key = nomination(view, fleets, organises=False)
    if key is not None and (key.ship or key.shown):
        yield Decided(f"The {key.called}", f"Aboard {key.ship}" if mission.key_aboard else key.ship, "CR-091")
    for side in SIDES if mission.reserve else ():
        turns = ", ".join(turn_sentences(view, side)) or "none"
        yield Decided(f"Reinforcements of {fleets[side].name}", turns, "CR-093")
    if mission.markers and view.report is not None:
        yield Decided("Markers scanned", f"{view.report.scanned} of {mission.markers}", "CR-090")


def start_damage_lines(view: GameView, fleets: Fleets, damage: Iterable[StartDamage]) -> tuple[str, ...]:
    """Ships that begin with face-down damage cards, how many, and whether by Sabotage (CR-085, CR-112)."""
    sabotaged = {(each.ship, each.section) for each in view.pregame.sabotaged} if view.pregame else set()
    return tuple(_start_damage(each, fleets[each.side].name, sabotaged) for each in damage)


def _start_damage(each: StartDamage, fleet: str, sabotaged: Collection[tuple[int, str]]) -> str:
    section = "" if each.section == "whole" else f" ({each.section})"
    cards = "1 face-down card" if each.cards == 1 else f"{each.cards} face-down cards"
    why = ", by Sabotage" if (each.ship, each.section) in sabotaged else ""
    return f"{each.name}{section} of {fleet}: {cards}{why}"
