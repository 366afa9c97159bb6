"""Verbs of the tests, in the words of the club; everything goes through the services.

A verb's first argument is the acting `Member`, which knows its campaign. `club(crew())` gives a gathering
campaign with everybody in it, `league(crew())` a running one whose two players have legal fleets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from league.kernel.decision import Order
from league.kernel.entropy import SeededEntropy
from league.kernel.fold import CampaignState
from league.kernel.nonces import seal_of
from league.models import Campaign, Member
from league.rules.campaign import CreateCampaign
from league.rules.rounds import (
    CheckIn,
    ChooseOpponent,
    CloseRound,
    FinishMatching,
    NameActiveFleet,
    OpenRound,
)
from league.rules.state import LeagueState, RoundState
from league.services import acts
from league.services.acts import Done
from league.services.campaigns import add_member, create_campaign
from league.store import log
from missions.rules.game.choices import choices_to_make
from missions.rules.game.orders.classes import (
    AcceptDraw,
    ConfirmResult,
    PressReady,
    SaveChoices,
    SaveReportFacts,
    SaveReportLine,
    SubmitReport,
)
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
from rosters.rules.desk.orders import CloseDesk
from rosters.rules.desk.refit import FormSquadron
from rosters.rules.fleets.draft import FoundFleet
from rosters.rules.fleets.start import StartCampaign
from rosters.rules.purchases.buying import BuyShip, BuyUpgrade
from rosters.rules.state import FleetState, RostersState
from tests.beginnings import begun
from tests.people import account
from tests.snapshots import once

# Twelve ships of one kind make three STANDARD squadrons of 60 and up within 350 points.
STOCK = {
    "rebel": "rebel-xwing-rookiepilot",
    "imperial": "imperial-tieinterceptor-avengersquadronpilot",
    "scum": "scum-ywing-hiredgun",
}


@dataclass(frozen=True)
class Crew:
    """The accounts of everybody who takes part."""

    organiser: Any
    helper: Any
    player: Any
    rival: Any
    visitor: Any


def crew() -> Crew:
    """Everybody's account, fresh in the database."""
    return begun(lambda: Crew(*map(account, ("Olga", "Cora", "Paul", "Rita", "Viktor"))), "crew")


@dataclass(frozen=True)
class Club:
    """A campaign and everybody's place in it."""

    campaign: Campaign
    organiser: Member
    helper: Member
    player: Member
    rival: Member
    visitor: Member

    @property
    def members(self) -> tuple[Member, ...]:
        return self.organiser, self.helper, self.player, self.rival, self.visitor


def do(member: Member, order: Order, *, seed: str = "") -> Done:
    """Carry out any order. A seed fixes the chance in it."""
    entropy = SeededEntropy(seed) if seed else None
    return acts.act(member.campaign_id, member, order, entropy=entropy)


def state_of(member: Member) -> CampaignState:
    """The campaign's folded state from its snapshot."""
    return log.load(member.campaign_id)


def fleet_of(member: Member, fleet: int) -> FleetState:
    found: FleetState = state_of(member).of(RostersState).fleets[fleet]
    return found


def game_of(member: Member, game: int) -> GameState:
    found: GameState = state_of(member).of(MissionsState).games[game]
    return found


def round_of(member: Member) -> RoundState:
    """The open round."""
    at = state_of(member).of(LeagueState).open_round
    assert at is not None
    return at


# --- people ------------------------------------------------------------------------------------


def club(
    people: Crew,
    name: str = "Tuesday League",
    *,
    public: bool = False,
    format: str = "free_for_all",
    missions: bool = False,
) -> Club:
    """A gathering campaign with organiser, co-organiser, two players and a visitor."""
    order = CreateCampaign(name, format, missions, public=public)

    def gathered() -> Club:
        organiser = create_campaign(people.organiser, order)
        places = [
            add_member(organiser.campaign_id, user, role)
            for user, role in (
                (people.helper, "co_organiser"),
                (people.player, "player"),
                (people.rival, "player"),
                (people.visitor, "visitor"),
            )
        ]
        return Club(organiser.campaign, organiser, *places)

    return begun(gathered, "club", repr(order), *(user.pk for user in vars(people).values()))


