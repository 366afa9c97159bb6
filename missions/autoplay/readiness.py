"""Bots say that they are ready for a draw."""

from __future__ import annotations

from league.kernel.nonces import seal_of
from missions.autoplay.driver import Driver
from missions.rules.game.state import SIDES, SideName, other
from missions.rules.orders import PressReady


def press_ready(driver: Driver, game: int, side: SideName) -> PressReady:
    """The order of a side that is ready. The first nonce is given against the seal of the other
    side's nonce."""
    if game not in driver.nonces:
        driver.nonces[game] = {each: f"{driver.rng.getrandbits(64):016x}" for each in SIDES}
    nonces = driver.nonces[game]
    return PressReady(game, side, nonces[side], against=seal_of(nonces[other(side)]))
