"""The ways through a campaign: tabs on every page, rounds, fleets, straight to one's own fleet."""

import re

import pytest

from rosters.rules.orders import AppointProxy
from tests import verbs
from tests.answers import text_of
from tests.places import fleet_url, game_url, round_url

TABS = ["Overview", "Rounds", "Fleets", "Standings", "More"]
TAB = re.compile(r'<a class="nav-link" href="([^"]*)"([^>]*)><svg.*?</svg>(\w+)</a>', re.DOTALL)
WAYS = re.compile(r'<nav class="ways.*?</nav>', re.DOTALL)
BELOW_FLEET = ("", "ledger/", "history/", "memorial/", "proxy/", "override/", "desk/", "hand-over/")
BELOW_CAMPAIGN = {
    "": "Overview",
    "rounds/": "Rounds",
    "fleets/": "Fleets",
    "fleets/new/": "Fleets",
    "standings/": "Standings",
    "standings/charts/": "Standings",
    "more/": "More",
    "timeline/": "More",
    "members/": "More",
    "invitations/": "More",
    "requests/": "More",
    "friendlies/": "More",
    "print/": "More",
    "downloads/": "More",
    "notes/": "More",
    "settings/": "More",
    "end/": "More",
    "start/": "More",
    "leave/": "More",
}


def tabs_of(person, address: str) -> tuple[list[str], str]:
    """The labels of the campaign's tabs on a page, and the one that is marked."""
    answer = person.client.get(address)
    assert answer.status_code == 200, address
    found = TAB.findall(answer.content.decode())
    return [label for _, _, label in found], "".join(
        label for _, more, label in found if "aria-current" in more
    )


