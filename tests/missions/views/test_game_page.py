"""The game page at every step: what it shows to whom, and what its buttons do."""

from tests.missions.tables import page, typed


def test_before_the_draw_both_sides_are_asked_to_press_ready(table):
    text = page(table.active, table.url)
    assert "Press ready, and the squadrons are drawn." in text
    assert 'form="ready-form"' in text


def test_whole_flow(table, visitor):
    answer = table.press(table.active, "ready", side="active", nonce="amber")
    assert answer.status_code == 302
    assert table.press(table.opposing, "ready", side="opposing").status_code == 302
    for person in (table.organiser, table.active, table.opposing, visitor):
        page(person, table.url)
        page(person, table.verify_url)
    game = table.game
    if game.step == "draw":
        for side, who in (("active", table.active), ("opposing", table.opposing)):
            assert table.press(who, "accept", side=side).status_code == 302
    for person in (table.organiser, table.active, table.opposing, visitor):
        page(person, table.url)
    page(table.active, table.url + "report/")
    answer = table.active.client.post(table.url + "report/", {"do": "submit"})
    assert answer.status_code == 422
    assert "Say what happened to" in answer.content.decode()
    ship = next(iter(game.ships))
    answer = table.active.client.post(
        f"{table.url}report/ships/{ship}/", {f"s{ship}-fate": "survived", f"s{ship}-whole-damage": "1"}
    )
    assert answer.status_code == 200, answer.content
    assert "Saved" in answer.content.decode()
    for person in (table.organiser, table.active, table.opposing, visitor):
        page(person, table.url)
    answer = table.active.client.post(table.url + "report/", typed(game, ending="stopped", do="submit"))
    assert answer.status_code == 302, answer.content.decode()
    for person in (table.organiser, table.active, table.opposing, visitor):
        page(person, table.url)
    table.choose()
    assert table.press(table.opposing, "confirm").status_code == 302
    for person in (table.organiser, table.active, table.opposing, visitor):
        page(person, table.url)
        page(person, table.verify_url)
