"""Access to every address as every kind of person, at the stages of a game with a mission, with right, wrong,
foreign and stale data.

A new address fails here until it stands in `DOORS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from league.models import Campaign
from league.rules.campaign import CreateCampaign
from league.services.campaigns import create_campaign
from missions.rules import orders as do
from missions.rules.game.sides import SideName
from missions.views import pregame
from tests import verbs
from tests.invariants import broken
from tests.missions.mission_tables import MissionTable
from tests.missions.secrets.walk import addresses_of, own_routes
from tests.people import account, browser, joined

pytestmark = pytest.mark.django_db

HERE = "campaigns/<int:campaign_id>/"
FLEET, GAME, ROUND = (
    f"{HERE}fleets/<fleet:number>/",
    f"{HERE}games/<int:number>/",
    f"{HERE}rounds/<int:number>/",
)
NAMING = (FLEET, GAME, ROUND, "verify/<int:campaign_id>/")
"""The site looks up first what these addresses name, so strangers meet "not found" before anything else."""
BATTLE = "battles/<slug:public_id>/"
WORK, OVERRIDE = f"{FLEET}<work:page>/", f"{FLEET}override/"

# Answers to nobody, a stranger, a visitor, the active and the opposing player, a co-organiser and the
# organiser when they look, and when they post: y a page or the rules' own answer, x "not yours", - not found,
# m not a thing to do, s "sign in first".
DOORS: dict[tuple[str, str], tuple[str, ...]] = {
    # It leads everybody to the sign-in but the owner of a closed account.
    ("sssssss", "sssssss"): ("account/keep/",),
    ("yyyyyyy", "mmmmmmm"): (
        "",
        "help/",
        "help/<slug:page>/",
        "rules/",
        "rules/<path:path>/",
        "campaigns/",
        "search/",
        "inbox/count/",
        "cards/",
        "cards/ships/<slug:card_id>/",
        "cards/upgrades/<slug:card_id>/",
        "verify/",
        "battles/",
    ),
    ("yyyyyyy", "yyyyyyy"): (
        "battles/try/",
        "places/<str:token>/",
        "desk/",
        "favicon.ico",
        "healthz",
        "readyz",
    ),
    # The game has no photo; `tests/missions/photos` tries the doors of those that have.
    ("-------", "-------"): (
        "join/<str:token>/",
        "battles/join/<slug:token>/",
        f"{BATTLE}nonces/",
        f"{GAME}photos/<int:photo>/",
    ),
    # No battle has such a name; the doors of a battle are walked in `views/test_battle_doors.py`. Nobody has
    # opened a page or founded a club; their readers are in `tests/league/views/test_{players,clubs}.py`.
    ("-------", "mmmmmmm"): (
        "clubs/<slug:slug>/",
        "players/<slug:slug>/",
        BATTLE,
        f"{BATTLE}board/",
        f"{BATTLE}lobby/",
        f"{BATTLE}replay/",
        f"{BATTLE}replay/part/",
        f"{BATTLE}verify/",
        f"{HERE}schedule/<int:number>/night.ics",
        f"{HERE}photos/<int:photo>/small.jpg",
        f"{HERE}photos/<int:photo>/large.jpg",
        "calendar/<str:token>.ics",
        "stream/battles/<slug:public_id>/",
        "stream/battles/<slug:public_id>/head/",
        # Nothing is shared here; `tests/rosters/views/squadron/test_shared.py` opens links.
        "shared/<str:token>/",
        "shared/<str:token>/squadron.svg",
        "shared/<str:token>/squadron.png",
        "shared/<str:token>/squadron.xws",
    ),
    ("mmmmmmm", "-------"): (
        f"{GAME}photos/<int:photo>/delete/",
        f"{HERE}schedule/<int:number>/answer/",
        f"{HERE}schedule/games/<int:number>/<slug:doing>/",
        *(
            f"{BATTLE}{doing}/"
            for doing in (
                "force",
                "ready",
                "show-nonce",
                "fill-nonce",
                "links",
                "fill-links",
                "keep",
                "orders",
                "look",
                "answers",
                "hints",
                "take-back",
                "resign",
                "draw",
                "pause",
                "call-off",
            )
        ),
    ),
    ("syyyyyy", "mmmmmmm"): ("inbox/",),
    ("syyyyyy", "smmmmmm"): (
        "my-campaign/",
        "my-fleet/",
        "models/",
        "models/models.csv",
    ),
    ("syyyyyy", "syyyyyy"): (
        "battles/new/",
        "account/",
        "account/data/",
        "account/delete/",
        "models/import/",
        "campaigns/new/",
        "campaigns/restore/",
        "clubs/new/",
    ),
    ("s------", "s------"): ("clubs/<slug:slug>/settings/", "clubs/<slug:slug>/close/"),
    ("smmmmmm", "s------"): (
        *(f"clubs/<slug:slug>/{doing}/" for doing in ("add", "remove", "organisers", "leave")),
    ),
    ("s-yyyyy", "s-yyyyy"): (f"{HERE}join/",),
    ("--yyyyy", "mmmmmmm"): (
        f"{HERE}next/",
        HERE,
        f"{HERE}rounds/",
        f"{HERE}fleets/",
        f"{HERE}more/",
        f"{HERE}my-fleet/",
        f"{HERE}downloads/",
        f"{HERE}downloads/archive.zip",
        f"{HERE}downloads/<slug:slug>.csv",
        f"{HERE}members/",
        f"{HERE}standings/",
        f"{HERE}standings/charts/",
        f"{HERE}timeline/",
        f"{HERE}story/",
        f"{HERE}schedule/",
        f"{HERE}screen/",
        ROUND,
        FLEET,
        f"{FLEET}ledger/",
        f"{FLEET}history/",
        f"{FLEET}memorial/",
        f"{FLEET}what-if/",
        f"{FLEET}squadrons/<int:card>/",
        f"{FLEET}squadrons/<int:card>/versions/",
        f"{FLEET}squadrons/<int:card>.xws",
        f"{FLEET}roster.pdf",
        f"{FLEET}deck.pdf",
        f"{FLEET}deck-with-backs.pdf",
        "verify/<int:campaign_id>/<int:number>/",
        f"{HERE}print/",
        f"{HERE}print/tables.pdf",
        f"{HERE}print/evening.pdf",
        f"{HERE}print/standings.pdf",
        f"{HERE}print/reference-card.pdf",
        f"{HERE}print/blank-roster.pdf",
        f"{HERE}print/rosters.pdf",
        f"{HERE}print/season-book.pdf",
        f"{HERE}print/card-backs.pdf",
        f"{HERE}print/missions/<int:number>/briefing.pdf",
        f"{HERE}print/missions/<int:number>/result-form.pdf",
        GAME,
        f"{GAME}photos/",
        f"{GAME}play-sheet-active.pdf",
        f"{GAME}play-sheet-opposing.pdf",
        f"{GAME}result-form.pdf",
        f"{GAME}briefing.pdf",
        "stream/<int:campaign_id>/head/",
    ),
    ("smmmmmm", "syyyyyy"): (
        "account/mail/",
        "account/calendar/",
        "account/player/",
        "models/<slug:ship>/",
    ),
    ("--yyyyy", "--yyyyy"): (f"{HERE}leave/",),
    ("--yyyyy", "--xyyyy"): (f"{HERE}friendlies/",),
    ("--xyyyy", "--xyyyy"): (f"{HERE}fleets/new/", f"{GAME}photos/new/"),
    ("--[xy]{3}yy", "--[xy]{3}yy"): (f"{GAME}report/", *(f"{GAME}{doing}/" for doing in pregame.DOINGS)),
    ("--yyyyy", "--[xy]{5}"): (f"{GAME}nonces/",),
    ("m{7}", "--[xy]{5}"): (
        f"{GAME}correct/",
        f"{GAME}remind/",
        f"{HERE}desks/remind/",
        f"{GAME}report/facts/",
        f"{GAME}links/",
        f"{GAME}fill-links/",
        f"{GAME}fight/<slug:step>/",
        f"{GAME}report/ships/<int:ship>/",
        f"{GAME}<slug:doing>/",
        f"{ROUND}<slug:doing>/",
    ),
    ("--xxxyy", "mmmmmmm"): (f"{HERE}places/", f"{HERE}requests/", OVERRIDE),
    ("--xxxyy", "--xxxyy"): (
        f"{HERE}settings/",
        f"{HERE}notes/",
        f"{HERE}successor/",
        f"{HERE}end/",
        f"{HERE}reopen/",
        f"{HERE}desks/",
        f"{HERE}schedule/new/",
        f"{HERE}start/",
        f"{HERE}invitations/",
        f"{HERE}members/<int:number>/",
        f"{HERE}members/<int:number>/remove/",
        f"{ROUND}games/<int:game>/cancel/",
        f"{OVERRIDE}points/",
        f"{OVERRIDE}elimination/",
        f"{OVERRIDE}assets/",
        f"{OVERRIDE}ships/<int:ship>/",
        f"{GAME}settle/",
        f"{GAME}rule/",
    ),
    # Things that this campaign has none of.
    ("--xxx--", "--xxx--"): (
        f"{OVERRIDE}upgrades/<int:upgrade>/",
        f"{OVERRIDE}names/<str:persona>/",
        f"{HERE}schedule/<int:number>/change/",
        f"{HERE}schedule/<int:number>/call-off/",
    ),
    ("--xxx[y-]{2}", "--xxx[y-]{2}"): (f"{OVERRIDE}assets/<int:asset>/",),
    ("mmmmmmm", "--xxx--"): (f"{HERE}invitations/<int:invitation_id>/revoke/",),
    ("mmmmmmm", "--xxxyy"): (
        f"{HERE}rounds/open/",
        f"{HERE}requests/<int:request_id>/accept/",
        f"{HERE}requests/<int:request_id>/decline/",
    ),
    ("--xxxxy", "--xxxxy"): (f"{HERE}members/<int:number>/hand-over/",),
    ("--[xy]{5}", "--[xy]{5}"): (f"{HERE}timeline/<int:number>/undo/", f"{HERE}timeline/<int:number>/redo/"),
    ("--xyxyy", "--xyxyy"): (
        f"{FLEET}squadrons/<int:card>/share/",
        f"{FLEET}hand-over/",
        f"{FLEET}proxy/",
        f"{FLEET}build/import/",
        f"{FLEET}plan/",
        WORK,
    ),
    ("--xyyxx", "--xyyxx"): (f"{HERE}schedule/games/new/",),
    ("--xyxyy", "mmmmmmm"): (
        f"{WORK}ships/",
        f"{WORK}ships/<int:ship>/",
        f"{WORK}ships/<int:ship>/slots/<int:place>/",
        f"{WORK}squadrons/<int:card>/",
        f"{WORK}squadrons/<int:card>/ships/",
        f"{WORK}loose/",
        f"{WORK}moved/",
    ),
    ("--x[y-]x[y-]{2}", "mmmmmmm"): (f"{WORK}upgrades/<int:upgrade>/",),
    ("mmmmmmm", "--xyxyy"): (f"{FLEET}assets/",),
}


def people(table: MissionTable) -> list[Client]:
    """A browser of each kind of person, as the letters in `DOORS` stand."""
    campaign = table.league.campaign
    looking, helping = joined(campaign, "viktor", "visitor"), joined(campaign, "cora", "co_organiser")
    seats = [looking, table.active, table.opposing, helping, table.organiser]
    return [Client(), browser(account("stan")), *(each.client for each in seats)]


def letter(answer: HttpResponse) -> str:
    assert answer.status_code < 500
    if answer.status_code == 302 and "/accounts/login/" in answer["Location"]:
        return "s"
    return {404: "-", 403: "x", 405: "m"}.get(answer.status_code, "y")


def posted(client: Client, place: str, **fields: Any) -> HttpResponse:
    """The answer to a post, of which nothing remains."""
    with transaction.atomic():
        answer = client.post(place, fields)
        transaction.set_rollback(True)
    return answer


def head(table: MissionTable) -> int:
    return Campaign.objects.get(pk=table.league.campaign.pk).head_seq


# --- every address, at every stage --------------------------------------------------------------


def being_prepared(table: MissionTable) -> None:
    table.hold("active", "sabotage")
    table.choose(3)


def in_play(table: MissionTable) -> None:
    table.choose(4)


def reported(table: MissionTable) -> None:
    in_play(table)
    table.report()


def finished(table: MissionTable) -> None:
    reported(table)
    verbs.make_choices(table.organiser.seat, table.number)
    verbs.confirm(table.organiser.seat, table.number)


def called_off(table: MissionTable) -> None:
    being_prepared(table)
    verbs.do(table.organiser.seat, do.VoidGame(table.number, "Power cut."))


def paired(table: MissionTable) -> None:
    """Nobody has done anything yet."""


STAGES = {
    "paired": paired,
    "prepared": being_prepared,
    "in play": in_play,
    "reported": reported,
    "over": finished,
    "called off": called_off,
}
TURNS = {"prepared": (0, 1, 2), "in play": (3, 4), "over": (5, 6)}
"""The places of those who try the first door; next to try are those who stand one place on."""


def test_every_address_has_a_door() -> None:
    doors = [route for routes in DOORS.values() for route in routes]
    assert len(set(doors)) == len(doors)
    assert sorted(set(own_routes()) ^ set(doors)) == []


def places(table: MissionTable) -> list[tuple[str, str, str]]:
    """Every address, and what everybody meets there who looks or posts."""
    return [
        (place, met_at(route, looking), met_at(route, posting))
        for (looking, posting), routes in DOORS.items()
        for route in routes
        for place in addresses_of(route, table)
    ]


def met_at(route: str, met: str) -> str:
    return "--mmmmm" if route.startswith(NAMING) and met in ("mmmmmmm", "m{7}") else met


def letters(met: str) -> list[str]:
    """Answers that each person may meet, as sets of letters, read from "--[xy]{3}yy"."""
    parts = re.findall(r"\[([xy-]+)\](?:\{(\d)\})?|(\w)\{(\d)\}|(.)", met)
    return [several or one or single for several, n, one, m, single in parts for _ in range(int(n or m or 1))]


def surprised(table: MissionTable, everybody: list[Client], who: list[int], *door: str) -> list[str]:
    """People whom a door answers differently from the matrix, with the answer."""
    place, looking, posting = door
    found = [(one, letter(everybody[one].get(place)), letter(posted(everybody[one], place))) for one in who]
    expected = list(zip(letters(looking), letters(posting), strict=True))
    return [
        f"{place}: number {one} meets {looked} and {tried}"
        for one, looked, tried in found
        if looked not in expected[one][0] or tried not in expected[one][1]
    ]


def test_everybody_meets_what_the_matrix_says(mission: MissionTable, tenth: int) -> None:
    """Stages take turns from commit to commit, and people from door to door: after three stages everybody
    has tried every door."""
    stage = list(TURNS)[tenth % len(TURNS)]
    STAGES[stage](mission)
    everybody, wrong = people(mission), []
    for turn, door in enumerate(places(mission)):
        who = [(turn + each) % len(everybody) for each in TURNS[stage]]
        wrong += surprised(mission, everybody, who, *door)
    assert wrong == []


@pytest.mark.walk("doors")
@pytest.mark.parametrize("one", range(7))
@pytest.mark.parametrize("stage", STAGES)
def test_everybody_meets_it_at_every_stage(mission: MissionTable, stage: str, one: int) -> None:
    STAGES[stage](mission)
    everybody = people(mission)
    assert [each for door in places(mission) for each in surprised(mission, everybody, [one], *door)] == []


# --- wrong and foreign numbers -------------------------------------------------------------------


def test_things_that_do_not_exist_are_not_found_and_nothing_changes(mission: MissionTable) -> None:
    being_prepared(mission)
    client, before = mission.organiser.client, head(mission)
    for route in own_routes():
        if not re.search(r"<(?:int|fleet):(?!campaign_id)", route):
            continue
        for place in addresses_of(re.sub(r"<(?:int|fleet):(?!campaign_id)\w+>", "9999999", route), mission):
            assert client.get(place).status_code in (404, 405, 302), place
            assert client.post(place).status_code in (404, 405, 409, 422, 302), place
    assert head(mission) == before


def test_the_numbers_of_another_campaign_open_nothing(mission: MissionTable) -> None:
    being_prepared(mission)
    before = head(mission)
    elsewhere = create_campaign(account("otto"), CreateCampaign("Elsewhere")).campaign_id
    here = f"/{mission.league.campaign.pk}/"
    for route in own_routes():
        if HERE in route and route != f"{HERE}join/":
            for place in addresses_of(route, mission):
                answer = mission.organiser.client.get(place.replace(here, f"/{elsewhere}/", 1))
                assert answer.status_code in (404, 405), place
    assert head(mission) == before


# --- right and stale data ------------------------------------------------------------------------

Fields = dict[str, Any]


def ready_to_rest(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.ready()
    return "active", "rest", {"cards": ["4"]}


def ready_to_draw(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.ready()
    table.act("active", do.RestSquadrons(table.number))
    return "active", "squadron", {"deck": ["2", "3", "4"]}


def choosing(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.draw_squadron()
    return "active", "mission", {"mission": "3"}


def counting(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.draw_squadron()
    table.act("active", do.ChooseMission(table.number, 3))
    return "active", "strength", {"side": "active", "number": "1"}


def committing(table: MissionTable) -> tuple[SideName, str, Fields]:
    asset = table.hold("opposing", "sabotage")
    table.choose(3)
    return "opposing", "commit", {"side": "opposing", "assets": [str(asset)]}


def taking_back(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.hold("active", "scouted_area")
    asset = table.hold("opposing", "sabotage")
    table.choose(3)
    table.commit("opposing", asset)
    return "opposing", "take-back", {"side": "opposing"}


def looking(table: MissionTable) -> tuple[SideName, str, Fields]:
    asset = table.hold("opposing", "disrupted_command")
    table.choose(3)
    table.commit("opposing", asset)
    return "opposing", "look", {"place": "0"}


def nominating(table: MissionTable) -> tuple[SideName, str, Fields]:
    table.choose(3)
    return "active", "nominate", {"ship": str(next(iter(table.ships("active"))).id)}


def going_on(table: MissionTable) -> tuple[SideName, str, Fields]:
    _, _, fields = nominating(table)
    table.act("active", do.NominateShip(table.number, int(fields["ship"])))
    return "opposing", "go-on", {}


RIGHT = (
    ready_to_rest,
    ready_to_draw,
    choosing,
    counting,
    committing,
    taking_back,
    looking,
    nominating,
    going_on,
)


@pytest.mark.rule("CR-070", "CR-075", "CR-091")
@pytest.mark.parametrize("until", RIGHT, ids=lambda step: step.__name__)
def test_a_step_is_for_its_own_side_and_nobody_elses(
    mission: MissionTable, until: Callable[[MissionTable], tuple[SideName, str, Fields]]
) -> None:
    side, doing, fields = until(mission)
    place, before = f"{mission.url}{doing}/", head(mission)
    nobody, stranger, visitor, active, opposing, _, _ = people(mission)
    before = head(mission)
    other_side = opposing if side == "active" else active
    told = [letter(client.post(place, fields)) for client in (nobody, stranger, visitor, other_side)]
    assert (told, head(mission)) == (["-", "-", "x", "x"], before)
    own = active if side == "active" else opposing
    assert own.post(place, fields).status_code == 302
    assert head(mission) > before
    assert broken(mission.league.campaign.pk) == []


@pytest.mark.parametrize("until", RIGHT[1:5], ids=lambda step: step.__name__)
def test_a_form_of_an_earlier_stage_is_refused_and_changes_nothing(
    mission: MissionTable, until: Callable[[MissionTable], tuple[SideName, str, Fields]]
) -> None:
    side, doing, fields = until(mission)
    own = mission.active if side == "active" else mission.opposing
    assert own.client.post(f"{mission.url}{doing}/", fields).status_code == 302
    before = head(mission)
    again = own.client.post(f"{mission.url}{doing}/", fields)
    assert (again.status_code, head(mission)) == (409, before)
