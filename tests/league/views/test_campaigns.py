"""Creating, reading and changing a campaign through its pages."""

import re

import pytest

from league.models import Act, Campaign
from league.rules.campaign import CreateCampaign
from league.rules.manual.contents import rule_address
from league.services.campaigns import create_campaign
from league.services.succession import succeed
from league.services.undo import standing, undo, undo_with
from missions.rules.orders import ArrangeFriendly
from rosters.rules.orders import HandOverFleet
from tests import verbs
from tests.answers import text_of
from tests.people import Person
from tests.places import fleet_url, game_url

OPTIONS = {
    "format": "free_for_all",
    "recon_ship_limit_inclusive": "on",
    "recover_any_ship": "on",
    "three_defeats_eliminate": "off",
    "second_game_in_round": "off",
    "games_by_agreement": "off",
}


@pytest.mark.rule("CR-050")
def test_a_campaign_is_created_with_its_rules_profile(stranger):
    fields = {"campaign_name": "Autumn League", "public": "on", **OPTIONS, "three_defeats_eliminate": "on"}
    answer = stranger.client.post("/campaigns/new/", fields)
    made = Campaign.objects.get()
    assert answer["Location"] == f"/campaigns/{made.pk}/invitations/"
    assert (made.name, made.public, made.phase) == ("Autumn League", True, "gathering")
    assert made.profile["three_defeats_eliminate"] is True


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"campaign_name": ""}, "Give the campaign a name."),
        ({"campaign_name": "   "}, "Give the campaign a name."),
        ({"campaign_name": "x" * 81}, "Keep the name to 80 characters."),
        ({"recover_any_ship": ""}, "Choose one of the two options."),
        ({"recover_any_ship": "maybe"}, "Select a valid choice"),
    ],
)
def test_a_campaign_form_that_cannot_be_read_is_answered_with_a_sentence(stranger, fields, sentence):
    answer = stranger.client.post("/campaigns/new/", {"campaign_name": "Fine", **OPTIONS, **fields})
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert not Campaign.objects.exists()


def test_rules_in_the_labels_of_a_new_campaign_lead_to_their_wording(stranger):
    page = stranger.client.get("/campaigns/new/").content.decode()
    for rule in ("CR-050", "CR-055"):
        assert f'<a class="rule" href="{rule_address(rule)}">{rule}</a>' in page
    assert 'Play with missions <span class="text-nowrap"><a class="rule"' in page


def test_settings_are_copied_from_a_campaign_that_one_organises(organiser):
    order = CreateCampaign("Strict", public=True, profile={"recover_any_ship": False})
    source = create_campaign(organiser.user, order).campaign
    page = text_of(organiser.client.get(f"/campaigns/new/?copy={source.pk}"))
    assert "The settings of Strict are filled in" in page
    assert 'name="recover_any_ship" value="off" id="id_recover_any_ship_1" required checked' in " ".join(
        page.split()
    ) or 'value="off" checked' in " ".join(page.split())


def test_nobody_copies_the_settings_of_a_strangers_campaign(campaign, stranger):
    create_campaign(stranger.user, CreateCampaign("Mine"))
    page = text_of(stranger.client.get(f"/campaigns/new/?copy={campaign.pk}"))
    assert "are filled in" not in page
    assert "Winter League" not in page


def test_the_list_shows_my_campaigns_and_public_ones_but_no_private_one(public_campaign, campaign, stranger):
    page = text_of(stranger.client.get("/campaigns/"))
    assert "Open League" in page
    assert "Winter League" not in page


def test_a_stranger_is_offered_to_ask_on_a_public_campaign(public_campaign, stranger):
    page = text_of(stranger.client.get(f"/campaigns/{public_campaign.pk}/"))
    assert "Ask to join" in page
    assert "Start the campaign" not in page


def test_the_campaign_page_says_what_it_waits_for_while_gathering(campaign, organiser, player):
    verbs.found_fleet(player.seat, "Rogue Dawn")
    page = text_of(organiser.client.get(f"/campaigns/{campaign.pk}/"))
    assert "Gathering: 2 people have joined, 1 fleet is being built." in page
    assert "Rogue Dawn" in page


def test_the_settings_are_changed(campaign, organiser):
    fields = {"campaign_name": "Winter Cup", **OPTIONS, "recover_any_ship": "off"}
    answer = organiser.client.post(f"/campaigns/{campaign.pk}/settings/", fields)
    campaign.refresh_from_db()
    assert answer.status_code == 302
    assert (campaign.name, campaign.profile["recover_any_ship"]) == ("Winter Cup", False)


