"""Bots that draw, play and report a game: fates and damage by chance, everything else by the rules."""

from __future__ import annotations

import random
from dataclasses import dataclass

from league.models import Member
from missions.autoplay import missions
from missions.autoplay.driver import Driver
from missions.autoplay.readiness import press_ready
from missions.rules.content.report_facts import is_barred
from missions.rules.game.choices import choices_to_make
from missions.rules.game.report import hull_at_start
from missions.rules.game.state import (
    SIDES,
    FieldedShip,
    GameState,
    MissionsState,
    SectionReport,
    ShipFate,
    SideName,
    other,
)
from missions.rules.orders import (
    AcceptDraw,
    ConfirmResult,
    DisputeLine,
    SaveChoices,
    SaveReportFacts,
    SaveReportLine,
    SettleReport,
    SubmitReport,
)

NO_CONCESSION = ("already_won", "nothing_to_concede", "over_already")
"""Reason why a concession came too late (CR-095, CR-097)."""
FATES: tuple[ShipFate, ...] = ("survived", "destroyed", "driven_off")
FATES_OF_BETTER = (70, 18, 12)
FATES_OF_WORSE = (12, 52, 36)


@dataclass(frozen=True, slots=True)
class Seats:
    """Both players of a game, by side."""

    active: Member
    opposing: Member

    def of(self, side: SideName) -> Member:
        return self.active if side == "active" else self.opposing


def seats_of(driver: Driver, game: GameState) -> Seats:
    return Seats(driver.owner(driver.fleet(game.active)), driver.owner(driver.fleet(game.opposing)))


def draw(driver: Driver, number: int) -> None:
    """Both press ready; an unbalanced draw is accepted. With missions the whole way to the first turn."""
    game = driver.game(number)
    if game.step == "pregame":
        missions.prepare(driver, number)
        return
    seats = seats_of(driver, game)
    for side in SIDES:
        driver.do(seats.of(side), press_ready(driver, number, side))
    game = driver.game(number)
    if game.step == "draw":
        for side in SIDES:
            driver.do(seats.of(side), AcceptDraw(number, side))


def report(driver: Driver, number: int, reader: Member | None = None) -> Member:
    """One player, but not the `reader`, reports every ship and submits. Returns the other, who has to
    confirm.
    """
    game = driver.game(number)
    seats = seats_of(driver, game)
    reporter: SideName = driver.rng.choice([side for side in SIDES if seats.of(side) != reader])
    better = missions.better_side(driver, number)
    scanned = 0
    if game.pregame is None:
        for ship in game.ships.values():
            side = game.side_of(ship.fleet)
            driver.do(seats.of(reporter), line(driver.rng, game, ship, side == better))
    else:
        _report_mission(driver, number, seats.of(reporter), better)
        scanned = missions.markers_scanned(driver, number, better)
    conceding = (
        other(better) if driver.rng.random() < 0.05 and _on_table(driver, number, other(better)) else None
    )
    driver.do(seats.of(reporter), SaveReportFacts(number, conceding, conceding is None, scanned))
    if not driver.try_to(seats.of(reporter), SubmitReport(number), *NO_CONCESSION):
        driver.do(seats.of(reporter), SaveReportFacts(number, None, stopped=True, scanned=scanned))
        driver.do(seats.of(reporter), SubmitReport(number))
    return seats.of(other(reporter))


def _report_mission(driver: Driver, number: int, reporter: Member, better: SideName) -> None:
    """The battle of a mission, then a line for every ship that took part in it, those that came included."""
    missions.fight(driver, number)
    game = driver.game(number)
    plain = {ship.id: _fate(driver.rng, game.side_of(ship.fleet) == better) for ship in game.ships.values()}
    reported = missions.fates(driver, number, better, plain)
    missions.bring_ships(driver, number, reported)
    game = driver.game(number)
    for ship in game.ships.values():
        fate = reported.get(ship.id, "survived")
        driver.do(reporter, line(driver.rng, game, ship, better=False, fate=fate))


def _on_table(driver: Driver, number: int, side: SideName) -> bool:
    game = driver.game(number)
    return any(
        game.report.lines[ship.id].fate == "survived"
        for ship in game.ships_of(side)
        if ship.id in game.report.lines
    )


def _fate(rng: random.Random, better: bool) -> ShipFate:
    return rng.choices(FATES, weights=FATES_OF_BETTER if better else FATES_OF_WORSE)[0]


def line(
    rng: random.Random, game: GameState, ship: FieldedShip, better: bool, fate: ShipFate | None = None
) -> SaveReportLine:
    """A plausible line of the report for one ship, with a given fate if there is one. A destroyed ship has no
    figures, as in the form; munitions that Supply Shortage bars are not spent (CR-080)."""
    fate = _fate(rng, better) if fate is None else fate
    hulls = () if fate == "destroyed" else [name for name in ship.hulls if name not in ship.crippled]
    sections = {name: section(rng, ship, name) for name in hulls}
    usable = [each for each in ship.upgrades if each.spendable and not is_barred(game, ship, each)]
    spent = tuple(each.id for each in usable if rng.random() < 0.5)
    loose = [each for each in ship.upgrades if each.id not in spent and each.points >= 0]
    lost = tuple(each.id for each in loose if rng.random() < 0.04)
    return SaveReportLine(game.id, ship.id, fate, sections, lost, spent)


def section(rng: random.Random, ship: FieldedShip, name: str) -> SectionReport:
    """Damage within what the hull allows; a section of a two-section ship may be crippled."""
    left = hull_at_start(ship, name)
    taken = min(rng.choice((0, 0, 1, 1, 2, 3, 4, 6)), left)
    if taken < left:
        return SectionReport(taken, left - taken, False)
    if len(ship.hulls) > 1:
        return SectionReport(taken, 0, True)
    return SectionReport(left - 1, 1, False)


def choose(driver: Driver, number: int) -> None:
    """Both sides make the choices that the result asks of them."""
    for side in SIDES:
        order = _choices(driver, number, side)
        if order is not None:
            driver.do(seats_of(driver, driver.game(number)).of(side), order)


def _choices(driver: Driver, number: int, side: SideName) -> SaveChoices | None:
    """A choice for everything that is asked: candidates are taken at random, ELITE nearly always."""
    state = driver.state()
    game = state.of(MissionsState).games[number]
    elite: tuple[int, ...] = ()
    promoted: dict[int, int] = {}
    kept: dict[str, tuple[int, ...]] = {}
    for ask in choices_to_make(state, game, side):
        candidates = [each.id for each in ask.candidates]
        if ask.kind == "elite":
            elite = tuple(ship for ship in candidates if driver.rng.random() < 0.8)
        elif ask.kind == "promoted":
            promoted[int(ask.key)] = driver.rng.choice(candidates)
        else:
            kept[ask.key] = tuple(sorted(driver.rng.sample(candidates, ask.count)))
    return SaveChoices(number, side, elite, promoted, kept) if elite or promoted or kept else None


def confirm(driver: Driver, number: int, by: Member) -> None:
    """The other player confirms; now and then a line is disputed first and settled by the organiser."""
    if driver.rng.random() < 0.08:
        ship = driver.rng.choice(sorted(driver.game(number).ships))
        driver.do(by, DisputeLine(number, ship, "I counted the damage differently."))
        driver.do(
            driver.boss, SettleReport(number, "The report stands: the damage cards were still on the table.")
        )
    choose(driver, number)
    driver.do(by, ConfirmResult(number))
