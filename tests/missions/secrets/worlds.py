"""Worlds that differ in nothing but secrets, and everybody who might read in them.

`Hidden` says which of two secrets each side and the house have. A world is written to the log of a
`MissionTable`: what everybody may know is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.test import Client

from league.kernel.events import Event
from missions.rules.content.mission_data import assets, missions
from missions.rules.game import events as ev
from missions.rules.game.draws import field_squadron
from missions.rules.game.sides import SIDES, SideName, other
from missions.rules.game.state import FieldedShip
from missions.rules.pregame import events as pre
from missions.rules.pregame.state import AssetKind, CommittedAsset, Effect, Look, Pick, SabotagedShip
from rosters.rules.overrides.events import ProxyAppointed
from tests import verbs
from tests.missions.mission_tables import MissionTable, written
from tests.people import account, browser, joined

MISSION = 3
SEEDS = ("0f1e" * 16, "2d3c" * 16)
NONCES = ("a-nonce-of-nobody-else", "another-such-nonce")
OPPOSING_HAND = ((3, 4), (3, 5))
ACTIVE_HAND = ((2, 4), (2, 5))


class Hidden(NamedTuple):
    """The secret (0 or 1) of the active side, of the opposing side, of the readers of a draft report, and
    of the house."""

    active: int = 0
    opposing: int = 0
    draft: int = 0
    house: int = 0


FIRST = Hidden()
# Readers with their roles, and the world in which everything differs that they may not know.
OTHERS: dict[str, Hidden] = {
    "active": Hidden(0, 1, 0, 1),
    "opposing": Hidden(1, 0, 0, 1),
    "organiser": Hidden(1, 1, 0, 1),
    "public": Hidden(1, 1, 1, 1),
}


@dataclass(frozen=True)
class Reader:
    """Somebody with a browser who reads the game as `sees` (a key of `OTHERS`)."""

    name: str
    sees: str
    client: Client


EVERYBODY = (
    "nobody",
    "opposing side",
    "active side",
    "organiser",
    "superuser",
    "visitor",
    "its proxy",
    "its proxy, an organiser",
    "team mate",
    "co-organiser",
    "stranger",
)
"""The names of all `readers`."""


def readers(table: MissionTable) -> list[Reader]:
    """Everybody: each side's owner and its proxy (one of them a co-organiser), organisers who do not play, a
    team mate, a visitor, a stranger, nobody, and who runs the server."""
    campaign, organiser = table.league.campaign, table.organiser.seat
    stand_in, playing = joined(campaign, "pam"), joined(campaign, "cora", "co_organiser")
    mate, helper = joined(campaign, "matt"), joined(campaign, "carl", "co_organiser")
    verbs.found_fleet(mate.seat, "Grey Wing", table.kind("active"))
    proxies = zip(SIDES, (stand_in, playing), strict=True)
    written(organiser, *(ProxyAppointed(table.game.fleet_of(side), who.seat.number) for side, who in proxies))
    root = User.objects.create_superuser("root", "root@example.org", "correct horse")
    return [
        Reader("active side", "active", table.active.client),
        Reader("its proxy", "active", stand_in.client),
        Reader("opposing side", "opposing", table.opposing.client),
        Reader("its proxy, an organiser", "opposing", playing.client),
        Reader("organiser", "organiser", table.organiser.client),
        Reader("co-organiser", "organiser", helper.client),
        Reader("team mate", "public", mate.client),
        Reader("visitor", "public", joined(campaign, "viktor", "visitor").client),
        Reader("stranger", "public", browser(account("stan"))),
        Reader("nobody", "public", Client()),
        Reader("superuser", "public", browser(root)),
    ]


def stock(table: MissionTable) -> None:
    """The assets that the worlds need."""
    for side, kinds in HELD.items():
        for kind in kinds:
            table.hold(side, kind)


HELD: dict[SideName, tuple[AssetKind, ...]] = {
    "active": ("scouted_area", "reinforcements", "disrupted_command"),
    "opposing": ("sabotage",),
}


def one_ready(table: MissionTable, hidden: Hidden) -> None:
    """The active side waits for the other; its nonce is not told yet."""
    written(table.organiser.seat, *_sealed(table, hidden), _nonce(table, "active", NONCES[hidden.house]))


def _sealed(table: MissionTable, hidden: Hidden) -> list[Event]:
    return [ev.DrawCommitted(table.number, "5e" * 32, SEEDS[hidden.house])]


def _nonce(table: MissionTable, side: SideName, nonce: str) -> Event:
    return ev.SideReady(table.number, side, table.game.fleet_of(side), nonce)


def squadron_drawn(table: MissionTable, hidden: Hidden, hand: tuple[int, ...] = ()) -> None:
    """The RECON squadron 2 or 3 is the Drawn Squadron, of one deck or another."""
    number, fleet = table.number, table.game.active
    card = hand[0] if hand else (2, 3)[hidden.active]
    deck = (("2", "3"), ("2", "3", "4"))[hidden.active]
    written(
        table.organiser.seat,
        *_sealed(table, hidden),
        *(_nonce(table, side, f"nonce {side}") for side in SIDES),
        pre.StageReached(number, "rest"),
        pre.SquadronsRested(number, fleet, ()),
        pre.StageReached(number, "squadron"),
        pre.MissionSquadronDrawn(number, fleet, card, "recon", Pick("drawn squadron", deck, (str(card),))),
        pre.StageReached(number, "mission"),
    )


def _deal(table: MissionTable, hidden: Hidden, hands: dict[SideName, tuple[int, ...]]) -> None:
    """Cards lie face down, drawn from one pool or another."""
    squadron_drawn(table, hidden, hands["active"])
    which = {"active": hidden.active, "opposing": hidden.opposing}
    pools = {side: ((2, 3, 4, 5), (2, 3, 4, 5, 6))[which[side]] for side in SIDES}
    picks = tuple(
        Pick(f"{side} squadrons", tuple(map(str, pools[side])), (str(hands[side][-1]),)) for side in SIDES
    )
    number = table.number
    written(
        table.organiser.seat,
        pre.MissionChosen(number, table.game.active, MISSION, missions()[MISSION].name),
        pre.ForcesDrawn(number, pools, hands, dict.fromkeys(SIDES, 2), picks),
        pre.StageReached(number, "commit"),
    )


def _hands(hidden: Hidden) -> dict[SideName, tuple[int, ...]]:
    return {"active": ACTIVE_HAND[hidden.active], "opposing": OPPOSING_HAND[hidden.opposing]}


def committed(table: MissionTable, hidden: Hidden) -> None:
    """Face-down cards; the active side has committed one asset or another, the opposing side is at it."""
    _deal(table, hidden, _hands(hidden))
    asset = _asset(table, "active", ("scouted_area", "reinforcements")[hidden.active])
    written(table.organiser.seat, _commit(table, "active", asset))


def _asset(table: MissionTable, side: SideName, kind: str) -> CommittedAsset:
    held = next(each for each in table.fleet(side).assets.values() if each.kind == kind)
    target = table.game.fleet_of(other(side)) if held.target else 0
    return CommittedAsset(held.id, held.kind, held.name, held.rank, target, "", "Them" if target else "")


def _commit(table: MissionTable, side: SideName, *made: CommittedAsset) -> Event:
    return pre.AssetsCommitted(table.number, side, table.game.fleet_of(side), made)


def acting(table: MissionTable, hidden: Hidden) -> None:
    """Sabotage has found a ship, Disrupted Command Structure has been shown a card and asks about it."""
    _deal(table, hidden, _hands(hidden))
    _effects(table, hidden, found=table.pregame.cards["active"][hidden.opposing])


def _effects(table: MissionTable, hidden: Hidden, found: int) -> None:
    """Both sides' assets act on the other's cards; `found` is the card that Sabotage falls on."""
    number, cards = table.number, table.pregame.cards
    mine, theirs = _asset(table, "active", "disrupted_command"), _asset(table, "opposing", "sabotage")
    looks = {
        "opposing": Look(0, "opposing", "active", hidden.opposing, cards["active"][hidden.opposing]),
        "active": Look(1, "active", "opposing", hidden.active, cards["opposing"][hidden.active]),
    }
    ship = table.fleet("active").ships_in(found)[0]
    hit = SabotagedShip(0, "active", found, ship.id, ship.given_name, "whole", True)
    pick = Pick("effect 0 card", tuple(map(str, cards["active"])), (str(found),))
    written(
        table.organiser.seat,
        _commit(table, "active", mine),
        _commit(table, "opposing", theirs),
        pre.AssetsLocked(
            number,
            (
                Effect(theirs.asset, "sabotage", theirs.name, "opposing", "opposing"),
                Effect(mine.asset, "disrupted_command", mine.name, "active", "active"),
            ),
        ),
        pre.StageReached(number, "effects"),
        pre.CardLookedAt(number, "opposing", (looks["opposing"],)),
        pre.ShipSabotaged(number, "opposing", hit, (pick,)),
        pre.EffectResolved(number, 0, assets()["sabotage"].name, "opposing"),
        pre.CardLookedAt(number, "active", (looks["active"],)),
    )


def drafted(table: MissionTable, hidden: Hidden) -> None:
    """A table with a secret nomination and half a report: the same cards in every world."""
    hands: dict[SideName, tuple[int, ...]] = {"active": ACTIVE_HAND[0], "opposing": OPPOSING_HAND[0]}
    _deal(table, hidden, hands)
    _effects(table, hidden, found=hands["active"][0])
    number, fleet = table.number, table.game.active
    made = [field_squadron(table.fleet(side), card) for side in SIDES for card in hands[side]]
    ships: tuple[FieldedShip, ...] = tuple(ship for _, listed in made for ship in listed)
    member = table.active.seat.number
    fate, gave_up = (("survived", None), ("destroyed", "opposing"))[hidden.draft]
    written(
        table.organiser.seat,
        pre.EffectResolved(number, 1, assets()["disrupted_command"].name, "active", True),
        pre.ForcesRevealed(number, tuple(force for force, _ in made), ships),
        pre.StageReached(number, "nominate"),
        pre.ShipNominated(number, fleet, ships[hidden.active].id),
        ev.PlayBegan(number, table.game.round),
        ev.ReportLineSaved(number, member, fleet, ships[3].id, ships[3].name, fate, {}, side="active"),  # type: ignore[arg-type]
        ev.ReportFactsSaved(number, member, gave_up, side="active"),  # type: ignore[arg-type]
    )


def submitted(table: MissionTable, hidden: Hidden) -> None:
    """The report is in; the active side's choices for afterwards are not public yet."""
    drafted(table, hidden._replace(active=0, draft=0))
    number, game = table.number, table.game
    ship = table.game.ships[table.pregame.nominated]
    written(
        table.organiser.seat,
        pre.NominationShown(number, game.active, ship.id, ship.name),
        ev.ReportSubmitted(number, table.active.seat.number, game.fingerprint()),
        ev.ChoicesSaved(number, "active", game.active, elite=((), (ship.id,))[hidden.draft]),
    )


World = Callable[[MissionTable, Hidden], None]
