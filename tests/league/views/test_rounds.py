"""The round page: check-in, matching, pairings, closing."""

import re

import pytest

from league.models import Round
from rosters.rules.orders import LockFleet
from tests import verbs
from tests.answers import queries, text_of
from tests.places import fleet_url, game_url, round_url


def url_of(running) -> str:
    return round_url(running.campaign.pk, verbs.round_of(running.organiser).id)


@pytest.fixture
def evening(running):
    """The first round is open; nobody is there yet."""
    verbs.open_round(running.organiser)
    return running


@pytest.mark.rule("CR-051")
def test_an_organiser_opens_a_round(running, organiser):
    answer = organiser.client.post(f"/campaigns/{running.campaign.pk}/rounds/open/")
    assert answer["Location"] == url_of(running)


def test_a_player_opens_no_round(running, player):
    answer = player.client.post(f"/campaigns/{running.campaign.pk}/rounds/open/")
    assert (answer.status_code, Round.objects.count()) == (403, 0)


@pytest.mark.rule("CR-051")
def test_a_player_checks_the_own_fleet_in_and_out(evening, player):
    url = url_of(evening)
    player.client.post(f"{url}check-in/", {"fleet": evening.fleet})
    assert verbs.round_of(evening.organiser).present == [evening.fleet]
    player.client.post(f"{url}check-out/", {"fleet": evening.fleet})
    assert verbs.round_of(evening.organiser).present == []


def test_nobody_checks_in_the_fleet_of_another(evening, player):
    answer = player.client.post(f"{url_of(evening)}check-in/", {"fleet": evening.rival_fleet})
    assert answer.status_code == 403
    assert verbs.round_of(evening.organiser).present == []


def test_a_visitor_and_a_stranger_check_nobody_in(evening, visitor, stranger):
    address = f"{url_of(evening)}check-in/"
    answers = [each.client.post(address, {"fleet": evening.fleet}) for each in (visitor, stranger)]
    assert [each.status_code for each in answers] == [403, 404]


def test_an_organiser_checks_everybody_in_with_one_press(evening, organiser):
    organiser.client.post(f"{url_of(evening)}check-in-all/")
    assert sorted(verbs.round_of(evening.organiser).present) == sorted([evening.fleet, evening.rival_fleet])


def test_a_press_by_htmx_is_answered_by_its_message_alone(evening, organiser):
    for doing in ("in", "out"):
        answer = organiser.client.post(
            f"{url_of(evening)}check-{doing}/", {"fleet": evening.fleet}, headers={"HX-Request": "true"}
        )
        assert (answer.status_code, answer["HX-Trigger"]) == (200, "campaign-moved")
        text = text_of(answer)
        assert text.startswith('<div id="messages"')
        assert f"Red Wing is checked {doing}." in text


@pytest.mark.parametrize(
    ("doing", "fleet", "status"),
    [
        ("check-in", "", 422),
        ("check-in", "x", 422),
        ("check-in", "99999", 422),
        ("choose", "", 422),
        ("choose", "1", 409),
        ("match", "", 409),
        ("finish", "", 409),
        ("dance", "", 422),
    ],
)
def test_a_press_that_makes_no_sense_is_answered_with_a_sentence(evening, organiser, doing, fleet, status):
    before = verbs.state_of(evening.organiser)
    answer = organiser.client.post(f"{url_of(evening)}{doing}/", {"fleet": fleet, "opposing": fleet})
    assert answer.status_code == status
    assert "refusal" in text_of(answer)
    assert verbs.state_of(evening.organiser).parts["league"] == before.parts["league"]


@pytest.mark.rule("CR-052", "CR-053")
def test_the_page_says_who_chooses_and_offers_the_others(evening, organiser, rival):
    verbs.check_in(evening.organiser, evening.fleet, evening.rival_fleet)
    organiser.client.post(f"{url_of(evening)}match/")
    page = text_of(rival.client.get(url_of(evening)))
    assert "Iron Fist chooses its opponent" in page
    assert "Your move" in page
    assert f'value="{evening.fleet}" data-choice="Red Wing"' in page


