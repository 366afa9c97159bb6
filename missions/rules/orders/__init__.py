"""PURE: what players and organisers can do with a game."""
