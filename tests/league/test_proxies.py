"""The examples for Caddy and nginx in docs/operations.md: their limits, and real requests through both.

The programs are not needed for the tests; without one, its requests are skipped. Ports, folders and the
certificate are those of the test, every other line is the guide's.
"""

from __future__ import annotations

import http.client
import os
import re
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from league import limits
from tests.league.test_operations import ROOT, block
from tests.league.test_server import START_SECONDS, environment, first_answer, free_port, make_campaign
from tests.league.test_units import has

NAME = "club.example"
CADDY, NGINX = block("`/etc/caddy/Caddyfile`"), block("`/etc/nginx/sites-enabled/admiralty`")
WAIT_SECONDS = 30
BURST = 5
"""Sign-ins at once in the test, in place of those of the guide."""


def size(text: str) -> int:
    """Bytes of a size such as 24m or 24MiB."""
    found = re.fullmatch(r"(\d+)(?:m|MiB)", text)
    assert found, text
    return int(found[1]) * 2**20


def test_no_limit_of_an_example_is_narrower_than_the_sites_own():
    [in_caddy] = re.findall(r"max_size (\w+)", CADDY)
    [in_nginx] = re.findall(r"client_max_body_size (\w+);", NGINX)
    assert min(size(in_caddy), size(in_nginx)) > limits.BODY_BYTES
    assert [int(each) for each in re.findall(r"read_body (\d+)s", CADDY)][0] > limits.BODY_SECONDS
    [connections] = re.findall(r"limit_conn \w+ (\d+);", NGINX)
    assert int(connections) > limits.STREAMS_PER_ADDRESS
    [posts] = re.findall(r"zone=admiralty_signing_in burst=(\d+)", NGINX)
    assert int(posts) >= limits.POSTS_AT_ONCE


# --- real requests ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs, with the site behind it."""

    name: str
    port: int
    plain_port: int
    database: Path

    def connection(self) -> http.client.HTTPConnection:
        """A connection through TLS that takes the test's certificate."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        made = http.client.HTTPConnection(NAME, self.port, timeout=WAIT_SECONDS)
        plain = socket.create_connection(("127.0.0.1", self.port), WAIT_SECONDS)
        made.sock = context.wrap_socket(plain, server_hostname=NAME)
        return made

    def ask(
        self, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = self.connection()
        try:
            connection.request("GET" if body is None else "POST", path, body, {"Host": NAME, **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A running site with one public campaign; its port and its database."""
    port, database = free_port(), tmp_path_factory.mktemp("proxied") / "db.sqlite3"
    settings = environment(
        PORT=str(port),
        DEBUG="true",
        HTTPS="true",
        TRUSTED_PROXIES="1",
        ALLOWED_HOSTS=f"{NAME},127.0.0.1",
        DATABASE_URL=f"sqlite:///{database}",
    )
    with started([sys.executable, "-m", "league.server"], settings):
        first_answer(f"http://127.0.0.1:{port}/healthz")
        make_campaign(database)
        yield port, database


@contextmanager
def started(command: list[str], settings: dict[str, str]) -> Iterator[None]:
    """A program that runs until the end of the block."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for NAME that it signed itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return files


def of_caddy(folder: Path, behind: int, port: int, plain: int) -> list[str]:
    """The command that starts Caddy with the guide's text."""
    made, key = certificate(folder)
    own = f"{{\n    admin off\n    auto_https off\n    http_port {plain}\n"
    text = CADDY.replace("{\n", own, 1).replace(f"{NAME} {{", f"{NAME}:{port} {{\n    tls {made} {key}")
    file = folder / "Caddyfile"
    file.write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{behind}"))
    command = [has("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    adapted = [command[0], "adapt", *command[2:]]
    subprocess.run(adapted, check=True, capture_output=True, env=homed(folder))
    return command


def of_nginx(folder: Path, behind: int, port: int, plain: int) -> list[str]:
    """The command that starts nginx with the guide's text, inside the block that its package brings."""
    made, key = certificate(folder)
    text = NGINX.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("listen 80", f"listen {plain}")
    text = text.replace("burst=120", f"burst={BURST}")
    text = re.sub(r"ssl_certificate /\S+;", f"ssl_certificate {made};", text)
    text = re.sub(r"ssl_certificate_key /\S+;", f"ssl_certificate_key {key};", text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{text.replace('127.0.0.1:8000', f'127.0.0.1:{behind}')}}}\n"
    )
    command = [has("nginx"), "-c", str(file), "-p", str(folder)]
    done = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return command


