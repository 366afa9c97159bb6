"""Answers of the site as tests read them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def text_of(answer: Any) -> str:
    """The page with its line breaks as blanks."""
    return " ".join(answer.content.decode().split())


def queries(client: Client, address: str) -> int:
    """Number of queries that a page costs."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


async def next_message(stream: AsyncIterator[bytes]) -> Any:
    """The next message of a live stream."""
    text = (await asyncio.wait_for(anext(stream), 5)).decode()
    return json.loads(text.partition("data: ")[2])
