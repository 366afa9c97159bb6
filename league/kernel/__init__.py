"""Pure parts shared by every app: refusals, events, fold, decisions, entropy. Standard library only."""
