"""Settings of the test run: fast password hasher, plain static files, mail kept in memory."""

import os

os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["DEBUG"] = "false"
os.environ["HTTPS"] = "false"
for _name in ("EMAIL_URL", "ALLOWED_HOSTS", "TRUSTED_PROXIES", "EMAIL_VERIFICATION", "DATABASE_URL"):
    os.environ.pop(_name, None)

from league.settings import *  # noqa: E402, F403
from league.settings import BASE_DIR, STORAGES, VAR_DIR, env  # noqa: E402

VAR_DIR.mkdir(exist_ok=True)

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
STATIC_ROOT = BASE_DIR / "static"

# tests/conftest.py fills these in before Django starts.
DATABASES = {
    "default": env.database(
        os.environ.get("ADMIRALTY_TEST_DATABASE_URL") or f"sqlite:///{VAR_DIR / 'test.sqlite3'}"
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: browsers, threads and a second process have to see the same database.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_admiralty_{os.getpid()}"}
