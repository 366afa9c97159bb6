"""The post-game update: rewards, marks, fates, promotions (CR-110 to CR-122)."""

from typing import Any

import pytest

from missions.rules.game import events as ev
from missions.rules.game.postgame import reward
from missions.rules.game.state import SIDES, SectionReport
from rosters.rules import events as roster
from tests.missions.rules.builders import CR90, TIE, XWING, YWING, Night, skirmish

BOMBER = "imperial-tiebomber-scimitarsquadronpilot"
RAIDER = "imperial-raiderclasscorvette"
CRIPPLED = SectionReport(8, 0, True)
SOUND = SectionReport(0, 8)


def lone(card: str, upgrades=(), *, side="opposing", **more: Any) -> tuple[Night, int, int]:
    """A game of one ship with upgrades against one plain ship of the other side; (night, ship, the other)."""
    night = Night()
    foe = "active" if side == "opposing" else "opposing"
    ship = night.ship(side, card, upgrades, **more)
    return night, ship, night.ship(foe, XWING if foe == "active" else TIE)


def cards(night: Night, ship: int) -> dict[str, int]:
    return {upgrade.card: upgrade.id for upgrade in night.game.ships[ship].upgrades}


@pytest.mark.rule("CR-110")
@pytest.mark.parametrize(
    ("types", "victory", "defeat"),
    [
        (("recon",), 45, 30),
        (("standard",), 90, 60),
        (("epic",), 180, 120),
        (("standard", "recon", "recon"), 180, 120),
    ],
)
def test_rewards_are_summed_over_the_own_squadrons(types, victory: int, defeat: int):
    assert [reward(types, outcome) for outcome in ("victory", "defeat", "draw")] == [victory, defeat, defeat]


@pytest.mark.rule("CR-110", "CR-121", "CR-003")
def test_rewards_become_ledger_lines_and_history():
    night, ours, theirs = skirmish()
    night.report(destroyed=theirs[:1]).finish()
    assert [night.fleet(side).points for side in SIDES] == [350 + 90, 350 + 60]
    lines = night.happened(roster.PointsChanged)
    assert [(line.rule, line.game) for line in lines] == [("CR-110", night.game_id)] * 2
    won, lost = night.happened(roster.GameRecorded)
    assert (won.result, won.scored, won.conceded, won.reward) == ("victory", 12, 0, 90)
    assert not won.ruled
    assert (lost.result, lost.scored, lost.conceded, lost.opponent_name) == (
        "defeat",
        0,
        12,
        "The active fleet",
    )


@pytest.mark.rule("CR-110")
def test_a_draw_pays_both_the_defeat_reward():
    night, *_ = skirmish()
    night.report().finish()
    assert [night.fleet(side).points for side in SIDES] == [410, 410]
    assert [night.fleet(side).draws for side in SIDES] == [1, 1]


@pytest.mark.rule("CR-122")
def test_the_update_keeps_its_order():
    night = Night()
    ours = night.ship("active", XWING, damaged=["whole"])
    night.ship("active", XWING)
    theirs = [night.ship("opposing", BOMBER, ["concussionmissiles"]) for _ in range(2)]
    night.begin()
    night.line(ours, damage=1)
    night.line(theirs[1], "driven_off", spent=(cards(night, theirs[1])["concussionmissiles"],))
    night.report(destroyed=theirs[:1]).finish()
    order = [
        ev.ResultConfirmed,
        roster.PointsChanged,
        roster.DamageMarked,
        roster.ShipLost,
        roster.RankChanged,
        roster.DeskOpened,
        ev.SeedRevealed,
    ]
    kinds = [type(event) for event in night.last]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    marks = night.happened(roster.DamageMarked)
    assert [(mark.rule, mark.sections) for mark in marks] == [("CR-111", ()), ("CR-112", ("whole",))]


@pytest.mark.rule("CR-111")
def test_marks_of_ships_that_stayed_at_home_are_erased_too():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE)
    idle = night.ship("active", XWING, squadron=None, damaged=["whole"])
    night.begin().report().finish()
    assert night.roster_ship(idle).damaged == []


