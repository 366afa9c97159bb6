"""The way from a game of the campaign to its battle, and back to the report."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from league.addresses import Address, address, game_address
from league.http import done, refusing, seen_from
from league.kernel.fold import CampaignState
from league.kernel.refusal import Unreadable
from league.permissions import CampaignAccess, member_access_or_404
from league.posted import read_order
from league.services.acts import act
from league.views.common import base_of
from league.views.found import address_of
from missions.battles.posted import Proposal
from missions.battles.presenters.choosing import game_cards
from missions.battles.rules.muster import campaign_of, is_huge
from missions.battles.selectors.battles import of_game, title_of
from missions.battles.services import games
from missions.battles.views.common import url_of
from missions.ports import Panel
from missions.rules.game.access import side_of_player
from missions.rules.game.secrets import GameView
from missions.rules.orders import AnswerBattle
from missions.selectors import games as select
from missions.selectors.games import OpenedGame


@require_POST
@refusing
def game_fight(request: HttpRequest, campaign_id: int, number: int, step: str) -> HttpResponse:
    """Propose, agree, decline, open the battle, or fill in the report."""
    access = member_access_or_404(request, campaign_id)
    opened = select.opened_or_404(access.campaign, number)
    url = address_of(request)
    match step:
        case "propose":
            games.propose(campaign_id, access.member, number, read_order(Proposal, request.POST).system)
            return done(request, url, "The other side has been asked to fight this game here.")
        case "decline":
            act(campaign_id, access.member, AnswerBattle(number, agree=False))
            return done(request, url, "It is not fought here; the game goes on at the table.")
        case "agree":
            row = games.agree(campaign_id, access.member, number)
            return done(request, url_of(row), "Agreed. Press ready, both of you, and the battle begins.")
        case "open":
            me = access.member.number if access.member else 0
            side_of_player(opened.state, opened.game, me, access.organises, "open its battle")
            return done(request, url_of(games.open_for_game(campaign_id, number)))
        case "report":
            return _fill(request, access, opened, url)
    raise Unreadable("no_such_thing", "There is no such button. Reload the page and try again.")


def _fill(request: HttpRequest, access: CampaignAccess, opened: OpenedGame, url: Address) -> HttpResponse:
    row = of_game(access.campaign.pk, opened.game.id)
    if row is None:
        raise Http404("This game was not fought here.")
    order = games.report_of(opened.game, row)
    act(access.campaign.pk, access.member, order, seen=seen_from(request, f"missions:{opened.game.id}"))
    message = "The battle has filled in the report. Read it, correct it if necessary, and submit it."
    return done(request, address("report", url), message)


class HexBoard:
    """The hex board as `missions.ports.BattlePort`."""

    def follow_game(self, campaign_id: int, state: CampaignState, number: int) -> None:
        games.follow_game(campaign_id, state, number)

    def panel(
        self, request: HttpRequest, access: CampaignAccess, opened: OpenedGame, view: GameView
    ) -> Panel | None:
        fight = _fight(access, opened, view)
        if fight is None:
            return None
        url = game_address(base_of(access), opened.game.number)
        context = {"fight": fight, "url": url, "seen": access.campaign.head_seq}
        markup = render_to_string("battles/game_panel.html", context, request)
        return Panel(markup, bool(fight.get("fills")), offers=fight["state"] == "none")


def _fight(access: CampaignAccess, opened: OpenedGame, view: GameView) -> dict[str, Any] | None:
    """Context of the panel; None if there is nothing to say. At most one query."""
    fight = view.fight
    player = access.member is not None and view.viewer in ("active", "opposing")
    if fight is None:
        if not player or view.step != "play":
            return None
        offered = [(each, campaign_of(each)) for each in games.systems(opened.game)]
        return {"state": "none", "systems": game_cards(offered, huge=is_huge(opened.game))}
    if not fight.battle:
        own = view.viewer == fight.proposed_by
        several = len(games.systems()) > 1
        name = games.pack_for(fight.system).name if several else ""
        found = {"state": "proposed", "own": own, "other": player and not own, "system": name}
        return found if view.step == "play" else None
    row = of_game(access.campaign.pk, opened.game.id)
    if row is None:
        return {"state": "unopened", "may": player} if view.step == "play" else None
    reported = bool(view.report and view.report.lines)
    over = row.status == "over"
    fills = over and not reported and view.step in ("play", "report") and (player or access.organises)
    return {
        "state": "over" if over else "running",
        "name": title_of(row),
        "url": url_of(row),
        "mine": not over and player,
        "reason": row.reason,
        "fills": fills,
    }
