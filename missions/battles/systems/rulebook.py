"""Rulebooks of rule systems in our own words, read from their data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from league.rules.wording import Chapter, RuleText


def read(folder: Path) -> tuple[Chapter, ...]:
    """The chapters of a system: titles from `rule_ids.toml`, sentences from `rule_words.toml`.

    Raises ValueError when the two do not name the same rules, or a rule says nothing or something of an
    unknown kind.
    """
    titles = tomllib.loads((folder / "rule_ids.toml").read_text(encoding="utf-8"))
    words = tomllib.loads((folder / "rule_words.toml").read_text(encoding="utf-8"))
    worded = [rule for chapter in words.values() for rule in chapter]
    if sorted(worded) != sorted(titles):
        raise ValueError(f"rule_words.toml: {sorted(set(worded) ^ set(titles))} do not match rule_ids.toml.")
    return tuple(
        Chapter(title, tuple(_rule(rule, titles[rule]["title"], texts) for rule, texts in chapter.items()))
        for title, chapter in words.items()
    )


def _rule(rule: str, title: str, texts: Mapping[str, Any]) -> RuleText:
    if not texts or not texts.keys() <= {"words", "ruling", "house"}:
        raise ValueError(f"rule_words.toml: {rule} needs words, a ruling or house figures, and nothing else.")
    return RuleText(rule, title, texts.get("words", ""), texts.get("ruling", ""), texts.get("house", ""))
