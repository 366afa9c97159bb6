from django.db import migrations

from league.sealing import SealedSeed, rewrite

FIELD = SealedSeed(max_length=80)


def seal_all(apps, schema_editor):
    rewrite(apps.get_model("battles", "Battle")._meta.db_table, "seed", FIELD.mark, FIELD.close)


def open_all(apps, schema_editor):
    rewrite(apps.get_model("battles", "Battle")._meta.db_table, "seed", FIELD.mark, FIELD.open)


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0002_standing_answers"),
    ]

    operations = [
        migrations.AlterField("battle", "seed", FIELD),
        migrations.RunPython(seal_all, open_all),
    ]
