"""Hex battles against the fastest libraries of their kind, all features and the log on.

Times are processor times, the best of several rounds taken in turn, with the collector of cycles off, as
`timeit` does it. python-chess gives the speed of the machine: other programs slow both alike.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf
from random import Random
from statistics import median
from time import process_time
from typing import Any

import chess
import dyce
import icepool

from bench import Figure, within
from missions.battles.engine.bots.match import bots_for, fight
from missions.battles.engine.contract import Setup
from missions.battles.engine.dice import seeded_dice
from missions.battles.engine.odds import Pmf, effect, exchange
from missions.battles.engine.replay import Battle, random_play, replay
from missions.battles.systems.pack import Pack
from missions.battles.systems.registry import pack as pack_of
from missions.battles.systems.registry import packs

WARM, ROUNDS, BATTLES, GAMES = 5000, 50, 12, 2
QUIET_CHESS = 43_600
"""Steps of python-chess a second on two quiet cores; the machine on which seconds are meant."""
REPLAY_PACE = 8.8
"""Orders of a replay for each step of python-chess: four times the least that play-outs make."""
GREEDY = 10_000
SEVENTY_FIVE_MOVES = 150


def measure() -> Iterator[Figure]:
    """Play-outs and replays, exact odds, and battles of bots."""
    gc.collect()
    gc.disable()
    try:
        for pack in packs():
            play, again, whole = _play(pack)
            name = f"{pack.name}, six units a side"
            yield _faster(f"{name}: random play-outs, steps against python-chess", play, pack.pace)
            yield _faster(f"{name}: replay, orders against play-outs", again, pack.replay_pace)
            yield _faster(f"{name}: replay, orders against steps of python-chess", whole, REPLAY_PACE)
        _checked()
        first, again, theirs, pools = _seconds(_worked_out, _prepared, _by_dyce, _by_icepool, cases=CASES)
        yield _faster("exact odds of an attack against dyce", theirs / again, 20)
        yield _faster("exact odds of an attack against icepool", pools / again, 100)
        yield Figure("attacks never asked before, against dyce", f"{theirs / first:,.1f} ×")
        mine, pool, kept = _seconds(_exchange, _pool, _pool_remembered, cases=[(MEN,)] * 5)
        yield _faster("ten turns of four against four, exact, against icepool", pool / mine, 100)
        yield Figure("the same, icepool's steps remembered by hand", f"{kept / mine:,.0f} ×")
        for pack in packs():
            took = _greedy(pack.id) / QUIET_CHESS * GREEDY / 2
            what = f"{pack.name}: {GREEDY:,} greedy battles of three units a side on two quiet cores"
            if pack.greedy_seconds is None:
                yield Figure(what, f"{took:,.0f} s")
            else:
                yield within(what, took, pack.greedy_seconds, "s")
    finally:
        gc.enable()


def _faster(what: str, times: float, least: float) -> Figure:
    return Figure(what, f"{times:,.1f} ×", f"at least {least:,g} ×", times >= least)


def setup_of(pack: Pack, size: int) -> Setup:
    """The usual battle of a system with so many ordinary units a side."""
    return pack.any_battle(size)


# --- play-outs --------------------------------------------------------------------------------------


def _play(pack: Pack) -> tuple[float, float, float]:
    """Pace of play-outs against python-chess, of replays against play-outs, and of replays against
    python-chess: medians of rounds in which all three take turns, so that they meet the same load."""
    for number in range(WARM):
        _battles(pack, [f"warm {number}"])
    gc.collect()
    gc.freeze()
    rounds = []
    for number in range(ROUNDS):
        gc.collect()
        games = [_game(f"{number} {game}") for game in range(GAMES)]
        step = sum(game[0] for game in games) / sum(game[1] for game in games)
        played, replayed, orders = _battles(pack, [f"{number} {battle}" for battle in range(BATTLES)])
        rounds.append((step * orders / played, played / replayed, step * orders / replayed))
    play, replayed, whole = (median(paces) for paces in zip(*rounds, strict=True))
    return play, replayed, whole


def _game(seed: str) -> tuple[float, int]:
    """One random game: seconds and steps."""
    random, board, steps = Random(seed).random, chess.Board(), 0
    start = process_time()
    while (moves := list(board.legal_moves)) and board.halfmove_clock < SEVENTY_FIVE_MOVES:
        board.push(moves[int(random() * len(moves))])
        steps += 1
    return process_time() - start, steps


def _battles(pack: Pack, seeds: list[str]) -> tuple[float, float, int]:
    """Random battles, all played and then all replayed: seconds of the first, seconds of the second, orders.
    Each battle and its replay must be the same to the byte.
    """
    begun = [(setup_of(pack, 6), seeded_dice(seed), Random(seed).random) for seed in seeds]
    start, battles = process_time(), []
    for setup, dice, random in begun:
        battle = Battle(pack.system, setup, dice)
        random_play(battle, dice, random)
        battles.append(battle)
    played = process_time() - start
    records = [battle.record() for battle in battles]
    start = process_time()
    again = [replay(pack.system, record) for record in records]
    replayed = process_time() - start
    for seed, one, two in zip(seeds, battles, again, strict=True):
        if one.fingerprint() != two.fingerprint():
            raise AssertionError(f"The replay of battle “{seed}” is not the same.")
    return played, replayed, sum(map(len, battles))


# --- odds -------------------------------------------------------------------------------------------

Attack = tuple[int, int, int, int]
"""Dice, needed roll, save, targets."""
CASES: tuple[Attack, ...] = tuple(product((1, 2, 3, 4), (2, 3, 4, 5, 6), (0, 3, 4, 5, 6), (2, 4)))


def _prepared(dice: int, shown: int, save: int, most: int) -> Pmf:
    """The board's question."""
    return effect(dice, shown, save, 1, most)


