"""Plain English, checked: texts of the repository, and openings and words that none of them uses."""

import ast
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import nodes, parse

# In place of a name or figure that is filled in.
X = "X"
# A place such as "docs/glossary.md:12", and one text found there.
Text = tuple[str, str]

# A sentence begins at the start of a text, after a full stop or a semicolon, and not with a free relative.
OPENING = re.compile(
    r"(?:^|[.!?;…]['\"”’)*_]*\s+)['“(*_]*"
    r"((?:Who|What|Where|Whom|Whose|Whoever|Whomever|Whatever|Whichever|Wherever)"
    r"(?:'s|’s)?(?:\s+[\w’'`-]+,?){2}[^.!?;]*)([.!?;…]|$)",
    re.IGNORECASE,
)
# Words that no club member says at the table.
STILTED = re.compile(
    r"\b(anew|lest|by lot|thereof|therein|thereby|thereupon|thereon|therefrom|whereupon|whereby|wherein"
    r"|whereof|hitherto|henceforth|heretofore|whosoever|whatsoever|aught|naught|nought|amongst"
    r"|(?<!one )(?<!the )(?<!a )save (?:for|that)|(?:all|none|(?:no|every|any)(?:body|thing|where)) save"
    r"|he|him|his|himself|whoever|whomever|(?<!, )(?<!: )whatever|onlookers?|mend(?:s|ed|ing)?"
    r"|(?:lies?|lay|lying) open|(?:may look|look(?:s|ing|ed)?) on(?=$|\W*[.,;:)])|shall"
    r"|of late(?=$|[.,;:)]))\b",
    re.IGNORECASE,
)


def faults(text: str) -> list[str]:
    """Return a text's openings and words that plain English avoids. Questions may open with any word."""
    flat = " ".join(text.split())
    opened = [match[1] for match in OPENING.finditer(flat) if match[2] != "?"]
    return opened + [match[0] for match in STILTED.finditer(flat)]


# A docstring begins with a verb or a noun; "Whether …" is the noun clause of a predicate.
DOCSTRING_OPENING = re.compile(
    r"(?:Who|What|Where|When|Why|How|Which|Whose|Whom|That|So|As|At|By|For|From|Of|On|In|To|Up|With|Without"
    r"|After|Before|Beside|Besides|Between|Among|Beyond|Under|Through|Like|Only|Also|Not|Then|Here|There"
    r"|It|Its|They|Their|This|These|Those)\b(?![^.]*\?)"
)


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield every docstring of Python source, of attributes too, with its line."""
    for node in nodes(parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def of_python(source: str) -> Iterator[tuple[int, str]]:
    """Yield every docstring, block of comments and string in Python source, with its line."""
    found = nodes(parse(source))
    pieces = {id(piece) for node in found if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in found:
        if isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(str(piece.value) if isinstance(piece, ast.Constant) else X for piece in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
            yield node.lineno, node.value
    remarks = (re.search(r"(?:^\s*|\s{2})#(.*)", line) for line in source.splitlines())
    yield from _joined((number, match[1]) for number, match in enumerate(remarks, 1) if match)


def _joined(comments: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Join comments on neighbouring lines: a sentence runs over several."""
    first = last = 0
    words: list[str] = []
    for line, comment in comments:
        if words and line != last + 1:
            yield first, " ".join(words)
            words = []
        first = first if words else line
        last = line
        words.append(comment.strip().lstrip("#/*").strip())
    if words:
        yield first, " ".join(words)


# Tags after which a new text begins.
BLOCK = re.compile(
    r"</?(?!(?:a|abbr|b|bdi|br|code|em|i|kbd|mark|small|span|strong|sub|sup|time|var)\b)[a-z][^>]*>",
    re.IGNORECASE,
)
QUOTED = re.compile(r"\"([^\"]*)\"")


