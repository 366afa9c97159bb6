"""The stock people, for every test of a page."""

from tests.people import (  # noqa: F401
    campaign,
    co_organiser,
    nobody,
    organiser,
    player,
    public_campaign,
    rival,
    stranger,
    visitor,
)
