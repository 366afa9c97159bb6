"""Adds the share of missions to the manual when Django starts."""

from __future__ import annotations

from league.rules.manual.model import Example, Page, Topic
from league.rules.manual.port import add_share
from league.rules.wording import Book
from missions.presenters.manual import asset_page, mission_pages, reference
from missions.rules.content.examples import examples


class MissionsShare:
    """Missions, assets, statuses and worked examples."""

    def books(self) -> tuple[Book, ...]:
        """None: the rules of missions are rules of the campaign."""
        return ()

    def pages(self) -> tuple[Page, ...]:
        """The pages for the table, and the opening of the chapter about squadrons."""
        return (
            *mission_pages.pages(),
            asset_page.page(),
            reference.statuses_page(),
            reference.squadrons_page(),
        )

    def topics(self) -> tuple[Topic, ...]:
        """Missions, assets and statuses."""
        return (*mission_pages.topics(), *asset_page.topics(), *reference.topics())

    def examples(self) -> tuple[Example, ...]:
        """All worked examples."""
        return examples()


add_share(MissionsShare())
