"""The signs of the product: icons, stamps, badges, cards, figures, bars and times."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from django.template import Context, Template

from league.addresses import game_address
from league.templatetags import admiralty
from league.views.gallery import icon_names
from rosters.catalogue import catalogue

ROOT = Path(__file__).resolve().parents[2]


def symbols(sprite: str) -> set[str]:
    """The symbol names of one of our sprites."""
    text = (ROOT / "static" / "img" / sprite).read_text(encoding="utf-8")
    return set(re.findall(r'<symbol id="([^"]+)"', text))


def render(source: str, **context: object) -> str:
    return Template("{% load admiralty %}" + source).render(Context(context))


def test_an_asset_has_the_address_of_its_static_file() -> None:
    assert render('{% asset "css/tokens.css" %}') == "/static/css/tokens.css"


def test_a_kept_part_with_forms_has_the_token_of_each_request() -> None:
    tag = "{% kept_with_forms 'missions/report/withdraw.html' seen=seen url=url ship='1' what=what %}"
    first, second = (
        render(tag, url=game_address(1, 2), what="<csrf-token><seen>", csrf_token=token, seen=seen)
        for token, seen in (("one", "7"), ("two", "8"))
    )
    assert ('value="one"' in first, 'value="7"' in first) == (True, True)
    assert first.replace('value="one"', 'value="two"').replace('value="7"', 'value="8"') == second
    assert "my objection to &lt;csrf-token&gt;&lt;seen&gt;<" in first


def test_an_icon_without_a_label_is_silent() -> None:
    assert render('{% icon "buy" %}') == (
        '<svg class="icon" aria-hidden="true"><use href="/static/img/icons.svg#buy"></use></svg>'
    )


def test_an_icon_with_a_label_is_spoken_and_escaped() -> None:
    assert 'role="img" aria-label="a &quot;lock&quot;"' in render("{% icon 'lock' label %}", label='a "lock"')


def test_every_icon_a_template_asks_for_is_in_the_sprite() -> None:
    names = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert names
    assert names - symbols("icons.svg") == set()


def test_every_ship_of_the_catalogue_has_its_silhouette() -> None:
    assert symbols("ships.svg") == catalogue().ships.keys()


def test_a_silhouette_is_silent_and_none_is_drawn_for_no_ship() -> None:
    assert render("{% silhouette 'xwing' %}") == (
        '<svg class="silhouette" aria-hidden="true"><use href="/static/img/ships.svg#xwing"></use></svg>'
    )
    assert render("{% silhouette '' %}") == ""


def test_no_icon_is_drawn_twice() -> None:
    assert sorted(icon_names()) == sorted(symbols("icons.svg"))


@pytest.mark.parametrize(
    "slot", ["Elite", "Salvaged Astromech", "Hardpoint", "Title", "Modification", "Tech"]
)
def test_a_slot_has_its_icon(slot: str) -> None:
    assert admiralty.slot_symbol(slot) in symbols("icons.svg")


def test_a_rule_links_to_our_wording() -> None:
    assert render('{% rule "CR-042" %}') == '<a class="rule" href="/rules/cards/#CR-042">CR-042</a>'
    assert render('{% rule "FH-071" %}') == '<a class="rule" href="/rules/fighters/#FH-071">FH-071</a>'


@pytest.mark.parametrize("nothing", ["", None])
def test_a_sentence_without_a_rule_shows_no_link(nothing: str | None) -> None:
    assert render("{% rule it %}", it=nothing) == ""


@pytest.mark.parametrize("status", list(admiralty.STAMPS))
def test_a_stamp_has_an_icon_a_word_and_a_meaning(status: str) -> None:
    text = render("{% stamp it %}", it=status)
    assert text.endswith(f"</svg>{status}</span>")
    assert f'title="{admiralty.STAMPS[status]}"' in text
    assert status.lower() in symbols("icons.svg")


@pytest.mark.parametrize(("word", "stamp"), [("damaged", "DAM"), ("CRIPPLED", "CRPL"), ("vet", "VET")])
def test_a_stamp_understands_the_long_words(word: str, stamp: str) -> None:
    assert render("{% stamp it %}", it=word) == render("{% stamp it %}", it=stamp)


@pytest.mark.parametrize("tag", ["stamp", "side_badge", "type_badge", "suit_icon"])
@pytest.mark.parametrize("value", [None, "", "nonsense"])
def test_an_unknown_sign_shows_nothing(tag: str, value: str | None) -> None:
    assert render("{% " + tag + " it %}", it=value) == ""


@pytest.mark.parametrize("side", ["rebel", "Imperial", "scum"])
def test_a_side_is_an_emblem_and_a_word(side: str) -> None:
    assert render("{% side_badge it %}", it=side).endswith(
        f'#{side.lower()}"></use></svg>{side.title()}</span>'
    )


@pytest.mark.rule("CR-010")
def test_a_playing_card_says_what_it_is() -> None:
    assert render('{% playing_card 7 "hearts" "lg" %}') == (
        '<svg class="pcard pcard-lg pcard-red" role="img" aria-label="7 of hearts">'
        '<use href="/static/img/cards.svg#hearts-7"></use></svg>'
    )


@pytest.mark.rule("CR-010")
def test_every_card_of_the_deck_is_drawn_in_both_forms() -> None:
    deck = {f"{suit}-{rank}" for suit in set(admiralty.SUITS.values()) for rank in admiralty.RANKS} | {"back"}
    assert symbols("cards.svg") == deck | {f"{card}-s" for card in deck}


@pytest.mark.parametrize(("rank", "suit"), [("", ""), (None, "hearts"), ("11", "hearts"), ("7", "stars")])
def test_an_unknown_card_shows_a_back_without_a_hint(rank: str | None, suit: str) -> None:
    text = render("{% playing_card rank suit %}", rank=rank, suit=suit)
    assert 'aria-label="face-down card"><use href="/static/img/cards.svg#back">' in text
    assert "hearts" not in text


@pytest.mark.parametrize("suit", ["S", "spades", "♠", "Spades"])
def test_a_suit_is_known_by_name_letter_and_sign(suit: str) -> None:
    assert admiralty.suit_name(suit) == "spades"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{% points 1250 %}", '<span class="fig">1,250</span>'),
        ("{% points minus %}", '<span class="fig">−15</span>'),
        ('{% points 45 "FP" True %}', '<span class="fig">+45&nbsp;<small>FP</small></span>'),
        ('{% points 0 "" True %}', '<span class="fig">0</span>'),
        ("{% points nothing %}", '<span class="fig muted">–</span>'),
    ],
)
def test_points_are_whole_figures_with_true_signs(source: str, shown: str) -> None:
    assert render(source, minus=-15, nothing=None) == shown


@pytest.mark.rule("CR-013")
@pytest.mark.parametrize(
    ("value", "state", "verdict"),
    [
        (59, "low", "too low"),
        (60, "ok", "within the limits"),
        (120, "ok", "within the limits"),
        (121, "high", "too high"),
    ],
)
def test_the_value_bar_says_how_a_squadron_stands(value: int, state: str, verdict: str) -> None:
    text = render("{% value_bar value 60 120 %}", value=value)
    assert f'aria-label="{value} points, {verdict} of 60 to 120"' in text
    assert f'class="fill-{state}" x="0" y="2" width="{value}"' in text


def test_no_sign_needs_a_style_attribute() -> None:
    text = render(
        '{% value_bar 70 60 120 %}{% stamp "EXP" %}{% playing_card 2 "C" "sm" %}{% points 3 "FP" %}'
    )
    assert "style=" not in text


def test_a_moment_is_written_in_universal_time_for_the_browser_to_change() -> None:
    moment = datetime(2026, 11, 21, 21, 5, tzinfo=timezone(timedelta(hours=2)))
    assert render("{% when it %}", it=moment) == (
        '<time datetime="2026-11-21T19:05:00Z" data-local="datetime">21 Nov 2026, 19:05 UTC</time>'
    )


def test_a_moment_can_be_shown_as_a_day_or_an_hour() -> None:
    moment = datetime(2026, 11, 21, 19, 5, tzinfo=UTC)
    assert ">21 Nov 2026<" in render('{% when it "date" %}', it=moment)
    assert ">19:05 UTC<" in render('{% when it "time" %}', it=moment)


def test_a_plain_day_belongs_to_no_time_zone() -> None:
    assert render("{% when it %}", it=date(2026, 11, 2)) == '<time datetime="2026-11-02">2 Nov 2026</time>'
    assert render("{% when it %}", it=None) == ""


def test_a_kept_part_is_drawn_from_its_values_alone_and_once_for_each():
    drawn = Template('{% load admiralty %}{% kept "missions/game/forces.html" forces=forces %}')
    before = admiralty.kept.cache_info()
    first, again = (drawn.render(Context({"forces": (), "fleet": name})) for name in ("a", "b"))
    after = admiralty.kept.cache_info()
    assert first == again and "Forces" in first
    assert after.hits - before.hits >= 1 and after.misses - before.misses <= 1


def test_a_kept_part_takes_only_values_that_cannot_change():
    with pytest.raises(TypeError, match="unhashable"):
        admiralty.kept("missions/game/forces.html", forces=[])
