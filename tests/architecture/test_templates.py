"""Templates hold under a policy that forbids inline script and style, and their lines fit on a screen."""

import re

import pytest

from tests.architecture.sources import APPS, ROOT, files

FORBIDDEN = {
    "a style= attribute": re.compile(r"<[^>{]*\sstyle\s*=", re.IGNORECASE),
    "an on…= attribute": re.compile(r"<[^>{]*\son[a-z]+\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a script without src": re.compile(r"<script\b(?![^>]*\b(src|type=\"application/json\"))", re.IGNORECASE),
    "a javascript: address": re.compile(r"javascript:", re.IGNORECASE),
    "a file from another server": re.compile(
        r"<(script|link|img)\b[^>]*(src|href)=\"(https?:)?//", re.IGNORECASE
    ),
    "hx-on or hx-vals with script": re.compile(r"\bhx-on\b|\bhx-vals=[\"']js:", re.IGNORECASE),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_has(what: str):
    """Print templates are no pages: WeasyPrint reads them, and their style stands inside."""
    found = []
    for path in files("templates", *(f"{app}/templates" for app in APPS), suffixes=(".html", ".svg")):
        name = path.relative_to(ROOT)
        if "print" not in name.parts and FORBIDDEN[what].search(path.read_text(encoding="utf-8")):
            found.append(str(name))
    assert found == []


def test_a_boosted_form_leaves_its_links_alone():
    """A link that inherits the boost of a form would swap its page into the part that the form replaces."""
    forms = [
        (str(path.relative_to(ROOT)), tag)
        for path in files("templates", suffixes=(".html",))
        for tag in re.findall(r"<form\b[^>]*>", path.read_text(encoding="utf-8"))
        if 'hx-boost="true"' in tag
    ]
    assert len(forms) > 3
    assert [path for path, tag in forms if 'hx-disinherit="hx-boost"' not in tag] == []


LONGEST = 160


def test_no_line_of_a_template_is_longer_than_a_screen():
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files(
            "templates", *(f"{app}/templates" for app in APPS), suffixes=(".html", ".svg", ".txt")
        )
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []
