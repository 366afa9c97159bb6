"""The list of models that a person owns, and the sentences of their fleets' pages."""

from __future__ import annotations

import pytest
from django.test import Client

from league.services.campaigns import delete_account
from league.services.own_data import own_data_file
from rosters.models import OwnedShip
from rosters.rules.collection.reading import MOST_MODELS
from rosters.selectors.collection import owned_models
from rosters.services.collection import change_models, set_models
from tests import verbs
from tests.answers import queries, text_of
from tests.people import account, browser
from tests.places import fleet_url

pytestmark = pytest.mark.django_db
PAGE = "/models/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def client() -> Client:
    return browser(account("mara"))


def owned(client: Client) -> dict[str, int]:
    return dict(OwnedShip.objects.filter(user=client.session["_auth_user_id"]).values_list("ship", "count"))


def test_models_are_counted_up_and_down(client):
    for by in ("1", "1", "1", "-1"):
        answer = client.post(f"{PAGE}xwing/", {"by": by})
        assert answer["Location"] == f"{PAGE}#model-xwing"
    assert owned(client) == {"xwing": 2}
    for _ in range(3):
        client.post(f"{PAGE}xwing/", {"by": "-1"})
    assert owned(client) == {}


def test_htmx_gets_the_number_and_the_sum(client):
    client.post(f"{PAGE}tiefighter/", {"by": "1"})
    text = text_of(client.post(f"{PAGE}xwing/", {"by": "1"}, headers=HTMX))
    assert text.startswith("1<span")
    assert "2 models of 2 ships." in text


@pytest.mark.parametrize(
    ("ship", "by", "status"),
    [("deathstar", "1", 422), ("xwing", "", 422), ("xwing", "x", 422), ("xwing", "50", 302)],
)
def test_an_odd_press_is_answered_with_a_sentence(client, ship, by, status):
    assert client.post(f"{PAGE}{ship}/", {"by": by}).status_code == status
    assert owned(client) in ({}, {"xwing": 1})


def test_no_more_than_ninety_nine_are_noted(client):
    set_models(account("rey"), {"xwing": MOST_MODELS}, replace=False)
    user = OwnedShip.objects.get().user
    answer = browser(user).post(f"{PAGE}xwing/", {"by": "1"})
    assert (answer.status_code, "At most 99 models" in text_of(answer)) == (422, True)
    assert owned_models(user) == {"xwing": MOST_MODELS}


@pytest.mark.parametrize(
    ("query", "found", "left_out"),
    [
        ("", "U-wing", "Death Star"),
        ("?q=xwing", "T-70 X-wing", "U-wing"),
        ("?q=scum+tie", "No model has this name", 'id="model-'),
        ("?own=1", "B-wing", "U-wing"),
    ],
)
def test_the_list_is_narrowed_without_script(client, query, found, left_out):
    client.post(f"{PAGE}bwing/", {"by": "1"})
    text = text_of(client.get(PAGE + query))
    listed = text.partition('<ul class="models"')[2]
    assert found in text
    assert left_out not in listed.partition('<p class="muted" id="model-none"')[0]


def test_a_pasted_list_changes_those_models_and_leaves_the_others(client):
    client.post(f"{PAGE}bwing/", {"by": "1"})
    assert client.post(f"{PAGE}import/", {"text": "3 X-wing\nCore Set"}).status_code == 302
    assert owned(client) == {"bwing": 1, "xwing": 4, "tiefighter": 2}
    client.post(f"{PAGE}import/", {"text": "0 X-wing"})
    assert owned(client) == {"bwing": 1, "tiefighter": 2}
    client.post(f"{PAGE}import/", {"text": "U-wing", "replace": "on"})
    assert owned(client) == {"uwing": 1}


def test_a_list_with_bad_lines_is_shown_first_and_saved_when_that_is_confirmed(client):
    client.post(f"{PAGE}bwing/", {"by": "1"})
    client.post(f"{PAGE}xwing/", {"by": "1"})
    sent = {"text": "3 X-wing\nDeath Star\nKS-wing", "replace": "on"}
    answer = client.post(f"{PAGE}import/", sent)
    text = text_of(answer)
    assert (answer.status_code, owned(client)) == (422, {"bwing": 1, "xwing": 1})
    assert "Nothing is saved yet: 2 lines were not read" in text
    assert "Line 2: there is no model called “Death Star”." in text
    assert "Line 3: there is no model called “KS-wing”. Did you mean “K-wing”" in text
    assert '<td class="num fig">1</td> <td class="num fig">3</td>' in text
    assert "1 model that the good lines do not name will be forgotten" in text
    assert text.count("Death Star KS-wing") == 2  # to confirm, and to correct
    assert client.post(f"{PAGE}import/", {**sent, "take": "on"})["Location"] == PAGE
    assert owned(client) == {"xwing": 3}
    assert "3 models are noted. 2 lines were left out." in text_of(client.get(PAGE))


