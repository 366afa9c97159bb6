"""A row for each part of the site that shows that it lives."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0016_over_since")]

    operations = [
        migrations.CreateModel(
            name="Pulse",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
