"""Clauses about secrets, simultaneous choices, stale orders and what settles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

from league.kernel.refusal import Stale
from missions.battles.engine.contract import (
    CHOSEN,
    NO_UNIT,
    Event,
    Order,
    Sentence,
    Setup,
    System,
    View,
)
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.replay import Battle, replay
from missions.battles.engine.secrecy import is_news
from missions.battles.engine.sight import Sight, known_to
from missions.battles.selectors.positions import Played, begun
from tests.battles.engine.clauses.playing import (
    carried_out,
    copied,
    deals,
    every,
    options,
    play,
    played,
    readers,
    refusal,
    seats_of,
    start,
    told,
)


def shows_no_secret(system: System[Any], setup: Setup) -> None:
    """A seat is shown, asked, offered and told the same in every state that is possible as far as it
    knows.
    """
    differ: dict[int | None, bool] = {}
    for battle, seat, order in played(system, setup, "secrets", 70, every=every(4) if system.hidden else 23):
        for reader in readers(battle):
            shown = _shown(battle, battle.state, reader, seat, order)
            for deal in deals(system, battle.state, reader, 2):
                assert deal is not battle.state
                assert _shown(battle, deal, reader, seat, order) == shown, "a deal that a seat can tell"
                other = system.key(deal) != system.key(battle.state)
                differ[reader] = differ.get(reader, False) or other
    assert set(differ.values()) == {system.hidden}, "hidden things are dealt again, and nothing else"


def _shown(battle: Battle[Any], state: Any, reader: int | None, seat: int, order: Order) -> list[Any]:
    """Collect the facts of a position that a reader may learn."""
    system = battle.system
    found: list[Any] = [system.view_for(state, reader), system.to_act(state), system.outcome(state)]
    found += [_asked(system, state, each) for each in sorted(system.to_act(state))]
    found += [told(system, state, events, reader) for events in battle.events[-6:]]
    if reader is None:
        return found
    found.append([system.why_not(state, reader, wrong) for wrong in (order, (NO_UNIT, 0), (0, -5))])
    found.append([list(system.legal_orders(state, reader, u)) for u in system.legal_units(state, reader)])
    for one in options(system, state, reader)[::5]:
        found.append([system.write(state, one), system.odds(state, reader, one)])
        found.append(system.draft(state, reader, one[0], ()))
    return found


def _asked(system: System[Any], state: Any, seat: int) -> tuple[Any, ...]:
    """Question for a seat, without its possible answers."""
    window = system.window(state, seat)
    return (window.kind, window.text, tuple(window.answers)) if window else ()


def imagines_from_what_a_seat_knows(system: System[Any], setup: Setup) -> None:
    """Imagined states depend on nothing hidden: the same dice deal the same from every possible state."""
    for battle, _, _ in played(system, setup, "dreams", 60, every=3):
        for reader in readers(battle):
            keys = {
                system.key(system.imagine(state, reader, seeded_dice("dream")))
                for state in (battle.state, *deals(system, battle.state, reader, 2))
            }
            assert len(keys) == 1, "an imagined state betrays hidden things"


def pages_answer_truly(system: System[Any], setup: Setup) -> None:
    """Pages get the true state's answers without the true state."""
    for battle, seat, _ in played(system, setup, "sight", 40, every=4):
        sight, state = Sight(system, battle.state, seat), battle.state
        assert sight.view == system.view_for(state, seat) and sight.awaited == system.to_act(state)
        assert list(sight.units()) == list(system.legal_units(state, seat))
        assert sight.window() == system.window(state, seat)
        for order in options(system, state, seat)[::7]:
            assert order[1] in sight.orders(order[0]) and sight.odds(order) == system.odds(state, seat, order)
            assert sight.words(order) == system.write(state, order)
        if system.hidden:
            assert system.key(sight.state) == system.key(
                known_to(system, deals(system, state, seat, 1)[0], seat)
            )


def views_are_plain(system: System[Any], setup: Setup) -> None:
    """Views are JSON and hold nothing of the dice to come."""
    for number, (battle, _, _) in enumerate(played(system, setup, "view", 40)):
        if number % 8 == 0:
            past = replay(system, battle.record())
            for reader in readers(battle):
                shown = Sight(system, battle.state, reader).view
                assert json.loads(json.dumps(shown)) == shown == Sight(system, past.state, reader).view


def told_to_those_that_know(system: System[Any], setup: Setup) -> None:
    """Secrets are told only to their seats, by the log that pages show. If there are any, a spectator reads
    less than a seat. When the battle is over, everything is told to everybody.
    """
    dice = seeded_dice("told")
    shown = begun(system, setup, dice, "told")
    while shown.at < 12 and system.to_act(shown.state):
        counts = {reader: _known(shown, reader) for reader in readers(shown.battle)}
        if system.hidden:
            assert all(counts[seat] > counts[None] for seat in seats_of(shown.battle))
        seat, order = next(play(shown.battle, dice, f"told {shown.at}"))
        shown = shown.after(seat, order, dice, shown.at)


