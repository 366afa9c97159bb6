"""The stock people, each once: who organises, who plays, who looks on, who has no business here."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

PASSWORD = "correct horse battery staple"


@dataclass(frozen=True)
class People:
    """Accounts: an organiser, a co-organiser, two players, a visitor and a stranger."""

    organiser: User
    helper: User
    player: User
    rival: User
    visitor: User
    stranger: User

    @property
    def all(self) -> tuple[User, ...]:
        return self.organiser, self.helper, self.player, self.rival, self.visitor, self.stranger


def account(name: str) -> User:
    """An account that signs in with `name`@example.org and PASSWORD."""
    return User.objects.create_user(
        username=name, email=f"{name}@example.org", password=PASSWORD, first_name=name.capitalize()
    )


def people() -> People:
    """Everybody, fresh in the database."""
    return People(*map(account, ("organiser", "helper", "player", "rival", "visitor", "stranger")))
