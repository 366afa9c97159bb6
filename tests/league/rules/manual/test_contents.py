"""The manual put together from the shares of the apps."""

import pytest

from league.rules.manual.contents import assemble, manual, rule_address
from league.rules.manual.model import Example, Page, Topic
from league.rules.wording import Book, Chapter, RuleText, chapters, rule_texts

BOOK = Book("XX", "duels", "Duels", "How duels go.", (Chapter("One", (RuleText("XX-001", "A", "Duel."),)),))


class Share:
    """A share of what a test gives."""

    def __init__(
        self, *pages: Page, books: tuple[Book, ...] = (), examples: tuple[Example, ...] = ()
    ) -> None:
        self._pages, self._books, self._examples = pages, books, examples

    def books(self) -> tuple[Book, ...]:
        return self._books

    def pages(self) -> tuple[Page, ...]:
        return self._pages

    def topics(self) -> tuple[Topic, ...]:
        return ()

    def examples(self) -> tuple[Example, ...]:
        return self._examples


def test_without_shares_every_chapter_is_a_page_with_its_rules():
    found = assemble(())
    assert list(found.pages)[: len(chapters())] == [each.slug for each in chapters()]
    assert found.places.keys() == rule_texts().keys()
    assert found.places["CR-042"] == "/rules/cards/#CR-042"


def test_a_page_with_a_chapters_path_opens_that_chapter_and_keeps_its_place():
    opening = Page("squadrons", "Squads", "About squads.", "campaign", "some/template.html")
    found = assemble([Share(opening)])
    assert (found.pages["squadrons"].title, found.pages["squadrons"].template) == (
        "Squads",
        "some/template.html",
    )
    assert [rule.id for rule in found.pages["squadrons"].rules][:1] == ["CR-010"]
    assert list(found.pages) == list(assemble(()).pages)


def test_a_page_for_the_table_stands_before_the_campaign_and_takes_its_chapters_rules():
    found = assemble(
        [Share(Page("assets", "Assets", "All.", "table"), Page("maps", "Maps", "All.", "table"))]
    )
    assert list(found.pages)[:2] == ["assets", "maps"]
    assert found.places["CR-083"] == "/rules/assets/#CR-083"
    assert found.pages["maps"].rules == ()


@pytest.mark.parametrize("paths", [("lost/page",), ("cards/sleeves", "cards/sleeves/sizes")])
def test_a_page_that_belongs_to_none_is_not_dropped_in_silence(paths: tuple[str, ...]):
    pages = [Page(path, path, "About it.", "campaign") for path in paths]
    with pytest.raises(ValueError, match=f"belong to no other page: {paths[-1]}"):
        assemble([Share(*pages)])


def test_a_book_has_one_page_at_the_end():
    found = assemble([Share(books=(BOOK,))])
    assert list(found.pages)[-1] == "duels"
    assert found.places["XX-001"] == "/rules/duels/#XX-001"
    assert found.neighbours("duels")[1] is None


def test_an_example_stands_beside_its_first_rule():
    example = Example("half", "Half a price", "Half.", ("CR-004", "CR-142"))
    found = assemble([Share(examples=(example,))])
    assert (found.beside("CR-004"), found.beside("CR-142")) == ((example,), ())


@pytest.mark.parametrize(
    ("share", "blamed"),
    [
        (Share(Page("maps", "Maps", "", "table"), Page("maps", "More maps", "", "table")), "one path"),
        (Share(books=(BOOK, Book("XX", "again", "", "", BOOK.chapters))), "XX-001 stands on two pages"),
    ],
)
def test_a_path_or_rule_that_stands_twice_is_refused(share: Share, blamed: str):
    with pytest.raises(ValueError, match=blamed):
        assemble([share])


def test_a_rule_nobody_knows_leads_to_the_front_page():
    assert rule_address("CR-999") == "/rules/#CR-999"


def test_next_and_previous_walk_through_the_whole_manual():
    path, walked = next(iter(manual().pages)), []
    while path:
        walked.append(path)
        after = manual().neighbours(path)[1]
        assert after is None or manual().neighbours(after.path)[0] == manual().page(path)
        path = after.path if after else ""
    assert walked == list(manual().pages)
