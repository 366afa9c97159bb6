"""The stock people and their campaigns."""

from tests.clubs import running  # noqa: F401
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
