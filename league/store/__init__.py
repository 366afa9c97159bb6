"""Storage of the log and the folded state: reading and appending events, shards of the snapshot, projected
rows.

Readers may use `log` and `parts`; only the door (`league.services.acts`, `league.services.undo`) writes.
"""
