"""The log in sentences: names put in, rules linked, undone acts marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from html import unescape
from itertools import groupby

from django.utils.html import escape, format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from league.addresses import Address, address, campaign_address, fleet_address, game_address, round_address
from league.kernel.events import Event
from league.ports import GameName
from league.rules.events import CampaignStarted, RoundClosed, RoundOpened
from league.rules.manual.contents import rule_address
from league.rules.narration import MARK, OF_GAMES, fill_marks, sentence
from league.rules.phrases import full_stop
from league.rules.state import LeagueState
from league.templatetags.admiralty import icon, when

EMPTY = SafeString("")
KEY_CLASS = SafeString(' class="timeline-key"')
FIRST = re.compile(r"^((?:<[^>]*>)?)([a-z])")
RULE = re.compile(r"\bCR-\d{3}\b")
LEAD = re.compile(r"\{(?:game|result):(\d+)\}: ")
FOLDED_FROM = 3
TITLE = 90
"""Characters of an entry that fit a heading."""
SYSTEM_NAME = "Admiralty"
SIDES = ("active", "opposing")
NO_GAME = {
    "game": "a game",
    "a_game": "a game",
    "result": "result",
    "verify": "verify it",
    "active": "the active side",
    "opposing": "the opposing side",
}
"""Words in place of the marks of a game that is gone."""
TITLES = {
    "start_campaign": "the start of the campaign",
    "close_desk": "the closing of the repairs",
    "close_desks": "the closing of the repairs",
}
"""Titles of acts whose first sentence says only a part of them, by the names of their orders."""
KEY_ACTS = frozenset(
    ("create_campaign", "start_campaign", "open_round", "confirm_result", "end_campaign", "reopen_campaign")
)


Narrator = Callable[[Event], "str | None"]
narrators: list[Narrator] = [sentence]


def add_narrator(narrator: Narrator) -> Narrator:
    """Register who tells the events of another app; the first narrator that has something to say is heard."""
    if narrator not in narrators:
        narrators.append(narrator)
    return narrator


_TOGETHER: dict[str, str] = {}


def tell_together(order: str, words: str) -> None:
    """Fold entries of one person in a row that come of this order and are about one game. `words` stand
    behind their number, with {game} in place of the game."""
    _TOGETHER[order] = words


@dataclass(slots=True)
class Names:
    """Names that replace the marks in sentences of one campaign, and the slugs of fleets. Rounds map to
    1, 2, 3 …, acts to first sentence and time."""

    campaign: int
    fleets: Mapping[int, str] = field(default_factory=dict)
    slugs: Mapping[int, str] = field(default_factory=dict)
    members: Mapping[int, str] = field(default_factory=dict)
    rounds: Mapping[int, int] = field(default_factory=dict)
    games: Mapping[int, GameName] = field(default_factory=dict)
    acts: Mapping[int, tuple[str, datetime]] = field(default_factory=dict)

    def link(self, kind: str, number: int) -> str:
        """Escaped markup for one mark: a name, with a link if there is a page."""
        if kind == "moment":
            return when(datetime.fromtimestamp(number, UTC))
        base = campaign_address(self.campaign)
        if kind == "fleet":
            name = self.fleets.get(number)
            return _link(fleet_address(base, self.slugs[number]), name) if name else "a fleet that is gone"
        if kind in OF_GAMES:
            return self._of_game(kind, number)
        if kind == "act":
            return self._act(entry_address(base, number), number)
        if kind == "round":
            place = self.rounds.get(number)
            return _link(round_address(base, place), f"round {place}") if place else "a round"
        return escape(self.members.get(number) or (SYSTEM_NAME if number == 0 else "somebody"))

    def _of_game(self, kind: str, number: int) -> str:
        """A game, one of its sides or a page about it."""
        game = self.games.get(number)
        if game is None:
            return NO_GAME[kind]
        if kind in SIDES:
            return escape(self._side(game.active if kind == "active" else game.opposing))
        if kind == "verify":
            return _link(address("verify-game", self.campaign, game.ordinal), "verify it")
        if kind == "game":
            words = f"{self._side(game.active)} against {self._side(game.opposing)}{self._which(game)}"
        elif kind == "result":
            words = f"result{self._which(game)}"
        else:
            words = "a friendly game" if game.friendly else "a game"
        return _link(game_address(campaign_address(self.campaign), game.ordinal), words)

    def _side(self, fleet: int) -> str:
        return self.fleets.get(fleet) or "a fleet that is gone"

    def _which(self, game: GameName) -> str:
        """The round, in brackets, if the page has another game of the same two fleets."""
        if game.friendly:
            return " (friendly)"
        again = sum(each.pair == game.pair for each in self.games.values()) > 1
        return f" (round {game.round})" if again and game.round else ""

    def _act(self, url: str, number: int) -> str:
        """An act by what it did, with its time."""
        if number not in self.acts:
            return _link(url, "an earlier entry")
        text, at = self.acts[number]
        return format_html("{} ({})", _link(url, f"“{text}”"), when(at))


def plain(text: str, names: Names) -> str:
    """A sentence with its names as text without links and without its full stop, to be quoted."""
    return unescape(strip_tags(markup(text, names))).removesuffix(".")


def entry_address(base: Address, number: int) -> str:
    """The place of an entry in the log of the campaign at `base`."""
    return f"{address('timeline', base)}?before={number + 1}#act-{number}"


def names_of(campaign: int, league: LeagueState, members: Mapping[int, str]) -> Names:
    """Names of people, and the numbers by which they know the rounds."""
    return Names(
        campaign,
        members=members,
        rounds={each.id: each.number for each in league.rounds.values()},
    )


def _link(url: str, text: str) -> str:
    return format_html('<a href="{}">{}</a>', url, text)


@dataclass(frozen=True, slots=True)
class TimelineItem:
    """One act as the page shows it. `more` are sentences that are shown on demand; `reason` is why it was
    undone; `change_url` leads to undo or redo, if the reader may, and `again` are the undone entries, by
    number, that this one took back and that can count again. If others were undone along with it, `along`
    counts them and `undoing` is the address of the entry that did it. `called` is a title of its own, "" to
    be named by the first sentence. `together` names entries like this one, which fold with it, "" if it
    stands alone."""

    number: int
    at: datetime
    who: str
    sentences: tuple[SafeString, ...]
    more: tuple[SafeString, ...]
    undone: bool
    reason: str
    key: bool
    change_url: str = ""
    again: tuple[int, ...] = ()
    along: int = 0
    undoing: str = ""
    called: str = ""
    together: str = ""

    @property
    def title(self) -> str:
        """The entry's own title, or its first sentence as text in quotation marks, for a heading."""
        if self.called:
            return self.called
        text = unescape(strip_tags(self.sentences[0])).removesuffix(".")
        return f"“{Truncator(text).chars(TITLE)}”"

    @property
    def unfolded(self) -> TimelineItem:
        """The entry with all its sentences in sight."""
        return replace(self, sentences=(*self.sentences, *self.more), more=())

    @property
    def with_change(self) -> SafeString:
        """The entry as a list item, with the way to undo or redo it. Finished markup: a page shows thirty."""
        return _drawn(self, changeable=bool(self.change_url))

    @property
    def without_change(self) -> SafeString:
        """The entry as a list item, for reading only."""
        return _drawn(self, changeable=False)

    def draw(self, *, changeable: bool) -> SafeString:
        """The list item, drawn now."""
        return self._item(self._change() if changeable else EMPTY)

    def _item(self, change: SafeString) -> SafeString:
        return format_html(
            '<li{} id="act-{}"><div class="d-flex justify-content-between align-items-start gap-3">'
            '<div class="text-break">{}<div class="muted cluster gap-2">{}<span>{}</span></div></div>{}</div>'
            "</li>",
            KEY_CLASS if self.key else EMPTY,
            self.number,
            self._sentences(),
            when(self.at),
            self.who,
            change,
        )

    def _sentences(self) -> SafeString:
        if self.undone:
            return format_html(
                "<del>{}</del><div>{}{}</div>",
                format_html_join(" ", "{}", ((each,) for each in self.sentences)),
                self._undone(),
                f": {full_stop(self.reason)}" if self.reason else ".",
            )
        if not self.more:
            return _lines(self.sentences)
        more = '{}<details class="more"><summary>{} more</summary>{}</details>'
        return format_html(more, _lines(self.sentences), len(self.more), _lines(self.more))

    def _undone(self) -> SafeString:
        """The word "Undone", with the way to the entry that undid others along with this one."""
        if not self.along:
            return SafeString("Undone")
        others = f"{self.along} other {'entry' if self.along == 1 else 'entries'}"
        return format_html('<a href="{}">Undone with {}</a>', self.undoing, others)

    def _change(self) -> SafeString:
        redoes = self.undone or bool(self.again)
        return format_html(
            '<a class="btn btn-link btn-sm flex-shrink-0" href="{}">{}{}'
            '<span class="visually-hidden">: {}</span></a>',
            self.change_url,
            icon("redo" if redoes else "undo"),
            f"Redo these {len(self.again)}" if len(self.again) > 1 else "Redo" if redoes else "Undo",
            SafeString(strip_tags(self.sentences[0])),
        )


