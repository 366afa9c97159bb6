"""Addresses of the card browser, under /cards/."""

from django.urls import path

from rosters.views import cards

urlpatterns = [
    path("", cards.card_list, name="cards"),
    path("ships/<slug:card_id>/", cards.ship_card, name="ship-card"),
    path("upgrades/<slug:card_id>/", cards.upgrade_card, name="upgrade-card"),
]
