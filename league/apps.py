"""App configuration."""

from importlib import import_module

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Registers the app's part of the campaign state with the door when Django starts."""

    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("league.services.projections")
        import_module("league.selectors.downloads")
        import_module("league.selectors.people_news")
        import_module("league.selectors.season_end")
        import_module("league.logs.security").listen()
        import_module("league.services.outgoing.letters")
        import_module("league.services.closing")
