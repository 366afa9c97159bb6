"""Access to pages: strangers learn nothing of a private campaign."""

import pytest

PUBLIC_PAGES = ("", "standings/", "standings/charts/", "timeline/")
MEMBER_PAGES = ("members/", "leave/")
ORGANISER_PAGES = (
    "settings/",
    "end/",
    "reopen/",
    "invitations/",
    "requests/",
    "start/",
)


@pytest.mark.parametrize("page", PUBLIC_PAGES + MEMBER_PAGES + ORGANISER_PAGES)
def test_a_private_campaign_does_not_exist_for_strangers(campaign, stranger, nobody, page):
    address = f"/campaigns/{campaign.pk}/{page}"
    assert [stranger.client.get(address).status_code, nobody.get(address).status_code] == [404, 404]


@pytest.mark.parametrize("page", PUBLIC_PAGES + MEMBER_PAGES)
def test_members_of_every_role_read_the_campaign(campaign, organiser, player, visitor, page):
    address = f"/campaigns/{campaign.pk}/{page}"
    people = (organiser, player, visitor)
    assert [person.client.get(address).status_code for person in people] == [200, 200, 200]


@pytest.mark.parametrize("page", ORGANISER_PAGES)
def test_the_organisers_pages_are_theirs(campaign, organiser, co_organiser, player, page):
    address = f"/campaigns/{campaign.pk}/{page}"
    people = (organiser, co_organiser, player)
    assert [person.client.get(address).status_code for person in people] == [200, 200, 403]


@pytest.mark.parametrize("page", ORGANISER_PAGES)
def test_a_player_is_told_why_an_organisers_page_is_closed(campaign, player, page):
    answer = player.client.get(f"/campaigns/{campaign.pk}/{page}")
    assert "Only an organiser can" in answer.content.decode()


@pytest.mark.parametrize("page", PUBLIC_PAGES)
def test_a_public_campaign_is_read_without_an_account(public_campaign, nobody, page):
    assert nobody.get(f"/campaigns/{public_campaign.pk}/{page}").status_code == 200


@pytest.mark.parametrize("page", MEMBER_PAGES + ORGANISER_PAGES)
def test_the_inner_pages_of_a_public_campaign_stay_closed(public_campaign, nobody, stranger, page):
    address = f"/campaigns/{public_campaign.pk}/{page}"
    assert [nobody.get(address).status_code, stranger.client.get(address).status_code] == [404, 404]


@pytest.mark.parametrize("page", ("/inbox/", "/account/", "/account/delete/", "/campaigns/new/"))
def test_own_pages_ask_for_sign_in(nobody, page):
    answer = nobody.get(page)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={page}")


@pytest.mark.parametrize("page", ("/", "/help/", "/help/player/", "/rules/", "/campaigns/"))
def test_the_open_pages_need_no_account(nobody, page):
    assert nobody.get(page).status_code == 200


def test_a_help_page_that_is_not_there_is_not_found(nobody):
    assert nobody.get("/help/secrets/").status_code == 404
