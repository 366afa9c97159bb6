"""App configuration."""

from importlib import import_module

from django.apps import AppConfig

from league.ports import fill_game_port


class MissionsConfig(AppConfig):
    """Registers the app's part of the campaign state with the door and fills the port of games."""

    name = "missions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("missions.services.parts")
        import_module("missions.services.photos.files")
        import_module("missions.services.photos.own_data")
        fill_game_port(import_module("missions.selectors.port").Games())
        import_module("missions.selectors.waiting")
        import_module("missions.selectors.search")
        import_module("missions.selectors.downloads")
        import_module("missions.presenters.timeline")
        import_module("missions.presenters.manual.share")
