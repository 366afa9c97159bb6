"""The game's page lists its effects on a mate's roster (CR-039, CR-102)."""

import pytest

from tests import verbs
from tests.people import browser
from tests.places import fleet_url, game_url

HAN = "rebel-yt1300-hansolo"


def page(teams: verbs.Club, game: int) -> str:
    answer = browser(teams.player.user).get(game_url(teams.campaign.pk, game))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.rule("CR-036", "CR-039", "CR-102")
def test_both_looks_at_a_result_tell_what_a_mate_loses(teams):
    red = verbs.found_fleet(teams.player, "Red Wing", "rebel")
    verbs.form_squadron(teams.player, red, 2)
    for card in (HAN, verbs.STOCK["rebel"]):
        verbs.buy_ship(teams.player, red, card, 2)
    blue = verbs.muster(teams.helper, "Blue Wing", "rebel")
    crew = verbs.buy_upgrade(teams.helper, blue, "hansolo")
    iron = verbs.muster(teams.rival, "Iron Fist", "imperial", squadrons=1)
    verbs.start_campaign(teams.organiser)
    verbs.open_round(teams.organiser)
    verbs.check_in(teams.organiser, red, iron)
    game = verbs.choose_opponent(teams.organiser, ({red, iron} - {verbs.name_active(teams.organiser)}).pop())
    drawn = verbs.draw(teams.organiser, game)
    han = next(each.id for each in drawn.ships.values() if each.card == HAN)
    verbs.report(teams.organiser, game, {han: "destroyed"})
    assert "Blue Wing: " in page(teams, game)
    verbs.confirm(teams.organiser, game)
    assert crew not in verbs.fleet_of(teams.organiser, blue).upgrades
    assert "Blue Wing: " in page(teams, game)
    news = "Fallen with a team-mate’s card"
    pages = {
        fleet: browser(teams.helper.user).get(fleet_url(teams.campaign.pk, fleet)).content.decode()
        for fleet in (red, blue)
    }
    assert (news in pages[red], news in pages[blue], "Han Solo (Crew) is" in pages[blue]) == (
        False,
        True,
        True,
    )
