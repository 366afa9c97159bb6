"""Creating, settling, joining, ending a campaign."""

import pytest

from league.kernel.decision import SYSTEM, Actor
from league.kernel.events import current
from league.kernel.fold import fold
from league.kernel.refusal import NotYours, Unreadable
from league.ports import FleetFacts
from league.rules.campaign import (
    ChangeRole,
    ChangeSettings,
    CreateCampaign,
    EndCampaign,
    HandOverOrganiser,
    JoinCampaign,
    ReopenCampaign,
    clean_reason,
)
from league.rules.events import (
    CampaignCreated,
    CampaignEnded,
    MemberJoined,
    MemberLeft,
    RoundClosed,
    SettingsChanged,
)
from league.rules.narration import sentence
from league.rules.profile import OPTIONS
from league.rules.rounds import CloseRound, OpenRound
from league.rules.state import LeagueState, MemberState, Profile
from tests.league.rules.club import HELPER, ORGANISER, VISITOR, Club, arrive, choose, owner_of, start

PLAYER = owner_of(1)


def test_creating_makes_the_actor_the_organiser_and_fixes_every_option():
    made = Club().do(
        CreateCampaign("  Star   Chart ", public=True, profile={"three_defeats_eliminate": True})
    )
    profile = {
        "recon_ship_limit_inclusive": True,
        "recover_any_ship": True,
        "three_defeats_eliminate": True,
        "second_game_in_round": False,
        "games_by_agreement": False,
    }
    assert made.events == [
        CampaignCreated(name="Star Chart", public=True, profile=profile),
        MemberJoined(member=1, role="organiser"),
    ]


@pytest.mark.rule("CR-050")
def test_a_new_campaign_is_free_for_all_without_missions(club):
    assert (club.league.format, club.league.missions, club.league.phase) == (
        "free_for_all",
        False,
        "gathering",
    )


@pytest.mark.rule("CR-050")
def test_a_campaign_may_be_mission_based():
    club = Club()
    club.do(CreateCampaign("Star Chart", missions=True))
    assert club.league.missions is True


@pytest.mark.rule("CR-050")
def test_a_campaign_may_be_played_in_teams():
    club = Club()
    club.do(CreateCampaign("Star Chart", format="team"))
    assert club.league.format == "team"


@pytest.mark.rule("CR-050")
@pytest.mark.parametrize(
    ("order", "field"),
    [
        (CreateCampaign("Pairs", format="two against two"), "format"),
        (CreateCampaign("   "), "campaign_name"),
        (CreateCampaign("n" * 81), "campaign_name"),
    ],
)
def test_a_campaign_that_cannot_be_played_is_refused_at_the_field(order, field):
    assert Club().refused(order).field == field


def test_eighty_characters_are_a_name():
    assert Club().do(CreateCampaign("n" * 80)).events


def test_a_campaign_is_created_once(club):
    assert club.refused(CreateCampaign("Again")).code == "exists"


@pytest.mark.parametrize("profile", [{"house_rule": True}, {"recover_any_ship": "yes"}])
def test_unknown_options_and_other_values_are_refused(profile):
    assert isinstance(Club().refused(CreateCampaign("Odd", profile=profile)), Unreadable)


def test_settings_change_while_gathering_and_options_left_out_keep_their_value(club):
    club.do(ChangeSettings("New name", True, {"recover_any_ship": False}))
    club.do(ChangeSettings("Newer name", True))
    assert (club.league.name, club.league.public) == ("Newer name", True)
    assert club.league.profile == Profile(recover_any_ship=False)


@pytest.mark.rule("CR-012", "CR-142", "CR-151")
def test_the_rules_options_are_fixed_once_the_campaign_runs(night):
    refusal = night.refused(ChangeSettings("Tuesday League", True, {"three_defeats_eliminate": True}))
    assert refusal.field == "profile"
    night.do(ChangeSettings("Tuesday League", True, {"three_defeats_eliminate": False}))
    assert night.league.public


