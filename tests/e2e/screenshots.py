"""`./run pictures`: makes the pictures of the README again, from fresh demo campaigns in a real browser."""

import io
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
PASSWORD = "admiralty"
# With the demo's own seed this gives a balanced draw.
LEAGUE, MISSIONS = "Demo league", "Demo missions"
TEAMS = ("--teams", "--missions", "--players=6", "--rounds=3", "--seed=picture")
# A battle of the player against the computer, up to a shot in its third turn; asked again, to its end.
BATTLE = """
from django.contrib.auth.models import User
from missions.battles.models import Battle
from missions.battles.selectors.battles import Sitter
from missions.battles.selectors.positions import played_of
from missions.battles.services import acts, bots, opening
from missions.battles.systems.registry import packs
from missions.battles.engine.bots.rated import RatedBot

sitter = Sitter(user=User.objects.get(email="player@demo.example").pk)
row = Battle.objects.filter(status="running", tryout=True, seats__user=sitter.user).first()
begun = row is None
if begun:
    tryout = packs()[0].tryout
    plan = opening.Plan(tryout.usual, {**tryout.options(tryout.usual), "points": 60}, opponent="bot")
    row = opening.open_tryout(sitter, plan, opening.new_ticket())
    bots.answer(row.pk)
    row.refresh_from_db()
while row.status == "running":
    now = played_of(row)
    unit, choice = RatedBot().choose(now.system, now.state, 0)
    if begun and now.state.turn >= 3 and unit >= 0 and now.system.odds(now.state, 0, (unit, choice)):
        break
    acts.order(row.pk, sitter, (unit, choice), now.at)
    bots.answer(row.pk)
    row.refresh_from_db()
print(f"/battles/{row.public_id}/ {unit} {choice} {row.at}")
"""
START_SECONDS = 180
LARGEST_BYTES = 300_000
COLOURS = 256


@dataclass(frozen=True)
class Shot:
    """One picture: whose page, where, on which screen, in which theme, scrolled to what, with what typed
    into its first field, or after which link was pressed.
    """

    name: str
    who: str
    address: str
    screen: str
    theme: str
    to: str = ""
    typed: str = ""
    pressed: str = ""


@contextmanager
def demo_site() -> Iterator[tuple[str, dict[str, str]]]:
    """A site with fresh demo campaigns and one of teams, in a folder that is removed afterwards; gives its
    address and the environment that its commands need."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        settings = {"PORT": port, "HOST": "127.0.0.1", "DEBUG": "false"}
        settings["DATABASE_URL"] = f"sqlite:///{folder}/db.sqlite3"
        command = [sys.executable, "-m", "league.server", "--demo", "--static"]
        site = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings)
        try:
            address = _answering(f"http://127.0.0.1:{port}")
            teams = [sys.executable, "manage.py", "play_league", *TEAMS]
            subprocess.run(teams, cwd=ROOT, env=os.environ | settings, check=True, capture_output=True)
            yield address, os.environ | settings
        finally:
            site.terminate()
            site.wait()


def _answering(address: str) -> str:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=START_SECONDS).close()
            return address
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


class People:
    """Signed-in browsers of the demo accounts, one per person, screen and theme."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.open: dict[tuple[str, str, str], Page] = {}

    def page(self, who: str, screen: str = "desktop", theme: str = "light") -> Page:
        """A signed-in page of that person."""
        if (who, screen, theme) not in self.open:
            context = self.browser.new_context(
                base_url=self.site,
                color_scheme=theme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                timezone_id="Europe/London",
                locale="en-GB",
                **SCREENS[screen],
            )
            page = context.new_page()
            page.goto("/accounts/login/")
            page.fill("[name=login]", f"{who}@demo.example")
            page.fill("[name=password]", PASSWORD)
            page.press("[name=password]", "Enter")
            page.wait_for_url("**/inbox/")
            self.open[who, screen, theme] = page
        return self.open[who, screen, theme]

    def visit(self, who: str, address: str) -> Page:
        """Desktop page of that person at the address."""
        page = self.page(who)
        answer = page.goto(address)
        if answer is None or not answer.ok:
            raise RuntimeError(f"{address} did not answer {who} well")
        return page


def links(page: Page, pattern: str) -> list[str]:
    """The distinct addresses on the page that match, in order."""
    hrefs = page.eval_on_selector_all("a[href]", "found => found.map(a => a.getAttribute('href'))")
    return list(dict.fromkeys(href for href in hrefs if re.fullmatch(pattern, href)))


def campaign_called(people: People, name: str) -> str:
    """The address of the first campaign of that name, as the organiser finds it."""
    found = people.visit("organiser", "/campaigns/").get_by_role("link", name=name).first
    return str(found.get_attribute("href"))


def finish_a_draw(people: People, campaign: str) -> tuple[str, str]:
    """Press ready in the one game that waits for it; return the person and the game's address."""
    for number in range(3, 8):
        who = f"captain{number}"
        for game in links(people.visit(who, "/inbox/"), rf"{campaign}games/\d+/"):
            page = people.visit(who, game)
            if page.locator("#ready-form").count():
                with page.expect_navigation():
                    page.evaluate("document.getElementById('ready-form').submit()")
                page.wait_for_selector("ol.turns", state="attached")
                if page.locator(".tag-bad", has_text="unbalanced").count():
                    raise RuntimeError("The draw fell unbalanced, as one in some does. Run this again.")
                return who, game
    raise RuntimeError("No game of the demo league waits for a draw.")


def shots(people: People) -> list[Shot]:
    """Pages of which pictures are taken."""
    campaign = campaign_called(people, LEAGUE)
    desk = people.visit("organiser", "/inbox/")
    (at,) = links(desk, rf"{campaign}rounds/\d+/")[:1]
    (fleet,) = links(desk, rf"{campaign}fleets/(?!new/)[\w-]+/")[:1]
    (draft,) = links(people.visit("newcomer", "/inbox/"), rf"{campaign}fleets/(?!new/)[\w-]+/")[:1]
    (reported,) = links(people.visit("player", "/inbox/"), rf"{campaign}games/\d+/")[:1]
    captain, game = finish_a_draw(people, campaign)
    return [
        Shot("desk", "organiser", "/inbox/", "desktop", "light"),
        Shot("campaign", "organiser", campaign, "desktop", "dark"),
        Shot("round", "organiser", at, "desktop", "light"),
        Shot("builder", "newcomer", f"{draft}build/", "desktop", "light", typed="wedge"),
        Shot("builder-phone", "newcomer", f"{draft}build/", "phone", "dark"),
        Shot("sheet-phone", "newcomer", f"{draft}build/", "phone", "light", pressed="a[href$='/2/ships/']"),
        Shot("story", "organiser", f"{campaign}story/", "desktop", "light"),
        Shot("screen", "organiser", f"{campaign}screen/", "desktop", "dark"),
        Shot("draw", captain, game, "desktop", "dark", "#draw"),
        Shot("report-phone", captain, f"{game}report/", "phone", "light", "main h2"),
        Shot("confirm-phone", "player", reported, "phone", "dark"),
        Shot("fleet", "organiser", fleet, "desktop", "dark"),
    ]


def mission_shots(people: People) -> Iterator[Shot]:
    """The preparation of a mission; its briefing, when both sides have committed; a table of teams."""
    campaign = campaign_called(people, MISSIONS)
    (game,) = links(people.visit("player", "/inbox/"), rf"{campaign}games/\d+/")[:1]
    yield Shot("mission-phone", "player", game, "phone", "light", "section:has(> #pregame-form-title)")
    for who in ("player", "organiser"):
        page = people.visit(who, game)
        page.locator("#pregame-form input[type=radio]:not([disabled])").first.check()
        with page.expect_navigation():
            page.evaluate("document.getElementById('pregame-form').submit()")
    yield Shot("briefing", "organiser", game, "desktop", "light", "#briefing")
    teams = campaign_called(people, "Bot league")
    yield Shot("teams", "organiser", f"{teams}standings/", "desktop", "dark")


def battle_shots(site: dict[str, str]) -> Iterator[Shot]:
    """A shot before its dice, on both screens; the same battle's replay when it is over."""
    here, unit, choice, _ = fight(site)
    chosen = f"{here}?unit={unit}&order={choice}"
    yield Shot("board", "player", chosen, "desktop", "light")
    yield Shot("board-phone", "player", chosen, "phone", "dark")
    here, _, _, at = fight(site)
    yield Shot("replay", "player", f"{here}replay/?at={int(at) * 2 // 3}", "desktop", "dark")


def fight(site: dict[str, str]) -> list[str]:
    """The battle's address, the order that waits in it, and how many were given."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", BATTLE]
    done = subprocess.run(command, cwd=ROOT, env=site, check=True, capture_output=True, text=True)
    return done.stdout.split()


def take(people: People, shot: Shot) -> None:
    """One picture of a page."""
    page = people.page(shot.who, shot.screen, shot.theme)
    page.goto(shot.address)
    if shot.typed:
        page.get_by_role("searchbox").or_(page.get_by_role("textbox")).first.press_sequentially(shot.typed)
        page.wait_for_timeout(1500)
    if shot.pressed:
        page.locator(shot.pressed).first.click()
        page.wait_for_timeout(1500)
    if shot.to:
        page.locator(shot.to).first.evaluate("found => found.scrollIntoView()")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)
    save(shot.name, Image.open(io.BytesIO(page.screenshot())))


def print_roster(people: People) -> None:
    """The first page of a printed roster."""
    (fleet,) = links(people.visit("player", "/inbox/"), r"/campaigns/\d+/fleets/(?!new/)[\w-]+/")[:1]
    answer = people.page("player").context.request.get(
        f"{people.site}{fleet}roster.pdf?paper=a4", timeout=START_SECONDS * 1000
    )
    paper = pypdfium2.PdfDocument(answer.body())
    save("roster-print", paper[0].render(scale=1.6).to_pil())
    paper.close()


def save(name: str, picture: Image.Image) -> None:
    """Keep a picture with as many colours as it needs, at most 256."""
    path = PICTURES / f"{name}.png"
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size // 1000} kB")
    if size > LARGEST_BYTES:
        raise RuntimeError(f"{path.name} has {size} bytes; {LARGEST_BYTES} is the limit.")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with demo_site() as (address, site), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        people = People(browser, address)
        for shot in shots(people):
            take(people, shot)
        for shot in mission_shots(people):
            take(people, shot)
        for shot in battle_shots(site):
            take(people, shot)
        print_roster(people)
        browser.close()


if __name__ == "__main__":
    main()
