"""Addresses of squad builders: those of YASB's first edition are read, all others say where the XWS text is.

The first addresses below stood with their XWS texts in public programs; both must be the same squadron.
"""

import json
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.kernel.refusal import Unreadable
from rosters.rules import orders
from rosters.rules.purchases import builders
from rosters.rules.purchases.xws import MOST_UNKNOWN, plan_xws
from tests.rosters.rules.orders.table import a_draft

SITE = "https://geordanr.github.io/xwing/?f="


def squad(faction: str, *pilots: dict[str, Any]) -> str:
    return json.dumps({"faction": faction, "pilots": pilots})


def pilot(name: str, ship: str, **upgrades: list[str]) -> dict[str, Any]:
    return {"name": name, "ship": ship, "upgrades": upgrades}


PAIRS = {
    "addons of a title and of a modification": (
        f"{SITE}Rebel%20Alliance&d=v3!s!29:42,72:7:15:U.15;44:43,35,58,126:-1:11:U.99",
        squad(
            "rebel",
            pilot(
                "tychocelchu",
                "awing",
                ept=["adrenalinerush", "daredevil"],
                missile=["chardaanrefit"],
                mod=["autothrusters"],
                title=["awingtestpilot"],
            ),
            pilot(
                "bluesquadronpilot",
                "bwing",
                system=["advancedsensors"],
                cannon=["autoblaster"],
                torpedo=["flechettetorpedoes", "extramunitions"],
                crew=["leebo"],
                mod=["bwinge2"],
            ),
        ),
    ),
    "several ships": (
        f"{SITE}Rebel%20Alliance&d=v3!s!44:71,110,-1,126:-1:11:U.40;155:43,120,1,-1,32,86:-1:14:;"
        "175:140,-1,-1,147:-1:15:;64:143:-1:6:",
        squad(
            "rebel",
            pilot(
                "bluesquadronpilot",
                "bwing",
                system=["enhancedscopes"],
                cannon=["manglercannon"],
                torpedo=["extramunitions"],
                crew=["intelligenceagent"],
                mod=["bwinge2"],
            ),
            pilot(
                "herasyndulla",
                "vcx100",
                system=["advancedsensors"],
                turret=["autoblasterturret"],
                torpedo=["protontorpedoes"],
                crew=["niennunb", "hansolo"],
                mod=["tacticaljammer"],
            ),
            pilot(
                "poedameron", "t70xwing", ept=["crackshot"], tech=["weaponsguidance"], mod=["autothrusters"]
            ),
            pilot(
                "banditsquadronpilot", "z95headhunter", missile=["xx23sthreadtracers"], mod=["hullupgrade"]
            ),
        ),
    ),
    "two modifications": (
        f"{SITE}Galactic%20Empire&d=v3!s!99:57,-1,102,21,46,-1:-1:3:;28:18:5:15:M.1",
        squad(
            "empire",
            pilot(
                "rearadmiralchiraneau",
                "vt49decimator",
                ept=["predator"],
                crew=["ysanneisard", "gunner", "rebelcaptive"],
                mod=["engineupgrade"],
            ),
            pilot(
                "soontirfel",
                "tieinterceptor",
                ept=["pushthelimit"],
                mod=["autothrusters", "stealthdevice"],
                title=["royalguardtie"],
            ),
        ),
    ),
    "three modifications": (
        f"{SITE}Scum%20and%20Villainy&d=v4!s!138:17,113:54:2:M.3,M.1&sn=Vaksai&obs=",
        squad(
            "scum",
            pilot(
                "cartelmarauder",
                "kihraxzfighter",
                missile=["homingmissiles"],
                illicit=["hotshotblaster"],
                mod=["engineupgrade", "stealthdevice", "shieldupgrade"],
                title=["vaksai"],
            ),
        ),
    ),
    "no slots at all": (
        f"{SITE}Scum%20and%20Villainy&d=v4!s!248::50:-1:&sn=Sunny%20B!&obs=",
        squad("scum", pilot("sunnybounder", "m3ainterceptor", title=["lightscykinterceptor"])),
    ),
}


