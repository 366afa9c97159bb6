"""Players that play by themselves: they do everything through the door, as people would."""
