"""The post-game update (section 10), in the order of CR-122: what winner and loser get after a game. That is
the reward in FP, lost ships as KIA or MIA, marks, promotions and assets on offer. The preview runs the same
code and saves nothing.

Repairs and recoveries are bought later (`rosters.rules.desk.orders`).
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from league.kernel.decision import SYSTEM, Decision
from league.kernel.dice import is_open
from league.kernel.entropy import SystemEntropy
from league.kernel.events import Event
from league.kernel.fold import CampaignState
from league.kernel.refusal import Refusal
from league.rules.events import PairingFinished
from league.rules.phrases import SIDE_NAMES, TYPE_NAMES
from league.rules.state import LeagueState
from missions.rules.content.mission_data import assets
from missions.rules.content.victory import mission_of
from missions.rules.game import events as ev
from missions.rules.game.access import find_game, fleet_on
from missions.rules.game.choices import (
    NO_CHOICES,
    Ask,
    choices_to_make,
    crippled_now,
    lost_in_section,
    riser,
    without_lost,
)
from missions.rules.game.consequences import Consequence, consequences
from missions.rules.game.results import Result, compute
from missions.rules.game.state import (
    SIDES,
    Choices,
    FieldedShip,
    GameState,
    MissionsState,
    ShipReport,
    SideName,
    other,
)
from missions.rules.overrides.events import FriendlyFinished
from missions.rules.pregame.state import AssetKind
from rosters.catalogue import DiscardTrigger, UpgradeCard, catalogue
from rosters.rules import events as roster
from rosters.rules.events import Fate
from rosters.rules.fitting.hyperdrive import has_hyperdrive
from rosters.rules.labels import ship_name, upgrade_label
from rosters.rules.state import FleetState, Rank, RostersState, SquadronType
from rosters.rules.uniques.fates import Fallen, lose_ship, lose_upgrade, share_fate
from rosters.rules.uniques.team import mates_of

T = TypeVar("T")
Outcome = Literal["victory", "defeat", "draw"]

VICTORY_REWARDS: dict[SquadronType, int] = {"recon": 45, "standard": 90, "epic": 180}
DEFEAT_REWARDS: dict[SquadronType, int] = {"recon": 30, "standard": 60, "epic": 120}
NEXT_RANK: dict[Rank, Rank] = {"": "EXP", "EXP": "VET"}


@dataclass(frozen=True, slots=True)
class Preview:
    """Preview of confirming: the events, each consequence as a sentence with its rule, the choices of both
    sides."""

    result: Result
    events: tuple[Event, ...]
    sentences: tuple[Consequence, ...]
    asks: tuple[Ask, ...]


@dataclass(slots=True)
class _Update:
    """One side's share of the update. `fallen` collects the names that share a fate (CR-036)."""

    d: Decision
    game: GameState
    result: Result
    side: SideName
    choices: Choices
    fallen: list[Fallen] = field(default_factory=list)

    @property
    def fleet(self) -> FleetState:
        return self.d.state.of(RostersState).fleets[self.game.fleet_of(self.side)]

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.result, self.side)

    @property
    def lines(self) -> list[tuple[FieldedShip, ShipReport]]:
        """Every fielded ship with its line of the report."""
        given = self.game.report.lines
        return [
            (ship, given.get(ship.id, ShipReport(ship.id, ship.fleet)))
            for ship in self.game.ships_of(self.side)
        ]

    def supported_by(self, kind: AssetKind) -> bool:
        """Whether an asset of that kind worked for this side in the game (CR-088)."""
        return self.game.pregame is not None and self.game.pregame.works_for(self.side, kind) > 0

    @property
    def loss(self) -> Fate:
        """Fate of this side's destroyed ships: KIA for the loser, MIA otherwise (CR-113, CR-116) and with
        a medical frigate (CR-088)."""
        return "kia" if self.outcome == "defeat" and not self.supported_by("medical_frigate") else "mia"


def outcome_of(result: Result, side: SideName) -> Outcome:
    """Outcome of the result for a side."""
    if result.winner == "draw":
        return "draw"
    return "victory" if result.winner == side else "defeat"


def reward(types: Iterable[SquadronType], outcome: Outcome) -> int:
    """Fleet points for the squadrons that a side fielded; a draw pays like a defeat (CR-110)."""
    rates = VICTORY_REWARDS if outcome == "victory" else DEFEAT_REWARDS
    return sum(rates[kind] for kind in types)


