"""The hex board as a game needs it: a port that `missions.battles` fills when Django starts.

The campaign's half of the app works without it. Then no game is fought on the hex board.

And the row of a photo, as presenters get it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from league.kernel.fold import CampaignState
from missions.rules.game.secrets import GameView

if TYPE_CHECKING:  # apps fill the port before models can be loaded
    from django.http import HttpRequest

    from league.permissions import CampaignAccess
    from missions.selectors.games import OpenedGame


@dataclass(frozen=True, slots=True)
class Panel:
    """The game page's panel about its battle: finished markup, whether it can fill in the report, and whether
    it only offers to fight on the hex board."""

    markup: str
    fills_report: bool = False
    offers: bool = False


class BattlePort(Protocol):
    """The hex board as a game of the campaign sees it."""

    def follow_game(self, campaign_id: int, state: CampaignState, number: int) -> None:
        """End the battle of a game that is over, called off, or no longer fought on the hex board."""

    def panel(
        self, request: HttpRequest, access: CampaignAccess, opened: OpenedGame, view: GameView
    ) -> Panel | None:
        """The panel for this reader; None if there is nothing to say."""


class _NoBoard:
    def follow_game(self, campaign_id: int, state: CampaignState, number: int) -> None:
        return None

    def panel(
        self, request: HttpRequest, access: CampaignAccess, opened: OpenedGame, view: GameView
    ) -> Panel | None:
        return None


_port: BattlePort = _NoBoard()


def fill_battle_port(port: BattlePort) -> None:
    """Connect the hex board; called once, in `AppConfig.ready()`."""
    global _port  # noqa: PLW0603
    _port = port


def battle_port() -> BattlePort:
    """The hex board, or a port that knows no battles."""
    return _port


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo of a game, as it is stored: `user` is the account that added it, `member` its number in the
    campaign; `width` and `height` are those of the large picture."""

    number: int
    campaign: int
    game: int
    user: int
    member: int
    width: int
    height: int
    caption: str
    added_at: datetime
