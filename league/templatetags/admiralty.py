"""Template tags for the product's signs: icons, rule links, stamps, badges, playing cards and figures.

Every tag returns finished markup from a small cache: a fleet page draws some hundred of them within its CPU
budget. Colour is never the only sign, so each of them carries a word or a label.
"""

from collections.abc import Hashable, Mapping
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from types import MappingProxyType
from urllib.parse import quote

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django_htmx.jinja import htmx_script

from league import addresses
from league.rules.manual.contents import rule_address
from league.rules.phrases import RED_SUITS, SIDE_NAMES, TYPE_NAMES, full_stop

register = template.Library()
register.filter("full_stop", full_stop)

EMPTY = SafeString("")
TOKEN_GAP = SafeString("<csrf-token>")
SEEN_GAP = SafeString("<seen>")
CURRENT = SafeString(' aria-current="page"')
NO_POINTS = SafeString('<span class="fig muted">–</span>')

STAMPS: Mapping[str, str] = MappingProxyType(
    {
        "EXP": "Experienced",
        "VET": "Veteran",
        "ELITE": "Elite",
        "DAM": "Damaged",
        "CRPL": "Crippled section",
        "MIA": "Missing in action",
        "KIA": "Killed in action",
    }
)
_STAMP_ALIASES: Mapping[str, str] = MappingProxyType({"DAMAGED": "DAM", "CRIPPLED": "CRPL"})
SUITS: Mapping[str, str] = MappingProxyType(
    {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "♠": "spades", "♥": "hearts"}
    | {"♦": "diamonds", "♣": "clubs"}
)
RANKS: Mapping[str, str] = MappingProxyType(
    {str(rank): str(rank) for rank in range(2, 11)} | {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
)
_CARD_SIZES = frozenset({"sm", "md", "lg"})


@register.simple_tag
@lru_cache(maxsize=256)
def asset(path: str) -> str:
    """The address of a static file, looked up once per process (it does not change meanwhile)."""
    return static(path)


@register.simple_tag
@lru_cache(maxsize=1024)
def kept(template: str, **values: Hashable) -> SafeString:
    """A part of a page, drawn from these values alone: `{% kept "a/part.html" table=table %}`.
    The process keeps what it has drawn, and draws a part again only if a value has changed.
    """
    return render_to_string(template, values)


@register.simple_tag(takes_context=True)
def kept_with_forms(context: Context, template: str, seen: str, **values: Hashable) -> SafeString:
    """A part of a page with forms, kept like others: what is kept has gaps for the token of the request and
    for `seen`, the campaign's seq, which are filled in now. No text of a person can make such a gap, because
    its "<" is escaped.
    """
    drawn = kept(template, csrf_token=TOKEN_GAP, seen=SEEN_GAP, **values)
    for gap, filling in ((TOKEN_GAP, context["csrf_token"]), (SEEN_GAP, seen)):
        drawn = SafeString(drawn.replace(gap, conditional_escape(filling)))
    return drawn


@register.simple_tag
def address(route: str, *parts: int | str) -> str:
    """The address of a route by its name: `{% address 'member' base person.number %}`."""
    return addresses.address(route, *parts)


@register.simple_tag
def signup_policy() -> str:
    """The host's word on new accounts: "open", "invited" or "closed"."""
    return str(settings.SIGNUP)


@register.simple_tag(takes_context=True)
def current(context: Context, *routes: str) -> SafeString:
    """Marks a link whose page, or one below it, is the one being read."""
    request = context.get("request")
    here = request is not None and request.path.startswith(tuple(addresses.address(each) for each in routes))
    return CURRENT if here else EMPTY


@register.simple_tag(takes_context=True)
def way_back(context: Context) -> str:
    """The query that leads from signing in back to the page being read; empty if there is none to go
    back to."""
    request = context.get("request")
    if request is None or request.method != "GET" or request.path in ("", addresses.address("landing")):
        return ""
    entrance = addresses.address("account_login").removesuffix("login/")
    return "" if request.path.startswith(entrance) else f"?next={quote(request.path)}"


@lru_cache(maxsize=1024)
def _icon(name: str, label: str, extra: str) -> SafeString:
    classes = f"icon {extra}".strip()
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"></use></svg>', classes, spoken, asset("img/icons.svg"), name
    )


