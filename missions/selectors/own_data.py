"""The photos of an account in the file with everything about it."""

from __future__ import annotations

from league.addresses import address
from league.selectors.own_data import Files, Owner, moment, provides_own_data
from missions.models import Photo


@provides_own_data
def _photos(owner: Owner) -> Files:
    """One entry for each photo that the account added, with the address of the picture. One query."""
    photos = Photo.objects.filter(user=owner.user).select_related("campaign").order_by("pk")
    return {
        "photos.json": [
            {
                "campaign": each.campaign.name,
                "caption": each.caption,
                "added": moment(each.added_at),
                "picture": address("photo-large", each.campaign_id, each.pk),
            }
            for each in photos
        ]
    }
