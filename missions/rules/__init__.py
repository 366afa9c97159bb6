"""PURE: a game from the draw to the post-game update."""
