"""Random orders of every kind, mostly about things that exist, sometimes nonsense.

`random_order` discovers the order classes: a new one with known fields is driven at once; a field that is
unknown makes the test fail with a sentence that says what to add.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from league.kernel.decision import ORDERS, Order
from league.kernel.fold import CampaignState
from league.rules.state import LeagueState
from missions.rules.assets.supplies import munitions
from missions.rules.content.mission_data import assets
from missions.rules.game.state import GameState, MissionsState, SectionReport, ShipReport
from rosters.catalogue import catalogue
from rosters.rules.state import FleetState, RostersState

NONSENSE = 9_999_999
NAMES = ("Red Wing", "Krayt Dragons", "Ågren’s Own – 2nd", "x" * 200, "", "  ")
REASONS = ("No table was free.", "", "Agreed by both.", "r" * 600)
SQUAD_TYPES = ("recon", "standard", "epic", "armada")
FATES = ("survived", "destroyed", "driven_off", "withdrawn")
SECTIONS = ("whole", "fore", "aft")
SIDES = ("rebel", "imperial", "scum", "neutral")


@dataclass(frozen=True)
class Situation:
    """Input of the generators: the state, the source of choice and the order's own fleet and game."""

    rng: Random
    state: CampaignState
    order: str
    fleet: FleetState | None
    game: GameState | None

    @property
    def league(self) -> LeagueState:
        return self.state.of(LeagueState)

    def one_of(self, found: Any, otherwise: Any = NONSENSE) -> Any:
        """One of the found things; now and then, or when there is none, something else."""
        listed = list(found)
        return self.rng.choice(listed) if listed and self.rng.random() > 0.04 else otherwise

    def some(self, found: Any) -> list[Any]:
        """A few of the found things, often none."""
        listed = list(found)
        return self.rng.sample(listed, min(len(listed), self.rng.choice((0, 0, 1, 2))))


def product_orders() -> dict[str, type[Order]]:
    """The orders of the product, without those that other tests make for themselves."""
    return {name: cls for name, cls in ORDERS.items() if not cls.__module__.startswith("tests.")}


def random_order(rng: Random, state: CampaignState, *names: str) -> Order:
    """An order of one of these names, or of any."""
    name = rng.choice(sorted(names or product_orders()))
    fleets, games = state.of(RostersState).fleets, state.of(MissionsState).games
    open_ones = [each for each in fleets.values() if each.standing in ("draft", "desk")]
    listed = open_ones if open_ones and rng.random() < 0.8 else list(fleets.values())
    fleet = rng.choice(listed) if listed else None
    going = [each for each in games.values() if each.step not in ("done", "void")] or list(games.values())
    at = Situation(rng, state, name, fleet, rng.choice(going) if going else None)
    cls = ORDERS[name]
    return cls(**{each.name: _value(at, name, each.name) for each in fields(cls)})


def unknown_fields() -> list[str]:
    """Fields of orders that this module has no generator for."""
    known = VALUES.keys() | SPECIAL.keys()
    return sorted(
        f"{name}.{each.name}"
        for name, cls in product_orders().items()
        for each in fields(cls)
        if each.name not in known and f"{name}.{each.name}" not in known
    )


def _value(at: Situation, name: str, field: str) -> Any:
    make = SPECIAL.get(f"{name}.{field}") or VALUES[field]
    return make(at)


def _ships(at: Situation) -> list[int]:
    return list(at.fleet.ships) if at.fleet else []


def _upgrades(at: Situation) -> list[int]:
    return list(at.fleet.upgrades) if at.fleet else []


def _squadron(at: Situation) -> int | None:
    laid_out = list(at.fleet.squadrons) if at.fleet else []
    return at.rng.choice([None, *laid_out, *laid_out, 7, 11])