# --- rosters -----------------------------------------------------------------------------------


def found_fleet(member: Member, name: str, side: str = "rebel", suit: str = "") -> int:
    """Found a fleet; returns its number."""
    taken = [each.suit for each in state_of(member).of(RostersState).fleets.values()]
    free = [each for each in ("spades", "hearts", "diamonds", "clubs") if each not in taken]
    done = do(member, FoundFleet(name, side, suit or free[0]))
    return done.events[0].fleet  # type: ignore[attr-defined, no-any-return]


def form_squadron(member: Member, fleet: int, card: int, kind: str = "standard") -> None:
    do(member, FormSquadron(fleet, card, kind))


def buy_ship(
    member: Member, fleet: int, card: str, squadron: int | None = None, upgrades: tuple[str, ...] = ()
) -> int:
    """Buy a ship card, with upgrades if wanted; returns the ship's number."""
    done = do(member, BuyShip(fleet, card, squadron, upgrades))
    return next(each.ship for each in done.events if each.kind == "fleet.ship_bought")  # type: ignore[attr-defined]


def buy_upgrade(member: Member, fleet: int, card: str, ship: int | None = None, section: str = "") -> int:
    """Buy an upgrade card; returns its number."""
    done = do(member, BuyUpgrade(fleet, card, ship, section))
    return next(each.upgrade for each in done.events if each.kind == "fleet.upgrade_bought")  # type: ignore[attr-defined]


def muster(member: Member, name: str, side: str = "rebel", squadrons: int = 3, ships: int = 4) -> int:
    """A legal draft of STANDARD squadrons of the side's stock ship; returns the fleet's number."""
    fleet = found_fleet(member, name, side)
    for card in range(2, 2 + squadrons):
        form_squadron(member, fleet, card)
        for _ in range(ships):
            buy_ship(member, fleet, STOCK[side], card)
    return fleet


def start_campaign(member: Member) -> None:
    do(member, StartCampaign())


# --- a round -----------------------------------------------------------------------------------


def open_round(member: Member) -> int:
    """Open the next round; returns its number in the log."""
    return do(member, OpenRound()).events[0].round  # type: ignore[attr-defined, no-any-return]


def check_in(member: Member, *fleets: int) -> None:
    at = round_of(member).id
    for fleet in fleets:
        do(member, CheckIn(at, fleet))


def name_active(member: Member, *, seed: str = "") -> int:
    """Name the Active Fleet; returns its number."""
    return do(member, NameActiveFleet(round_of(member).id), seed=seed).events[0].fleet  # type: ignore[attr-defined, no-any-return]


def choose_opponent(member: Member, opposing: int) -> int:
    """The Active Fleet chooses; returns the game's number."""
    return do(member, ChooseOpponent(round_of(member).id, opposing)).events[0].game  # type: ignore[attr-defined, no-any-return]


def finish_matching(member: Member) -> None:
    do(member, FinishMatching(round_of(member).id))


def close_round(member: Member) -> None:
    do(member, CloseRound(round_of(member).id))


# --- a game ------------------------------------------------------------------------------------


def press_ready(
    member: Member, game: int, side: SideName, *, nonce: str = "", seed: str = "", theirs: str = ""
) -> None:
    """A side is ready. `theirs` is the nonce that the other side has sealed."""
    against = seal_of(theirs) if theirs else ""
    do(member, PressReady(game, side, nonce, against=against), seed=seed)


def owner_on(member: Member, game: int, side: SideName) -> Member:
    """The owner of a side's fleet."""
    fleet = fleet_of(member, game_of(member, game).fleet_of(side))
    return Member.objects.get(campaign_id=member.campaign_id, number=fleet.member)


