"""Every page, read from the address list, as organiser and as player: axe finds nothing, nothing complains.

Each page is examined on a desktop in light colours and on a phone in dark ones; where several people walk the
same pages, each of them walks in one look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page, expect

from league.models import Act, Campaign
from league.rules.campaign import EndCampaign
from league.services.campaigns import ask_to_join, invite
from missions.battles.models import Battle
from missions.battles.services import acts, opening
from missions.battles.systems.fighters.engine.state import PHASES
from missions.rules.game.orders.classes import DisputeLine, SaveReportLine, VoidGame
from missions.rules.game.state import SectionReport
from tests import verbs
from tests.battles import battles
from tests.e2e.hands import Axe, OpenContext, Seat, log_in, sign_in, sit_down
from tests.people import PASSWORD, account

LOOKS = {
    "desktop light": ({"width": 1280, "height": 800}, "light"),
    "phone dark": ({"width": 390, "height": 844}, "dark"),
    "desktop dark": ({"width": 1280, "height": 800}, "dark"),
    "phone light": ({"width": 390, "height": 844}, "light"),
}
USUAL = ("desktop light", "phone dark")
DESK, PHONE = USUAL[:1], USUAL[1:]  # where two people walk the same addresses
REFUSED = (403, 404, 409, 422)
# Signing out would end the walk; a stream never ends.
LEFT_ALONE = ("accounts/logout/", "stream/<int:campaign_id>/")

FILES = (".pdf", ".xws", ".zip", ".csv")
# Between two answers of the same page these differ, and nobody sees them: tokens and places in the log.
UNSEEN = re.compile(r'\b[A-Za-z0-9]{64}\b|data-live-seq="\d+"|name="seen" value="[^"]*"')


# --- the addresses -----------------------------------------------------------------------------


def patterns(found: Iterable[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[str]:
    """Every address pattern of the site but the admin's."""
    for each in get_resolver().url_patterns if found is None else found:
        here = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield here
        elif not here.startswith("admin"):
            yield from patterns(each.url_patterns, here)


def address(pattern: str, values: Mapping[str, object]) -> str | None:
    """The pattern with its places filled in; None where a value is missing or the pattern is a regex."""
    names = re.findall(r"<(?:\w+:)?(\w+)>", pattern)
    if "^" in pattern or pattern in LEFT_ALONE or pattern.endswith(FILES) or not set(names) <= set(values):
        return None
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(values[match[1]]), pattern)


def addresses(start: str, **values: object) -> list[str]:
    """Every address below `start` that these values can fill."""
    found = (address(pattern, values) for pattern in patterns() if pattern.startswith(start))
    return list(dict.fromkeys(each for each in found if each is not None))


# --- looking at one page -----------------------------------------------------------------------


class Examiner:
    """Looks at pages; `seen` holds the addresses that were answered with a page and looked at."""

    def __init__(self, axe: Axe) -> None:
        self.axe = axe
        self.seen: list[str] = []
        self.refusals: set[tuple[str, int]] = set()
        self.looked: set[tuple[str, str, str]] = set()

    def walk(self, seat: Seat, paths: Iterable[str], looks: Iterable[str] = USUAL) -> None:
        """Looks at every page; all that is wrong is told at once."""
        wrong = [f"{path}: {line}" for path in paths for line in self.examine(seat, path, looks)]
        assert wrong == [], "\n".join(wrong)

    def examine(self, seat: Seat, path: str, looks: Iterable[str]) -> list[str]:
        """What is wrong with one page, a line each. Of pages that say no, one of each kind is looked at; what
        reads as it did before in the same look is not looked at again."""
        asked = seat.page.request.get(path, max_redirects=0)
        if asked.status >= 500:
            return [f"answered with {asked.status}"]
        if asked.status in (301, 302, 405) or "text/html" not in asked.headers.get("content-type", ""):
            return []
        if asked.status >= 400 and not self.is_new(path, asked.status):
            return [] if asked.status in REFUSED else [f"answered with {asked.status}"]
        if asked.status == 200:
            self.seen.append(path)
        text = UNSEEN.sub("", asked.text())
        new = [name for name in looks if (path, name, text) not in self.looked]
        if not new:
            return []
        self.looked |= {(path, name, text) for name in new}
        seat.complaints.clear()
        seat.page.goto(path)
        wrong = [line for name in new for line in faults(seat.page, self.axe, name)]
        return wrong + complaints(seat, asked.status)

    def is_new(self, path: str, status: int) -> bool:
        """Whether no refusal of this kind has been looked at in this part of the site."""
        kind = (path.split("/")[1], status)
        known = kind in self.refusals
        self.refusals.add(kind)
        return not known


