"""Pages of people: their readers, and what each reader finds there."""

import pytest

from league.models import Act, Campaign, PlayerPage
from league.rules.campaign import EndCampaign
from league.services.archive import archive, restore
from league.services.campaigns import delete_account, rename_everywhere
from league.services.players import show_page
from league.services.undo import undo
from rosters.rules.orders import LeaveCampaign
from tests import verbs
from tests.missions.tables import page
from tests.people import account, browser

AT = "/players/paul/"


@pytest.fixture
def played(finished):
    """A finished game of the private Winter League; Paul plays one side, Rita the other."""
    return finished


def status(person, at=AT):
    return getattr(person, "client", person).get(at).status_code


def show(person, shown):
    return person.client.post("/account/player/", {"shown": shown})


def test_a_page_is_closed_until_its_owner_opens_it(player, rival, stranger, nobody):
    assert [status(each) for each in (player, rival, stranger, nobody)] == [404] * 4
    show(player, "nobody")
    assert [status(each) for each in (player, rival, stranger, nobody)] == [200, 404, 404, 404]


def test_people_of_a_campaign_may_be_let_in(player, rival, visitor, stranger, nobody):
    show(player, "members")
    readers = (player, rival, visitor, stranger, nobody)
    assert [status(each) for each in readers] == [200, 200, 200, 404, 404]


def test_a_member_who_left_the_campaign_shares_it_no_more(player, rival):
    show(player, "members")
    verbs.do(rival.seat, LeaveCampaign())
    assert status(rival) == 404


def test_anyone_may_be_let_in(player, stranger, nobody):
    show(player, "everybody")
    assert (status(stranger), status(nobody)) == (200, 200)
    assert "Only you can open" not in page(nobody, AT)


def test_readers_are_chosen_on_the_account_page(player):
    text = page(player, "/account/")
    assert 'value="nobody" checked' in text
    assert "See your page" not in text
    show(player, "members")
    text = page(player, "/account/")
    assert 'value="members" checked' in text
    assert f'href="{AT}"' in text
    assert "People who share a campaign with you" in page(player, AT)


@pytest.mark.parametrize("fields", [{}, {"shown": "all"}, {"shown": ""}])
def test_other_readers_are_refused_with_a_sentence(player, fields):
    answer = player.client.post("/account/player/", fields)
    assert answer.status_code == 422
    assert not PlayerPage.objects.exists()


def test_the_record_is_told_to_members_of_a_private_campaign(played, player, rival):
    show(player, "everybody")
    text = page(rival, AT)
    game = played.game
    mine = "active" if played.active.user == player.user else "opposing"
    record = "1–0–0" if game.winner == mine else "0–1–0"
    word = "Won" if game.winner == mine else "Lost"
    high, low = sorted(game.scores.values(), reverse=True)
    assert f'<div class="tile-value">{record}</div>' in text
    assert f"{word}, {high} to {low}" in text.replace("\xa0", " ")
    assert "Favourite ships" in text and "flown" in text
    assert "Rita" in text and "Winter League" in text


def test_strangers_learn_nothing_of_a_private_campaign(played, player, stranger, nobody):
    show(player, "everybody")
    for reader in (stranger, nobody):
        text = page(reader, AT)
        assert "No campaigns yet" in text
        for word in ("Winter League", "Red Wing", "Rita", "flown", "tile-value"):
            assert word not in text


def test_a_public_campaign_is_told_to_everybody(played, player, nobody):
    show(player, "everybody")
    Campaign.objects.filter(pk=played.league.campaign.pk).update(public=True)
    text = page(nobody, AT)
    assert "Red Wing" in text and "Rita" in text
    assert "/players/rita/" not in text


def test_awards_are_told_once_the_campaign_has_ended(played, player):
    show(player, "members")
    assert "Heaviest losses" not in page(player, AT) and "Closest game" not in page(player, AT)
    member = played.organiser.seat
    for fleet in (played.league.fleet, played.league.rival_fleet):
        verbs.close_desk(member, fleet)
    verbs.close_round(member)
    verbs.do(member, EndCampaign())
    assert "Closest game" in page(player, AT)


