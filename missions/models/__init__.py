"""Rows of games, projections of the log, and the battles fought on hexes."""

from missions.models.battle import Battle, BattleOrder, BattleSeat
from missions.models.game import Game

__all__ = ["Battle", "BattleOrder", "BattleSeat", "Game"]