@pytest.mark.rule("CR-112")
@pytest.mark.parametrize(
    ("card", "damage", "left", "marked"),
    [
        (XWING, 1, 2, False),
        (XWING, 2, 1, True),
        (YWING, 2, 3, False),
        (YWING, 3, 2, True),
        (XWING, 2, 3, False),
    ],
)
def test_half_the_hull_rounded_down_is_damaged(card: str, damage: int, left: int, marked: bool):
    night, ship, _ = lone(card, side="active")
    night.begin()
    night.line(ship, damage=damage, left=left)
    night.report().finish()
    assert night.roster_ship(ship).damaged == (["whole"] if marked else [])


@pytest.mark.rule("CR-112")
def test_hull_from_upgrades_counts_for_the_half():
    night, ship, _ = lone(XWING, ["hullupgrade"], side="active")
    night.begin()
    night.line(ship, damage=2)
    night.report().finish()
    assert night.roster_ship(ship).damaged == ["whole"]


@pytest.mark.rule("CR-112")
def test_a_missing_ship_is_marked_and_a_destroyed_one_is_not():
    night, ship, _ = lone(BOMBER)
    other = night.ship("opposing", BOMBER)
    night.begin()
    night.line(ship, "driven_off", damage=5)
    night.line(other, "destroyed", damage=6)
    night.report().finish()
    assert (night.where(ship), night.roster_ship(ship).damaged) == ("mia", ["whole"])
    assert [mark.ship for mark in night.happened(roster.DamageMarked)] == [ship]


@pytest.mark.rule("CR-112", "CR-042")
def test_sections_are_marked_one_by_one():
    night, ship, _ = lone(CR90, side="active", damaged=["aft"])
    night.begin()
    night.line(ship, sections={"fore": SectionReport(4, 4), "aft": SectionReport(0, 4)})
    night.report().finish()
    assert night.roster_ship(ship).damaged == ["fore"]


@pytest.mark.rule("CR-113")
def test_destroyed_ships_are_missing_for_the_winner_dead_for_the_loser_and_missing_in_a_draw():
    night, ours, theirs = skirmish(rebels=3, imperials=3)
    night.report(destroyed=[ours[0], *theirs]).finish()
    assert [night.where(ship) for ship in (ours[0], *theirs)] == ["mia", "gone", "gone", "gone"]
    night = Night()
    ours = [night.ship("active", TIE) for _ in range(2)]
    theirs = [night.ship("opposing", TIE) for _ in range(2)]
    night.begin().report(destroyed=[ours[0], theirs[0]]).finish()
    assert [night.where(ship) for ship in (ours[0], theirs[0])] == ["mia", "mia"]


@pytest.mark.rule("CR-113")
def test_upgrades_go_with_their_ship():
    night, tie, _ = lone(BOMBER, ["protontorpedoes"])
    xwing = night.ship("active", XWING, ["r2astromech"])
    night.begin()
    lost, waiting = cards(night, tie)["protontorpedoes"], cards(night, xwing)["r2astromech"]
    night.report(destroyed=[tie, xwing]).finish()
    assert night.game.winner == "active"
    assert night.roster_upgrade(lost) is None
    assert (night.roster_upgrade(waiting).ship, night.roster_upgrade(waiting).mia) == (xwing, False)


@pytest.mark.rule("CR-114", "CR-115")
@pytest.mark.parametrize(
    ("card", "winning", "where"),
    [(TIE, True, "home"), (TIE, False, "mia"), ("imperial-tiedefender-onyxsquadronpilot", False, "home")],
)
def test_driven_off_ships_come_home_as_victors_or_by_hyperdrive(card: str, winning: bool, where: str):
    night, ship, foe = lone(card)
    night.ship("opposing", TIE)
    night.begin().report(driven_off=[ship], destroyed=[foe] if winning else []).finish()
    assert night.game.winner == ("opposing" if winning else "active")
    assert night.where(ship) == where


@pytest.mark.rule("CR-114")
def test_in_a_draw_a_driven_off_ship_without_hyperdrive_is_missing():
    night = Night()
    ours, theirs = (
        [night.ship("active", TIE) for _ in range(2)],
        [night.ship("opposing", TIE) for _ in range(2)],
    )
    night.begin().report(driven_off=[ours[0], theirs[0]]).finish()
    assert night.game.winner == "draw"
    assert [night.where(ship) for ship in (ours[0], theirs[0])] == ["mia", "mia"]


