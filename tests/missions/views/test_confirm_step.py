"""Confirming: the computed result, disputes, settlements, choices, and the list of what will happen."""

import re

import pytest

from league.rules.campaign import ChangeRole
from league.selectors.waiting import waiting_for
from missions.rules.game.choices import choices_to_make
from missions.rules.game.state import SIDES
from rosters.rules.orders import HandOverFleet
from tests import verbs
from tests.missions.tables import page, typed
from tests.places import fleet_url


def asks_of(table, side):
    return choices_to_make(verbs.state_of(table.organiser.seat), table.game, side)


def choices_for(table, side):
    """The form of choices filled in with the first candidates."""
    fields = {"side": side}
    for ask in asks_of(table, side):
        name = f"{ask.kind}-{ask.key}" if ask.key else ask.kind
        fields[name] = [str(each.id) for each in ask.candidates[: ask.count]]
    return fields


def test_the_result_is_computed_with_reasons_and_rules(reported):
    text = page(reported.opposing, reported.url)
    points = reported.ships("opposing")[0].points
    names = {
        side: verbs.fleet_of(reported.organiser.seat, reported.game.fleet_of(side)).name for side in SIDES
    }
    assert f"{names['active']} wins on points" in text
    assert f"Points scored: {names['active']} {points}, {names['opposing']} 0." in text
    assert 'href="/rules/before-a-game/#CR-063"' in text


def test_every_line_is_a_sentence(reported):
    text = page(reported.opposing, reported.url)
    unhurt = len(reported.game.ships) - 1
    assert text.count("hull unhurt") == text.count('tag-good">Survived</span>') == unhurt
    assert text.count('tag-bad">Destroyed</span>') == 1


def test_the_own_side_is_read_and_the_other_is_counted_in_a_fold(reported):
    text = page(reported.active, reported.url)
    own, other = (
        verbs.fleet_of(reported.organiser.seat, reported.game.fleet_of(side)).name for side in SIDES
    )
    report = text.split('id="report"')[1].split("</section>")[0]
    assert report.index(own) < report.index(other)
    folded = report.split("<strong>" + other)[1].split("</summary>")[0]
    ships = len(reported.ships("opposing"))
    assert f"{ships - 1} survived ({ships - 1} unhurt), 1 destroyed" in folded


@pytest.mark.rule("CR-102")
def test_every_consequence_is_told_beforehand_with_its_rule(reported):
    text = page(reported.opposing, reported.url)
    assert "Effects of confirming" in text
    assert "is lost for good (KIA)" in text
    assert "Received 90 FP: Victory with STANDARD" in text
    assert 'href="/rules/after-a-game/#CR-113"' in text


def test_the_preview_says_what_the_confirmation_does(reported):
    reported.choose()
    before = page(reported.opposing, reported.url)
    verbs.confirm(reported.organiser.seat, reported.number)
    after = page(reported.opposing, reported.url)
    sentences = [part.split("<a")[0] for part in before.split("Effects of confirming")[1].split("<li>")[1:]]
    assert sentences
    assert [sentence for sentence in sentences if sentence not in after] == []


def test_an_onlooker_reads_the_report_but_presses_nothing(reported, visitor):
    text = page(visitor, reported.url)
    assert (">Destroyed</span>" in text, "This is wrong" in text, f'action="{reported.url}' in text) == (
        True,
        False,
        False,
    )


def test_nobody_confirms_before_the_choices_are_made(reported):
    assert reported.press(reported.opposing, "confirm").status_code == 409
    assert "still has to choose" in reported.press(reported.opposing, "confirm").content.decode()
    assert "Keep my choices" in page(reported.opposing, reported.url)
    for where, reader in (
        ("rounds/", reported.active),
        ("rounds/1/", reported.active),
        ("screen/", reported.organiser),
    ):
        text = page(reader, f"{reported.home}{where}")
        assert ("Waits for a choice" in text, "Waits for confirmation" in text) == (True, False), where


@pytest.mark.rule("CR-119")
def test_the_owner_chooses_and_then_confirms(reported):
    fields = choices_for(reported, "opposing")
    assert reported.press(reported.opposing, "choices", **fields).status_code == 302
    assert "Confirm the result" in page(reported.opposing, reported.url)
    assert reported.press(reported.opposing, "confirm").status_code == 302
    assert reported.game.step == "done"