def _ship_card(at: Situation) -> str:
    side = at.fleet.side if at.fleet else "rebel"
    cards = [each for each in catalogue().ship_cards.values() if each.side == side]
    if at.order == "promote" and at.fleet and at.fleet.ships:
        ships = {catalogue().ship_cards[each.card].ship for each in at.fleet.ships.values()}
        cards = [each for each in cards if each.ship in ships]
    if at.rng.random() < 0.3:
        cards = [each for each in cards if each.unique]
    if at.fleet and at.fleet.killed and at.rng.random() < 0.3:
        cards = [each for each in catalogue().ship_cards.values() if each.persona in at.fleet.killed]
    found: str = at.one_of([each.id for each in cards], at.rng.choice(["", "no-such-card"]))
    return found


def _upgrade_card(at: Situation) -> str:
    owned = [each.card for each in at.fleet.upgrades.values()] if at.fleet else []
    cheap = [each.id for each in catalogue().upgrades.values() if each.points <= 4]
    chosen: str = at.one_of(owned if owned and at.rng.random() < 0.2 else cheap, "no-such-card")
    return chosen


def _section_reports(at: Situation) -> dict[str, SectionReport]:
    ship = at.game.ships.get(at.rng.choice(list(at.game.ships))) if at.game and at.game.ships else None
    names = list(ship.hulls) if ship else ["whole"]
    return {name: _section_report(at.rng) for name in names}


def _section_report(rng: Random) -> SectionReport:
    return SectionReport(rng.randint(-1, 5), rng.randint(0, 6), rng.random() < 0.1)


def _lines(at: Situation) -> tuple[ShipReport, ...]:
    if at.game is None:
        return ()
    return tuple(
        ShipReport(ship.id, ship.fleet, at.rng.choice(FATES), _section_reports(at))  # type: ignore[arg-type]
        for ship in at.some(at.game.ships.values())
    )


def _game_ships(at: Situation) -> list[int]:
    return list(at.game.ships) if at.game else []


def _aboard(at: Situation) -> list[int]:
    ships = at.game.ships.values() if at.game else ()
    return [upgrade.id for ship in ships for upgrade in ship.upgrades]


def _rounds(at: Situation) -> list[int]:
    return [each.id for each in at.league.rounds.values() if each.open] or list(at.league.rounds)


def _cards(at: Situation) -> tuple[int, ...]:
    return tuple(at.some(range(2, 9)))


def _assets(at: Situation) -> list[int]:
    return list(at.fleet.assets) if at.fleet else []


def _assets_of_game(at: Situation) -> list[int]:
    fleets = at.state.of(RostersState).fleets
    sides = (at.game.active, at.game.opposing) if at.game else ()
    return [asset for number in sides for asset in fleets[number].assets]


def _asset_kind(at: Situation) -> str:
    offer = at.fleet.offer if at.fleet else None
    offered = [each.kind for each in offer.choices] if offer and at.order == "take_asset" else list(assets())
    kind: str = at.one_of(offered, "no_such_asset")
    return kind


def _munitions(at: Situation) -> dict[int, str]:
    cards = [each.id for each in munitions()]
    return {ship: at.one_of(cards, "no-such-card") for ship in at.some(_game_ships(at))}


def _fleets(at: Situation) -> list[int]:
    return list(at.state.of(RostersState).fleets)


