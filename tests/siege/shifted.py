"""`python -m tests.siege.shifted FILE`: the site with a clock that is off by the number of seconds in FILE.

The clock is the one that Django, its signatures, sessions and limits read. A monotonic clock never jumps.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

from league import server


class Clock:
    """The machine's clock, as far off as the file says."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.real = time.time

    def off(self) -> float:
        try:
            return float(self.file.read_text())
        except (OSError, ValueError):
            return 0.0

    def seconds(self) -> float:
        return self.real() + self.off()

    def moment(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.off())


def main() -> None:
    clock = Clock(Path(sys.argv[1]))
    time.time = clock.seconds
    timezone.now = clock.moment
    server.main([])


if __name__ == "__main__":
    main()
