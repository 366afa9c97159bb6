"""The battles' models, over the tables that `missions.0004_battles_move_out` renamed."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import missions.battles.models.battle

MODELS = ("battle", "battleseat", "battleorder")


def adopt_content_types(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Permissions and admin entries of the models keep pointing at them."""
    types = apps.get_model("contenttypes", "ContentType").objects
    types.filter(app_label="missions", model__in=MODELS).update(app_label="battles")


def return_content_types(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    types = apps.get_model("contenttypes", "ContentType").objects
    types.filter(app_label="battles", model__in=MODELS).update(app_label="missions")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("league", "0004_goes_on_from"),
        ("missions", "0004_battles_move_out"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Battle",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=missions.battles.models.battle.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("system", models.CharField(max_length=20)),
                        ("version", models.CharField(max_length=10)),
                        ("setup", models.JSONField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("open", "Open"),
                                    ("running", "Running"),
                                    ("paused", "Paused"),
                                    ("over", "Over"),
                                ],
                                default="open",
                                max_length=8,
                            ),
                        ),
                        (
                            "dice",
                            models.CharField(
                                choices=[("fair", "Rolled by the site"), ("typed", "Typed by hand")],
                                default="fair",
                                max_length=6,
                            ),
                        ),
                        ("public", models.BooleanField(default=False)),
                        ("tryout", models.BooleanField(default=False)),
                        (
                            "invitation",
                            models.CharField(default=missions.battles.models.battle.new_token, max_length=32),
                        ),
                        ("seed", models.CharField(max_length=64)),
                        ("commitment", models.CharField(max_length=64, unique=True)),
                        ("opening", models.TextField(blank=True)),
                        ("head", models.CharField(blank=True, max_length=64)),
                        ("at", models.PositiveIntegerField(default=0)),
                        ("entries", models.PositiveIntegerField(default=0)),
                        ("seq", models.PositiveIntegerField(default=1)),
                        ("awaited", models.PositiveSmallIntegerField(default=0)),
                        ("draw_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("paused_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("ended", models.CharField(blank=True, max_length=12)),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        ("rule", models.CharField(blank=True, max_length=12)),
                        ("grade", models.CharField(blank=True, max_length=40)),
                        ("game", models.PositiveBigIntegerField(blank=True, null=True)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("changed_at", models.DateTimeField()),
                        (
                            "campaign",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="battles",
                                to="league.campaign",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="BattleOrder",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("order", "Order"),
                                    ("take_back", "Take back"),
                                    ("resign", "Resign"),
                                    ("offer", "Offer"),
                                    ("agree", "Agree"),
                                    ("decline", "Decline"),
                                    ("pause", "Pause"),
                                    ("resume", "Resume"),
                                    ("call_off", "Call off"),
                                ],
                                default="order",
                                max_length=10,
                            ),
                        ),
                        ("seat", models.PositiveSmallIntegerField()),
                        ("unit", models.IntegerField(default=-1)),
                        ("choice", models.BigIntegerField(default=0)),
                        ("dice", models.TextField(blank=True)),
                        ("why", models.TextField(blank=True)),
                        ("made_at", models.DateTimeField()),
                        (
                            "battle",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="orders",
                                to="battles.battle",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                    },
                ),
                migrations.CreateModel(
                    name="BattleSeat",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("free", "Free"),
                                    ("person", "Person"),
                                    ("visitor", "Visitor"),
                                    ("bot", "Computer"),
                                ],
                                default="free",
                                max_length=8,
                            ),
                        ),
                        ("visitor", models.CharField(blank=True, db_index=True, max_length=64)),
                        ("bot", models.CharField(blank=True, max_length=20)),
                        ("label", models.CharField(blank=True, max_length=80)),
                        ("nonce", models.CharField(blank=True, max_length=64)),
                        ("force", models.JSONField(default=dict)),
                        ("ready", models.BooleanField(default=False)),
                        (
                            "battle",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="battles.battle",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="battle_seats",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.AddIndex(
                    model_name="battle",
                    index=models.Index(fields=["public", "status", "-changed_at"], name="battles_in_lists"),
                ),
                migrations.AddConstraint(
                    model_name="battle",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("ended", "called_off"), _negated=True),
                        fields=("campaign", "game"),
                        name="one_battle_per_game",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="battleorder",
                    constraint=models.UniqueConstraint(
                        fields=("battle", "number"), name="one_entry_per_number"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="battleseat",
                    constraint=models.UniqueConstraint(
                        fields=("battle", "number"), name="one_seat_per_number"
                    ),
                ),
            ]
        ),
        migrations.RunPython(adopt_content_types, return_content_types),
    ]