def test_settings_that_change_nothing_are_not_an_act(club):
    assert club.refused(ChangeSettings("Tuesday League", False)).code == "no_change"


@pytest.mark.parametrize("actor", [PLAYER, VISITOR])
def test_only_organisers_change_settings_let_people_in_and_end_the_campaign(night, actor):
    orders = [ChangeSettings("X", True), JoinCampaign(7), EndCampaign(), ReopenCampaign("why")]
    assert all(isinstance(night.refused(order, actor), NotYours) for order in orders)


def test_people_join_and_may_come_back_but_not_twice_at_once(club):
    club.do(JoinCampaign(7), SYSTEM)
    assert club.league.members[7].role == "player"
    assert club.refused(JoinCampaign(7, "visitor")).code == "already_in"


@pytest.mark.parametrize("role", ["organiser", "system", "admiral"])
def test_nobody_joins_or_is_raised_to_a_role_that_is_not_given(club, role):
    assert isinstance(club.refused(JoinCampaign(7, role)), Unreadable)
    assert isinstance(club.refused(ChangeRole(HELPER.member, role)), Unreadable)


def test_a_co_organiser_lets_players_in_but_makes_no_co_organisers(club):
    club.do(JoinCampaign(7), HELPER)
    assert isinstance(club.refused(JoinCampaign(8, "co_organiser"), HELPER), NotYours)
    assert isinstance(club.refused(ChangeRole(7, "co_organiser"), HELPER), NotYours)


def test_the_organiser_changes_roles_any_number_of_co_organisers(club):
    club.do(ChangeRole(VISITOR.member, "co_organiser"))
    assert [each.id for each in club.league.members.values() if each.role == "co_organiser"] == [2, 90]
    assert club.refused(ChangeRole(VISITOR.member, "co_organiser")).code == "no_change"
    assert isinstance(club.refused(ChangeRole(12345, "player")), Unreadable)


def test_the_organiser_cannot_step_down_without_a_successor(club):
    assert club.refused(ChangeRole(ORGANISER.member, "player")).code == "organiser_stays"


def test_a_member_who_commands_a_fleet_does_not_become_a_visitor(night):
    refusal = night.refused(ChangeRole(PLAYER.member, "visitor"))
    assert "Fleet 1" in refusal.message
    night.fleets[1] = FleetFacts(1, PLAYER.member, "Fleet 1", "Rebel", 0, "eliminated")
    night.do(ChangeRole(PLAYER.member, "visitor"))


def test_handing_over_leaves_exactly_one_organiser(club):
    club.do(HandOverOrganiser(HELPER.member))
    assert [each.id for each in club.league.members.values() if each.role == "organiser"] == [HELPER.member]
    assert club.league.members[ORGANISER.member].role == "co_organiser"
    assert isinstance(club.refused(HandOverOrganiser(90), Actor(1, "co_organiser")), NotYours)
    assert club.refused(HandOverOrganiser(HELPER.member), Actor(2, "organiser")).code == "no_change"


def record(fleet, standing="ready", **facts: int):
    values = {"victories": 0, "defeats": 0, "draws": 0, "value": 350, "destroyed_points": 0} | facts
    return FleetFacts(fleet, 0, f"Fleet {fleet}", "", standing=standing, **values)


@pytest.mark.rule("CR-152")
def test_ending_keeps_the_final_standings_and_closes_the_round(night):
    records = [record(1, value=300), record(2, victories=1), record(3, "draft"), record(4, "retired")]
    night.fleets = {each.id: each for each in records}
    round_id = night.at.id
    assert night.do(EndCampaign(" Summer ")).events == [
        RoundClosed(round=round_id),
        CampaignEnded(standings=(2, 1), reason="Summer"),
    ]
    assert night.refused(EndCampaign()).code == "ended"