def test_every_page_of_a_campaign_has_its_tabs(running, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    for path, here in BELOW_CAMPAIGN.items():
        assert (path, *tabs_of(organiser, base + path)) == (path, TABS, here)


def test_every_page_of_a_fleet_has_the_campaigns_tabs_and_its_own(running, organiser):
    url = fleet_url(running.campaign.pk, running.fleet)
    for path in BELOW_FLEET:
        assert (path, *tabs_of(organiser, url + path)) == (path, TABS, "Fleets")
        page = text_of(organiser.client.get(url + path))
        assert 'aria-label="Pages of Red Wing"' in page
        assert f'href="{url}ledger/"' in page


def test_a_builder_and_its_menus_have_the_campaigns_tabs(running, organiser):
    draft = verbs.found_fleet(running.organiser, "Draft", "scum")
    ship = verbs.buy_ship(running.organiser, draft, verbs.STOCK["scum"])
    url = f"{fleet_url(running.campaign.pk, draft)}build/"
    for path in ("", "ships/", f"ships/{ship}/", "squadrons/2/", "loose/", "import/"):
        assert (path, *tabs_of(organiser, url + path)) == (path, TABS, "Fleets")
        assert 'aria-current="page">Build</a>' in organiser.client.get(url + path).content.decode()


def test_games_and_rounds_have_the_campaigns_tabs(running, organiser):
    game = verbs.play(running)
    at = game_url(running.campaign.pk, game)
    number = verbs.round_of(running.organiser).id
    verify = at.replace("/campaigns/", "/verify/").replace("games/", "")
    for address in (at, verify, round_url(running.campaign.pk, number)):
        assert (address, *tabs_of(organiser, address)) == (address, TABS, "Rounds")


def test_the_way_to_a_page_names_its_tab_unless_it_is_that_tab(running, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    crumb = f'<li class="breadcrumb-item"><a href="{base}more/">More</a></li>'
    assert crumb in organiser.client.get(f"{base}members/").content.decode()
    assert crumb not in organiser.client.get(f"{base}more/").content.decode()


def test_rounds_are_listed_newest_first_with_their_games_and_results(running, player):
    game = verbs.play(running)
    verbs.close_desk(running.player, running.fleet)
    verbs.close_desk(running.rival, running.rival_fleet)
    verbs.close_round(running.organiser)
    verbs.open_round(running.organiser)
    page = text_of(player.client.get(f"/campaigns/{running.campaign.pk}/rounds/"))
    assert page.index(">Round 2</a>") < page.index(">Round 1</a>")
    assert "No game has been matched yet." in page
    assert f'href="{game_url(running.campaign.pk, game)}"' in page
    assert "Finished</span>" in page and "(yours)" in page and re.search(r"won, \d+ : \d+|A draw, ", page)


def test_only_an_organiser_opens_a_round_from_the_list_while_none_is_open(running, organiser, player):
    address = f"/campaigns/{running.campaign.pk}/rounds/"
    assert "Open the next round" in text_of(organiser.client.get(address))
    assert "Open the next round" not in text_of(player.client.get(address))
    verbs.open_round(running.organiser)
    assert "Open the next round" not in text_of(organiser.client.get(address))


def test_fleets_are_listed_with_the_own_one_first_and_those_that_are_out_last(running, rival, organiser):
    verbs.found_fleet(running.organiser, "Azure Guard", "scum")
    organiser.client.post(f"/campaigns/{running.campaign.pk}/members/{running.player.number}/remove/")
    page = text_of(rival.client.get(f"/campaigns/{running.campaign.pk}/fleets/"))
    names = re.findall(r'<a href="/campaigns/\d+/fleets/[^/"]+/">([^<]+)</a>', page)
    assert names == ["Iron Fist", "Azure Guard", "Red Wing"]
    assert '<span class="tag tag-bad">Left</span>' in page


def test_more_shows_organisers_what_only_they_may_open(running, organiser, player):
    address = f"/campaigns/{running.campaign.pk}/more/"
    for person, shown in ((organiser, True), (player, False)):
        page = text_of(person.client.get(address))
        assert ("settings/" in page, "invitations/" in page, "downloads/" in page) == (shown, shown, True)


def test_everything_that_more_leads_to_opens(running, organiser, player, visitor):
    address = f"/campaigns/{running.campaign.pk}/more/"
    for person in (organiser, player, visitor):
        page = person.client.get(address).content.decode()
        links = re.findall(r'<li>\s*<a href="(/campaigns/[^"]+)"><svg', page)
        assert len(links) >= 6
        assert [(link, person.client.get(link).status_code) for link in links] == [
            (link, 200) for link in links
        ]


def test_my_fleet_leads_to_the_own_fleet(running, player):
    answer = player.client.get(f"/campaigns/{running.campaign.pk}/my-fleet/")
    assert answer["Location"] == fleet_url(running.campaign.pk, running.fleet)
    assert "no-store" in answer["Cache-Control"]


def test_my_fleet_leads_a_proxy_to_that_fleet_and_others_to_the_list(running, visitor, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    assert visitor.client.get(f"{base}my-fleet/")["Location"] == f"{base}fleets/"
    verbs.do(running.player, AppointProxy(running.fleet, running.organiser.number))
    led = organiser.client.get(f"{base}my-fleet/")["Location"]
    assert led == fleet_url(running.campaign.pk, running.fleet)


def test_the_bar_of_ways_marks_the_own_fleet_and_no_other(running, player):
    for fleet, marked in ((running.fleet, True), (running.rival_fleet, False)):
        page = player.client.get(fleet_url(running.campaign.pk, fleet)).content.decode()
        (bar,) = WAYS.findall(page)
        place = 'my-fleet/"\\s+aria-current="true"'
        assert bool(re.search(place, bar)) is marked
        assert [each in bar for each in ("Inbox", "Campaign", "My fleet", "Cards")] == [True] * 4


def test_nobody_without_an_account_gets_the_bar_of_ways(nobody):
    assert not WAYS.search(nobody.get("/cards/").content.decode())


def test_my_campaign_leads_to_the_one_looked_at_last_if_it_is_mine(running, player):
    other = verbs.create_campaign(player.user, verbs.CreateCampaign("Other"))
    assert player.client.get("/my-campaign/")["Location"] == f"/campaigns/{running.campaign.pk}/"
    player.client.cookies["campaign"] = str(other.campaign_id)
    assert player.client.get("/my-campaign/")["Location"] == f"/campaigns/{other.campaign_id}/"
    assert player.client.get("/my-fleet/")["Location"] == f"/campaigns/{other.campaign_id}/my-fleet/"
    for strange in ("999999", "x", ""):
        player.client.cookies["campaign"] = strange
        assert player.client.get("/my-campaign/")["Location"] == f"/campaigns/{running.campaign.pk}/"


def test_my_campaign_leads_those_who_are_in_none_to_the_list(stranger, nobody):
    assert stranger.client.get("/my-campaign/")["Location"] == "/campaigns/"
    assert "You have no fleet" in stranger.client.get("/my-fleet/", follow=True).content.decode()
    assert nobody.get("/my-fleet/")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", ("rounds", "fleets", "more", "my-fleet"))
def test_a_stranger_finds_no_way_into_a_private_campaign(running, stranger, page):
    assert stranger.client.get(f"/campaigns/{running.campaign.pk}/{page}/").status_code == 404


def test_the_old_address_of_the_inbox_leads_there(player):
    answer = player.client.get("/desk/")
    assert (answer.status_code, answer["Location"]) == (301, "/inbox/")


def test_a_refused_act_leaves_the_campaigns_tabs_in_place(running, player, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    answer = player.client.post(f"{base}rounds/open/")
    assert answer.status_code == 403
    found = TAB.findall(answer.content.decode())
    assert ([label for _, _, label in found], found[0][0]) == (TABS, base)
    assert [more for _, more, _ in found if "aria-current" in more] == []
