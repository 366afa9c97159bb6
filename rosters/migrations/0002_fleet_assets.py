import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0001_initial"),
        ("rosters", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="FleetAsset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fleet", models.PositiveBigIntegerField()),
                ("number", models.PositiveBigIntegerField()),
                ("rank", models.CharField(max_length=1)),
                ("kind", models.CharField(max_length=30)),
                ("name", models.CharField(max_length=60)),
                ("target", models.PositiveBigIntegerField(default=0)),
                ("target_side", models.CharField(blank=True, max_length=10)),
                ("target_name", models.CharField(blank=True, max_length=60)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.campaign"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["kind"], name="rosters_fle_kind_d172a9_idx")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "fleet", "number"), name="one_asset_per_number"
                    ),
                    models.UniqueConstraint(fields=("campaign", "fleet", "rank"), name="one_asset_per_rank"),
                ],
            },
        ),
    ]
