"""Try every seeded fault: in a copy of the sources, the tests named with it have to fail.

    ./run mutants [WORDS]

With WORDS only the faults whose kind or name has them. The same tests are run without a fault first. Returns
1 when a fault is not caught, no longer fits its file or keeps the tests from running.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.faults import ROOT, Fault, faults

FAILED, PASSED = 1, 0
"""Exit statuses of pytest; any other says that tests did not run."""
JOBS = os.cpu_count() or 1


def copied(to: Path) -> Path:
    """The sources, without what git ignores."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def tried(at: Path, tests: tuple[str, ...], *options: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", *options]
    return subprocess.run([*command, *tests], cwd=at, capture_output=True, text=True)


def write(path: Path, text: str) -> None:
    """Write a source file, and forget its bytecode: that is told apart by the second and the length alone."""
    path.write_text(text, encoding="utf-8")
    for kept in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        kept.unlink()


def verdict(at: Path, fault: Fault) -> str:
    """ "caught", or what is wrong."""
    path = at / fault.file
    before = path.read_text(encoding="utf-8")
    try:
        write(path, fault.seeded(before))
        done = tried(at, fault.tests, "-x", "-p", "no:xdist")
    except (OSError, ValueError) as error:
        return f"no longer fits: {error}"
    finally:
        write(path, before)
    if done.returncode == FAILED:
        return "caught"
    return "SURVIVED" if done.returncode == PASSED else f"tests did not run:\n{done.stdout[-2000:]}"


def told(fault: Fault, copies: SimpleQueue[Path]) -> bool:
    """Try a fault in a free copy and say what came of it."""
    at, start = copies.get(), time.monotonic()
    try:
        found = verdict(at, fault)
    finally:
        copies.put(at)
    print(f"{found:8} {fault.kind}: {fault.name} ({time.monotonic() - start:.0f} s)", flush=True)
    if found == "SURVIVED":
        print(f"         {fault.why} Not noticed by {', '.join(fault.tests)}", flush=True)
    return found == "caught"


def main(words: list[str]) -> int:
    """Returns the exit status."""
    chosen = [each for each in faults() if " ".join(words) in f"{each.kind}: {each.name}"]
    if not chosen:
        print(f"No fault is called anything like {' '.join(words)!r}.")
        return 1
    with TemporaryDirectory(prefix="admiralty-mutants-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(JOBS):
            copies.put(copied(Path(folder) / str(number)))
        tests = tuple(dict.fromkeys(test for each in chosen for test in each.tests))
        sound = tried(Path(folder) / "0", tests, "-n", str(JOBS), "--dist", "loadfile")
        if sound.returncode != PASSED:
            print(f"Without any fault these tests fail already:\n{sound.stdout[-4000:]}")
            return 1
        with ThreadPoolExecutor(JOBS) as pool:
            caught = sum(pool.map(lambda each: told(each, copies), chosen))
    print(f"{caught} of {len(chosen)} faults caught.")
    return 0 if caught == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
