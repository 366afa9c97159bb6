"""A small game of cards and ships behind the contract, which needs everything that a rule system may need.

Two sides, Sun and Moon, played by one to three people each. Each side has an *ark* of seven hexes and
*skiffs* of one, and a pool of stars. In a turn

1. every seat lays one or two of its cards face down, all at the same time; then all are shown, and the side
with
   the higher sum goes first (equal sums: both roll a ten-sided die);
2. side by side, each seat orders its units: a move (debris on the way costs a die: 8 or more loses a point of
   hull), then fire at an enemy in sight, with a card and stars for more dice, or no fire. Rocks, and the half
   hexes at the rim, block sight. Before the dice fall, the seat that is fired at may guard with an even card,
   for two dice less. Symbol dice hit with a blast or the target's symbol; each star goes to the firing side's
   pool;
3. a side that has acted draws: every seat one card. The deck is refilled by shuffling what was laid aside.

A side without its ark has lost; after the last turn the side that has lost less hull wins.
"""

from __future__ import annotations

from tests.battles.engine.card_duel.system import DUEL, CardDuel, setup_for

__all__ = ["DUEL", "CardDuel", "setup_for"]
