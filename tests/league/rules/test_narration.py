"""The league's events as sentences."""

import pytest

from league.kernel.events import ActRedone, ActUndone, Event
from league.rules import events as ev
from league.rules.meetings import events as met
from league.rules.narration import fill_marks, narrates, sentence
from league.rules.reminders import ChoiceReminded, DeskReminded, PlayersReminded
from league.rules.schedule import events as night

SENTENCES = [
    (ev.CampaignCreated(name="Tuesday"), "The campaign “Tuesday” was created."),
    (ev.CampaignStarted(fleets=()), "The campaign began."),
    (ev.CampaignStarted(fleets=(4,)), "The campaign began with F4."),
    (ev.CampaignStarted(fleets=(4, 5, 6)), "The campaign began with F4, F5 and F6."),
    (ev.CampaignEnded(standings=()), "The campaign ended (CR-152)."),
    (
        ev.CampaignEnded(standings=(6, 4), reason="Summer"),
        "The campaign ended (CR-152). F6 stands first. Reason: Summer.",
    ),
    (
        ev.CampaignEnded(standings=(6, 4, 5), level=2, reason="All equal!"),
        "The campaign ended (CR-152). F6 and F4 share the first place. Reason: All equal!",
    ),
    (
        ev.CampaignEnded(standings=(6, 4), teams=("rebel",)),
        "The campaign ended (CR-152). Team Rebel stands first.",
    ),
    (
        ev.CampaignEnded(standings=(6, 4), teams=("rebel",), decided=True),
        "The campaign ended, because fewer than two teams were left (CR-152). Team Rebel stands first.",
    ),
    (ev.CampaignReopened(), "The campaign was reopened."),
    (ev.NotesChanged(notes="Bring dice."), "The house notes were changed."),
    (ev.ActedFor(fleet=4, member=2, proxy=3), "M3 acted for M2, as proxy of F4."),
    (ev.MemberJoined(member=2, role="co_organiser"), "M2 joined as a co-organiser."),
    (ev.MemberRoleChanged(member=2, role="visitor"), "M2 is now a visitor."),
    (ev.MemberLeft(member=2), "M2 left the campaign."),
    (ev.MemberLeft(member=2, removed=True), "M2 was taken out of the campaign."),
    (ev.RoundOpened(round=7, number=3), "Round 3 opened."),
    (ev.TimerSet(7, "2026-11-27T21:00:00+00:00", 90), "The round timer was set to 90 minutes."),
    (ev.TimerSet(7, "", 0), "The round timer was stopped."),
    (
        night.NightPlanned(9, 2, "2026-11-27T21:00:00+00:00", "Mill"),
        "Game night 2 was planned for M1795813200.",
    ),
    (
        night.NightMoved(9, "2026-11-27T21:00:00+00:00", "Mill"),
        "A game night was changed: it begins on M1795813200.",
    ),
    (night.NightCalledOff(9, "No room."), "A game night was called off. Reason: No room."),
    (night.NightAnswered(9, 2, "late"), "M2 answered for a game night."),
    (
        met.MeetingProposed(9, 1, 4, 5, "2026-11-27T21:00:00+00:00", "Mill"),
        "F4 proposed a game to F5 for M1795813200.",
    ),
    (met.MeetingAnswered(9, 5, agreed=True), "F5 agreed to the game that was proposed."),
    (met.MeetingAnswered(9, 5, agreed=False), "F5 declined the game that was proposed."),
    (met.MeetingWithdrawn(9), "A proposed game was withdrawn."),
    (met.MeetingPaired(9, 7), "Both sides had agreed on the game G7."),
    (PlayersReminded(9, 4, "confirm", (2,), ""), "M2 was reminded that the game G9 waits."),
    (PlayersReminded(9, 4, "confirm", (2, 3), ""), "M2 and M3 were reminded that the game G9 waits."),
    (DeskReminded(4, (2,), ""), "M2 was reminded that the repairs of F4 are open."),
    (ev.RoundOpened(7, 2, agreed=True), "Round 2 opened for a game that two players agreed on."),
    (ev.RoundOpenedToAll(7), "R7, which an agreed game had opened, is open to all."),
    (ChoiceReminded(7, 4, (2, 3), ""), "M2 and M3 were reminded that F4 chooses its opponent."),
    (ev.FleetCheckedIn(round=7, fleet=4), "F4 checked in."),
    (ev.FleetCheckedOut(round=7, fleet=4), "F4 checked out."),
    (
        ev.ActiveFleetNamed(round=7, fleet=4, value=310),
        "F4 is the Active Fleet: the lowest fleet value, 310 (CR-052).",
    ),
    (
        ev.ActiveFleetNamed(round=7, fleet=4, value=310, tied=(3, 4, 5)),
        "F4 is the Active Fleet: level with F3 and F5 at a fleet value of 310, and chance decided (CR-052).",
    ),
    (ev.PairingMade(round=7, game=9, fleet=4, opposing=5), "F4 chose F5 as its opponent for A9."),
    (ev.PairingCancelled(round=7, game=9, reason="No table."), "G9 was called off. Reason: No table."),
    (ev.PairingFinished(round=7, game=9), "G9 is finished."),
    (
        ev.FleetSatOut(round=7, fleet=4),
        "F4 has no game in R7; its old damage marks are erased and its repairs are open (CR-056).",
    ),
    (ev.RoundClosed(round=7), "R7 closed."),
    (ActUndone(act=3, reason="Typo"), "A3 was undone. Reason: Typo."),
    (ActRedone(act=3), "A3, which had been undone, counts again."),
]


@pytest.mark.parametrize(("event", "expected"), SENTENCES)
def test_each_event_is_a_sentence_with_names_put_in_by_the_page(event, expected):
    text = sentence(event)
    assert text is not None
    assert fill_marks(text, lambda kind, number: f"{kind[0].upper()}{number}") == expected


@pytest.mark.parametrize(("public", "who"), [(True, "everyone"), (False, "only members")])
def test_new_settings_say_who_sees_the_campaign(public, who):
    text = sentence(ev.SettingsChanged(name="T", public=public, profile={}))
    assert text == f"The settings were changed: the campaign is called “T” and {who} can see the campaign."
    told = sentence(ev.SettingsChanged(name="T", public=public, profile={}, changed=("public",)))
    assert told == f"The settings were changed: {who} can see the campaign."


def test_every_event_of_the_league_has_a_sentence():
    classes = {each for each in vars(ev).values() if isinstance(each, type) and issubclass(each, Event)}
    told = {type(event) for event, _ in SENTENCES}
    assert {night.NightPlanned, night.NightMoved, night.NightCalledOff, night.NightAnswered} <= told
    covered = (told & classes) | {ev.SettingsChanged}
    assert covered - {ActUndone, ActRedone} == classes - {Event}, (
        "Tell these events in league/rules/narration.py."
    )


def test_other_apps_add_their_own_and_unknown_events_are_left_out():
    class Rumour(Event):
        pass

    assert sentence(Rumour()) is None
    narrates(Rumour)(lambda _: "{fleet:1} is said to hide.")
    assert sentence(Rumour()) == "{fleet:1} is said to hide."


def test_names_with_braces_are_not_taken_for_marks_twice():
    assert (
        fill_marks("{fleet:1} met {fleet:2}.", lambda kind, n: "{fleet:2}" if n == 1 else "B")
        == "{fleet:2} met B."
    )