def test_a_list_of_bad_lines_alone_changes_nothing(client):
    client.post(f"{PAGE}bwing/", {"by": "1"})
    for more in ({}, {"take": "on", "replace": "on"}):
        answer = client.post(f"{PAGE}import/", {"text": "Death Star\nKS-wing", **more})
        assert (answer.status_code, "Line 2: there is no model" in text_of(answer)) == (422, True)
    assert owned(client) == {"bwing": 1}


def test_an_empty_list_asks_for_one(client):
    empty = client.post(f"{PAGE}import/", {"text": " "})
    assert (empty.status_code, "Paste your list" in text_of(empty)) == (422, True)


def test_the_saved_table_is_read_again(client):
    set_models(account("rey"), {"xwing": 2, "croccruiser": 1}, replace=False)
    user = OwnedShip.objects.all()[0].user
    answer = browser(user).get(f"{PAGE}models.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="models.csv"'
    assert answer["Cache-Control"] == "private, no-store"
    client.post(f"{PAGE}import/", {"text": answer.content.decode()})
    assert owned(client) == {"xwing": 2, "croccruiser": 1}


def test_everybody_has_a_list_of_their_own_and_visitors_have_none(client):
    client.post(f"{PAGE}xwing/", {"by": "1"})
    assert "None yet" in text_of(browser(account("rey")).get(PAGE))
    assert Client().get(PAGE).status_code == 302
    assert Client().post(f"{PAGE}xwing/", {"by": "1"}).status_code == 302
    assert OwnedShip.objects.count() == 1


def test_the_list_goes_with_its_account_and_comes_with_its_data():
    user = account("mara")
    change_models(user, "xwing", 1)
    with own_data_file(user)[1] as file:
        assert b"models.json" in file.read()
    delete_account(user)
    assert OwnedShip.objects.count() == 0


def test_a_ship_that_a_release_does_not_know_is_passed_over():
    user = account("mara")
    OwnedShip.objects.create(user=user, ship="deathstar", count=1)
    assert owned_models(user) == {}


# --- fleets ----------------------------------------------------------------------------------------------


def page_of(running: verbs.League) -> str:
    return fleet_url(running.campaign.pk, running.fleet)


def models_of(running: verbs.League) -> dict[str, int]:
    """The models that the player's squadrons need."""
    fleet = verbs.fleet_of(running.player, running.fleet)
    found: dict[str, int] = {}
    for ship in fleet.ships.values():
        if ship.squadron is not None:
            model = ship.card.split("-")[1]
            found[model] = found.get(model, 0) + 1
    return found


def test_an_owner_is_asked_for_their_models_first(running, player):
    assert 'Say which <a href="/models/">models you own</a>' in text_of(player.client.get(page_of(running)))


def test_an_owner_reads_which_models_their_squadrons_lack(running, player):
    needed = models_of(running)
    (model, count), *_ = sorted(needed.items(), key=lambda each: -each[1])
    assert count > 1
    set_models(player.user, needed | {model: count - 1}, replace=True)
    text = text_of(player.client.get(page_of(running)))
    assert "For all squadrons together you lack: 1 " in text
    assert '<a href="#models">You lack: 1 ' in text
    set_models(player.user, needed, replace=True)
    assert "You own every model that these squadrons need." in text_of(player.client.get(page_of(running)))


def test_the_page_of_a_squadron_says_which_models_it_lacks(running, player, rival):
    ships = verbs.fleet_of(running.player, running.fleet).ships.values()
    ship = next(each for each in ships if each.squadron is not None)
    page = f"{page_of(running)}squadrons/{ship.squadron}/"
    assert "You lack" not in text_of(player.client.get(page))
    needed = models_of(running)
    set_models(player.user, needed, replace=True)
    assert "You own every model that it needs." in text_of(player.client.get(page))
    del needed[ship.card.split("-")[1]]
    set_models(player.user, needed | {"raiderclasscorvette": 1}, replace=True)
    assert "You lack: " in text_of(player.client.get(page))
    change_models(rival.user, "raiderclasscorvette", 1)
    assert "You lack" not in text_of(rival.client.get(page))


def test_nobody_else_reads_it(running, player, rival, organiser, visitor):
    change_models(player.user, "xwing", 1)
    for person in (rival, organiser, visitor):
        change_models(person.user, "xwing", 1)
        text = text_of(person.client.get(page_of(running)))
        assert "Your models" not in text
        assert "/models/" not in text
    assert "Your models" in text_of(player.client.get(page_of(running)))


def test_the_printed_roster_says_it_to_its_owner_alone(running, player, rival, sheets_as_text):
    place = f"{page_of(running)}roster.pdf"
    assert "Models to borrow" not in text_of(player.client.get(place))
    change_models(player.user, "raiderclasscorvette", 1)
    assert "Models to borrow" in text_of(player.client.get(place))
    assert "Models to borrow" not in text_of(rival.client.get(place))
    set_models(player.user, models_of(running), replace=True)
    assert "Models to borrow" not in text_of(player.client.get(place))


def test_the_pages_stay_within_their_queries(running, player):
    change_models(player.user, "xwing", 1)
    assert queries(player.client, PAGE) <= 12
    assert queries(player.client, page_of(running)) <= 12
