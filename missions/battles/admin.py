"""The admin reads battles and changes nothing. Seals, drafts, keys and invitations stay out of it."""

from __future__ import annotations

from django.contrib import admin

from league.admin import ReadOnly
from missions.battles.models import Battle, BattleOrder, BattleSeat


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    list_display = ("public_id", "status", "ended", "at", "public", "tryout", "changed_at")
    list_filter = ("status", "public", "tryout")
    exclude = ("seed", "invitation", "setup")


@admin.register(BattleSeat)
class BattleSeatAdmin(ReadOnly):
    list_display = ("battle", "number", "kind", "user", "bot", "ready")
    list_filter = ("kind",)
    list_select_related = ("battle", "user")
    exclude = ("visitor", "force")


@admin.register(BattleOrder)
class BattleOrderAdmin(ReadOnly):
    list_display = ("battle", "number", "kind", "seat", "unit", "choice", "made_at")
    list_filter = ("kind",)
    list_select_related = ("battle",)
