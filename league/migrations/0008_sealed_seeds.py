from django.db import migrations

from league.sealing import SealedDocument, rewrite

COLUMNS = (
    ("EventRow", "payload", SealedDocument(sealed="sealed")),
    ("Shard", "doc", SealedDocument(sealed="seed")),
)


def seal_all(apps, schema_editor):
    for model, column, field in COLUMNS:
        table = apps.get_model("league", model)._meta.db_table
        rewrite(table, column, field.mark, field.close)


def open_all(apps, schema_editor):
    for model, column, field in COLUMNS:
        table = apps.get_model("league", model)._meta.db_table
        rewrite(table, column, field.mark, field.open)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_tallies"),
    ]

    operations = [
        # The columns stay as they are, so a long log is not copied.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("eventrow", "payload", SealedDocument(sealed="sealed")),
                migrations.AlterField("shard", "doc", SealedDocument(sealed="seed")),
            ]
        ),
        migrations.RunPython(seal_all, open_all),
    ]
