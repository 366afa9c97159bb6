"""Pages read a game through `missions.rules.game.secrets` and through nothing else: modules that read past it
are named here, with the reason why they reveal nothing.

`tests/missions/rules/test_unknown.py` walks the answers of the rules about a game,
`tests/missions/secrets/test_mission_secrets.py` those of the pages.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.contrib import admin

from missions.models import Game
from missions.rules.game.state import GameState
from tests.architecture.sources import APPS, ROOT, files, nodes, parsed
from tests.missions.secrets.unknown import KNOWN, OPEN

# Modules that hold games as they are folded, secrets and all. A new one has to answer for it here.
HOLD_GAMES = {
    "missions/selectors/games.py": "fetches them for the views",
    "missions/selectors/port.py": "gives the number of the next game",
    "missions/selectors/waiting.py": "asks the rules whom they wait for",
    "missions/services/links.py": "chains of links, and who is ready, both open to all",
    "missions/views/game/links.py": "chains of links, and who is ready, both open to all",
    "missions/services/sealing.py": "seals and who is ready, both open to all",
    "missions/views/game/nonces.py": "seals and who is ready, both open to all",
    "missions/services/parts.py": "makes the rows, with the mission's number",
    "missions/battles/services/games.py": "only games whose squadrons are turned over",
    "missions/services/photos/door.py": "asks who plays the game and whether it is over",
    "missions/views/photos.py": "hands the game to that door",
    "missions/ports.py": "names the type, reads nothing",
    "missions/views/game/actions.py": "makes orders of forms",
    "missions/battles/views/campaign.py": "only games whose squadrons are turned over",
    "missions/views/game/page.py": "the game page, from a view",
    "missions/views/game/mission_parts.py": "the game page, from a view",
    "missions/views/override.py": "an organiser's ruling, once the report is in",
    "missions/views/pregame.py": "makes orders of forms",
    "missions/views/print/evening.py": "hands each game to the sheets of it",
    "missions/views/print/games.py": "sheets, from the public's view",
    "missions/views/print/missions.py": "sheets, from what is open",
    "missions/views/report.py": "the report, for those who write it",
    "missions/views/verify.py": "the draw, from the public's view",
}
# Fields besides open ones that they take from a game itself.
PAST_THE_VIEW = {
    ("missions/selectors/games.py", "report"): "the person who began it, to ask for them",
    ("missions/selectors/waiting.py", "report"): "whether a dispute was open when it was taken back",
    ("missions/services/sealing.py", "draw"): "seals and who is ready, both open to all",
    ("missions/views/game/nonces.py", "draw"): "seals and who is ready, both open to all",
    ("missions/views/game/links.py", "draw"): "the chain of the reader's own side, and the laid order's mark",
    ("missions/services/parts.py", "pregame"): "the mission's number and whether there is one",
    ("missions/services/parts.py", "report"): "the move that a dispute waits for, which comes after it is in",
    ("missions/views/game/page.py", "report"): "the writer, and the dispute, which comes after it is in",
    ("missions/views/game/mission_parts.py", "pregame"): "which assets act, once both commitments are open",
    ("missions/views/print/games.py", "pregame"): "which assets act, once both commitments are open",
    ("missions/views/print/missions.py", "pregame"): "whether there is one",
    ("missions/views/report.py", "report"): "the saved draft, for its writers",
}
# Modules that read events for somebody. Sentences tell no secret (`tests/missions/rules`).
READ_EVENTS = {
    "league/selectors/season_end.py": "that a campaign has ended",
    "league/selectors/campaigns.py": "who left",
    "league/selectors/copies.py": "how and when a campaign began",
    "league/selectors/downloads.py": "which games hold secrets, to leave them out",
    "league/selectors/lasting.py": "the kinds of new events, and nothing of what they say",
    "league/selectors/moments.py": "when an entry was written, and nothing of what it says",
    "league/selectors/own_data.py": "one's own acts, but none on a game that is not over and holds a secret",
    "league/selectors/sought.py": "which acts are about a fleet, a round or a game, and who joined",
    "league/selectors/timeline.py": "the timeline, told in sentences",
    "league/selectors/undoings.py": "by whom and why an act was undone",
    "league/selectors/undoing.py": "which acts stand on another, and nothing of what they say",
    "missions/presenters/story/games.py": "games that are over",
    "missions/presenters/timeline.py": "which sentence tells a result",
    "missions/selectors/games.py": "the result's own events, and why a game was called off",
    "missions/selectors/undone.py": "which confirmed results were undone",
    "missions/selectors/waiting.py": "when a game moved last, and nothing of what was done",
    "missions/selectors/season.py": "games that are over",
    "missions/selectors/seasons.py": "games that are over, and public purchases, ranks and losses",
    "missions/views/pregame.py": "whether the own press turned the cards over, for all to see",
    "rosters/selectors/closings.py": "the closings of a fleet's own repairs",
    "rosters/selectors/fleets.py": "a fleet's own purchases and losses",
    "rosters/selectors/versions.py": "a squadron as everybody could see it then",
    "rosters/views/steps.py": "the member's own last steps at their fleet",
}
GAMES = {"GameState", "MissionsState", "OpenedGame", "game_or_404", "opened_or_404"}
EVENTS = {
    "league.models.EventRow",
    "league.store.log.logged",
    "missions.rules.game.events",
    "missions.rules.pregame.events",
}
PLAYERS_AND_RULES = ("/rules/", "/engine/", "/systems/", "/autoplay/", "/management/")
FOR_SOMEBODY = ("/views/", "/selectors/", "/presenters/")
OPEN_FIELDS = {name for name, known in KNOWN[GameState].items() if known == OPEN}
METHODS = {name for name, value in vars(GameState).items() if callable(value) and not name.startswith("__")}
ROW = {field.name for field in Game._meta.get_fields()} | {"pk", "objects", "DoesNotExist"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module outside the rules; bots play both sides and show nothing to anybody."""
    for path in files(*APPS):
        name = str(path.relative_to(ROOT))
        if not any(each in name for each in PLAYERS_AND_RULES):
            yield name, parsed(path)


