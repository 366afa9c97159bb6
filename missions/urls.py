"""Addresses of the missions app."""

from django.urls import URLPattern, URLResolver, path

from missions.views import acting, games, preparing, print, reporting, verify
from rosters.views.print import roster_pdf

HERE = "campaigns/<int:campaign_id>/"
GAME = f"{HERE}games/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("verify/", verify.verify_any, name="verify"),
    path("verify/<int:campaign_id>/<int:number>/", verify.verify_game, name="verify-game"),
    path(f"{HERE}print/", print.print_room, name="print-room"),
    path(f"{HERE}fleets/<int:number>/roster.pdf", roster_pdf, name="roster-pdf"),
    path(GAME, games.game_page, name="game"),
    path(f"{GAME}play-sheet-active.pdf", print.play_sheet_pdf, {"side": "active"}, name="play-sheet-active"),
    path(
        f"{GAME}play-sheet-opposing.pdf",
        print.play_sheet_pdf,
        {"side": "opposing"},
        name="play-sheet-opposing",
    ),
    path(f"{GAME}result-form.pdf", print.result_form_pdf, name="result-form"),
    path(f"{GAME}report/", reporting.report, name="report"),
    path(f"{GAME}report/facts/", reporting.report_facts, name="report-facts"),
    path(f"{GAME}report/ships/<int:ship>/", reporting.report_line, name="report-line"),
    path(f"{GAME}settle/", reporting.settle, name="settle"),
    *(
        path(f"{GAME}{doing}/", preparing.prepare, {"doing": doing}, name=f"game-{doing}")
        for doing in preparing.SAID
    ),
    path(f"{GAME}<slug:doing>/", acting.game_do, name="game-do"),
]