def test_only_who_chooses_is_offered_the_choice(evening, player):
    verbs.check_in(evening.organiser, evening.fleet, evening.rival_fleet)
    verbs.name_active(evening.organiser)
    page = text_of(player.client.get(url_of(evening)))
    assert "Iron Fist chooses its opponent" in page
    assert re.search(r"Rita \(Iron Fist\) has to choose\.</strong> It was\s+named <time", page)
    assert "choose/" not in page


@pytest.mark.rule("CR-052")
def test_the_active_fleets_owner_makes_the_pairing(evening, rival):
    verbs.check_in(evening.organiser, evening.fleet, evening.rival_fleet)
    verbs.name_active(evening.organiser)
    rival.client.post(f"{url_of(evening)}choose/", {"opposing": evening.fleet})
    (pairing,) = verbs.round_of(evening.organiser).pairings.values()
    assert (pairing.active, pairing.opposing) == (evening.rival_fleet, evening.fleet)
    page = text_of(rival.client.get(url_of(evening)))
    assert game_url(evening.campaign.pk, pairing.id) in page


def test_a_pairing_is_cancelled_with_a_reason(running, organiser):
    game = verbs.pair(running)
    address = f"{url_of(running)}games/1/cancel/"
    assert organiser.client.post(address, {"reason": ""}).status_code == 422
    organiser.client.post(address, {"reason": "The table is gone"})
    assert verbs.round_of(running.organiser).pairings[game].status == "cancelled"
    assert "The table is gone" in text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/timeline/"))


def test_a_player_cancels_no_pairing(running, player):
    game = verbs.pair(running)
    assert player.client.post(f"{url_of(running)}games/1/cancel/", {"reason": "No"}).status_code == 403
    assert verbs.round_of(running.organiser).pairings[game].status == "playing"


@pytest.mark.rule("CR-056")
def test_a_fleet_without_a_game_sits_out_and_its_desk_keeps_the_round_open(evening, organiser):
    verbs.check_in(evening.organiser, evening.fleet)
    organiser.client.post(f"{url_of(evening)}finish/")
    page = text_of(organiser.client.get(url_of(evening)))
    assert "Without a game this round: Red Wing" in page
    assert "Repairs still open: Red Wing." in page
    assert organiser.client.post(f"{url_of(evening)}close/").status_code == 409


@pytest.mark.rule("CR-056")
def test_the_owner_of_an_open_desk_finds_it_from_the_round(evening, organiser, player):
    verbs.check_in(evening.organiser, evening.fleet)
    organiser.client.post(f"{url_of(evening)}finish/")
    desk = f'href="{fleet_url(evening.campaign.pk, evening.fleet)}desk/"'
    assert desk in text_of(player.client.get(url_of(evening)))
    assert desk not in text_of(organiser.client.get(url_of(evening)))


def test_a_round_closes_when_every_desk_is_closed(running, organiser):
    verbs.play(running)
    for fleet in (running.fleet, running.rival_fleet):
        verbs.close_desk(running.organiser, fleet)
    url = url_of(running)
    answer = organiser.client.post(f"{url}close/")
    assert answer["Location"] == f"/campaigns/{running.campaign.pk}/"
    assert "This round is closed." in text_of(organiser.client.get(url))


def test_a_round_that_never_was_is_not_found(running, organiser):
    assert organiser.client.get(f"/campaigns/{running.campaign.pk}/rounds/99999/").status_code == 404


@pytest.mark.rule("CR-052")
def test_after_a_cancelled_pairing_the_page_says_what_to_do_next(running, organiser, player):
    verbs.pair(running)
    url = url_of(running)
    organiser.client.post(f"{url}games/1/cancel/", {"reason": "The table is gone"})
    assert "Start the matching: the lowest fleet value" in text_of(organiser.client.get(url))
    assert "An organiser starts the matching: the lowest" in text_of(player.client.get(url))


