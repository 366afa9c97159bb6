"""Clubs: their readers, organisers and campaigns."""

import pytest

from league import limits
from league.kernel.refusal import NotYours, Refusal, Stale
from league.models import Campaign, Club, ClubCampaign
from league.rules.campaign import ChangeRole, EndCampaign
from league.services import clubs
from league.services.archive import archive, restore
from league.services.campaigns import delete_account
from league.services.players import show_page
from tests import verbs
from tests.missions.tables import page
from tests.people import account, browser

AT = "/clubs/star-club/"


@pytest.fixture
def club(organiser):
    """Olga's club, closed to strangers, with her private Winter League."""
    return clubs.found_club(organiser.user, "Star Club", "", "We play on Tuesdays.", public=False)


@pytest.fixture
def entered(club, organiser, campaign):
    clubs.add_campaign(club.pk, organiser.user, campaign.pk)
    return club


def status(person, at=AT):
    return getattr(person, "client", person).get(at).status_code


def opened(club):
    Club.objects.filter(pk=club.pk).update(public=True)


# --- readers -----------------------------------------------------------------------------------


def test_a_closed_club_is_for_its_organisers_and_members(
    entered, organiser, player, visitor, stranger, nobody
):
    readers = (organiser, player, visitor, stranger, nobody)
    assert [status(each) for each in readers] == [200, 200, 200, 404, 404]


def test_a_club_without_campaigns_is_for_its_organisers(club, organiser, player):
    assert (status(organiser), status(player)) == (200, 404)


def test_a_public_club_hides_private_campaigns_from_strangers(entered, player, stranger, nobody):
    opened(entered)
    assert "Winter League" in page(player, AT)
    for reader in (stranger, nobody):
        text = page(reader, AT)
        assert "We play on Tuesdays." in text and "No campaign to show" in text
        assert "Winter League" not in text
    Campaign.objects.update(public=True)
    assert "Winter League" in page(nobody, AT)


def test_clubs_stand_in_the_list_of_those_who_may_read_them(entered, player, stranger, nobody):
    listed = [f'href="{AT}"' in page(each, "/campaigns/") for each in (player, stranger, nobody)]
    assert listed == [True, False, False]
    opened(entered)
    assert f'href="{AT}"' in page(nobody, "/campaigns/")


def test_a_campaign_leads_to_its_club(entered, player, nobody, campaign):
    at = f"/campaigns/{campaign.pk}/more/"
    assert f'href="{AT}"' in page(player, at)
    Campaign.objects.update(public=True)
    assert f'href="{AT}"' not in page(nobody, at)
    opened(entered)
    assert f'href="{AT}"' in page(nobody, at)


def test_words_about_the_club_are_escaped(organiser, nobody):
    clubs.found_club(
        organiser.user, "<b>Star</b>", "star-club", "See <i>this</i> https://example.org", public=True
    )
    text = page(nobody, AT)
    assert "&lt;b&gt;Star" in text and "&lt;i&gt;this" in text
    assert 'href="https://example.org"' in text


# --- champions and records ---------------------------------------------------------------------


@pytest.fixture
def season(finished, entered):
    """The Winter League with a game, ended."""
    member = finished.organiser.seat
    for fleet in (finished.league.fleet, finished.league.rival_fleet):
        verbs.close_desk(member, fleet)
    verbs.close_round(member)
    verbs.do(member, EndCampaign())
    return finished


def test_a_campaign_that_runs_has_neither_champion_nor_records(finished, entered, player):
    text = page(player, AT)
    assert "Running" in text
    assert "Records" not in text and "Most victories" not in text


def test_a_campaign_that_is_over_has_a_champion_and_records(season, player, rival):
    show_page(rival.user, "members")
    winner = season.game.fleet_of(season.game.winner)
    name = verbs.fleet_of(season.organiser.seat, winner).name
    text = page(player, AT)
    assert f">{name}</a>" in text
    assert "Most victories" in text and "1 victory" in text and "Biggest battle" in text
    assert 'href="/players/rita/"' in text
    assert "From the one finished campaign that you may see" in text


def test_records_of_a_private_campaign_are_for_its_members(season, entered, stranger):
    opened(entered)
    text = page(stranger, AT)
    assert "Records" not in text and "Paul" not in text and "Rita" not in text


