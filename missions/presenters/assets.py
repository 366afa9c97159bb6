"""What the fleet pages say of assets."""

from __future__ import annotations

from collections.abc import Mapping

from missions.rules.assets.text import asset_words
from rosters.presenters.assets import provides_asset_summaries


@provides_asset_summaries
def summaries() -> Mapping[str, str]:
    """What each kind of asset is good for, in a sentence."""
    return {kind: words.summary for kind, words in asset_words().items()}
