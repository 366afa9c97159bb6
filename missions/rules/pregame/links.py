"""Links: texts of both browsers that join the random picks of one order, so that nobody knows the picks
before the order is given (CR-079, docs/decisions/0033)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from league.kernel.decision import Decision, decides
from league.kernel.nonces import FILL_BYTES, FILL_LINK_AFTER, follows, is_seal
from league.kernel.refusal import Refusal, Unreadable
from missions.rules.game import events as ev
from missions.rules.game.access import find_game, only_players
from missions.rules.game.state import SIDES, Draw, GameState, Laid, SideName
from missions.rules.pregame.orders.classes import LayOrder, SpendLinks


class LinksWanted(Exception):
    """Raised when an order picks at random, and links of these sides of the game have to come first."""

    def __init__(self, game: int, sides: tuple[SideName, ...]) -> None:
        super().__init__(f"Game {game} waits for links of {sides}.")
        self.game, self.sides = game, sides


def missing_links(laid: Laid, given: Collection[str]) -> tuple[SideName, ...]:
    """The sides whose link has not come."""
    return tuple(side for side in laid.wanted if side not in given)


def fill_begins(laid: Laid) -> datetime:
    """The moment from which the site may fill in what is missing."""
    return datetime.fromisoformat(laid.since) + FILL_LINK_AFTER


def refuse_link(draw: Draw, laid: Laid, given: Collection[str], side: str, number: int, link: str) -> None:
    """Raise `Refusal` unless this is the next link of a side for which the order of that number waits."""
    if laid.number != number or side not in missing_links(laid, given):
        raise Refusal("no_link", "No order waits for this link.", rule="CR-079")
    if not follows(link, draw.chains[side]):
        text = "That is not the next link of this side. The site fills it in after a moment."
        raise Refusal("wrong_link", text, rule="CR-079")


def refuse_early_fill(laid: Laid, given: Collection[str], own: SideName | None, now: datetime) -> None:
    """Raise `Refusal` while another side's link is still waited for; the own one can be filled in at once. An
    order from a time to come was laid by a wrong clock, and waits no longer."""
    begins = fill_begins(laid)
    if datetime.fromisoformat(laid.since) <= now < begins and set(missing_links(laid, given)) != {own}:
        text = (
            "The cards still wait for the other side’s page; they are drawn when it answers. "
            f"From {begins:%H:%M:%S} UTC they can be drawn without it."
        )
        raise Refusal("too_early", text, rule="CR-079")


def links_of(d: Decision, game: GameState) -> tuple[str, ...]:
    """The links that join the picks of this act, in the order of the sides; none where no browser began a
    chain. Raises LinksWanted if a side has one and was not asked, and `Refusal` for a link that does not fit.
    """
    draw = game.draw
    assert draw is not None
    taken = [each for each in d.events if isinstance(each, ev.LinksTaken) and each.game == game.id]
    if taken:
        return tuple(taken[-1].links[side] for side in SIDES)
    if not draw.linked:
        return ()
    if d.links is None and draw.chains:
        raise LinksWanted(game.id, tuple(side for side in SIDES if side in draw.chains))
    given = {side: link for side in SIDES if (link := (d.links or {}).get(side))}
    if not all(follows(link, draw.chains.get(side, "")) for side, link in given.items()):
        raise Refusal("wrong_link", "That is not the next link of its chain.", rule="CR-079")
    filled = tuple(side for side in SIDES if side not in given)
    links = {side: given.get(side) or d.entropy.bytes(FILL_BYTES).hex() for side in SIDES}
    d.emit(ev.LinksTaken(game=game.id, links=links, filled=filled))
    return tuple(links[side] for side in SIDES)


@decides(LayOrder)
def _lay(d: Decision, o: LayOrder) -> None:
    game = find_game(d.state, o.game)
    only_players(d, game, "give an order that draws")
    if not is_seal(o.mark):
        raise Unreadable("no_mark", "That is no seal of an order.")
    if game.draw is None or not game.draw.chains or game.draw.laid is not None:
        raise Refusal("nothing_to_lay", "No order has to wait for links in this game now.", rule="CR-079")
    wanted = tuple(side for side in SIDES if side in game.draw.chains)
    number = game.draw.orders_laid + 1
    d.emit(ev.OrderLaid(game=game.id, number=number, mark=o.mark, at=d.now, wanted=wanted))


@decides(SpendLinks)
def _spend(d: Decision, o: SpendLinks) -> None:
    game = find_game(d.state, o.game)
    only_players(d, game, "let an order that draws fall away")
    if game.draw is None or game.draw.laid is None:
        raise Refusal("nothing_laid", "No order waits for links in this game.", rule="CR-079")
    links_of(d, game)
