"""The repairs desk: every price before it is done, and what closing will do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from league.models import Campaign, Shard
from league.rules.campaign import ReopenCampaign
from rosters.presenters.repairs import Done
from rosters.rules.orders import StrikeElimination
from rosters.rules.state import FleetState
from tests import verbs
from tests.answers import queries
from tests.beginnings import begun
from tests.people import Person, browser
from tests.places import fleet_url, game_url
from tests.rosters.views.work_pages import ROOKIE, WorkPages

WEDGE = "rebel-xwing-wedgeantilles"


def desk_of(running: verbs.League) -> WorkPages:
    member = running.player
    return WorkPages(Person(member.user, member, browser(member.user)), running.fleet, "desk")


def rewrite(bench: WorkPages, change: Callable[[FleetState], object]) -> None:
    """Change the fleet in the snapshot: what befell it in games that a page's test need not play."""
    fleet = bench.state
    change(fleet)
    rows = Shard.objects.filter(campaign=bench.person.seat.campaign_id, part="rosters", key=bench.fleet)
    rows.update(doc=msgspec.json.encode(fleet).decode())


def strip(fleet: FleetState) -> None:
    """Two ships and no points are left."""
    for number in list(fleet.ships)[2:]:
        del fleet.ships[number]
    fleet.points = 0


@pytest.fixture
def bench(running: verbs.League) -> WorkPages:
    """Paul's desk after a game without losses."""
    begun(lambda: verbs.play(running), "played", running.fleet)
    return desk_of(running)


@pytest.fixture
def ship(bench: WorkPages) -> int:
    """One of Paul's ships."""
    return min(bench.state.ships)


@pytest.fixture
def lost(bench: WorkPages, ship: int) -> int:
    """The ship, missing."""
    rewrite(bench, lambda fleet: setattr(fleet.ships[ship], "mia", True))
    return ship


def test_without_an_open_phase_the_desk_says_when_it_opens(running):
    assert "No repairs are open" in desk_of(running).text()


def tabs(bench: WorkPages, path: str = "") -> dict[str, str]:
    """The note beside each step."""
    return {each.label: each.note for each in bench.get(path).context["steps"].all}


@pytest.mark.rule("CR-140")
def test_every_step_says_what_there_is_to_do(bench, lost):
    points, promotable = bench.state.points, bench.get().context["desk"].promotable
    assert tabs(bench) == {
        "Result": "",
        "Recover": "1",
        "Promote": str(len(promotable)),
        "Spend": f"{points} FP",
        "Arrange": "",
        "Review": "",
    }
    bench.done("recover_ship", ship=lost)
    assert tabs(bench)["Recover"] == ""


def test_each_step_leads_on_to_the_next_and_shows_its_part_alone(bench):
    headings = {
        "result": "What happened",
        "recover": 'id="recover"',
        "promote": 'id="promote"',
        "spend": 'id="find"',
        "arrange": "Move ships and cards",
        "review": 'id="close"',
    }
    order = list(headings)
    for step, after in zip(order, [*order[1:], ""], strict=True):
        text = bench.text(f"?step={step}")
        assert [each for each in order if headings[each] in text] == [step]
        assert (f'class="btn btn-primary" href="{bench.url}?step={after}"' in text) == bool(after)


def test_purchases_and_moves_have_a_step_each(bench, ship):
    change = f'href="{bench.url}squadrons/{min(bench.state.squadrons)}/'
    found = {}
    for step in ("spend", "arrange"):
        text, menu = bench.text(f"?step={step}"), bench.text(f"ships/{ship}/")
        buys = (f'{change}ships/"' in text, f"{bench.url}ships/{ship}/slots/" in text, "Buy another" in menu)
        found[step] = (buys, (f'{change}"' in text, "data-drag" in text, "Move it to" in menu))
    every, none = (True, True, True), (False, False, False)
    assert found == {"spend": (every, none), "arrange": (none, every)}


def test_the_repairs_go_on_where_they_were_left_in_this_fleet_alone(bench, rival, running):
    bench.get("?step=promote")
    assert bench.get().context["steps"].at == "promote"
    other = WorkPages(rival, running.rival_fleet, "desk")
    other.person.client.cookies["repairs"] = bench.person.client.cookies["repairs"].value
    assert other.get().context["steps"].at == "result"


def test_a_part_shows_the_step_of_the_page_around_it(bench, lost):
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{bench.url}?step=recover"}
    data = {"do": "recover_ship", "ship": lost}
    answer = bench.person.client.post(bench.url, data, headers=headers)
    assert "Nobody is missing." in answer.content.decode()


