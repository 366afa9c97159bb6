"""Cards by which people choose a rule system, and a battle of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from missions.battles.presenters.board.sketch import picture
from missions.battles.systems.introduction import Minutes
from missions.battles.systems.pack import Campaign, Pack


@dataclass(frozen=True, slots=True)
class SystemCard:
    """A rule system to choose; `url` leads on to it, "" if it is a field of a form. `suits` says what becomes
    of a game's ships, `first` why it is offered first; both are "" outside of campaigns.
    """

    id: str
    name: str
    tagline: str
    picture: SafeString
    minutes: str
    difficulty: str
    likes: str
    dislikes: str
    chosen: bool
    url: str = ""
    suits: str = ""
    first: str = ""


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A battle of a system to choose."""

    id: str
    name: str
    brief: str
    minutes: str
    chosen: bool


def minutes_words(minutes: Minutes) -> str:
    """Length of a battle in words."""
    least, most = minutes
    return f"{least} to {most} minutes" if least < most else f"{most} minutes"


def system_cards(
    packs: Iterable[Pack], address: Callable[[Pack], str], chosen: Pack | None = None
) -> list[SystemCard]:
    """Systems to choose from, each with the address that leads on; none if there is no choice."""
    cards = [_card(pack, chosen=pack is chosen, url=address(pack)) for pack in packs]
    return cards if len(cards) > 1 else []


def query(pack: Pack) -> str:
    """The address of the same page for another system."""
    return f"?system={pack.id}"


def game_cards(offered: Iterable[tuple[Pack, Campaign]], *, huge: bool) -> tuple[SystemCard, ...]:
    """Systems for a game of the campaign, the one that is offered first at the head; `huge` says that Huge
    ships are at home in it.
    """
    return tuple(
        _card(
            pack,
            chosen=not number,
            suits=campaign.suits,
            first="" if number else _reason(campaign, huge=huge),
        )
        for number, (pack, campaign) in enumerate(offered)
    )


def _reason(campaign: Campaign, *, huge: bool) -> str:
    """Sentence that says why a system is offered first."""
    return campaign.huge if huge and campaign.huge else campaign.first


def battle_cards(pack: Pack, offered: Collection[str], chosen: str) -> list[BattleCard]:
    """Battles to choose from."""
    found = [scenario for name, scenario in pack.scenarios().items() if name in offered]
    return [
        BattleCard(each.id, each.name, each.brief, minutes_words(each.minutes), each.id == chosen)
        for each in found
    ]


def _card(pack: Pack, *, chosen: bool, url: str = "", suits: str = "", first: str = "") -> SystemCard:
    introduction = pack.introduction
    return SystemCard(
        pack.id,
        pack.name,
        pack.tagline,
        picture(pack.style, introduction.picture),
        minutes_words(pack.minutes),
        introduction.difficulty,
        introduction.likes,
        introduction.dislikes,
        chosen,
        url,
        suits,
        first,
    )
