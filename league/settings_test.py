"""Settings of the test run: fast password hasher, plain static files, mail kept in memory."""

import os

os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["DEBUG"] = "false"
os.environ["HTTPS"] = "false"
for _name in (
    "EMAIL_URL",
    "OUTGOING",
    "ALLOWED_HOSTS",
    "TRUSTED_PROXIES",
    "EMAIL_VERIFICATION",
    "SIGNUP",
    "ORGANISERS_NEED_SECOND_STEP",
    "DATABASE_URL",
    "SITE_URL",
    "MONITOR_TOKEN",
    "PORT",
):
    os.environ.pop(_name, None)

from league import env  # noqa: E402
from league.settings import *  # noqa: E402, F403
from league.settings import STORAGES, VAR_DIR  # noqa: E402

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "sheets": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "sheets"},
    "seasons": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "seasons"},
}
EMAIL_BACKEND = EMAIL_DELIVERY = "django.core.mail.backends.locmem.EmailBackend"
OUTGOING = False
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
LIMIT_POSTS = False
NOTE_SESSIONS = False
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

# SQLite in a file, not in memory: browsers, threads and a second process have to see the same database.
# ADMIRALTY_TEST_DB=postgres starts a PostgreSQL server; ADMIRALTY_TEST_DATABASE_URL names one that runs.
if os.environ.get("ADMIRALTY_TEST_DB") == "postgres" and "ADMIRALTY_TEST_DATABASE_URL" not in os.environ:
    from tests import postgres

    os.environ["ADMIRALTY_TEST_DATABASE_URL"] = postgres.start()  # so that xdist's workers share the server

TEST_DIR = VAR_DIR / "test"
STATIC_ROOT = TEST_DIR / "static"
PHOTOS_DIR = TEST_DIR / "photos" / str(os.getpid())
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
_url = os.environ.get("ADMIRALTY_TEST_DATABASE_URL", f"sqlite:///{TEST_DIR / 'unused.sqlite3'}")
DATABASES = {"default": env.database(_url)}
_sqlite = _url.startswith("sqlite")
if _sqlite:  # No test survives a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
DATABASES["default"]["TEST"] = {
    "NAME": str(TEST_DIR / f"{os.getpid()}.sqlite3") if _sqlite else f"test_admiralty_{os.getpid()}"
}
