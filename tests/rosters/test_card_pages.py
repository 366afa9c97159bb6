"""The card browser: filters, bad parameters, pages, card pages."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from rosters.catalogue import ShipCard, Side, UpgradeCard, catalogue
from rosters.views.cards.filter import SORTS
from tests.answers import text_of

CARDS = catalogue()
LINK = re.compile(r'class="ship-name[^"]*"> ?<a href="([^"]+)">([^<]+)</a>')


def names_on(client: Client, query: str) -> list[str]:
    response = client.get(f"/cards/?{query}")
    assert response.status_code == 200
    return [unescape(name) for _, name in LINK.findall(text_of(response))]


def sentences_on(client: Client, query: str) -> list[str]:
    response = client.get(f"/cards/?{query}")
    assert response.status_code == 422
    found = re.findall(r'finding-error">.*?<div>(.*?)</div>', text_of(response), re.DOTALL)
    return [unescape(sentence) for sentence in found]


def test_a_stranger_may_browse_and_sees_how_many_there_are(client: Client) -> None:
    page = text_of(client.get("/cards/"))
    assert "661 cards" in page
    assert "Page 1 of 28" in page


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=wedge", ["Wedge Antilles"]),
        ("q=zeb+orrelios&kind=upgrades", ['"Zeb" Orrelios']),
        ("ship=aggressor&kind=ships", ["IG-88A", "IG-88B", "IG-88C", "IG-88D"]),
        (
            "slot=Hardpoint&kind=ships&side=imperial&size=huge",
            ["Gozanti-class Cruiser", "Raider-class Corvette"],
        ),
        ("side=rebel&cost_from=90&kind=ships", ["CR90 Corvette"]),
        ("skill_from=9&side=scum", ["Talonbane Cobra", "Fenn Rau", "Dengar"]),
        ("kind=upgrades&slot=Hardpoint&cost_to=5&sort=name", ["Dual Laser Turret", "Heavy Laser Turret"]),
        ("slot=Astromech&kind=upgrades&unique=no&cost_to=0", []),
    ],
)
def test_filters_show_what_was_asked_for(client: Client, query: str, names: list[str]) -> None:
    assert names_on(client, query) == names


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("cost_from=abc", "Cost from is a whole number from -9 to 200, or blank."),
        ("cost_to=9999", "Cost to is a whole number from -9 to 200, or blank."),
        ("skill_to=0", "Skill to is a whole number from 1 to 12, or blank."),
        (
            "cost_from=30&cost_to=20",
            "The lowest cost (30) is above the highest (20). Swap them or blank one.",
        ),
        ("side=<b>", "There is no side called '<b>'. Choose one from the list."),
        ("ship=deathstar", "There is no ship called 'deathstar'. Choose one from the list."),
        ("kind=planets", "There is no kind called 'planets'. Choose one from the list."),
        ("page=first", "Page is a whole number from 1 to 999, or blank."),
        ("q=" + "x" * 61, "The text to look for has at most 60 letters; shorten it."),
    ],
)
def test_bad_parameters_are_answered_with_a_sentence(client: Client, query: str, sentence: str) -> None:
    assert sentences_on(client, query) == [sentence]


def test_all_bad_parameters_are_named_at_once(client: Client) -> None:
    assert len(sentences_on(client, "side=x&slot=y&cost_from=z")) == 3


def test_a_field_with_a_fault_is_marked_and_says_why(client: Client) -> None:
    page = text_of(client.get("/cards/?cost_from=abc"))
    assert 'aria-invalid="true"' in page
    assert 'id="id_cost_from_error"' in page
    assert '<details class="more mt-2" open>' in page


def test_a_text_of_nothing_but_signs_or_zero_bytes_does_no_harm(client: Client) -> None:
    assert client.get("/cards/", {"q": '"%\\'}).status_code == 200
    assert client.get("/cards/", {"q": "\x00"}).status_code == 422


def test_pages_follow_each_other_and_keep_the_filters(client: Client) -> None:
    first, second = (
        names_on(client, "kind=upgrades&slot=Title"),
        names_on(client, "kind=upgrades&slot=Title&page=2"),
    )
    assert (len(first), len(second), set(first) & set(second)) == (24, 24, set())
    page = text_of(client.get("/cards/?slot=Title&kind=upgrades"))
    assert 'href="?kind=upgrades&amp;slot=Title&amp;page=2"' in page


def test_a_page_beyond_the_last_is_not_found(client: Client) -> None:
    assert client.get("/cards/?side=scum&page=99").status_code == 404


def test_no_result_says_what_to_do_next(client: Client) -> None:
    page = text_of(client.get("/cards/?q=enterprise"))
    assert "No card matches everything" in page


def test_the_form_shows_what_the_address_asks_for(client: Client) -> None:
    page = text_of(client.get("/cards/?q=vader&side=imperial&kind=ships"))
    assert 'value="vader"' in page
    assert '<option value="imperial" selected>' in page
    assert 'value="ships" checked' in page


def test_htmx_gets_the_results_alone_and_a_tidy_address(client: Client) -> None:
    response = client.get("/cards/?q=vader&side=&kind=all", headers={"HX-Request": "true"})
    assert "<html" not in text_of(response)
    assert '<span hx-swap-oob="innerHTML:#card-count">2 cards found</span>' in text_of(response)
    assert response["HX-Push-Url"] == "/cards/?q=vader"
    assert "HX-Request" in response["Vary"]


def test_htmx_going_back_in_history_gets_the_whole_page(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in text_of(client.get("/cards/?q=vader", headers=headers))


def test_bad_parameters_by_htmx_leave_the_address_alone(client: Client) -> None:
    response = client.get("/cards/?cost_from=abc", headers={"HX-Request": "true"})
    assert (response.status_code, "HX-Push-Url" in response) == (422, False)


def test_the_list_can_only_be_read(client: Client) -> None:
    assert client.post("/cards/").status_code == 405


def titled(client: Client, route: str, card: ShipCard | UpgradeCard) -> bool:
    """Whether a card's address answers with a page under its name."""
    response = client.get(reverse(route, args=[card.id]))
    return response.status_code == 200 and f"<h1>{card.name}</h1>" in unescape(text_of(response))