def test_a_restored_copy_is_called_so_and_makes_no_second_season(season, club, player, organiser):
    copy = restore(organiser.user, archive(season.league.campaign.pk).data).campaign
    choices = page(organiser, f"{AT}settings/")
    assert choices.count("(copy, restored") == 1
    clubs.add_campaign(club.pk, organiser.user, copy.pk)
    text = page(organiser, AT)
    assert text.count("Copy, restored") == 1
    assert "From the one finished campaign that you may see" in text
    assert "Copy, restored" in page(organiser, f"{AT}settings/")


def test_the_cost_is_the_same_for_any_number_of_campaigns(season, player, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        page(player, AT)


# --- founding and changing ---------------------------------------------------------------------


def test_anybody_founds_a_club_and_organises_it(stranger):
    fields = {"name": "  Red   Five ", "slug": "", "about": "Hello", "public": "on"}
    answer = stranger.client.post("/clubs/new/", fields)
    assert answer.headers["Location"] == "/clubs/red-five/settings/"
    club = Club.objects.get()
    assert (club.name, club.about, club.public, [*club.organisers.all()]) == (
        "Red Five",
        "Hello",
        True,
        [stranger.user],
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Give the club a name."),
        ({"name": "x" * 81}, "1 to 80 characters"),
        ({"name": "Ok", "slug": "Über uns"}, "Write the address with letters"),
        ({"name": "Ok", "slug": "x" * 51}, "Write the address with letters"),
        ({"name": "Ok", "slug": "star-club"}, "is taken"),
        ({"name": "New"}, "is taken"),
        ({"name": "Ok", "about": "x" * 4001}, "Keep these words to 4000"),
    ],
)
def test_a_club_that_cannot_be_is_refused_in_the_form(club, organiser, fields, sentence):
    answer = organiser.client.post("/clubs/new/", fields)
    assert 400 <= answer.status_code < 500
    assert sentence in answer.content.decode()
    assert Club.objects.count() == 1


def test_an_account_organises_so_many_clubs_and_no_more(club, organiser, monkeypatch):
    monkeypatch.setattr(limits, "CLUBS_PER_ACCOUNT", 1)
    with pytest.raises(Refusal, match="Leave one of them first"):
        clubs.found_club(organiser.user, "Another", "", "", public=False)


def test_an_organiser_changes_the_page_and_its_address(club, organiser):
    fields = {"name": "Moon Club", "slug": "moon", "about": "", "public": "on"}
    answer = organiser.client.post(f"{AT}settings/", fields)
    assert answer.headers["Location"] == "/clubs/moon/"
    assert status(organiser) == 404
    assert "Moon Club" in page(organiser, "/clubs/moon/")


def test_an_address_left_empty_stays(club, organiser):
    organiser.client.post(f"{AT}settings/", {"name": "Moon Club", "slug": "", "about": ""})
    assert Club.objects.get().slug == "star-club"


@pytest.mark.parametrize("path", ["settings/", "close/"])
def test_the_settings_are_for_organisers(entered, path, player, stranger, nobody):
    answers = [status(each, AT + path) for each in (player, stranger, nobody)]
    assert answers == [403, 404, 302]


@pytest.mark.parametrize("path", ["settings/", "close/", "add/", "remove/", "organisers/", "leave/"])
def test_nobody_else_changes_a_club(entered, path, player, stranger, nobody, campaign):
    fields = {"name": "Mine", "sure": "on", "campaign": campaign.pk, "person": player.user.pk}
    answers = [
        getattr(each, "client", each).post(AT + path, fields).status_code
        for each in (player, stranger, nobody)
    ]
    assert answers == [403, 404, 302]
    assert Club.objects.get().name == "Star Club"
    assert ClubCampaign.objects.count() == 1


# --- campaigns ---------------------------------------------------------------------------------


def test_an_organiser_of_both_adds_and_removes_a_campaign(club, organiser, campaign):
    assert "Winter League" in page(organiser, f"{AT}settings/")
    organiser.client.post(f"{AT}add/", {"campaign": campaign.pk})
    assert ClubCampaign.objects.get().campaign == campaign
    organiser.client.post(f"{AT}remove/", {"campaign": campaign.pk})
    assert not ClubCampaign.objects.exists()


def test_a_campaign_of_others_is_neither_added_nor_removed(entered, organiser, player, campaign):
    other = clubs.found_club(player.user, "Others", "", "", public=True)
    with pytest.raises(NotYours):
        clubs.add_campaign(other.pk, player.user, campaign.pk)
    entered.organisers.add(player.user)
    with pytest.raises(NotYours):
        clubs.remove_campaign(entered.pk, player.user, campaign.pk)
    assert "Take off" not in " ".join(page(player, f"{AT}settings/").split())


