"""Rows of games, projections of the log, and the photos of games."""

from missions.models.game import Game
from missions.models.photo import Photo

__all__ = ["Game", "Photo"]
