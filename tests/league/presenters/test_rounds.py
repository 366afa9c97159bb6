"""The round page as data: who may press what, and why the round is still open."""

from dataclasses import dataclass

import pytest

from league.addresses import campaign_address
from league.presenters.progress import round_line
from league.presenters.rounds import round_page
from league.rules.state import Pairing, RoundState


@dataclass
class Fleet:
    number: int
    name: str
    value: int = 250
    standing: str = "ready"
    proxy: int = 0
    side: str = "rebel"

    @property
    def member(self) -> int:
        return self.number * 10

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-")


FLEETS = [Fleet(1, "Red Wing", 252), Fleet(2, "Iron Fist", 240), Fleet(3, "Grey Talons", 245)]


def page(at: RoundState, fleets=FLEETS, me: int = 0, organises: bool = False, again: bool = False):
    return round_page(at, fleets, {}, {}, base=campaign_address(1), me=me, organises=organises, again=again)


@pytest.mark.rule("CR-052")
def test_fleets_are_listed_lowest_value_first():
    assert [each.name for each in page(RoundState(9, 1)).people] == ["Iron Fist", "Grey Talons", "Red Wing"]


def test_a_player_may_check_in_the_own_fleet_only():
    assert [each.name for each in page(RoundState(9, 1), me=10).people if each.may_in] == ["Red Wing"]
    assert sum(each.may_in for each in page(RoundState(9, 1), organises=True).people) == 3


def test_a_stranger_with_no_number_commands_nothing():
    found = page(RoundState(9, 1, present=[1]), me=0)
    assert not any(each.mine or each.may_in or each.may_out for each in found.people)


@pytest.mark.parametrize("standing", ["draft", "playing", "desk"])
def test_a_fleet_that_cannot_come_is_shown_with_the_reason(standing):
    (found,) = page(RoundState(9, 1), [Fleet(1, "Red Wing", standing=standing)], organises=True).people
    assert (found.may_in, bool(found.note)) == (False, True)


@pytest.mark.parametrize("standing", ["eliminated", "retired"])
def test_a_fleet_out_of_the_campaign_is_not_asked_for(standing):
    assert page(RoundState(9, 1), [Fleet(1, "Red Wing", standing=standing)]).people == []


@pytest.mark.rule("CR-052")
def test_the_choice_lies_with_the_owner_of_the_active_fleet_and_organisers():
    at = RoundState(9, 1, present=[1, 2, 3], picking=2)
    assert [page(at, me=20).may_pick, page(at, me=10).may_pick, page(at, organises=True).may_pick] == [
        True,
        False,
        True,
    ]
    assert [each.name for each in page(at, me=20).choices] == ["Grey Talons", "Red Wing"]


def test_matching_is_offered_while_two_have_no_game():
    assert page(RoundState(9, 1, present=[1, 2]), organises=True).may_match
    assert not page(RoundState(9, 1, present=[1]), organises=True).may_match
    assert not page(RoundState(9, 1, present=[1, 2])).may_match


@pytest.mark.rule("CR-052")
@pytest.mark.parametrize("again", [False, True])
def test_a_fleet_back_from_a_game_may_have_another_with_the_option(again):
    at = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")})
    found = page(at, organises=True, again=again)
    assert (found.may_match, found.may_match_again, found.unmatched) == (False, again, [])


def test_a_cancelled_pairing_frees_both_fleets():
    at = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, "cancelled")})
    assert len(page(at, organises=True).unmatched) == 2


@pytest.mark.rule("CR-054", "CR-056")
def test_the_page_says_what_keeps_a_round_open():
    fleets = [Fleet(1, "Red Wing", standing="playing"), Fleet(2, "Iron Fist", standing="desk"), FLEETS[2]]
    assert page(RoundState(9, 1, present=[1, 2, 3]), fleets, organises=True).not_yet == [
        "Still in a game: Red Wing.",
        "Repairs still open: Iron Fist.",
        "Without a game: Grey Talons.",
    ]


