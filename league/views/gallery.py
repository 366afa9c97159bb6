"""A page with every shared part in both themes, for those who build pages. Mounted in DEBUG only."""

import re
from pathlib import Path

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from league.addresses import address
from league.kernel.refusal import Finding

SPRITE = Path(__file__).resolve().parents[2] / "static" / "img" / "icons.svg"

CHART = SafeString(
    '<svg viewBox="0 0 320 120" role="img" aria-label="Fleet value over three games, rising from 350 to 402">'
    '<path class="chart-grid" d="M30 20h280M30 60h280M30 100h280"/>'
    '<path class="chart-line" d="M40 92 170 70 300 34"/><circle class="chart-dot" cx="40" cy="92" r="4"/>'
    '<circle class="chart-dot" cx="170" cy="70" r="4"/><circle class="chart-dot" cx="300" cy="34" r="4"/>'
    '<text class="chart-text" x="2" y="24">400</text></svg>'
)


def icon_names() -> list[str]:
    """The names of all icons, in the order of the sprite; the suits stand at the end."""
    return re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8"))


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All parts, drawn from made-up things that never touch the database."""
    findings = [
        Finding(
            "no_type", "Four ships for 52 points fit no type. Take one out or add 8 points.", rule="CR-021"
        ),
        Finding("one_standard", "Only one STANDARD squadron so far.", rule="CR-016", level="warning"),
    ]
    context = {
        "icons": icon_names(),
        "themes": ("dark", "light"),
        "ranks": [*map(str, range(2, 11)), "J", "Q", "K", "A"],
        "suits": ("spades", "hearts", "diamonds", "clubs"),
        "stamps": ("EXP", "VET", "ELITE", "DAM", "CRPL", "MIA", "KIA"),
        "findings": findings,
        "trail": (("Campaigns", address("campaigns")), ("Winter league", address("campaigns"))),
        "page": Paginator(range(90), 30).page(2),
        "chart": CHART,
        "chart_head": ("Game", "Fleet value"),
        "chart_rows": ((1, 350), (2, 371), (3, 402)),
        "fates": (
            ("survived", "Still there", "check"),
            ("damaged", "Damaged", "dam"),
            ("driven", "Driven off", "hyperdrive"),
            ("destroyed", "Destroyed", "cross"),
        ),
    }
    return render(request, "league/gallery.html", context)