@pytest.mark.parametrize("side", Side)
def test_every_ship_card_has_its_page(client: Client, side: Side) -> None:
    cards = CARDS.cards_of(side)
    assert cards
    assert [card.id for card in cards if not titled(client, "ship-card", card)] == []


@pytest.mark.parametrize("half", [0, 1])
def test_every_upgrade_card_has_its_page(client: Client, half: int) -> None:
    cards = list(CARDS.upgrades.values())[half::2]
    assert cards
    assert [card.id for card in cards if not titled(client, "upgrade-card", card)] == []


@pytest.mark.parametrize(
    "address", ["/cards/ships/nobody/", "/cards/upgrades/nothing/", "/cards/ships/r2astromech/"]
)
def test_an_unknown_card_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.rule("CR-143")
def test_a_two_section_ship_shows_its_sections_and_their_repair(client: Client) -> None:
    page = text_of(client.get("/cards/ships/rebel-cr90corvette/"))
    assert "Fore, crippled" in page
    assert '<span class="fig">25</span> <small class="muted">to repair</small>' in page


@pytest.mark.rule("CR-037")
def test_a_pilot_with_a_crew_card_shows_what_its_ship_becomes(client: Client) -> None:
    page = text_of(client.get("/cards/ships/imperial-tieadvanced-darthvader/"))
    assert 'ship stays behind as <a href="/cards/ships/imperial-tieadvanced-tempestsquadronpilot/">' in page
    assert '<a href="/cards/upgrades/darthvader/">Darth Vader</a>' in page


@pytest.mark.rule("CR-132")
@pytest.mark.parametrize(
    ("card_id", "words"),
    [
        ("rebel-xwing-rookiepilot", "A Small ship jumps with 3 hyperspace tokens"),
        ("rebel-yt1300-hansolo", "A Large ship jumps with 4 hyperspace tokens"),
        ("rebel-cr90corvette", "A Huge ship jumps with 5 hyperspace tokens"),
        ("imperial-tieinterceptor-sabersquadronpilot", "No, unless it carries the title Royal Guard TIE."),
        ("imperial-tiefighter-academypilot", "No. Custom Hyperdrive gives it one."),
    ],
)
def test_a_ship_card_says_how_it_jumps(client: Client, card_id: str, words: str) -> None:
    assert words in text_of(client.get(f"/cards/ships/{card_id}/"))


def test_a_card_without_price_says_so(client: Client) -> None:
    page = text_of(client.get("/cards/ships/scum-z95headhunter-nashtahpuppilot/"))
    assert "it cannot be bought and comes with another card" in page


def test_the_words_of_each_order_fit_into_the_select():
    assert [label for _, label in SORTS if len(label) > 14] == []


def test_filters_are_folded_until_one_is_used(client: Client) -> None:
    fold = re.compile(r"<details[^>]*data-open-wide([^>]*)>")
    found = [fold.findall(text_of(client.get(f"/cards/{query}"))) for query in ("", "?q=wedge", "?slot=Bomb")]
    assert [[each.strip() for each in page] for page in found] == [[""], [""], ["open"]]
