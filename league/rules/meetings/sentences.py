"""Sentences that tell one reader of a game between the nights: about "you" if a side is theirs, else about
the fleets."""

from __future__ import annotations

from dataclasses import dataclass

from league.rules.phrases import join_words

BEGIN_QUESTION = "Begin the game now? Both of you should be there."
DECLINE_QUESTION = "Decline this game? The other side is told."
WITHDRAW_QUESTION = "Withdraw this game? The other side is told that it is not played."
"""Questions that a press asks before it ends or begins a game for both."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the game: its fleet, its player's name ("" for none), and whether the reader commands it."""

    fleet: str
    player: str
    own: bool

    @property
    def words(self) -> str:
        """The side for others: its player, with the fleet."""
        return f"{self.player} ({self.fleet})" if self.player else self.fleet


@dataclass(frozen=True, slots=True)
class Told:
    """A game between `asks`, the side that proposed it, and `asked`, for one reader."""

    asks: Side
    asked: Side
    venue: str

    @property
    def other(self) -> Side | None:
        """The side that the reader meets; None for somebody who commands none of them, or both."""
        if self.asks.own == self.asked.own:
            return None
        return self.asked if self.asks.own else self.asks

    @property
    def place(self) -> str:
        return f", venue {self.venue}"

    def proposed(self) -> str:
        """Tells the side that was asked."""
        return f"{self.asks.words} proposes a game to you{self.place}: agree or decline."

    def agreed(self) -> str:
        """The beginning of a sentence: what `begun` or another sentence completes."""
        both = f"You and {self.other.words}" if self.other else join_words(self._fleets)
        return f"{both} agreed on a game{self.place}"

    def begun(self) -> str:
        """Tells those who may begin the agreed game."""
        return f"{self.agreed()}: begin it when {'you' if self.other else 'they'} meet."

    def declined(self) -> str:
        if self.other is None:
            return f"{self.asked.fleet} declined the game against {self.asks.fleet}{self.place}."
        return f"{self.asked.words} declined the game that you proposed{self.place}."

    def withdrawn(self, by: str) -> str:
        """`by` is the name of the person who took it back, "" if nobody knows."""
        if self.other is None or not by:
            against = f" against {self.other.words}" if self.other else f" of {join_words(self._fleets)}"
            return f"The game{against}{self.place}, is withdrawn. It is not played."
        if by == self.other.player:
            return f"{self.other.words} withdrew the game against you{self.place}. It is not played."
        return f"{by} withdrew your game against {self.other.words}{self.place}. It is not played."

    @property
    def _fleets(self) -> tuple[str, str]:
        return self.asks.fleet, self.asked.fleet