@pytest.mark.rule("CR-152")
def test_a_campaign_with_games_or_desks_open_does_not_end_and_says_which(night):
    arrive(night, 1, 2, 3, 4)
    start(night)
    choose(night, 3)
    night.desks.add(5)
    message = night.refused(EndCampaign()).message
    assert "Still in a game: Fleet" in message
    assert "Repairs still open: Fleet 5" in message


def test_an_open_desk_alone_keeps_the_campaign_from_ending(night):
    night.desks.add(2)
    message = night.refused(EndCampaign()).message
    assert message == ("The campaign cannot end yet. Repairs still open: Fleet 2. Finish these first.")


def test_a_person_who_left_is_no_member_any_more_and_may_join_again(club):
    club.happen(MemberLeft(member=VISITOR.member))
    assert isinstance(club.refused(ChangeRole(VISITOR.member, "player")), Unreadable)
    club.do(JoinCampaign(VISITOR.member))
    assert club.league.members[VISITOR.member] == MemberState(VISITOR.member, "player")


def test_settings_of_an_older_log_may_lack_an_option(club):
    club.happen(SettingsChanged(name="Old", public=False, profile={"recover_any_ship": False}))
    assert club.league.profile == Profile(recover_any_ship=False)


def test_a_campaign_that_has_not_begun_cannot_end(club):
    assert club.refused(EndCampaign()).code == "not_started"


def test_an_ended_campaign_takes_visitors_only_until_it_is_reopened(night):
    night.do(CloseRound(night.at.id))
    night.do(EndCampaign())
    assert night.refused(JoinCampaign(7)).code == "ended"
    night.do(JoinCampaign(7, "visitor"))
    assert night.refused(OpenRound()).code == "ended"
    assert night.refused(ReopenCampaign(" ")).field == "reason"
    night.do(ReopenCampaign("One more night"))
    assert night.league.phase == "running"
    assert night.refused(ReopenCampaign("Again")).code == "not_ended"


def test_reasons_have_an_end(night):
    assert night.refused(EndCampaign("x" * 501)).field == "reason"


@pytest.mark.rule("CR-052")
@pytest.mark.parametrize("kind", ["campaign.created", "campaign.settings_changed"])
def test_a_campaign_from_before_the_option_goes_on_with_second_games(kind):
    old = {"name": "Old", "public": True, "profile": {"recover_any_ship": False}}
    cls, facts = current(kind, 1, old)
    assert fold([CampaignCreated("Old"), cls(**facts)]).of(LeagueState).profile == Profile(
        recover_any_ship=False, second_game_in_round=True
    )
    assert current(kind, 2, old) == (cls, old)


@pytest.mark.rule("CR-012", "CR-052", "CR-142", "CR-151")
def test_every_option_of_the_profile_is_explained_with_its_default():
    assert {each.key: each.default for each in OPTIONS} == {
        "recon_ship_limit_inclusive": True,
        "recover_any_ship": True,
        "three_defeats_eliminate": False,
        "second_game_in_round": False,
        "games_by_agreement": False,
    }
    assert {each.rule for each in OPTIONS} == {"CR-012", "CR-052", "CR-142", "CR-151"}
    assert [each.reading(Profile()) == (each.on if each.default else each.off) for each in OPTIONS] == [
        True
    ] * 5


def test_signs_that_cannot_be_shown_become_blanks_in_names_and_reasons():
    assert clean_reason("late\x00 bus\r\nno\ud800 car ") == "late  bus\nno  car"
    events = Club().do(CreateCampaign("Outer\x00 Rim")).events
    assert events[0].name == "Outer Rim"


def test_a_change_of_settings_tells_only_what_is_new(club):
    league = club.league
    (event,) = club.do(ChangeSettings(league.name, league.public, {"games_by_agreement": True})).events
    told = "The settings were changed: “Players pair the games that they agreed on” is on."
    assert sentence(event) == told
