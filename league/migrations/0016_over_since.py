"""A closed account is removed by a clock that has said so for a day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0015_clubs")]

    operations = [
        migrations.AddField(model_name="closing", name="over_since", field=models.DateTimeField(null=True)),
    ]