def apply_result(d: Decision, game: GameState, choices: Mapping[SideName, Choices] | None = None) -> Result:
    """Emit the result and the whole update of both fleets (CR-122). Choices not made leave things as they
    fall: the dearer cards stay, nobody rises if several could. A friendly game has a result and nothing
    else."""
    made = game.choices if choices is None else choices
    result = compute(game)
    sides = [_Update(d, game, result, side, made.get(side, NO_CHOICES)) for side in SIDES]
    names = {side: fleet_on(d.state, game, side).name for side in SIDES}
    d.emit(
        ev.ResultConfirmed(
            game=game.id,
            round=game.round,
            winner=result.winner,
            termination=result.termination,
            scores=dict(result.scores),
            rule=result.rule,
            fingerprint=game.fingerprint(),
            active_name=names["active"],
            opposing_name=names["opposing"],
        )
    )
    if game.friendly:
        d.emit(FriendlyFinished(game=game.id))
        _show_seed(d, game)
        return result
    for step in (
        _reward,
        _erase_marks,
        _join,
        _ship_fates,
        _upgrade_fates,
        _shared_fates,
        _new_marks,
        _promotions,
        _offer,
    ):
        for update in sides:
            step(update)
    _finish(d, game)
    for update in sides:
        _unship_missing(update)
        _store_supplies(update)
    return result


def _finish(d: Decision, game: GameState) -> None:
    d.emit(PairingFinished(round=game.round, game=game.id))
    for side in SIDES:
        d.emit(roster.DeskOpened(fleet=game.fleet_of(side), desk=d.new_id(), round=game.round, game=game.id))
    _show_seed(d, game)


def _show_seed(d: Decision, game: GameState) -> None:
    assert game.draw is not None
    if is_open(game.draw.seed):
        d.emit(ev.SeedRevealed(game=game.id, seed=game.draw.seed))


def _reward(u: _Update) -> None:
    squadrons = u.game.squadrons_of(u.side)
    amount = reward((squadron.type for squadron in squadrons), u.outcome)
    listed = ", ".join(f"{TYPE_NAMES[squadron.type]} {squadron.card}" for squadron in squadrons)
    u.d.emit(
        roster.PointsChanged(
            fleet=u.fleet.id,
            amount=amount,
            rule="CR-110",
            what=f"{u.outcome.capitalize()} with {listed}",
            game=u.game.id,
            round=u.game.round,
        )
    )
    enemy = u.game.fleet_of(other(u.side))
    u.d.emit(
        roster.GameRecorded(
            fleet=u.fleet.id,
            game=u.game.id,
            round=u.game.round,
            opponent=enemy,
            opponent_name=u.d.state.of(RostersState).fleets[enemy].name,
            result=u.outcome,
            scored=u.result.scores[u.side],
            conceded=u.result.scores[other(u.side)],
            reward=amount,
            mission=mission.name if (mission := mission_of(u.game)) is not None else "",
            ruled=u.result.termination == "ruling",
        )
    )


def _erase_marks(u: _Update) -> None:
    """CR-111: every mark of the fleet goes, also of ships that did not play."""
    for ship in list(u.fleet.ships.values()):
        if ship.damaged:
            u.d.emit(roster.DamageMarked(u.fleet.id, ship.id, ship_name(ship), (), "CR-111"))


def _join(u: _Update) -> None:
    """CR-087: ships that came during the game are on the roster from now on and share the fates of all."""
    for ship in u.game.ships_of(u.side):
        if ship.arrived:
            u.d.emit(roster.ShipJoined(u.fleet.id, ship.id, ship.card, ship.name, game=u.game.id))


def ship_loss(
    update_outcome: Outcome, fate: str, jumps: bool, *, frigate: bool = False, capital_ship: bool = False
) -> tuple[Fate, str] | None:
    """Fate of a ship and its rule; None if it comes home (CR-113, CR-114, CR-115). `frigate` and
    `capital_ship` are the supports that worked for its side (CR-088)."""
    if fate == "destroyed":
        if update_outcome == "defeat" and frigate:
            return "mia", "CR-088"
        return ("kia" if update_outcome == "defeat" else "mia"), "CR-113"
    if fate == "driven_off" and update_outcome != "victory" and not jumps and not capital_ship:
        return "mia", "CR-114"
    return None


