"""Things that a reader finds by typing a name, in campaigns that they may see. Each app registers what it
knows of.

Names, pairings, steps and results of games are all that a hit tells, and every reader of the campaign sees
those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from django.db.models import Case, F, IntegerField, Q, Value, When, Window
from django.db.models.functions import RowNumber

from league.addresses import address, campaign_address
from league.models import Campaign, Member
from league.models.campaign import PHASES
from league.models.member import ROLES
from league.selectors.clubs import known_clubs
from league.selectors.players import people_across
from league.selectors.waiting import MEMBERSHIPS

LONGEST, MOST_WORDS, LEAST_LETTERS = 60, 6, 2
MOST, ALL = 6, 50
"""Hits of one kind: in front of a page, and on the page of the search."""
PLACES = 20
"""Places of one account that are read, so that its campaigns leave room for other people."""
KINDS = ("Fleets", "Campaigns", "Clubs", "People", "Games", "Cards")
PHASE_WORDS, ROLE_WORDS = dict(PHASES), dict(ROLES)


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found; `kind` is one of KINDS, `about` says in a few words what it is."""

    kind: str
    name: str
    about: str
    url: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as the finders get it. `campaigns` are those that the reader is in, `here` is the one that
    they look at, or 0."""

    reader: Any
    text: str
    words: tuple[str, ...]
    campaigns: frozenset[int] = frozenset()
    here: int = 0

    def visible(self) -> Q:
        """Rows of campaigns that the reader may see."""
        return Q(campaign_id__in=self.campaigns) | Q(campaign__public=True)

    def named(self, every: bool = True) -> Q:
        """Rows with every word, or any of the words, in their name."""
        return reduce(and_ if every else or_, (_holds(word) for word in self.words))

    def nearest(self, campaign: str = "campaign_id") -> Sequence[Any]:
        """An order: the campaign that the reader looks at, then their own, then public ones; names that begin
        with the first word before others. `campaign` is the column of the campaign."""
        place = Case(
            When(**{campaign: self.here}, then=Value(0)),
            When(**{f"{campaign}__in": self.campaigns}, then=Value(1)),
            default=Value(2),
            output_field=IntegerField(),
        )
        return place, self.begins(), "name", "pk"

    def begins(self) -> Case:
        """An order: names that begin with the first word before others."""
        return Case(
            When(name__istartswith=self.words[0], then=Value(0)),
            default=Value(1),
            output_field=IntegerField(),
        )


def _holds(word: str) -> Q:
    """Rows with the word in their name. SQLite compares only ASCII without case, so other letters are asked
    for in both."""
    forms = {word} if word.isascii() else {word.lower(), word.upper(), word.capitalize()}
    return reduce(or_, (Q(name__icontains=form) for form in sorted(forms)))


Finder = Callable[[Asked], Iterable[Hit]]
_FINDERS: list[Finder] = []


def provides_hits(finder: Finder) -> Finder:
    """Register a source of hits: asked once for a search, with a constant number of queries."""
    if finder not in _FINDERS:
        _FINDERS.append(finder)
    return finder


def read(text: str) -> tuple[str, ...]:
    """The words of what was typed, not more than are searched for; none of too few letters."""
    words = tuple(text.replace("\0", " ")[:LONGEST].split()[:MOST_WORDS])
    short = sum(map(len, words)) < LEAST_LETTERS and not all(word.isdecimal() for word in words)
    return () if short else words


def search(user: Any, text: str, here: int = 0) -> dict[str, list[Hit]]:
    """Hits by kind, the nearest first, at most `ALL` of a kind. At most ten queries; none for too few
    letters."""
    words = read(text)
    if not words:
        return {}
    own = MEMBERSHIPS.rows(user.pk) if user.is_authenticated else []
    asked = Asked(user, " ".join(words), words, frozenset(each.campaign_id for each in own), here)
    found: dict[str, list[Hit]] = {kind: [] for kind in KINDS}
    for finder in _FINDERS:
        for hit in finder(asked):
            found[hit.kind].append(hit)
    return {kind: hits[:ALL] for kind, hits in found.items() if hits}


@provides_hits
def _campaigns(asked: Asked) -> Iterable[Hit]:
    seen = Q(pk__in=asked.campaigns) | Q(public=True, head_seq__gt=0)
    for each in Campaign.objects.filter(seen & asked.named()).order_by(*asked.nearest("pk"))[:ALL]:
        whose = "yours" if each.pk in asked.campaigns else "public"
        about = f"{PHASE_WORDS[each.phase]}, {whose}"
        yield Hit("Campaigns", each.name, about, campaign_address(each.pk), "campaign")


@provides_hits
def _clubs(asked: Asked) -> Iterable[Hit]:
    found = known_clubs(asked.reader).filter(asked.named())
    for each in found.order_by(asked.begins(), "name", "pk")[:ALL]:
        about = "Club, public" if each.public else "Club, members only"
        yield Hit("Clubs", each.name, about, address("club", each.slug), "trophy")


@provides_hits
def _people(asked: Asked) -> Iterable[Hit]:
    """Members, each once for all campaigns that the reader shares with them. They lead to their player page
    if the reader may open it, and then once for all their campaigns; else to the list of members, or if the
    reader is not in that campaign, to the campaign. Two queries.
    """
    found = Member.objects.filter(asked.visible() & asked.named(), active=True).select_related("campaign")
    place = Window(RowNumber(), partition_by=F("user"), order_by=asked.nearest())
    rows = list(
        found.annotate(place=place).filter(place__lte=PLACES).order_by(*asked.nearest())[: ALL * MOST]
    )
    people = people_across([(each.campaign_id, each.number) for each in rows], asked.reader)
    places: dict[object, list[Member]] = {}
    for each in rows:
        person = people[each.campaign_id, each.number]
        shared = person.key if each.campaign_id in asked.campaigns else (each.campaign_id, each.number)
        places.setdefault(person.page or shared, []).append(each)
    for first, *others in places.values():
        base = campaign_address(first.campaign_id)
        listed = f"{address('members', base)}#member-{first.number}"
        page = people[first.campaign_id, first.number].page
        url = page or (listed if first.campaign_id in asked.campaigns else base)
        more = f" and {len(others)} more" if others else ""
        about = f"{ROLE_WORDS[first.role]} in {first.campaign.name}{more}"
        yield Hit("People", first.name, about, url, "user")
