"""Addresses of the missions app."""

from django.urls import URLPattern, URLResolver, path

from missions.views import friendly, override, pregame, report, verify
from missions.views.game import actions, page
from missions.views.print import evening, games, missions, reference, room, season_book, standings
from rosters.views.print import blank_roster_pdf, roster_pdf

HERE = "campaigns/<int:campaign_id>/"
GAME = f"{HERE}games/<int:number>/"
ASSETS = f"{HERE}fleets/<int:number>/override/assets/"
MISSION = f"{HERE}print/missions/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("verify/", verify.verify_any, name="verify"),
    path("verify/<int:campaign_id>/<int:number>/", verify.verify_game, name="verify-game"),
    path(f"{HERE}print/", room.print_room, name="print-room"),
    path(f"{HERE}print/tables.pdf", evening.tables_pdf, name="tables"),
    path(f"{HERE}print/evening.pdf", evening.evening_pdf, name="evening"),
    path(f"{HERE}print/standings.pdf", standings.standings_poster_pdf, name="standings-poster"),
    path(f"{HERE}print/reference-card.pdf", reference.reference_card_pdf, name="reference-card"),
    path(f"{HERE}print/blank-roster.pdf", blank_roster_pdf, name="blank-roster"),
    path(f"{HERE}print/season-book.pdf", season_book.season_book_pdf, name="season-book"),
    path(f"{HERE}print/card-backs.pdf", missions.card_backs_pdf, name="card-backs"),
    path(f"{MISSION}briefing.pdf", missions.mission_briefing_pdf, name="mission-briefing"),
    path(f"{MISSION}result-form.pdf", missions.mission_form_pdf, name="mission-form"),
    path(f"{HERE}fleets/<int:number>/roster.pdf", roster_pdf, name="roster-pdf"),
    path(f"{HERE}fleets/<int:number>/deck.pdf", missions.deck_pdf, name="deck"),
    path(
        f"{HERE}fleets/<int:number>/deck-with-backs.pdf",
        missions.deck_pdf,
        {"backs": True},
        name="deck-with-backs",
    ),
    path(f"{HERE}friendlies/", friendly.friendlies, name="friendlies"),
    path(ASSETS, override.assets, name="override-assets"),
    path(f"{ASSETS}<int:asset>/", override.take_asset, name="override-asset"),
    path(GAME, page.game_page, name="game"),
    path(f"{GAME}play-sheet-active.pdf", games.play_sheet_pdf, {"side": "active"}, name="play-sheet-active"),
    path(
        f"{GAME}play-sheet-opposing.pdf",
        games.play_sheet_pdf,
        {"side": "opposing"},
        name="play-sheet-opposing",
    ),
    path(f"{GAME}result-form.pdf", games.result_form_pdf, name="result-form"),
    path(f"{GAME}briefing.pdf", missions.briefing_pdf, name="briefing"),
    path(f"{GAME}report/", report.report, name="report"),
    path(f"{GAME}report/facts/", report.report_facts, name="report-facts"),
    path(f"{GAME}report/ships/<int:ship>/", report.report_line, name="report-line"),
    path(f"{GAME}settle/", report.settle, name="settle"),
    path(f"{GAME}rule/", override.rule, name="rule"),
    *(
        path(f"{GAME}{doing}/", pregame.prepare, {"doing": doing}, name=f"game-{doing}")
        for doing in pregame.DOINGS
    ),
    path(f"{GAME}<slug:doing>/", actions.game_do, name="game-do"),
]