@lru_cache(maxsize=2048)
def _drawn(item: TimelineItem, *, changeable: bool) -> SafeString:
    return item.draw(changeable=changeable)


def _lines(sentences: Sequence[SafeString]) -> SafeString:
    return format_html_join("", "<div>{}</div>", ((each,) for each in sentences))


@dataclass(frozen=True, slots=True)
class Fold:
    """Entries in a row that are alike, newest first: one list item, which opens."""

    items: tuple[TimelineItem, ...]

    @property
    def with_change(self) -> SafeString:
        """The list item, with the ways to undo or redo its entries."""
        return self._item(each.with_change for each in self.items)

    @property
    def without_change(self) -> SafeString:
        """The list item, for reading only."""
        return self._item(each.without_change for each in self.items)

    def _item(self, entries: Iterable[SafeString]) -> SafeString:
        newest = self.items[0]
        return format_html(
            '<li><details class="more"><summary>{} {}</summary><ol class="timeline">{}</ol></details>'
            '<div class="muted cluster gap-2">{}<span>{}</span></div></li>',
            len(self.items),
            newest.together,
            format_html_join("", "{}", ((each,) for each in entries)),
            when(newest.at),
            newest.who,
        )


def folded(items: Iterable[TimelineItem]) -> list[TimelineItem | Fold]:
    """The entries with those folded that are alike and follow each other. An entry that was undone stands for
    itself."""
    found: list[TimelineItem | Fold] = []
    for (together, _), row in groupby(items, lambda each: (each.together, each.who)):
        alike = tuple(row)
        found += [Fold(alike)] if together and len(alike) >= FOLDED_FROM else alike
    return found


