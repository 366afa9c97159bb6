"""`python -m bench [NAME…]`: runs all measurements, or those named; exits with 1 when a budget is broken."""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pkgutil import iter_modules

from rich.console import Console
from rich.table import Table

import bench
from bench._measured import measured


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
    """Measures one module after another and prints one table."""
    figures: list[bench.Figure] = []
    table = Table("what", "measured", "budget", "", title="Budgets")
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        for name in modules:
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            figures += pool.submit(measured, name).result()
    for figure in figures:
        table.add_row(*row(figure))
    Console().print(table)
    return figures


def main() -> None:
    broken = [figure.what for figure in run(names(sys.argv[1:])) if figure.ok is False]
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
