"""Limits that keep one visitor from taking the site from everybody else.

`docs/operations.md` lists them with what people read when they meet one. Sizes are bytes, times seconds.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """A number that is allowed in so many seconds, counted from the first."""

    most: int
    seconds: int


PAGE_THREADS = 10
"""Pages that one process makes at a time."""
BACKLOG = 128
"""Connections that wait to be taken."""

BODY_BYTES = 20 * 2**20
BODY_SECONDS = 10.0
"""Size of what a request sends, and the time it may take; a thread is taken after that."""
SMALL_BODY_BYTES = 64 * 2**10
LARGE_BODIES = 8
LARGE_BODIES_READ = 2
"""Bodies over the small size that one process holds at a time, and those of them that pages read at a time.
Forms are small; archives are not."""

STREAMS = 500
STREAMS_PER_ADDRESS = 60
"""Live pages that one process streams to: in all, and to one address. A club's hall is often one address."""
STREAM_THREADS = 1
"""Threads that open streams, beside those of the pages; after each stream they rest."""
STREAM_RETRY_SECONDS = 60
"""Time after which a page that was refused asks for a stream again; it polls meanwhile."""

PASSWORDS_WAITING = 3
PASSWORD_RETRY_SECONDS = 3
"""Requests whose password waits while another is checked, each of which holds a thread, and the time after
which others may try again."""

SHEETS_WAITING = 3
"""Requests that wait for the press while it sets a sheet; each of them holds a thread."""
SHEET_RETRY_SECONDS = 5

RESTORED_ACTS = 20_000
RESTORED_EVENTS = 60_000
RESTORED_SECONDS = 15.0
"""Length of an archive's log that a page restores, and the time that folding it may take; the command line
takes more."""
RESTORES = Rate(3, 3600)
"""Restores that one account may begin."""
CAMPAIGNS_PER_ACCOUNT = 50
"""Campaigns that one account may organise."""
CLUBS_PER_ACCOUNT = 10
"""Clubs that one account may organise."""

OWN_DATA = Rate(5, 3600)
"""Files with everything about it that one account may download."""

SIGN_UPS = Rate(300, 24 * 3600)
"""Accounts that the whole site makes. allauth limits each address (`ACCOUNT_RATE_LIMITS`)."""

POSTS_AT_ONCE = 120
POSTS_PER_SECOND = 2.0
"""Forms and orders of one account, or of one address without an account, that one process takes: at once, and
in the long run."""

TRIED = Rate(30, 3600)
TRIED_BY_ALL = Rate(1_000, 3600)
OPENED = Rate(60, 3600)
"""Battles that one address tries without an account, that all of them try, and that one account begins."""
VISITORS_BATTLES = 5_000
"""Try-outs of visitors that are kept; those that rested longest make room for a new one."""
CALENDAR_ADDRESSES = Rate(10, 3600)
CALENDAR_FETCHES = Rate(60, 3600)
"""Calendar addresses that one account makes, and times that one of them is fetched."""
CALENDAR_ENTRIES = 500
"""Entries of one calendar; the latest stay."""

PLAN_STEPS = 40
PLANS_KEPT = 5
"""Steps of a plan for a fleet, and plans that one session keeps."""

BOTS_THINKING = 2
"""Requests in one process whose computer thinks ahead. In others it plays as fast as it can."""

PHOTO_BYTES = 15 * 2**20
PHOTO_MEGAPIXELS = 50
PHOTO_MEGAPIXELS_WHOLE = 25
"""Size of a photo that somebody sends; the second number of pixels is that of PNG and WebP, which are decoded
whole, while JPEG is made smaller on the way."""
PHOTO_SCANS = 100
"""Passes over a JPEG's picture. A camera makes up to ten; each one costs as much as the whole picture."""
PHOTOS_AT_ONCE = 1
PHOTO_WAIT_SECONDS = 5
"""Photos that one process decodes at a time, and the time that others wait for that."""
PHOTOS_ADDED = Rate(60, 3600)
PHOTOS_PER_GAME = 20
PHOTOS_PER_CAMPAIGN = 600
PHOTOS_PER_ACCOUNT = 300
"""Photos that one account sends, and those that are kept; two pictures of a photo have about 500 kB."""
PHOTO_DISK_LEFT = 500 * 2**20
"""Room on the disk that photos leave to the database."""

SHARES = Rate(60, 3600)
"""Squadrons that one account shares, those that it brings up to date among them."""
