"""The page of a person, put together from rows."""

from dataclasses import replace

from league.ports import Award, FleetRow, Flown, PlayedGame, Season
from league.presenters.player import Seat, opponents_of, own_fleets, player_facts
from league.rules.records import Person

NEW, OLD = (
    Seat(2, 7, "New League", "running", "Player", active=True),
    Seat(1, 5, "Old League", "ended", "Player", active=True),
)
RITA = Person(("account", 9, 0), "Rita", "/players/rita/")


def row(campaign, number, member, name, *record: int, standing="ready"):
    figures = (*record, *(0,) * (3 - len(record)))
    return FleetRow(
        campaign, number, member, name, "rebel", "", standing, 0, 350, 4, 0, 1, *figures, 0, slug=name
    )


ROWS = [row(1, 1, 5, "red", 2), row(1, 2, 6, "blue", 1), row(2, 1, 8, "grey", 1), row(2, 3, 7, "gold", 0, 1)]
SEASONS = {
    1: Season(
        (PlayedGame(1, 1, 1, 1, 2, "active", 9, 4), PlayedGame(1, 2, 2, 2, 1, "opposing", 3, 8)),
        (
            Award("Guns", (1,), "This fleet shot."),
            Award("Duel", (1, 2), "Close.", 2),
            Award("Others", (2,), "No."),
        ),
        {1: (Flown("xwing", "X-wing", 4), Flown("ywing", "Y-wing", 1)), 2: (Flown("awing", "A-wing", 9),)},
    ),
    2: Season(
        (PlayedGame(2, 1, 1, 1, 3, "active", 6, 5),),
        (Award("Too early", (3,), "Wait."),),
        {3: (Flown("ywing", "Y-wing", 5),)},
    ),
}
PEOPLE = {
    (1, 6): RITA,
    (2, 8): Person(RITA.key, "Rita", "/players/rita/"),
    (1, 5): Person(("place", 1, 5), "Me", ""),
}


def facts(seats=(NEW, OLD)):
    return player_facts(seats, ROWS, SEASONS, PEOPLE)


def test_only_fleets_in_ones_own_places_are_ones_own():
    assert [each.name for each in own_fleets((NEW, OLD), ROWS)] == ["red", "gold"]
    assert opponents_of(own_fleets((NEW, OLD), ROWS), ROWS, SEASONS) == {(1, 6), (2, 8)}


def test_the_record_spans_the_campaigns():
    record = facts().record
    assert (record.victories, record.defeats, record.draws) == (2, 1, 0)
    assert (record.destroyed, record.lost) == (22, 13)


def test_a_game_that_a_campaign_shares_with_its_restored_copy_counts_once():
    later = PlayedGame(3, 9, 3, 1, 2, "active", 5, 2)
    games = [replace(each, campaign=3) for each in SEASONS[1].games]
    seasons = SEASONS | {3: replace(SEASONS[1], games=[*games, later])}
    copied = [replace(each, campaign=3) for each in ROWS if each.campaign == 1]
    copy = replace(OLD, campaign=3, copy_of=1)
    found = player_facts((copy, NEW, OLD), [*ROWS, *copied], seasons, PEOPLE)
    assert (found.record.victories, found.record.defeats) == (3, 1)
    assert [(each.name, each.times) for each in found.ships] == [("Y-wing", 6), ("X-wing", 4)]
    assert [each.title for each in found.awards] == [each.title for each in facts().awards]


def test_one_person_is_one_opponent_and_the_last_game_has_the_winner_first():
    (line,) = facts().opponents
    assert (line.name, line.record.games) == ("Rita", 3)
    assert (line.last, line.last_url) == ("Lost, 6\u00a0to\u00a05", "/campaigns/2/games/1/")


def test_ships_of_all_campaigns_are_added_up():
    assert facts().ships == (Flown("ywing", "Y-wing", 6), Flown("xwing", "X-wing", 4))


def test_awards_are_those_of_campaigns_that_have_ended():
    awards = facts().awards
    found = [(each.title, each.others, each.url) for each in awards]
    assert awards[0].sentence == "red shot."
    assert found == [("Guns", "", "/campaigns/1/"), ("Duel", "Against blue.", "/campaigns/1/games/2/")]


def test_a_fleet_has_its_place_and_a_draft_has_none():
    drafts = [*ROWS, row(2, 4, 7, "new", standing="draft")]
    new, old = player_facts((NEW, OLD), drafts, SEASONS, PEOPLE).campaigns
    assert [(each.name, each.place, each.of) for each in new.fleets] == [("gold", 2, 2), ("new", 0, 2)]
    assert (old.fleets[0].place, old.fleets[0].state) == (1, "Finished")


def test_in_teams_the_place_of_the_team_stands_first():
    rows = [*ROWS, replace(row(1, 3, 9, "iron", 2), side="imperial")]
    alone, team = (
        player_facts((replace(OLD, in_teams=teams),), rows, SEASONS, PEOPLE).campaigns[0].fleets[0]
        for teams in (False, True)
    )
    assert (alone.team, alone.teams) == (0, 0)
    assert (team.team, team.teams, team.of) == (1, 2, 3)


def test_a_former_member_without_a_fleet_was_not_there():
    gone = Seat(3, 1, "Left", "running", "Player", active=False)
    organiser = Seat(4, 1, "Hosted", "running", "Organiser", active=True)
    lines = player_facts((organiser, gone, NEW), ROWS, SEASONS, PEOPLE).campaigns
    assert [each.name for each in lines] == ["Hosted", "New League"]
