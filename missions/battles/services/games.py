"""Games of the campaign that are fought as battles: opened when both sides agree, ended with the game, and
read for the report. Nothing here writes to a campaign but through its own door.
"""

from __future__ import annotations

from django.db import transaction

from league.kernel.fold import CampaignState
from league.kernel.refusal import Refusal
from league.models import Campaign, Member
from league.services.acts import act
from league.store import log
from missions.battles.models import Battle
from missions.battles.rules.muster import (
    campaign_of,
    ending_of,
    forces_of,
    is_huge,
    lines_of,
    setup_for,
)
from missions.battles.selectors.battles import of_game
from missions.battles.selectors.positions import played_of
from missions.battles.services.acts import end_for_game
from missions.battles.services.opening import Mustered, open_mustered
from missions.battles.systems.builder import Force
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import pack, packs
from missions.rules.game.access import find_game, fleet_on
from missions.rules.game.sides import SIDES, SideName
from missions.rules.game.state import GameState, MissionsState
from missions.rules.orders import AnswerBattle, FillReport, ProposeBattle

SIDES_BY_NUMBER: tuple[SideName, SideName] = SIDES


def systems(game: GameState | None = None) -> tuple[Pack, ...]:
    """The rule systems by which games of the campaign may be fought, the one that is meant by "" first; for
    one `game`, the one that suits it first.
    """
    found = [each for each in packs() if each.campaign is not None]
    if game is not None and is_huge(game):
        found.sort(key=lambda each: not campaign_of(each).huge)
    return tuple(found)


def pack_for(name: str) -> Pack:
    """The system that a proposal names. Raises Unreadable if there is none."""
    return pack(name or systems()[0].id)


def propose(campaign_id: int, member: Member | None, number: int, system: str) -> None:
    """A side proposes to fight the game by the rules of a system. Raises Refusal, also at once if these rules
    have no forces for the game's ships.
    """
    rules = pack_for(system)
    campaign_of(rules)
    with transaction.atomic():
        act(campaign_id, member, ProposeBattle(number, rules.id))
        state = log.load(campaign_id)
        _forces(state, find_game(state, number), rules)


def agree(campaign_id: int, member: Member | None, number: int) -> Battle:
    """The other side agrees, and the battle stands open. Raises Refusal."""
    with transaction.atomic():
        act(campaign_id, member, AnswerBattle(number, agree=True))
        return open_for_game(campaign_id, number)


def open_for_game(campaign_id: int, number: int) -> Battle:
    """The battle of a game whose sides have agreed, opened if there is none. Raises Refusal."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign_id)
        known = of_game(campaign_id, number)
        if known is not None:
            return known
        state = log.load(campaign_id)
        game = find_game(state, number)
        if game.fight is None or not game.fight.battle or game.step != "play":
            raise Refusal("no_agreement", "Both sides have to agree first to fight this game here.")
        return _opened(campaign_id, state, game)


def _opened(campaign_id: int, state: CampaignState, game: GameState) -> Battle:
    assert game.fight is not None
    rules = pack_for(game.fight.system)
    forces = _forces(state, game, rules)
    setup = setup_for(game, rules, forces)
    members = [game.fight.members.get(side, 0) for side in SIDES_BY_NUMBER]
    found = Member.objects.filter(campaign_id=campaign_id, number__in=members)
    users = dict(found.values_list("number", "user_id"))
    sides = [
        Mustered(users.get(member), fleet_on(state, game, side).name, force)
        for member, side, force in zip(members, SIDES_BY_NUMBER, forces, strict=True)
    ]
    return open_mustered(setup, sides, campaign_id=campaign_id, game=game.id)


def _forces(state: CampaignState, game: GameState, rules: Pack) -> list[Force]:
    """Both forces of a game. Raises Refusal for ships that the rules have no force for."""
    first, second = (fleet_on(state, game, side).side for side in SIDES_BY_NUMBER)
    return forces_of(game, rules, (first, second))


# --- when the game ends -----------------------------------------------------------------------------


def follow_game(campaign_id: int, state: CampaignState, number: int) -> None:
    """End the battle of a game that is over, called off, or no longer to be fought here."""
    game = state.of(MissionsState).games.get(number)
    reason = _ended(game)
    if reason and (game is None or game.fight is not None):
        rows = Battle.objects.select_for_update().filter(campaign_id=campaign_id, game=number)
        for row in rows.exclude(status="over"):
            end_for_game(row, reason)


def _ended(game: GameState | None) -> str:
    if game is None:
        return "The game was never paired."
    if game.step == "void":
        return "The game was called off."
    if game.step == "done":
        return "The game has its result."
    if game.fight is None or not game.fight.battle:
        return "The agreement to fight the game here was taken back."
    return ""


# --- the report -------------------------------------------------------------------------------------


def report_of(game: GameState, row: Battle) -> FillReport:
    """The report as the battle gives it. Raises Refusal while it is not over."""
    if row.status != "over" or row.ended == "called_off":
        raise Refusal("battle.not_over", "The battle is not over yet; the report is filled in when it is.")
    played = played_of(row)
    lines = lines_of(game, played.system.report(played.state))
    resigned = None
    if row.ended == "resigned" and row.winner is not None:
        resigned = SIDES_BY_NUMBER[1 - row.winner]
    conceded, stopped = ending_of(game, lines, resigned)
    return FillReport(game.id, lines, conceded, stopped)
