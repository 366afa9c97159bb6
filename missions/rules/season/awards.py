"""The awards of a season, each for what the log says, with a sentence that explains it. Ties share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from league.kernel.events import Event
from league.ports import Award, PlayedGame, Season
from league.rules.phrases import join_words
from league.rules.records import longest_runs, margin, total, winner_first
from missions.rules.season.deeds import Deeds, deeds, flown

MOST_TIED = 3
"""An award that more fleets would share says nothing."""
LEAST_RUN, LEAST_PROMOTIONS, LEAST_OUTINGS, LEAST_BEHIND = 2, 2, 2, 2

Key = TypeVar("Key", bound=tuple[int, ...])
Standing = tuple[int, int]
"""A fleet's lowest and last balance of victories and defeats."""


def season(games: Sequence[PlayedGame], events: Iterable[Event]) -> Season:
    """A campaign's games that are over, with the awards and the ships flown. `games` are in the order played,
    `events` in that of the log; friendly games do not count."""
    counted = [each for each in games if not each.friendly]
    done = deeds(events, {each.number for each in counted})
    return Season(tuple(counted), awards(counted, done), flown(done))


def awards(counted: Sequence[PlayedGame], done: Deeds) -> tuple[Award, ...]:
    """The awards of a season, in a fixed order. The games are in the order played, without friendly ones."""
    found = (
        _most("Sharpest guns", _destroyed(counted), _figure("destroyed {}", "point", "points")),
        _most("Longest run", longest_runs(counted), _figure("won {} in a row", "game", "games"), LEAST_RUN),
        _comeback(counted),
        _most("School of aces", done.raised, _figure("raised its pilots by {}", "rank", "ranks")),
        *_promoted(done),
        *_toughest(done),
        _most("Nobody left behind", done.recovered, _figure("brought {} home", "lost ship", "lost ships")),
        _most("Busiest quartermaster", done.bought, _figure("bought {} after the start", "card", "cards")),
        _most("Heaviest losses", done.killed, _figure("lost {} for good", "ship", "ships")),
        _closest(counted),
        _biggest(counted),
    )
    return tuple(each for each in found if each is not None)


def _figure(words: str, one: str, more: str) -> Callable[[int], str]:
    """Says a number in these words: "won {} in a row" with 3 is "won 3 games in a row"."""
    return lambda number: words.format(f"{number} {one if number == 1 else more}")


def _most(title: str, counts: Mapping[int, int], words: Callable[[int], str], least: int = 1) -> Award | None:
    """The award for the fleets with the highest count, if that is `least` or more."""
    most = max(counts.values(), default=0)
    best = tuple(fleet for fleet in sorted(counts) if counts[fleet] == most)
    return _shared(title, best, words(most)) if most >= least else None


def _shared(title: str, fleets: tuple[int, ...], deed: str) -> Award | None:
    """The award for these fleets, which all did the same deed; None if they are too many."""
    if not 0 < len(fleets) <= MOST_TIED:
        return None
    return Award(title, fleets, f"{'Each of them' if len(fleets) > 1 else 'This fleet'} {deed}.")


def _destroyed(games: Iterable[PlayedGame]) -> Counter[int]:
    found: Counter[int] = Counter()
    for game in games:
        found[game.active] += game.active_score
        found[game.opposing] += game.opposing_score
    return found


def _comeback(games: Iterable[PlayedGame]) -> Award | None:
    """The award for the fleet that rose most from its lowest balance of victories and defeats."""
    standings = {fleet: each for fleet, each in _balances(games).items() if -each[0] >= LEAST_BEHIND}
    best = max(map(_rise, standings.values()), default=(0, 0))
    if best[0] < LEAST_BEHIND:
        return None
    winners = tuple(fleet for fleet in sorted(standings) if _rise(standings[fleet]) == best)
    low, last = standings[winners[0]]
    return _shared("Comeback", winners, f"fell {-low} defeats behind, then finished {_ahead(last)}")


def _balances(games: Iterable[PlayedGame]) -> dict[int, Standing]:
    found: dict[int, Standing] = {}
    for game in games:
        for side, fleet in (("active", game.active), ("opposing", game.opposing)):
            low, last = found.get(fleet, (0, 0))
            last += 0 if game.winner == "draw" else 1 if game.winner == side else -1
            found[fleet] = min(low, last), last
    return found


def _rise(standing: Standing) -> tuple[int, int]:
    """The games by which a fleet rose; of equal ones the deeper fall counts more."""
    low, last = standing
    return last - low, -low


def _ahead(balance: int) -> str:
    if not balance:
        return "level"
    if balance < 0:
        return f"only {-balance} behind"
    return f"{balance} {'victory' if balance == 1 else 'victories'} ahead"


def _promoted(done: Deeds) -> list[Award]:
    """The awards for the ship cards that were promoted most often: ranks and better cards."""
    most, best = _best_of_each_fleet(done.promoted, LEAST_PROMOTIONS)
    return [
        Award(
            "Most promoted ship",
            (fleet,),
            f"{_each([done.ship_names[key] for key in keys], 'rose', most)} times.",
        )
        for fleet, keys in best.items()
    ]


def _toughest(done: Deeds) -> list[Award]:
    """The awards for the squadrons that came out of most games with every ship."""
    most, best = _best_of_each_fleet(done.whole, LEAST_OUTINGS)
    found = []
    for fleet, keys in best.items():
        word = "Squadron" if len(keys) == 1 else "Squadrons"
        who = _each([str(card) for _, card, _ in keys], "came out of", most)
        found.append(Award("Toughest squadron", (fleet,), f"{word} {who} games whole."))
    return found


def _best_of_each_fleet(counts: Mapping[Key, int], least: int) -> tuple[int, dict[int, list[Key]]]:
    """The highest count, and the keys that have it, by the fleet with which they begin. A fleet gets an award
    of its own, because the names of ships and squadrons do not tell whose they are. There are no keys if the
    count is less than `least`, or if too many have it."""
    most = max(counts.values(), default=0)
    best = [key for key in sorted(counts) if counts[key] == most]
    found: dict[int, list[Key]] = {}
    if most >= least and len(best) <= MOST_TIED:
        for key in best:
            found.setdefault(key[0], []).append(key)
    return most, found


def _each(names: Sequence[str], did: str, times: int) -> str:
    return f"{join_words(names)} {'each ' if len(names) > 1 else ''}{did} {times}"


def _closest(games: Iterable[PlayedGame]) -> Award | None:
    decided = [each for each in games if each.winner in ("active", "opposing")]
    game = min(decided, key=margin, default=None)
    if game is None or not total(game):
        return None
    first, second = winner_first(game)
    points = f"{margin(game)} point{'' if margin(game) == 1 else 's'}"
    sentence = f"Decided by {points}, {first.score}\u00a0to\u00a0{second.score}."
    return Award("Closest game", (first.fleet, second.fleet), sentence, game.ordinal)


def _biggest(games: Iterable[PlayedGame]) -> Award | None:
    game = max(games, key=total, default=None)
    if game is None or not total(game):
        return None
    first, second = winner_first(game)
    sentence = f"Destroyed {total(game)} points together, {first.score}\u00a0to\u00a0{second.score}."
    return Award("Biggest battle", (first.fleet, second.fleet), sentence, game.ordinal)
