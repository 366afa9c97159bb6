"""The two ports: filled when Django starts, and without fleets and games if nobody fills them."""

from __future__ import annotations

import pytest

from league import ports
from league.kernel.fold import CampaignState
from league.selectors import port_rows
from tests import verbs


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ports as they are before an app fills them."""
    monkeypatch.setattr(ports, "_fleets", ports._NoFleets())
    monkeypatch.setattr(ports, "_games", ports._NoGames())


def test_the_apps_above_fill_the_ports_when_django_starts():
    assert type(ports.fleet_port()).__module__ == "rosters.selectors.port"
    assert type(ports.game_port()).__module__ == "missions.selectors.port"


def test_without_the_apps_above_a_campaign_has_no_fleets_and_no_games(nobody):
    assert port_rows.fleets(1) == []
    assert port_rows.own_fleets([(1, 1)]) == {}
    assert port_rows.standings(1).total == 0
    assert port_rows.games(1, 1) == {}
    assert port_rows.game_names(1, [1]) == {}
    assert ports.game_port().next_number(CampaignState()) == 0
    assert port_rows.values(1, [1]) == []
    assert ports.fleet_facts(CampaignState()) == {}
    assert not ports.game_port().in_friendly(CampaignState(), 1)


def test_rows_and_facts_tell_the_same_of_a_fleet(running):
    facts = ports.fleet_facts(verbs.state_of(running.organiser))
    rows = {row.number: row for row in port_rows.fleets(running.campaign.pk)}
    assert facts.keys() == rows.keys() == {running.fleet, running.rival_fleet}
    for number, known in facts.items():
        row = rows[number]
        assert (
            known.member,
            known.name,
            known.side,
            known.value,
            known.standing,
            known.proxy,
            known.games,
        ) == ((row.member, row.name, row.side, row.value, row.standing, row.proxy, row.games))
