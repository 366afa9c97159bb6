"""Whether a report makes sense: every fault as a finding beside the ship it is about (CR-100, CR-101,
CR-112). A mission's own facts: `missions.rules.content.report_facts`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from league.kernel.refusal import Finding, Unreadable
from missions.rules.content.report_facts import (
    GAME,
    barred_findings,
    decided_for,
    mission_findings,
    withdrawal_refusal,
)
from missions.rules.game.results import both_crippled, eliminated, on_table
from missions.rules.game.state import SIDES, Facts, FieldedShip, GameState, SectionReport, ShipReport, other


def check_line(game: GameState, ship: FieldedShip, line: ShipReport) -> None:
    """Raise `Unreadable` for sections and upgrades that the ship does not have, `Refusal` for a withdrawal
    that is open to no ship of this side: only some missions allow one (CR-096, CR-098)."""
    if line.fate not in ("survived", "destroyed", "driven_off", "withdrawn"):
        raise Unreadable(
            "no_fate", f"Say whether {ship.name} survived, was destroyed or driven off.", field="fate"
        )
    if line.fate == "withdrawn":
        refusal = withdrawal_refusal(game, ship)
        if refusal is not None:
            raise refusal
    if set(line.sections) - set(ship.hulls):
        raise Unreadable("no_section", f"{ship.name} has no such section.", field="sections")
    aboard = {upgrade.id for upgrade in ship.upgrades}
    for name, numbers in (("lost", line.lost), ("spent", line.spent)):
        if set(numbers) - aboard:
            raise Unreadable("not_aboard", f"{ship.name} carried no such card in this game.", field=name)


def hull_at_start(ship: FieldedShip, section: str) -> int:
    """Hull with which a section begins the game: its face-down damage cards are off (CR-112)."""
    return ship.hulls[section] - ship.start_cards.get(section, 0)


def hull_after(ship: FieldedShip, section: str, damage: int, *, crippled: bool = False) -> int:
    """Hull that a section has left if nothing was repaired: 0 if it is CRIPPLED, never less (CR-112,
    CR-117)."""
    return 0 if crippled else max(0, hull_at_start(ship, section) - damage)


def untouched(ship: FieldedShip) -> dict[str, SectionReport]:
    """The figures of a ship that took no damage in this game, by section; a section that was CRIPPLED before
    has none (CR-117)."""
    return {
        section: SectionReport(0, hull_after(ship, section, 0))
        for section in ship.hulls
        if section not in ship.crippled
    }


def unhurt(ship: FieldedShip) -> ShipReport:
    """The line of a ship to which nothing happened."""
    return ShipReport(ship.id, ship.fleet, "survived", untouched(ship))


def accepting(game: GameState, ships: Iterable[int]) -> GameState:
    """A copy of the game whose report says what the corrections of these ships say; WHOLE_GAME stands for the
    correction of the facts about the whole game (CR-101)."""
    changed = deepcopy(game)
    for ship in ships:
        dispute = changed.report.disputes[ship]
        changed.report.take(dispute.line, dispute.facts)
    return changed


def faults_once_accepted(game: GameState, ships: Iterable[int]) -> tuple[Finding, ...]:
    """Errors that the report would have with the corrections of these ships; () if they can be accepted."""
    return tuple(each for each in report_findings(accepting(game, ships)) if each.is_error)


def report_findings(game: GameState) -> tuple[Finding, ...]:
    """Everything that is wrong with the report as it stands; () when it can be submitted."""
    found: list[Finding] = []
    for ship in game.ships.values():
        line = game.report.lines.get(ship.id)
        if line is None:
            found.append(_finding(ship, "no_line", f"Say what happened to {ship.name}.", "CR-100"))
        else:
            found += line_findings(game, ship, line)
    if not any(finding.code == "no_line" for finding in found):
        found += mission_findings(game)
        found += _game_findings(game)
    return tuple(found)


def line_findings(game: GameState, ship: FieldedShip, line: ShipReport) -> tuple[Finding, ...]:
    """Findings about one ship's line. The figures of a destroyed ship decide nothing and are not asked
    for."""
    found = [*_card_findings(ship, line), *barred_findings(game, ship, line)]
    if line.fate == "destroyed":
        return tuple(found)
    for section, full in ship.hulls.items():
        if section in ship.crippled:
            continue
        figures = line.sections.get(section)
        if figures is None:
            found.append(
                _finding(
                    ship,
                    "no_figures",
                    f"Say how much hull {_part(ship, section)} has left.",
                    "CR-100",
                    section,
                )
            )
        else:
            found += _figure_findings(ship, section, full, figures)
    return tuple(found)


def _figure_findings(ship: FieldedShip, section: str, full: int, figures: SectionReport) -> Iterator[Finding]:
    part = _part(ship, section)
    if figures.damage_taken < 0 or figures.hull_left < 0:
        yield _finding(ship, "negative", f"Damage and hull of {part} cannot be below 0.", "CR-100", section)
        return
    if figures.hull_left > full:
        yield _finding(ship, "too_much_hull", f"{part} has {full} hull at most.", "CR-100", section)
        return
    if figures.crippled and len(ship.hulls) < 2:
        yield _finding(
            ship, "never_crippled", f"{part} is one piece and is never CRIPPLED.", "CR-117", section
        )
    elif figures.crippled and figures.hull_left:
        yield _finding(
            ship, "crippled_with_hull", f"{part} is CRIPPLED, so it has no hull left.", "CR-117", section
        )
    elif not figures.crippled and not figures.hull_left:
        yield _no_hull(ship, section)
    started = hull_at_start(ship, section)
    least = started - figures.damage_taken
    if figures.hull_left < least:
        yield _finding(
            ship,
            "too_little_hull",
            f"{part} began with {started} hull and took {figures.damage_taken} damage, "
            f"so at least {least} is left. Correct one of the figures.",
            "CR-112",
            section,
        )


def _no_hull(ship: FieldedShip, section: str) -> Finding:
    part = _part(ship, section)
    if len(ship.hulls) > 1:
        text, rule = f"{part} has no hull left: mark it CRIPPLED.", "CR-117"
    else:
        text, rule = f"{part} has no hull left: mark it destroyed.", "CR-100"
    return _finding(ship, "no_hull", text, rule, section)


def _card_findings(ship: FieldedShip, line: ShipReport) -> Iterator[Finding]:
    for upgrade in ship.upgrades:
        if upgrade.id in line.lost and upgrade.id in line.spent:
            yield _finding(
                ship,
                "lost_and_spent",
                f"{upgrade.name} is either lost for good or spent, not both.",
                "CR-116",
            )
        if upgrade.id in line.spent and not upgrade.spendable:
            yield _finding(
                ship,
                "not_spendable",
                f"{upgrade.name} is not discarded by its use. If it was lost, enter it there.",
                "CR-116",
            )
        if upgrade.id in line.lost and upgrade.points < 0:
            yield _finding(
                ship,
                "never_leaves",
                f"{upgrade.name} gave points back when it was bought and never leaves its ship. Take it off "
                "the list of lost cards.",
                "CR-041",
            )


def _game_findings(game: GameState) -> Iterator[Finding]:
    conceded = game.report.conceded
    if conceded is None:
        over = game.report.stopped or decided_for(game) is not None
        if not over and all(on_table(game, side) for side in SIDES):
            yield Finding(
                "not_over",
                "Both sides still have ships on the table. Say who conceded, or that it ended early.",
                "CR-092",
                about=GAME,
            )
        return
    if decided_for(game) == conceded:
        yield Finding(
            "already_won",
            f"The {conceded} side had reached its objective and won before it conceded. Take the concession "
            "back.",
            "CR-097",
            about=GAME,
        )
    elif not on_table(game, conceded):
        yield Finding(
            "nothing_to_concede",
            f"The {conceded} side had no ship left on the table, so the game was over before anybody "
            "could concede.",
            "CR-095",
            about=GAME,
        )
    elif eliminated(game, other(conceded)):
        yield Finding(
            "already_won",
            f"Every ship of the {other(conceded)} side was destroyed, so the {conceded} side had won "
            "before it conceded.",
            "CR-097",
            about=GAME,
        )
    elif not on_table(game, other(conceded)):
        yield Finding(
            "over_already",
            f"The {other(conceded)} side had no ship left on the table, so the game was over and its points "
            "decide. Take the concession back.",
            "CR-095",
            about=GAME,
        )


def _part(ship: FieldedShip, section: str) -> str:
    return ship.name if section == "whole" else f"{ship.name} ({section})"


def _finding(ship: FieldedShip, code: str, message: str, rule: str, section: str = "") -> Finding:
    about = f"ship:{ship.id}"
    return Finding(code, message, rule, about=f"{about}:{section}" if section not in ("", "whole") else about)


def corrections(game: GameState) -> tuple[tuple[ShipReport, ...], Facts]:
    """The lines that the disputes correct, and the facts about the game with all corrections."""
    disputes = game.report.disputes.values()
    lines = tuple(each.line for each in disputes if each.line is not None)
    facts = next((each.facts for each in disputes if each.facts is not None), game.report.facts)
    return lines, facts


def beside_line(game: GameState, ship: FieldedShip, line: ShipReport) -> tuple[Finding, ...]:
    """Findings shown beside a saved line: its faults, and that a Huge ship is destroyed by its two
    crippled sections (CR-117)."""
    found = line_findings(game, ship, line)
    if line.fate == "destroyed" or not both_crippled(game, ship):
        return found
    text = f"Both sections of {ship.name} are crippled, so it counts as destroyed."
    return (*found, Finding("counts_as_destroyed", text, "CR-117", "warning", f"ship:{ship.id}"))