def test_a_closed_round_offers_nothing():
    at = RoundState(9, 1, open=False, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")})
    found = page(at, organises=True)
    assert not any(each.may_in or each.may_out for each in found.people)
    assert not any(each.may_cancel for each in found.pairings)
    assert (found.may_match, found.not_yet) == (False, [])


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (RoundState(9, 2), "Round 2: nobody has checked in yet."),
        (RoundState(9, 2, present=[1]), "Round 2: 1 fleet checked in. One waits for an opponent."),
        (
            RoundState(9, 2, present=[1, 2], picking=2),
            "Round 2: Iron Fist is the Active Fleet and chooses its opponent.",
        ),
        (
            RoundState(9, 2, present=[1, 2], pairings={5: Pairing(5, 2, 1)}),
            "Round 2: 1 game on the tables.",
        ),
        (
            RoundState(9, 2, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")}),
            "Round 2: every game is over, and all repairs are closed. An organiser closes the round.",
        ),
    ],
)
def test_one_line_says_whose_move_it_is(at, line):
    assert round_line(at, {2: "Iron Fist"}) == line


def test_the_round_says_below_its_heading_how_it_stands():
    at = RoundState(9, 2, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")})
    fleets = [Fleet(1, "Red Wing", standing="desk"), Fleet(2, "Iron Fist", standing="ready"), FLEETS[2]]
    assert page(at, fleets).sub == "The games are over. Repairs are open: Red Wing."
    assert page(RoundState(9, 2)).sub == "Nobody has checked in yet."
    assert page(RoundState(9, 2, present=[1, 2], picking=2)).sub.startswith("Iron Fist is the Active Fleet")
    assert page(RoundState(9, 2, open=False)).sub == "This round is closed."
    assert page(RoundState(9, 2, agreed=True)).sub.startswith("Two players agreed on a game.")


def test_a_game_that_was_called_off_stands_apart_from_the_tables():
    pairings = {5: Pairing(5, 2, 1, "cancelled"), 6: Pairing(6, 2, 1)}
    found = page(RoundState(9, 2, present=[1, 2], pairings=pairings), organises=True)
    assert ([each.game for each in found.tables], [each.game for each in found.called_off]) == ([6], [5])


@pytest.mark.rule("CR-052")
@pytest.mark.parametrize(
    ("other", "goes_on"),
    [
        ("scum", "An organiser starts the matching."),
        ("rebel", "All fleets that wait for a game belong to Team Rebel."),
    ],
)
def test_the_line_knows_that_a_team_does_not_play_itself(other, goes_on):
    line = round_line(RoundState(9, 2, present=[1, 2]), {}, {1: "rebel", 2: other, 3: "imperial"})
    assert line == f"Round 2: 2 fleets checked in. {goes_on}"


@pytest.mark.rule("CR-052")
def test_two_who_wait_are_told_to_start_the_matching():
    at = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, "cancelled")})
    ours, theirs = page(at, organises=True).next, page(at, me=10).next
    assert ours.title == "Iron Fist and Red Wing wait for a game"
    assert ours.text == "Start the matching: the lowest fleet value among them chooses first."
    assert theirs.text.startswith("An organiser starts the matching:")


@pytest.mark.rule("CR-052")
def test_a_late_arrival_is_told_who_could_play():
    at = RoundState(9, 1, present=[1, 2, 3], pairings={5: Pairing(5, 2, 1, "finished")})
    found = page(at, organises=True, again=True)
    assert found.next.title == "Grey Talons waits for a game"
    assert (
        found.next.text
        == "Let Grey Talons choose among the fleets that have played already and are free again."
    )
    assert found.match_again == "Let Grey Talons choose among the free fleets"
    found = page(at, organises=True)
    assert (found.next.title, found.next.rule) == ("Grey Talons has no opponent", "CR-056")
    assert found.next.text == (
        "No fleet is left that it could meet. Finish the matching; then it goes to Repairs."
    )
    assert (found.next.ends, found.ends_above) == ("only", True)
    assert not found.may_match_again
    found = page(at, [*FLEETS, Fleet(4, "Blue Wing")], organises=True)
    assert found.next.text == (
        "It needs an opponent. Still to come: Blue Wing (not checked in). Otherwise finish the matching, "
        "and it goes to Repairs."
    )


@pytest.mark.rule("CR-052", "CR-056")
def test_a_late_fleet_is_told_before_it_checks_in_that_nobody_is_left_to_meet():
    at = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")})
    assert [each.name for each in page(at, me=30).too_late] == ["Grey Talons"]
    others = [page(at, me=10), page(at, me=30, again=True), page(RoundState(9, 1, present=[1]), me=30)]
    others.append(page(at, [*FLEETS, Fleet(4, "Blue Wing")], me=30))
    assert [each.too_late for each in others] == [[], [], [], []]


