"""Links: texts of both browsers that join the random picks of one order, so that nobody knows the picks
before the order is given (CR-079, docs/decisions/0033)."""

from __future__ import annotations

from league.kernel.decision import Decision, decides
from league.kernel.nonces import FILL_BYTES, follows, is_seal
from league.kernel.refusal import Refusal, Unreadable
from missions.rules.game import events as ev
from missions.rules.game.access import find_game, only_players
from missions.rules.game.state import SIDES, GameState, SideName
from missions.rules.pregame.orders.classes import LayOrder, SpendLinks


class LinksWanted(Exception):
    """Raised when an order picks at random, and links of these sides of the game have to come first."""

    def __init__(self, game: int, sides: tuple[SideName, ...]) -> None:
        super().__init__(f"Game {game} waits for links of {sides}.")
        self.game, self.sides = game, sides


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
