"""App configuration."""

from importlib import import_module

from django.apps import AppConfig


class MissionsConfig(AppConfig):
    """Registers the app's part of the campaign state with the door when Django starts."""

    name = "missions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("missions.services.parts")
        import_module("missions.selectors.waiting")
        import_module("missions.selectors.downloads")
        import_module("missions.presenters.assets")
        import_module("missions.presenters.timeline")
        import_module("missions.presenters.manual.share")
