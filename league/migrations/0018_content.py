"""What an act bought, so that a form sent twice is told from another purchase of the same kind."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0017_pulse")]

    operations = [
        migrations.AddField("act", "content", models.CharField(default="", max_length=32)),
    ]
