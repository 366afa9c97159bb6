"""App configuration."""

from importlib import import_module

from django.apps import AppConfig


class RostersConfig(AppConfig):
    """Registers the app's part of the campaign state with the door when Django starts."""

    name = "rosters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("rosters.services.parts")
        import_module("rosters.selectors.waiting")
        import_module("rosters.selectors.downloads")
        import_module("rosters.presenters.timeline")
