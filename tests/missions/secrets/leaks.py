"""The whole walk for secrets: every address as every reader at every step of every mission.

    ./run leaks [PYTEST ARGS]

Readers and missions are shared out among the processors. At the end it says how much was walked.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

WHOLE = "ADMIRALTY_WHOLE_WALK"
WALKS = ("tests/missions/secrets/test_every_step.py", "tests/battles/views/test_duel_secrets.py")


class Summary:
    """Says at once what a walk has found, and at the end how much all of them have walked."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        found = dict(report.user_properties).get("found", []) if report.when == "call" else []
        for step, reader, pages in found:
            for page in pages:
                print(f"\n{report.nodeid.partition('[')[2]} {step}: {reader} is told something by {page}")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
        counts = [dict(each.user_properties)["count"] for each in reports if each.user_properties]
        addresses = {each for count in counts for each in count["addresses"]}
        readers = {each for count in counts for each in count["readers"]}
        told = {name: sum(count[name] for count in counts) for name in ("steps", "pairs", "made")}
        terminalreporter.write_line(
            f"{len(addresses)} addresses, {len(readers)} readers, {told['steps']} steps of a reader: "
            f"{told['pairs']} answers, compared in two worlds; {told['made']} pages had to be made for that."
        )


def main(arguments: list[str]) -> int:
    """Run it. Returns pytest's exit status."""
    os.environ[WHOLE] = "1"
    share = ["-n", str(os.cpu_count()), "--dist", "load", "--maxschedchunk", "1"]
    return int(pytest.main(["-v", "--no-header", *share, *WALKS, *arguments], plugins=[Summary()]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
