"""Battles become an app of their own: the tables get its name, the rows stay.

`battles.0001_initial` takes the models over.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("missions", "0003_battles")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable("battle", "battles_battle"),
                migrations.AlterModelTable("battleseat", "battles_battleseat"),
                migrations.AlterModelTable("battleorder", "battles_battleorder"),
                migrations.RenameIndex(
                    "battle", new_name="battles_in_lists", old_name="missions_ba_public_cd9085_idx"
                ),
            ],
            state_operations=[
                migrations.DeleteModel("BattleOrder"),
                migrations.DeleteModel("BattleSeat"),
                migrations.DeleteModel("Battle"),
            ],
        )
    ]
