"""Tasks in games that wait for a fleet's owner or an organiser."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Max, Q

from league.addresses import game_address
from league.kernel.fold import WHOLE, CampaignState
from league.models import EventRow, Shard
from league.prepared import Prepared
from league.rules.reminders import reminded_at
from league.rules.state import LeagueState
from league.selectors.undoings import UndoneBy
from league.selectors.waiting import REMINDED_FIRST, Inbox, Seat, Waiting, provides_waiting
from missions.models import Game
from missions.rules.game.state import SIDES, GameState, MissionsState
from missions.rules.game.waiting import Awaited, What, awaited
from missions.rules.pregame.questions import QUESTIONS
from missions.selectors.undone import undone_results
from rosters.rules.state import FleetState, RostersState

PLAYING = ("running", "ended")  # friendly games are played after the end, too
OPEN_STEPS = ("pregame", "draw", "play", "report", "confirm")
# One task: sentence, button, symbol, order, and whether the game stands still until it is done.
SENTENCES: dict[What, tuple[str, str, str, int, bool]] = {
    "settle": ("The result of {game} is disputed: settle it.", "Settle", "warning", 7, True),
    "answer": (
        "The other side corrects your report of {game}: accept it, or say that your report stands.",
        "Answer",
        "warning",
        8,
        True,
    ),
    "fight": ("{game}: the other side would like to fight it on the hex board.", "Answer", "game", 11, True),
    "show": ("{game}: show your nominated ship when the battle is over.", "To the game", "eye", 44, False),
    "nonce": (
        "{game}: open the game, and your browser opens your part of the draw.",
        "To the game",
        "draw",
        6,
        True,
    ),
    "accept": (
        "The draw of {game} ended unbalanced: accept it, or ask an organiser.",
        "To the draw",
        "draw",
        6,
        True,
    ),
    "check": (
        "Check the report of {game}. You confirm it after the other side’s choices.",
        "Look at it",
        "eye",
        44,
        False,
    ),
    "confirm": (
        "Confirm the result of {game}, or say what is wrong.",
        "Look at it",
        "check",
        8,
        True,
    ),
    "choose": (
        "Before the result of {game} counts, you have a choice to make.",
        "Choose",
        "promote",
        9,
        True,
    ),
    "report": ("{game} is on the table: report its result when it is over.", "Report", "game", 45, False),
}
SENTENCES |= {
    question.id: (question.desk, question.desk_button, question.desk_icon, 6, True)
    for question in QUESTIONS.values()
}
BEGUN_REPORT = ("The report of {game} is begun: submit it.", "Go on", "edit", 9, True)
FRIENDLY_SENTENCES: dict[What, str] = {"ready": "{game} is set up: press ready, or call it off."}


@provides_waiting
def waiting(inbox: Inbox) -> Iterable[Waiting]:
    """Tasks in the running games that are up to this person, and own games that wait for others. Four
    queries at most."""
    seats = {seat.campaign: seat for seat in inbox.seats if seat.phase in PLAYING}
    found = open_games(list(seats.values()))
    games = [(campaign, each) for campaign, state in found.items() for each in _games(state)]
    undone = undone_results((campaign, each.id) for campaign, each in games if each.step == "confirm")
    for campaign, game in games:
        league, turned = inbox.leagues.get(campaign), undone.get((campaign, game.id))
        told = list(_waiting_of(seats[campaign], game, found[campaign], league))
        if turned and not told:
            told = [_of_others(seats[campaign], game, found[campaign])]
        yield from (_undone(each, turned) if turned else each for each in told)


def _of_others(seat: Seat, game: GameState, state: CampaignState) -> Waiting:
    """A game in which an organiser has nothing to do."""
    url = game_address(seat.address, game.number)
    what = f"{_sides(game, state)} waits for its players."
    return Waiting(seat, what, url, "To the game", "clock", mine=False, order=46)


def _sides(game: GameState, state: CampaignState) -> str:
    fleets = state.of(RostersState).fleets
    return " against ".join(fleets[number].name for number in (game.active, game.opposing))


def _undone(each: Waiting, turned: UndoneBy) -> Waiting:
    return replace(each, what=f"{turned.told_to(each.seat.member).name} undid the result. {each.what}")


def _games(state: CampaignState) -> Iterable[GameState]:
    return state.of(MissionsState).games.values()


def _waiting_of(
    seat: Seat, game: GameState, state: CampaignState, league: LeagueState | None
) -> Iterator[Waiting]:
    game_words = f"{'the friendly game ' * game.friendly}{_sides(game, state)}"
    all_awaited = awaited(state, game)
    for each in all_awaited:
        if each.is_up_to(seat.member, organises=seat.organises):
            begun = each.what == "report" and game.step == "report"
            what, label, symbol, order, mine = BEGUN_REPORT if begun else SENTENCES[each.what]
            url, fleet = game_address(seat.address, game.number), game.fleet_of(each.side) if each.side else 0
            sentence = FRIENDLY_SENTENCES.get(each.what, what) if game.friendly else what
            sentence = sentence.format(game=game_words)
            sentence = f"{sentence[0].upper()}{sentence[1:]}{_told_besides(seat, game, state)}"
            last = reminded_at(league, game.id, fleet, each.what) if league else None
            yield Waiting(
                seat,
                sentence,
                url,
                label,
                symbol,
                mine or last is not None,
                order - REMINDED_FIRST * (last is not None),
                fleet,
                reminded=last,
            )
            return
    own = [each.number for each in seat.commanded if each.number in (game.active, game.opposing)]
    if own and all_awaited:
        other = "an organiser" if all(each.side is None for each in all_awaited) else "the other side"
        what, url = f"{game_words} waits for {other}.", game_address(seat.address, game.number)
        what = f"{what[0].upper()}{what[1:]}{_told_besides(seat, game, state)}"
        yield Waiting(seat, what, url, "To the game", "clock", mine=False, order=46, fleet=own[0])


def _told_besides(seat: Seat, game: GameState, state: CampaignState) -> str:
    """More for a player to know of a report: that an organiser ruled on its result, and that it was taken
    back while a dispute was open."""
    numbers = (game.active, game.opposing)
    if not any(each.number in numbers for each in seat.commanded):
        return ""
    said = ""
    if game.ruled is not None:
        side = next((each for each in SIDES if each == game.ruled.winner), None)
        winner = state.of(RostersState).fleets[game.fleet_of(side)].name if side else ""
        said += f" An organiser ruled: {f'{winner} wins' if winner else 'it is a draw'}."
    if game.step == "report" and game.report.unanswered:
        taken_back = "The report was taken back while a line was disputed"
        said += f" {taken_back}: the dispute stands until the line is changed."
    return said


def _open_games(campaigns: Sequence[int], fleets: Sequence[int], organised: Sequence[int]) -> Any:
    played = Q(active__in=fleets) | Q(opposing__in=fleets)
    played &= Q(campaign_id__in=campaigns, step__in=OPEN_STEPS)
    rows = Game.objects.filter(played | Q(campaign_id__in=organised, step="confirm"))
    return rows.values_list("campaign_id", "number", "active", "opposing", "friendly")


GAMES: Prepared[tuple[int, int, int, int, bool]] = Prepared(_open_games, list, list, list)
NONE = [0]  # No campaign and no fleet has this number.


def open_games(seats: Sequence[Seat]) -> dict[int, CampaignState]:
    """A state for each campaign with the member's running games, those an organiser may settle, and their
    fleets. If one is friendly, also the league part, because its rules profile decides what fleets can
    field. Two queries."""
    own = {(seat.campaign, fleet.number) for seat in seats for fleet in seat.commanded}
    organised = {seat.campaign for seat in seats if seat.organises}
    if not own and not organised:
        return {}
    rows = GAMES.rows(
        list({campaign for campaign, _ in own}) or NONE,
        list({number for _, number in own}) or NONE,
        list(organised) or NONE,
    )
    wanted: dict[int, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    besides = set()
    for campaign, game, active, opposing, friendly in rows:
        if campaign in organised or {(campaign, active), (campaign, opposing)} & own:
            wanted[campaign][0].add(game)
            wanted[campaign][1].update((active, opposing))
            besides |= {campaign} if friendly else set()
    return _states(wanted, besides) if wanted else {}


def _states(wanted: dict[int, tuple[set[int], set[int]]], besides: set[int]) -> dict[int, CampaignState]:
    found: dict[int, CampaignState] = defaultdict(CampaignState)
    query = Q(campaign_id__in=besides, part="league", key=WHOLE)
    for campaign, (games, fleets) in wanted.items():
        query |= Q(campaign_id=campaign, part="missions", key__in=games)
        query |= Q(campaign_id=campaign, part="rosters", key__in=fleets)
    rows = Shard.objects.filter(query).order_by("campaign_id", "key")
    for campaign, part, key, doc in rows.values_list("campaign_id", "part", "key", "doc"):
        state = found[campaign]
        if part == "league":
            state.parts["league"] = msgspec.json.decode(doc, type=LeagueState)
        elif part == "missions":
            state.of(MissionsState).games[key] = msgspec.json.decode(doc, type=GameState)
        else:
            state.of(RostersState).fleets[key] = msgspec.json.decode(doc, type=FleetState)
    return dict(found)


def awaited_in(campaign_id: int, numbers: Sequence[int]) -> list[tuple[GameState, tuple[Awaited, ...]]]:
    """Each of these games with everything that it waits for. Two queries."""
    rows = Game.objects.filter(campaign_id=campaign_id, number__in=numbers)
    fleets = {each for pair in rows.values_list("active", "opposing") for each in pair}
    if not fleets:
        return []
    state = _states({campaign_id: (set(numbers), fleets)}, set())[campaign_id]
    return [(game, awaited(state, game)) for game in state.of(MissionsState).games.values()]


def last_moves(campaign_id: int, numbers: Sequence[int]) -> dict[int, datetime]:
    """The moment at which each of these games moved last. One query."""
    rows = EventRow.objects.filter(campaign_id=campaign_id, game__in=numbers).values("game")
    return dict(rows.annotate(last=Max("at")).values_list("game", "last"))
