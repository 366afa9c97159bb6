"""The events of a game as sentences. A side is a mark, "{active:7}" or "{opposing:7}" with the number of its
game: the pages put the name of its fleet in."""

from __future__ import annotations

from league.kernel.events import Event
from league.rules.phrases import because, full_stop, join_words
from missions.rules.game import events as ev
from missions.rules.game.sides import SIDES, SideName
from missions.rules.hex_battle import events as hexes
from missions.rules.overrides import events as friendly
from missions.rules.pregame import narration
from missions.rules.pregame.narration import mark_of, side_of

TERMINATIONS = {
    "points": "on points",
    "elimination": "by elimination",
    "concession": "by concession",
    "objective": "by its objective",
    "ruling": "by an organiser’s ruling",
}


def sentence(event: Event) -> str:
    """Sentence for an event; "" for events that are not about a game. It never tells a sealed value."""
    return _draw(event) or _fight(event) or _report(event) or _end(event) or narration.sentence(event)


def _fight(event: Event) -> str:
    match event:
        case hexes.BattleProposed():
            return f"{side_of(event)} proposes to fight it on the hex board."
        case hexes.BattleAgreed():
            return f"{side_of(event)} agrees: it is fought on the hex board."
        case hexes.BattleDeclined():
            return "It is not fought on the hex board."
        case _:
            return ""


def _draw(event: Event) -> str:
    match event:
        case ev.DrawCommitted():
            return f"The draw is sealed: when the game is over, everybody can {{verify:{event.game}}}."
        case ev.SideReady():
            return f"{side_of(event)} is ready for the draw."
        case ev.NonceShown(how="filled"):
            return f"The site fills in the part of {side_of(event)} in the draw."
        case ev.NonceShown():
            return f"{side_of(event)} opens its part of the draw."
        case ev.LinksTaken(filled=()):
            return "Both browsers give their links for what is drawn."
        case ev.LinksTaken():
            return "The site fills in links for what is drawn: the page of a browser is away."
        case ev.OrderLaid():
            return "An order that draws waits for the links of the browsers."
        case ev.SquadronsDrawn():
            text = f"Squadrons drawn: {' against '.join(_cards(event, side) for side in SIDES)}."
            return text if event.balanced else f"{text} The forces are not balanced."
        case ev.DrawAccepted():
            return f"{side_of(event)} accepts the unbalanced draw."
        case ev.PlayBegan():
            return "The game begins."
        case ev.LimitedChosen():
            return f"{side_of(event)} uses {event.name}; its other copies are flipped."
        case _:
            return ""


def _cards(event: ev.SquadronsDrawn, side: SideName) -> str:
    cards = join_words(each.split(":")[1] for each in event.order if each.startswith(f"{side}:"))
    return f"{cards} of {mark_of(event.game, side)}"


def _report(event: Event) -> str:
    match event:
        case ev.ReportLineSaved():
            return f"The report gives the fate of {event.name}."
        case ev.ReportFactsSaved():
            return "The report says how the game ended."
        case ev.ReportSubmitted():
            return "The report is complete."
        case ev.ReportTakenOver():
            return f"{side_of(event)} goes on with the report that somebody else began."
        case ev.ReportReopened():
            return "The report was taken back to change it."
        case ev.LineDisputed():
            return _disputed(event)
        case ev.CorrectionsAccepted():
            changed = f": {join_words(event.names)}" if event.names else ""
            return f"The corrections of the report are accepted{changed}."
        case ev.CorrectionsRefused():
            return "The report stands against its corrections: an organiser settles it."
        case ev.DisputeWithdrawn():
            return f"{_line(event.name)} is no longer disputed."
        case ev.ReportSettled():
            changed = f" (changed: {', '.join(event.names)})" if event.names else ""
            return f"An organiser settled the report{changed}: {full_stop(event.reason)}"
        case _:
            return ""


def _disputed(event: ev.LineDisputed) -> str:
    corrected = event.line is not None or event.facts is not None
    said = f"{_line(event.name)} is {'corrected by the other side' if corrected else 'disputed'}"
    return f"{said}: {full_stop(event.reason)}" if event.reason else f"{said}."


def _line(name: str) -> str:
    return f"The line of {name}" if name else "The report’s account of the game"


def _end(event: Event) -> str:
    match event:
        case ev.ChoicesSaved():
            return f"{side_of(event)} made its choices for after the game."
        case ev.GameTold():
            return f"{side_of(event)} {'tells' if event.text else 'takes back'} its account of the game."
        case ev.GameToldByOrganiser():
            return f"The organisers {'tell' if event.text else 'take back'} their account of the game."
        case ev.ResultConfirmed():
            return _result(event)
        case friendly.FriendlyArranged():
            kind = "with a mission" if event.missions else "without a mission"
            return f"A friendly game was arranged, {kind}: it changes nothing."
        case friendly.FriendlyFinished():
            return "The friendly game is over; both fleets stay as they are."
        case friendly.FriendlyCalledOff():
            return f"The friendly game was called off.{because(event.reason)}"
        case ev.SeedRevealed():
            return f"The seed of the draw is public: everybody can {{verify:{event.game}}} now."
        case ev.SeedKnown():
            return "Everybody knows the seed now, so nothing more is drawn in this game (CR-079)."
        case _:
            return ""


def _result(event: ev.ResultConfirmed) -> str:
    names = {"active": event.active_name, "opposing": event.opposing_name}
    order: tuple[SideName, SideName] = ("active", "opposing")
    if event.winner == "opposing":
        order = ("opposing", "active")
    first, second = order
    tally = f"{event.scores.get(first, 0)} to {event.scores.get(second, 0)}"
    if event.winner == "draw":
        return f"{names[first]} and {names[second]} drew, {tally}."
    return f"{names[first]} beat {names[second]} {TERMINATIONS.get(event.termination, '')}, {tally}."