@pytest.mark.parametrize("step", ["nonsense", "", "REVIEW", "1"])
def test_an_unknown_step_is_the_first(bench, step):
    assert bench.get(f"?step={step}").context["steps"].at == "result"


@pytest.mark.rule("CR-140")
def test_the_desk_leads_to_the_game_it_follows(bench):
    game = bench.state.desk.game
    assert f'href="{game_url(bench.person.seat.campaign_id, game)}"' in bench.text()


@pytest.mark.rule("CR-142")
def test_recovering_shows_how_the_price_comes_about(bench, lost):
    (recovery,) = bench.get().context["desk"].recoveries
    assert (recovery.priced.number, recovery.priced.total, recovery.priced.price) == (lost, 21, 11)
    assert f'name="ship" value="{lost}">11 FP' in bench.text("?step=recover")
    bench.done("recover_ship", ship=lost)
    assert not bench.state.ships[lost].mia
    assert "Nobody is missing." in bench.text("?step=recover")


@pytest.mark.rule("CR-142")
def test_a_profile_that_recovers_names_only_says_so(bench, lost):
    rows = Campaign.objects.filter(pk=bench.person.seat.campaign_id)
    rows.update(profile={**rows.get().profile, "recover_any_ship": False})
    (recovery,) = bench.get().context["desk"].recoveries
    assert not recovery.priced.possible
    text = bench.text("?step=recover")
    assert "In this campaign only unique names are recovered" in text
    assert f'name="ship" value="{lost}"' not in text


@pytest.mark.rule("CR-141")
def test_promotions_are_priced_with_reasons_in_the_ships_menu(bench):
    ranked = next(each for each in bench.state.ships.values() if each.rank == "EXP")
    assert f'href="{bench.url}ships/{ranked.id}/"' in bench.text("?step=promote")
    menu = bench.get(f"ships/{ranked.id}/").context["menu"]
    wedge = next(each.offer for each in menu.promotions if each.offer.card_id == WEDGE)
    assert (wedge.price, wedge.findings) == (8, ())
    bench.done("promote", ship=ranked.id, card=WEDGE)
    assert bench.state.ships[ranked.id].card == WEDGE


@pytest.mark.rule("CR-007")
def test_nothing_is_given_back_at_the_desk(bench, ship):
    assert "Give it back" not in bench.text(f"ships/{ship}/")
    assert bench.post("return_ship", ship=ship).status_code == 409


@pytest.mark.rule("CR-034")
def test_a_modification_is_replaced_through_its_slot(bench, ship):
    old = verbs.buy_upgrade(bench.person.seat, bench.fleet, "munitionsfailsafe", ship)
    place = bench.get(f"upgrades/{old}/").context["menu"].place
    offered = bench.get(f"ships/{ship}/slots/{place}/").context["offered"]
    assert offered.replaces
    assert "shieldupgrade" in [each.card for each in offered.legal]
    bench.done("buy_upgrade", card="guidancechips", ship=ship, replacing=old)
    assert [each.card for each in bench.state.upgrades_on(ship)] == ["guidancechips"]


@pytest.mark.rule("CR-019")
def test_closing_names_the_squadrons_that_will_be_struck(bench):
    bench.done("form_squadron", squadron=9, type="recon")
    text = bench.text("?step=review")
    assert bench.get().context["desk"].ending.struck == (9,)
    assert "Closing disbands squadron 9" in text
    assert 'hx-confirm="Close and disband squadron 9? You cannot take this back."' in text
    assert "Close and disband squadron 9</button>" in text
    assert "Closing is final" in text
    bench.done("close_desk")
    assert bench.state.standing == "ready"
    assert 9 not in bench.state.squadrons


@pytest.mark.rule("CR-145")
def test_a_desk_without_changes_closes_to_the_fleet_page(bench, lost):
    bench.done("recover_ship", ship=lost)
    assert bench.get().context["desk"].ending.quiet
    answer = bench.post("close_desk", htmx=True)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, bench.base)
    assert bench.state.standing == "ready"


def test_the_review_says_what_was_done_in_this_phase_and_what_stays_unspent(bench):
    for _ in range(2):
        bench.done("buy_ship", card=ROOKIE, squadron="inventory")
    assert queries(bench.person.client, f"{bench.url}?step=review") <= 12
    bench.done("undo", act=bench.get("?step=spend").context["last"].number)
    for step in ("result", "recover", "promote", "spend", "arrange", "review"):
        assert queries(bench.person.client, f"{bench.url}?step={step}") <= 12
    text = bench.text("?step=review")
    assert bench.get().context["done"] == Done((("Bought", "Rookie Pilot (X-wing)"),), 21)
    assert f'<strong class="fig">{bench.state.points} FP</strong> stay unspent.' in text


