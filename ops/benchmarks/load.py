"""Runs wrk and returns its results."""

import http.client
import json
import os
import tempfile
import urllib.parse
from dataclasses import dataclass, field
from typing import Callable, Iterable, Optional

import processes
from processes import Unusable
from processor_time import ProcessorTime


@dataclass
class Target:
    """One kind of request to one server."""

    url: str
    headers: dict = field(default_factory=dict)
    method: str = "GET"
    status: int = 200  # The expected status of the first request; another status makes the target unusable.
    # A function for requests that must all differ: it is called with their number, and returns tuples of an Idempotency-Key, a body and
    # perhaps an access token.
    requests: Optional[Callable[[int], Iterable[tuple]]] = None
    # A function that is called with the number of prepared requests that were not sent.
    give_back: Optional[Callable[[int], None]] = None
    most_per_second: int = 60_000  # The number of different requests to prepare for each second.
    # Paths that are requested in turns instead of the URL's path. After a tab, a path can have an access token.
    paths: list = field(default_factory=list)
    pause: int = 0  # The mean number of milliseconds between an answer and the next request on its connection.
    process: int = 0  # The id of the process whose memory is read, together with its children's.


def ask_once(target: Target) -> http.client.HTTPResponse:
    parts = urllib.parse.urlsplit(target.url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    headers, body = dict(target.headers), None
    if target.requests is not None:
        key, body, *token = next(iter(target.requests(1)))
        headers["Idempotency-Key"] = key
        if token:
            headers["Authorization"] = f"Bearer {token[0]}"
    path = urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))
    connection.request(target.method, path, body, headers)
    response = connection.getresponse()
    response.content = response.read()
    connection.close()
    if response.status != target.status:
        raise Unusable(f"{target.method} {target.url}: {response.status}, not {target.status}: {response.content[:500]!r}")
    return response


def of_each(outcome: dict, parts: int) -> dict:
    """Returns the outcome of requests with so many parts each, such as entities, with rate and processor times of one part."""
    each = {name: value / parts for name, value in outcome.items() if name.endswith("_us")}
    return {**outcome, **each, "per_second": outcome["per_second"] * parts}


def run(target: Target, connections: int, seconds: int, threads: int = 1, postgres: int = 0) -> dict:
    """`postgres` is the process id of the database server whose processor time counts."""
    parts = urllib.parse.urlsplit(target.url)
    path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
    with tempfile.TemporaryDirectory(prefix="chairside-bench.") as folder:
        plan, result = os.path.join(folder, "plan"), os.path.join(folder, "result")
        with open(plan, "w") as out:
            out.write(f"{target.method} {path}\n")
            for name, value in target.headers.items():
                out.write(f"{name}: {value}\n")
            out.write("\n")
            if target.requests is not None:
                wanted = int((seconds + 1) * target.most_per_second / (1 if connections > 1 else 4))
                for request in target.requests(wanted):
                    out.write("\t".join(request) + "\n")
            for other in target.paths:
                out.write(f"{other}\n")
        script = os.path.join(os.path.dirname(__file__), "requests.lua")
        threads = min(threads, connections)
        used = ProcessorTime(target.process, postgres)
        processes.run(
            ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", script,
             f"{parts.scheme}://{parts.netloc}"],
            env={**os.environ, "BENCH_PLAN": plan, "BENCH_RESULT": result, "BENCH_THREADS": str(threads),
                 "BENCH_PAUSE": str(target.pause)})
        with open(result) as source:
            outcome = json.load(source)
        each = used.each(outcome["requests"])
    if target.give_back is not None:
        target.give_back(max(0, wanted - outcome["requests"] - 2 * connections))
    if outcome["exhausted"]:
        raise Unusable(f"{target.url}: more different requests were needed than the plan had")
    if outcome["refused"] or outcome["socket_errors"]:
        raise Unusable(f"{target.url}: {outcome['refused']} refused, {outcome['socket_errors']} socket errors"
                       f" of {outcome['requests']}")
    return {
        "per_second": outcome["requests"] * 1e6 / outcome["microseconds"],
        "p50_ms": outcome["p50"] / 1000,
        "p99_ms": outcome["p99"] / 1000,
        "memory_mb": processes.memory_of(target.process),
        **each,
    }
