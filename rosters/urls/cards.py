"""Addresses of the card browser, under /cards/."""

from django.urls import path

from rosters.views.cards import pages

urlpatterns = [
    path("", pages.card_list, name="cards"),
    path("ships/<slug:card_id>/", pages.ship_card, name="ship-card"),
    path("upgrades/<slug:card_id>/", pages.upgrade_card, name="upgrade-card"),
]
