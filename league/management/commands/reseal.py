"""manage.py reseal: seal seeds and the secrets of second steps with the present SECRET_KEY."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league import second_step
from league.sealing import reseal


class Command(BaseCommand):
    """Seals all seeds and second steps with SECRET_KEY; exits 1 if no key of the settings opens one."""

    help = (
        "After a change of SECRET_KEY: seal seeds and second steps with the new key, so the old one can go."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        changed, locked = reseal()
        steps, shut = second_step.reseal()
        self.stdout.write(f"{changed + steps - shut} rows were sealed with SECRET_KEY.")
        found = {"the seeds": locked, "the second steps of sign-in": shut}
        if told := " and ".join(f"{what} in {rows} rows" for what, rows in found.items() if rows):
            raise CommandError(f"No key opens {told}. Add the key that sealed them to SECRET_KEY_FALLBACKS.")
