"""App configuration."""

from django.apps import AppConfig


class AutoplayConfig(AppConfig):
    """Bots that play campaigns through the services, and the demo that they leave behind."""

    name = "missions.autoplay"
    label = "autoplay"
