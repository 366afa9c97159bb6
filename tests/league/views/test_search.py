"""Search: finding things by name, never what the reader may not see."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser

from league.models import Campaign, Club
from league.selectors.search import ALL, LONGEST, MOST, read, search
from league.services import clubs
from league.services.campaigns import add_member, create_campaign
from league.services.players import show_page
from tests import verbs
from tests.answers import queries, text_of
from tests.people import account, founder
from tests.places import fleet_url, game_url

PART = {"HX-Request": "true"}


def found(person, text: str, **more: str) -> list[str]:
    """The addresses that the page offers."""
    page = person.client.get("/search/", {"q": text, **more}).content.decode()
    return re.findall(r'<li>\s*<a href="([^"]+)"', page)


def test_a_player_finds_a_fleet_a_campaign_a_person_a_game_and_a_card(running, player):
    game = verbs.pair(running)
    base = f"/campaigns/{running.campaign.pk}/"
    assert fleet_url(running.campaign.pk, running.fleet) in found(player, "red w")
    assert found(player, "winter")[0] == base
    assert f"{base}members/#member-{running.rival.number}" in found(player, "rita")
    assert game_url(running.campaign.pk, game) in found(player, "iron red")
    assert "/cards/ships/rebel-xwing-lukeskywalker/" in found(player, "skywalker")


def test_a_game_is_found_by_its_number_in_the_readers_own_campaigns(running, player, stranger):
    game = verbs.pair(running)
    Campaign.objects.update(public=True)
    address = game_url(running.campaign.pk, game)
    assert address in found(player, "1") and address in found(player, "game 1")
    assert "<small>Round 1, " in player.client.get("/search/", {"q": "iron red"}).content.decode()
    assert address not in found(stranger, "1")


def test_a_stranger_finds_nothing_of_a_private_campaign(running, stranger):
    verbs.pair(running)
    for text in ("red wing", "winter", "rita", "iron red", "game 1", "1"):
        assert [each for each in found(stranger, text) if "/campaigns/" in each] == []


def test_anybody_finds_what_a_public_campaign_shows(running, nobody):
    game = verbs.pair(running)
    Campaign.objects.filter(pk=running.campaign.pk).update(public=True)
    for text, address in (
        ("red wing", fleet_url(running.campaign.pk, running.fleet)),
        ("iron red", game_url(running.campaign.pk, game)),
        ("rita", f"/campaigns/{running.campaign.pk}/"),
    ):
        assert f'href="{address}"' in nobody.get("/search/", {"q": text}).content.decode()


def test_a_former_member_is_a_stranger_and_is_not_found(running, organiser, player):
    organiser.client.post(f"/campaigns/{running.campaign.pk}/members/{running.player.number}/remove/")
    assert [each for each in found(player, "iron") if "/campaigns/" in each] == []
    assert [each for each in found(organiser, "paul") if "member" in each] == []


def test_the_campaign_that_is_looked_at_comes_first_then_own_ones(player, running):
    near = founder("nina", verbs.CreateCampaign("Aaa Public", public=True))
    verbs.found_fleet(near.seat, "Red Alpha")
    here = str(near.seat.campaign_id)
    own, other = fleet_url(running.campaign.pk, running.fleet), "/fleets/red-alpha/"
    assert [each.endswith(other) for each in found(player, "red") if "/fleets/" in each] == [False, True]
    assert found(player, "red")[0] == own
    assert found(player, "red", here=here)[0].endswith(other)


def test_a_club_is_found_by_those_who_may_see_it(running, organiser, player, stranger, nobody):
    club = clubs.found_club(organiser.user, "Star Club", "", "", public=False)
    clubs.add_campaign(club.pk, organiser.user, running.campaign.pk)
    readers = (organiser.user, player.user, stranger.user, AnonymousUser())

    def abouts() -> list[list[str]]:
        return [[hit.about for hit in search(each, "star").get("Clubs", [])] for each in readers]

    assert abouts() == [["Club, members only"]] * 2 + [[]] * 2
    assert "/clubs/star-club/" in found(player, "club star")
    Club.objects.update(public=True)
    assert abouts() == [["Club, public"]] * 4


def test_a_person_leads_to_their_page_if_the_reader_may_open_it(running, player, rival, organiser, nobody):
    Campaign.objects.filter(pk=running.campaign.pk).update(public=True)
    base = f"/campaigns/{running.campaign.pk}/"
    other = founder("nina", verbs.CreateCampaign("Aaa Public", public=True))
    add_member(other.seat.campaign_id, rival.user, "player")

    def people(user) -> set[str]:
        return {hit.url for hit in search(user, "rita")["People"]}

    page = f"/players/{show_page(rival.user, 'members').slug}/"
    assert people(player.user) == {page}
    assert people(AnonymousUser()) == {base, f"/campaigns/{other.seat.campaign_id}/"}
    show_page(rival.user, "everybody")
    assert [hit.url for hit in search(AnonymousUser(), "rita")["People"]] == [page]
    show_page(rival.user, "nobody")
    assert f"{base}members/#member-{running.rival.number}" in people(player.user)


def test_a_person_in_many_campaigns_leaves_room_for_others(running, player, rival):
    for each in range(MOST + 1):
        cup = create_campaign(rival.user, verbs.CreateCampaign(f"Cup {each}")).campaign
        add_member(cup.pk, player.user, "player")
    add_member(running.campaign.pk, account("rita-maria"), "player")

    def people() -> list[str]:
        return [hit.url for hit in search(player.user, "rita")["People"]]

    assert len(people()) == 2
    assert search(player.user, "rita")["People"][0].about.endswith(f" and {MOST + 1} more")
    page = show_page(rival.user, "members")
    other = f"/campaigns/{running.campaign.pk}/members/#member-"
    first, second = people()
    assert first == f"/players/{page.slug}/" and second.startswith(other)


def test_six_of_a_kind_are_shown_in_front_of_a_page_and_all_on_the_page_of_the_search(running, organiser):
    for each in range(MOST + 2):
        add_member(running.campaign.pk, account(f"crowd{each}"), "player")
    assert len(found(organiser, "crowd")) == MOST + 2
    part = organiser.client.get("/search/", {"q": "crowd"}, headers=PART)
    assert (part.content.decode().count("#member-"), f"{MOST + 2} found" in text_of(part)) == (MOST, True)
    assert 'href="/search/?q=crowd">' in part.content.decode() and "2 more" in text_of(part)


def test_a_cut_list_says_so(running, organiser, monkeypatch):
    for module in ("league.selectors.search", "league.views.search"):
        monkeypatch.setattr(f"{module}.ALL", 3)
    for each in range(4):
        add_member(running.campaign.pk, account(f"crowd{each}"), "player")
    assert "At least 3 found." in text_of(organiser.client.get("/search/", {"q": "crowd"}))


def test_hits_cost_at_most_twelve_queries_however_many_there_are(running, player, organiser):
    verbs.pair(running)
    for name in ("Iron Club", "Iron Guild"):
        clubs.found_club(organiser.user, name, "", "", public=True)
    few = queries(player.client, "/search/?q=iron")
    for each in range(4):
        person = add_member(running.campaign.pk, account(f"crowd{each}"), "player")
        verbs.found_fleet(person, f"Iron {each}", suit="clubs" if each > 1 else "")
    assert queries(player.client, "/search/?q=iron") == few <= 12


@pytest.mark.parametrize("text", ("", " ", "a", "\0", "%", "_"))
def test_too_few_letters_ask_nothing(text, running, player):
    assert read(text) == ()
    assert "Type two letters" in text_of(player.client.get("/search/", {"q": text}))


@pytest.mark.parametrize("text", ("%%", "__", "zzqx", "' or 1=1 --", "<b>x</b>", "\0\0ab\0zq", "9" * 40))
def test_strange_words_are_only_words(text, running, player):
    answer = player.client.get("/search/", {"q": text, "here": text})
    assert answer.status_code == 200
    assert "Nothing that you may see" in text_of(answer)
    assert "such as its settings, are under its tabs." in text_of(answer)
    assert "<b>x" not in text_of(answer)


def test_a_long_text_is_cut(player):
    page = player.client.get("/search/", {"q": "x" * 5000}).content.decode()
    assert "x" * LONGEST in page and "x" * (LONGEST + 1) not in page


def test_letters_with_accents_are_found_in_both_cases(running, organiser):
    verbs.found_fleet(running.organiser, "Étoile")
    assert [each.name for each in search(organiser.user, "éto")["Fleets"]] == ["Étoile"]


def test_a_part_has_only_the_hits_and_their_number(running, player):
    part = player.client.get("/search/", {"q": "winter"}, headers=PART).content.decode()
    assert "<html" not in part and "Winter League" in part
    assert '<span hx-swap-oob="innerHTML:#palette-count">1 found</span>' in part


def test_cards_are_found_without_an_account_and_without_a_campaign(db):
    hits = search(AnonymousUser(), "x-wing")
    assert list(hits) == ["Cards"] and MOST < len(hits["Cards"]) <= ALL


def test_every_page_has_the_search_with_a_link_beneath(player, nobody):
    for client in (player.client, nobody):
        page = client.get("/cards/").content.decode()
        assert 'href="/search/" data-palette' in page
        assert '<dialog class="palette' in page
