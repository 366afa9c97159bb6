"""Root of all addresses. Each app keeps its own list."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from league.edge.streams import HEAD, PATH
from league.views import account, entrance, live, ready

STREAM = PATH.removeprefix("/")


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
    path("healthz", ready.healthz, name="healthz"),
    path("readyz", ready.readyz, name="readyz"),
]

handler400 = "league.errors.bad_request"
handler403 = "league.errors.forbidden"
handler404 = "league.errors.not_found"
handler500 = "league.errors.broken"
