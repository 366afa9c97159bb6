"""`python -m tests.siege.forking PORT LOG`: starts the site at each line that it reads.

It answers with the number of the process. The modules are loaded once, and each site is a fork.
Everything that `python -m league.server` does follows, from the database to the listening.
"""

from __future__ import annotations

import gc
import os
import signal
import sys


def main(port: str, log: str) -> None:
    os.environ["PORT"] = port
    import django
    from django.urls import get_resolver

    django.setup()
    len(get_resolver().url_patterns)
    import league.asgi  # noqa: F401  it makes threads only when a page is asked for
    from league import server

    gc.freeze()
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
            server.main([])
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
