"""Dice of any kind as pictures: pips, numbers, letters and symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape

from django.utils.safestring import SafeString

from missions.battles.board.style import Style
from missions.battles.engine.contract import Sentence
from missions.battles.engine.dice import Die

_PIPS = {
    1: ((12, 12),),
    2: ((6.5, 6.5), (17.5, 17.5)),
    3: ((6.5, 6.5), (12, 12), (17.5, 17.5)),
    4: ((6.5, 6.5), (17.5, 6.5), (6.5, 17.5), (17.5, 17.5)),
    5: ((6.5, 6.5), (17.5, 6.5), (12, 12), (6.5, 17.5), (17.5, 17.5)),
    6: ((6.5, 6.0), (17.5, 6.0), (6.5, 12), (17.5, 12), (6.5, 18.0), (17.5, 18.0)),
}
SQUARE = '<rect x="1" y="1" width="22" height="22" rx="5"/>'
OUTLINES = {
    4: '<path class="db" d="M12 1.5L23 21.5H1Z"/>',
    6: SQUARE,
    8: '<path class="db" d="M12 .8L22.5 12L12 23.2L1.5 12Z"/>',
    10: '<path class="db" d="M12 .8L23 9.5V14.5L12 23.2L1 14.5V9.5Z"/>',
    12: '<path class="db" d="M12 1L22.5 8.6L18.5 21.5H5.5L1.5 8.6Z"/>',
    20: '<path class="db" d="M12 .8L22 6.4V17.6L12 23.2L2 17.6V6.4Z"/>',
}
"""Sides → the shape of the die; all others are square."""
PLAIN = "d6"
ROOM = 2
"""Letters that can be read on a die."""


def die_symbols(style: Style, dice: Mapping[str, Die]) -> str:
    """A symbol for every face of the ordinary die and of those that a system draws itself, and the outline of
    every other.
    """
    parts = []
    for name, die in dice.items():
        shape = OUTLINES.get(die.sides, SQUARE)
        drawn = {face for face in range(1, die.sides + 1) if _drawing(style, name, die, face)}
        parts += [
            _symbol(_id(name, face), shape + _drawing(style, name, die, face)) for face in sorted(drawn)
        ]
        if len(drawn) < die.sides:
            parts.append(_symbol(_id(name, 0), shape))
    return "".join(parts)


def _symbol(name: str, shape: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 24 24">{shape}</symbol>'


def _id(die: str, face: int) -> str:
    """The ordinary die has short names, as most battles roll no other."""
    return f"hx-d{face}" if die == PLAIN else f"hx-{die}-{face}"


def _drawing(style: Style, name: str, die: Die, face: int) -> str:
    """Symbol on a face; "" if its name is written on it."""
    own = style.faces.get((name, face), "")
    if own or die.faces or die.sides != 6:
        return own
    return f'<path d="{"".join(f"M{x:g} {y:g}h0" for x, y in _PIPS[face])}"/>'


def face_name(die: Die, face: int) -> str:
    """A face in a word."""
    return die.faces[face - 1] if die.faces else str(face)


def _short(die: Die, face: int) -> str:
    """Writing on a face: its name if there is room, else its letter or number."""
    name = face_name(die, face)
    if len(name) <= ROOM:
        return name
    return die.letters[face - 1].upper() if die.letters else str(face)


def face(style: Style, dice: Mapping[str, Die], name: str, shown: int) -> SafeString:
    """One die as it fell."""
    die = dice[name]
    if _drawing(style, name, die, shown):
        return SafeString(f'<svg class="die"><use href="#{_id(name, shown)}"/></svg>')
    text = escape(_short(die, shown))
    return SafeString(
        f'<svg class="die" viewBox="0 0 24 24"><use href="#{_id(name, 0)}" width="24" height="24"/>'
        f'<text x="12" y="16.5">{text}</text></svg>'
    )


def drawn_face(name: str, shown: int) -> SafeString:
    """A face that the system draws itself."""
    return SafeString(f'<svg class="die" aria-hidden="true"><use href="#{_id(name, shown)}"/></svg>')


def faces(style: Style, dice: Mapping[str, Die], sentence: Sentence) -> SafeString:
    """All dice of a sentence, "" if it has none."""
    names: Sequence[str] = sentence.dies or (PLAIN,) * len(sentence.dice)
    drawn = [face(style, dice, name, shown) for name, shown in zip(names, sentence.dice, strict=True)]
    return SafeString("".join(drawn))


def drawer(style: Style, dice: Mapping[str, Die]) -> Callable[[Sentence], SafeString]:
    """`faces` for the dice of one system: one object for each style, by which drawn lines can be kept."""
    if style not in _DRAWERS:
        _DRAWERS[style] = partial(faces, style, dice)
    return _DRAWERS[style]


_DRAWERS: dict[Style, Callable[[Sentence], SafeString]] = {}