def _known(shown: Played, reader: int | None) -> int:
    """Number of sentences that a reader is shown so far, after a look at every one and at its event."""
    lines = shown.readable_to(reader)
    assert all(line.only is None or reader in line.only for _, line in lines)
    for at in range(shown.at + 1):
        known = [event for event, line in _pairs(shown, at) if line.only is None or reader in line.only]
        assert shown.events_for(reader, at) == known
        assert len(shown.events_for(reader, at, over=True)) == len(_pairs(shown, at))
    assert shown.readable_to(reader, over=True) == shown.sentences
    return len(lines)


def _pairs(shown: Played, at: int) -> list[tuple[Event, Sentence]]:
    """Events of one order (0: the set-up), each with its sentence."""
    events = shown.battle.events[at - 1] if at else shown.battle.opening
    return list(zip(events, (line for number, line in shown.sentences if number == at), strict=True))


Observation = tuple[View, tuple[Sentence, ...], frozenset[int]]


def observed(system: System[Any], after: Any, events: Sequence[Event], reader: int) -> Observation:
    """A seat's view of somebody's order."""
    return system.view_for(after, reader), tuple(told(system, after, events, reader)), system.to_act(after)


def alike_means_alike(system: System[Any], setup: Setup) -> None:
    """Orders that look alike to a seat leave everything alike for it, and a hidden choice is one order: if
    its seat is awaited again before the others have news, its next orders do not depend on the choice.
    """
    if not system.hidden:
        return
    for battle, seat, _ in played(system, setup, "alike", 60, every=every(2)):
        results = [
            (o, *carried_out(system, battle.state, seat, o)) for o in options(system, battle.state, seat)[:24]
        ]
        for reader in set(seats_of(battle)) - {seat}:
            groups: dict[tuple[str, bool], list[Any]] = {}
            for _, after, events, _ in results:
                lines = told(system, after, events, reader)
                look = json.dumps([system.view_for(after, reader), [line.text for line in lines]])
                groups.setdefault((look, is_news(lines, reader)), []).append(after)
            for (_, news), group in groups.items():
                assert len({_open_to(system, state, reader) for state in group}) == 1, "a hidden choice shows"
                if len(group) > 1 and seat in system.to_act(group[0]) and not news:
                    follow = {tuple(options(system, state, seat)) for state in group}
                    assert len(follow) == 1, "a hidden choice of several parts is several orders"


def _open_to(system: System[Any], state: Any, seat: int) -> tuple[Any, ...]:
    return (
        system.to_act(state),
        tuple(options(system, state, seat)),
        tuple(_asked(system, state, each) for each in sorted(system.to_act(state))),
    )


def choices_are_simultaneous(system: System[Any], setup: Setup) -> None:
    """A choice that lies face down leaves the others' orders as they are, and none of them is stale."""
    found = False
    battle, dice = start(system, setup, "together")
    for seat, order in islice(play(battle, dice, "together"), 60):
        after, events, _ = carried_out(system, battle.state, seat, order)
        lines = system.narrate(after, events)
        for other in system.to_act(battle.state) & system.to_act(after) - {seat}:
            if is_news(lines, other) or system.window(battle.state, other):
                continue
            found = True
            assert options(system, after, other) == options(system, battle.state, other)
            view, now = (system.view_for(state, other) for state in (battle.state, after))
            same = view.keys() - {"to_act", "chosen"}
            assert {key: view[key] for key in same} == {key: now[key] for key in same}
            later = copied(battle)
            later.force(seat, order, seeded_dice("x"))
            later.submit(other, options(system, after, other)[0], seeded_dice("y"), len(battle))
    simultaneous = any(event[0] == CHOSEN for events in battle.events for event in events)
    assert found or not simultaneous or len(seats_of(battle)) < 2


def stale_orders_are_refused(system: System[Any], setup: Setup) -> None:
    """An order is refused if its seat has learned something since."""
    battle, dice = start(system, setup, "stale")
    seen = [_sights(battle)]
    for seat, order in islice(play(battle, dice, "stale"), 30):
        if len(battle) == len(seen):
            seen.append(_sights(battle))
        for at in range(max(0, len(battle) - 3), len(battle)):
            if seen[at][seat] != seen[-1][seat]:
                assert isinstance(refusal(battle, seat, order, dice, at), Stale)
        assert isinstance(refusal(battle, seat, order, dice, len(battle) + 1), Stale)


def _sights(battle: Battle[Any]) -> list[View]:
    """View of each seat, apart from the choices that lie face down."""
    views = [battle.system.view_for(battle.state, seat) for seat in seats_of(battle)]
    return [{key: value for key, value in view.items() if key not in ("to_act", "chosen")} for view in views]


def an_order_that_tells_something_new_settles(system: System[Any], setup: Setup) -> None:
    """An order that tells a seat something new about hidden things rolls, draws or settles."""
    for battle, seat, order in played(system, setup, "settles", 60, every=every(3) if system.hidden else 15):
        after, events, faces = carried_out(system, battle.state, seat, order)
        assert isinstance(system.reveals(events), bool)
        if faces or system.reveals(events) or system.outcome(after):
            continue
        for reader in seats_of(battle):
            seen = observed(system, after, events, reader)
            for deal in deals(system, battle.state, reader):
                could = [order] if reader == seat else options(system, deal, seat)
                assert any(
                    observed(system, *carried_out(system, deal, seat, one)[:2], reader) == seen
                    for one in could
                ), "a seat has learned something, and the order may be taken back"
