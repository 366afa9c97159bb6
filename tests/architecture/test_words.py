"""Every text of the repository is plain English: documents, data, pages, docstrings, comments, sentences."""

import re
from pathlib import Path

import pytest

from tests.architecture import words
from tests.architecture.sources import APPS, ROOT, files

FOLDERS = (*APPS, "templates", "static", "tests", "bench", "docs")
AT_THE_TOP = ("README.md", "CHANGELOG.md", "pyproject.toml", "run", ".ci/run", ".env.example")
# The checker's own files quote the openings and words that it looks for.
CHECKER = {Path(__file__), Path(words.__file__)}


KINDS = {
    "documents": (".md",),
    "data and settings": (".toml", ".example", ""),
    "code": (".py",),
    "scripts and styles": (".js", ".css"),
    "pages and mails": (".html", ".txt", ".svg"),
}


def written(kind: str) -> list[Path]:
    """Our own files of a kind, below the folders and at the top; the licences of fonts are not ours."""
    below = [
        path
        for path in files(*FOLDERS, suffixes=KINDS[kind])
        if path.is_file() and path not in CHECKER and not path.name.startswith("OFL-")
    ]
    return below + [ROOT / name for name in AT_THE_TOP if Path(name).suffix in KINDS[kind]]


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_plain_english(kind: str):
    texts = [text for path in written(kind) for text in words.texts(path, ROOT)]
    assert [(place, found) for place, text in texts for found in words.faults(text)] == []
    assert len(texts) > 100


def test_docstrings_begin_with_a_verb_or_a_noun():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]}"
        for path in written("code")
        for line, text in words.docstrings(path.read_text(encoding="utf-8"))
        if words.DOCSTRING_OPENING.match(text.lstrip())
    ]
    assert found == []


def test_a_test_is_named_by_a_sentence_that_opens_with_its_subject():
    named = re.compile(r"\bdef (test_(?:who|whom|whoever|what|whatever|where|wherever|how)_\w+)")
    names = [name for path in written("code") for name in named.findall(path.read_text(encoding="utf-8"))]
    assert names == []


def test_the_beginning_of_a_docstring_is_found_wherever_it_stands():
    source = 'class A:\n    """How it goes."""\n\n    x: int\n    """By name."""\n\n    y = "What else"\n'
    texts = [text for _, text in words.docstrings(source)]
    assert [bool(words.DOCSTRING_OPENING.match(text)) for text in texts] == [True, True]


@pytest.mark.parametrize(
    "text", ["Those that are left, by name.", "The ones left, by name.", "Is it over? True if so."]
)
def test_a_docstring_may_open_with_a_noun_or_a_question(text: str):
    assert bool(words.DOCSTRING_OPENING.match(text)) == text.startswith("Those")


@pytest.mark.parametrize(
    "text",
    [
        "Who goes on lets stand what he saw.",
        "What is refused is said in place.",
        "Saved.  Where nobody chose anything nobody has to go on.",
        "“Whoever opens it, signed in, takes that place.”",
        "Read it; what is cancelled is used up.",
        "The forms. *Whatever is left* goes home.",
        "All is made anew.",
        "All of it save for the points.",
        "The organiser and his fleet.",
        "It plays by lot.",
        "Everybody may look on",
        "A visitor (looks on)",
        "The fault that is left to mend.",
        "Both cards lie open.",
        "It asked too often of late.",
        "The link lets whoever has it join.",
        "It keeps whatever it is given.",
        "Lines as they shall stand.",
    ],
)
def test_the_checker_finds(text: str):
    assert words.faults(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "Who is next? What did they roll?",
        "Where does the shooter stand, seen from the target? In front adds 0.",
        "Say who acts and where they stand.",
        "What now",
        "Save the rest, and save it again.",
        "If nobody chose anything, no confirmation is needed.",
        "See how it looks on a phone, and how a list of late joiners looks on paper.",
        "A ship fires in all directions, whatever its facing.",
        "I recommend an amendment.",
    ],
)
def test_the_checker_lets_pass(text: str):
    assert words.faults(text) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.py", 'def f():\n    """Return it.\n\n    What is left goes\n    home.\n    """\n'),
        ("a.py", "x = 1\n# Kept.\n# Where nobody looks,\n# nothing is drawn.\n"),
        ("a.py", 'say = f"{name} is out. Who stays plays on with {points} points."\n'),
        ("a.html", "<p>{% if over %}\n  What is <em>over</em> stays over.{% endif %}</p>"),
        ("a.html", '{% include "note.html" with text="Where nobody sits it is empty." %}'),
        ("a.html", '<button title="Whoever presses it leaves the table.">x</button>'),
        ("a.html", "{# Who waits sees a clock. #}<p>Wait.</p>"),
        ("a.html", "{% if a %}<p>{{ name }} waits.</p>{% else %}<li>Who comes late joins.</li>{% endif %}"),
        ("a.md", "# Title\n\nFine.\n\n- Who is\n  late joins.\n"),
        ("a.md", "| a | b |\n| --- | --- |\n| x | what it does |\n"),
        ("a.toml", 'a = [["CR-001", "Who wins takes it all."]]\n'),
        ("a.toml", "# Who wins\n# takes it all.\n"),
        ("a.js", "// Fine.\n// What is open\n// stays open.\n"),
        ("a.js", "say(`What ${name} found is lost.`);\n"),
        ("a.css", "/* What is\n   current gets an edge. */\n"),
        ("run", "cat <<'TEXT'\nWhat it does now\nTEXT\n# Fine.\n"),
    ],
)
def test_the_checker_reads_every_kind_of_file(tmp_path: Path, name: str, source: str):
    (tmp_path / name).write_text(source, encoding="utf-8")
    found = [words.faults(text) for _, text in words.texts(tmp_path / name, tmp_path)]
    assert len([each for each in found if each]) == 1


def test_a_fault_is_told_with_its_line(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>Fine.</p>\n\n<p>\n  Who waits sees a clock.\n</p>", encoding="utf-8")
    assert [place for place, text in words.texts(tmp_path / "a.html", tmp_path) if words.faults(text)] == [
        "a.html:4"
    ]


def test_code_in_a_document_is_no_text(tmp_path: Path):
    (tmp_path / "a.md").write_text("Fine.\n\n```\nWhat is this line.\n```\n", encoding="utf-8")
    assert not any(words.faults(text) for _, text in words.texts(tmp_path / "a.md", tmp_path))
