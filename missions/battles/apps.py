"""App configuration."""

from importlib import import_module

from django.apps import AppConfig

from league.live import provides_heads
from league.rules.manual.port import add_share
from missions.ports import fill_battle_port


class BattlesConfig(AppConfig):
    """Battles on the hex board: fills the port of the games and registers what waits on a desk."""

    name = "missions.battles"
    label = "battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        share = import_module("missions.battles.presenters.manual").PackShare
        for pack in import_module("missions.battles.systems.registry").packs():
            add_share(share(pack))
        import_module("missions.battles.selectors.waiting")
        import_module("missions.battles.selectors.own_data")
        fill_battle_port(import_module("missions.battles.views.campaign").HexBoard())
        provides_heads("battle", "battles_battle", "seq")
