"""Another game that a reader could be looking at: everything hidden from them is different in it.

`KNOWN` has a row for every field of a game's state: a new one fails until somebody says who may know it
(docs/decisions/0014-mission-secrets.md).
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields, replace

from missions.rules.game.secrets import Viewer
from missions.rules.game.sides import SIDES
from missions.rules.game.state import Choices, Draw, GameState, Report, ShipReport
from missions.rules.pregame.state import CommittedAsset, Pick, Pregame, SabotagedShip

OPEN = "everybody"
KNOWN: dict[type, dict[str, str]] = {
    GameState: {
        **dict.fromkeys(("id", "number", "round", "active", "opposing", "step", "friendly"), OPEN),
        **dict.fromkeys(("forces", "ships", "limited", "fight"), OPEN),
        **dict.fromkeys(
            ("winner", "termination", "scores", "ruled", "seed_shown", "told", "told_by_organiser"), OPEN
        ),
        "draw": "row by row",
        "report": "row by row",
        "pregame": "row by row",
        "choices": "players and organisers, until the result counts",
    },
    Draw: {
        **dict.fromkeys(("commitment", "pools", "order", "balanced", "accepted"), OPEN),
        **dict.fromkeys(("seals", "hows", "waits_since", "linked", "laid", "orders_laid"), OPEN),
        "seed": "nobody, until the game is over",
        **dict.fromkeys(("nonces", "chains"), "nobody, until both are in"),
    },
    Report: {
        **dict.fromkeys(("by", "side", "submitted", "writers"), OPEN),
        **dict.fromkeys(
            ("disputes", "unanswered", "settled_reason", "settled_by", "accepted_by", "accepted", "changed"),
            "only ever filled in once all may read it",
        ),
        **dict.fromkeys(
            ("lines", "conceded", "stopped", "scanned"), "players and organisers, until complete"
        ),
    },
    Pregame: {
        **dict.fromkeys(("stage", "rested", "drawn_type", "mission", "strengths"), OPEN),
        **dict.fromkeys(("locked", "effects", "resolved", "short", "supplied", "free"), OPEN),
        **dict.fromkeys(("nomination_shown", "turns", "arrivals", "swapped"), OPEN),
        "deck": "active side, until the game is over",
        "drawn": "active side, until turned over",
        "cards": "its own side, until turned over",
        "commits": "its own side, until both are in",
        "looks": "the side that an asset acts for, until the game is over",
        "sabotaged": "the side that it acts for, until turned over",
        "nominated": "active side, until shown or over",
        "picks": "nobody, until the game is over",
        "pools": "nobody, until the game is over",
        "open_choices": "that there is one: everybody; its cards: its own side",
    },
}


def named() -> list[str]:
    """The fields that `KNOWN` does not name, or names and are gone."""
    return [
        f"{cls.__name__}.{name}"
        for cls, rows in KNOWN.items()
        for name in sorted({field.name for field in fields(cls)} ^ rows.keys())
    ]


def twin(card: int) -> int:
    """The fleet's other squadron of the same type, in fleets that have two of each: 2 and 3, 4 and 5, 6 and
    7."""
    return card ^ 1


def unknown_to(viewer: Viewer, game: GameState) -> GameState:
    """A game that a reader cannot tell from this one."""
    found = deepcopy(game)
    over, outside = found.step in ("done", "void"), viewer == "public"
    if found.draw is not None:
        _draw(found.draw, over)
    if outside and not found.report.submitted:
        _report(found)
    if outside and found.step != "done" and found.ships:
        found.choices = {"active": Choices(elite=(min(found.ships),))}
    if found.pregame is not None:
        _pregame(found, found.pregame, viewer, over)
    return found


def _draw(draw: Draw, over: bool) -> None:
    if not over:
        draw.seed = "".join(f"{15 - int(digit, 16):x}" for digit in draw.seed)
    if len(draw.nonces) < len(SIDES):
        draw.nonces = {side: f"not {nonce}" for side, nonce in draw.nonces.items()}
        draw.chains = {side: f"not {nonce}" for side, nonce in draw.chains.items()}


def _report(game: GameState) -> None:
    report = game.report
    report.lines = {
        ship: ShipReport(ship, each.fleet, "survived" if ship in report.lines else "destroyed")
        for ship, each in game.ships.items()
    }
    report.conceded = "active" if report.conceded is None else None
    report.stopped, report.scanned = not report.stopped, report.scanned + 1


def _pregame(game: GameState, pregame: Pregame, viewer: Viewer, over: bool) -> None:
    revealed, own = bool(game.forces) or over, viewer == "active"
    if not over:
        pregame.picks = [replace(each, taken=each.taken[::-1] + ("9",)) for each in pregame.picks]
        pregame.picks.append(Pick("another", ("2",), ("2",)))
        pregame.pools = {side: (*cards, 9) for side, cards in pregame.pools.items()}
        pregame.looks = [
            look if look.side == viewer else replace(look, place=1 - look.place, card=twin(look.card))
            for look in pregame.looks
        ]
        if not own:
            pregame.deck = [*pregame.deck, 9] if pregame.deck else []
    pregame.open_choices = [
        each
        if each.side == viewer or not each.gave
        else replace(each, place=-each.place, gave=twin(each.gave))
        for each in pregame.open_choices
    ]
    if not revealed:
        pregame.drawn = pregame.drawn if own or not pregame.drawn else twin(pregame.drawn)
        pregame.cards = {
            side: cards if side == viewer else [twin(card) for card in cards]
            for side, cards in pregame.cards.items()
        }
        pregame.sabotaged = [
            each if pregame.effects[each.effect].side == viewer else elsewhere(each)
            for each in pregame.sabotaged
        ]
    if not pregame.locked:
        pregame.commits = {
            side: made if side == viewer else otherwise(made) for side, made in pregame.commits.items()
        }
    if not (own or over or pregame.nomination_shown) and pregame.nominated:
        ships = sorted(ship.id for ship in game.ships_of("active") if ship.id != pregame.nominated)
        pregame.nominated = ships[0]


def elsewhere(found: SabotagedShip) -> SabotagedShip:
    """Sabotage that found another ship, on the other card of the same type."""
    return replace(found, card=twin(found.card), ship=found.ship + 1, name="Another", fresh=not found.fresh)


def otherwise(made: tuple[CommittedAsset, ...]) -> tuple[CommittedAsset, ...]:
    """Nothing in place of a commitment, and an asset in place of nothing."""
    return () if made else (CommittedAsset(9999, "guarded_approach", "Guarded Approach", "J"),)
