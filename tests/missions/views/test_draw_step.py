"""The draw on the game page: ready, cards, weights, acceptance, calling off."""

import pytest

from missions.selectors.games import called_off_because
from tests.missions.tables import page


def test_a_player_gets_one_big_ready_button(table):
    text = page(table.active, table.url)
    assert text.count('form="ready-form"') == 1
    assert "Press ready, and the squadrons are drawn." in text


def test_an_organiser_presses_for_either_side(table):
    text = page(table.organiser, table.url)
    assert ("Press ready for Red Wing" in text, "Press ready for Iron Fist" in text) == (True, True)
    assert 'form="ready-form"' not in text


def test_an_onlooker_has_no_button(table, visitor):
    text = page(visitor, table.url)
    assert f'action="{table.url}' not in text
    assert "Waiting for" in text


def test_the_first_ready_seals_the_draw_and_says_who_is_awaited(table):
    assert table.press(table.active, "ready", side="active", nonce="amber").status_code == 302
    text = page(table.active, table.url)
    assert table.game.draw.commitment in text
    assert f"Waiting for {table.opposing.seat.name}" in text


@pytest.mark.rule("CR-061", "CR-079")
def test_the_second_ready_turns_the_cards_over_for_everybody(table, visitor):
    table.press(table.active, "ready", side="active")
    table.press(table.opposing, "ready", side="opposing")
    text = page(visitor, table.url)
    assert "pcard-turn" in text
    assert [f"{card.split(':')[1]} of" in text for card in table.game.draw.order] == [True] * 2


def test_ready_is_pressed_by_nobody_else(table, visitor):
    before = table.head
    for person, side in ((table.active, "opposing"), (visitor, "active")):
        answer = table.press(person, "ready", side=side)
        assert answer.status_code == 403
        assert "Only the owner or an organiser can" in answer.content.decode()
    assert table.head == before


def test_a_stranger_finds_no_game(table, stranger, nobody):
    answers = [stranger.client.get(table.url), nobody.get(table.url), stranger.client.get(table.verify_url)]
    assert [each.status_code for each in answers] == [404, 404, 404]
    assert table.press(stranger, "ready", side="active").status_code == 404


@pytest.mark.parametrize(
    ("doing", "fields", "sentence"),
    [
        ("ready", {"side": "both"}, "has to be one of"),
        ("ready", {"side": "active", "nonce": "x" * 65}, "to 64 characters"),
        ("accept", {"side": "active"}, "Nothing has been drawn yet"),
        ("void", {"reason": " "}, "Say why"),
        ("limited", {"upgrade": "ten"}, "has to be a whole number"),
        ("confirm", {}, "still being drawn"),
        ("reopen", {}, "still being drawn"),
        ("dispute", {"ship": "1", "reason": "No."}, "still being drawn"),
        ("explode", {}, "There is no such button"),
    ],
)
def test_a_request_without_sense_is_declined_with_a_sentence(table, doing, fields, sentence):
    before = table.head
    answer = table.press(table.organiser, doing, **fields)
    assert 400 <= answer.status_code < 500
    assert sentence in answer.content.decode()
    assert table.head == before


def test_buttons_are_posts_and_who_opens_their_address_is_led_on(table):
    answer = table.active.client.get(f"{table.url}ready/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert 'href="/inbox/">To my inbox' in answer.content.decode()


def test_a_second_ready_of_one_side_is_declined(table):
    table.press(table.active, "ready", side="active")
    answer = table.press(table.active, "ready", side="active")
    assert (answer.status_code, "ready already" in answer.content.decode()) == (409, True)


def test_the_balance_says_its_weights_in_words(drawn):
    text = page(drawn.active, drawn.url)
    assert "weighs 2," in text
    assert ("balanced" in text, "unbalanced" in text) == (True, False)


@pytest.mark.rule("CR-061")
def test_an_unbalanced_draw_waits_for_both_sides(uneven):
    text = page(uneven.active, uneven.url)
    assert ("unbalanced" in text, 'form="accept-form"' in text) == (True, True)
    uneven.press(uneven.active, "accept", side="active")
    assert "to accept the unbalanced draw" in page(uneven.active, uneven.url)
    uneven.press(uneven.opposing, "accept", side="opposing")
    assert uneven.game.step == "play"


def test_an_organiser_calls_a_game_off_and_everybody_reads_why(drawn, visitor):
    assert drawn.press(drawn.organiser, "void", reason="The hall <closes>.").status_code == 302
    assert called_off_because(drawn.league.campaign, drawn.number) == "The hall <closes>."
    assert "The hall &lt;closes&gt;." in page(visitor, drawn.url)


def test_players_do_not_call_games_off(drawn):
    answer = drawn.press(drawn.active, "void", reason="I am losing.")
    assert (answer.status_code, drawn.game.step) == (403, "play")
    assert "Call this game off" not in page(drawn.active, drawn.url)


def test_a_part_brings_turning_cards_only_when_they_are_new(drawn):
    text = page(drawn.active, drawn.url)
    was = text.split(f"{drawn.url}?was=")[1].split('"')[0]
    client, headers = drawn.active.client, {"HX-Request": "true"}
    again = client.get(f"{drawn.url}?was={was}", headers=headers).content.decode()
    new = client.get(f"{drawn.url}?was=draw-0", headers=headers).content.decode()
    assert ("pcard-turn" in again, "pcard-turn" in new) == (False, True)


def test_a_game_that_was_never_paired_is_not_found(table):
    assert table.active.client.get(f"{table.url.rsplit('/', 2)[0]}/99999/").status_code == 404
