"""What every rule system must keep, played at random over every registered one."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from league.kernel.refusal import NotYours, Refusal, Stale, Unreadable
from missions.battles.engine import notation, views
from missions.battles.engine.bots.random_bot import RandomBot
from missions.battles.engine.contract import NO_UNIT, Order, System
from missions.battles.engine.dice import DiceWanted, ScriptedDice, TypedDice, seeded_dice
from missions.battles.engine.replay import Battle, replay, rewind
from missions.battles.systems.registry import SYSTEMS
from tests.battles.engine.card_duel import DUEL
from tests.battles.engine.setups import SETUPS

ALL: dict[str, System[Any]] = {**SYSTEMS, DUEL.id: DUEL}
"""The systems that are played, and one that has what they have not: secrets, simultaneity, answers."""
EVERY = {**SETUPS, DUEL.id: {"cards": {"system": "duel", "version": "1", "hand": 3}}}
PLACES = [(name, setup) for name, setups in EVERY.items() for setup in setups]
MOST_ORDERS = 4000


def start(place: tuple[str, str], seed: str) -> tuple[Battle[Any], Any]:
    """A battle of that set-up and its dice."""
    name, setup = place
    dice = seeded_dice(seed)
    return Battle(ALL[name], EVERY[name][setup], dice), dice


def play(battle: Battle[Any], dice: Any, seed: str) -> Iterator[tuple[int, Order]]:
    """Random orders to the end; yields each before it is carried out."""
    bot, system = RandomBot(seed), battle.system
    while seats := system.to_act(battle.state):
        assert len(battle) < MOST_ORDERS, "the battle stalls"
        seat = min(seats)
        order = bot.choose(system, battle.state, seat)
        yield seat, order
        battle.force(seat, order, dice)


def finished(place: tuple[str, str], seed: str) -> Battle[Any]:
    battle, dice = start(place, seed)
    for _ in play(battle, dice, seed):
        pass
    return battle


def options(system: System[Any], state: Any, seat: int) -> list[Order]:
    """Every legal order of a seat."""
    return [(u, c) for u in system.legal_units(state, seat) for c in system.legal_orders(state, seat, u)]


def test_every_system_has_setups_to_be_played():
    assert set(SETUPS) == set(SYSTEMS)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_random_battles_come_to_an_end_with_a_reason(place: tuple[str, str]):
    for seed in ("a", "b", "c", "d"):
        battle = finished(place, seed)
        outcome = battle.system.outcome(battle.state)
        assert outcome is not None and outcome.reason and outcome.rule
        assert battle.system.legal_units(battle.state, 0) == ()


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_a_replay_is_the_same_to_the_byte(place: tuple[str, str]):
    battle = finished(place, "replay")
    record = json.loads(json.dumps(battle.record()))
    assert replay(battle.system, record).fingerprint() == battle.fingerprint()


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_the_text_of_a_battle_gives_the_same_battle(place: tuple[str, str]):
    battle = finished(place, "text")
    text = notation.dumps(battle)
    assert notation.loads(battle.system, text).fingerprint() == battle.fingerprint()


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_every_legal_order_can_be_written_and_read(place: tuple[str, str]):
    battle, dice = start(place, "words")
    system = battle.system
    for seat, _ in islice(play(battle, dice, "words"), 120):
        found = options(system, battle.state, seat)
        assert [system.read(battle.state, system.write(battle.state, order)) for order in found] == found
        assert len(set(found)) == len(found) > 0


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_every_legal_order_can_be_carried_out_whatever_the_dice(place: tuple[str, str]):
    battle, dice = start(place, "legal")
    system = battle.system
    for seat, chosen in islice(play(battle, dice, "legal"), 60):
        for order in [*options(system, battle.state, seat)[::9], chosen]:
            for faces in ([1] * 99, [6] * 99):
                after = system.clone(battle.state)
                system.apply(after, seat, order, ScriptedDice(_mixed(faces)))
                assert all(options(system, after, other) for other in system.to_act(after))


def _mixed(faces: list[int]) -> list[int]:
    """The faces with a different one in every fifth place, so that no tie lasts."""
    return [face if n % 5 else 3 for n, face in enumerate(faces * 9, 1)]


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_a_clone_is_independent(place: tuple[str, str]):
    battle, dice = start(place, "clone")
    system = battle.system
    for seat, order in play(battle, dice, "clone"):
        before = system.key(battle.state)
        after = system.clone(battle.state)
        assert system.key(after) == before
        system.apply(after, seat, order, seeded_dice("other"))
        assert system.key(battle.state) == before


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_asking_changes_nothing(place: tuple[str, str]):
    battle, dice = start(place, "ask")
    system = battle.system
    for seat, _ in islice(play(battle, dice, "ask"), 150):
        before = system.key(battle.state)
        for order in options(system, battle.state, seat)[:3]:
            system.odds(battle.state, seat, order)
        system.imagine(battle.state, seat, seeded_dice("x"))
        views.look(battle, seat)
        views.orders_for(battle, seat)
        assert system.key(battle.state) == before


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_views_are_plain_and_hold_nothing_of_the_dice_to_come(place: tuple[str, str]):
    battle, dice = start(place, "view")
    for number, _ in enumerate(islice(play(battle, dice, "view"), 40)):
        if number % 8 == 0:
            past = replay(battle.system, battle.record())
            for seat in (0, 1, None):
                shown = views.look(battle, seat)
                assert json.loads(json.dumps(shown)) == shown == views.look(past, seat)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_what_is_imagined_shows_the_same_view(place: tuple[str, str]):
    battle, dice = start(place, "imagine")
    system, guessed = battle.system, set()
    for seat, _ in islice(play(battle, dice, "imagine"), 60):
        imagined = system.imagine(battle.state, seat, seeded_dice("dream"))
        assert system.view_for(imagined, seat) == system.view_for(battle.state, seat)
        assert imagined is not battle.state
        guessed.add(system.key(imagined) != system.key(battle.state))
    assert (True in guessed) == system.hidden, "what is hidden is dealt anew, and nothing else"


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_odds_add_up_to_one_and_reasons_to_the_needed_roll(place: tuple[str, str]):
    battle, dice = start(place, "odds")
    system = battle.system
    for seat, _ in islice(play(battle, dice, "odds"), 200):
        for order in options(system, battle.state, seat)[::7]:
            odds = system.odds(battle.state, seat, order)
            if odds is not None:
                assert sum(odds.successes) == sum(odds.main.chances) == 1
                told = sum(reason.amount for reason in odds.reasons)
                assert odds.summary and odds.reasons and odds.needed in (0, told, min(told, 6))


def enumerated(system: System[Any], state: Any, seat: int, order: Order, dice: int) -> dict[int, Fraction]:
    """Successes of an order over every way its first dice can fall."""
    found: dict[int, Fraction] = {}
    for value in range(6**dice):
        faces = [value // 6**n % 6 + 1 for n in range(dice)]
        after = system.clone(state)
        events = system.apply(after, seat, order, ScriptedDice([*faces, *_mixed([1] * 40)]))
        scored = system.successes(events)
        found[scored] = found.get(scored, Fraction(0)) + Fraction(1, 6**dice)
    return found


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_odds_are_what_counting_every_fall_of_the_dice_gives(place: tuple[str, str]):
    battle, dice = start(place, "count")
    system, seen = battle.system, set()
    for seat, _ in islice(play(battle, dice, "count"), 300):
        for order in options(system, battle.state, seat):
            odds = system.odds(battle.state, seat, order)
            if (
                odds is None
                or odds.successes in seen
                or rolled(system, battle.state, seat, order) != odds.dice
            ):
                continue
            if odds.dice <= 4 and len(seen) < 8:
                seen.add(odds.successes)
                found = enumerated(system, battle.state, seat, order, odds.dice)
                assert tuple(found.get(n, Fraction(0)) for n in range(len(odds.successes))) == odds.successes
    assert seen


def rolled(system: System[Any], state: Any, seat: int, order: Order) -> int:
    """How many dice the order rolls itself, before anything that follows from it."""
    events = system.apply(system.clone(state), seat, order, seeded_dice("rolled"))
    if any(event[0] == "will" for event in events):
        return -1
    return sum(len(part) for event in events[:1] for part in event if isinstance(part, bytes))


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_illegal_orders_are_refused_with_a_sentence_and_change_nothing(place: tuple[str, str]):
    battle, dice = start(place, "illegal")
    system, kinds = battle.system, {}
    for seat, order in islice(play(battle, dice, "illegal"), 160):
        kinds.setdefault(order[1] & 15, order)
        legal = set(options(system, battle.state, seat))
        before, length, used = system.key(battle.state), len(battle), len(dice.record)
        for wrong in {*kinds.values(), (NO_UNIT, 0), (99, 1), (order[0], -5)} - legal:
            with pytest.raises(Refusal) as refused:
                battle.submit(seat, wrong, dice, length)
            assert refused.value.message.endswith(".") and refused.value.rule
        if 1 - seat not in system.to_act(battle.state):
            with pytest.raises(NotYours):
                battle.submit(1 - seat, order, dice, length)
        assert (system.key(battle.state), len(battle), len(dice.record)) == (before, length, used)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_stale_orders_are_refused(place: tuple[str, str]):
    battle, dice = start(place, "stale")
    for seat, order in islice(play(battle, dice, "stale"), 30):
        with pytest.raises(Stale, match="moved on"):
            battle.submit(seat, order, dice, len(battle) - 1)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_typed_dice_must_be_as_many_as_the_order_rolls(place: tuple[str, str]):
    battle, dice = start(place, "typed")
    for seat, order in islice(play(battle, dice, "typed"), 80):
        before = battle.system.key(battle.state)
        after = battle.system.clone(battle.state)
        source = seeded_dice("typed")
        battle.system.apply(after, seat, order, source)
        faces = bytes(source.record)
        if not faces:
            continue
        for wrong in (faces[:-1], faces + b"\x01", bytes([9]) + faces[1:]):
            with pytest.raises(Refusal, match="dice|die"):
                battle.submit(seat, order, TypedDice(wrong), len(battle))
        assert battle.system.key(battle.state) == before
        other = rewind(battle, len(battle))
        other.submit(seat, order, TypedDice(faces), len(other))
        assert other.system.key(other.state) == battle.system.key(after)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_every_event_has_a_sentence(place: tuple[str, str]):
    battle = finished(place, "sentences")
    told = views.log(battle)
    assert [len(lines) for lines in told] == [len(events) for events in (battle.opening, *battle.events)]
    assert all(line.text.endswith(".") and line.rule for lines in told for line in lines)


@pytest.mark.parametrize("place", [place for place in PLACES if ALL[place[0]].hidden], ids="-".join)
def test_secrets_are_told_to_those_that_know_them(place: tuple[str, str]):
    battle, dice = start(place, "secrets")
    for _ in islice(play(battle, dice, "secrets"), 12):
        for seat in (0, 1, None):
            told = [line for lines in views.log(battle, seat) for line in lines]
            assert all(line.only is None or seat in line.only for line in told)
        known = [sum(len(lines) for lines in views.log(battle, seat)) for seat in (0, 1, None)]
        assert min(known[:2]) > known[2]


def test_a_typed_battle_does_not_ask_a_person_to_shuffle():
    dice = TypedDice([4, 2], seeded_dice("deck"))
    numbers = [dice.draw(40), dice.roll(1)[0], dice.draw(40), dice.roll(1)[0]]
    assert numbers[1::2] == [4, 2] and list(dice.record) == numbers and not dice.left


@pytest.mark.parametrize("name", ALL)
def test_a_broken_setup_is_refused(name: str):
    for broken in ({}, {"scenario": "fighter_clash"}, {"scenario": "free", "forces": [{}, {}]}):
        with pytest.raises(Unreadable):
            ALL[name].setup({"system": name, **broken}, seeded_dice("broken"))


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_what_cannot_be_read_is_unreadable(place: tuple[str, str]):
    battle, _ = start(place, "unreadable")
    for text in ("", "W1", "Z9 stop", "W1 fly to the moon", "W1 straight 9999 E", "side first north"):
        with pytest.raises(Unreadable):
            battle.system.read(battle.state, text)


def test_a_replay_without_its_dice_asks_for_them():
    record = finished(PLACES[0], "lost").record()
    record["opening"] = []
    with pytest.raises(DiceWanted):
        replay(SYSTEMS[PLACES[0][0]], record)
