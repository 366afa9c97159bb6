"""The words of the campaign, read from `data/words.toml`: what each means and what else people call it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from league.rules.wording import rule_texts

WORDS_PATH = "words"
_FILE = Path(__file__).resolve().parent / "data" / "words.toml"


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its meaning in a sentence or two. `also` are other words for it; a search for any of them
    tries `tries` as well. `rule` is the ID of the rule that says more."""

    name: str
    means: str
    rule: str
    also: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        return "word-" + re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@cache
def words() -> tuple[Word, ...]:
    """All words by alphabet. Raises ValueError for one that is there twice or names an unknown rule."""
    found = sorted(
        (
            Word(
                row["name"],
                row["means"],
                row["rule"],
                tuple(row.get("also", ())),
                tuple(row.get("tries", ())),
            )
            for row in tomllib.loads(_FILE.read_text(encoding="utf-8"))["word"]
        ),
        key=lambda word: word.name.casefold(),
    )
    unknown = [word.name for word in found if word.rule not in rule_texts()]
    if unknown or len({word.anchor for word in found}) < len(found):
        raise ValueError(f"words.toml: a word is there twice, or has an unknown rule: {unknown}.")
    return tuple(found)
