"""Runs tests of the copy of the package with one mutant switched on, until the first of them fails."""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

BINARY = ".build/debug/chairsidePackageTests.xctest"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
FAILED = re.compile(r'^\S+ Test (.+?) (?:recorded an issue|failed after)')
PASSED = re.compile(r"^\S+ Test run with (\d+) tests? ")


@dataclasses.dataclass
class Run:
    failed: bool
    how: str
    seconds: float
    log: pathlib.Path
    tests: int = 0
    hung: bool = False


class Runner:
    """Each run is a separate process with its own PostgreSQL, so a mutant's changes of the schema end with it."""

    def __init__(self, tree: pathlib.Path, logs: pathlib.Path):
        self.tree = tree
        self.logs = logs
        logs.mkdir(parents=True, exist_ok=True)

    def run(self, mutant: int, suites: list[str], limit: float) -> Run:
        """`mutant` is the mutant's number, or 0 for none."""
        command = [str(self.tree / BINARY), "--testing-library", "swift-testing"]
        for name in suites:
            target, _, file = name.rpartition("/")
            command += ["--filter", rf"^{target}\..*[./]{file}[./]|^{target}\.{file}[./]" if target else rf"[./]{file}[./]"]
        environment = {key: value for key, value in os.environ.items() if not key.endswith("DATABASE_URL")}
        # If a mutant crashes the process, a backtrace is not needed and would take some seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        if mutant:
            environment["CHAIRSIDE_MUTANT"] = str(mutant)
        log = self.logs / f"{mutant}.log"
        since = time.monotonic()
        process = subprocess.Popen(
            command, cwd=self.tree, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        hung = threading.Event()

        def end():
            hung.set()
            process.send_signal(signal.SIGKILL)

        timer = threading.Timer(limit, end)
        timer.start()
        failed_test, tests = None, 0
        with log.open("w") as output:
            for line in process.stdout:
                output.write(line)
                line = COLOURS.sub("", line)
                if match := PASSED.match(line):
                    tests = int(match.group(1))
                if match := FAILED.match(line):
                    failed_test = match.group(1)
                    # One failed test is enough to catch a mutant. The PostgreSQL of the tests stops when the tests are killed.
                    process.send_signal(signal.SIGKILL)
                    break
        status = process.wait()
        timer.cancel()
        process.stdout.close()
        seconds = time.monotonic() - since
        if failed_test is not None:
            return Run(True, f"by {failed_test}", seconds, log)
        if hung.is_set():
            return Run(True, f"hung for {limit:.0f} s", seconds, log, hung=True)
        if status != 0:
            return Run(True, f"the tests ended with {status}", seconds, log)
        return Run(False, f"{tests} tests passed", seconds, log, tests)
