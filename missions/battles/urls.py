"""Addresses of the battles on the hex board."""

from django.urls import URLPattern, URLResolver, path

from league.edge.streams import HEAD, PATH
from missions.battles.views import board, campaign, live, lobby, nonces, replay
from missions.urls import at_game

STREAM = f"{PATH.removeprefix('/')}battles/"
BATTLE = "battles/<slug:public_id>/"
GAME = "campaigns/<int:campaign_id>/games/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("battles/", lobby.battle_list, name="battles"),
    path("battles/new/", lobby.battle_new, name="battle-new"),
    path("battles/try/", lobby.battle_try, name="battle-try"),
    path("battles/join/<slug:token>/", lobby.battle_join, name="battle-join"),
    path(BATTLE, board.battle_page, name="battle"),
    path(f"{BATTLE}board/", board.board_part, name="battle-board"),
    path(f"{BATTLE}lobby/", lobby.lobby_part, name="battle-lobby"),
    path(f"{BATTLE}force/", lobby.battle_force, name="battle-force"),
    path(f"{BATTLE}ready/", lobby.battle_ready, name="battle-ready"),
    path(f"{BATTLE}nonces/", nonces.battle_nonces, name="battle-nonces"),
    path(f"{BATTLE}show-nonce/", nonces.battle_show_nonce, name="battle-show-nonce"),
    path(f"{BATTLE}fill-nonce/", nonces.battle_fill_nonce, name="battle-fill-nonce"),
    path(f"{BATTLE}links/", nonces.battle_links, name="battle-links"),
    path(f"{BATTLE}fill-links/", board.fill_links, name="battle-fill-links"),
    path(f"{BATTLE}keep/", lobby.battle_keep, name="battle-keep"),
    path(f"{BATTLE}orders/", board.orders, name="battle-orders"),
    path(f"{BATTLE}look/", board.look, name="battle-look"),
    path(f"{BATTLE}answers/", board.answers, name="battle-answers"),
    path(f"{BATTLE}hints/", board.hints, name="battle-hints"),
    path(f"{BATTLE}take-back/", board.take_back, name="battle-take-back"),
    path(f"{BATTLE}resign/", board.resign, name="battle-resign"),
    path(f"{BATTLE}draw/", board.draw, name="battle-draw"),
    path(f"{BATTLE}pause/", board.pause, name="battle-pause"),
    path(f"{BATTLE}call-off/", board.call_off, name="battle-call-off"),
    path(f"{BATTLE}replay/", replay.replay, name="battle-replay"),
    path(f"{BATTLE}replay/part/", replay.replay, {"part": True}, name="battle-replay-part"),
    path(f"{BATTLE}verify/", replay.verify, name="battle-verify"),
    path(f"{STREAM}<slug:public_id>/", live.stream, name="battle-stream"),
    path(f"{STREAM}<slug:public_id>{HEAD}", live.head, name="battle-head"),
    path(f"{GAME}fight/<slug:step>/", at_game(campaign.game_fight), name="game-fight"),
]
