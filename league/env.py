"""Reads settings from the environment and refuses, in a sentence, what makes no sense."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SHORTEST_TOKEN = 24
TRUE, FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


def flag(name: str, default: bool = False) -> bool:
    """The yes/no variable `name`. Raises ImproperlyConfigured for anything else."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw.strip().lower() in TRUE:
        return True
    if raw.strip().lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}; it has to be true or false.")


def number(name: str, default: int) -> int:
    """The whole number (0 or more) in variable `name`. Raises ImproperlyConfigured."""
    raw = os.environ.get(name, str(default)).strip()
    if not raw.isdecimal():
        raise ImproperlyConfigured(f"{name} is {raw!r}; it has to be a whole number, 0 or more.")
    return int(raw)


def words(name: str, default: str = "") -> list[str]:
    """The comma-separated list in variable `name`, without empty items."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of `allowed`. Raises ImproperlyConfigured."""
    raw = os.environ.get(name, default)
    if raw not in allowed:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it has to be one of {', '.join(allowed)}.")
    return raw


def origin(name: str) -> str:
    """Scheme, host and port in variable `name`, without a slash at the end; "" if it is not set.

    Raises ImproperlyConfigured for anything else.
    """
    raw = os.environ.get(name, "").strip().removesuffix("/")
    parts = urlsplit(raw)
    plain = f"{parts.scheme}://{parts.netloc}" == raw and parts.scheme in ("http", "https")
    if raw and not (plain and parts.hostname and "@" not in raw):
        raise ImproperlyConfigured(
            f"{name} is {raw!r}; it has to be the site's address without a path, as in https://club.example."
        )
    return raw


def secret_key(directory: Path) -> str:
    """SECRET_KEY, or without one (or an empty one) a key that is made once and kept in `directory`.

    Raises ImproperlyConfigured for a key under 40 characters.
    """
    key = os.environ.get("SECRET_KEY") or _kept_key(directory / "secret_key")
    if len(key) < 40:
        raise ImproperlyConfigured("SECRET_KEY is too short; it has to have 40 characters or more.")
    return key


def _kept_key(path: Path) -> str:
    """Makes the file atomically, so that two processes starting together agree on one key."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def token(name: str) -> str:
    """The secret word in variable `name`; "" if it is not set. Raises ImproperlyConfigured."""
    raw = os.environ.get(name, "").strip()
    if raw and not (len(raw) >= SHORTEST_TOKEN and raw.isascii() and raw.isprintable() and " " not in raw):
        raise ImproperlyConfigured(
            f"{name} can be guessed or sent in no header; give it {SHORTEST_TOKEN} letters and digits."
        )
    return raw


# FULL: what a page has confirmed outlasts a power cut.
SQLITE_OPTIONS: Mapping[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
# Seconds. A server that takes a connection and says nothing would hold a start, or a page, for ever.
POSTGRESQL_OPTIONS: Mapping[str, str] = {"connect_timeout": "10"}


def keep_files_private() -> None:
    """Let nobody but this account read the files that this process makes: database, key, uploads, backups."""
    os.umask(0o077)


def database(url: str) -> dict[str, Any]:
    """Django's settings for `sqlite:///file` or `postgresql://user:password@host:port/name?option=value`.

    Raises ImproperlyConfigured for other schemes and for an address without a database.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database, for instance sqlite:///var/db.sqlite3.")
    if parts.scheme == "sqlite" and not parts.netloc:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": dict(SQLITE_OPTIONS)}
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("DATABASE_URL has to start with sqlite:/// or postgresql://.")
    options = {**POSTGRESQL_OPTIONS, **dict(parse_qsl(parts.query))}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }


def email(url: str) -> dict[str, Any]:
    """EMAIL_DELIVERY, the backend that the outbox sends through, and Django's settings of the mail server:
    for `console:`, `smtp://…` (STARTTLS unless `?tls=false`) or `smtps://…`.

    Raises ImproperlyConfigured for other schemes and for an address without a host.
    """
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_DELIVERY": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL has to be console: or smtp://user:password@host:port.")
    implicit = parts.scheme == "smtps"
    return {
        "EMAIL_DELIVERY": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if implicit else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": not implicit and dict(parse_qsl(parts.query)).get("tls", "true") == "true",
        "EMAIL_TIMEOUT": 10,
    }