def homed(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder)}


@pytest.fixture(scope="module", params=[of_caddy, of_nginx], ids=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    name = request.param.__name__.removeprefix("of_")
    has(name)
    behind, database = request.getfixturevalue("site")
    folder, port, plain = tmp_path_factory.mktemp(name), free_port(), free_port()
    with started(request.param(folder, behind, port, plain), homed(folder)):
        made, until = Proxy(name, port, plain, database), time.monotonic() + START_SECONDS
        while True:
            try:
                made.connection().close()
                break
            except OSError:
                assert time.monotonic() < until, f"{name} did not start"
                time.sleep(0.05)
        yield made


def test_a_page_comes_compressed_and_knows_that_it_came_through_tls(proxy: Proxy):
    status, headers, body = proxy.ask("/", **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"], body[:2]) == (200, "gzip", b"\x1f\x8b")
    assert headers["Strict-Transport-Security"] == "max-age=3600"
    own = proxy.ask("/healthz", **{"X-Request-ID": "of-a-visitor"})[1]["X-Request-ID"]
    assert own != "of-a-visitor" and len(own) >= 16


def test_the_largest_archive_reaches_the_site(proxy: Proxy):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, body = proxy.ask("/campaigns/restore/", b"x" * (16 * 2**20), **form)
    assert (status, b"csrf" in body.lower() or b"form" in body.lower()) == (403, True)
    status, _, body = proxy.ask("/campaigns/restore/", b"x" * (21 * 2**20), **form)
    assert (status, b"At most 20 MB can be sent at once." in body) == (413, True)


def test_a_larger_body_is_refused(proxy: Proxy):
    """nginx says 413. Caddy passes on until it has counted too much, and says 502. Both may hang up first."""
    connection = proxy.connection()
    connection.putrequest("POST", "/campaigns/restore/", skip_host=True)
    connection.putheader("Host", NAME)
    connection.putheader("Content-Length", str(64 * 2**20))
    connection.endheaders()
    try:
        for _ in range(64):
            connection.send(b"x" * 2**20)
    except OSError:
        pass
    try:
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        status = 0
    connection.close()
    assert status in (0, 413, 502)


def test_live_updates_come_at_once(proxy: Proxy):
    connection = proxy.connection()
    connection.request("GET", "/stream/1/", headers={"Host": NAME, "Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
    assert answer.headers["Content-Encoding"] is None
    assert (answer.readline(), b'"seq": ' in answer.readline()) == (b"retry: 2000\n", True)
    answer.readline()
    with closing(sqlite3.connect(proxy.database)) as database:
        database.execute("UPDATE league_campaign SET head_seq = head_seq + 1 WHERE id = 1")
        database.commit()
        (head,) = database.execute("SELECT head_seq FROM league_campaign WHERE id = 1").fetchone()
    told = answer.readline()
    answer.close()
    connection.close()
    assert b'"seq": %d' % head in told


def test_an_unencrypted_visit_is_led_on_and_a_flood_of_sign_ins_is_stopped_by_nginx(proxy: Proxy):
    if proxy.name != "nginx":
        pytest.skip("Caddy leads on by itself and counts no requests")
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=WAIT_SECONDS)
    plain.request("GET", "/inbox/", headers={"Host": NAME})
    answer = plain.getresponse()
    plain.close()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/inbox/")
    codes = [proxy.ask("/accounts/inactive/")[0] for _ in range(1 + BURST)]
    assert set(codes) == {200}
    with ThreadPoolExecutor(20) as people:
        codes = list(people.map(lambda _: proxy.ask("/accounts/inactive/")[0], range(20)))
    assert 429 in codes
    assert proxy.ask("/")[0] == 200
