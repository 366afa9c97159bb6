"""`python -m league.server`: what `./run serve` starts. One process, from an old database to a served page.

HOST and PORT say where to listen. `--static` collects static files first, `--demo` fills an empty database.
"""

import gc
import os
import resource
import signal
import socket
import sys
import time
from typing import NoReturn

import uvicorn

from league import env, limits

DRAIN_SECONDS = 1
DESCRIPTORS = 65536
"""Open files and connections that a process asks for, if the machine allows it."""


class Server(uvicorn.Server):
    """Ends the open streams first, so that only pages under way are waited for."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from league.live import end_streams  # after django.setup()

        end_streams()
        await super().shutdown(sockets)


def main(arguments: list[str]) -> None:
    """Listen, bring everything up to date, serve until Ctrl-C. Leaves with a sentence when that cannot be."""
    began = time.monotonic()
    env.keep_files_private()
    # A polite kill is a Ctrl-C from elsewhere; shells make what they start in the background deaf to both.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.default_int_handler)
    allow_connections()
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    listener = listen(host, port)
    try:
        _prepare(arguments)
        from league.asgi import application

        config = uvicorn.Config(
            application,
            lifespan="off",
            backlog=limits.BACKLOG,
            log_level="warning",
            timeout_graceful_shutdown=DRAIN_SECONDS,
            server_header=False,
        )
        say(f"Admiralty is ready ({time.monotonic() - began:.1f} s).")
        Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        say("Stopped.")


def allow_connections() -> None:
    """Raise this process's own limit of open files as far as the machine allows, up to DESCRIPTORS."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if most == resource.RLIM_INFINITY else min(DESCRIPTORS, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listen(host: str, port: str) -> socket.socket:
    """A socket that listens there. Leaves with a sentence when the address is taken or makes no sense."""
    if not (port.isdecimal() and 0 < int(port) < 65536):
        leave(f"PORT is {port!r}; it has to be a number from 1 to 65535.")
    try:
        family, *_, where = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
        return socket.create_server(where[:2], family=family, backlog=limits.BACKLOG)
    except socket.gaierror:
        leave(f"HOST is {host!r}; this machine knows no such address.")
    except PermissionError:
        leave(f"Port {port} needs administrator's rights. Choose one from 1024 up, for instance PORT=8000.")
    except OSError as error:
        leave(
            f"{host}, port {port} cannot be used ({os.strerror(error.errno or 0)}): perhaps Admiralty is "
            f"already running. Stop that one or choose another, for instance PORT={int(port) + 1} ./run serve"
        )


def _prepare(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError, call_command
    from django.db import OperationalError, connections
    from django.urls import get_resolver

    try:
        django.setup()
        call_command("make_ready", *arguments)
    except (ImproperlyConfigured, CommandError) as error:
        leave(str(error))
    except OperationalError as error:
        leave(f"The database does not answer. DATABASE_URL says where it is. It said: {str(error).strip()}")
    # Loads all pages now, so that the first visitor does not wait for it.
    len(get_resolver().url_patterns)
    connections.close_all()
    # Objects loaded by now stay to the end, so neither requests nor the stop pay for looking through them
    # again.
    gc.collect()
    gc.freeze()


def say(sentence: str) -> None:
    """Print a line at once, also into a pipe."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def leave(sentence: str) -> NoReturn:
    """End with exit status 1 and a sentence instead of a traceback."""
    raise SystemExit(f"Admiralty cannot start. {sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
