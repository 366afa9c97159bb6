"""People of the siege: they send forms over real connections, each from an address of their own."""

from __future__ import annotations

import http.client
import re
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

TOKEN = "s" * 32
ANSWER_SECONDS = 60.0
KEPT_SECONDS = 2.0
"""Time after which a connection is not used again: the site closes it after five seconds."""
MOVED = (301, 308)
GONE = (OSError, http.client.HTTPException)
"""The errors of a connection whose other end has died."""


@dataclass
class Person:
    """Somebody with a browser; `session` and the account's `name` are empty for a visitor without one."""

    port: int
    address: str
    session: str = ""
    name: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    _line: http.client.HTTPConnection | None = None
    _used: float = 0.0

    def get(self, path: str) -> tuple[int, bytes]:
        return self.send("GET", path)

    def post(self, path: str, **fields: object) -> tuple[int, bytes]:
        """Status and text of the answer to a form. Raises one of GONE."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
        return self.send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Status and text of the answer; a redirect's text is its address. An address that has moved is
        followed with the same method, as browsers do."""
        for _ in range(4):
            status, text = self._once(method, path, body, headers or {})
            if status not in MOVED:
                break
            path = text.decode()
        return status, text

    def _once(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        if time.monotonic() - self._used > KEPT_SECONDS:
            self.leave()
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            self._line.request(method, path, body, {**self._headers(), **headers})
            answer = self._line.getresponse()
            text = answer.read()
            self._used = time.monotonic()
        except BaseException:
            self.leave()
            raise
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        led = answer.headers["Location"]
        return answer.status, led.encode() if led else text

    def leave(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _headers(self) -> dict[str, str]:
        held = {"sessionid": self.session} if self.session else {}
        cookies = {**self.cookies, **held, "csrftoken": TOKEN}
        told = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return {"Host": "localhost", "Cookie": told, "X-Forwarded-For": self.address}


def seen_on(page: bytes) -> str:
    """The number that a page says it was made at."""
    found = re.search(rb'name="seen" value="(\d+)"', page)
    return found[1].decode() if found else ""
