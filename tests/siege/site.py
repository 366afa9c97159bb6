"""The site under siege: the processes that a host starts, on a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 180.0
WORKERS = 4


class Site:
    """A site on a port. With `workers` it is several processes, as docs/operations.md starts them."""

    def __init__(
        self,
        folder: Path,
        workers: int = 0,
        clock: Path | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.workers = workers
        self.clock = clock
        self.environment = environment or {}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None
        self.forker: subprocess.Popen[bytes] | None = None
        self.forked = 0

    @property
    def log(self) -> Path:
        return self.folder / "site.log"

    def command(self) -> list[str]:
        """The command that starts the processes."""
        if self.clock is not None:
            return [sys.executable, "-m", "tests.siege.shifted", str(self.clock)]
        if not self.workers:
            return [sys.executable, "-m", "league.server"]
        return [sys.executable, "-m", "uvicorn", *self.options()]

    def options(self) -> list[str]:
        """Arguments of uvicorn, if there are several processes."""
        options = f"--host 127.0.0.1 --port {self.port} --workers {self.workers} --backlog 128 --lifespan off"
        more = "--timeout-graceful-shutdown 1 --no-server-header --log-level warning"
        return ["league.asgi:application", *options.split(), *more.split()]

    def start(self) -> float:
        """Start it and wait until it is ready; the seconds that took."""
        began = time.monotonic()
        environment = {**os.environ, "PORT": str(self.port), **self.environment}
        with self.log.open("ab") as log:
            if self.workers:
                before = [sys.executable, "manage.py", "make_ready"]
                subprocess.run(before, cwd=ROOT, env=environment, stdout=log, stderr=log, check=True)
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait(began)
        return time.monotonic() - began

    def start_fork(self) -> None:
        """Start it as a fork of a process that has loaded it already."""
        if self.forker is None:
            self.forker = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.siege.forking",
                    str(self.port),
                    str(self.log),
                    str(self.workers),
                    *self.options(),
                ],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self.forker.stdin is not None and self.forker.stdout is not None
        self.forker.stdin.write(b"start\n")
        self.forker.stdin.flush()
        self.forked = int(self.forker.stdout.readline())
        self._wait(time.monotonic())

    def _wait(self, began: float) -> None:
        """Wait until it is ready. Raises RuntimeError if it does not start."""
        while not self.answers("/readyz"):
            over = self.process is not None and self.process.poll() is not None
            if over or time.monotonic() - began > READY_SECONDS:
                raise RuntimeError(f"The site did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.02)

    def answers(self, path: str) -> bool:
        """Whether an address answers with 200."""
        return self.status(path) == 200

    def status(self, path: str) -> int:
        """Status of an address, 0 if no connection is taken."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 5) as asking:
                asking.sendall(
                    f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
                )
                return int((asking.recv(64).split() + [b"0", b"0"])[1])
        except OSError:
            return 0

    def kill(self) -> None:
        """Kill every process at once, as a machine without memory does."""
        leader, self.forked = self._leader(), 0
        if leader:
            with suppress(ProcessLookupError):
                os.killpg(leader, signal.SIGKILL)
        if self.process is not None:
            self.process.wait()
            self.process = None
        while self.status("/healthz"):
            time.sleep(0.005)

    def _leader(self) -> int:
        """Number of the process that leads the group of all others; 0 if none runs."""
        return self.forked or (self.process.pid if self.process is not None else 0)

    def stop(self) -> None:
        """End it politely, and with force after ten seconds."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        self.kill()
        if self.forker is not None:
            self.forker.kill()
            self.forker.communicate()
            self.forker = None

    def serving(self) -> list[int]:
        """Numbers of the processes that serve, if there are several."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
                line = (place / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == self._leader() and b"resource_tracker" not in line:
                found.append(int(place.name))
        return found

    def tracebacks(self) -> int:
        """Errors of ours in the log."""
        return self.log.read_text(errors="replace").count("Traceback (most recent call last)")


def whole_clock(file: Path) -> dict[str, str]:
    """The environment of programs that take the clock from that file, by libfaketime. Uptime stays right.
    Raises LookupError if the machine does not have it."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        raise LookupError("libfaketime is not on this machine")
    return {
        "LD_PRELOAD": str(found[0]),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
