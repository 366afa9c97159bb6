"""Invariants of every campaign after every act: rows, ledger, values, and the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db.models import Sum

from league.kernel.events import Event
from league.kernel.fold import CampaignState
from league.kernel.history import undone_acts
from league.models import Campaign
from league.rules.state import LeagueState
from league.services.check import check
from league.store import log
from missions.rules.game.state import MissionsState
from rosters.catalogue import catalogue
from rosters.models import Fleet, LedgerLine
from rosters.rules.state import FleetState, RostersState
from tests.invariants.missions import broken_in_missions

LIVING = ("draft", "ready", "playing", "desk")
STAYS = ("Modification", "Title", "Elite")


def broken(campaign_id: int) -> list[str]:
    """Every rule that the campaign breaks as it stands, a sentence each; [] when all is well."""
    campaign = Campaign.objects.get(pk=campaign_id)
    state = log.load(campaign_id)
    found = check(campaign) + list(_league(state))
    balances = dict(
        LedgerLine.objects.filter(campaign_id=campaign_id)
        .values_list("fleet")
        .annotate(balance=Sum("amount"))
        .values_list("fleet", "balance")
    )
    values = dict(Fleet.objects.filter(campaign_id=campaign_id).values_list("number", "value"))
    for fleet in state.of(RostersState).fleets.values():
        found += [f"{fleet.name}: {each}" for each in _fleet(fleet)]
        if fleet.points != balances[fleet.id] or fleet.points < 0:
            found.append(f"{fleet.name} has {fleet.points} FP, its ledger says {balances[fleet.id]} (CR-003)")
        if values[fleet.id] != _value(fleet):
            found.append(
                f"{fleet.name} has FV {values[fleet.id]}, its cards are worth {_value(fleet)} (CR-002)"
            )
    found += [*_teams(state), *_games(state)]
    return found + list(broken_in_missions(state, standing(campaign_id)))


def standing(campaign_id: int) -> list[Event]:
    """The log without the acts that were undone."""
    events = list(log.logged(campaign_id))
    undone = undone_acts(events)
    return [each.event for each in events if each.act not in undone]


def _value(fleet: FleetState) -> int:
    """CR-002 once more, without the code under test: what is printed on every card that is not missing."""
    total = 0
    for ship in fleet.ships.values():
        total += 0 if ship.mia else catalogue().ship_cards[ship.card].points
    for upgrade in fleet.upgrades.values():
        aboard = upgrade.ship is not None and fleet.ships[upgrade.ship].mia
        total += 0 if upgrade.mia or aboard else catalogue().upgrades[upgrade.card].points
    return total


def _league(state: CampaignState) -> Iterator[str]:
    league = state.of(LeagueState)
    organisers = [each.id for each in league.members.values() if each.active and each.role == "organiser"]
    if len(organisers) != 1:
        yield f"Organisers: {organisers}"
    if sum(each.open for each in league.rounds.values()) > 1:
        yield "Two rounds are open (CR-051)"
    fleets = state.of(RostersState).fleets.values()
    for member, count in Counter(each.member for each in fleets if each.standing in LIVING).items():
        known = league.members.get(member)
        if count > 1 or known is None or not known.active or known.role == "visitor":
            yield f"Member {member} ({known}) commands {count} fleets"


def _fleet(fleet: FleetState) -> Iterator[str]:
    ships = [catalogue().ship_cards[each.card] for each in fleet.ships.values()]
    upgrades = [catalogue().upgrades[each.card] for each in fleet.upgrades.values()]
    pilots = Counter(each.persona for each in ships if each.persona)
    cards = Counter(
        (each.persona, each.slot) for each in upgrades if each.persona and not each.squadron_limited
    )
    for name, count in [*pilots.items(), *cards.items()]:
        if count > 1:
            yield f"owns {name} {count} times (CR-035)"
    used = Counter(_in_use(fleet))
    yield from (f"{name} is in use {count} times (CR-035)" for name, count in used.items() if count > 1)
    owned = set(pilots) | {persona for persona, _ in cards}
    yield from (f"owns {name}, who was killed (CR-040)" for name in owned & set(fleet.killed))
    if any(each.side != fleet.side for each in ships):
        yield "has a ship of another side (CR-030)"
    yield from _places(fleet)


def _teams(state: CampaignState) -> Iterator[str]:
    """CR-039 once more: the fleets of a side that are still in it, as if they were one."""
    fleets = list(state.of(RostersState).fleets.values())
    for side in {each.side for each in fleets} if state.of(LeagueState).format == "team" else ():
        team = [each for each in fleets if each.side == side]
        killed = {name for each in team for name in each.killed}
        owned: Counter[tuple[str, str]] = Counter()
        used: Counter[str] = Counter()
        for fleet in team:
            if fleet.standing not in LIVING:
                continue
            kinds = {each for each in _kinds(fleet) if each[0]}
            owned.update(kinds)
            used.update({name for name in _in_use(fleet) if not name.startswith(("ship ", "upgrade "))})
            if fleet.standing != "draft" and killed & {name for name, _ in kinds}:
                yield f"{fleet.name} owns {killed & {name for name, _ in kinds}}, killed in its team (CR-040)"
        yield from (f"{side} fleets own {each} {count} times" for each, count in owned.items() if count > 1)
        yield from (f"{side} fleets use {each} {count} times" for each, count in used.items() if count > 1)


def _kinds(fleet: FleetState) -> Iterator[tuple[str, str]]:
    """The names that a fleet owns, each with its kind of card."""
    for ship in fleet.ships.values():
        yield catalogue().ship_cards[ship.card].persona, "pilot"
    for upgrade in fleet.upgrades.values():
        card = catalogue().upgrades[upgrade.card]
        yield "" if card.squadron_limited else card.persona, card.slot


def _in_use(fleet: FleetState) -> Iterator[str]:
    for ship in fleet.ships.values():
        if ship.squadron is not None and not ship.mia:
            yield catalogue().ship_cards[ship.card].persona or f"ship {ship.id}"
    for upgrade in fleet.upgrades.values():
        card = catalogue().upgrades[upgrade.card]
        if upgrade.ship is None or upgrade.mia or fleet.ships[upgrade.ship].mia or card.squadron_limited:
            continue
        yield card.persona or f"upgrade {upgrade.id}"


def _places(fleet: FleetState) -> Iterator[str]:
    squadrons = fleet.squadrons
    if set(squadrons) - set(range(2, 11)):
        yield f"has squadrons {sorted(squadrons)} (CR-010)"
    if sum(each.type == "epic" for each in squadrons.values()) > 2:
        yield "has three EPIC squadrons (CR-017)"
    for ship in fleet.ships.values():
        card = catalogue().ship_cards[ship.card]
        if ship.squadron is not None and ship.squadron not in squadrons:
            yield f"{card.name} is in squadron {ship.squadron}, which is not there"
        if (
            card.huge
            and ship.squadron is not None
            and not ship.mia
            and squadrons[ship.squadron].type != "epic"
        ):
            yield f"{card.name} flies outside an EPIC squadron (CR-014)"
        if card.unique and ship.rank == "ELITE":
            yield f"{card.name} is ELITE though unique (CR-118)"
    for upgrade in fleet.upgrades.values():
        one = catalogue().upgrades[upgrade.card]
        stays = one.slot in STAYS and not one.unique  # a name may come back to the inventory (CR-142)
        if upgrade.ship is None and (stays or one.points < 0):
            yield f"{one.name} has left its ship (CR-032, CR-041)"
    if (fleet.standing == "desk") != (fleet.desk is not None):
        yield f"is {fleet.standing} with desk {fleet.desk} (CR-054)"


def _games(state: CampaignState) -> Iterator[str]:
    fleets = state.of(RostersState).fleets
    games = state.of(MissionsState).games.values()
    going = [each for each in games if each.step not in ("done", "void") and not each.friendly]
    playing = Counter(number for game in going for number in (game.active, game.opposing))
    for number, fleet in fleets.items():
        if playing[number] != (1 if fleet.standing == "playing" else 0):
            yield f"{fleet.name} is {fleet.standing} and in {playing[number]} games (CR-054)"
    for at in state.of(LeagueState).rounds.values():
        for pairing in at.pairings.values():
            step = state.of(MissionsState).games[pairing.id].step
            wanted = {"done": "finished", "void": "cancelled"}.get(step, "playing")
            if pairing.status != wanted:
                yield f"Game {pairing.id} is {step}, its pairing {pairing.status}"
            undone = step in ("report", "confirm")  # its result, after the round was closed (CR-101)
            if not at.open and pairing.status == "playing" and not undone:
                yield f"Round {at.number} is closed, game {pairing.id} still being played (CR-054)"