@pytest.mark.rule("CR-115", "CR-131")
def test_a_custom_hyperdrive_brings_its_ship_home_unless_it_was_lost():
    for broken, where in ((False, "home"), (True, "mia")):
        night, ship, _ = lone(TIE, ["customhyperdrive"])
        night.begin()
        night.line(ship, "driven_off", lost=tuple(cards(night, ship).values()) if broken else ())
        night.report().finish()
        assert night.where(ship) == where


@pytest.mark.rule("CR-117", "CR-113")
def test_both_sections_crippled_destroy_the_ship_also_when_one_was_crippled_before():
    for before, figures in (((), {"fore": CRIPPLED, "aft": CRIPPLED}), (("fore",), {"aft": CRIPPLED})):
        night, ship, _ = lone(CR90, side="active", crippled=before)
        night.begin()
        night.line(ship, sections=figures)
        night.report().finish()
        assert night.game.winner == "opposing"
        assert night.where(ship) == "gone"


@pytest.mark.rule("CR-117", "CR-118")
def test_a_winners_ship_with_both_sections_crippled_is_missing_and_earns_nothing():
    night, ship, tie = lone(CR90, side="active")
    night.ship("active", XWING)
    night.begin()
    night.line(ship, sections={"fore": CRIPPLED, "aft": CRIPPLED})
    night.report(destroyed=[tie]).finish()
    assert night.game.winner == "active"
    found = night.roster_ship(ship)
    assert (night.where(ship), found.rank, found.crippled) == ("mia", "", [])


@pytest.mark.rule("CR-117")
def test_a_crippled_section_is_marked_beside_an_earlier_one_and_never_damaged():
    night, ship, _ = lone(CR90, side="active")
    night.begin()
    night.line(ship, sections={"fore": CRIPPLED, "aft": SectionReport(4, 4)})
    night.report().finish()
    found = night.roster_ship(ship)
    assert (found.crippled, found.damaged) == (["fore"], ["aft"])


@pytest.mark.rule("CR-117", "CR-116")
@pytest.mark.parametrize(("winning", "fate"), [(True, "mia"), (False, "kia")])
def test_a_unique_name_in_a_section_without_its_slot_falls(winning: bool, fate: str):
    night, ship, tie = lone(CR90, [("raymusantilles", "aft")], side="active")
    night.begin()
    raymus = cards(night, ship)["raymusantilles"]
    night.line(ship, sections={"fore": SOUND, "aft": CRIPPLED})
    night.report(destroyed=[tie] if winning else [], conceded=None).finish() if winning else _lose(
        night, ship
    )
    lost = night.happened(roster.UpgradeLost)
    assert [(each.upgrade, each.fate, each.rule) for each in lost] == [(raymus, fate, "CR-117")]
    if winning:
        assert (night.roster_upgrade(raymus).mia, night.roster_upgrade(raymus).ship) == (True, None)
    else:
        assert "raymusantilles" in night.fleet("active").killed


def _lose(night: Night, ship: int) -> None:
    """The CR90 flees, which is a defeat; its hyperdrive saves it."""
    night.line(ship, "driven_off", sections={"fore": SOUND, "aft": CRIPPLED})
    night.report().finish()
    assert night.game.winner == "opposing"
    assert night.where(ship) == "home"


@pytest.mark.rule("CR-117")
def test_a_card_lost_in_play_makes_room_on_the_crippled_side():
    night, ship, _ = lone(RAIDER, [("gunneryteam", "aft"), ("sensorteam", "aft")])
    night.begin()
    mine = cards(night, ship)
    night.line(ship, sections={"fore": SOUND, "aft": CRIPPLED}, lost=(mine["sensorteam"],))
    night.report().finish()
    assert night.roster_upgrade(mine["gunneryteam"]).ship == ship
    assert night.roster_upgrade(mine["sensorteam"]) is None


@pytest.mark.rule("CR-117")
def test_the_owner_chooses_what_stays_where_places_are_too_few():
    for kept, lost in (("gunneryteam", "sensorteam"), ("sensorteam", "gunneryteam")):
        night, ship, _ = lone(
            RAIDER, [("gunneryteam", "aft"), ("sensorteam", "aft"), ("commsbooster", "fore")]
        )
        night.begin()
        mine = cards(night, ship)
        night.line(ship, sections={"fore": SOUND, "aft": CRIPPLED})
        night.report()
        night.choose("opposing", kept={f"{ship}:aft": (mine[kept],)})
        night.finish()
        assert night.roster_upgrade(mine[lost]) is None
        assert {each.card for each in night.fleet("opposing").upgrades.values()} == {kept, "commsbooster"}


