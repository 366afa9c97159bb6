"""The admin reads battles and changes nothing.

A person who runs the site may sit at a board, too. So seals, drafts, keys, invitations, orders, dice, draws
and thoughts stay out of it. The replay shows them when they may be known.
"""

from __future__ import annotations

from django.contrib import admin

from league.admin import ReadOnly
from missions.battles.models import Battle, BattleOrder, BattleSeat


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    list_display = ("public_id", "status", "ended", "at", "public", "tryout", "changed_at")
    list_filter = ("status", "public", "tryout")
    exclude = ("seed", "invitation", "setup", "opening", "laid")


@admin.register(BattleSeat)
class BattleSeatAdmin(ReadOnly):
    list_display = ("battle", "number", "kind", "user", "bot", "ready")
    list_filter = ("kind",)
    list_select_related = ("battle", "user")
    exclude = ("visitor", "force", "nonce", "chain", "standing")


@admin.register(BattleOrder)
class BattleOrderAdmin(ReadOnly):
    list_display = ("battle", "number", "kind", "seat", "made_at")
    list_filter = ("kind",)
    list_select_related = ("battle",)
    exclude = ("unit", "choice", "dice", "links", "salt", "why")
