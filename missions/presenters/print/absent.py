"""Sentences for sheets that a game does not have, and what to print instead."""

# By the step of the game.
NO_SHEET = {
    "pregame": "There is no play sheet yet: the squadrons of this game are still secret. Until they are "
    "turned over the print room has the mission’s briefing, the blank result form and both roster "
    "sheets.",
    "draw": "There is no play sheet yet: the squadrons of this game are still to be drawn. Until then the "
    "print room has its blank result form and the roster sheets of both fleets.",
    "done": "There is no play sheet any more: this game is over and its ships may have changed. The game’s "
    "page shows the result, and the print room has the roster sheets as they are now.",
    "void": "There is no play sheet: this game was called off. The print room has the sheets of the games "
    "under way and the roster sheets.",
}
NO_MISSION = (
    "There is no briefing: this game is played without a mission. The print room has its play sheets."
)
NOT_CHOSEN = (
    "There is no briefing yet: the mission of this game is still to be chosen. The print room has the "
    "briefings of all eight."
)
