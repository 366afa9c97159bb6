"""Games that a reader finds by typing: by the names of their fleets, or by their number in addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q, Subquery

from league.addresses import campaign_address, game_address
from league.presenters.rounds import GAME_STEPS
from league.selectors.search import ALL, Asked, Hit, provides_hits
from missions.models import Game
from missions.selectors.season import ROUND
from rosters.models import Fleet

FLEETS, GAMES = 60, 200
"""Fleets that are looked at for a name, and games of theirs."""
Fleets = Mapping[tuple[int, int], str]


@provides_hits
def _games(asked: Asked) -> Iterable[Hit]:
    """Newest first; those of the campaign that the reader looks at before others. At most three queries."""
    number = _number(asked)
    if number:
        where = Q(ordinal=number, campaign_id__in=asked.campaigns)
    else:
        named = Fleet.objects.filter(asked.visible() & asked.named(every=False)).order_by(*asked.nearest())
        where = _of(list(named.values_list("campaign_id", "number")[:FLEETS]))
    rows = (
        list(
            Game.objects.filter(where)
            .select_related("campaign")
            .annotate(of_round=Subquery(ROUND[:1]))
            .order_by("-pk")[:GAMES]
        )
        if where
        else []
    )
    fleets = _names(rows)
    rows.sort(key=lambda each: (each.campaign_id != asked.here, each.campaign_id not in asked.campaigns))
    found = [(each, _title(each, fleets)) for each in rows]
    for each, title in [pair for pair in found if number or _has(pair[1], asked.words)][:ALL]:
        when = f"Round {each.of_round}" if each.of_round else "Friendly game"
        about = f"{when}, {_stand(each, fleets)}, in {each.campaign.name}"
        url = game_address(campaign_address(each.campaign_id), each.ordinal)
        yield Hit("Games", title, about, url, "game")


def _number(asked: Asked) -> int:
    """The number of a game that was asked for, "12" or "game 12"; 0 for anything else."""
    words = [word for word in asked.words if word.lower() != "game"]
    digits = words[0] if len(words) == 1 else ""
    return int(digits) if digits.isdecimal() and len(digits) < 9 else 0


def _of(fleets: Iterable[tuple[int, int]]) -> Q:
    """The games of these (campaign, number) fleets; an empty condition for none."""
    by_campaign: dict[int, list[int]] = {}
    for campaign, number in fleets:
        by_campaign.setdefault(campaign, []).append(number)
    where = Q()
    for campaign, numbers in by_campaign.items():
        where |= Q(Q(active__in=numbers) | Q(opposing__in=numbers), campaign_id=campaign)
    return where


def _names(rows: Iterable[Game]) -> Fleets:
    """Names of the fleets of these games. One query, none for none."""
    numbers = {number for each in rows for number in (each.active, each.opposing)}
    campaigns = {each.campaign_id for each in rows}
    if not campaigns:
        return {}
    found = Fleet.objects.filter(campaign_id__in=campaigns, number__in=numbers)
    return {
        (campaign, number): name
        for campaign, number, name in found.values_list("campaign_id", "number", "name")
    }


def _title(game: Game, fleets: Fleets) -> str:
    active, opposing = _sides(game, fleets)
    return f"{active} against {opposing}"


def _sides(game: Game, fleets: Fleets) -> list[str]:
    """The names of the active and the opposing fleet."""
    numbers = (game.active, game.opposing)
    return [fleets.get((game.campaign_id, each), "a fleet that is gone") for each in numbers]


def _stand(game: Game, fleets: Fleets) -> str:
    """The result of a game that is over, else its step: what tells two games of the same fleets apart."""
    if game.step != "done" or not game.winner:
        return GAME_STEPS.get(game.step, "").lower()
    scores = (game.active_score, game.opposing_score)
    if game.winner == "draw":
        return f"drawn, {scores[0]} : {scores[1]}"
    won = ("active", "opposing").index(game.winner)
    return f"won by {_sides(game, fleets)[won]}, {scores[won]} : {scores[1 - won]}"


def _has(title: str, words: Iterable[str]) -> bool:
    return all(word.casefold() in title.casefold() for word in words)
