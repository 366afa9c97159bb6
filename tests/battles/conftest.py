"""Battles are tried in the same league as games."""

from tests.clubs import running  # noqa: F401
from tests.missions.conftest import drawn, sheets_as_text, table  # noqa: F401
from tests.missions.mission_tables import mission  # noqa: F401
from tests.people import (  # noqa: F401
    campaign,
    co_organiser,
    nobody,
    organiser,
    player,
    rival,
    stranger,
    visitor,
)