def planned(text: str, side: str = "rebel"):
    return [(ship.card, sorted(ship.upgrades)) for ship in plan_xws(text, side).ships]


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_an_address_is_the_same_squadron_as_its_xws_text(pair):
    address, text = pair
    assert planned(address) == planned(text)
    assert plan_xws(address, "rebel").unknown == ()


def test_the_name_and_the_faction_come_along():
    plan = plan_xws(f"{SITE}Scum%20and%20Villainy&d=v4!s!248::50:-1:&sn=Sunny%20B!&obs=", "scum")
    assert (plan.squadron_name, plan.notes, plan.points) == ("Sunny B!", (), 12)


@pytest.mark.rule("CR-042")
def test_both_sections_of_a_huge_ship_are_one_ship():
    address = f"{SITE}Rebel%20Alliance&d=v4!e!80:63,64,-1,-1,-1,-1:9:-1:;81:-1,-1,90,-1:-1:-1:"
    assert planned(address) == [
        (
            "rebel-cr90corvette",
            [("c3po", "fore"), ("gunneryteam", "aft"), ("singleturbolasers", "fore"), ("tantiveiv", "")],
        )
    ]


@pytest.mark.parametrize(
    "serialized",
    [
        "5:-1,1,3:-1:-1:3",
        "v2!5:-1,1,3:-1:3:",
        "v3!e!5:-1,1,3:-1:3:",
        "v4!c=150!5:-1,1,3:-1:3:;",
        "v4!s!5:3,1:-1:3",
    ],
)
def test_every_version_of_the_first_edition_is_read(serialized):
    assert planned(f"{SITE}Rebel%20Alliance&d={serialized}") == [
        ("rebel-xwing-lukeskywalker", [("engineupgrade", ""), ("protontorpedoes", ""), ("r2d2", "")])
    ]


def test_the_first_version_puts_what_a_title_brings_before_the_modification():
    address = f"{SITE}Rebel%20Alliance&d=31:18,72:7:27:15"
    assert planned(address) == [
        (
            "rebel-awing-greensquadronpilot",
            [
                ("autothrusters", ""),
                ("awingtestpilot", ""),
                ("chardaanrefit", ""),
                ("pushthelimit", ""),
                ("veteraninstincts", ""),
            ],
        )
    ]


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "  {}\n",
        "My list: <{}>",
        "[Rebels]({} )",
        "{}#top",
    ],
)
@pytest.mark.parametrize(
    "site",
    ["https://geordanr.github.io/xwing/", "HTTP://www.geordanr.github.io/xwing", "geordanr.github.io/xwing/"],
)
def test_an_address_is_found_in_what_people_paste(around, site):
    text = around.format(f"{site}?f=Rebel%20Alliance&d=v4!s!3:-1,2:-1:-1:")
    assert planned(text) == [("rebel-xwing-rookiepilot", [("r2astromech", "")])]


def test_an_xws_text_that_names_an_address_is_read_as_text():
    squadron = json.loads(squad("rebel", pilot("rookiepilot", "xwing")))
    link = {"vendor": {"yasb": {"link": "https://yasb.app/?f=x"}}}
    assert planned(json.dumps(squadron | link)) == [("rebel-xwing-rookiepilot", [])]


def test_numbers_without_a_card_are_named_and_the_rest_is_read():
    address = f"{SITE}Rebel%20Alliance&d=v4!s!999:-1:-1:-1:;60:-1:-1:-1:;3:700,2:8:0:U.701"
    plan = plan_xws(address, "rebel")
    assert [each.card for each in plan.ships] == ["rebel-xwing-rookiepilot"]
    assert plan.unknown == (
        "pilot 999 of YASB",
        "pilot 60 of YASB",
        "upgrade 700 of YASB on Rookie Pilot",
        "title 8 of YASB on Rookie Pilot",
        "modification 0 of YASB on Rookie Pilot",
        "upgrade 701 of YASB on Rookie Pilot",
    )


def test_a_long_list_of_unknown_cards_is_cut():
    numbers = ",".join(str(each) for each in range(400, 500))
    plan = plan_xws(f"{SITE}Rebel%20Alliance&d=v4!s!3:{numbers}:-1:-1:", "rebel")
    assert len(plan.unknown) == MOST_UNKNOWN
    assert plan.notes == ("Of 100 cards that are not in the catalogue, 40 are named.",)


