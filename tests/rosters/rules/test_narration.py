"""Every event of a fleet has a sentence and, if a rule speaks, its rule."""

from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from league.kernel.events import KINDS, Event
from league.rules.events import RoundClosed
from rosters.rules import events as ev
from rosters.rules.narration import rule_of, sentence
from rosters.rules.overrides import events as word
from rosters.rules.state import OfferedAsset

FLEET_EVENTS = sorted(
    (cls for kind, cls in KINDS.items() if kind.startswith("fleet.")), key=lambda cls: cls.kind
)


def an_example(cls: type[Event]) -> Event:
    hints = get_type_hints(cls)
    values: dict[str, Any] = {}
    lost = word.ShipStatus("VET", True, ("fore",), ("aft",))
    for each in fields(cls):
        hint = str(hints[each.name])
        values[each.name] = {
            "before": word.ShipStatus(), "after": lost,
            "choices": (OfferedAsset("sabotage", "Sabotage", True),),
            "fate": "kia", "result": "victory", "rule": "CR-113", "type": "recon", "sections": ("fore",),
            "source": "EXP" if cls is ev.RankChanged else "recon", "target": "VET",
        }.get(each.name, 3 if "int" in hint else "Wedge")  # fmt: skip
    return cls(**values)


@pytest.mark.parametrize("cls", FLEET_EVENTS, ids=lambda cls: cls.kind)
def test_every_event_of_a_fleet_is_told_in_one_sentence(cls):
    text = sentence(an_example(cls))
    assert text is not None
    assert text[0].isupper() or text[0] == "“"
    assert text.endswith(".") and "None" not in text and "{" not in text


@pytest.mark.parametrize("cls", FLEET_EVENTS, ids=lambda cls: cls.kind)
def test_every_event_names_its_rule_but_those_about_people_and_an_organisers_word(cls):
    no_rule = cls in (ev.FleetHandedOver, ev.FleetRetired) or cls.__module__ == word.__name__
    assert (rule_of(an_example(cls)) == "") == no_rule


def test_events_of_others_are_not_told_here():
    assert sentence(RoundClosed(1)) is None
    assert rule_of(RoundClosed(1)) == ""


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.PointsChanged(1, 45, "CR-110", "victory with a RECON squadron"),
         "Received 45 FP: victory with a RECON squadron."),
        (ev.PointsChanged(1, -21, "CR-031", "Rookie Pilot (X-wing)"), "Paid 21 FP: Rookie Pilot (X-wing)."),
        (ev.ShipBought(1, 2, "x", "Rookie Pilot (X-wing)", 21, 5),
         "Rookie Pilot (X-wing) was bought for 21 FP, into squadron 5."),
        (ev.ShipBought(1, 2, "x", "Rookie", 0), "Rookie joined at no cost, into the inventory."),
        (ev.UpgradeBought(1, 2, "x", "Chardaan Refit", -2, 4),
         "Chardaan Refit was attached and gave 2 FP back."),
        (ev.UpgradeBought(1, 2, "x", "Andrasta", 0, 4), "Andrasta was taken at no cost."),
        (ev.ShipMoved(1, 2, "Rookie", None, 5), "Rookie moved from the inventory to squadron 5."),
        (ev.UpgradeMoved(1, 2, "R2-D2", 3, None), "R2-D2 went to the inventory."),
        (ev.UpgradeMoved(1, 2, "R2-D2", None, 3), "R2-D2 was attached to a ship."),
        (ev.UpgradeMoved(1, 2, "R2-D2", 4, 3), "R2-D2 moved to another ship."),
        (ev.UpgradeMoved(1, 2, "R2-D2", 3, 3, "aft"), "R2-D2 changed its place on its ship."),
        (ev.SquadronStruck(1, 5, "CR-019"),
         "Squadron 5 is outside its limits and was disbanded; its ships went to the inventory."),
        (ev.RankChanged(1, 2, "Rookie", "EXP", "", "CR-141"), "Rookie is EXP no longer."),
        (ev.RankChanged(1, 2, "Rookie", "", "EXP", "CR-118"), "Rookie is EXP now."),
        (ev.PilotNamed(1, 2, "Rookie", "Lyra"), "Rookie is called “Lyra” now."),
        (ev.PilotNamed(1, 2, "Rookie", ""), "Rookie lost the name given before."),
        (ev.CardChanged(1, 2, "a", "Darth Vader", "b", "Tempest Squadron Pilot", "CR-037"),
         "Darth Vader is gone; Tempest Squadron Pilot takes over the ship, without upgrades."),
        (ev.CardChanged(1, 2, "a", "Rookie", "b", "Red", "CR-141"), "Rookie was promoted to Red."),
        (ev.DamageMarked(1, 2, "Rookie", (), "CR-111"), "Rookie is repaired: no longer DAMAGED."),
        (ev.DamageMarked(1, 2, "Rookie", ("whole",), "CR-112"), "Rookie is DAMAGED."),
        (ev.CrippledMarked(1, 2, "CR90", ("fore", "aft"), "CR-117"),
         "CR90 is CRIPPLED (fore section and aft section)."),
        (ev.CrippledMarked(1, 2, "CR90", (), "CR-143"), "CR90 has no crippled section any more."),
        (ev.AssetOffered(1, 9, (OfferedAsset("a", "Sabotage"), OfferedAsset("b", "Reinforcements"))),
         "The victory offers an asset: Sabotage or Reinforcements."),
        (ev.AssetGained(1, 2, "sabotage", "Sabotage", "Q", 3, "", "Rust"),
         "The asset Sabotage against Rust joined the fleet, on its card Q."),
        (ev.AssetGone(1, 2, "Sabotage", "Q", "CR-076", 9),
         "The asset Sabotage (Q) was committed and is used up."),
        (ev.AssetGone(1, 2, "Sabotage", "Q", "", None, "Entered twice"),
         "The asset Sabotage (Q) left the fleet. The organiser's reason: Entered twice."),
        (ev.ShipLost(1, 2, "Rookie", "mia", "CR-113"), "Rookie is missing (MIA)."),
        (ev.NameKilled(1, "darthvader", "Darth Vader", "CR-040"),
         "Darth Vader was killed and can never serve again."),
        (ev.NameKilled(1, "multispectralcamouflage", "Multi-spectral Camouflage", "CR-040"),
         "Multi-spectral Camouflage was lost for good and can never serve again."),
        (ev.FleetEliminated(1, "CR-151"), "The fleet is eliminated: three defeats in a row."),
        (ev.GameRecorded(1, 2, 3, 4, "Iron Fist", "draw", 40, 40, 60),
         "Draw with Iron Fist, 40 : 40 points. Reward: 60 FP."),
        (ev.GameRecorded(1, 2, 3, 4, "Iron Fist", "draw", 40, 9, 60, ruled=True),
         "Draw with Iron Fist, 40 : 9 points, by an organiser's ruling. Reward: 60 FP."),
        (ev.MunitionTakenBack(1, 7, "Proton Bombs", 9),
         "Proton Bombs leaves again: the game it came for was called off."),
        (ev.MunitionTakenBack(1, 7, "Proton Bombs", 9, called_off=False),
         "Proton Bombs leaves again: the choice was taken back."),
    ],
)  # fmt: skip
def test_the_sentences_say_what_happened(event, text):
    assert sentence(event) == text
