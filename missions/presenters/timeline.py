"""Lends the league's log the sentences of games, and the kinds of their entries. There each sentence has to
name its game."""

from __future__ import annotations

from league.kernel.events import Event
from league.presenters.timeline import add_narrator, tell_together
from league.rules.entry_kinds import add_orders
from missions.rules.game.events import ResultConfirmed
from missions.rules.game.narration import sentence
from missions.rules.overrides.events import FriendlyArranged

tell_together("save_report_line", "lines of the report of {game}")
add_orders("games", "missions.rules")
add_orders(
    "rosters", "missions.rules.overrides.orders.GiveAsset", "missions.rules.overrides.orders.TakeAwayAsset"
)


@add_narrator
def narrate(event: Event) -> str | None:
    """The sentence with the game before it; None for events that are not about a game."""
    if isinstance(event, FriendlyArranged):
        kind = "with a mission" if event.missions else "without a mission"
        return (
            f"{{fleet:{event.fleet}}} and {{fleet:{event.opposing}}} meet in {{a_game:{event.game}}} {kind}; "
            "it changes nothing."
        )
    text = sentence(event)
    game = getattr(event, "game", None)
    about = "result" if isinstance(event, ResultConfirmed) else "game"  # A result names both sides.
    return f"{{{about}:{game}}}: {text}" if text and game is not None else text or None
