"""The symbols that a hex map is put together from: grid, counters, signs. All of them are our own drawings.

Counters look east and are turned by their facing. West is round, east angular; kinds differ in size and form.
"""

from __future__ import annotations

GRID = (
    '<pattern id="hx-grid" width="52" height="90" patternUnits="userSpaceOnUse">'
    '<path class="gl" d="M0 45V15L26 0L52 15V45M0 45L26 60L52 45M26 60V90"/></pattern>'
)
_STARS = (
    (31, 40, 1.1), (120, 22, 0.8), (203, 96, 1.4), (288, 30, 0.7), (371, 70, 1.0), (58, 132, 0.7),
    (150, 171, 1.1), (249, 150, 0.8), (330, 190, 1.5), (402, 148, 0.8), (24, 222, 1.3), (101, 262, 0.8),
    (187, 241, 1.0), (272, 283, 1.1), (359, 262, 0.7), (70, 320, 0.9), (162, 338, 1.4), (312, 344, 0.8),
)  # fmt: skip
STARS = (
    '<pattern id="hx-stars" width="416" height="360" patternUnits="userSpaceOnUse">'
    + "".join(f'<circle class="st" cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in _STARS)
    + "</pattern>"
)
HEX = "M0 -30l26 15v30l-26 15l-26 -15v-30Z"
SMALL = "M0 -27l23.4 13.5v27l-23.4 13.5l-23.4 -13.5v-27Z"
BODIES = {
    "w-fighter": '<path d="M25 0L13.5 -13.6A19 19 0 1 0 13.5 13.6Z"/>',
    "e-fighter": '<path d="M25 0L10 -17.5H-17V17.5H10Z"/>',
    "w-straddler": '<path d="M25 0L15 -13A20.5 20.5 0 1 0 15 13Z"/><circle class="in" r="17"/>',
    "e-straddler": '<path d="M25 0L11 -19H-18.5V19H11Z"/>'
    '<path class="in" d="M19.5 0L8.5 -15H-14.5V15H8.5Z"/>',
    "w-ship": '<path d="M26 0C20 -14 8 -20.5 -6 -20.5C-14 -20.5 -20 -18 -24 -13V13C-20 18 -14 20.5 -6 20.5'
    'C8 20.5 20 14 26 0Z"/><path class="in" d="M-19 -12.5V12.5"/>',
    "e-ship": '<path d="M26 0L4 -20.5H-24L-18.5 0L-24 20.5H4Z"/>'
    '<path class="in" d="M-18.5 -17L-14 0L-18.5 17"/>',
    "w-station": '<circle r="23"/><circle class="in" r="19"/>',
    "e-station": '<path d="M23 -9.5V9.5L9.5 23H-9.5L-23 9.5V-9.5L-9.5 -23H9.5Z"/>'
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
    "role": '<circle r="8"/>',
    "arrow": '<path d="M-7 0H7M2 -5.5L7.5 0L2 5.5"/>',
}
_PIPS = {
    1: ((12, 12),),
    2: ((6.5, 6.5), (17.5, 17.5)),
    3: ((6.5, 6.5), (12, 12), (17.5, 17.5)),
    4: ((6.5, 6.5), (17.5, 6.5), (6.5, 17.5), (17.5, 17.5)),
    5: ((6.5, 6.5), (17.5, 6.5), (12, 12), (6.5, 17.5), (17.5, 17.5)),
    6: ((6.5, 6.0), (17.5, 6.0), (6.5, 12), (17.5, 12), (6.5, 18.0), (17.5, 18.0)),
}
DICE = "".join(
    f'<symbol id="hx-d{face}" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="5"/>'
    f'<path d="{"".join(f"M{x:g} {y:g}h0" for x, y in places)}"/></symbol>'
    for face, places in _PIPS.items()
)
DEFS = (
    f'<defs>{GRID}{STARS}<path id="hx-h" d="{SMALL}"/><path id="hx-o" d="{HEX}"/>'
    + "".join(f'<g id="hx-{name}">{shape}</g>' for name, shape in {**BODIES, **SIGNS}.items())
    + f"{DICE}</defs>"
)
"""All of it, to stand once at the start of a picture."""

LEGEND = (
    ("hits", "Hits that wait for the end phase, with their number"),
    ("stopped", "Stands still"),
    ("panic", "In panic"),
    ("ion", "Hurt by ions"),
    ("disabled", "Disabled"),
    ("vader", "Led by Vader"),
)
"""Signs at the edge of counters, and what they mean."""
