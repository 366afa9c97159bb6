"""A small game of cards and ships behind the contract, which needs everything that a rule system may need.

Two sides, Sun and Moon, are played by one to three people each. Each side has an *ark* of seven hexes,
*skiffs* of one hex, and a pool of stars. A turn has three parts:

1. All seats lay one or two of their cards face down at the same time. Then all are shown, and the side
   with the higher sum goes first. If the sums are equal, both sides roll a ten-sided die.
2. One side after the other, each seat orders its units, or ends its turn for all that are left. A unit
   may move and then fire. Debris on the way costs a die: 8 or more loses a point of hull. A shot needs an
   enemy in range and in sight; rocks, and the half hexes at the rim, block sight. A card and stars add
   dice. Before the dice are rolled, the target's seat may guard with an even card, for two dice less.
   Symbol dice hit with a blast or with the target's symbol; each star goes to the firing side's pool.
3. After its units have acted, each seat of a side draws a card. An empty deck is refilled by shuffling
   the cards that were laid aside.

A side without its ark has lost. After the last turn the side with more hull wins.
"""

from __future__ import annotations

from tests.battles.engine.card_duel.system import DUEL, CardDuel, setup_for

__all__ = ["DUEL", "CardDuel", "setup_for"]