def draw(member: Member, game: int, *, seed: str = "draw") -> GameState:
    """Both owners are ready, with sealed nonces, and the draw is taken as it falls; returns the game. For
    organisers."""
    for side in SIDES:
        theirs, owner = f"{seed}-{other(side)}", owner_on(member, game, side)
        press_ready(owner, game, side, nonce=f"{seed}-{side}", seed=f"{seed}-{side}", theirs=theirs)
    if game_of(member, game).step == "draw":
        for side in SIDES:
            do(member, AcceptDraw(game, side))
    return game_of(member, game)


def line_for(game: int, ship: FieldedShip, fate: ShipFate = "survived", damage: int = 0) -> SaveReportLine:
    """A line in which every sound hull took that much damage (never all of it)."""
    sections = {}
    for name, full in ship.hulls.items():
        started = full - ship.start_cards.get(name, 0)
        taken = min(damage, started - 1)
        if name not in ship.crippled:
            sections[name] = SectionReport(taken, started - taken)
    return SaveReportLine(game, ship.id, fate, sections if fate != "destroyed" else {})


def report(
    member: Member,
    game: int,
    fates: dict[int, ShipFate] | None = None,
    *,
    conceded: SideName | None = None,
    damage: int = 0,
) -> None:
    """Report a whole game and submit it: ships survive unless `fates` says otherwise, every hull takes the
    damage, and the players stopped there unless somebody conceded."""
    for ship in game_of(member, game).ships.values():
        do(member, line_for(game, ship, (fates or {}).get(ship.id, "survived"), damage))
    do(member, SaveReportFacts(game, conceded, stopped=conceded is None))
    do(member, SubmitReport(game))


def make_choices(member: Member, game: int) -> None:
    """Answer every mandatory question with its first candidates, for both sides. For organisers."""
    for side in SIDES:
        asks = [
            each
            for each in choices_to_make(state_of(member), game_of(member, game), side)
            if not each.answered
        ]
        promoted = {int(each.key): each.candidates[0].id for each in asks if each.kind == "promoted"}
        kept = {
            each.key: tuple(one.id for one in each.candidates[: each.count])
            for each in asks
            if each.kind == "kept"
        }
        if asks:
            do(member, SaveChoices(game, side, promoted=promoted, kept=kept))


def confirm(member: Member, game: int) -> None:
    do(member, ConfirmResult(game))


def close_desk(member: Member, fleet: int, *, accept_elimination: bool = False) -> None:
    do(member, CloseDesk(fleet, accept_elimination))


# --- all at once -------------------------------------------------------------------------------


@dataclass(frozen=True)
class League(Club):
    """A running campaign; `fleet` is the player's, `rival_fleet` the rival's."""

    fleet: int = 0
    rival_fleet: int = 0


def league(people: Crew, name: str = "Tuesday League", *, public: bool = False) -> League:
    """A running campaign in which the player and the rival have legal fleets."""
    gathered = club(people, name, public=public)

    def started() -> tuple[int, int]:
        fleet = muster(gathered.player, "Red Wing", "rebel")
        rival_fleet = muster(gathered.rival, "Iron Fist", "imperial")
        start_campaign(gathered.organiser)
        return fleet, rival_fleet

    fleet, rival_fleet = once(gathered.campaign.pk, started, "league")
    gathered.campaign.refresh_from_db()
    return League(gathered.campaign, *gathered.members, fleet=fleet, rival_fleet=rival_fleet)


def pair(running: League) -> int:
    """Open a round, check both fleets in and pair them; returns the game. The lower fleet value is active."""
    organiser = running.organiser
    open_round(organiser)
    check_in(organiser, running.fleet, running.rival_fleet)
    active = name_active(organiser, seed="pair")
    both = {running.fleet, running.rival_fleet}
    return choose_opponent(organiser, (both - {active}).pop())


def play(running: League, fates: dict[int, ShipFate] | None = None, *, seed: str = "draw") -> int:
    """Play a whole game up to its confirmed result; returns the game. Both desks are open afterwards."""
    organiser = running.organiser
    game = pair(running)
    draw(organiser, game, seed=seed)
    report(organiser, game, fates)
    make_choices(organiser, game)
    confirm(organiser, game)
    return game