@pytest.mark.parametrize(("step", "closes"), [("review", True), ("arrange", False)])
def test_the_button_at_the_thumb_takes_the_arrangement_that_the_step_shows(bench, step, closes):
    for card in list(bench.state.squadrons):
        bench.done("strike_squadron", squadron=card)
    text = bench.text(f"?step={step}")
    assert ('form="proposal"' in text, "One way, with the fewest changes" in text) == (True, True)
    page, _, actions = (
        bench.post("take_proposal", htmx=True).content.decode().partition('id="page-actions" hx-swap-oob')
    )
    assert ('form="proposal"' in actions, 'id="closing"' in page) == (False, closes)
    assert "Close" not in actions, "A second tap on that button closes the phase."


@pytest.mark.rule("CR-146")
def test_an_arrangement_of_two_standards_is_proposed_and_taken_with_one_button(bench):
    for card in list(bench.state.squadrons):
        bench.done("strike_squadron", squadron=card)
    bench.done("form_squadron", squadron=9, type="recon")
    ending = bench.get().context["desk"].ending
    assert (ending.refused, len(ending.proposal) >= 2, ending.struck) == (True, True, (9,))
    assert bench.post("close_desk").status_code == 409
    assert "Closing disbands" not in bench.text("?step=review")
    bench.done("take_proposal")
    assert sorted(each.type for each in bench.state.squadrons.values()) == ["standard", "standard"]
    assert not bench.get().context["desk"].ending.refused
    bench.done("close_desk")


@pytest.mark.rule("CR-150")
def test_elimination_is_explained_and_asks_for_a_confirmation(bench):
    rewrite(bench, strip)
    text = bench.text("?step=review")
    assert bench.get().context["desk"].ending.ends_fleet
    assert "closing now eliminates the fleet" in text
    assert 'name="accept_elimination" value="yes" required' in text
    assert bench.post("close_desk").status_code == 409
    bench.done("close_desk", accept_elimination="yes")
    assert bench.state.standing == "eliminated"


def test_the_desk_keeps_what_was_done_until_it_is_closed(bench):
    bench.done("buy_ship", card=ROOKIE, squadron="inventory")
    user = bench.person.user
    later = WorkPages(Person(user, bench.person.member, browser(user)), bench.fleet, "desk")
    assert later.get().context["sheet"].points == bench.state.points
    later.done("undo", act=later.get("?step=spend").context["last"].number)
    assert later.state.ships_in(None) == []
    assert later.state.standing == "desk"


@pytest.mark.rule("CR-120")
def test_an_elite_pilot_gets_a_name_and_a_slot(bench, ship):
    rewrite(bench, lambda fleet: setattr(fleet.ships[ship], "rank", "ELITE"))
    assert "Name your ELITE pilots" in bench.text("?step=promote")
    line = next(each for each in bench.get().context["sheet"].ships if each.id == ship)
    assert [each.slot for each in line.slots].count("Elite") == 1
    bench.done("name_pilot", ship=ship, given_name="Old Iron")
    assert bench.state.ships[ship].given_name == "Old Iron"
    assert "“Old Iron”, Rookie Pilot" in bench.text("?step=arrange")


@pytest.mark.rule("CR-150")
def test_an_eliminated_roster_is_not_called_legal(bench):
    rewrite(bench, strip)
    bench.done("close_desk", accept_elimination="yes")
    page = bench.person.client.get(bench.base).content.decode()
    assert "Eliminated" in page
    assert "This roster is legal." not in page


@pytest.mark.rule("CR-150")
def test_a_fleet_that_an_organiser_lets_take_part_again_is_told_what_it_needs(bench, running):
    rewrite(bench, strip)
    bench.done("close_desk", accept_elimination="yes")
    verbs.do(running.organiser, ReopenCampaign("It was announced too late"))
    verbs.do(running.organiser, StrikeElimination(bench.fleet, "It was announced too late"))
    assert "An organiser let the fleet take part again." in bench.text()
    page = bench.person.client.get(bench.base).content.decode()
    assert ("No squadron is formed" in page, "This roster is legal." in page) == (True, False)


def test_an_organiser_reads_for_whom_they_act_at_the_repairs(running, organiser, player):
    verbs.play(running)
    url = f"{fleet_url(running.campaign.pk, running.fleet)}desk/"
    theirs, own = (each.client.get(url).content.decode() for each in (organiser, player))
    said = ("You act for the fleet's owner", "the fleet has its points")
    assert [each in theirs for each in said] == [True, True]
    assert [each in own for each in said] == [False, False]