def test_only_so_many_ships_are_read():
    plan = plan_xws(f"{SITE}Rebel%20Alliance&d=v4!s!{'3:-1:-1:-1:;' * 400}", "rebel")
    assert len(plan.ships) == 60
    assert plan.notes == ("Only the first 60 ships were read.",)


REFUSED = (
    "https://yasb.app/?f=Rebel%20Alliance&d=v9ZhZ20Z462X130",
    "https://yasb.app/?f=Rebel%20Alliance&d=v8ZsZ200Z138XW10",
    "https://yasb.app/?f=Rebel%20Alliance&d=v4!s!122:-1,164:-1:-1:",
    "https://yasb.app/?f=Rebel%20Alliance&d=v5!s!1:1",
    f"{SITE}Rebel%20Alliance&d=v8ZsZ200Z4X133",
    f"{SITE}Rebel%20Alliance&d=v7!s=200!4:133",
    "https://raithos.github.io/?f=Scum%20and%20Villainy&d=v4!s!138:-1,168:-1:-1:U.-1&sn=Sunny%20B!&obs=",
)


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_of_the_second_edition_leads_to_its_xws_text(address):
    with pytest.raises(Unreadable, match="Export to XWS") as no:
        plan_xws(address, "rebel")
    assert (no.value.code, no.value.field, no.value.status) == ("second_edition", "text", 422)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("https://launchbaynext.app/print?lbx='New%20Squadron'.31.3.0.l44.188.l3.256rr", "launch_bay"),
        ("http://xwing-builder.co.uk/view/747933/sunny-b", "stored_elsewhere"),
        ("http://x-wing.fabpsb.net/permalink.php?sq=z63f47", "stored_elsewhere"),
        ("https://squads.example/list/7", "unknown_address"),
        ("https://yasb.app.example/?f=Rebel&d=v4!s!3:-1", "unknown_address"),
        ("https://geordanr.github.io/xwing/", "no_squadron"),
        (f"{SITE}Rebel%20Alliance&d=", "no_squadron"),
        (f"{SITE}Rebel%20Alliance&d=v4!s!", "no_squadron"),
        (f"{SITE}Rebel%20Alliance&d=v3!s!;;;", "no_squadron"),
        (f"{SITE}Rebel%20Alliance&d=v4!s!3:-1,2:-1:-1:U.…", "cut_off"),
        (f"{SITE}Rebel%20Alliance&d=v4!s!3:-1,2:-1:-1:X.3", "cut_off"),
        (f"{SITE}Rebel%20Alliance&d=v4!s!3:one:-1:-1:", "cut_off"),
        (f"{SITE}Rebel%20Alliance&d=v4!s!99999:-1:-1:-1:", "cut_off"),
        (f"{SITE}Rebel%20Alliance&d=<script>", "no_squadron"),
        (f"{SITE}Rebel%20Alliance&d=squad", "cut_off"),
    ],
)
def test_any_other_address_is_refused_with_what_to_paste_instead(address, code):
    with pytest.raises(Unreadable) as no:
        plan_xws(address, "rebel")
    assert (no.value.code, no.value.field) == (code, "text")


def test_the_example_of_an_address_can_be_read():
    with pytest.raises(Unreadable) as no:
        plan_xws("https://squads.example/list/7", "rebel")
    assert builders.EXAMPLE in no.value.message
    assert len(plan_xws(builders.EXAMPLE, "rebel").ships) == 1


@settings(derandomize=True, deadline=None)
@given(st.text(st.sampled_from(string.digits + ":;,.-!vZUMT= &d%"), max_size=60))
def test_nothing_in_an_address_breaks_the_reader(anything):
    try:
        found = builders.squadron_at(f"{SITE}Rebel%20Alliance&d={anything}")
    except Unreadable as no:
        assert no.field == "text"
    else:
        assert found is not None and "pilots" in found.squad


def test_an_address_buys_what_its_xws_text_buys():
    address, text = PAIRS["addons of a title and of a modification"]
    bought = []
    for pasted in (address, text):
        table, fleet = a_draft()
        table.do(orders.ImportXws(fleet, 5, pasted))
        state = table.fleet(fleet)
        bought.append((state.points, sorted(each.card for each in state.upgrades.values())))
    assert bought[0] == bought[1]
