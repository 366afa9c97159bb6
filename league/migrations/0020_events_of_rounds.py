"""The events of a round, found without reading the rest of the log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0019_elapsed")]

    operations = [
        migrations.AddIndex(
            "eventrow",
            models.Index(
                fields=["campaign", "round", "seq"],
                condition=models.Q(round__isnull=False),
                name="events_of_rounds",
            ),
        ),
    ]
