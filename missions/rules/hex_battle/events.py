"""Events around a game fought on the hex board. Appliers: `missions.rules.hex_battle.folding`."""

from __future__ import annotations

from league.kernel.events import Event, event
from missions.rules.game.sides import SideName


@event("game.battle_proposed")
class BattleProposed(Event):
    """A side would like to fight the game on the hex board, by the rules of `system` ("": the first there
    is).
    """

    game: int
    side: SideName
    member: int
    system: str = ""


@event("game.battle_agreed")
class BattleAgreed(Event):
    """The other side agrees. `battle` is the battle's number in the campaign."""

    game: int
    side: SideName
    member: int
    battle: int


@event("game.battle_declined")
class BattleDeclined(Event):
    """The other side would rather not, or the proposal is taken back by its own side."""

    game: int
    side: SideName
    member: int
