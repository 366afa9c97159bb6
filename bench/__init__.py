"""Measurements of the budgets.

Every other module here has `measure() -> Iterable[Figure]`; `python -m bench` runs each of them in a
process and on a database of its own, and prints one table. Budgets are ratios taken in one run, so that
they hold on any machine.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `ok` is None for a figure that has no budget."""

    what: str
    measured: str
    budget: str = ""
    ok: bool | None = None


def within(what: str, measured: float, limit: float, unit: str = "×") -> Figure:
    """A figure that has to be at most `limit`."""
    return Figure(what, f"{measured:,.2f} {unit}", f"at most {limit:,g} {unit}", measured <= limit)
