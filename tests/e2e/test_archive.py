"""A campaign leaves one site as a file and comes back with its people, in real browsers."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from league.models import Campaign, Member
from league.services.check import check
from tests import verbs
from tests.e2e.hands import BY_LOOKS, Axe, OpenContext, Seat, make_account, sign_in, sit_down
from tests.people import account


def flawless(seat: Seat, axe: Axe) -> None:
    """axe finds nothing in light, nor in the colours of the dark; the page is not too wide, the browser does
    not complain.
    """
    for scheme, rules in (("light", ()), ("dark", BY_LOOKS)):
        seat.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert axe(seat.page, *rules) == []
    assert seat.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert seat.complaints == []


def downloaded(seat: Seat, campaign: Campaign, folder: Path) -> Path:
    """The campaign's file, by the way that people take."""
    seat.go(f"/campaigns/{campaign.pk}/")
    seat.press(seat.link("More", exact=True))
    seat.press(seat.link(re.compile("^Downloads")))
    with seat.page.expect_download() as waiting:
        seat.press(seat.link("Download the campaign"))
    target = folder / waiting.value.suggested_filename
    waiting.value.save_as(target)
    return target


def test_a_campaign_moves_with_its_people(
    open_context: OpenContext, phone: BrowserContext, site: str, axe: Axe, tmp_path: Path
) -> None:
    people = verbs.crew()
    league = verbs.league(people)
    verbs.press_ready(league.organiser, verbs.pair(league), "active")
    desk, home = open_context(), open_context()
    sign_in(desk, people.player, site)
    player = sit_down(desk)
    file = downloaded(player, league.campaign, tmp_path)
    player.reads("Left out of the file")
    flawless(player, axe)
    sign_in(home, account("nora"), site)
    nora = sit_down(home)
    nora.go("/campaigns/")
    nora.press(nora.link("Restore a campaign"))
    flawless(nora, axe)
    nora.page.get_by_label("Archive of a campaign").set_input_files(file)
    nora.page.get_by_label("Your name in that campaign").fill("Olga")
    nora.press(nora.button("Restore the campaign"))
    nora.reads("Tuesday League is restored. You organise it.")
    flawless(nora, axe)
    link = nora.page.get_by_label("Link to the place of Paul").input_value()
    newcomer(sit_down(phone, touch=True), link, axe)
    made = Campaign.objects.latest("pk")
    assert Member.objects.get(campaign=made, name="Pablo").number == league.player.number
    assert check(made) == []


def newcomer(seat: Seat, link: str, axe: Axe) -> None:
    """Somebody without an account opens the link, makes one and takes the place."""
    seat.go(link)
    flawless(seat, axe)
    seat.press(seat.link("Sign up"))
    make_account(seat, "Pablo")
    seat.press(seat.button("Take Paul’s place"))
    seat.reads("Welcome back to Tuesday League.")
    flawless(seat, axe)


def test_a_wrong_file_is_refused_beside_the_field(
    desktop: BrowserContext, site: str, axe: Axe, tmp_path: Path
) -> None:
    sign_in(desktop, account("nora"), site)
    nora = sit_down(desktop)
    nora.go("/campaigns/restore/")
    picture = tmp_path / "picture.zip"
    picture.write_bytes(b"\x89PNG" * 99)
    nora.page.get_by_label("Archive of a campaign").set_input_files(picture)
    nora.press(nora.button("Restore the campaign"))
    nora.reads("This is not an archive of a campaign")
    assert axe(nora.page) == []
    expect(nora.button("Restore the campaign")).to_be_visible()
    assert not Campaign.objects.exists()
