"""One module of measurements, on a database of its own."""

import os
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import django

from bench import Figure


def prepare() -> None:
    """Django on an empty database of its own."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable")
    call_command("collectstatic", verbosity=0, interactive=False)


def measured(name: str) -> list[Figure]:
    """The figures of one module, measured on an empty database. Called once in a process of its own: what
    another module left in the database or in the memory would count in its figures."""
    with tempfile.TemporaryDirectory(prefix="admiralty-bench-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ["DEBUG"] = "false"
        os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"
        django.setup()
        prepare()
        module: Any = import_module(f"bench.{name}")
        return list(module.measure())