def mentioned(tree: ast.Module) -> set[str]:
    names = {node.id for node in nodes(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes(tree) if isinstance(node, ast.Attribute)}
    return names | {
        alias.name for node in nodes(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }


def taken(tree: ast.Module) -> set[str]:
    """The attributes that are taken from something called `game`."""
    return {
        node.attr
        for node in nodes(tree)
        if isinstance(node, ast.Attribute)
        and (
            (isinstance(node.value, ast.Name) and node.value.id == "game")
            or (isinstance(node.value, ast.Attribute) and node.value.attr == "game")
        )
    }


def imported(tree: ast.Module) -> set[str]:
    found = {alias.name for node in nodes(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_only_these_modules_hold_a_game_with_its_secrets():
    assert {name for name, tree in modules() if GAMES & mentioned(tree)} == set(HOLD_GAMES)


def test_fields_they_take_from_a_game_are_open_or_answered_for():
    found = {
        (name, attribute)
        for name, tree in modules()
        if name in HOLD_GAMES
        for attribute in taken(tree) - OPEN_FIELDS - METHODS - ROW
    }
    assert found == set(PAST_THE_VIEW)


def test_only_these_modules_read_what_the_log_says_of_a_game():
    found = {name for name, tree in modules() if EVENTS & imported(tree)}
    assert {name for name in found if any(each in name for each in FOR_SOMEBODY)} == set(READ_EVENTS)


def handed_on(tree: ast.Module) -> Iterator[ast.expr]:
    """Values of dictionaries and of contexts made by `frame` and `dict`."""
    for node in nodes(tree):
        if isinstance(node, ast.Dict):
            yield from node.values
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("frame", "dict"):
            yield from (each.value for each in node.keywords)


def test_no_view_hands_a_game_itself_to_a_template():
    views = ((name, tree) for name, tree in modules() if name in HOLD_GAMES and "/views/" in name)
    assert [
        name
        for name, tree in views
        for each in handed_on(tree)
        if getattr(each, "id", "") in ("game", "opened")
    ] == []


def test_streams_know_nothing_but_where_something_is():
    """The modules that streams import hold no game, so streams cannot reveal one."""
    for name in ("league/live.py",):
        tree = parsed(ROOT / name)
        ours = {each for each in imported(tree) if each.split(".")[0] in APPS}
        assert not {each for each in ours if ".rules" in each or ".store" in each or ".selectors" in each}, (
            name
        )


def test_the_admin_shows_no_column_that_holds_a_secret():
    shown = {
        (model.__name__, field.name)
        for model, found in admin.site._registry.items()
        for field in model._meta.get_fields()
        if field.name in ("payload", "doc", "seed", "token", "force", "visitor", "invitation", "setup")
        and field.name not in (found.exclude or ())
        and getattr(field, "concrete", False)
        and model._meta.app_label in APPS
    }
    assert shown == set()
    assert not {"Shard"} & {model.__name__ for model in admin.site._registry}


def test_every_module_named_here_is_there():
    assert [name for name in {*HOLD_GAMES, *READ_EVENTS} if not Path(ROOT / name).is_file()] == []