VALUES: dict[str, Callable[[Situation], Any]] = {
    "active": lambda at: at.one_of(_fleets(at)),
    "agree": lambda at: at.rng.random() < 0.7,
    "amount": lambda at: at.rng.choice([-500, -20, 0, 15, 60, 10**6]),
    "asset": lambda at: at.one_of(_assets(at)),
    "assets": lambda at: tuple(at.some(_assets_of_game(at))),
    "cards": _cards,
    "accept_elimination": lambda at: at.rng.random() < 0.7,
    "campaign_name": lambda at: at.rng.choice(NAMES),
    "card": _upgrade_card,
    "change_facts": lambda at: at.rng.random() < 0.5,
    "choice": lambda at: at.rng.choice(["", "", "Crew", "Elite", "Hold"]),
    "conceded": lambda at: at.rng.choice([None, None, "active", "opposing", "nobody"]),
    "crippled": lambda at: tuple(at.some(SECTIONS)),
    "damaged": lambda at: tuple(at.some(SECTIONS)),
    "deck": _cards,
    "elite": lambda at: tuple(at.some(_game_ships(at))),
    "fate": lambda at: at.rng.choice(FATES),
    "fleet": lambda at: at.fleet.id if at.fleet and at.rng.random() > 0.03 else NONSENSE,
    "fleet_name": lambda at: at.rng.choice(NAMES),
    "format": lambda at: at.rng.choice(["free_for_all", "team", "duel"]),
    "game": lambda at: at.game.id if at.game and at.rng.random() > 0.03 else NONSENSE,
    "give": lambda at: at.rng.randint(2, 8),
    "give_up": lambda at: at.rng.choice([None, *_assets(at)]),
    "given_name": lambda at: at.rng.choice(NAMES),
    "kept": lambda at: {},
    "kind": _asset_kind,
    "known": lambda at: at.rng.choice(["", "", "0123456789abcdef"]),
    "lines": _lines,
    "lost": lambda at: tuple(at.some(_aboard(at))),
    "member": lambda at: at.one_of([0, *at.league.members]),
    "mia": lambda at: at.rng.random() < 0.5,
    "mission": lambda at: at.rng.randint(0, 9),
    "missions": lambda at: at.order == "arrange_friendly" and at.rng.random() < 0.5,
    "munitions": _munitions,
    "against": lambda at: at.rng.choice(["", "b" * 64]),
    "nonce": lambda at: at.rng.choice(["", "amber", "n" * 65]),
    "mark": lambda at: at.rng.choice(["", "c" * 64, "no mark"]),
    "seal": lambda at: at.rng.choice(["", "a" * 64, "no seal"]),
    "notes": lambda at: at.rng.choice(REASONS),
    "number": lambda at: at.rng.randint(0, 5),
    "opposing": lambda at: at.one_of(_fleets(at)),
    "chooser": lambda at: at.one_of([0, *_fleets(at)]),
    "persona": lambda at: at.one_of(at.fleet.killed if at.fleet else (), "nobody"),
    "place": lambda at: at.rng.randint(-1, 3),
    "profile": lambda at: {"three_defeats_eliminate": at.rng.random() < 0.5} if at.rng.random() < 0.3 else {},
    "promoted": lambda at: {card: ship for card in range(2, 5) for ship in at.some(_game_ships(at))[:1]},
    "public": lambda at: at.rng.random() < 0.5,
    "rank": lambda at: at.rng.choice(["", "EXP", "VET", "ELITE", "ACE"]),
    "account": lambda at: at.rng.choice(REASONS),
    "minutes": lambda at: at.rng.choice((0, 1, 90, 150, -3, 601)),
    "answer": lambda at: at.rng.choice(["coming", "late", "not", "perhaps"]),
    "night": lambda at: at.one_of(at.league.nights),
    "starts": lambda at: at.rng.choice(
        ["2099-01-01T19:00+00:00", "", "soon", f"2027-0{at.rng.randint(1, 9)}-03T19:00+01:00"]
    ),
    "venue": lambda at: at.rng.choice(NAMES),
    "meeting": lambda at: at.one_of(at.league.meetings),
    "ready": lambda at: at.rng.random() < 0.7,
    "reason": lambda at: at.rng.choice(REASONS),
    "replacing": lambda at: at.rng.choice([None, None, *_upgrades(at)]),
    "role": lambda at: at.rng.choice(["player", "visitor", "co_organiser", "organiser", "admiral"]),
    "round": lambda at: at.one_of(_rounds(at)),
    "scanned": lambda at: at.rng.choice([0, 0, 0, 3, 5, 6, -1]),
    "section": lambda at: at.rng.choice(["", "", "whole", "fore", "aft"]),
    "sections": _section_reports,
    "ship": lambda at: at.one_of(_ships(at)),
    "side": lambda at: at.rng.choice(["active", "opposing", "neutral"]),
    "spent": lambda at: tuple(at.some(_aboard(at))),
    "squadron": _squadron,
    "stopped": lambda at: at.rng.random() < 0.5,
    "suit": lambda at: at.rng.choice(["", "spades", "hearts", "diamonds", "clubs", "stars"]),
    "table_round": lambda at: at.rng.randint(1, 4),
    "take": lambda at: at.rng.randint(2, 8),
    "system": lambda at: at.rng.choice(["", "", "fighters", "chess"]),
    "target": lambda at: at.one_of([0, *_fleets(at)]),
    "target_side": lambda at: at.rng.choice(["", *SIDES]),
    "text": lambda at: at.rng.choice(
        ["", "{", '{"pilots": []}', '{"faction": "rebel", "pilots": [{"id": "x"}]}']
    ),
    "type": lambda at: at.rng.choice(SQUAD_TYPES),
    "upgrade": lambda at: at.one_of(_upgrades(at)),
    "upgrades": lambda at: tuple(at.some(["r2astromech", "nope"])),
    "winner": lambda at: at.rng.choice(["", "active", "opposing", "draw", "nobody"]),
}


