"""Clauses that every rule system keeps. Each plays a set-up at random and raises AssertionError.

`test_conformance` runs them over every registered system and over the duel. `test_clauses` runs them over
systems that are broken in one place each, to show that each clause finds its fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from league.kernel.refusal import NotYours, Refusal, Stale
from missions.battles.engine import notation, views
from missions.battles.engine.bots.match import bots_for, fight
from missions.battles.engine.contract import (
    CHOSEN,
    MOST_CHOICE,
    NO_UNIT,
    OVER,
    TURN,
    Event,
    Odds,
    Order,
    Sentence,
    Setup,
    System,
    View,
)
from missions.battles.engine.dice import Dice, DiceWanted, ScriptedDice, TypedDice, seeded_dice
from missions.battles.engine.drafts import finished
from missions.battles.engine.replay import Battle, replay, rewind
from missions.battles.engine.sight import Sight, known_to
from missions.battles.engine.telling import is_news, readable, told
from tests.battles.engine.playing import (
    Edges,
    deals,
    ended,
    options,
    play,
    played,
    readers,
    seats_of,
    start,
)

# --- a battle as a whole ----------------------------------------------------------------------------


def comes_to_an_end(system: System[Any], setup: Setup) -> None:
    """Random battles end, with a reason and its rule, and nothing can be ordered any more."""
    for seed in "abcd":
        battle = ended(system, setup, seed)
        outcome = system.outcome(battle.state)
        assert outcome is not None and outcome.reason and outcome.rule
        assert outcome.winner in (None, 0, 1)
        assert not any(system.legal_units(battle.state, seat) for seat in seats_of(battle))


def seating_holds(system: System[Any], setup: Setup) -> None:
    """Two sides of one to three seats each, with words of their own, known before there are forces."""
    bare = {key: value for key, value in setup.items() if key != "forces"}
    seating = system.seating(setup)
    assert seating == system.seating(bare) and len(set(seating.sides)) == 2
    assert all(1 <= len(seating.of(side)) <= 3 for side in (0, 1))
    assert all(seating.side(seat) == side for side in (0, 1) for seat in seating.of(side))
    for words in ([seat.word for seat in seating.seats], [seat.key for seat in seating.seats]):
        assert len(set(words)) == len(words) and all(words)
    assert all(seat.key == seat.key.lower() and " " not in seat.key for seat in seating.seats)


def replays_alike(system: System[Any], setup: Setup) -> None:
    """A record gives the same battle to the byte."""
    battle = ended(system, setup, "replay")
    record = json.loads(json.dumps(battle.record()))
    assert replay(system, record).fingerprint() == battle.fingerprint()


def reads_its_own_text(system: System[Any], setup: Setup) -> None:
    """A battle as text gives the same battle; seat words begin its lines."""
    battle = ended(system, setup, "text")
    text = notation.dumps(battle)
    assert notation.loads(system, text).fingerprint() == battle.fingerprint()


def tells_its_course(system: System[Any], setup: Setup) -> None:
    """Events have one sentence each; turns count from 1 in every view; the end is told once."""
    battle, dice = start(system, setup, "course")
    turn = _course(battle, battle.opening, 0)
    orders = play(battle, dice, "course")
    for _ in orders:
        if battle.events:
            turn = _course(battle, battle.events[-1], turn)
    _course(battle, battle.events[-1], turn)


def _course(battle: Battle[Any], events: Sequence[Event], turn: int) -> int:
    """The turn after these events, the last ones told."""
    system, outcome = battle.system, battle.system.outcome(battle.state)
    for event in events:
        if event[0] == TURN:
            assert event[1] == turn + 1, "turns are counted one by one"
            turn = event[1]
    ends = [event[1:] for event in events if event[0] == OVER]
    assert ends == ([(outcome.winner, outcome.reason, outcome.rule, outcome.grade)] if outcome else [])
    for reader in readers(battle):
        assert system.view_for(battle.state, reader)["turn"] == turn, "the view knows the turn"
    lines = system.narrate(battle.state, events)
    assert len(lines) == len(events), "one sentence for each event"
    assert all(line.text.endswith(".") and line.rule for line in lines)
    return turn


def tells_everybody_something(system: System[Any], setup: Setup) -> None:
    """Every order tells every seat something."""
    battle = ended(system, setup, "silent")
    for events in battle.events:
        for reader in readers(battle):
            assert told(system, battle.state, events, reader), "an order that a seat is told nothing of"


# --- orders -----------------------------------------------------------------------------------------


def writes_and_reads(system: System[Any], setup: Setup) -> None:
    """Legal orders have different words, which are read back."""
    for battle, seat, _ in played(system, setup, "words", 120):
        found = options(system, battle.state, seat)
        assert [system.read(battle.state, system.write(battle.state, order)) for order in found] == found
        assert len(set(found)) == len(found) > 0 and all(abs(choice) < MOST_CHOICE for _, choice in found)


def drafts_end_in_the_legal_orders(system: System[Any], setup: Setup) -> None:
    """Drafts end in every legal order and in no other, and wrong picks lead nowhere."""
    for battle, seat, _ in played(system, setup, "drafts", 60, every=5):
        for unit in system.legal_units(battle.state, seat)[:2]:
            choices = system.legal_orders(battle.state, seat, unit)
            if len(choices) <= 300:
                assert sorted(finished(system, battle.state, seat, unit)) == sorted(choices)
            draft = system.draft(battle.state, seat, unit, (-99, -99))
            assert not draft.options and draft.choice is None
            first = system.draft(battle.state, seat, unit, ())
            assert first.step and first.text and all(option.text for option in first.options)


def carries_out_whatever_falls(system: System[Any], setup: Setup) -> None:
    """Legal orders can be carried out with the lowest and with the highest dice, and leave orders to give."""
    for battle, seat, chosen in played(system, setup, "legal", 60):
        for order in [*options(system, battle.state, seat)[::9], chosen]:
            for high in (False, True):
                after = system.clone(battle.state)
                system.apply(after, seat, order, Edges(high))
                assert all(options(system, after, other) for other in system.to_act(after))


def clones_are_independent(system: System[Any], setup: Setup) -> None:
    """Copies are independent of the state."""
    for battle, seat, order in played(system, setup, "clone"):
        before = system.key(battle.state)
        after = system.clone(battle.state)
        assert system.key(after) == before
        system.apply(after, seat, order, seeded_dice("other"))
        assert system.key(battle.state) == before


def asking_changes_nothing(system: System[Any], setup: Setup) -> None:
    """Odds, views, drafts, imagined states and the rest leave the state as it is."""
    for battle, seat, _ in played(system, setup, "ask", 150):
        state, before = battle.state, system.key(battle.state)
        for order in options(system, state, seat)[:3]:
            system.odds(state, seat, order)
            system.why_not(state, seat, order)
            system.draft(state, seat, order[0], ())
        system.window(state, seat)
        system.imagine(state, seat, seeded_dice("x"))
        views.look(battle, seat)
        views.orders_for(battle, seat)
        system.contenders(state, seat, "greedy")
        assert system.key(state) == before


def refuses_with_a_sentence(system: System[Any], setup: Setup) -> None:
    """Illegal orders are refused with a sentence and its rule, and change nothing."""
    kinds: dict[int, Order] = {}
    battle, dice = start(system, setup, "illegal")
    for seat, order in islice(play(battle, dice, "illegal"), 160):
        kinds.setdefault(order[1] & 15, order)
        legal = set(options(system, battle.state, seat))
        before, length, used = system.key(battle.state), len(battle), len(dice.record)
        for wrong in {*kinds.values(), (NO_UNIT, 0), (99, 1), (order[0], -5)} - legal:
            told_no = refusal(battle, seat, wrong, dice, length)
            assert told_no is not None and told_no.message.endswith(".") and told_no.rule
        for other in set(seats_of(battle)) - system.to_act(battle.state):
            assert isinstance(refusal(battle, other, order, dice, length), NotYours)
        assert (system.key(battle.state), len(battle), len(dice.record)) == (before, length, used)


def refusal(battle: Battle[Any], seat: int, order: Order, dice: Dice, at: int) -> Refusal | None:
    """The refusal of an order; None where it was carried out."""
    try:
        battle.submit(seat, order, dice, at)
    except Refusal as refused:
        return refused
    return None


# --- secrets ----------------------------------------------------------------------------------------


def shows_no_secret(system: System[Any], setup: Setup) -> None:
    """A seat is shown, asked, offered and told the same in every state that is possible as far as it
    knows.
    """
    differ: dict[int | None, bool] = {}
    for battle, seat, order in played(system, setup, "secrets", 70, every=2 if system.hidden else 23):
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
    found.append([line for events in battle.events[-6:] for _, line in told(system, state, events, reader)])
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
            assert len(keys) == 1, "what is imagined betrays what is hidden"


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
                shown = views.look(battle, reader)
                assert json.loads(json.dumps(shown)) == shown == views.look(past, reader)


def told_to_those_that_know(system: System[Any], setup: Setup) -> None:
    """Secrets are told to their seats alone; where there are any, a spectator is told less than a seat."""
    battle, dice = start(system, setup, "told")
    for _ in islice(play(battle, dice, "told"), 12):
        counts = {}
        for reader in readers(battle):
            lines = [line for lines in views.log(battle, reader) for line in lines]
            assert all(line.only is None or reader in line.only for line in lines)
            counts[reader] = len(lines)
        if system.hidden:
            assert all(counts[seat] > counts[None] for seat in seats_of(battle))


Observation = tuple[View, tuple[Sentence, ...], frozenset[int]]


def observed(system: System[Any], after: Any, events: Sequence[Event], reader: int) -> Observation:
    """A seat's view of somebody's order."""
    lines = tuple(line for _, line in told(system, after, events, reader))
    return system.view_for(after, reader), lines, system.to_act(after)


def carried_out(system: System[Any], state: Any, seat: int, order: Order) -> tuple[Any, list[Event], bytes]:
    """A copy on which an order was carried out, with the same dice each time; its events and faces."""
    after, dice = system.clone(state), seeded_dice("after")
    return after, system.apply(after, seat, order, dice), bytes(dice.record)


def alike_means_alike(system: System[Any], setup: Setup) -> None:
    """Orders that look alike to a seat leave everything alike for it, and a hidden choice is one order: if
    its seat is awaited again, its next orders do not depend on the choice.
    """
    if not system.hidden:
        return
    for battle, seat, _ in played(system, setup, "alike", 60):
        results = [
            (o, *carried_out(system, battle.state, seat, o)) for o in options(system, battle.state, seat)[:24]
        ]
        for reader in set(seats_of(battle)) - {seat}:
            groups: dict[str, list[Any]] = {}
            for _, after, events, _ in results:
                lines = [line.text for _, line in told(system, after, events, reader)]
                look = json.dumps([system.view_for(after, reader), lines], sort_keys=True)
                groups.setdefault(look, []).append(after)
            for group in groups.values():
                assert len({_open_to(system, state, reader) for state in group}) == 1, "a hidden choice shows"
                if len(group) > 1 and seat in system.to_act(group[0]):
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
            later = rewind(battle, len(battle))
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


def what_is_learned_settles(system: System[Any], setup: Setup) -> None:
    """An order that tells a seat something new about hidden things rolls, draws or settles."""
    for battle, seat, order in played(system, setup, "settles", 60, every=1 if system.hidden else 15):
        after, events, faces = carried_out(system, battle.state, seat, order)
        assert isinstance(system.settles(events), bool)
        if faces or system.settles(events) or system.outcome(after):
            continue
        for reader in seats_of(battle):
            seen = observed(system, after, events, reader)
            for deal in deals(system, battle.state, reader):
                could = [order] if reader == seat else options(system, deal, seat)
                assert any(
                    observed(system, *carried_out(system, deal, seat, one)[:2], reader) == seen
                    for one in could
                ), "a seat has learned something, and the order may be taken back"


# --- windows and dice -------------------------------------------------------------------------------


def windows_are_known(system: System[Any], setup: Setup) -> None:
    """Windows are of a known kind, and their standing answers are legal."""
    for battle, _, _ in played(system, setup, "windows", 120):
        for seat in seats_of(battle):
            window = system.window(battle.state, seat)
            if window is None:
                continue
            assert seat in system.to_act(battle.state) and window.text
            question = system.questions[window.kind]
            assert question.default in ("", *question.answers) and question.text and question.rule
            assert window.answers.keys() <= question.answers.keys() and all(question.answers.values())
            assert set(window.answers.values()) <= set(options(system, battle.state, seat))


def rolls_are_those_of_who_orders(system: System[Any], setup: Setup) -> None:
    """Orders with odds show their own seat's dice; answers roll nobody else's."""
    assert any(_rolls(system, setup, seed) for seed in ("one", "two", "three", "four")), "nobody ever rolled"


def _rolls(system: System[Any], setup: Setup, seed: str) -> bool:
    """True if an order with odds rolled in that battle."""
    seen = False
    for battle, seat, order in played(system, setup, seed):
        expected = system.odds(battle.state, seat, order)
        after, events, _ = carried_out(system, battle.state, seat, order)
        rolled = [line for line in system.narrate(after, events) if line.dice]
        assert all(line.roller in (None, *seats_of(battle)) for line in rolled)
        assert all(len(line.dies) in (0, len(line.dice)) for line in rolled)
        assert all(die in system.dice for line in rolled for die in line.dies)
        own = any(line.roller == seat for line in rolled)
        if system.window(battle.state, seat) is not None:
            assert all(line.roller in (None, seat) for line in rolled), "an answer rolls another seat's dice"
        if system.successes(events):
            assert expected is not None and own, "whose dice are they?"
        seen = seen or (expected is not None and own)
    return seen


def typed_dice_fit(system: System[Any], setup: Setup) -> None:
    """Typed faces are exactly those that an order rolls; draws come from the fair stream."""
    battle, dice = start(system, setup, "typed")
    for seat, order in islice(play(battle, dice, "typed"), 80):
        before, noted = system.key(battle.state), Noted()
        after = system.clone(battle.state)
        system.apply(after, seat, order, noted)
        lines = system.narrate(after, system.apply(system.clone(battle.state), seat, order, Noted()))
        assert sum(len(line.dice) for line in lines) == len(noted.rolled), "all that people roll is told"
        if not noted.rolled:
            continue
        for wrong in ([*noted.rolled[:-1]], [*noted.rolled, 1], [99, *noted.rolled[1:]]):
            refused = refusal(battle, seat, order, TypedDice(wrong, seeded_dice("deck")), len(battle))
            assert refused is not None and ("dice" in refused.message or "die" in refused.message)
        assert system.key(battle.state) == before
        other = rewind(battle, len(battle))
        other.submit(seat, order, TypedDice(noted.rolled, seeded_dice("deck")), len(other))
        assert system.key(other.state) == system.key(after)


class Noted(Dice):
    """Fair dice that note what people would have rolled; draws come from a stream of their own."""

    __slots__ = ("_deck", "_dice", "rolled")

    def __init__(self) -> None:
        super().__init__()
        self._deck, self._dice, self.rolled = seeded_dice("deck"), seeded_dice("hand"), list[int]()

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        faces = self._dice.roll(count, sides)
        self.rolled += faces
        self.record += faces
        return faces

    def draw(self, sides: int) -> int:
        number = self._deck.draw(sides)
        self.record.append(number)
        return number


# --- odds -------------------------------------------------------------------------------------------


def odds_are_whole(system: System[Any], setup: Setup) -> None:
    """Distributions add up to one, dice are known, reasons are given, and effects have different names."""
    for battle, seat, _ in played(system, setup, "odds", 200):
        for order in options(system, battle.state, seat)[::7]:
            odds = system.odds(battle.state, seat, order)
            if odds is None:
                continue
            assert sum(odds.successes) == 1 and all(sum(effect.chances) == 1 for effect in odds.effects)
            assert len({effect.name for effect in odds.effects}) == len(odds.effects) > 0
            assert odds.dice > 0 and all(roll.die in system.dice for roll in odds.rolls)
            summed = sum(reason.amount for reason in odds.reasons)
            assert odds.summary and odds.reasons and odds.needed in (0, summed, min(summed, 6))


def odds_are_counted_out(system: System[Any], setup: Setup) -> None:
    """Odds agree with counting every fall of the dice."""
    seen: set[Any] = set()
    for battle, seat, _ in played(system, setup, "count", 300):
        if len(seen) >= 8:
            break
        for order in options(system, battle.state, seat):
            odds = system.odds(battle.state, seat, order)
            if odds is None or odds.successes in seen or odds.dice > 4 or len(seen) >= 8:
                continue
            if _own_dice(system, battle.state, seat, order) == odds.dice:
                seen.add(odds.successes)
                found = _fallen(system, battle.state, seat, order, odds)
                assert tuple(found.get(n, 0) for n in range(len(odds.successes))) == odds.successes
    assert seen


def _fallen(system: System[Any], state: Any, seat: int, order: Order, odds: Odds) -> dict[int, Fraction]:
    """Successes of an order over every way its first dice can fall."""
    sides = [system.dice[roll.die].sides for roll in odds.rolls for _ in range(roll.count)]
    ways = list(product(*(range(1, most + 1) for most in sides)))
    found: dict[int, Fraction] = {}
    for faces in ways:
        after = system.clone(state)
        scored = system.successes(system.apply(after, seat, order, Then(faces)))
        found[scored] = found.get(scored, Fraction(0)) + Fraction(1, len(ways))
    return found


class Then(ScriptedDice):
    """Given faces, then any others."""

    __slots__ = ("_more",)

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(faces)
        self._more = seeded_dice("more")

    def roll(self, count: int, sides: int = 6, letters: str = "") -> bytes:
        try:
            return super().roll(count, sides, letters)
        except DiceWanted:
            return self._more.roll(count, sides)


def _own_dice(system: System[Any], state: Any, seat: int, order: Order) -> int:
    """Number of dice that the order rolls itself, before anything that follows from it."""
    after, events, _ = carried_out(system, state, seat, order)
    lines = system.narrate(after, events)
    if any(line.kind == "will" for line in lines):
        return -1
    return sum(len(line.dice) for line in lines[:2] if line.roller == seat)


# --- bots -------------------------------------------------------------------------------------------


def bots_play(system: System[Any], setup: Setup) -> None:
    """Bots come to an end, knowing only what their seats know."""
    for levels in (("random", "close"), ("greedy", "random")):
        battle = fight(system, setup, bots_for(system, setup, levels, "bots"), seeded_dice("bots"))
        assert system.outcome(battle.state) is not None


def contenders_are_legal(system: System[Any], setup: Setup) -> None:
    """A bot compares at least one unit, and only units that may be ordered."""
    for battle, seat, _ in played(system, setup, "contend", 60):
        for taste in ("greedy", "close"):
            found = system.contenders(battle.state, seat, taste)
            assert found and set(found) <= set(system.legal_units(battle.state, seat))
            for unit in found:
                choices = system.legal_orders(battle.state, seat, unit)
                assert len(system.rate(battle.state, seat, unit, choices, taste)) == len(choices)


CLAUSES = (
    comes_to_an_end, seating_holds, replays_alike, reads_its_own_text, tells_its_course,
    tells_everybody_something, writes_and_reads, drafts_end_in_the_legal_orders, carries_out_whatever_falls,
    clones_are_independent, asking_changes_nothing, refuses_with_a_sentence, shows_no_secret,
    imagines_from_what_a_seat_knows, pages_answer_truly, views_are_plain, told_to_those_that_know,
    alike_means_alike, choices_are_simultaneous, stale_orders_are_refused, what_is_learned_settles,
    windows_are_known, rolls_are_those_of_who_orders, typed_dice_fit, odds_are_whole, odds_are_counted_out,
    bots_play, contenders_are_legal,
)  # fmt: skip
"""The clauses in the order above."""

__all__ = ["CLAUSES", "readable"]
