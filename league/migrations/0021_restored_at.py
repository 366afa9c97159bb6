"""A campaign that was made of an archive says so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0020_events_of_rounds")]

    operations = [
        migrations.AddField(
            model_name="campaign", name="restored_at", field=models.DateTimeField(blank=True, null=True)
        ),
    ]
