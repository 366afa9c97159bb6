"""Limits that keep one visitor from taking the site from everybody else.

`docs/operations.md` lists them with what people read when they meet one. Sizes are bytes, times seconds.
"""

PAGE_THREADS = 10
"""Pages that one process makes at a time."""
BACKLOG = 128
"""Connections that wait to be taken."""

BODY_BYTES = 20 * 2**20
BODY_SECONDS = 10.0
"""Size of what a request sends, and the time it may take; a thread is taken after that."""
SMALL_BODY_BYTES = 64 * 2**10
LARGE_BODIES = 8
"""Bodies over the small size that one process holds at a time. Forms are small; archives are not."""

STREAMS = 500
STREAMS_PER_ADDRESS = 60
"""Live pages that one process streams to: in all, and to one address. A club's hall is often one address."""
STREAM_RETRY_SECONDS = 60
"""Time after which a page that was refused asks for a stream again; it polls meanwhile."""

SHEETS_WAITING = 3
"""Requests that wait for the press while it sets a sheet; each of them holds a thread."""
SHEET_RETRY_SECONDS = 5

RESTORED_ACTS = 20_000
RESTORED_EVENTS = 60_000
RESTORED_SECONDS = 15.0
"""Length of an archive's log that a page restores, and the time that folding it may take; the command line
takes more."""
RESTORES, RESTORES_SECONDS = 3, 3600
"""Restores that one account may begin in so many seconds."""
CAMPAIGNS_PER_ACCOUNT = 50
"""Campaigns that one account may organise."""
