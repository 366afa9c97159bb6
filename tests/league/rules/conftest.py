"""The club of `tests.league.rules.club` as fixtures."""

from collections.abc import Iterator

import pytest

from league import ports
from league.kernel import fold
from league.ports import FleetFacts
from league.rules.campaign import CreateCampaign
from league.rules.events import CampaignStarted, MemberJoined
from league.rules.rounds import OpenRound
from tests.league.rules.club import HELPER, VISITOR, Club, owner_of


@pytest.fixture
def league_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the parts of the apps above out of the state, even if they are registered."""
    own = {cls: [each for each in found if each[0] == "league"] for cls, found in fold._APPLIERS.items()}
    monkeypatch.setattr(fold, "_APPLIERS", own)
    monkeypatch.setattr(fold, "PARTS", {"league": fold.PARTS["league"]})
    monkeypatch.setattr(ports, "_games", ports._NoGames())
    monkeypatch.setattr(ports, "_fleets", ports._NoFleets())


@pytest.fixture
def club(league_alone: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A gathering campaign with organiser, co-organiser, visitor and no fleets."""
    made = Club()
    monkeypatch.setattr(ports, "_fleets", made)
    made.do(CreateCampaign("Tuesday League"))
    made.happen(MemberJoined(member=HELPER.member, role="co_organiser"))
    made.happen(MemberJoined(member=VISITOR.member, role="visitor"))
    yield made
    made.assert_fold_agrees()


@pytest.fixture
def night(club: Club) -> Club:
    """A running campaign, round 1 open, fleets 1–5 worth 340, 330, 350, 330 and 345; nobody is there yet."""
    for number, value in enumerate((340, 330, 350, 330, 345), start=1):
        owner = owner_of(number)
        club.happen(MemberJoined(member=owner.member, role="player"))
        club.fleets[number] = FleetFacts(number, owner.member, f"Fleet {number}", "Rebel", value, "ready")
    club.happen(CampaignStarted(fleets=tuple(club.fleets)))
    club.do(OpenRound())
    return club