def test_settings_that_change_nothing_are_declined_with_a_sentence(campaign, organiser):
    fields = {"campaign_name": "Winter League", **OPTIONS}
    answer = organiser.client.post(f"/campaigns/{campaign.pk}/settings/", fields)
    assert answer.status_code == 409
    assert "These are the settings already" in text_of(answer)


def test_a_player_changes_no_settings(campaign, player):
    answer = player.client.post(f"/campaigns/{campaign.pk}/settings/", {"campaign_name": "Mine", **OPTIONS})
    campaign.refresh_from_db()
    assert (answer.status_code, campaign.name) == (403, "Winter League")


def test_the_rules_profile_is_fixed_once_the_campaign_runs(running, organiser):
    page = text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/settings/"))
    assert "Fixed since the campaign started" in page
    assert 'Off</span></dt><dd class="mb-0"> Defeats alone never eliminate a fleet.' in page
    assert 'type="radio"' not in page


def test_a_campaign_starts_with_the_legal_fleets_and_lists_the_others(campaign, organiser, player, rival):
    verbs.muster(player.seat, "Red Wing", "rebel")
    verbs.muster(rival.seat, "Iron Fist", "imperial")
    verbs.found_fleet(organiser.seat, "Grey Talons", "scum")
    page = text_of(organiser.client.get(f"/campaigns/{campaign.pk}/start/"))
    assert "Lock 2 fleets and start" in page
    assert page.index("Red Wing") < page.index("Not legal yet") < page.index("Grey Talons")
    organiser.client.post(f"/campaigns/{campaign.pk}/start/")
    campaign.refresh_from_db()
    assert campaign.phase == "running"


@pytest.mark.rule("CR-016")
def test_a_start_of_a_list_that_is_old_shows_the_list_as_it_is_now(campaign, organiser, player, rival):
    verbs.muster(player.seat, "Red Wing", "rebel")
    verbs.muster(rival.seat, "Iron Fist", "imperial")
    url = f"/campaigns/{campaign.pk}/start/"
    fields = re.findall(r'name="(locked|building)"\s+value="(\d+)"', text_of(organiser.client.get(url)))
    shown = {name: [number for each, number in fields if each == name] for name in ("locked", "building")}
    verbs.muster(organiser.seat, "Grey Talons", "scum")
    answer = organiser.client.post(url, shown)
    campaign.refresh_from_db()
    assert (answer.status_code, campaign.phase) == (409, "gathering")
    assert "Since you opened this list, Grey Talons changed." in text_of(answer)
    assert "Lock 3 fleets and start" in text_of(answer)
    assert organiser.client.post(url, {"locked": "x"}).status_code == 422


def undo_start_shown(running, *readers: Person) -> list[bool]:
    """Whether the campaign's page offers to undo the start, for each reader, and then the start's page."""
    base = f"/campaigns/{running.campaign.pk}/"
    pages = [each.client.get(base) for each in readers] + [readers[0].client.get(f"{base}start/")]
    return ["Undo the start" in text_of(each) for each in pages]


def test_the_start_is_undone_until_the_first_round_by_organisers(running, organiser, player):
    assert undo_start_shown(running, organiser, player) == [True, False, True]
    page = text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/"))
    (url,) = set(re.findall(r'href="([^"]*/undo/)"', page))
    verbs.open_round(running.organiser)
    assert undo_start_shown(running, organiser, player) == [False, False, False]
    opening = Act.objects.filter(campaign=running.campaign, name="open_round").latest("number").number
    undo(running.campaign.pk, running.organiser, opening, "Too early.")
    assert undo_start_shown(running, organiser, player) == [True, False, True]
    assert organiser.client.post(url, {"reason": "Too early."}).status_code == 302
    assert undo_start_shown(running, organiser, player) == [False, False, False]


@pytest.mark.parametrize("order", ["friendly game", "new owner"])
def test_the_way_to_undo_the_start_is_not_shown_where_it_would_be_refused(running, organiser, order):
    assert undo_start_shown(running, organiser) == [True, True]
    if order == "friendly game":
        verbs.do(running.organiser, ArrangeFriendly(running.fleet, running.rival_fleet))
    else:
        verbs.do(running.organiser, HandOverFleet(running.rival_fleet, running.helper.number))
    assert undo_start_shown(running, organiser) == [False, False]
    start = Act.objects.get(campaign=running.campaign, name="start_campaign").number
    url = f"/campaigns/{running.campaign.pk}/timeline/{start}/undo/"
    assert organiser.client.post(url, {"reason": "Too early."}).status_code == 409


