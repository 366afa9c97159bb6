"""The page of a plan: steps on a copy, compared with today, then taken over or thrown away."""

from __future__ import annotations

import pytest

from league import limits
from league.kernel.refusal import Refusal
from league.models import Act, Campaign
from rosters.rules.desk.planning import PLANNED, Plan
from rosters.rules.fleets.people import RetireFleet
from rosters.rules.purchases.buying import BuyShip
from rosters.services.plans import carry_out_plan
from tests import verbs
from tests.answers import queries, text_of
from tests.invariants import broken
from tests.people import Person
from tests.places import fleet_url
from tests.rosters.views.work_pages import LUKE, ROOKIE, WorkPages

SHIP = PLANNED  # the number of the ship that the first step buys


@pytest.fixture
def desk_plan(bench: WorkPages) -> WorkPages:
    """The plan for Paul's draft."""
    return WorkPages(bench.person, bench.fleet, "plan")


def steps_in(page: str) -> int:
    listed = page.partition('<ol class="plan-steps">')[2].partition("</ol>")[0]
    return listed.count("<li")


def test_nothing_is_written_while_steps_are_added(desk_plan: WorkPages):
    before = desk_plan.head
    desk_plan.done("buy_ship", card=ROOKIE, squadron="2")
    desk_plan.done("buy_upgrade", card="r2astromech", ship=SHIP)
    desk_plan.done("form_squadron", squadron="3", type="standard")
    page = desk_plan.text()
    assert (steps_in(page), "Apply 3 steps to the fleet" in page) == (3, True)
    assert (desk_plan.head, desk_plan.state.ships) == (before, {})
    assert "things are still missing or wrong before the fleet can start" in page


def test_the_plan_is_taken_over_step_by_step_and_each_can_be_undone(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE, squadron="2")
    desk_plan.done("buy_upgrade", card="r2astromech", ship=SHIP)
    desk_plan.done("move_ship", ship=SHIP, squadron="inventory")
    before = Act.objects.count()
    answer = desk_plan.post("take_plan", seen=desk_plan.head)
    assert answer["Location"] == f"{desk_plan.base}build/"
    assert Act.objects.count() == before + 3
    (ship,) = desk_plan.state.ships.values()
    assert (ship.card, ship.squadron) == (ROOKIE, None)
    assert [each.ship for each in desk_plan.state.upgrades.values()] == [ship.id]
    assert "3 steps are done" in text_of(desk_plan.person.client.get(answer["Location"]))
    assert "No step yet" in desk_plan.text()
    assert broken(desk_plan.person.seat.campaign_id) == []


def test_a_step_that_is_refused_is_not_planned(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=LUKE, squadron="2")
    answer = desk_plan.post("buy_ship", card=LUKE, squadron="2")
    assert (answer.status_code, "One of a name" in text_of(answer)) == (409, True)
    assert steps_in(desk_plan.text()) == 1


def test_the_last_step_is_taken_back_and_the_plan_thrown_away(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE)
    desk_plan.done("buy_ship", card=ROOKIE)
    desk_plan.done("undo")
    assert steps_in(desk_plan.text()) == 1
    answer = desk_plan.post("throw_plan_away")
    assert answer["Location"] == desk_plan.base
    assert "No step yet" in desk_plan.text()
    assert desk_plan.post("undo").status_code == 409
    assert desk_plan.post("take_plan").status_code == 409


def test_all_or_nothing_if_today_has_changed(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE)
    desk_plan.done("buy_ship", card=LUKE)
    verbs.buy_ship(desk_plan.person.seat, desk_plan.fleet, LUKE)
    page = desk_plan.text()
    assert "The fleet has changed since you planned" in page
    assert "Drop this step" in page
    assert "Take 2 steps" not in page
    before = desk_plan.head
    answer = desk_plan.post("take_plan", seen=before)
    words = text_of(answer)
    assert answer.status_code == 409
    assert "Step 2 of the plan is not possible" in words
    assert "Nothing was changed" in words
    assert (desk_plan.head, len(desk_plan.state.ships)) == (before, 1)
    assert broken(desk_plan.person.seat.campaign_id) == []
    assert desk_plan.post("buy_ship", card=ROOKIE).status_code == 409
    desk_plan.done("drop_step", step="1")
    assert "Apply 1 step to the fleet" in desk_plan.text()
    assert desk_plan.post("take_plan", seen=before).status_code == 302
    assert len(desk_plan.state.ships) == 2


def test_a_page_from_before_the_change_takes_nothing_over(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE)
    seen = desk_plan.head
    verbs.buy_ship(desk_plan.person.seat, desk_plan.fleet, ROOKIE)
    answer = desk_plan.post("take_plan", seen=seen)
    assert (answer.status_code, len(desk_plan.state.ships)) == (409, 1)


@pytest.mark.parametrize(
    ("do", "fields", "status"),
    [
        ("lock_fleet", {}, 422),
        ("close_desk", {}, 422),
        ("buy_everything", {}, 422),
        ("buy_ship", {"card": "no-such-card"}, 422),
        ("buy_ship", {}, 422),
        ("move_ship", {"ship": "x"}, 422),
        ("drop_step", {"step": "x"}, 422),
        ("imagine", {"points": "lots"}, 422),
        ("imagine", {"squadron-2": "eaten"}, 422),
        ("take_plan", {"seen": "x"}, 409),
    ],
)
def test_odd_posts_are_answered_with_a_sentence_and_plan_nothing(
    desk_plan: WorkPages, do: str, fields: dict[str, str], status: int
):
    before = desk_plan.head
    assert desk_plan.post(do, **fields).status_code == status
    assert (desk_plan.head, "No step yet" in desk_plan.text()) == (before, True)