def _worked_out(dice: int, shown: int, save: int, most: int) -> Pmf:
    """The same if nobody has asked before."""
    return effect.__wrapped__(dice, shown, save, 1, most)


def _kill(shown: int, save: int) -> int:
    """Chances in 36 that one die kills."""
    return (7 - shown) * (save - 1 if save else 6)


def _by_dyce(dice: int, shown: int, save: int, most: int) -> dyce.H[int]:
    kill = _kill(shown, save)
    lost = dice @ dyce.H({0: 36 - kill, 1: kill})
    if most >= dice:
        return lost
    capped: Counter[int] = Counter()
    for count, weight in lost.items():
        capped[min(most, count)] += weight
    return dyce.H(capped)


def _by_icepool(dice: int, shown: int, save: int, most: int) -> icepool.Die[int]:
    lost = dice @ icepool.coin(_kill(shown, save), 36)
    return lost if most >= dice else lost.map(lambda count: min(most, count))


def _checked() -> None:
    """All three must give the same fractions."""
    for case in CASES:
        ours = {n: chance for n, chance in enumerate(_prepared(*case)) if chance}
        theirs, pools = _by_dyce(*case), _by_icepool(*case)
        if ours != {n: Fraction(weight, theirs.total) for n, weight in theirs.items() if weight}:
            raise AssertionError(f"dyce has other odds for {case}.")
        if ours != {n: Fraction(weight, pools.denominator()) for n, weight in pools.items()}:
            raise AssertionError(f"icepool has other odds for {case}.")
    if not _exchange(MEN) == _pool(MEN) == _pool_remembered(MEN):
        raise AssertionError("icepool has another outcome of the exchange.")


KILLS = (Fraction(1, 2), Fraction(4, 9))
"""A linked die at 4+, and one at 3+ against a save of 5+."""
TURNS, MEN = 10, 4
Joint = dict[tuple[int, int], Fraction]


def _exchange(men: int) -> Joint:
    return exchange((men, KILLS[0]), (men, KILLS[1]), TURNS)


def _pool(men: int) -> Joint:
    """The same by icepool, as its manual has it."""
    return _left(icepool.Die([(men, men)]).map(_step, repeat=TURNS, star=True))


def _pool_remembered(men: int) -> Joint:
    """The same, spared from working a step out again for each turn."""
    return _left(icepool.Die([(men, men)]).map(cache(_step), repeat=TURNS, star=True))


def _step(men: int, others: int) -> Any:
    if not men or not others:
        return men, others
    first, second = (icepool.coin(kill.numerator, kill.denominator) for kill in KILLS)
    return icepool.map(lambda k, o: (max(0, men - o), max(0, others - k)), men @ first, others @ second)


def _left(die: icepool.Die[tuple[int, int]]) -> Joint:
    return {state: Fraction(weight, die.denominator()) for state, weight in die.items()}


def _seconds(*runs: Callable[..., Any], cases: Iterable[tuple[int, ...]]) -> list[float]:
    """The best time of each, all in turn, for all cases."""
    best = [inf] * len(runs)
    for _ in range(8):
        for number, run in enumerate(runs):
            start = process_time()
            for case in cases:
                run(*case)
            best[number] = min(best[number], process_time() - start)
    return best


# --- bots -------------------------------------------------------------------------------------------


def _greedy(name: str) -> float:
    """Steps of python-chess in the time of one battle, if two processes play at once."""
    with ProcessPoolExecutor(2) as pool:
        return sum(pool.map(_greedy_battle, (name, name), ("first", "second"))) / 2


def _greedy_battle(system: str, seed: str) -> float:
    """The same in one process: the best of some rounds of both, taken in turn."""
    pack = pack_of(system)
    setup, rounds, steps = setup_of(pack, 3), list[float](), list[float]()
    for number in range(10):
        games = [_game(f"{number} {game}") for game in range(GAMES)]
        steps.append(sum(game[0] for game in games) / sum(game[1] for game in games))
        start = process_time()
        for battle in range(100):
            name = f"{seed} {number} {battle}"
            bots = bots_for(pack.system, setup, ("greedy", "greedy"), name)
            fight(pack.system, setup, bots, seeded_dice(name))
        rounds.append((process_time() - start) / 100)
    return min(rounds) / min(steps)