def test_a_game_that_runs_tells_nothing(drawn, player, rival):
    show(player, "members")
    text = page(rival, AT)
    assert "Head to head" not in text and "Favourite ships" not in text
    assert '<div class="tile-value">0–0–0</div>' in text


def test_an_undone_result_is_told_no_more(played, player):
    show(player, "members")
    assert "Head to head" in page(player, AT)
    number = Act.objects.get(campaign=played.league.campaign, name="confirm_result").number
    undo(played.league.campaign.pk, played.organiser.seat, number, "Wrong ships.")
    assert "Head to head" not in page(player, AT)


@pytest.mark.parametrize("where", ["", "standings/", "fleets/", "members/"])
def test_names_lead_to_the_pages_that_the_reader_may_open(played, player, rival, stranger, where):
    campaign = played.league.campaign
    at, link = f"/campaigns/{campaign.pk}/{where}", f'href="{AT}"'
    assert link not in page(rival, at)
    show(player, "nobody")
    assert link not in page(rival, at) and link in page(player, at)
    show(player, "members")
    assert link in page(rival, at)
    Campaign.objects.filter(pk=campaign.pk).update(public=True)
    if where != "members/":
        assert link not in page(stranger, at)
        show(player, "everybody")
        assert link in page(stranger, at)


def test_fleets_and_games_lead_to_the_page(played, player, rival):
    fleet = verbs.fleet_of(played.organiser.seat, played.league.fleet)
    at = f"/campaigns/{played.league.campaign.pk}/fleets/{fleet.slug}/"
    assert f'href="{AT}"' not in page(rival, at) + page(rival, played.url)
    show(player, "members")
    assert f'href="{AT}"' in page(rival, at)
    assert f'href="{AT}"' in page(rival, played.url)


def test_opponents_lead_to_their_pages(played, player, rival):
    show(player, "members")
    assert "/players/rita/" not in page(player, AT)
    show_page(rival.user, "members")
    assert "/players/rita/" in page(player, AT)


def test_the_address_follows_the_name(player, rival):
    show(player, "members")
    rename_everywhere(player.user, "Ann Sørensen")
    assert status(rival) == 404
    assert status(rival, "/players/ann-sorensen/") == 200


def test_people_of_one_name_have_an_address_each(player, campaign):
    show(player, "nobody")
    other = account("paul-two")
    other.first_name = "Paul"
    other.save()
    assert show_page(other, "everybody").slug == "paul-2"
    nameless = account("nameless")
    nameless.first_name = "★"
    assert show_page(nameless, "everybody").slug == "player"


def test_a_name_may_be_as_long_as_it_likes(db):
    long = account("long")
    long.first_name = "Æ" * 40
    assert len(show_page(long, "everybody").slug) <= 60


def test_a_deleted_or_barred_account_shows_nothing(player, rival, campaign):
    show(player, "members")
    type(player.user).objects.filter(pk=player.user.pk).update(is_active=False)
    assert status(rival) == 404
    delete_account(player.user)
    assert not PlayerPage.objects.exists()


def test_a_restored_copy_is_called_so_and_counts_no_game_twice(played, organiser):
    show(organiser, "nobody")
    at = f"/players/{PlayerPage.objects.get().slug}/"
    restore(organiser.user, archive(played.league.campaign.pk).data)
    listed = page(organiser, "/campaigns/")
    assert (listed.count("Winter League"), listed.count("copy, restored")) == (2, 1)
    text = page(organiser, at)
    assert text.count("Copy, restored") == 1
    assert '<div class="tile-value">1</div>' in text  # campaigns


def test_the_cost_is_the_same_for_any_number_of_campaigns(db, django_assert_max_num_queries):
    people = verbs.crew()
    show_page(people.player, "everybody")
    at = f"/players/{PlayerPage.objects.get().slug}/"
    for name in ("First League", "Second League", "Third League"):
        verbs.play(verbs.league(people, name, public=True))
    reader = browser(people.rival)
    with django_assert_max_num_queries(10):
        text = page(reader, at)
    assert text.count("Head to head") == 1
    assert '<div class="tile-value">3</div>' in text
