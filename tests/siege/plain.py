"""The site's settings with static files as they lie in the checkout, for sieges without a collection."""

from league.settings import *  # noqa: F403
from league.settings import STORAGES

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
