"""The page *What if*: fates to choose, today beside then, and nothing written."""

from __future__ import annotations

import re

import pytest

from league.models import Campaign
from league.rules.campaign import EndCampaign
from tests import verbs
from tests.people import Person
from tests.places import fleet_url


def page(person: Person, running: verbs.League, query: str = "", status: int = 200) -> str:
    answer = person.client.get(f"{fleet_url(running.campaign.pk, running.fleet)}what-if/{query}")
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_without_losses_the_fleet_is_still_in(running: verbs.League, player: Person):
    assert "Still in: at least two STANDARD squadrons are left." in page(player, running)


def test_a_fleet_that_is_being_built_has_no_repairs_to_close(campaign: Campaign, player: Person):
    fleet = verbs.found_fleet(player.seat, "Night Watch", "rebel")
    text = player.client.get(f"{fleet_url(campaign.pk, fleet)}what-if/").content.decode()
    assert "The fleet is being built: it lacks" in text
    assert ("Closing the repairs" in text, "You could still" in text, "closing-bad" in text) == (False,) * 3


@pytest.mark.rule("CR-150")
def test_whole_squadrons_fall_and_the_page_says_what_would_help(running: verbs.League, player: Person):
    before = Campaign.objects.get().head_seq
    text = page(player, running, "?squadron-2=kia&squadron-3=kia&squadron-4=kia")
    assert "would end the campaign for this fleet" in text
    assert "You could still:" in text
    assert Campaign.objects.get().head_seq == before


def test_the_fate_of_a_squadron_comes_before_those_of_its_ships(running: verbs.League, player: Person):
    ship = next(iter(verbs.fleet_of(running.player, running.fleet).ships.values()))
    text = page(player, running, f"?ship-{ship.id}=kia&squadron-{ship.squadron}=no")
    assert "selected>Killed" not in text


def test_chosen_fates_stay_chosen(running: verbs.League, player: Person):
    ship = next(iter(verbs.fleet_of(running.player, running.fleet).ships.values()))
    text = page(player, running, f"?ship-{ship.id}=mia&result=defeat&points=90")
    assert (text.count("selected>Missing"), text.count("selected>Lost"), 'value="90"' in text) == (1, 1, True)


def test_one_line_has_the_answer_and_the_way_to_a_plan(
    running: verbs.League, player: Person, visitor: Person
):
    ship = next(iter(verbs.fleet_of(running.player, running.fleet).ships.values()))

    def line(person: Person, query: str) -> str:
        after = page(person, running, query).partition('class="sticky-tiles what-if-now"')[2]
        return " ".join(re.sub(r"<[^>]+>", " ", after.partition("</div>")[0]).partition(">")[2].split())

    assert line(player, f"?ship-{ship.id}=mia") == "Still in · 231 FV ( −21 ) Look ahead Plan on this copy"
    known = {each.squadron for each in verbs.fleet_of(running.player, running.fleet).ships.values()}
    fallen = "&".join(f"squadron-{card or 0}=kia" for card in known)
    assert line(visitor, f"?{fallen}").startswith("Out, if closed · 0 FV")
    assert "Plan on this copy" not in line(visitor, "")
    verbs.do(running.organiser, EndCampaign())
    assert "Plan on this copy" not in page(player, running, "")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?squadron-2=eaten", "choose one of these"),
        ("?result=perhaps", "won or drawn, or it is lost"),
        ("?ship-9999=mia", "no such ship"),
        ("?squadron-13=kia", "no such squadron"),
        ("?points=lots", "whole number"),
        ("?points=99999", "up to 2000"),
        ("?points=-5", "no less than 0"),
    ],
)
def test_odd_input_is_refused_in_a_sentence(running: verbs.League, player: Person, query: str, says: str):
    text = page(player, running, query, status=422)
    assert says in text
    assert ("The figures reckon with 0 FP." in text) == query.startswith("?points")


def test_everybody_who_reads_the_roster_may_imagine(running: verbs.League, visitor: Person, stranger: Person):
    assert "Imagine the losses" in page(visitor, running)
    page(stranger, running, status=404)