def _ship_fates(u: _Update) -> None:
    for ship, line in u.lines:
        jumps = has_hyperdrive(without_lost(u.fleet, u.game), ship.id)
        loss = ship_loss(
            u.outcome,
            u.result.fates[ship.id],
            jumps,
            frigate=u.supported_by("medical_frigate"),
            capital_ship=u.supported_by("capital_ship_support"),
        )
        if loss is None:
            continue
        fate, rule = loss
        _remove_discarded(u, line, fate)
        u.fallen += lose_ship(u.d, u.fleet.id, ship.id, fate, rule, u.game.id)


def _remove_discarded(u: _Update, line: ShipReport, fate: Fate) -> None:
    """Cards that were discarded by their own text are gone before their ship is, so that they do not share
    its fate; so are spent cards of a ship that is missing (CR-116)."""
    gone = [number for number in line.lost if discards_itself(_card(u, number))]
    if fate == "mia":
        gone += line.spent
    for number in gone:
        lose_upgrade(u.d, u.fleet.id, number, "removed", "CR-116", u.game.id)


def _upgrade_fates(u: _Update) -> None:
    for ship, line in u.lines:
        for number in line.lost:
            if ship.id in u.fleet.ships and number in u.fleet.upgrades:
                _lose_card(u, number, "CR-116")
    for ship, section in crippled_now(u.game, u.side, u.result):
        for number in lost_in_section(without_lost(u.fleet, u.game), ship, section, u.choices):
            _lose_card(u, number, "CR-117")


def _lose_card(u: _Update, number: int, rule: str) -> None:
    fate = upgrade_loss(_card(u, number), u.loss, by_section=rule == "CR-117")
    u.fallen += lose_upgrade(u.d, u.fleet.id, number, fate, rule, u.game.id)


def upgrade_loss(card: UpgradeCard, loss: Fate, *, by_section: bool = False) -> Fate:
    """Fate of an upgrade that was lost for good: a unique name that the enemy destroyed is MIA or KIA,
    every other card, and one that its own text discards, is only removed (CR-116). Squadron Limited cards
    are not unique names in this sense (CR-040)."""
    if not card.unique or card.squadron_limited or (discards_itself(card) and not by_section):
        return "removed"
    return loss


def discards_itself(card: UpgradeCard) -> bool:
    """Whether the card's own text discards it other than by its use (CR-116)."""
    return card.discard_trigger is not None and card.discard_trigger is not DiscardTrigger.USE


def _shared_fates(u: _Update) -> None:
    """CR-036: those who were killed first, so that nobody is only missing who is dead."""
    for each in sorted(dict.fromkeys(u.fallen), key=lambda fallen: fallen.fate != "kia"):
        share_fate(u.d, u.fleet.id, each.persona, each.fate, each.caused_by, u.game.id)


def damaged_sections(ship: FieldedShip, line: ShipReport) -> tuple[str, ...]:
    """The sections that took damage in this game and have half their hull or less left, crippled ones left
    out (CR-112)."""
    return tuple(
        section
        for section, full in ship.hulls.items()
        if section in line.sections
        and section not in ship.crippled
        and not line.sections[section].crippled
        and line.sections[section].damage_taken > 0
        and line.sections[section].hull_left <= full // 2
    )


def _new_marks(u: _Update) -> None:
    for ship, line in u.lines:
        if u.result.fates[ship.id] == "destroyed" or ship.id not in u.fleet.ships:
            continue
        marks = damaged_sections(ship, line)
        if marks:
            name = ship_name(u.fleet.ships[ship.id])
            u.d.emit(roster.DamageMarked(u.fleet.id, ship.id, name, marks, "CR-112"))
    for ship, section in crippled_now(u.game, u.side, u.result):
        now = u.fleet.ships[ship.id]
        sections = (*now.crippled, section)
        u.d.emit(roster.CrippledMarked(u.fleet.id, ship.id, ship_name(now), sections, "CR-117"))


def _unship_missing(u: _Update) -> None:
    """A card that is missing from a newly crippled section has no place to wait there: it waits in the
    inventory. Moving cards needs the open post-game phase."""
    for ship, section in crippled_now(u.game, u.side, u.result):
        for upgrade in u.fleet.upgrades_on(ship.id):
            card = catalogue().upgrades[upgrade.card]
            if upgrade.mia and upgrade.section in ("", section) and not card.fixed:
                u.d.emit(roster.UpgradeMoved(u.fleet.id, upgrade.id, upgrade_label(card), ship.id, None))


