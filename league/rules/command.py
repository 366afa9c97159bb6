"""Commanders of a fleet: its owner, and the proxy who stands in for an absent owner."""

from __future__ import annotations

from typing import Protocol

from league.kernel.decision import Decision
from league.rules.events import ActedFor


class Commanded(Protocol):
    """A fleet as far as its command goes; `proxy` is 0 when nobody stands in."""

    @property
    def id(self) -> int: ...

    @property
    def member(self) -> int: ...

    @property
    def proxy(self) -> int: ...


def commanders(fleet: Commanded) -> tuple[int, ...]:
    """The members who may act for a fleet, its owner first."""
    return (fleet.member, fleet.proxy) if fleet.proxy else (fleet.member,)


def only_commander(d: Decision, fleet: Commanded, doing: str) -> None:
    """Refuse unless the owner, their proxy or an organiser acts. An act of the proxy says so."""
    d.only_members(commanders(fleet), doing)
    note_proxy(d, fleet)


def note_proxy(d: Decision, fleet: Commanded) -> None:
    """Add to an act by a proxy that it was done for the owner."""
    if fleet.proxy and d.actor.member == fleet.proxy != fleet.member:
        d.acting_for = ActedFor(fleet=fleet.id, member=fleet.member, proxy=fleet.proxy)
