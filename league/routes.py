"""Addresses of the league app."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView

from league.rules.manual.model import ROOT
from league.views import (
    account,
    archive,
    calendar,
    campaigns,
    inbox,
    manual,
    meetings,
    next_step,
    notes,
    people,
    rounds,
    rules,
    schedule,
    screen,
    search,
    standings,
    succession,
    timeline,
    ways,
)
from league.views.found import at_round
from league.views.gallery import gallery
from league.views.players import account_player, player

RULES = ROOT.removeprefix("/")
HERE = "campaigns/<int:campaign_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", rules.landing, name="landing"),
    path("help/", rules.help_page, name="help"),
    path("help/<slug:page>/", rules.help_page, name="help-page"),
    path(RULES, manual.front, name="rules"),
    path(f"{RULES}<path:path>/", manual.page, name="rule-page"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("desk/", RedirectView.as_view(pattern_name="inbox", permanent=True)),
    path("search/", search.search_page, name="search"),
    path("my-campaign/", ways.own_campaign, name="own-campaign"),
    path("my-fleet/", ways.own_fleet, name="own-fleet"),
    path("account/", account.account, name="account"),
    path("account/mail/", account.account_mail, name="account-mail"),
    path("account/data/", account.account_data, name="account-data"),
    path("account/player/", account_player, name="account-player"),
    path("account/calendar/", calendar.account_calendar, name="account-calendar"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    path("account/delete/", account.account_delete, name="account-delete"),
    path("players/<slug:slug>/", player, name="player"),
    path("join/<str:token>/", people.join, name="join"),
    path("campaigns/", campaigns.campaign_list, name="campaigns"),
    path("campaigns/new/", campaigns.campaign_new, name="campaign-new"),
    path("campaigns/restore/", archive.restore, name="campaign-restore"),
    path("places/<str:token>/", archive.claim, name="place-claim"),
    path(HERE, campaigns.campaign_page, name="campaign"),
    path(f"{HERE}downloads/", archive.downloads, name="downloads"),
    path(f"{HERE}downloads/archive.zip", archive.archive, name="campaign-archive"),
    path(f"{HERE}downloads/<slug:slug>.csv", archive.table, name="campaign-table"),
    path(f"{HERE}places/", archive.places, name="places"),
    path(f"{HERE}settings/", campaigns.settings, name="campaign-settings"),
    path(f"{HERE}notes/", notes.house_notes, name="house-notes"),
    path(f"{HERE}successor/", succession.successor, name="successor"),
    path(f"{HERE}end/", campaigns.end, name="campaign-end"),
    path(f"{HERE}reopen/", campaigns.reopen, name="campaign-reopen"),
    path(f"{HERE}members/", people.members, name="members"),
    path(f"{HERE}members/<int:number>/", people.member, name="member"),
    path(f"{HERE}members/<int:number>/hand-over/", people.hand_over, name="hand-over-organiser"),
    path(f"{HERE}invitations/", people.invitations, name="invitations"),
    path(f"{HERE}invitations/<int:invitation_id>/revoke/", people.revoke, name="invitation-revoke"),
    path(f"{HERE}requests/", people.requests, name="requests"),
    path(f"{HERE}requests/<int:request_id>/accept/", people.answer, {"how": "accept"}, name="request-accept"),
    path(
        f"{HERE}requests/<int:request_id>/decline/",
        people.answer,
        {"how": "decline"},
        name="request-decline",
    ),
    path(f"{HERE}join/", people.ask, name="ask-to-join"),
    path(f"{HERE}standings/", standings.standings, name="standings"),
    path(f"{HERE}standings/charts/", standings.charts, name="charts"),
    path(f"{HERE}timeline/", timeline.timeline_page, name="timeline"),
    path(f"{HERE}timeline/<int:number>/undo/", timeline.undo, name="undo"),
    path(f"{HERE}timeline/<int:number>/redo/", timeline.redo, name="redo"),
    path(f"{HERE}rounds/", ways.rounds, name="rounds"),
    path(f"{HERE}fleets/", ways.fleets, name="fleets"),
    path(f"{HERE}more/", ways.more, name="more"),
    path(f"{HERE}my-fleet/", ways.my_fleet, name="my-fleet"),
    path(f"{HERE}screen/", screen.screen, name="screen"),
    path(f"{HERE}next/", next_step.next_step, name="next-step"),
    path(f"{HERE}schedule/", schedule.schedule, name="schedule"),
    path(f"{HERE}schedule/games/new/", meetings.meeting_new, name="meeting-new"),
    path(f"{HERE}schedule/games/<int:number>/<slug:doing>/", meetings.meeting_do, name="meeting-do"),
    path(f"{HERE}schedule/new/", schedule.night_new, name="night-new"),
    path(f"{HERE}schedule/<int:number>/change/", schedule.night_change, name="night-change"),
    path(f"{HERE}schedule/<int:number>/call-off/", schedule.night_call_off, name="night-call-off"),
    path(f"{HERE}schedule/<int:number>/answer/", schedule.night_answer, name="night-answer"),
    path(f"{HERE}schedule/<int:number>/night.ics", schedule.night_calendar, name="night-calendar"),
    path(f"{HERE}rounds/open/", rounds.open_round, name="round-open"),
    path(f"{HERE}rounds/<int:number>/", at_round(rounds.round_detail), name="round"),
    path(
        f"{HERE}rounds/<int:number>/games/<int:game>/cancel/",
        at_round(rounds.cancel_pairing),
        name="pairing-cancel",
    ),
    path(f"{HERE}rounds/<int:number>/<slug:doing>/", at_round(rounds.round_do), name="round-do"),
]
if settings.DEBUG:
    urlpatterns.append(path("gallery/", gallery, name="gallery"))