def test_nobody_chooses_for_the_other_side(reported):
    answer = reported.press(reported.active, "choices", **choices_for(reported, "opposing"))
    assert (answer.status_code, reported.game.choices) == (403, {})


@pytest.mark.parametrize(
    ("fields", "code"), [({"side": "opposing"}, 409), ({"side": "neither"}, 422), ({}, 422)]
)
def test_choices_belong_to_a_side(reported, fields, code):
    assert reported.press(reported.organiser, "choices", **fields).status_code == code


def test_a_choice_that_was_not_on_offer_is_declined(reported):
    ask = asks_of(reported, "opposing")[0]
    answer = reported.press(reported.opposing, "choices", side="opposing", **{f"promoted-{ask.key}": "99999"})
    assert (answer.status_code, reported.game.choices) == (422, {})
    assert "cannot take this squadron" in answer.content.decode()


def test_the_writer_does_not_confirm_but_takes_it_back(reported):
    reported.choose()
    text = page(reported.active, reported.url)
    assert ("Confirm the result" in text, "Take the report back" in text) == (False, True)
    assert reported.press(reported.active, "confirm").status_code == 403
    assert reported.press(reported.active, "reopen").status_code == 302
    assert reported.game.step == "report"
    assert 'id="report-form"' in page(reported.active, reported.url)
    first = waiting_for(reported.active.user)[1][0]
    assert (first.mine, "is begun: submit it." in first.what, first.label) == (True, True, "Go on")


def test_the_other_player_does_not_take_the_report_back(reported):
    assert reported.press(reported.opposing, "reopen").status_code == 403
    assert "Take the report back" not in page(reported.opposing, reported.url)


@pytest.mark.rule("CR-101")
def test_a_line_is_disputed_with_a_reason_and_withdrawn(reported):
    ship = reported.ships("opposing")[0]
    answer = reported.press(reported.opposing, "dispute", ship=ship.id, reason="It <fled>.")
    assert answer.status_code == 302
    text = page(reported.active, reported.url)
    assert f"Disputed by {reported.opposing.seat.name}: It &lt;fled&gt;." in text
    assert "my objection to" not in text
    assert reported.press(reported.active, "withdraw", ship=ship.id).status_code == 403
    assert reported.press(reported.opposing, "withdraw", ship=ship.id).status_code == 302
    assert reported.game.report.disputes == {}


def test_the_ending_of_a_game_can_be_disputed_too(reported):
    reported.press(reported.opposing, "dispute", ship=0, reason="They conceded.")
    assert "They conceded." in page(reported.organiser, reported.url)
    reported.press(reported.opposing, "withdraw", ship=0)
    assert reported.game.report.disputes == {}


@pytest.mark.parametrize(
    ("fields", "code", "sentence"),
    [
        ({"ship": "0", "reason": ""}, 409, "Say why"),
        ({"ship": "0", "reason": "x" * 2000}, 409, "Keep the reason"),
        ({"ship": "77777", "reason": "No."}, 422, "was not fielded"),
        ({"ship": "", "reason": "No."}, 422, "Choose the ship"),
    ],
)
def test_a_dispute_needs_a_line_and_a_reason(reported, fields, code, sentence):
    before = reported.head
    answer = reported.press(reported.opposing, "dispute", **fields)
    assert (answer.status_code, sentence in answer.content.decode()) == (code, True)
    assert reported.head == before


def test_a_disputed_report_is_not_confirmed(reported):
    reported.choose()
    reported.press(reported.opposing, "dispute", ship=0, reason="Not so.")
    answer = reported.press(reported.opposing, "confirm")
    assert (answer.status_code, "Still disputed" in answer.content.decode()) == (409, True)
    assert "Waiting for an organiser to settle" in page(reported.opposing, reported.url)


def test_an_organiser_settles_and_both_sides_read_why(reported):
    ship = reported.ships("opposing")[0]
    reported.press(reported.opposing, "dispute", ship=ship.id, reason="It fled.")
    fields = typed(reported.game, ending="stopped", reason="The judge saw it.")
    fields[f"s{ship.id}-fate"] = "driven_off"
    answer = reported.organiser.client.post(f"{reported.url}settle/", fields)
    assert answer.status_code == 302
    assert reported.game.report.lines[ship.id].fate == "driven_off"
    for person in (reported.active, reported.opposing):
        assert "The judge saw it." in page(person, reported.url)


