"""Rows of games, projections of the log; the photos of games; seals that browsers announce before a draw;
orders that wait for links."""

from missions.models.game import Game
from missions.models.laid_order import LaidOrder
from missions.models.nonce_seal import NonceSeal
from missions.models.photo import Photo

__all__ = ["Game", "LaidOrder", "NonceSeal", "Photo"]
