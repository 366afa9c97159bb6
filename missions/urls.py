"""Addresses of the missions app."""

from django.urls import URLPattern, URLResolver, path

from league.views.found import found_at
from missions.selectors.found import find_game
from missions.views import friendly, override, photos, pregame, remind, report, story, verify
from missions.views.game import actions, links, nonces, page
from missions.views.print import evening, games, missions, reference, room, season_book, standings
from rosters.urls import at_fleet
from rosters.views.print import blank_roster_pdf, roster_pdf, rosters_pdf

at_game = found_at("game", find_game)
HERE = "campaigns/<int:campaign_id>/"
GAME = f"{HERE}games/<int:number>/"
ASSETS = f"{HERE}fleets/<fleet:number>/override/assets/"
MISSION = f"{HERE}print/missions/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("verify/", verify.verify_any, name="verify"),
    path("verify/<int:campaign_id>/<int:number>/", at_game(verify.verify_game), name="verify-game"),
    path(f"{HERE}print/", room.print_room, name="print-room"),
    path(f"{HERE}print/tables.pdf", evening.tables_pdf, name="tables"),
    path(f"{HERE}print/evening.pdf", evening.evening_pdf, name="evening"),
    path(f"{HERE}print/standings.pdf", standings.standings_poster_pdf, name="standings-poster"),
    path(f"{HERE}print/reference-card.pdf", reference.reference_card_pdf, name="reference-card"),
    path(f"{HERE}print/rosters.pdf", rosters_pdf, name="rosters-pdf"),
    path(f"{HERE}print/blank-roster.pdf", blank_roster_pdf, name="blank-roster"),
    path(f"{HERE}print/season-book.pdf", season_book.season_book_pdf, name="season-book"),
    path(f"{HERE}print/card-backs.pdf", missions.card_backs_pdf, name="card-backs"),
    path(f"{MISSION}briefing.pdf", missions.mission_briefing_pdf, name="mission-briefing"),
    path(f"{MISSION}result-form.pdf", missions.mission_form_pdf, name="mission-form"),
    path(f"{HERE}fleets/<fleet:number>/roster.pdf", at_fleet(roster_pdf), name="roster-pdf"),
    path(f"{HERE}fleets/<fleet:number>/deck.pdf", at_fleet(missions.deck_pdf), name="deck"),
    path(
        f"{HERE}fleets/<fleet:number>/deck-with-backs.pdf",
        at_fleet(missions.deck_pdf),
        {"backs": True},
        name="deck-with-backs",
    ),
    path(f"{HERE}story/", story.story, name="story"),
    path(f"{HERE}photos/<int:photo>/small.jpg", photos.picture, {"size": "small"}, name="photo-small"),
    path(f"{HERE}photos/<int:photo>/large.jpg", photos.picture, {"size": "large"}, name="photo-large"),
    path(f"{HERE}friendlies/", friendly.friendlies, name="friendlies"),
    path(ASSETS, at_fleet(override.assets), name="override-assets"),
    path(f"{ASSETS}<int:asset>/", at_fleet(override.take_asset), name="override-asset"),
    path(GAME, at_game(page.game_page), name="game"),
    path(
        f"{GAME}play-sheet-active.pdf",
        at_game(games.play_sheet_pdf),
        {"side": "active"},
        name="play-sheet-active",
    ),
    path(
        f"{GAME}play-sheet-opposing.pdf",
        at_game(games.play_sheet_pdf),
        {"side": "opposing"},
        name="play-sheet-opposing",
    ),
    path(f"{GAME}result-form.pdf", at_game(games.result_form_pdf), name="result-form"),
    path(f"{GAME}briefing.pdf", at_game(missions.briefing_pdf), name="briefing"),
    path(f"{GAME}report/", at_game(report.report), name="report"),
    path(f"{GAME}report/facts/", at_game(report.report_facts), name="report-facts"),
    path(f"{GAME}report/ships/<int:ship>/", at_game(report.report_line), name="report-line"),
    path(f"{GAME}nonces/", at_game(nonces.nonces), name="game-nonces"),
    path(f"{GAME}links/", at_game(links.game_links), name="game-links"),
    path(f"{GAME}fill-links/", at_game(links.game_fill_links), name="game-fill-links"),
    path(f"{GAME}correct/", at_game(report.correct), name="game-correct"),
    path(f"{GAME}remind/", at_game(remind.remind), name="game-remind"),
    path(f"{GAME}photos/", at_game(photos.photos), name="photos"),
    path(f"{GAME}photos/new/", at_game(photos.photo_new), name="photo-new"),
    path(f"{GAME}photos/<int:photo>/", at_game(photos.photo), name="photo"),
    path(f"{GAME}photos/<int:photo>/delete/", at_game(photos.photo_delete), name="photo-delete"),
    path(f"{GAME}settle/", at_game(report.settle), name="settle"),
    path(f"{GAME}rule/", at_game(override.rule), name="rule"),
    *(
        path(f"{GAME}{doing}/", at_game(pregame.prepare), {"doing": doing}, name=f"game-{doing}")
        for doing in pregame.DOINGS
    ),
    path(f"{GAME}<slug:doing>/", at_game(actions.game_do), name="game-do"),
]
