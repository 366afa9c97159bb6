"""The page frame, the error pages and the account pages: our look, our words, the strict policy."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from league.kernel.refusal import Finding, Refusal
from league.views.gallery import gallery

OPEN_PAGES = {
    "/": "Your club’s fleet campaign, from muster to memorial",
    "/help/": "Help",
    "/help/league-night/": "A league night in seven steps",
    "/help/player/": "For players",
    "/help/organiser/": "For organisers",
    "/help/missions/": "Missions and assets",
    "/help/battles/": "Battles on hexes",
    "/help/fair-draws/": "Fair draws explained",
    "/accounts/login/": "Sign in",
    "/accounts/signup/": "Sign up",
    "/accounts/password/reset/": "Reset your password",
    "/accounts/password/reset/done/": "Look in your mail",
    "/accounts/password/reset/key/1-wrong/": "This link no longer works",
    "/accounts/confirm-email/wrong/": "This link no longer works",
    "/accounts/confirm-email/": "Look in your mail",
    "/accounts/inactive/": "This account is closed",
}
OWN_PAGES = {
    "/accounts/email/": "Email address",
    "/accounts/password/change/": "Change password",
    "/accounts/logout/": "Sign out?",
    "/accounts/reauthenticate/": "Is it you?",
    "/accounts/2fa/": "Two-step sign-in",
    "/accounts/2fa/webauthn/": "Passkeys and security keys",
}


@pytest.fixture
def someone(db: None) -> AbstractUser:
    return get_user_model().objects.create_user("someone", "someone@example.org", "chart-and-compass")


def heading(response: HttpResponse) -> str:
    """Text of the page's only <h1>."""
    text = response.content.decode()
    assert text.count("<h1") == 1
    return text.split("<h1", 1)[1].split(">", 1)[1].split("</h1>")[0].strip()


@pytest.mark.django_db
@pytest.mark.parametrize("address", OPEN_PAGES)
def test_a_stranger_reads_the_open_pages(client: Client, address: str) -> None:
    assert heading(client.get(address)) == OPEN_PAGES[address]


@pytest.mark.parametrize("address", OWN_PAGES)
def test_a_member_reads_the_account_pages(client: Client, someone: AbstractUser, address: str) -> None:
    client.force_login(someone)
    assert heading(client.get(address)) == OWN_PAGES[address]


@pytest.mark.django_db
def test_an_unknown_address_gets_our_page(client: Client) -> None:
    response = client.get("/no/such/place/")
    assert response.status_code == 404
    assert heading(response) == "There is nothing at this address"


@pytest.mark.django_db
def test_an_htmx_request_gets_the_error_as_a_part(client: Client) -> None:
    response = client.get("/no/such/place/", headers={"HX-Request": "true"})
    text = response.content.decode()
    assert text.startswith('<div class="alert alert-danger" role="alert">')
    assert "<html" not in text


@pytest.mark.parametrize(
    "page", ["400.html", "403.html", "404.html", "403_csrf.html", "429.html", "500.html"]
)
def test_an_error_page_needs_neither_a_request_nor_a_database(page: str) -> None:
    text = " ".join(render_to_string(page).split())
    assert text.count("<h1>") == 1
    assert '<a class="btn btn-primary" href="/">To the start page</a>' in text


@pytest.mark.django_db
def test_a_link_that_does_not_open_offers_to_sign_in_and_leads_back() -> None:
    text = Client().get("/campaigns/7/settings/?part=1").content.decode()
    assert 'href="/accounts/login/?next=/campaigns/7/settings/%3Fpart%3D1">Sign in</a>' in text
    assert "Sign in</a>" not in Client().post("/campaigns/7/settings/").content.decode().split("<main", 1)[1]


@pytest.mark.django_db
def test_a_form_without_its_token_is_told_so(someone: AbstractUser) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/")
    assert response.status_code == 403
    assert heading(response) == "This form is out of date"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "start"),
    [
        ("dark", '<html lang="en-GB" data-bs-theme="dark">'),
        ("light", '<html lang="en-GB" data-bs-theme="light">'),
        ('"><script>', '<html lang="en-GB">'),
    ],
)
def test_the_chosen_theme_is_in_the_page_and_nothing_else_of_the_cookie(
    client: Client, cookie: str, start: str
) -> None:
    client.cookies["theme"] = cookie
    lines = client.get("/help/").content.decode().splitlines()
    assert lines[1] == start


def test_a_refusal_says_its_sentence_and_lists_every_fault() -> None:
    faults = [Finding("a", "Too few ships.", "CR-011"), Finding("b", "Too dear.", "CR-012", "warning")]
    text = render_to_string(
        "components/refusal.html", {"refusal": Refusal("a", "No.", rule="CR-001", findings=faults)}
    )
    assert [text.count(part) for part in ("No.", "CR-001</a>", "Too few ships.", "Too dear.")] == [1, 1, 1, 1]


def test_a_refusal_with_one_fault_does_not_say_it_twice() -> None:
    fault = Finding("a", "Too few ships.", "CR-011")
    refusal = Refusal("a", fault.message, rule=fault.rule, findings=[fault])
    assert render_to_string("components/refusal.html", {"refusal": refusal}).count("Too few ships.") == 1


def test_the_gallery_draws_every_part_without_the_database(rf: RequestFactory) -> None:
    response = gallery(rf.get("/gallery/"))
    assert heading(response) == "Gallery"
    assert response.content.decode().count('class="gallery-theme"') == 2


def test_a_forgotten_password_is_answered_by_mail_with_a_link_that_works_once(
    client: Client, someone: AbstractUser, mailoutbox: list[EmailMessage]
) -> None:
    client.post("/accounts/password/reset/", {"email": someone.email})
    [mail] = mailoutbox
    assert mail.subject == "Admiralty: Choose a new password"
    link = next(line for line in mail.body.splitlines() if "/accounts/password/reset/key/" in line)
    page = client.get(link, follow=True)
    assert heading(page) == "Choose a new password"
    new = {"password1": "a-new-chart-and-compass", "password2": "a-new-chart-and-compass"}
    assert client.post(page.redirect_chain[-1][0], new).status_code == 302
    someone.refresh_from_db()
    assert someone.check_password("a-new-chart-and-compass")
    for browser in (client, Client()):
        assert heading(browser.get(link, follow=True)) == "This link no longer works"


@pytest.mark.django_db
def test_a_new_member_gets_a_mail_whose_link_confirms_the_address(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    words = "chart-and-compass-9"
    form = {"display_name": "Iden", "email": "iden@example.org", "password1": words, "password2": words}
    client.post("/accounts/signup/", form)
    [mail] = mailoutbox
    assert mail.subject == "Admiralty: Confirm your email address"
    assert "Iden gave this email address" in mail.body
    link = next(line for line in mail.body.splitlines() if "/accounts/confirm-email/" in line)
    assert heading(client.get(link)) == "Confirm your email address"
