"""manage.py change_address: give an account another email address."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction


class Command(BaseCommand):
    """Changes the address that one account signs in with."""

    help = "Give an account another email address, for instance one of two that share theirs."
    # Works on a database that still waits for its upgrade.
    requires_migrations_checks = False
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("account", type=int, help="number of the account")
        parser.add_argument("address", help="its new email address")

    def handle(self, *args: Any, **options: Any) -> None:
        users, address = get_user_model().objects, str(options["address"]).lower()
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address} is no email address.") from None
        with transaction.atomic():
            user = users.select_for_update().filter(pk=options["account"]).first()
            if user is None:
                raise CommandError(f"There is no account {options['account']}.")
            if users.filter(email__iexact=address).exclude(pk=user.pk).exists():
                raise CommandError(f"Another account has the address {address}.")
            before, user.email = user.email, address
            user.save(update_fields=["email"])
            EmailAddress.objects.filter(user=user).delete()
            EmailAddress.objects.create(user=user, email=address, primary=True, verified=False)
        self.stdout.write(f"Account {user.pk} signs in with {address} now, no longer with {before}.")
