"""Links of a battle that is over to the next one like it: the same form, filled in as it was."""

from __future__ import annotations

from urllib.parse import urlencode

from league.addresses import address
from missions.battles.models import Battle
from missions.battles.selectors.battles import BattleAccess
from missions.battles.systems.pack import Pack


def again_links(access: BattleAccess) -> tuple[str, str]:
    """The forms for the same battle once more, and for the same with the sides swapped.

    Both are "" while the battle runs, for games of a campaign and for spectators. The second is "" on one
    screen, too: nobody has a side of their own there.
    """
    row = access.battle
    if row.status != "over" or row.campaign_id is not None or not access.mine:
        return "", ""
    side = access.seating.side(min(access.mine))
    swapped = "" if access.one_screen else _form(access, 1 - side)
    return _form(access, side), swapped


def _form(access: BattleAccess, side: int) -> str:
    """The address of a form that asks for the battle; the reader is to play that side."""
    row = access.battle
    bots = [seat.bot for seat in access.seats if seat.kind == "bot"]
    asked = {"system": row.system, "scenario": row.setup["scenario"], "side": str(side)}
    if bots:
        asked["level"] = bots[0]
    if row.tryout:
        return f"{address('battle-try')}?{urlencode(asked)}"
    others = "screen" if access.one_screen else "bot" if bots else "link"
    asked |= {"opponent": others, "dice": row.dice, **_people(access), **_options(access.pack, row)}
    return f"{address('battle-new')}?{urlencode(asked)}"


def _people(access: BattleAccess) -> dict[str, str]:
    """Number of people on each side, for systems that let several play."""
    if access.pack.most_people == 1:
        return {}
    first, second = (str(len(access.seating.of(side))) for side in (0, 1))
    return {"people": first, "others": second}


def _options(pack: Pack, row: Battle) -> dict[str, str]:
    """The options of the system that the set-up has. A flag is "yes" or "no"."""
    found = {option.name: row.setup.get(option.name, option.usual) for option in pack.options}
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for name, value in found.items()
        if value is not None
    }
