"""Root of all addresses. Each app keeps its own list."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from league.edge.streams import HEAD, PATH
from league.services.doctor import STOPS_BELOW, free_disk, is_migrated
from league.views import account, entrance, live

STREAM = PATH.removeprefix("/")
_fits = False


def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the process answers; for proxies and start scripts."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Says that the site can work: the database answers and has the shape of this code, and the disk has
    room. Else 503. The shape is looked at until it fits, and then only whether the database answers."""
    global _fits  # noqa: PLW0603
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        _fits = _fits or is_migrated()
    except DatabaseError:
        return HttpResponse("The database does not answer.\n", status=503, content_type="text/plain")
    if not _fits:
        return HttpResponse("The database waits for make_ready.\n", status=503, content_type="text/plain")
    if free_disk() < STOPS_BELOW:
        return HttpResponse("The disk is full.\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")


class Favicon(RedirectView):
    """Browsers ask for /favicon.ico even if the page names another icon."""

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        return static("img/favicon.svg")


# The admin's own sign-in knows no limits and no second step; this leads to the one that does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("league.routes")),
    path("", include("rosters.urls")),
    path("", include("missions.urls")),
    path("", include("missions.battles.urls")),
    path("accounts/signup/", entrance.SignUp.as_view(), name="account_signup"),
    path("accounts/email/", entrance.ChangeAddress.as_view(), name="account_email"),
    path("accounts/sessions/", account.account_sessions, name="account-sessions"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path(f"{STREAM}<int:campaign_id>/", live.stream, name="stream"),
    path(f"{STREAM}<int:campaign_id>{HEAD}", live.head, name="stream-head"),
    path("favicon.ico", Favicon.as_view()),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]

handler400 = "league.errors.bad_request"
handler403 = "league.errors.forbidden"
handler404 = "league.errors.not_found"
handler500 = "league.errors.broken"
