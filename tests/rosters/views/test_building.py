"""Every order of the roster builder, from its own form."""

from __future__ import annotations

import pytest

from rosters.catalogue import catalogue
from rosters.services.collection import set_models
from tests import verbs
from tests.answers import queries
from tests.people import joined
from tests.rosters.views.work_pages import LUKE, ROOKIE, WorkPages

CARDS = catalogue()


def only_ship(bench: WorkPages) -> int:
    (ship,) = bench.state.ships
    return ship


def upgrade_named(bench: WorkPages, card: str) -> int:
    return next(each.id for each in bench.state.upgrades.values() if each.card == card)


@pytest.mark.rule("CR-031")
@pytest.mark.parametrize(("place", "squadron"), [("2", 2), ("inventory", None), ("", None)])
def test_a_ship_is_bought_into_a_squadron_or_the_inventory(bench, place, squadron):
    bench.done("buy_ship", card=ROOKIE, squadron=place)
    assert [(each.card, each.squadron) for each in bench.state.ships.values()] == [(ROOKIE, squadron)]
    assert bench.state.points == 350 - CARDS.ship_cards[ROOKIE].points


def test_a_plain_form_that_is_sent_three_times_buys_one_ship(bench):
    page = {"card": ROOKIE, "squadron": "2", "seen": bench.head}
    answers = [bench.post("buy_ship", **page) for _ in range(3)]
    assert [each.status_code for each in answers] == [302, 409, 409]
    assert "so nothing was done this time" in answers[1].content.decode()
    assert only_ship(bench)
    bench.done("buy_ship", **page | {"seen": bench.head})
    assert len(bench.state.ships) == 2


def test_another_card_from_a_page_that_was_open_beside_it_is_bought_once_too(bench):
    seen = bench.head
    bench.done("buy_ship", card=ROOKIE, squadron="2", seen=seen)
    bench.done("buy_ship", card=LUKE, squadron="2", seen=seen)
    for card in (ROOKIE, LUKE):
        answer = bench.post("buy_ship", card=card, squadron="2", seen=seen)
        assert answer.status_code == 409
        assert "You have bought just this since you opened the page" in answer.content.decode()
    assert sorted(each.card for each in bench.state.ships.values()) == sorted((ROOKIE, LUKE))


def test_the_same_card_into_another_place_is_another_purchase(bench):
    page = {"card": "protontorpedoes", "seen": bench.head}
    bench.done("buy_ship", card=LUKE, squadron="2", seen=page["seen"])
    ship = only_ship(bench)
    bench.done("buy_upgrade", **page, ship=ship)
    bench.done("buy_upgrade", **page, ship="inventory")
    assert bench.post("buy_upgrade", **page, ship="inventory").status_code == 409
    assert sorted(str(each.ship) for each in bench.state.upgrades.values()) == sorted((str(ship), "None"))


def test_a_purchase_that_was_undone_can_be_sent_once_more(bench):
    page = {"card": "protontorpedoes", "ship": "inventory", "seen": bench.head}
    bench.done("buy_upgrade", **page)
    assert bench.post("buy_upgrade", **page).status_code == 409
    bench.done("undo", act=bench.get().context["last"].number)
    bench.done("buy_upgrade", **page)
    assert len(bench.state.upgrades) == 1