@register.simple_tag
def icon(name: str, label: str = "", extra: str = "") -> SafeString:
    """An icon of the sprite `static/img/icons.svg`; silent unless given a label for screen readers.

    `extra` adds CSS classes.
    """
    return _icon(name, label, extra)


@lru_cache(maxsize=256)
def _silhouette(ship: str) -> SafeString:
    return format_html(
        '<svg class="silhouette" aria-hidden="true"><use href="{}#{}"></use></svg>',
        asset("img/ships.svg"),
        ship,
    )


@register.simple_tag
def silhouette(ship: str | None) -> SafeString:
    """The silhouette of a ship of the catalogue, from above, nose up. It stands beside the ship's name, so it
    is silent. No ship, no picture."""
    return _silhouette(ship) if ship else EMPTY


def slot_symbol(slot: str) -> str:
    """The sprite's symbol for an upgrade slot: "Salvaged Astromech" gives "slot-salvaged-astromech"."""
    return "slot-" + slot.strip().lower().replace(" ", "-").replace("_", "-")


@register.simple_tag
def slot_icon(slot: str, label: str = "") -> SafeString:
    """The icon of an upgrade slot named as on the ship's bar."""
    return _icon(slot_symbol(slot), label, "")


@lru_cache(maxsize=1024)
def _rule(rule_id: str) -> SafeString:
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(rule_id), rule_id)


@register.simple_tag
def rule(rule_id: str | None) -> SafeString:
    """A small link to our wording of a rule; nothing for an empty ID."""
    return _rule(rule_id) if rule_id else EMPTY


@register.simple_tag
def cited(text: str, rule_id: str) -> SafeString:
    """A printed sentence with its rule, which never begins a line: it stays with the last word."""
    before, _, last = text.rpartition(" ")
    return format_html('{} <span class="cited">{} <span class="rule">{}</span></span>', before, last, rule_id)


@lru_cache(maxsize=256)
def _stamp(status: str) -> SafeString:
    key = _STAMP_ALIASES.get(status.upper(), status.upper())
    if key not in STAMPS:
        return EMPTY
    sign = key.lower()
    return format_html(
        '<span class="stamp stamp-{}" title="{}">{}{}</span>', sign, STAMPS[key], _icon(sign, "", ""), key
    )


@register.simple_tag
def stamp(status: str | None) -> SafeString:
    """The stamp of a status: EXP, VET, ELITE, DAM, CRPL, MIA, KIA. No status, no stamp."""
    return _stamp(str(status)) if status else EMPTY


@lru_cache(maxsize=64)
def _side_badge(side: str) -> SafeString:
    key = side.lower()
    if key not in SIDE_NAMES:
        return EMPTY
    return format_html('<span class="side side-{}">{}{}</span>', key, _icon(key, "", ""), SIDE_NAMES[key])


@register.simple_tag
def side_badge(side: str | None) -> SafeString:
    """A side's emblem and name in its colour."""
    return _side_badge(str(side)) if side else EMPTY


@lru_cache(maxsize=64)
def _type_badge(squadron_type: str) -> SafeString:
    key = squadron_type.lower()
    if key not in TYPE_NAMES:
        return EMPTY
    return format_html('<span class="sqtype">{}{}</span>', _icon(key, "", ""), TYPE_NAMES[key])


@register.simple_tag
def type_badge(squadron_type: str | None) -> SafeString:
    """A squadron type's chevrons and name: RECON, STANDARD, EPIC."""
    return _type_badge(str(squadron_type)) if squadron_type else EMPTY


def suit_name(suit: str) -> str:
    """The full name of a suit given as name, letter or sign; empty when it is none."""
    name = SUITS.get(suit.upper(), suit.lower())
    return name if name in SUITS.values() else ""


@lru_cache(maxsize=512)
def _playing_card(rank: str, suit: str, size: str) -> SafeString:
    size = size if size in _CARD_SIZES else "md"
    suit = suit_name(suit)
    rank = rank.upper()
    if rank in RANKS and suit:
        symbol, label = f"{suit}-{rank}", f"{RANKS[rank]} of {suit}"
        tone = " pcard-red" if suit in RED_SUITS else ""
    else:
        symbol, label, tone = "back", "face-down card", " pcard-back"
    return format_html(
        '<svg class="pcard pcard-{}{}" role="img" aria-label="{}"><use href="{}#{}{}"></use></svg>',
        size,
        tone,
        label,
        asset("img/cards.svg"),
        symbol,
        "-s" if size == "sm" else "",
    )


