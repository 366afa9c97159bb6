"""The counters and signs of the fighter game. Counters look east; the west is round, the east angular, and
kinds differ in size and form.
"""

from __future__ import annotations

from missions.battles.board.style import LegendLine, Sample, Style

BODIES = {
    (0, "fighter"): '<path d="M25 0L13.5 -13.6A19 19 0 1 0 13.5 13.6Z"/>',
    (1, "fighter"): '<path d="M25 0L10 -17.5H-17V17.5H10Z"/>',
    (0, "straddler"): '<path d="M25 0L15 -13A20.5 20.5 0 1 0 15 13Z"/><circle class="in" r="17"/>',
    (1, "straddler"): '<path d="M25 0L11 -19H-18.5V19H11Z"/>'
    '<path class="in" d="M19.5 0L8.5 -15H-14.5V15H8.5Z"/>',
    (0, "ship"): '<path d="M26 0C20 -14 8 -20.5 -6 -20.5C-14 -20.5 -20 -18 -24 -13V13C-20 18 -14 20.5 -6 20.5'
    'C8 20.5 20 14 26 0Z"/><path class="in" d="M-19 -12.5V12.5"/>',
    (1, "ship"): '<path d="M26 0L4 -20.5H-24L-18.5 0L-24 20.5H4Z"/>'
    '<path class="in" d="M-18.5 -17L-14 0L-18.5 17"/>',
    (0, "station"): '<circle r="23"/><circle class="in" r="19"/>',
    (1, "station"): '<path d="M23 -9.5V9.5L9.5 23H-9.5L-23 9.5V-9.5L-9.5 -23H9.5Z"/>'
    '<path class="in" d="M19 -8V8L8 19H-8L-19 8V-8L-8 -19H8Z"/>',
}
SIGNS = {
    "hits": '<path d="M0 -11l2.6 5.4l5.8 -2.3l-2.3 5.8l5.4 2.6l-5.4 2.6l2.3 5.8l-5.8 -2.3'
    'l-2.6 5.4l-2.6 -5.4l-5.8 2.3l2.3 -5.8l-5.4 -2.6l5.4 -2.6l-2.3 -5.8l5.8 2.3Z"/>',
    "vader": '<circle r="8"/><path class="sg" d="M-4 -3.5L0 4.5L4 -3.5"/>',
    "panic": '<circle r="8"/><path class="sg" d="M0 -4.5V1M0 4v.1"/>',
    "disabled": '<circle r="8"/><path class="sg" d="M-3.5 -3.5l7 7m0 -7l-7 7"/>',
    "ion": '<circle r="8"/><path class="sg" d="M1.5 -5l-4 5.5h5l-4 5"/>',
    "stopped": '<circle r="8"/><path class="sg" d="M-2 -3.5v7m4 0v-7"/>',
}
LEGEND = (
    LegendLine("Round is West; the point shows where it faces", (Sample(0, "fighter"),)),
    LegendLine("Angular is East", (Sample(1, "fighter"),)),
    LegendLine("Ships: bars for hull and shields", (Sample(0, "ship"), Sample(1, "ship"))),
    LegendLine("Stations", (Sample(0, "station"), Sample(1, "station"))),
    LegendLine("Framed: may get an order now", (Sample(0, "fighter", "can"),)),
    LegendLine("Hits that wait for the end phase, with their number", sign="hits"),
    LegendLine("Stands still", sign="stopped"),
    LegendLine("In panic", sign="panic"),
    LegendLine("Hurt by ions", sign="ion"),
    LegendLine("Disabled", sign="disabled"),
    LegendLine("Led by Vader", sign="vader"),
)
STYLE = Style(
    colours=("rebel", "imperial"), bodies=BODIES, signs=SIGNS, emblems=("fighter", "fighter"), legend=LEGEND
)
