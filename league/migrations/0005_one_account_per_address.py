from django.core.management.base import CommandError
from django.db import migrations
from django.db.models import Count
from django.db.models.functions import Lower

INDEX = "league_one_account_per_address"
MAKE = f"CREATE UNIQUE INDEX {INDEX} ON auth_user (lower(email)) WHERE email <> ''"
DROP = f"DROP INDEX {INDEX}"


def refuse_doubles(apps, schema_editor):
    """Accounts that share an address are named and left as they are: only people know whose they are."""
    users = apps.get_model("auth", "User").objects.using(schema_editor.connection.alias)
    folded = users.exclude(email="").annotate(folded=Lower("email"))
    shared = folded.values("folded").annotate(count=Count("pk")).filter(count__gt=1).order_by("folded")
    lines = []
    for address in shared.values_list("folded", flat=True):
        lines.append(f"{address} belongs to several accounts:")
        for user in folded.filter(folded=address).order_by("pk"):
            last = (
                f"last signed in {user.last_login:%Y-%m-%d %H:%M}" if user.last_login else "never signed in"
            )
            made = f"made {user.date_joined:%Y-%m-%d %H:%M}"
            lines.append(f"  account {user.pk}, {user.first_name or user.username}, {made}, {last}")
    if lines:
        raise CommandError(
            "From this release on an email address belongs to one account.\n"
            + "\n".join(lines)
            + "\nNothing was changed. Choose who keeps the address, give each of the others one of its own "
            "with\n  ./run manage change_address ACCOUNT NEW-ADDRESS\nand start again."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0004_goes_on_from"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(refuse_doubles, migrations.RunPython.noop),
        migrations.RunSQL(MAKE, DROP),
    ]