def test_settling_shows_the_report_as_a_form(reported):
    text = page(reported.organiser, f"{reported.url}settle/")
    ship = reported.ships("opposing")[0]
    assert f'name="s{ship.id}-fate" value="destroyed" checked' in text
    assert "Settle the report" in text


@pytest.mark.parametrize(
    ("more", "code", "sentence"),
    [
        ({"reason": " "}, 409, "Say why"),
        ({"reason": "So be it.", "ending": ""}, 422, "Both sides still have ships"),
        ({"reason": "So be it.", "ending": "rain"}, 422, "Say how the game ended"),
    ],
)
def test_a_settlement_that_does_not_hold_shows_the_form_again(reported, more, code, sentence):
    before = reported.head
    fields = typed(reported.game, ending="stopped") | more
    answer = reported.organiser.client.post(f"{reported.url}settle/", fields)
    assert (answer.status_code, sentence in answer.content.decode()) == (code, True)
    assert reported.head == before


def test_a_settlement_that_does_not_hold_comes_back_as_it_was_typed(reported):
    ship = reported.ships("opposing")[0]
    fields = typed(reported.game, ending="active", reason="x" * 501) | {f"s{ship.id}-fate": "driven_off"}
    answer = reported.organiser.client.post(f"{reported.url}settle/", fields)
    text = answer.content.decode()
    assert (answer.status_code, "x" * 501 in text, reported.game.report.lines[ship.id].fate) == (
        409,
        True,
        "destroyed",
    )
    chosen = re.findall(r'name="(?:ending|s\d+-fate)" value="(\w*)"\s+checked', text)
    assert (chosen.count("driven_off"), chosen.count("destroyed"), chosen[-1]) == (1, 0, "active")


def test_players_do_not_settle(reported):
    answers = [
        reported.active.client.get(f"{reported.url}settle/"),
        reported.opposing.client.post(f"{reported.url}settle/", {"reason": "Mine."}),
    ]
    assert [each.status_code for each in answers] == [403, 403]


def test_nothing_is_settled_before_a_report(drawn):
    assert drawn.organiser.client.get(f"{drawn.url}settle/").status_code == 302
    fields = typed(drawn.game, ending="stopped", reason="Now.")
    assert drawn.organiser.client.post(f"{drawn.url}settle/", fields).status_code == 409


def test_a_report_that_has_changed_meanwhile_is_not_confirmed(reported):
    reported.choose()
    seen = str(reported.head)
    fields = typed(reported.game, ending="active", reason="They gave up.")
    reported.organiser.client.post(f"{reported.url}settle/", fields)
    reported.choose()
    before = reported.head
    answer = reported.press(reported.opposing, "confirm", seen=seen)
    assert (answer.status_code, reported.head) == (409, before)
    assert "Somebody else has changed this" in answer.content.decode()


def test_changes_elsewhere_do_not_make_a_page_stale(reported):
    reported.choose()
    seen = str(reported.head)
    verbs.found_fleet(reported.organiser.seat, "Latecomers", "scum")
    answer = reported.press(reported.opposing, "confirm", seen=seen)
    assert (answer.status_code, reported.game.step) == (302, "done")


def test_a_confirmed_result_is_not_confirmed_again(finished):
    before = finished.head
    answer = finished.press(finished.opposing, "confirm")
    assert (answer.status_code, "its result applied" in answer.content.decode()) == (409, True)
    assert finished.head == before


@pytest.mark.rule("CR-101")
def test_the_writer_who_commands_the_other_fleet_by_now_waits_for_an_organiser(reported):
    reported.choose()
    organiser, writer, game = reported.organiser, reported.active, reported.game
    heir = reported.league.visitor
    verbs.do(organiser.seat, ChangeRole(heir.number, "player"))
    hand_over = f"{fleet_url(reported.league.campaign.pk, game.active)}hand-over/"
    assert "is in a game. The new commander goes on with it" in page(writer, hand_over)
    verbs.do(organiser.seat, HandOverFleet(game.active, heir.number))
    verbs.do(organiser.seat, HandOverFleet(game.opposing, writer.seat.number))
    text = page(writer, reported.url)
    assert ("Waiting for an organiser to confirm" in text, "Confirm the result" in text) == (True, False)
    assert reported.press(writer, "confirm").status_code == 403
    assert "Confirm the result of" in page(organiser, "/inbox/")
    assert "An organiser has to confirm" in page(organiser, f"{reported.home}rounds/1/")
    assert reported.press(organiser, "confirm").status_code == 302