@pytest.mark.rule("CR-056")
def test_finishing_the_matching_names_who_sits_out_without_any_script(evening, organiser):
    verbs.check_in(evening.organiser, evening.fleet)
    page = text_of(organiser.client.get(url_of(evening)))
    assert "Red Wing gets no game in this round; its repairs open straight away." in page
    assert page.index("next-step") < page.index("Finish the matching") < page.index("For organisers")
    assert page.count("finish/") == 1
    assert "data-confirm" not in page


def test_organisers_see_whom_each_table_waits_for(running, organiser, player):
    verbs.pair(running)
    page = text_of(organiser.client.get(url_of(running)))
    assert "Table 1" in page
    assert page.count("to press ready for the draw.") == 2
    assert "Moved last" in page
    assert "to press ready" not in text_of(player.client.get(url_of(running)))


def test_an_organiser_starts_and_stops_the_round_timer(evening, organiser, player):
    url = url_of(evening)
    organiser.client.post(f"{url}timer/", {"minutes": "90"})
    assert f'data-countdown="{verbs.round_of(evening.organiser).ends}"' in text_of(player.client.get(url))
    answer = organiser.client.post(f"{url}timer/", {"minutes": "0"}, follow=True)
    assert "The timer is stopped." in text_of(answer)
    assert "data-countdown" not in text_of(player.client.get(url))


@pytest.mark.parametrize(
    ("minutes", "status"), [("", 422), ("soon", 422), ("601", 422), ("-1", 422), ("0", 409)]
)
def test_a_timer_that_makes_no_sense_is_refused(evening, organiser, minutes, status):
    answer = organiser.client.post(f"{url_of(evening)}timer/", {"minutes": minutes})
    assert (answer.status_code, verbs.round_of(evening.organiser).ends) == (status, "")


def test_a_player_sets_no_timer(evening, player):
    assert player.client.post(f"{url_of(evening)}timer/", {"minutes": "90"}).status_code == 403


def test_the_big_screen_shows_tables_and_standings_and_has_nothing_to_press(running, organiser, stranger):
    verbs.pair(running)
    screen = f"/campaigns/{running.campaign.pk}/screen/"
    page = text_of(organiser.client.get(screen))
    assert "Table </span>1</span>" in page
    assert ("Red Wing" in page, 'id="standings"' in page) == (True, True)
    shown = page.split("<main")[1].split("</main>")[0]
    assert ("<form" in shown, "<button" in shown) == (False, False)
    assert ("Rita (Iron Fist) has to press ready" in shown, ">Paul</span>" in shown) == (True, True)
    assert queries(organiser.client, screen) <= 12
    assert stranger.client.get(screen).status_code == 404


def test_the_big_screen_waits_for_a_round(running, organiser):
    page = text_of(organiser.client.get(f"/campaigns/{running.campaign.pk}/screen/"))
    assert "<h1>Standings</h1>" in page


@pytest.mark.rule("CR-051", "CR-056")
def test_playing_organisers_check_in_before_the_matching_and_fleets_that_sit_out_stay(evening, organiser):
    other = verbs.muster(evening.organiser, "Own Wing", "scum")
    verbs.do(evening.organiser, LockFleet(other))
    verbs.check_in(evening.organiser, evening.fleet, evening.rival_fleet)
    bar = (
        text_of(organiser.client.get(url_of(evening)))
        .split('id="page-actions"')[1]
        .split('id="live-part"')[0]
    )
    assert bar.index("Check Own Wing in") < bar.index("Start the matching")
    verbs.check_in(evening.organiser, other)
    active = verbs.name_active(evening.organiser)
    verbs.choose_opponent(evening.organiser, next(each for each in (evening.fleet, other) if each != active))
    verbs.finish_matching(evening.organiser)
    out = verbs.round_of(evening.organiser).sitting_out
    page = text_of(organiser.client.get(url_of(evening)))
    assert len(out) == 1 and "check-out/" not in page
