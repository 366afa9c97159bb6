"""Settings. Everything that differs between two installations comes from the environment (`.env.example`)."""

import os
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from league import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
PHOTOS_DIR = VAR_DIR / "photos"

DEBUG = env.flag("DEBUG")
# HTTPS=true says that visitors reach the site through TLS, so cookies and passkeys can insist on it.
HTTPS = env.flag("HTTPS")
SECRET_KEY = env.secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# Printed sheets name the site's address. Without SITE_URL it is worked out: league.http.printed_origin.
SITE_URL = env.origin("SITE_URL")
PORT = env.number("PORT", 8000)

INSTALLED_APPS = [
    "league",
    "rosters",
    "missions",
    "missions.battles",
    "missions.autoplay",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "league.logs.ids.RequestIds",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.http.Utf8Only",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.services.sessions.SessionsSeen",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.edge.posts.PostsInMeasure",
    "league.http.PagesOfOneReader",
    "league.http.PagesForButtons",
    "league.http.PagesWhenBusy",
    "league.http.AddressesThatFit",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
CRISPY_FAIL_SILENTLY = False

# --- data -----------------------------------------------------------------------------------------

DATABASES = {"default": env.database(os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}"))}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Sign-in limits count in the cache, so it has to be shared by all processes.
CACHES = {
    # Locks of sign-in count here: at the usual 300 entries, tries elsewhere would push them out.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # Printed sheets: any process may render one, all of them find it here.
    "sheets": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "sheets",
    },
    # Facts that change only with the log, such as awards of seasons: small, each process works them out once.
    "seasons": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "seasons",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# --- people ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "league.edge.passwords.Argon2InTurn",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "league.passwords.validators.StolenPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "inbox"
ACCOUNT_LOGOUT_REDIRECT_URL = "landing"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "league.accounts.SignupForm"
ACCOUNT_ADAPTER = "league.accounts.AccountAdapter"
ACCOUNT_USER_DISPLAY = "league.accounts.display_name"
MAILS = os.environ.get("EMAIL_URL", "console:") != "console:"
ACCOUNT_EMAIL_VERIFICATION = env.choice(
    "EMAIL_VERIFICATION",
    ("optional", "mandatory", "none"),
    "mandatory" if HTTPS and MAILS else "optional",
)
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
SIGNUP = env.choice("SIGNUP", ("open", "invited", "closed"), "open")
# Organisers act as players only until their account has a second step.
ORGANISERS_NEED_SECOND_STEP = env.flag("ORGANISERS_NEED_SECOND_STEP")
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Admiralty: "
ACCOUNT_RATE_LIMITS = {"signup": "30/h/ip"}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
LIMIT_POSTS = True
NOTE_SESSIONS = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)
MFA_ADAPTER = "league.second_step.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Admiralty"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# Mail becomes rows of the outbox; the outbox sends through EMAIL_DELIVERY.
EMAIL_BACKEND = "league.services.outgoing.letters.Outbox"
OUTGOING = env.flag("OUTGOING", True)
EMAIL_SETTINGS = env.email(os.environ.get("EMAIL_URL", "console:"))
globals().update(EMAIL_SETTINGS)
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Admiralty <admiralty@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- language and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# --- static files ---------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Already compressed, or (ttf) read by PDFs alone.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("png", "webp", "jpg", "gz", "br", "woff2", "ttf", "map")

# --- security -------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
if HTTPS:
    SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 3600)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # The proxy redirects plain HTTP; this is for one that forgot to. Monitors ask past the proxy.
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SILENCED_SYSTEM_CHECKS = [
    # HSTS for subdomains, and the preload list: they bind hosts of the same domain that are not this site's.
    # A host who answers for all of the domain says so at the proxy.
    "security.W005",
    "security.W021",
]
if "*" in ALLOWED_HOSTS and HTTPS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is *; with HTTPS=true name the host names of this site.")

# /readyz gives its figures to a monitor that sends this; without one to nobody.
MONITOR_TOKEN = env.token("MONITOR_TOKEN")
# ADMIN_EMAIL gets a letter for each kind of error, at most once an hour.
ADMINS = [("Admin", each) for each in env.words("ADMIN_EMAIL")]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "league.logs.ids.WithRequestId"}},
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"},
        "json": {"()": "league.logs.lines.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("LOG_FORMAT", ("plain", "json"), "plain"),
            "filters": ["request"],
        },
        "mail": {"class": "league.logs.errors.ErrorMail", "filters": ["request"]},
        "odd": {"class": "league.logs.odd.OddRequests"},
    },
    "root": {
        "handlers": ["console", "mail"] if ADMINS else ["console"],
        "level": os.environ.get("LOG_LEVEL", "WARNING"),
    },
    "loggers": {
        "admiralty.security": {"level": "INFO"},
        "django": {"handlers": [], "propagate": True},
        "django.security": {"handlers": ["odd"], "propagate": False},
        # Visitors' wrong addresses are not worth a line; errors are.
        "django.request": {"level": "ERROR"},
    },
}