def together(order: str, events: Iterable[Event], names: Names) -> str:
    """Words for entries of this order about the game of these events; "" for orders that stand alone."""
    words = _TOGETHER.get(order, "")
    game = next((number for each in events if (number := getattr(each, "game", None))), None)
    return words.format(game=unescape(strip_tags(names.link("game", game)))) if words and game else ""


def texts(events: Iterable[Event]) -> list[str]:
    """The sentences of an act's events, with their marks; the same sentence is not said twice in a row, and
    neither is the game that they are about. The first one names the act, so a round that only closes to make
    way for the rest is told second, and the start of the campaign before the fleets that it locks."""
    happened = list(events)
    told = [(text, event) for event in happened if (text := _narrated(event))]
    found = [_counted(text, [each for _, each in same]) for text, same in groupby(told, lambda pair: pair[0])]
    if len(found) > 1 and isinstance(happened[0], RoundClosed):
        found[:2] = found[1], found[0]
    if found and isinstance(happened[-1], CampaignStarted):
        found.insert(0, found.pop())
    return list(_shortened(found))


def _narrated(event: Event) -> str:
    return next((line for narrate in narrators if (line := narrate(event))), "")


def _counted(text: str, events: Sequence[Event]) -> str:
    """The sentence of these events, with their number if the same happened to several things."""
    different = [each for at, each in enumerate(events) if each not in events[:at]]
    alike = {type(each) for each in different}
    return f"{text.rstrip('.')} ({len(different)} times)." if len(different) > 1 and len(alike) == 1 else text


def _shortened(lines: Iterable[str]) -> Iterator[str]:
    """The lines without the name of their game if it stands before the line above."""
    last = ""
    for line in lines:
        lead = LEAD.match(line)
        game = lead[1] if lead else ""
        yield line[lead.end() :] if lead and game == last else line
        last = game


def is_key(act: str, events: Iterable[Event]) -> bool:
    """Whether an act stands out in the timeline: by its order's name, or because it opened a round."""
    return act in KEY_ACTS or any(isinstance(each, RoundOpened) for each in events)


def marks(lines: Iterable[str]) -> dict[str, set[int]]:
    """Numbers that the sentences mention, by kind, to be looked up before the sentences can be filled. All
    marks of games count as "game"."""
    found: dict[str, set[int]] = {"fleet": set(), "member": set(), "game": set()}
    found |= {"round": set(), "act": set(), "moment": set()}
    for line in lines:
        for kind, number in MARK.findall(line):
            found["game" if kind in OF_GAMES else kind].add(int(number))
    return found


def markup(text: str, names: Names) -> SafeString:
    """A sentence as safe markup: everything escaped, marks filled in, rule IDs linked, a capital in front."""
    linked = RULE.sub(_rule_link, _bare(str(escape(text))))
    return SafeString(FIRST.sub(lambda hit: hit[1] + hit[2].upper(), fill_marks(linked, names.link), count=1))


def _rule_link(hit: re.Match[str]) -> str:
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(hit[0]), hit[0])


def _bare(text: str) -> str:
    """Rule IDs stand as small links, which need no brackets around them."""
    return re.sub(r"\((CR-\d{3}(?:, CR-\d{3})*)\)", r"\1", text)


def act_sentences(name: str, lines: Sequence[str], names: Names) -> list[SafeString]:
    """Sentences of an act; an act whose events have none is called by its order's name."""
    sentences = [markup(line, names) for line in lines]
    return sentences or [escape(f"{name.replace('_', ' ').capitalize()}.")]
