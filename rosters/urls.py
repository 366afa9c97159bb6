"""Addresses of the rosters app."""

from django.urls import URLPattern, URLResolver, include, path

from rosters.views import people, start

HERE = "campaigns/<int:campaign_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("cards/", include("rosters.card_urls")),
    path(f"{HERE}start/", start.start, name="campaign-start"),
    path(f"{HERE}leave/", people.leave, name="campaign-leave"),
    path(f"{HERE}members/<int:number>/remove/", people.remove, name="member-remove"),
    path(f"{HERE}fleets/<int:fleet>/hand-over/", people.hand_over_fleet, name="fleet-hand-over"),
]