def test_two_quick_presses_by_script_buy_two_ships(bench):
    page = {"card": ROOKIE, "squadron": "2", "seen": bench.head}
    answers = [bench.post("buy_ship", htmx=True, **page) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert len(bench.state.ships) == 2


def test_a_copy_comes_with_its_upgrades(bench):
    bench.done("buy_ship", card=ROOKIE, squadron="2", upgrades=["protontorpedoes", "r2astromech"])
    assert sorted(each.card for each in bench.state.upgrades.values()) == ["protontorpedoes", "r2astromech"]


@pytest.mark.rule("CR-033")
def test_an_upgrade_is_bought_into_a_slot(bench, luke):
    bench.done("buy_upgrade", card="protontorpedoes", ship=luke)
    assert bench.state.upgrades[upgrade_named(bench, "protontorpedoes")].ship == luke


def test_an_upgrade_is_bought_into_the_inventory_and_attached_for_nothing(bench, luke):
    bench.done("buy_upgrade", card="protontorpedoes", ship="inventory")
    points = bench.state.points
    bench.done("move_upgrade", upgrade=upgrade_named(bench, "protontorpedoes"), ship=luke)
    assert bench.state.upgrades[upgrade_named(bench, "protontorpedoes")].ship == luke
    assert bench.state.points == points


@pytest.mark.rule("CR-007")
def test_a_draft_gives_ships_and_upgrades_back_for_their_full_price(bench, luke):
    bench.done("return_upgrade", upgrade=upgrade_named(bench, "r2d2"))
    assert bench.state.upgrades == {}
    bench.done("return_ship", ship=luke)
    assert (bench.state.ships, bench.state.points) == ({}, 350)


@pytest.mark.rule("CR-144")
def test_a_ship_moves_between_squadron_and_inventory(bench, luke):
    bench.done("move_ship", ship=luke, squadron="inventory")
    assert bench.state.ships[luke].squadron is None
    bench.done("move_ship", ship=luke, squadron="2")
    assert bench.state.ships[luke].squadron == 2


def test_an_upgrade_moves_to_the_inventory(bench, luke):
    bench.done("move_upgrade", upgrade=upgrade_named(bench, "r2d2"), ship="inventory")
    assert bench.state.upgrades[upgrade_named(bench, "r2d2")].ship is None


@pytest.mark.rule("CR-022")
def test_squadrons_are_laid_out_designated_and_struck(bench):
    bench.done("form_squadron", squadron=9, type="recon")
    assert bench.state.squadrons[9].type == "recon"
    bench.done("retype_squadron", squadron=9, type="epic")
    assert bench.state.squadrons[9].type == "epic"
    bench.done("strike_squadron", squadron=9)
    assert list(bench.state.squadrons) == [2]


@pytest.mark.rule("CR-010")
def test_name_and_suit_of_a_draft_change(bench):
    bench.done("rename_fleet", fleet_name="Čierna Hviezda – 7", suit="clubs")
    assert (bench.state.name, bench.state.suit) == ("Čierna Hviezda – 7", "clubs")


@pytest.mark.rule("CR-030")
def test_the_side_changes_while_the_roster_is_empty(bench):
    bench.done("change_side", side="scum")
    assert bench.state.side == "scum"


@pytest.mark.rule("CR-030")
def test_the_side_stays_once_there_is_a_ship(bench, luke):
    answer = bench.post("change_side", side="scum")
    assert answer.status_code == 409
    assert "CR-030" in answer.content.decode()
    assert bench.state.side == "rebel"


def test_ones_own_last_act_is_taken_back_by_a_button(bench):
    bench.done("buy_ship", card=ROOKIE, squadron="2")
    assert 'Undo<span class="undo-what">: Rookie Pilot bought</span>' in bench.text()
    bench.done("undo", act=bench.get().context["last"].number)
    assert (bench.state.ships, bench.state.points) == ({}, 350)


@pytest.mark.rule("CR-016")
def test_the_fleet_page_says_what_a_draft_lacks_as_the_builder_does(bench):
    bench.done("strike_squadron", squadron="2")
    page = bench.person.client.get(bench.base).content.decode()
    assert "A fleet starts with at least one STANDARD squadron" in page
    assert "This roster is legal." not in page


def test_the_button_leads_further_back_step_by_step(bench):
    for _ in range(2):
        bench.done("buy_ship", card=ROOKIE, squadron="2")
    for _ in range(2):
        bench.done("undo", act=bench.get().context["last"].number)
    assert bench.state.ships == {}
    assert bench.get().context["last"].name == "form_squadron"


@pytest.mark.parametrize(
    ("order", "fields"),
    [("change_side", {"side": "scum"}), ("rename_fleet", {"fleet_name": "Blue Wing", "suit": "clubs"})],
)
def test_the_builder_reloads_when_its_side_or_name_changes(bench, order, fields):
    answer = bench.post(order, htmx=True, **fields)
    assert answer["HX-Redirect"].endswith("/build/")


def test_a_script_gets_the_builder_back_as_a_part_with_its_message(bench):
    answer = bench.post("buy_ship", htmx=True, card=ROOKIE, squadron="2")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.lstrip().startswith('<div id="builder"')
    assert "Rookie Pilot (X-wing) was bought for 21 FP, into squadron 2." in text
    assert '<select class="form-select mb-2" id="into" name="squadron" hx-swap-oob="true">' in text
    assert "<html" not in text


def test_a_refusal_comes_with_its_rule_and_changes_nothing(bench, luke):
    head = bench.head
    answer = bench.post("buy_ship", htmx=True, card=LUKE, squadron="2")
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#notices")
    assert "already has a ship card of Luke Skywalker" in answer.content.decode()
    assert bench.head == head


def test_all_findings_stand_at_the_top_with_a_way_to_each(bench, luke):
    text = bench.text()
    assert '<a href="#sq2">Squadron 2</a>: STANDARD is 60 to 120 squad points; this squadron has 32.' in text
    assert 'id="sq2"' in text
    assert "1 problem to fix" in text


@pytest.mark.rule("CR-016")
def test_a_legal_draft_is_locked_into_a_running_campaign(running, rival):
    guest = joined(running.campaign, "guest")
    late = WorkPages(guest, verbs.muster(guest.seat, "Gold Wing", "scum"))
    assert "Lock the roster" in late.text()
    late.done("lock_fleet")
    assert late.state.standing == "ready"
    assert "The roster is closed" in late.text()
    onward = f'<a class="btn btn-secondary" href="/campaigns/{running.campaign.pk}/">'
    pages = [" ".join(person.client.get(late.base).content.decode().split()) for person in (guest, rival)]
    assert [onward in each for each in pages] == [True, False]


@pytest.mark.rule("CR-016")
def test_while_the_campaign_gathers_no_roster_is_locked_by_itself(bench, luke):
    assert "Lock the roster" not in bench.text()
    answer = bench.post("lock_fleet")
    assert answer.status_code == 409
    assert "CR-016" in answer.content.decode()


def test_finding_a_ship_by_typing(bench):
    text = bench.text("ships/?q=luke")
    assert 'name="card" value="rebel-xwing-lukeskywalker"' in text
    assert "Rookie Pilot" not in text
    part = bench.get("ships/?q=luke", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<span hx-swap-oob="innerHTML:#ship-count">')
    assert "<main" not in part


@pytest.mark.parametrize("path", ["ships/?q=luke", "squadrons/2/ships/?q=luke", "loose/?q=firecontrol"])
def test_names_unfold_facts_in_a_menu_and_lead_to_the_card_on_a_page(bench, path):
    part = bench.get(path, headers={"HX-Request": "true"}).content.decode()
    page = bench.text(path)
    for text, unfolds in ((part, True), (page, False)):
        assert ('aria-expanded="false"' in text, '<div class="offer-facts" hidden>' in text) == (
            unfolds,
            unfolds,
        )
        assert 'class="offer-name' in text and 'href="/cards/' in text


@pytest.mark.parametrize("path", ["ships/?q=x-wing", "squadrons/2/ships/?q=x-wing"])
def test_the_owner_alone_reads_of_which_ships_no_model_is_left(bench, luke, organiser, path):
    assert "Your model flies already." not in bench.text(path)
    set_models(bench.person.user, {"xwing": 1}, replace=True)
    assert "Your model flies already." in bench.text(path)
    assert "You own no model of it." in bench.text(path)
    assert queries(bench.person.client, bench.url + path) <= 12
    set_models(organiser.user, {"xwing": 1}, replace=True)
    assert "model" not in WorkPages(organiser, bench.fleet).text(path).partition('class="offers"')[2]


def test_a_ship_that_cannot_be_had_says_why_and_has_no_button(bench, luke):
    text = bench.text("ships/?q=luke+skywalker")
    assert 'value="rebel-xwing-lukeskywalker"' not in text
    assert "offer-why" in text


def test_a_slot_offers_what_is_legal_and_says_why_the_rest_is_not(bench, luke):
    place = next(line.index for line in bench.get().context["sheet"].ships[0].slots if line.slot == "Torpedo")
    answer = bench.get(f"ships/{luke}/slots/{place}/")
    offered = answer.context["offered"]
    assert offered.slot == "Torpedo"
    assert "protontorpedoes" in [each.card for each in offered.legal]
    assert all(each.findings for each in offered.others)
    assert offered.others[0].findings[0].message.split(".")[0] in answer.content.decode().replace(
        "&#x27;", "'"
    )


def test_a_copy_in_the_inventory_is_attached_from_the_slot_for_nothing(bench, luke):
    loose = verbs.buy_upgrade(bench.person.seat, bench.fleet, "protontorpedoes")
    place = next(line.index for line in bench.get().context["sheet"].ships[0].slots if line.slot == "Torpedo")
    text = bench.text(f"ships/{luke}/slots/{place}/")
    assert f'name="upgrade" value="{loose}">Owned, 0 FP' in text


def test_the_menu_of_a_card_lists_where_it_can_go_and_where_not(bench, luke):
    b_wing = verbs.buy_ship(bench.person.seat, bench.fleet, "rebel-bwing-bluesquadronpilot", 2)
    rookie = verbs.buy_ship(bench.person.seat, bench.fleet, ROOKIE, 2)
    menu = bench.get(f"upgrades/{upgrade_named(bench, 'r2d2')}/").context["menu"]
    assert [each.value for each in menu.targets] == ["inventory", str(rookie)]
    assert [each.value for each in menu.barred] == [str(b_wing)]


def test_huge_ships_show_their_sections_with_their_own_slots(bench):
    bench.done("buy_ship", card="rebel-cr90corvette", squadron="inventory")
    ship = only_ship(bench)
    text = bench.text()
    assert [text.count(each) for each in ("Fore section", "Aft section", "Whole ship")] == [1, 1, 1]
    bench.done("buy_upgrade", card="targetingcoordinator", ship=ship, section="aft")
    (upgrade,) = bench.state.upgrades.values()
    assert upgrade.section == "aft"


def test_squadron_menus_offer_types_strike_and_export(bench):
    text = bench.text("squadrons/2/")
    assert text.count('name="type"') == 3
    assert f'href="{bench.base}squadrons/2.xws"' in text
    assert 'value="form_squadron"' in bench.text("squadrons/3/")


def test_upgrades_for_the_inventory_are_found_by_typing(bench):
    offered = bench.get("loose/?q=plasma+torp").context["offered"]
    assert [each.card for each in offered] == ["plasmatorpedoes"]
    assert 'name="card" value="plasmatorpedoes"' in bench.text("loose/?q=plasma")
