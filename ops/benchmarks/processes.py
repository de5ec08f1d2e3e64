"""Starts, observes and stops servers as processes."""

import os
import resource
import socket
import subprocess
import time
import urllib.request
from typing import Optional


class Unusable(Exception):
    """The figure cannot be measured, or would be meaningless."""


def start(arguments: list, log, environment: dict, folder: str = None) -> subprocess.Popen:
    """Starts a server with the highest allowed number of open files."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    try:
        return subprocess.Popen(
            arguments, stdout=log, stderr=subprocess.STDOUT, env=environment, cwd=folder,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard)))
    except OSError as problem:
        raise Unusable(f"{arguments[0]}: {problem}")


def wait_until_ready(url: str, process: subprocess.Popen, seconds: float = 60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise Unusable(f"{url}: its process ended with {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.05)
    raise Unusable(f"{url} is not ready after {seconds} s")


def wait_until_listening(port: int, process: subprocess.Popen, seconds: float = 10):
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Unusable(f"no program listens on port {port}")


def stop(process: subprocess.Popen):
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(arguments: list, **options) -> str:
    """Runs a program that must succeed; returns its output."""
    try:
        return subprocess.run(
            arguments, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options).stdout
    except OSError as problem:
        raise Unusable(f"{arguments[0]}: {problem}")
    except subprocess.CalledProcessError as problem:
        raise Unusable(f"{arguments[0]} ended with {problem.returncode}: {problem.stderr[-500:].strip()}")


def memory_of(process: int) -> Optional[float]:
    """Returns the proportional resident memory of a process and its children, in MB."""
    if not process:
        return None
    total = 0
    for one in tree_of(process):
        try:
            with open(f"/proc/{one}/smaps_rollup") as rollup:
                total += sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
        except OSError:
            continue
    return total / 1024


def processor_seconds_of(process: int) -> float:
    """Returns the processor time of a process and its children, including ended ones, with a resolution of 10 ms."""
    ticks = 0
    for one in tree_of(process):
        try:
            with open(f"/proc/{one}/stat") as status:
                # In /proc/PID/stat (proc(5)), the processor times utime, stime, cutime and cstime are fields 14 to 17. The program's name
                # before them may contain blanks.
                ticks += sum(int(field) for field in status.read().rpartition(")")[2].split()[11:15])
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def tree_of(process: int) -> list:
    """A process and all its living descendants."""
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        try:
            with open(f"/proc/{one}/task/{one}/children") as children:
                waiting += [int(child) for child in children.read().split()]
        except OSError:
            continue
    return found
