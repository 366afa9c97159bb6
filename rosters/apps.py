"""App configuration."""

from importlib import import_module

from django.apps import AppConfig

from league.ports import fill_fleet_port


class RostersConfig(AppConfig):
    """Registers the app's part of the campaign state with the door and fills the league's port of fleets."""

    name = "rosters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("rosters.services.parts")
        fill_fleet_port(import_module("rosters.selectors.port").Fleets())
        import_module("rosters.selectors.waiting")
        import_module("rosters.selectors.search")
        import_module("rosters.selectors.downloads")
        import_module("rosters.selectors.own_data")
        import_module("rosters.presenters.timeline")
