"""`python -m bench [NAME…]`: runs all measurements, or those named; exits with 1 when a budget is broken."""

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import django
from rich.console import Console
from rich.table import Table

import bench


def prepare() -> None:
    """Django on an empty database of its own."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable")
    call_command("collectstatic", verbosity=0, interactive=False)


def names(wanted: list[str]) -> list[str]:
    """The modules to run. Raises SystemExit for an unknown one."""
    known = [found.name for found in iter_modules(bench.__path__) if not found.name.startswith("_")]
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        sys.exit(f"No such measurement: {', '.join(unknown)}. There are: {', '.join(known)}")
    return wanted or known


def row(figure: bench.Figure) -> tuple[str, str, str, str]:
    verdict = {True: "kept", False: "[bold red]BROKEN[/]", None: ""}[figure.ok]
    return figure.what, figure.measured, figure.budget, verdict


def run(modules: list[str]) -> list[bench.Figure]:
    """Measures and prints; one table."""
    console = Console()
    figures: list[bench.Figure] = []
    table = Table("what", "measured", "budget", "", title="Budgets")
    for name in modules:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        module: Any = import_module(f"bench.{name}")
        for figure in module.measure():
            figures.append(figure)
            table.add_row(*row(figure))
    console.print(table)
    return figures


def main() -> None:
    modules = names(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="admiralty-bench-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ["DEBUG"] = "false"
        os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"
        django.setup()
        prepare()
        broken = [figure.what for figure in run(modules) if figure.ok is False]
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
