"""The admin reads what the log covers and changes nothing. It leaves out everything that may hold a
secret."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.http import HttpRequest

from league.accounts import TAKEN
from league.models import Act, Campaign, EventRow, Invitation, JoinRequest, Member, Round


class AccountForm(UserChangeForm):
    """Django's form, which knows nothing of the unique address."""

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if email and User.objects.filter(email__iexact=email).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(TAKEN)
        return email


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    form = AccountForm


class ReadOnly(admin.ModelAdmin):
    """Looking, no touching."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    list_display = ("name", "phase", "public", "head_seq", "created_at")
    list_filter = ("phase", "public")
    search_fields = ("name",)


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("name", "campaign", "role", "active", "joined_at")
    list_filter = ("role", "active")
    list_select_related = ("campaign",)
    search_fields = ("name",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("campaign", "ordinal", "is_open", "present", "games")
    list_select_related = ("campaign",)


@admin.register(Act)
class ActAdmin(ReadOnly):
    list_display = ("campaign", "number", "name", "actor", "at", "undone")
    list_filter = ("name", "undone")
    list_select_related = ("campaign",)


@admin.register(EventRow)
class EventAdmin(ReadOnly):
    list_display = ("campaign", "seq", "kind", "version", "actor", "at")
    list_filter = ("kind",)
    list_select_related = ("campaign",)
    exclude = ("payload",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("campaign", "role", "created_at", "expires_at", "revoked_at")
    list_select_related = ("campaign",)
    exclude = ("token",)


@admin.register(JoinRequest)
class JoinRequestAdmin(ReadOnly):
    list_display = ("campaign", "user", "created_at", "answered_at", "accepted")
    list_select_related = ("campaign", "user")