@pytest.mark.rule("CR-052")
@pytest.mark.parametrize("again", [False, True])
def test_a_fleet_that_has_played_is_offered_last_and_only_with_the_option(again):
    pairings = {5: Pairing(5, 2, 1, "finished")}
    at = RoundState(9, 1, present=[1, 2, 3], picking=3, pairings=pairings)
    names = [each.name for each in page(at, again=again).choices]
    assert names == (["Iron Fist", "Red Wing"] if again else [])
    late = [*FLEETS, Fleet(4, "Blue Wing")]
    at.present.append(4)
    assert [each.name for each in page(at, late, again=again).choices] == ["Blue Wing"]


@pytest.mark.rule("CR-056")
def test_one_alone_is_told_what_it_waits_for_and_how_it_sits_out():
    found = page(RoundState(9, 1, present=[1]), organises=True)
    assert (found.next.title, found.next.rule) == ("Red Wing is checked in", "CR-051")
    assert found.next.text == (
        "The matching starts when an opponent is here. Still to come: Iron Fist, Grey Talons (not checked "
        "in). If nobody comes, finish the matching."
    )
    assert found.finishing == "Red Wing gets no game in this round; its repairs open straight away."


def test_while_somebody_chooses_or_nobody_waits_there_is_no_next_step():
    choosing = RoundState(9, 1, present=[1, 2], picking=2)
    played = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, "finished")})
    assert (page(choosing).next, page(played).next, page(RoundState(9, 1)).next) == (None, None, None)


@pytest.mark.rule("CR-052")
def test_in_teams_the_choices_are_of_another_team():
    fleets = [*FLEETS[:2], Fleet(3, "Grey Talons", 245, side="imperial")]
    at = RoundState(9, 1, present=[1, 2, 3], picking=2)
    made = [
        round_page(at, fleets, {}, {}, base="/", me=0, organises=True, teams=teams) for teams in (False, True)
    ]
    assert [[each.name for each in page.choices] for page in made] == [
        ["Grey Talons", "Red Wing"],
        ["Grey Talons"],
    ]


@pytest.mark.rule("CR-052", "CR-056")
@pytest.mark.parametrize(
    ("back", "standing", "sentence"),
    [
        (False, "ready", "Still to come: Grey Talons (not checked in)."),
        (True, "playing", "Still to come: Grey Talons (in a game)."),
        (False, "eliminated", "No fleet of another team can come just now."),
        (True, "ready", "Let Iron Fist choose among the other teams' fleets that are free again"),
    ],
)
def test_several_of_one_team_who_wait_are_told_who_could_come(back, standing, sentence):
    fleets = [*FLEETS[:2], Fleet(3, "Grey Talons", standing=standing, side="imperial"), Fleet(4, "Blue Wing")]
    pairing = {5: Pairing(5, 3, 4, "finished")}
    at = RoundState(9, 1, present=[1, 2, 4, *([3] if back else [])], pairings=pairing)
    found = round_page(at, fleets, {}, {}, base="/", me=0, organises=True, teams=True, again=True)
    assert found.next.title == "Iron Fist and Red Wing wait for a game, all of Team Rebel"
    assert sentence in found.next.text
    assert (found.may_match, found.may_match_again) == (False, back and standing == "ready")


@pytest.mark.rule("CR-052", "CR-055")
def test_one_alone_of_its_team_is_told_of_the_other_teams_fleets_only():
    fleets = [Fleet(1, "Red Wing"), Fleet(2, "Blue Wing"), Fleet(3, "Grey Talons", side="imperial")]
    found = round_page(
        RoundState(9, 1, present=[1]), fleets, {}, {}, base="/", me=0, organises=True, teams=True
    )
    assert found.next.title == "Red Wing is checked in"
    assert "of another team is here. Still to come: Grey Talons (not checked in). If" in found.next.text


def test_a_proxy_checks_the_fleet_in_and_is_named():
    fleets = [Fleet(1, "Red Wing", proxy=2)]
    found = round_page(RoundState(9, 1), fleets, {}, {10: "Ann", 2: "Ben"}, base="/c/", me=2, organises=False)
    (person,) = found.people
    assert (person.owner, person.mine, person.may_in) == ("Ann, proxy: Ben", True, True)


@pytest.mark.parametrize(
    ("status", "over", "called_off"),
    [("playing", False, False), ("finished", True, False), ("cancelled", True, True)],
)
def test_a_pairing_says_whether_it_is_over(status: str, over: bool, called_off: bool):
    at = RoundState(9, 1, present=[1, 2], pairings={5: Pairing(5, 2, 1, status)})
    (line,) = page(at).pairings
    assert (line.over, line.called_off) == (over, called_off)
