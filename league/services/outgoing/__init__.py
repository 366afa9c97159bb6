"""The outbox: what the site sends is a row first, and a worker sends it after the commit.

`rows` writes and leases rows, `senders` lists how each kind is sent, `worker` does the work, `letters` makes
rows of all mail. Decision 34 in docs/decisions has the reasons.
"""