@register.simple_tag
def playing_card(rank: object = "", suit: object = "", size: str = "md") -> SafeString:
    """A playing card, 2–10 and J, Q, K, A in four suits; anything else shows the back.

    Suits are names, letters or signs; sizes are sm (index only), md and lg.
    """
    return _playing_card(str(rank or ""), str(suit or ""), size)


@lru_cache(maxsize=64)
def _suit(suit: str) -> SafeString:
    name = suit_name(suit)
    return _icon(name, name, "suit-red" if name in RED_SUITS else "") if name else EMPTY


@register.simple_tag
def suit_icon(suit: str | None) -> SafeString:
    """The sign of a suit with its name for screen readers."""
    return _suit(str(suit)) if suit else EMPTY


@lru_cache(maxsize=4096)
def _points(amount: int, unit: str, signed: bool) -> SafeString:
    sign = "−" if amount < 0 else "+" if signed and amount > 0 else ""
    figure = f"{sign}{abs(amount):,}"
    if not unit:
        return format_html('<span class="fig">{}</span>', figure)
    return format_html('<span class="fig">{}&nbsp;<small>{}</small></span>', figure, unit)


@register.simple_tag
def points(amount: int | None, unit: str = "", signed: bool = False) -> SafeString:
    """A whole number of points in tabular figures, with a true minus, and a plus if asked for.

    None shows a dash.
    """
    if amount is None:
        return NO_POINTS
    return _points(int(amount), unit, signed)


@lru_cache(maxsize=1024)
def _value_bar(value: int, low: int, high: int) -> SafeString:
    scale = max(value, round(high * 1.15), 1)
    state = "low" if value < low else "high" if value > high else "ok"
    verdict = {"low": "too low", "high": "too high", "ok": "within the limits"}[state]
    return format_html(
        '<svg class="value-bar" viewBox="0 0 {scale} 10" preserveAspectRatio="none" role="img" '
        'aria-label="{value} points, {verdict} of {low} to {high}">'
        '<rect class="zone" x="{low}" y="0" width="{span}" height="10"></rect>'
        '<rect class="fill-{state}" x="0" y="2" width="{value}" height="6"></rect>'
        '<rect class="mark" x="{low}" y="0" width="{tick}" height="10"></rect>'
        '<rect class="mark" x="{high}" y="0" width="{tick}" height="10"></rect></svg>',
        scale=scale,
        value=value,
        verdict=verdict,
        low=low,
        high=high,
        span=high - low,
        state=state,
        tick=f"{scale / 200:.2f}",
    )


@register.simple_tag
def value_bar(value: int, low: int, high: int) -> SafeString:
    """A squadron's value in points against the limits of its type (CR-011 to CR-014), as a spoken bar."""
    return _value_bar(int(value), int(low), int(high))


@register.simple_tag
@cache
def htmx() -> SafeString:
    """The script of htmx; its address is the same for every page of the process."""
    return htmx_script()


@register.simple_tag
def when(moment: datetime | date | None, style: str = "datetime") -> SafeString:
    """A moment as the reader's own time: written in UTC, rewritten by app.js.

    `style` is datetime, date, time, evening (with the day of the week), or ago: how long ago it was, which
    app.js keeps up to date. A plain date stays as it is; None shows nothing.
    """
    if moment is None:
        return EMPTY
    if not isinstance(moment, datetime):
        return format_html('<time datetime="{}">{}</time>', moment.isoformat(), f"{moment:%-d %b %Y}")
    aware = moment if timezone.is_aware(moment) else timezone.make_aware(moment, UTC)
    return _moment(aware.astimezone(UTC), style)


@lru_cache(maxsize=4096)
def _moment(utc: datetime, style: str) -> SafeString:
    texts = {
        "date": f"{utc:%-d %b %Y}",
        "time": f"{utc:%H:%M} UTC",
        "evening": f"{utc:%a, %-d %b %Y, %H:%M} UTC",
    }
    text = texts.get(style, f"{utc:%-d %b %Y, %H:%M} UTC")
    return format_html(
        '<time datetime="{}" data-local="{}">{}</time>', f"{utc:%Y-%m-%dT%H:%M:%SZ}", style, text
    )
