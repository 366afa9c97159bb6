"""App configuration."""

from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig


class RostersConfig(AppConfig):
    """Registers the app's part of the campaign state with the door when Django starts."""

    name = "rosters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        if find_spec("rosters.services") and find_spec("rosters.services.parts"):
            import_module("rosters.services.parts")
