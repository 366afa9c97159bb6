"""Two games of one team at the same time: what falls on one table falls on the mate's roster too (CR-039)."""

import pytest

from league.kernel.fold import fold
from league.kernel.refusal import Refusal
from league.rules import events as league
from missions.rules import orders as do
from missions.rules.game.postgame import preview
from missions.rules.game.state import SIDES, MissionsState
from missions.rules.pregame.state import Pregame
from rosters.rules import events as roster
from rosters.rules.state import FleetState, RostersState
from tests.missions.rules.builders import ORGANISER, TIE, XWING, Night

HAN, SMUGGLER = "rebel-yt1300-hansolo", "rebel-yt1300-outerrimsmuggler"
VADER = "imperial-tieadvanced-darthvader"
SHUTTLE = "imperial-lambdaclassshuttle-omicrongrouppilot"


class TeamNight(Night):
    """The active Rebel fleet has a mate, the opposing Imperial one too; their game is played next to it."""

    def __init__(self) -> None:
        super().__init__()
        self.events.clear()
        self.state = fold([])
        self.emit(league.CampaignCreated("Night", "team"))
        names = {"active": "rebel", "opposing": "imperial", "mate": "rebel", "foe": "imperial"}
        for member, (word, side) in enumerate(names.items(), start=1):
            self.fleets[word] = 100 + member
            self.emit(roster.FleetFounded(100 + member, member, f"The {word} fleet", side, "hearts"))

    def both(self) -> tuple[int, int]:
        """Draw both games; returns their numbers, that of the Night's own first."""
        self.begin()
        first, (round_id,) = self.game_id, self.state.of(league.LeagueState).rounds
        second = self._number()
        self.emit(league.PairingMade(round_id, second, self.fleets["mate"], self.fleets["foe"]))
        for side in SIDES:
            self.act(do.PressReady(second, side), ORGANISER)
        assert self.state.of(MissionsState).games[second].step == "play"
        return first, second

    def end(self, game: int, *destroyed: int) -> None:
        """Report and confirm one of the games."""
        self.game_id = game
        for ship in self.game.ships:
            self.line(ship, "destroyed" if ship in destroyed else "survived", by=ORGANISER)
        self.act(do.SaveReportFacts(game, None, True), ORGANISER)
        self.act(do.SubmitReport(game), ORGANISER)
        foreseen = preview(self.state, game)
        self.confirm(ORGANISER)
        events = [each for each in self.last if not isinstance(each, roster.DeskOpened)]
        assert [each for each in foreseen.events if not isinstance(each, roster.DeskOpened)] == events

    def of(self, word: str) -> FleetState:
        return self.state.of(RostersState).fleets[self.fleets[word]]


def a_night() -> TeamNight:
    """Han Solo flies in the first game; the mate has the crew card of that name in the inventory and plays
    the second."""
    night = TeamNight()
    night.ship("active", HAN)
    night.ship("mate", SMUGGLER)
    night.ship("opposing", TIE)
    night.ship("foe", TIE)
    return night


@pytest.mark.rule("CR-036", "CR-039", "CR-040")
def test_the_crew_card_of_a_mate_in_a_running_game_falls_with_the_pilot():
    night = a_night()
    crew = night.upgrade("mate", "hansolo")
    first, second = night.both()
    (han,) = night.of("active").ships
    night.end(first, han)
    assert night.roster_upgrade(crew) is None
    assert (night.of("active").killed, night.of("mate").killed) == (["hansolo"], [])
    assert night.of("mate").standing == "playing"
    night.end(second)
    assert fold(night.events) == night.state


@pytest.mark.rule("CR-037", "CR-039")
def test_a_mates_ship_is_taken_over_by_another_pilot_while_the_mate_plays():
    night = a_night()
    vader = night.ship("opposing", VADER, ["adaptability"], squadron=None)
    shuttle = night.ship("foe", SHUTTLE, ["darthvader"])
    first, second = night.both()
    night.end(second, shuttle)
    assert night.roster_ship(vader).card == "imperial-tieadvanced-tempestsquadronpilot"
    night.end(first)
    assert fold(night.events) == night.state


@pytest.mark.rule("CR-036", "CR-039", "CR-102")
def test_the_preview_tells_what_a_mate_loses_and_changes_nothing():
    night = a_night()
    crew = night.upgrade("mate", "hansolo")
    first, _ = night.both()
    (han,) = night.of("active").ships
    for ship in night.game.ships:
        night.line(ship, "destroyed" if ship == han else "survived")
    sentences = preview(night.state, first).sentences
    assert [each.rule for each in sentences if each.fleet == night.fleets["mate"]] == ["CR-036"]
    assert night.roster_upgrade(crew) is not None


@pytest.mark.rule("CR-036", "CR-039")
def test_the_other_team_loses_nothing():
    night = a_night()
    night.upgrade("foe", "chewbacca")
    first, _ = night.both()
    before = {word: len(night.of(word).upgrades) for word in ("opposing", "foe")}
    (han,) = night.of("active").ships
    night.end(first, han)
    assert {word: len(night.of(word).upgrades) for word in before} == before


@pytest.mark.rule("CR-039")
def test_when_fleets_play_alone_nobody_else_loses_anything():
    night = Night(opposing="rebel")
    han = night.ship("active", HAN)
    night.ship("opposing", XWING)
    crew = night.upgrade("opposing", "hansolo")
    night.begin().report(destroyed=[han]).finish()
    assert night.roster_upgrade(crew) is not None


@pytest.mark.rule("CR-076")
def test_an_asset_against_a_team_names_it_as_a_team():
    night = a_night()
    night.start()
    give = do.GiveAsset(night.fleets["active"], "sabotage", "Agreed.", target_side="imperial")
    night.act(give, ORGANISER)
    (asset,) = night.of("active").assets.values()
    assert (asset.target, asset.target_side, asset.target_name) == (0, "imperial", "Team Imperial")
    for word in ("opposing", "foe"):
        night.emit(roster.FleetEliminated(night.fleets[word], "CR-150"))
    with pytest.raises(Refusal, match="one other team that still plays"):
        night.act(give, ORGANISER)


@pytest.mark.rule("CR-076", "CR-094")
def test_a_victory_over_a_fleet_offers_an_asset_against_its_whole_team():
    night = a_night()
    first, _ = night.both()
    night.game.pregame = Pregame("over", mission=5, locked=True)
    night.end(first, *(ship.id for ship in night.game.ships_of("opposing")))
    (offer,) = night.happened(roster.AssetOffered)
    assert (offer.fleet, offer.target) == (night.fleets["active"], 0)
    assert (offer.target_side, offer.target_name) == ("imperial", "Team Imperial")
