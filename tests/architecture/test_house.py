"""The picture of the house is what the imports say, and nothing goes up the stairs."""

import pytest

from tests.architecture.house import PICTURE, STOREYS, House, house, picture


@pytest.fixture(scope="module")
def found() -> House:
    return house()


def test_the_picture_is_true(found: House) -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(found), "Run ./run house and commit docs/house.svg."


def test_every_storey_has_rooms(found: House) -> None:
    assert {cell.storey for cell in found.rooms} == set(range(len(STOREYS)))


def test_no_import_goes_up(found: House) -> None:
    assert [way for way in found.ways if way[1].storey < way[0].storey] == []