@pytest.mark.rule("CR-116")
@pytest.mark.parametrize(
    ("card", "outcome", "expected"),
    [
        ("hansolo", "victory", "mia"),
        ("hansolo", "draw", "mia"),
        ("hansolo", "defeat", "kia"),
        ("r2astromech", "victory", "removed"),
        ("r2astromech", "defeat", "removed"),
        ("cloakingdevice", "defeat", "removed"),
        ("stealthdevice", "defeat", "removed"),
        ("squadleader", "defeat", "removed"),
        ("leiaorgana", "defeat", "kia"),
    ],
)
def test_a_card_lost_for_good_falls_by_its_kind_and_the_result(card: str, outcome: str, expected: str):
    night, ship, tie = lone("rebel-yt1300-outerrimsmuggler", [card], side="active")
    second = night.ship("active", XWING)
    night.begin()
    number = cards(night, ship)[card]
    night.line(ship, lost=(number,))
    night.report(
        destroyed=[tie] if outcome == "victory" else [], driven_off=[second] if outcome == "defeat" else []
    ).finish()
    lost = night.happened(roster.UpgradeLost)
    assert [(each.fate, each.rule) for each in lost] == [(expected, "CR-116")]
    assert (card in night.fleet("active").killed) is (expected == "kia")
    assert (night.roster_upgrade(number) is not None) is (expected == "mia")


@pytest.mark.rule("CR-116")
def test_a_spent_card_is_back_unless_its_ship_is_missing():
    night, stays, _ = lone(BOMBER, ["protontorpedoes"])
    flees = night.ship("opposing", BOMBER, ["protontorpedoes", "concussionmissiles"])
    night.begin()
    night.line(stays, spent=(cards(night, stays)["protontorpedoes"],))
    spent, unspent = cards(night, flees)["protontorpedoes"], cards(night, flees)["concussionmissiles"]
    night.line(flees, "driven_off", spent=(spent,))
    kept = cards(night, stays)["protontorpedoes"]
    night.report().finish()
    assert (night.where(stays), night.where(flees)) == ("home", "mia")
    assert [night.roster_upgrade(each) is not None for each in (kept, unspent, spent)] == [True, True, False]


@pytest.mark.rule("CR-116", "CR-036")
def test_a_spent_unique_name_on_a_missing_ship_is_lost_but_not_missing():
    night = Night(opposing="rebel")
    night.ship("active", XWING)
    ship = night.ship("opposing", "rebel-z95headhunter-banditsquadronpilot", ["leiaorgana"])
    night.begin()
    leia = cards(night, ship)["leiaorgana"]
    night.line(ship, "driven_off", spent=(leia,))
    night.report().finish()
    assert (night.where(ship), night.roster_upgrade(leia)) == ("mia", None)
    assert night.fleet("opposing").killed == []


@pytest.mark.rule("CR-116", "CR-040")
def test_a_card_that_discarded_itself_does_not_die_with_its_ship():
    night, ship, _ = lone(TIE, ["cloakingdevice"])
    night.begin()
    night.line(ship, "destroyed", lost=(cards(night, ship)["cloakingdevice"],))
    night.report().finish()
    assert night.fleet("opposing").killed == []
    assert [each.fate for each in night.happened(roster.UpgradeLost)] == ["removed"]


@pytest.mark.rule("CR-116", "CR-036")
def test_a_name_lost_from_a_ship_that_lives_takes_its_other_cards_along():
    night, ship, _ = lone("rebel-yt1300-outerrimsmuggler", ["hansolo"], side="active")
    second = night.ship("active", XWING)
    falcon = night.ship("active", "rebel-yt1300-hansolo", ["gunner"], squadron=None)
    night.begin()
    night.line(ship, lost=(cards(night, ship)["hansolo"],))
    night.report(driven_off=[second]).finish()
    assert night.fleet("active").killed == ["hansolo"]
    assert night.roster_ship(falcon).card == "rebel-yt1300-outerrimsmuggler"
    assert night.fleet("active").upgrades_on(falcon) == []


