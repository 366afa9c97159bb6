"""Names of files keep every letter that a plain one can stand for."""

import pytest

from league.naming import file_stem


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Große Straße", "grosse-strasse"),
        ("Łódź & Gęśla", "lodz-gesla"),
        ("Ærø Øst", "aero-ost"),
        ("Đorđe’s Þór", "dordes-thor"),
        ("Iron Fist", "iron-fist"),
        ("Красная", "fleet"),
        ("", "fleet"),
    ],
)
def test_a_name_becomes_the_beginning_of_a_files_name(name: str, stem: str):
    assert file_stem(name, "fleet") == stem