@pytest.fixture
def examiner(axe: Axe) -> Examiner:
    return Examiner(axe)


def faults(page: Page, axe: Axe, look: str) -> list[str]:
    """What axe finds, and whether the page is wider than the screen."""
    size, scheme = LOOKS[look]
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    found = [f"{look}: {line}" for line in axe(page)]
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return [*found, f"{look}: {wide} px wider than the screen"] if wide > 0 else found


def complaints(seat: Seat, status: int) -> list[str]:
    """The browser's complaints; that a page was refused is none of them."""
    refusal = f"the server responded with a status of {status} "
    return [line for line in seat.complaints if status < 400 or refusal not in line]


@pytest.fixture
def seat_of(open_context: OpenContext, site: str) -> Callable[[User | None], Seat]:
    """Somebody in front of a browser, signed in unless nobody is named."""

    def make(user: User | None = None) -> Seat:
        context = open_context()
        if user is not None:
            sign_in(context, user, site)
        return sit_down(context)

    return make


SeatOf = Callable[..., Seat]


# --- pages without a campaign ------------------------------------------------------------------


def test_pages_for_everybody(examiner: Examiner, seat_of: SeatOf):
    help_pages = ("battles", "fair-draws", "league-night", "missions", "organiser", "player")
    paths = [each for each in addresses("") if not each.startswith("/campaigns/new")]
    paths += [f"/help/{page}/" for page in help_pages]
    paths += [
        "/cards/ships/rebel-xwing-rookiepilot/",
        "/cards/upgrades/r2astromech/",
        "/cards/?q=nobody+at+all",
        "/rules/?q=lost",
        "/rules/?q=sabotge",
        "/rules/missions/",
        "/rules/missions/blockade/",
        "/rules/assets/",
        "/rules/statuses/",
        "/rules/examples/",
        "/rules/fighters/",
    ]
    examiner.walk(seat_of(), paths)
    assert len(examiner.seen) > 15


def test_pages_of_somebody_who_is_in_no_campaign(examiner: Examiner, seat_of: SeatOf):
    seat = seat_of()
    log_in(seat, account("stan").email, PASSWORD)
    seat.go("/accounts/reauthenticate/?next=/accounts/2fa/")  # so that the second factors can be set up
    seat.page.locator("#id_password").fill(PASSWORD)
    seat.press(seat.button("Go on"))
    expect(seat.page).to_have_url(re.compile("/accounts/2fa/$"))
    examiner.walk(seat, addresses(""))
    walked = {
        "/desk/",
        "/account/",
        "/campaigns/new/",
        "/campaigns/restore/",
        "/accounts/email/",
        "/accounts/2fa/",
    }
    assert walked <= set(examiner.seen)
    assert "/accounts/2fa/totp/activate/" in examiner.seen


def test_a_page_that_does_not_exist(examiner: Examiner, seat_of: SeatOf):
    examiner.walk(seat_of(), ["/campaigns/404/", "/nowhere/"], LOOKS)


# --- a campaign in each of its phases ----------------------------------------------------------

HERE = "campaigns/<int:campaign_id>/"


def campaign_paths(campaign: Campaign, numbers: Mapping[str, int], **others: object) -> list[str]:
    """Every address of a campaign that can be filled. `numbers` says what <number> is in each part of it."""
    found = [f"/desk/?{campaign.pk}", "/campaigns/"]
    for pattern in patterns():
        if not pattern.startswith((HERE, "verify/<")):
            continue
        part = pattern.removeprefix(HERE).split("/")[0] if pattern.startswith(HERE) else "games"
        values = {"campaign_id": campaign.pk, **others}
        if part in numbers:
            values["number"] = numbers[part]
        path = address(pattern, values)
        if path is not None:
            found.append(path)
    return found


def newest_act(campaign: Campaign) -> int:
    return Act.objects.filter(campaign=campaign).latest("number").number