def test_a_campaign_has_one_club(entered, organiser, campaign):
    other = clubs.found_club(organiser.user, "Others", "", "", public=True)
    with pytest.raises(Refusal, match="a club already"):
        clubs.add_campaign(other.pk, organiser.user, campaign.pk)
    with pytest.raises(Stale, match="not on this page"):
        clubs.remove_campaign(other.pk, organiser.user, campaign.pk)


@pytest.mark.parametrize("fields", [{}, {"campaign": "x"}, {"campaign": 10**30}, {"campaign": "999999"}])
def test_a_campaign_that_is_none_is_refused(club, organiser, fields):
    answer = organiser.client.post(f"{AT}add/", fields)
    assert 400 <= answer.status_code < 500
    assert not ClubCampaign.objects.exists()


# --- organisers --------------------------------------------------------------------------------


def test_somebody_who_organises_a_campaign_of_the_club_can_organise_the_club(
    entered, organiser, co_organiser, player
):
    assert clubs.candidates(entered) == {co_organiser.user.pk: "Cora"}
    organiser.client.post(f"{AT}organisers/", {"person": co_organiser.user.pk})
    assert set(entered.organisers.all()) == {organiser.user, co_organiser.user}
    answer = organiser.client.post(f"{AT}organisers/", {"person": player.user.pk})
    assert answer.status_code == 409


def test_an_organiser_who_has_clubs_enough_gets_no_more(entered, organiser, co_organiser, monkeypatch):
    monkeypatch.setattr(limits, "CLUBS_PER_ACCOUNT", 0)
    with pytest.raises(Refusal, match="as many clubs"):
        clubs.add_organiser(entered.pk, organiser.user, co_organiser.user.pk)


def test_the_last_organiser_cannot_leave(entered, organiser, co_organiser):
    assert organiser.client.post(f"{AT}leave/").status_code == 409
    clubs.add_organiser(entered.pk, organiser.user, co_organiser.user.pk)
    assert organiser.client.post(f"{AT}leave/").status_code == 302
    assert [*entered.organisers.all()] == [co_organiser.user]
    assert status(organiser, f"{AT}settings/") == 403


def test_a_club_is_closed_after_a_deliberate_yes(entered, organiser, campaign):
    assert organiser.client.post(f"{AT}close/", {}).status_code == 422
    assert organiser.client.post(f"{AT}close/", {"sure": "on"}).status_code == 302
    assert not Club.objects.exists()
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    with pytest.raises(Stale):
        clubs.close_club(entered.pk, organiser.user)


def test_an_account_that_alone_organises_a_club_is_not_deleted(stranger):
    club = clubs.found_club(stranger.user, "Alone", "", "", public=True)
    with pytest.raises(Refusal, match="only organiser of Alone"):
        delete_account(stranger.user)
    club.organisers.add(account("second"))
    delete_account(stranger.user)
    assert club.organisers.count() == 1


def test_the_clubs_of_a_removed_account_go_to_an_heir_or_are_closed(entered, organiser, co_organiser):
    clubs.found_club(organiser.user, "Empty", "", "", public=True)
    clubs.hand_clubs_over(organiser.user)
    assert [club.name for club in Club.objects.all()] == ["Star Club"]
    assert [*entered.organisers.all()] == [co_organiser.user]


def test_an_organiser_with_a_closed_account_counts_for_none(entered, organiser, co_organiser):
    clubs.add_organiser(entered.pk, organiser.user, co_organiser.user.pk)
    type(organiser.user).objects.filter(pk=co_organiser.user.pk).update(is_active=False)
    with pytest.raises(Refusal, match="last organiser"):
        clubs.leave_club(entered.pk, organiser.user)


def test_a_former_organiser_of_the_campaign_takes_nothing_off(entered, organiser, co_organiser, campaign):
    clubs.add_organiser(entered.pk, organiser.user, co_organiser.user.pk)
    verbs.do(organiser.seat, ChangeRole(co_organiser.seat.number, "player"))
    answer = browser(co_organiser.user).post(f"{AT}remove/", {"campaign": campaign.pk})
    assert answer.status_code == 403
    assert ClubCampaign.objects.exists()