def _store_supplies(u: _Update) -> None:
    """CR-086: free munitions go to the inventory after the game, except those on a ship that is missing.
    Moving cards needs the open post-game phase."""
    for number in u.game.pregame.free if u.game.pregame is not None else ():
        upgrade = u.fleet.upgrades.get(number)
        if upgrade is None or upgrade.ship is None or u.fleet.ships[upgrade.ship].mia:
            continue
        label = upgrade_label(catalogue().upgrades[upgrade.card])
        u.d.emit(roster.UpgradeMoved(u.fleet.id, number, label, upgrade.ship, None))


def _offer(u: _Update) -> None:
    """CR-094: the winner may take one of the mission's assets; a target-specific one names the loser."""
    if u.outcome != "victory" or not u.result.offers:
        return
    loser = u.d.state.of(RostersState).fleets[u.game.fleet_of(other(u.side))]
    team = u.d.state.of(LeagueState).format == "team"
    u.d.emit(
        roster.AssetOffered(
            fleet=u.fleet.id,
            game=u.game.id,
            choices=tuple(assets()[kind].offered for kind in u.result.offers),
            target=0 if team else loser.id,
            target_side=loser.side if team else "",
            target_name=f"Team {SIDE_NAMES[loser.side]}" if team else loser.name,
        )
    )


def _promotions(u: _Update) -> None:
    if u.outcome == "victory":
        for ship, _ in u.lines:
            if u.result.fates[ship.id] != "destroyed" and not ship.arrived:
                _rise(u, ship, "CR-118")
        return
    for squadron in u.game.squadrons_of(u.side):
        chosen = riser(u.game, squadron.card, u.side, u.result, u.choices)
        if chosen is not None:
            _rise(u, chosen, "CR-119")


def _rise(u: _Update, ship: FieldedShip, rule: str) -> None:
    """One step up. A ship that its pilot's death has given to somebody else has nobody to promote."""
    now = u.fleet.ships.get(ship.id)
    if now is None or now.card != ship.card:
        return
    target = NEXT_RANK.get(now.rank)
    if now.rank == "VET" and rule == "CR-118" and not ship.unique and ship.id in u.choices.elite:
        target = "ELITE"
    if target is not None:
        u.d.emit(roster.RankChanged(u.fleet.id, ship.id, ship_name(now), now.rank, target, rule))


def _card(u: _Update, number: int) -> UpgradeCard:
    return catalogue().upgrades[u.fleet.upgrades[number].card]


def preview(state: CampaignState, game_id: int, choices: Mapping[SideName, Choices] | None = None) -> Preview:
    """Preview of confirming the report now (CR-102). `state` is not changed.

    `choices` stands in for what the sides have saved; lines still missing count as ships that came to no
    harm. Raises `Unreadable` for an unknown game, `Refusal` before play and after the confirmation.
    """
    game = find_game(state, game_id)
    if game.step not in ("play", "report", "confirm"):
        raise Refusal("no_preview", "There is no report of this game to preview.", rule="CR-102")
    made = dict(game.choices if choices is None else choices)
    questions = [
        ask for side in SIDES for ask in choices_to_make(state, game, side, made.get(side, NO_CHOICES))
    ]
    trial = _trial(state, game)
    trial.of(MissionsState).games[game_id].step = "confirm"
    decision = Decision(trial, SYSTEM, "", SystemEntropy(), next_id=1)
    result = apply_result(decision, trial.of(MissionsState).games[game_id], made)
    events = tuple(decision.events)
    sentences = () if game.friendly else tuple(consequences(game, result, events))
    return Preview(result, events, sentences, tuple(questions))


def _trial(state: CampaignState, game: GameState) -> CampaignState:
    """A private state that holds all that one game's update may touch."""
    trial = CampaignState()
    league = state.of(LeagueState)
    trial.of(LeagueState).format = league.format
    if not game.friendly:
        trial.of(LeagueState).rounds[game.round] = _copied(league.rounds[game.round])
    fleets = state.of(RostersState).fleets
    players = [fleets[number] for number in (game.active, game.opposing)]
    for fleet in [*players, *(mate for player in players for mate in mates_of(state, player))]:
        trial.of(RostersState).fleets[fleet.id] = _copied(fleet)
    trial.of(MissionsState).games[game.id] = _copied(game)
    return trial


def _copied(found: T) -> T:
    """A deep copy, in a third of the time that `copy.deepcopy` takes."""
    made: T = pickle.loads(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))  # noqa: S301  our own state
    return made
