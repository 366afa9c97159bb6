"""The game's page lists its effects on a mate's roster (CR-039, CR-102)."""

import pytest

from tests import verbs
from tests.people import browser
from tests.places import fleet_url, game_url

HAN = "rebel-yt1300-hansolo"


@pytest.fixture
def club(db) -> verbs.Club:
    return verbs.club(verbs.crew(), format="team")


def page(club: verbs.Club, game: int) -> str:
    answer = browser(club.player.user).get(game_url(club.campaign.pk, game))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("CR-036", "CR-039", "CR-102")
def test_both_looks_at_a_result_tell_what_a_mate_loses(club):
    red = verbs.found_fleet(club.player, "Red Wing", "rebel")
    verbs.form_squadron(club.player, red, 2)
    for card in (HAN, verbs.STOCK["rebel"]):
        verbs.buy_ship(club.player, red, card, 2)
    blue = verbs.muster(club.helper, "Blue Wing", "rebel")
    crew = verbs.buy_upgrade(club.helper, blue, "hansolo")
    iron = verbs.muster(club.rival, "Iron Fist", "imperial", squadrons=1)
    verbs.start_campaign(club.organiser)
    verbs.open_round(club.organiser)
    verbs.check_in(club.organiser, red, iron)
    game = verbs.choose_opponent(club.organiser, ({red, iron} - {verbs.name_active(club.organiser)}).pop())
    drawn = verbs.draw(club.organiser, game)
    han = next(each.id for each in drawn.ships.values() if each.card == HAN)
    verbs.report(club.organiser, game, {han: "destroyed"})
    assert "Blue Wing: " in page(club, game)
    verbs.confirm(club.organiser, game)
    assert crew not in verbs.fleet_of(club.organiser, blue).upgrades
    assert "Blue Wing: " in page(club, game)
    news = "Fallen with a team-mate’s card"
    told = {
        fleet: browser(club.helper.user).get(fleet_url(club.campaign.pk, fleet)).content.decode()
        for fleet in (red, blue)
    }
    assert (news in told[red], news in told[blue], "Han Solo (Crew) is" in told[blue]) == (False, True, True)
