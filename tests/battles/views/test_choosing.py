"""Pages on which people choose a rule system and a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from missions.battles.systems.registry import packs
from tests.battles import duels
from tests.battles.duel_pack import DUEL_PACK
from tests.missions.tables import Table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def four() -> Iterator[None]:
    """A fourth system beside those of the product."""
    with duels.registered():
        yield


def cards(text: str) -> list[str]:
    """The cards of systems on a page."""
    return re.findall(r'<(?:li|label) class="choice system.*?</(?:li|label)>', text, re.DOTALL)


@pytest.mark.parametrize("url", ["/battles/", "/battles/try/", "/help/battles/"])
def test_every_page_of_choice_shows_each_system_with_picture_length_and_taste(
    client: Client, url: str
) -> None:
    found = cards(client.get(url).content.decode())
    assert len(found) == len(packs()) == 4
    for card, pack in zip(found, packs(), strict=True):
        assert pack.name in card and '<svg class="sketch"' in card
        assert f"{pack.minutes[1]} minutes" in card and pack.introduction.difficulty in card
        assert f"For you if {pack.introduction.likes}" in card
        assert ("Not for you if" in card) == bool(pack.introduction.dislikes)


def test_the_list_leads_to_the_try_page_of_each_system_and_that_begins_at_one_press(client: Client) -> None:
    links = re.findall(r'href="(/battles/try/\?system=\w+)"', client.get("/battles/").content.decode())
    assert links == [f"/battles/try/?system={pack.id}" for pack in packs()]
    for link, pack in zip(links, packs(), strict=True):
        page = client.get(link)
        text = page.content.decode()
        [marked] = [card for card in cards(text) if 'aria-current="true"' in card]
        assert pack.name in marked
        checked = re.findall(r'name="scenario" value="(\w+)" required\s+checked', text)
        assert checked == [pack.tryout.usual]
        fields = dict(re.findall(r'<input type="hidden" name="(ticket|system)" value="([^"]*)"', text))
        begun = client.post(
            "/battles/try/", {**fields, "scenario": checked[0], "side": "0", "level": "close"}
        )
        assert begun.status_code == 302 and begun["Location"].startswith("/battles/")


def test_the_try_page_has_a_card_for_each_battle_with_its_length(client: Client) -> None:
    for pack in packs():
        text = client.get(f"/battles/try/?system={pack.id}").content.decode()
        for name in pack.tryout.scenarios:
            battle = pack.scenario(name)
            start = f'<label class="choice"><input type="radio" name="scenario" value="{name}"'
            card = re.search(rf"{start}.*?</label>", text, re.DOTALL)
            assert card and battle.name in card[0] and f"{battle.minutes[1]} minutes" in card[0]


def test_a_form_without_a_battle_comes_back_with_a_sentence_beside_the_cards(client: Client) -> None:
    ticket = client.get("/battles/try/").context["form"].initial["ticket"]
    sent = {"ticket": ticket, "scenario": "nowhere", "side": "0", "level": "close"}
    answer = client.post("/battles/try/", sent)
    assert answer.status_code == 422
    assert 'id="scenario-error"' in answer.content.decode()


def test_the_help_leads_from_each_card_to_the_help_of_its_system(client: Client) -> None:
    text = client.get("/help/battles/").content.decode()
    for pack in packs():
        slug = pack.rulebook().slug
        assert f'href="#{slug}"' in text and f'id="{slug}">{pack.name}<' in text


def test_the_panel_of_a_game_says_what_becomes_of_its_ships_and_what_is_first(
    drawn: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = cards(drawn.active.client.get(drawn.url).content.decode())
    assert [pack.campaign.suits in card for pack, card in zip(packs(), usual, strict=True) if pack.campaign]
    assert ["Offered first" in card for card in usual] == [True, False, False, False]
    [large] = [pack for pack in packs() if pack.campaign and pack.campaign.huge]
    assert large.campaign and DUEL_PACK in packs()
    for module in ("services.games", "views.campaign"):
        monkeypatch.setattr(f"missions.battles.{module}.is_huge", lambda game: True)
    first, *others = cards(drawn.active.client.get(drawn.url).content.decode())
    assert large.name in first and large.campaign.huge in first and " checked" in first
    assert not any("Offered first" in card for card in others)
