"""The part of a log that every member may read: unfinished games are cut at their first secret event."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.kernel.events import ActRedone, ActUndone
from league.kernel.history import Logged, refold, undone_acts


@dataclass(frozen=True, slots=True)
class LeftOut:
    """`acts` are the numbers of all acts that are left out, `games` the games that are cut short, `following`
    how many acts go only because they stand on others that go."""

    acts: frozenset[int]
    games: tuple[int, ...]
    following: int


def left_out(
    events: Sequence[Logged], touched: Mapping[int, Collection[str]], over: Collection[int]
) -> LeftOut:
    """The acts that may not be shown. `touched` gives the shards that an act changed, `over` the games that
    are done or void.

    Of every other game all acts go from its first secret event on, undone ones too, and everything that
    stands on them. A secret that belongs to no game never comes to an end, so its act always goes.
    """
    first, gone = _secrets(events, over)
    rewrites = {each.act for each in events if isinstance(each.event, ActUndone | ActRedone)}
    for each in events:
        if each.act not in rewrites and any(each.act >= first[game] for game in _games(each, touched, first)):
            gone.add(each.act)
    sealed = set(gone)
    while True:
        kept = without(events, gone)
        broken = refold(kept, undone_acts(kept)).broken if gone else {}
        if not broken:
            acts = frozenset(each.act for each in events) - {each.act for each in kept}
            return LeftOut(acts, tuple(sorted(first)), len(acts - sealed))
        gone |= broken.keys()


def _secrets(events: Sequence[Logged], over: Collection[int]) -> tuple[dict[int, int], set[int]]:
    """Game → the act of its first secret, for games that are not over; and acts with secrets of no game."""
    first: dict[int, int] = {}
    endless: set[int] = set()
    for each in events:
        if not each.event.secret:
            continue
        game = getattr(each.event, "game", None)
        if game is None:
            endless.add(each.act)
        elif game not in over:
            first.setdefault(game, each.act)
    return first, endless


def _games(each: Logged, touched: Mapping[int, Collection[str]], first: Mapping[int, int]) -> set[int]:
    """The games with secrets that an event is about, by itself or by the changes of its act.

    Undoing and redoing follow the act that they are about.
    """
    if isinstance(each.event, ActUndone | ActRedone):
        return set()
    # Numbers are used once in a campaign, so that the key of a shard says which game it is.
    found = {int(label.rpartition(":")[2]) for label in touched.get(each.act, ())}
    game = getattr(each.event, "game", None)
    return (found if game is None else found | {game}) & first.keys()


def without(events: Sequence[Logged], gone: Collection[int]) -> list[Logged]:
    """The log without these acts, and without undoing or redoing them. An act that undid several keeps what
    it did to the others; if it did nothing else, its consequences go as well."""
    turns = [(each.act, each.event.act) for each in events if isinstance(each.event, ActUndone | ActRedone)]
    empty = {act for act, _ in turns} - {act for act, about in turns if about not in gone}
    return [
        each
        for each in events
        if each.act not in gone
        and each.act not in empty
        and not (isinstance(each.event, ActUndone | ActRedone) and each.event.act in gone)
    ]
