"""Battles fought on the hex board."""

from missions.battles.models.battle import Battle, BattleOrder, BattleSeat

__all__ = ["Battle", "BattleOrder", "BattleSeat"]
