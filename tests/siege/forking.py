"""`python -m tests.siege.forking PORT LOG WORKERS`: starts the site at each line that it reads.

It answers with the number of the process. The modules are loaded once, and each site is a fork. With WORKERS
at 0 everything follows that `python -m league.server` does, from the database to the listening. With more it
is uvicorn's own supervisor, which starts that many processes and replaces those that end; they are forks too.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence

LOADED = ("a2wsgi", "uvicorn.protocols.http.auto", "uvicorn.loops.auto", "league.wsgi", "league.edge.bodies",
          "league.edge.streams", "league.services.outgoing.worker", "league.server")  # fmt: skip
"""Modules that a site needs. `league.asgi` is left to each fork, because it starts a thread."""


def main(port: str, log: str, workers: str, *options: str) -> None:
    os.environ["PORT"] = port
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            told = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for number, end in ((nothing, 0), (told, 1), (told, 2)):
                os.dup2(number, end)
            _serve(int(workers), options)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def _load() -> None:
    import importlib  # noqa: PLC0415  the imports are the work of this process

    import django  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415
    from django.urls import get_resolver  # noqa: PLC0415

    django.setup()
    for each in LOADED:
        importlib.import_module(each)
    len(get_resolver().url_patterns)
    connections.close_all()
    gc.freeze()


def _serve(workers: int, options: Sequence[str]) -> None:
    if not workers:
        from league import server  # noqa: PLC0415

        server.main([])
        return
    import uvicorn._subprocess  # noqa: PLC0415
    from uvicorn.main import main as command  # noqa: PLC0415

    uvicorn._subprocess.spawn = multiprocessing.get_context("fork")  # type: ignore[assignment]
    command(list(options), standalone_mode=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
