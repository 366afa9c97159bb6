"""Rows of the league app. Only the log, identities and invitations are facts; the rest are projections of the
log.
"""

from league.models.campaign import Campaign, Shard
from league.models.closing import Closing
from league.models.club import Club, ClubCampaign
from league.models.elapsed import Elapsed
from league.models.event import Act, EventRow
from league.models.feed import CalendarFeed
from league.models.invitation import Invitation, JoinRequest
from league.models.member import Member
from league.models.outgoing import Outgoing
from league.models.player_page import PlayerPage
from league.models.pulse import Pulse
from league.models.round import Round
from league.models.tally import Tally
from league.models.wishes import Wishes

__all__ = [
    "Act",
    "CalendarFeed",
    "Campaign",
    "Closing",
    "Elapsed",
    "Club",
    "ClubCampaign",
    "EventRow",
    "Invitation",
    "JoinRequest",
    "Member",
    "Outgoing",
    "PlayerPage",
    "Pulse",
    "Round",
    "Shard",
    "Tally",
    "Wishes",
]
