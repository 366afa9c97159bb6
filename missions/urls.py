"""Addresses of the missions app."""

from django.urls import URLPattern, URLResolver, path

from missions.views import (
    acting,
    battle_board,
    battle_link,
    battle_live,
    battle_replay,
    battles,
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
BATTLE = "battles/<slug:public_id>/"
MISSION = f"{HERE}print/missions/<int:number>/"

BATTLES: list[URLPattern | URLResolver] = [
    path("battles/", battles.battle_list, name="battles"),
    path("battles/new/", battles.battle_new, name="battle-new"),
    path("battles/try/", battles.battle_try, name="battle-try"),
    path("battles/join/<slug:token>/", battles.battle_join, name="battle-join"),
    path(BATTLE, battle_board.battle_page, name="battle"),
    path(f"{BATTLE}board/", battle_board.board_part, name="battle-board"),
    path(f"{BATTLE}lobby/", battles.lobby_part, name="battle-lobby"),
    path(f"{BATTLE}force/", battles.battle_force, name="battle-force"),
    path(f"{BATTLE}ready/", battles.battle_ready, name="battle-ready"),
    path(f"{BATTLE}keep/", battles.battle_keep, name="battle-keep"),
    path(f"{BATTLE}orders/", battle_board.orders, name="battle-orders"),
    path(f"{BATTLE}take-back/", battle_board.take_back, name="battle-take-back"),
    path(f"{BATTLE}resign/", battle_board.resign, name="battle-resign"),
    path(f"{BATTLE}draw/", battle_board.draw, name="battle-draw"),
    path(f"{BATTLE}pause/", battle_board.pause, name="battle-pause"),
    path(f"{BATTLE}call-off/", battle_board.call_off, name="battle-call-off"),
    path(f"{BATTLE}replay/", battle_replay.replay, name="battle-replay"),
    path(f"{BATTLE}replay/part/", battle_replay.replay, {"part": True}, name="battle-replay-part"),
    path(f"{BATTLE}verify/", battle_replay.verify, name="battle-verify"),
    path("stream/battles/<slug:public_id>/", battle_live.stream, name="battle-stream"),
    path("stream/battles/<slug:public_id>/head/", battle_live.head, name="battle-head"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *BATTLES,
    path("verify/", verify.verify_any, name="verify"),
    path("verify/<int:campaign_id>/<int:number>/", verify.verify_game, name="verify-game"),
    path(f"{HERE}print/", print.print_room, name="print-room"),
    path(f"{HERE}print/season-book.pdf", print_book.season_book_pdf, name="season-book"),
    path(f"{HERE}print/card-backs.pdf", print_missions.card_backs_pdf, name="card-backs"),
    path(f"{MISSION}briefing.pdf", print_missions.mission_briefing_pdf, name="mission-briefing"),
    path(f"{MISSION}result-form.pdf", print_missions.mission_form_pdf, name="mission-form"),
    path(f"{HERE}fleets/<int:number>/roster.pdf", roster_pdf, name="roster-pdf"),
    path(f"{HERE}fleets/<int:number>/deck.pdf", print_missions.deck_pdf, name="deck"),
    path(
        f"{HERE}fleets/<int:number>/deck-with-backs.pdf",
        print_missions.deck_pdf,
        {"backs": True},
        name="deck-with-backs",
    ),
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
    path(f"{GAME}fight/<slug:step>/", battle_link.game_fight, name="game-fight"),
    *(
        path(f"{GAME}{doing}/", preparing.prepare, {"doing": doing}, name=f"game-{doing}")
        for doing in preparing.SAID
    ),
    path(f"{GAME}<slug:doing>/", acting.game_do, name="game-do"),
]
