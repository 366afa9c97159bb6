"""Seals the secrets of second steps that are kept in clear."""

from typing import Any

from django.db import migrations

from league.second_step import SecondStepAdapter, rewrite


def seal(apps: Any, schema_editor: Any) -> None:
    rewrite(apps.get_model("mfa", "Authenticator"), SecondStepAdapter().encrypt)


def open_again(apps: Any, schema_editor: Any) -> None:
    rewrite(apps.get_model("mfa", "Authenticator"), SecondStepAdapter().decrypt)


class Migration(migrations.Migration):
    dependencies = [("league", "0009_wishes"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(seal, open_again)]