@pytest.mark.rule("CR-118")
def test_winners_rise_one_step_if_they_were_not_destroyed():
    night = Night()
    ranks = {rank: night.ship("active", XWING, rank=rank) for rank in ("", "EXP", "VET", "ELITE")}
    dead, fled = night.ship("active", XWING), night.ship("active", XWING)
    veteran = night.ship("active", "rebel-xwing-wedgeantilles", rank="VET")
    tie = night.ship("opposing", TIE)
    night.begin().report(destroyed=[tie, dead], driven_off=[fled]).finish()
    risen = {rank: night.roster_ship(ship).rank for rank, ship in ranks.items()}
    assert risen == {"": "EXP", "EXP": "VET", "VET": "VET", "ELITE": "ELITE"}
    assert [night.roster_ship(ship).rank for ship in (dead, fled, veteran)] == ["", "EXP", "VET"]


@pytest.mark.rule("CR-118", "CR-042")
def test_a_huge_ship_is_a_pilot_too():
    night, ship, tie = lone(CR90, side="active")
    night.begin().report(destroyed=[tie]).finish()
    assert night.roster_ship(ship).rank == "EXP"


@pytest.mark.rule("CR-119")
def test_the_only_pilot_who_can_rise_does_so_unasked():
    night = Night()
    night.ship("active", XWING)
    veteran, dead = night.ship("opposing", TIE, rank="VET"), night.ship("opposing", TIE)
    left = night.ship("opposing", TIE, rank="EXP")
    night.begin().report(destroyed=[dead]).finish()
    assert [night.roster_ship(ship).rank for ship in (veteran, left)] == ["VET", "VET"]
    assert [event.rule for event in night.happened(roster.RankChanged)][-1] == "CR-119"


@pytest.mark.rule("CR-119")
def test_a_squadron_in_which_nobody_can_rise_promotes_nobody():
    night = Night()
    night.ship("active", XWING)
    night.ship("opposing", TIE, rank="VET")
    fled = night.ship("opposing", TIE)
    night.begin().report(destroyed=[fled]).finish()
    assert [event.rule for event in night.happened(roster.RankChanged)] == ["CR-118"]


@pytest.mark.rule("CR-119")
def test_a_draw_promotes_like_a_defeat_on_both_sides():
    night = Night()
    for side in SIDES:
        night.ship(side, TIE)
    night.begin().report().finish()
    assert [(event.rule, event.target) for event in night.happened(roster.RankChanged)] == [
        ("CR-119", "EXP")
    ] * 2


@pytest.mark.rule("CR-119")
def test_each_losing_squadron_promotes_its_own():
    night = Night()
    night.squadron("opposing", 3, "recon")
    night.squadron("opposing", 4, "recon")
    night.squadron("active", 3, "epic")
    night.ship("active", XWING)
    night.ship("active", CR90, squadron=3)
    pilots = [night.ship("opposing", TIE, squadron=card) for card in (2, 3, 4)]
    night.begin(until=lambda game: len(game.squadrons_of("opposing")) == 3)
    night.report(driven_off=pilots).finish()
    assert [night.roster_ship(ship).rank for ship in pilots] == ["EXP"] * 3


@pytest.mark.rule("CR-095")
def test_a_concession_is_a_defeat_like_any_other():
    night, ours, theirs = skirmish(rebels=2)
    night.report(conceded="active").finish()
    assert [night.where(ship) for ship in ours] == ["gone", "gone"]
    assert [night.fleet(side).points for side in SIDES] == [410, 440]
    assert [night.roster_ship(ship).rank for ship in theirs] == ["EXP"] * 3


@pytest.mark.rule("CR-054", "CR-122")
def test_both_fleets_come_to_their_desks():
    night, *_ = skirmish()
    night.report().finish()
    for side in SIDES:
        assert (night.fleet(side).standing, night.fleet(side).desk.game) == ("desk", night.game_id)


@pytest.mark.rule("CR-037", "CR-119")
def test_a_ship_whose_pilot_died_with_his_crew_card_earns_no_promotion():
    night = Night()
    night.ship("active", XWING)
    shuttle = night.ship("opposing", "imperial-lambdaclassshuttle-omicrongrouppilot", ["darthvader"])
    vader = night.ship("opposing", "imperial-tieadvanced-darthvader")
    night.begin().report(destroyed=[shuttle]).finish()
    assert (night.roster_ship(vader).rank, night.happened(roster.CardChanged)[0].ship) == ("", vader)