def test_a_gathering_campaign_without_fleets(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    at = verbs.club(people, public=True)
    asked = ask_to_join(account("Stan"), at.campaign, "We met on Tuesday")
    invitation = invite(at.organiser)
    numbers = {"members": at.player.number, "timeline": newest_act(at.campaign)}
    others = {"invitation_id": invitation.pk, "request_id": asked.pk, "doing": "undo"}
    paths = campaign_paths(at.campaign, numbers, **others)
    for user, looks in ((people.organiser, DESK), (people.player, PHONE)):
        examiner.walk(seat_of(user), [*paths, f"/join/{invitation.token}/"], looks)
    examiner.walk(seat_of(), [f"/join/{invitation.token}/", "/join/no-such-token/"])


def test_fleets_in_the_making(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    at = verbs.club(people)
    empty = verbs.found_fleet(at.rival, "Blank Page", "imperial")
    fleet = verbs.found_fleet(at.player, "Loose Ends", "rebel")
    verbs.form_squadron(at.player, fleet, 2)
    ship = verbs.buy_ship(at.player, fleet, verbs.STOCK["rebel"], 2)
    upgrade = verbs.buy_upgrade(at.player, fleet, "r2astromech", ship)
    verbs.buy_ship(at.player, fleet, "rebel-gr75mediumtransport-gr75mediumtransport")
    for user, number in ((people.player, fleet), (people.organiser, fleet), (people.rival, empty)):
        things = {"ship": ship, "upgrade": upgrade, "place": 0, "card": 2, "page": "build", "fleet": number}
        paths = campaign_paths(at.campaign, {"fleets": number}, **things)
        looks = DESK if user == people.player else PHONE
        examiner.walk(seat_of(user), [path for path in paths if "/fleets/" in path], looks)


@pytest.fixture
def played() -> tuple[verbs.Crew, verbs.League, int]:
    """A league after a game with losses on both sides; both desks are open. With the game's number."""
    people = verbs.crew()
    running = verbs.league(people)
    game = verbs.pair(running)
    ships = list(verbs.draw(running.organiser, game).ships)
    verbs.report(running.organiser, game, dict.fromkeys(ships[:2] + ships[-2:], "destroyed"))
    verbs.make_choices(running.organiser, game)
    verbs.confirm(running.organiser, game)
    return people, running, game


def test_a_running_campaign_with_open_desks(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    ship = next(iter(verbs.fleet_of(at.player, at.fleet).ships))
    numbers = {
        "members": at.rival.number,
        "rounds": verbs.round_of(at.organiser).id,
        "fleets": at.fleet,
        "games": game,
        "timeline": newest_act(at.campaign),
    }
    others = {
        "fleet": at.fleet,
        "game": game,
        "ship": ship,
        "place": 0,
        "card": 2,
        "page": "desk",
        "step": "propose",
    }
    paths = campaign_paths(at.campaign, numbers, **others)
    walks = ((people.organiser, 30, DESK), (people.player, 25, PHONE), (people.visitor, 12, PHONE))
    for user, pages, looks in walks:
        before = len(examiner.seen)
        examiner.walk(seat_of(user), paths, looks)
        assert len(examiner.seen) - before >= pages


def test_the_walk_knows_every_address_of_a_campaign():
    parts = ("members", "rounds", "fleets", "games", "timeline")
    things = (
        "ship",
        "upgrade",
        "asset",
        "persona",
        "place",
        "card",
        "page",
        "fleet",
        "game",
        "doing",
        "step",
        "invitation_id",
        "request_id",
    )
    filled = campaign_paths(Campaign(pk=1), dict.fromkeys(parts, 1), **dict.fromkeys(things, 1))
    known = [each for each in patterns() if each.startswith((HERE, "verify/<")) and not each.endswith(FILES)]
    assert len(filled) == len(known) + 2


def test_a_closed_round_and_an_ended_campaign(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    number = verbs.round_of(at.organiser).id
    verbs.close_desk(at.player, at.fleet)
    verbs.close_desk(at.rival, at.rival_fleet)
    verbs.close_round(at.organiser)
    verbs.do(at.organiser, EndCampaign())
    paths = campaign_paths(at.campaign, {"rounds": number, "fleets": at.fleet, "games": game})
    for user, looks in ((people.organiser, DESK), (people.player, PHONE)):
        examiner.walk(seat_of(user), paths, looks)


# --- a round and a game at each step -----------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A league with one game, and the addresses that change with its steps."""

    league: verbs.League
    game: int

    @property
    def paths(self) -> list[str]:
        base = f"/campaigns/{self.league.campaign.pk}/"
        here = f"{base}games/{self.game}/"
        at = f"{base}rounds/{verbs.round_of(self.league.organiser).id}/"
        verify = f"/verify/{self.league.campaign.pk}/{self.game}/"
        return [here, f"{here}report/", f"{here}settle/", at, base, "/desk/", verify]


def one_ready(at: Table) -> None:
    verbs.press_ready(at.league.organiser, at.game, "active")


def drawn(at: Table) -> None:
    verbs.press_ready(at.league.organiser, at.game, "opposing")
    assert verbs.game_of(at.league.organiser, at.game).step == "play"


def begun(at: Table) -> None:
    """The player has told of the first ship, with figures that cannot be."""
    ship = next(iter(verbs.game_of(at.league.player, at.game).ships))
    verbs.do(at.league.player, SaveReportLine(at.game, ship, "survived", {"whole": SectionReport(9, 9)}))


def submitted(at: Table) -> None:
    ships = list(verbs.game_of(at.league.player, at.game).ships)
    verbs.report(at.league.player, at.game, {ships[0]: "destroyed", ships[-1]: "driven_off"})


def disputed(at: Table) -> None:
    ship = next(iter(verbs.game_of(at.league.rival, at.game).ships))
    verbs.do(at.league.rival, DisputeLine(at.game, ship, "It was still there"))


def called_off(at: Table) -> None:
    verbs.do(at.league.organiser, VoidGame(at.game, "The lights went out"))


STEPS: tuple[Callable[[Table], None], ...] = (one_ready, drawn, begun, submitted, disputed, called_off)


def test_a_game_at_each_of_its_steps(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    running = verbs.league(people)
    at = Table(running, verbs.pair(running))
    seats = ((seat_of(people.organiser), "desktop light"), (seat_of(people.player), "phone dark"))
    for step in (lambda table: None, *STEPS):
        step(at)
        for seat, look in seats:
            examiner.walk(seat, at.paths, [look])


def test_a_round_before_its_games(examiner: Examiner, seat_of: SeatOf):
    people = verbs.crew()
    running = verbs.league(people)
    seats = [(seat_of(people.organiser), DESK), (seat_of(people.player), PHONE)]
    path = f"/campaigns/{running.campaign.pk}/rounds/{verbs.open_round(running.organiser)}/"
    steps = (
        lambda: None,
        lambda: verbs.check_in(running.organiser, running.fleet, running.rival_fleet),
        lambda: verbs.name_active(running.organiser, seed="walk"),
    )
    for step in steps:
        step()
        for seat, looks in seats:
            examiner.walk(seat, [path, "/desk/"], looks)


# --- a battle in each of its phases ------------------------------------------------------------

BATTLE = "battles/<slug:public_id>/"


def test_a_battle_from_its_forces_to_its_replay(examiner: Examiner, seat_of: SeatOf):
    user = account("ann")
    ann, seat = battles.sitting(user), seat_of(user)
    invited = opening.open_battle(ann, battles.plan(), opening.new_ticket())
    row = opening.open_battle(ann, battles.plan(opponent="screen", deploy="choose"), opening.new_ticket())
    here = f"/battles/{row.public_id}/"
    opening.change_force(row.pk, ann, 0, "suggest", "")
    examiner.walk(seat, [here, f"/battles/{invited.public_id}/"])
    examiner.walk(seat_of(), [f"/battles/join/{invited.invitation}/"])
    opening.change_force(row.pk, ann, 1, "suggest", "")
    for side in (0, 1):
        opening.ready(row.pk, ann, side, "a text")
    for phase in ("deployment", "initiative", "movement", "shooting"):
        until(row, phase)
        examiner.walk(seat, [here + chosen(row)])
    battles.order(row)
    acts.resign(row.pk, ann)
    examiner.walk(seat, [*addresses(BATTLE, public_id=row.public_id), f"{here}replay/?at=5&seat=1"])
    assert {here, f"{here}replay/", f"{here}verify/"} <= set(examiner.seen)


def until(row: Battle, phase: str) -> None:
    """Play on to the first order of that phase."""
    while PHASES[battles.played(row).state.phase] != phase:
        battles.order(row)


def chosen(row: Battle) -> str:
    """The address of the best-looking order, before it is confirmed."""
    unit, choice = battles.choice(row)
    return f"?unit={unit}&order={choice}"


# --- the other two looks -----------------------------------------------------------------------


def test_the_busiest_pages_in_all_four_looks(
    examiner: Examiner, seat_of: SeatOf, played: tuple[verbs.Crew, verbs.League, int]
):
    people, at, game = played
    base = f"/campaigns/{at.campaign.pk}/"
    paths = [
        base,
        f"{base}fleets/{at.fleet}/",
        f"{base}fleets/{at.fleet}/desk/",
        f"{base}games/{game}/",
        "/cards/",
    ]
    examiner.walk(seat_of(people.player), paths, LOOKS)