@pytest.mark.rule("CR-016")
def test_a_campaign_without_two_legal_fleets_does_not_start(campaign, organiser, player):
    verbs.muster(player.seat, "Red Wing", "rebel")
    answer = organiser.client.post(f"/campaigns/{campaign.pk}/start/")
    campaign.refresh_from_db()
    assert (answer.status_code, campaign.phase) == (409, "gathering")
    assert "at least 2 fleets" in text_of(answer)


@pytest.mark.rule("CR-152")
def test_a_campaign_is_ended_and_reopened_with_a_reason(running, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    early = [text_of(organiser.client.get(f"{base}{page}/")) for page in ("reopen", "successor")]
    assert ["<textarea" in each or 'id="id_' in each for each in early] == [False, False]
    assert "Only a campaign that has ended can be reopened." in early[0]
    assert "The next campaign begins when this one has ended." in early[1]
    organiser.client.post(f"{base}end/", {"reason": ""})
    assert "The campaign has already ended." in text_of(organiser.client.get(f"{base}end/"))
    assert "The campaign has ended." in text_of(organiser.client.get(base))
    fleet = text_of(organiser.client.get(fleet_url(base, running.fleet)))
    assert '<span class="tag">Finished</span>' in fleet
    succeed(running.organiser, "Winter League II", public=False)
    reopening = text_of(organiser.client.get(f"{base}reopen/"))
    assert "Winter League II goes on from it already, and is not changed." in reopening
    declined = organiser.client.post(f"{base}reopen/", {"reason": " "})
    assert (declined.status_code, "Give a reason" in text_of(declined)) == (422, True)
    organiser.client.post(f"{base}reopen/", {"reason": "One more night"})
    assert Campaign.objects.get(pk=running.campaign.pk).phase == "running"
    assert "One more night" in text_of(organiser.client.get(f"{base}timeline/"))


def test_a_campaign_that_gathers_cannot_be_ended(campaign, organiser):
    answer = organiser.client.post(f"/campaigns/{campaign.pk}/end/", {"reason": ""})
    assert answer.status_code == 409
    assert "nothing to end" in text_of(answer)


def test_the_end_names_what_is_unfinished_with_the_way_there(running, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    number = verbs.pair(running)
    text = text_of(organiser.client.get(f"{base}end/"))
    assert f'<a href="{game_url(base, number)}">' in text.split("Finish these first")[1]
    verbs.draw(running.organiser, number)
    verbs.report(running.organiser, number)
    verbs.make_choices(running.organiser, number)
    verbs.confirm(running.organiser, number)
    text = text_of(organiser.client.get(f"{base}end/")).split("Finish these first")[1]
    assert f'<a href="{fleet_url(base, running.fleet)}desk/">Repairs of' in text
    assert (f'<a href="{base}desks/">' in text, game_url(base, number) in text) == (True, False)


def test_the_end_names_a_game_of_an_older_round_whose_result_was_undone(running, organiser):
    base = f"/campaigns/{running.campaign.pk}/"
    number = verbs.play(running)
    for fleet in (running.fleet, running.rival_fleet):
        verbs.close_desk(running.organiser, fleet)
    verbs.close_round(running.organiser)
    verbs.open_round(running.organiser)
    confirmed = Act.objects.get(campaign=running.campaign, name="confirm_result").number
    along = [each.act for each in standing(running.campaign.pk, confirmed)]
    undo_with(running.campaign.pk, running.organiser, confirmed, along, "Misread")
    text = text_of(organiser.client.get(f"{base}end/"))
    assert f'<a href="{game_url(base, number)}">' in text.split("Finish these first")[1]


def test_inviting_comes_first_until_two_fleets_are_being_built(campaign, organiser, player):
    first = f'<a class="btn btn-primary" href="/campaigns/{campaign.pk}/'
    assert f"{first}invitations/" in text_of(organiser.client.get(f"/campaigns/{campaign.pk}/"))
    verbs.found_fleet(organiser.seat, "Home Guard")
    verbs.found_fleet(player.seat, "Rogue Dawn")
    assert f"{first}start/" in text_of(organiser.client.get(f"/campaigns/{campaign.pk}/"))
