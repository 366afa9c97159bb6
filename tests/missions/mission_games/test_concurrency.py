"""Both sides act at the same moment while a mission is prepared: nothing is lost, nothing counts twice.

`tests/league/test_concurrency_postgres.py` runs this module once more on PostgreSQL.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.kernel.refusal import Refusal
from league.rules.campaign import CreateCampaign
from league.services.campaigns import add_member, create_campaign
from missions.rules import orders as do
from missions.rules.game.sides import SIDES, SideName
from rosters.rules.assets.orders import DeclineAsset, TakeAsset
from tests import invariants, verbs
from tests.league.test_concurrency import at_once, giving, the_one_refusal
from tests.missions.mission_tables import MissionTable, mission_table
from tests.people import Person, account, browser

pytestmark = pytest.mark.django_db(transaction=True)


def holds(table: MissionTable) -> None:
    assert invariants.broken(table.league.campaign.pk) == []


@pytest.fixture
def table() -> MissionTable:
    """Paired in a campaign with missions, nothing prepared yet."""
    seat = create_campaign(account("olga"), CreateCampaign("Mission League", missions=True))
    user = User.objects.get(pk=seat.user_id)
    people = [Person(user, seat, browser(user))]
    for name in ("paul", "rita"):
        user = account(name)
        people.append(Person(user, add_member(seat.campaign_id, user, "player"), browser(user)))
    return mission_table(*people)


@pytest.fixture
def committing(table: MissionTable) -> MissionTable:
    """Extraction is chosen; each side holds an asset and has to commit."""
    table.hold("active", "scouted_area")
    table.hold("opposing", "sabotage")
    table.choose(3)
    return table


def assets_of(table: MissionTable, side: SideName) -> tuple[int, ...]:
    return tuple(table.fleet(side).assets)


@pytest.mark.rule("CR-070", "CR-079")
def test_both_press_ready_in_the_same_moment(table):
    answers = at_once(
        *[giving(table.seat(side), do.PressReady(table.number, side, f"n-{side}")) for side in SIDES]
    )
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert table.pregame.stage == "rest"
    assert set(table.game.draw.nonces) == set(SIDES)
    holds(table)


@pytest.mark.rule("CR-076")
def test_both_commit_in_the_same_moment_and_each_asset_is_used_once(committing):
    orders = [do.CommitAssets(committing.number, side, assets_of(committing, side)) for side in SIDES]
    answers = at_once(
        *[giving(committing.seat(side), order) for side, order in zip(SIDES, orders, strict=True)]
    )
    assert not [each for each in answers if isinstance(each, Refusal)]
    assert committing.pregame.locked
    assert [effect.kind for effect in committing.pregame.effects] == ["sabotage", "scouted_area"]
    assert [assets_of(committing, side) for side in SIDES] == [(), ()]
    holds(committing)


@pytest.mark.rule("CR-076")
def test_a_commitment_sent_twice_counts_once(committing):
    order = do.CommitAssets(committing.number, "active", assets_of(committing, "active"))
    active = committing.seat("active")
    refusal = the_one_refusal(at_once(giving(active, order), giving(active, order)))
    assert refusal.rule in ("CR-070", "CR-076")
    assert set(committing.pregame.commits) == {"active"}
    holds(committing)


@pytest.mark.rule("CR-070", "CR-076")
def test_a_commitment_is_taken_back_or_answered_and_never_both(committing):
    committing.commit("active", *assets_of(committing, "active"))
    answering = do.CommitAssets(committing.number, "opposing", assets_of(committing, "opposing"))
    back, answered = at_once(
        giving(committing.seat("active"), do.TakeBack(committing.number, "active")),
        giving(committing.seat("opposing"), answering),
    )
    assert not isinstance(answered, Refusal)
    assert committing.pregame.locked == isinstance(back, Refusal)
    assert (set(committing.pregame.commits) == {"opposing"}) != isinstance(back, Refusal)
    holds(committing)


@pytest.mark.rule("CR-070", "CR-091")
def test_a_nomination_is_taken_back_or_play_begins_with_it(table):
    table.choose(2)
    ship = table.ships("active")[0].id
    table.act("active", do.NominateShip(table.number, ship))
    the_one_refusal(
        at_once(
            giving(table.seat("active"), do.TakeBack(table.number, "active")),
            giving(table.seat("opposing"), do.GoOn(table.number)),
        )
    )
    stands = table.game.step == "play"
    assert (table.pregame.nominated, table.pregame.stage) == ((ship, "over") if stands else (0, "nominate"))
    holds(table)


@pytest.mark.rule("CR-072", "CR-079")
def test_a_squadron_is_drawn_once(table):
    table.ready()
    table.act("active", do.RestSquadrons(table.number))
    order = do.DrawMissionSquadron(table.number)
    active = table.seat("active")
    the_one_refusal(at_once(giving(active, order), giving(table.organiser.seat, order)))
    assert [each.purpose for each in table.pregame.picks] == ["drawn squadron"]
    holds(table)


@pytest.mark.rule("CR-093")
def test_both_draw_a_reserve_in_the_same_moment_and_each_has_one(table):
    table.choose(6)
    answers = at_once(
        *[giving(table.seat(side), do.DrawReinforcement(table.number, side, 2)) for side in SIDES]
    )
    drawn = [each.side for each in table.pregame.turns]
    refused = [each for each in answers if isinstance(each, Refusal)]
    assert len(drawn) == len(set(drawn)) == 2 - len(refused)
    assert len({each.card for each in table.pregame.turns if each.side == "active"}) <= 1
    holds(table)


@pytest.mark.rule("CR-076")
def test_calling_a_game_off_while_somebody_commits_returns_every_asset(committing):
    committing.commit("active", *assets_of(committing, "active"))
    held = assets_of(committing, "opposing")
    at_once(
        giving(committing.seat("opposing"), do.CommitAssets(committing.number, "opposing", held)),
        giving(committing.organiser.seat, do.VoidGame(committing.number, "Power cut.")),
    )
    assert committing.game.step == "void"
    assert [len(assets_of(committing, side)) for side in SIDES] == [1, 1]
    holds(committing)


@pytest.mark.rule("CR-083", "CR-094")
def test_an_offer_is_answered_once(table):
    table.choose(4)
    verbs.report(table.organiser.seat, table.number, conceded="opposing")
    verbs.make_choices(table.organiser.seat, table.number)
    verbs.confirm(table.organiser.seat, table.number)
    fleet = table.fleet("active")
    kind = fleet.offer.choices[0].kind
    take, decline = TakeAsset(fleet.id, kind), DeclineAsset(fleet.id)
    refusal = the_one_refusal(
        at_once(giving(table.seat("active"), take), giving(table.organiser.seat, decline))
    )
    assert refusal.code == "no_offer"
    assert table.fleet("active").offer is None
    holds(table)
