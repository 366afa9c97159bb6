"""The address that a request comes from, as far as the site can trust its headers."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

IPV6_PREFIX = 64
"""Bits of an IPv6 address that belong to one household; the rest is chosen freely."""


def visitor_of(scope: dict[str, Any]) -> str:
    """Address of an ASGI request's sender, IPv6 as its network. TRUSTED_PROXIES says how far
    `X-Forwarded-For` is believed, counted from its end."""
    client = scope.get("client")
    sender = str(client[0]) if client else ""
    trusted: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if trusted:
        texts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        listed = ",".join(texts).split(",")
        sender = listed[-trusted].strip() if texts and len(listed) >= trusted else sender
    return _household(sender)


def address_of(request: HttpRequest) -> str:
    """The same of a page's request."""
    return _household(str(get_adapter().get_client_ip(request)))


def _household(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(known, IPv6Address):
        mapped = known.ipv4_mapped
        return str(mapped or ip_network((known, IPV6_PREFIX), strict=False))
    return str(known)
