"""Games between the nights: one player proposes, the other agrees, and the pairing follows the rules."""
