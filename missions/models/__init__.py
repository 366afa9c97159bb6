"""Rows of games, projections of the log."""

from missions.models.game import Game

__all__ = ["Game"]