def test_the_menus_are_those_of_the_copy(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE, squadron="2")
    menu = desk_plan.text(f"ships/{SHIP}/")
    assert "Give it back" in menu
    assert f'action="{desk_plan.url}"' in menu
    assert WorkPages(desk_plan.person, desk_plan.fleet, "build").get(f"ships/{SHIP}/").status_code == 404


def test_the_part_follows_each_step(desk_plan: WorkPages):
    answer = desk_plan.post("buy_ship", htmx=True, card=ROOKIE, squadron="2")
    words = text_of(answer)
    assert "<html" not in words
    assert "Planned: Rookie Pilot" in words
    assert steps_in(answer.content.decode()) == 1


def test_a_plan_has_a_bounded_number_of_steps(desk_plan: WorkPages, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PLAN_STEPS", 2)
    for _ in range(2):
        desk_plan.done("buy_ship", card=ROOKIE)
    answer = desk_plan.post("buy_ship", card=ROOKIE)
    assert (answer.status_code, "up to 2 steps" in text_of(answer)) == (409, True)


def test_a_session_keeps_few_plans(desk_plan: WorkPages, organiser: Person, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PLANS_KEPT", 1)
    other = verbs.found_fleet(organiser.seat, "Other Wing", "rebel", "clubs")
    mine, others = (WorkPages(organiser, each, "plan") for each in (desk_plan.fleet, other))
    mine.done("buy_ship", card=ROOKIE)
    others.done("buy_ship", card=ROOKIE)
    assert "No step yet" in mine.text()
    assert steps_in(others.text()) == 1


def test_a_plan_of_an_older_release_is_forgotten(desk_plan: WorkPages):
    desk_plan.done("buy_ship", card=ROOKIE)
    client = desk_plan.person.client
    session = client.session
    for each in session["plans"].values():
        each["steps"][0][1] = "buy_moon"
    session.save()
    assert "No step yet" in desk_plan.text()


def test_after_an_imagined_game(running: verbs.League, player: Person):
    at = WorkPages(player, running.fleet, "plan")
    ship = next(iter(at.state.ships))
    page = text_of(player.client.get(f"{at.base}what-if/?ship-{ship}=kia&points=90"))
    assert "Plan on this copy" in page
    at.done("imagine", **{f"ship-{ship}": "kia", "points": "90", "result": "defeat"})
    page = at.text()
    assert "1 ship lost, 90 FP earned, a defeat" in page
    assert f'id="ship{ship}"' not in page
    at.done("buy_ship", card=ROOKIE)
    page = at.text()
    assert "Your plan waits here" in page  # between games nothing is taken over
    assert "Apply 1 step to the fleet" not in page
    answer = at.post("take_plan")
    assert (answer.status_code, "locked between games" in text_of(answer)) == (409, True)
    at.done("imagine")
    assert f'id="ship{ship}"' in at.text()


def test_the_plan_waits_until_the_post_game_phase_opens(running: verbs.League, player: Person):
    at = WorkPages(player, running.fleet, "plan")
    at.done("buy_ship", card=ROOKIE)
    verbs.play(running)
    count = len(at.state.ships)
    assert "Apply 1 step to the fleet" in at.text()
    assert at.post("take_plan", seen=at.head)["Location"] == f"{at.base}desk/"
    assert len(at.state.ships) == count + 1


def test_only_commanders_and_organisers_plan(
    running: verbs.League, rival: Person, visitor: Person, stranger: Person, organiser: Person
):
    url = f"{fleet_url(running.campaign.pk, running.fleet)}plan/"
    assert [each.client.get(url).status_code for each in (rival, visitor, stranger, organiser)] == [
        403, 403, 404, 200,
    ]  # fmt: skip
    before = Campaign.objects.get().head_seq
    assert rival.client.post(url, {"do": "buy_ship", "card": ROOKIE}).status_code == 403
    assert "Plan on this copy" not in text_of(rival.client.get(url.replace("plan/", "what-if/")))
    assert Campaign.objects.get().head_seq == before


def test_a_fleet_that_is_out_has_nothing_to_plan(running: verbs.League, player: Person):
    verbs.do(running.organiser, RetireFleet(running.fleet))
    at = WorkPages(player, running.fleet, "plan")
    assert "Nothing to plan" in text_of(player.client.get(at.url))
    assert at.post("buy_ship", card=ROOKIE).status_code == 409


def test_the_page_stays_within_twelve_queries(desk_plan: WorkPages):
    for _ in range(3):
        desk_plan.done("buy_ship", card=ROOKIE)
    desk_plan.text()
    assert queries(desk_plan.person.client, desk_plan.url) <= 12


def test_the_door_refuses_one_step_and_nothing_is_written(desk_plan: WorkPages):
    fleet = desk_plan.fleet
    plan = Plan().with_step(BuyShip(fleet, ROOKIE), 0).with_step(BuyShip(fleet, "rebel-xwing-nobody"), 1)
    before = desk_plan.head
    with pytest.raises(Refusal, match="Step 2 of the plan"):
        carry_out_plan(desk_plan.person.seat.campaign_id, desk_plan.person.seat, plan, {})
    assert (desk_plan.head, desk_plan.state.ships) == (before, {})
