"""PURE: the campaign itself — members, settings, rounds, who plays whom, standings."""