def _targets(at: Situation) -> tuple[tuple[int, int | None], ...]:
    return tuple((ship, _squadron(at)) for ship in at.some(_ships(at)))


def _kinds(at: Situation) -> tuple[tuple[int, str], ...]:
    squadrons = at.fleet.squadrons.values() if at.fleet else ()
    return tuple((each.card, at.rng.choice([each.type, each.type, "recon"])) for each in squadrons)


def _desks(at: Situation) -> list[int]:
    """Fleets at their desks, and one that is not there."""
    open_ones = [each.id for each in at.state.of(RostersState).fleets.values() if each.standing == "desk"]
    return [*open_ones, NONSENSE] if at.rng.random() < 0.1 else open_ones


SPECIAL: dict[str, Callable[[Situation], Any]] = {
    "start_campaign.locked": lambda at: tuple(at.some(_fleets(at))) if at.rng.random() < 0.3 else (),
    "start_campaign.building": lambda at: tuple(at.some(_fleets(at))),
    "accept_corrections.ships": lambda at: tuple(at.some([0, *_game_ships(at)])),
    "correct_report.notes": lambda at: {
        ship: at.rng.choice(REASONS) for ship in at.some([0, *_game_ships(at)])
    },
    "bring_ship.lost": lambda at: at.one_of(_game_ships(at)),
    "nominate_ship.ship": lambda at: at.one_of(_game_ships(at)),
    "rule_result.asset": lambda at: at.rng.random() < 0.5,
    "buy_ship.card": _ship_card,
    "buy_upgrade.ship": lambda at: at.rng.choice([None, *_ships(at)]),
    "close_desks.fleets": lambda at: tuple(at.some(_desks(at))),
    "remind_desks.fleets": lambda at: tuple(at.some(_desks(at))),
    "change_side.side": lambda at: at.rng.choice(SIDES),
    "choose_limited.upgrade": lambda at: at.one_of(_aboard(at)),
    "dispute_line.ship": lambda at: at.one_of([0, *_game_ships(at)]),
    "form_squadron.squadron": lambda at: at.rng.randint(1, 11),
    "found_fleet.side": lambda at: at.rng.choice(SIDES),
    "promote.ship": lambda at: at.one_of([n for n in _ships(at) if at.fleet and at.fleet.ships[n].rank]),
    "recover_ship.ship": lambda at: at.one_of([n for n in _ships(at) if at.fleet and at.fleet.ships[n].mia]),
    "recover_upgrade.upgrade": lambda at: at.one_of(
        [n for n in _upgrades(at) if at.fleet and at.fleet.upgrades[n].mia]
    ),
    "retype_squadron.squadron": lambda at: _squadron(at) or 2,
    "strike_squadron.squadron": lambda at: _squadron(at) or 2,
    "move_upgrade.ship": lambda at: at.rng.choice([None, *_ships(at)]),
    "promote.card": _ship_card,
    "rearrange.ships": _targets,
    "rearrange.squadrons": _kinds,
    "rearrange.upgrades": lambda at: tuple(
        (each, at.rng.choice([None, *_ships(at)]), "", "") for each in at.some(_upgrades(at))
    ),
    "save_report_line.ship": lambda at: at.one_of(_game_ships(at)),
    "withdraw_dispute.ship": lambda at: at.one_of([0, *_game_ships(at)]),
}
