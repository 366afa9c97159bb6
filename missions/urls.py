"""Addresses of the missions app."""

from django.urls import URLPattern, URLResolver, path

from missions.views import (
    acting,
    friendly,
    games,
    override,
    preparing,
    print,
    print_book,
    print_missions,
    reporting,
    verify,
)
from rosters.views.print import roster_pdf

HERE = "campaigns/<int:campaign_id>/"
GAME = f"{HERE}games/<int:number>/"
ASSETS = f"{HERE}fleets/<int:number>/override/assets/"
MISSION = f"{HERE}print/missions/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("verify/", verify.verify_any, name="verify"),
    path("verify/<int:campaign_id>/<int:number>/", verify.verify_game, name="verify-game"),
    path(f"{HERE}print/", print.print_room, name="print-room"),
    path(f"{HERE}print/season-book.pdf", print_book.season_book_pdf, name="season-book"),
    path(f"{HERE}print/card-backs.pdf", print_missions.card_backs_pdf, name="card-backs"),
    path(f"{MISSION}briefing.pdf", print_missions.mission_briefing_pdf, name="mission-briefing"),
    path(f"{MISSION}result-form.pdf", print_missions.mission_form_pdf, name="mission-form"),
    path(f"{HERE}fleets/<int:number>/roster.pdf", roster_pdf, name="roster-pdf"),
    path(f"{HERE}fleets/<int:number>/deck.pdf", print_missions.deck_pdf, name="deck"),
    path(f"{HERE}friendlies/", friendly.friendlies, name="friendlies"),
    path(ASSETS, override.assets, name="override-assets"),
    path(f"{ASSETS}<int:asset>/", override.take_asset, name="override-asset"),
    path(GAME, games.game_page, name="game"),
    path(f"{GAME}play-sheet-active.pdf", print.play_sheet_pdf, {"side": "active"}, name="play-sheet-active"),
    path(
        f"{GAME}play-sheet-opposing.pdf",
        print.play_sheet_pdf,
        {"side": "opposing"},
        name="play-sheet-opposing",
    ),
    path(f"{GAME}result-form.pdf", print.result_form_pdf, name="result-form"),
    path(f"{GAME}briefing.pdf", print_missions.briefing_pdf, name="briefing"),
    path(f"{GAME}report/", reporting.report, name="report"),
    path(f"{GAME}report/facts/", reporting.report_facts, name="report-facts"),
    path(f"{GAME}report/ships/<int:ship>/", reporting.report_line, name="report-line"),
    path(f"{GAME}settle/", reporting.settle, name="settle"),
    path(f"{GAME}rule/", override.rule, name="rule"),
    *(
        path(f"{GAME}{doing}/", preparing.prepare, {"doing": doing}, name=f"game-{doing}")
        for doing in preparing.SAID
    ),
    path(f"{GAME}<slug:doing>/", acting.game_do, name="game-do"),
]
