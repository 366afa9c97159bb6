"""The week of a closed account is counted by time that the site saw pass, not by the clock."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0018_content")]

    operations = [
        migrations.CreateModel(
            name="Elapsed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seconds", models.FloatField(default=0.0)),
                ("boot", models.CharField(max_length=64)),
                ("uptime", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField("closing", "due", models.FloatField(null=True)),
        migrations.RemoveField("closing", "over_since"),
    ]