def of_template(source: str) -> Iterator[tuple[int, str]]:
    """Yield every text of a template: comments, attributes, arguments of tags, text of block elements."""
    for match in re.finditer(r"{#(.*?)#}|{%\s*comment.*?%}(.*?){%\s*endcomment\s*%}", source, re.DOTALL):
        yield _line(source, match), match[1] or match[2]
    plain = re.sub(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}", _blank, source, flags=re.DOTALL)
    for match in re.finditer(r"{%.*?%}|<[a-z][^>]*>", plain, re.DOTALL | re.IGNORECASE):
        for quoted in QUOTED.finditer(match[0]):
            yield _line(plain, match), re.sub(r"{.*?}+", X, quoted[1])
    plain = re.sub(r"<(script|style)\b.*?</\1>", _blank, plain, flags=re.DOTALL)
    plain = re.sub(
        r"{{.*?}}|{% *(?:rule|stamp|points|url)\b.*?%}", lambda m: X + _blank(m), plain, flags=re.DOTALL
    )
    plain = re.sub(r"{%.*?%}", _blank, plain, flags=re.DOTALL)
    start = 0
    for match in (*BLOCK.finditer(plain), None):
        text = plain[start : match.start() if match else len(plain)]
        stripped = text.lstrip()
        if stripped:
            number = plain.count("\n", 0, start + len(text) - len(stripped)) + 1
            yield number, html.unescape(re.sub(r"<[^>]*>", "", stripped))
        start = match.end() if match else start


def _line(source: str, match: re.Match[str]) -> int:
    return source.count("\n", 0, match.start()) + 1


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def of_markdown(source: str) -> Iterator[tuple[int, str]]:
    """Yield every paragraph, item, heading and table cell of a Markdown document, without code."""
    source = re.sub(r"^```.*?^```", _blank, source, flags=re.DOTALL | re.MULTILINE)
    number, words = 0, [""]
    for line, text in enumerate([*source.splitlines(), ""], 1):
        if re.match(r"\s*$|#|\||[-*] |\s+[-*] |\s*\d+\. ", text):
            yield number, " ".join(words)
            number, words = line, []
        words.append(re.sub(r"^\s*(?:#+|[-*]|\d+\.)\s", "", text))
        if text.startswith("|"):
            yield from ((line, cell) for cell in text.strip("|").split("|"))
            words = []


def of_toml(source: str) -> Iterator[tuple[int, str]]:
    """Yield every string of a TOML file and its comments; strings have no line of their own."""
    yield from ((1, text) for text in _strings(tomllib.loads(source)))
    yield from _hashes(source)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _hashes(source: str) -> Iterator[tuple[int, str]]:
    lines = enumerate(source.splitlines(), 1)
    yield from _joined((number, text) for number, text in lines if text.lstrip().startswith("#"))


def of_script(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and the strings of several words in JavaScript or CSS."""
    for match in re.finditer(r"/\*(.*?)\*/", source, re.DOTALL):
        yield _line(source, match), re.sub(r"^\s*\*", "", match[1], flags=re.MULTILINE)
    lines = enumerate(source.splitlines(), 1)
    yield from _joined((number, text.strip()) for number, text in lines if text.lstrip().startswith("//"))
    for match in re.finditer(r"\"([^\"\n]* [^\"\n]*)\"|`([^`]* [^`]*)`", source):
        yield _line(source, match), re.sub(r"\${[^}]*}", X, match[1] or match[2])


def of_shell(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a script, and the lines that it prints as its help."""
    yield from _hashes(source)
    for match in re.finditer(r"<<'TEXT'\n(.*?)^TEXT", source, re.DOTALL | re.MULTILINE):
        yield from enumerate(match[1].splitlines(), _line(source, match) + 1)


READERS = {
    ".py": of_python,
    ".html": of_template,
    ".txt": of_template,
    ".svg": of_template,
    ".md": of_markdown,
    ".toml": of_toml,
    ".js": of_script,
    ".css": of_script,
}


def texts(path: Path, root: Path) -> Iterator[Text]:
    """Yield every text of a file with its place."""
    name = path.relative_to(root)
    for line, text in READERS.get(path.suffix, of_shell)(path.read_text(encoding="utf-8")):
        yield f"{name}:{line}", text
