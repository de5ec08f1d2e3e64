"""Measures how much one person's heavy requests slow down another clinic.

    fairness.py --port PORT --server PROCESS [--connections 60] [--seconds 10]

For each heavy operation of the description, the waits of another clinic's doctor are measured in turns: without load, with it, and again.
The load comes from a process of its own with a low priority, since it shares the cores with the server. Fails if a 99th percentile with
load is above three times that without, and above a floor, below which the noise of a shared machine is larger than what is measured.
"""

import argparse
import asyncio
import datetime
import multiprocessing
import os
import re
import sys
import time

from clinic_api import ClinicAPI, authorized
from http_client import Connection, NotSent, OutcomeUnknown

FACTOR, FLOOR_MS = 3, 25
ROLES = ("admin", "receptionist", "doctor", "patient")
PAUSE = 0.01


def is_heavy(path: str, operation: dict) -> bool:
    """Whether an operation is a read whose answer is a file, a page or an export, or a search."""
    types = [kind for answer in operation["responses"].values() for kind in answer.get("content", {})]
    is_file = any("ndjson" in kind or not ("json" in kind or kind.startswith("image/") or "event-stream" in kind) for kind in types)
    is_search = any(each.get("name") == "q" for each in operation.get("parameters", []))
    return is_file or is_search or path.rsplit("/", 1)[-1] in ("export", "history", "audit-events", "slots")


def targets(description: dict, known: dict) -> list:
    """The heavy reads whose parameters are known, as (operation, path). Others are named on the standard error."""
    found = []
    for path, operations in description["paths"].items():
        operation = operations.get("get")
        if operation is None or not operation.get("security", description.get("security")) or not is_heavy(path, operation):
            continue
        parameters = [resolve(description, each) for each in operation.get("parameters", [])]
        needed = {each["name"] for each in parameters if each.get("required")} | set(re.findall(r"{(\w+)}", path))
        if not needed <= set(known):
            print(f"    not tried: {operation['operationId']} ({', '.join(sorted(needed - set(known)))})", file=sys.stderr)
            continue
        query = [f"{each['name']}={known[each['name']]}" for each in parameters
                 if each["in"] == "query" and (each.get("required") or each["name"] == "q")]
        filled = re.sub(r"{(\w+)}", lambda match: known[match[1]], path)
        found.append((operation["operationId"], filled + ("?" + "&".join(query) if query else "")))
    return found


def resolve(description: dict, value: dict) -> dict:
    while "$ref" in value:
        reference, value = value["$ref"], description
        for name in reference[2:].split("/"):
            value = value[name]
    return value


def hammer(port: int, path: str, token: str, connections: int, counts):
    """Repeats a request on all connections until the process is ended."""
    os.nice(19)

    async def one():
        connection = Connection(port)
        while True:
            try:
                answer = await connection.request("GET", path, authorized(token))
                counts[0 if answer.status == 200 else 1] += 1
                if answer.status in (429, 503):
                    await asyncio.sleep(PAUSE)
            except (NotSent, OutcomeUnknown):
                counts[2] += 1

    async def all_of_them():
        await asyncio.gather(*(one() for _ in range(connections)))

    asyncio.run(all_of_them())


async def waits(port: int, token: str, seconds: float) -> dict:
    """The waits of a normal client in milliseconds, by path."""
    me, live = Connection(port), Connection(port)
    found = {"/api/v1/me": [], "/livez": []}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for connection, path in ((me, "/api/v1/me"), (live, "/livez")):
            began = time.perf_counter()
            answer = await connection.request("GET", path, authorized(token))
            if answer.status != 200:
                raise SystemExit(f"{path} of another clinic: {answer.status}")
            found[path].append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(PAUSE)
    return found


def p99(values: list) -> float:
    return sorted(values)[len(values) * 99 // 100]


def memory(server: int) -> int:
    """The resident memory of the server in megabytes."""
    with open(f"/proc/{server}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) // 1024


async def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--server", type=int, required=True)
    arguments.add_argument("--connections", type=int, default=60)
    arguments.add_argument("--seconds", type=float, default=10)
    options = arguments.parse_args()

    busy, quiet = ClinicAPI(options.port), ClinicAPI(options.port, "harbor")
    tokens = {role: await busy.login(role) for role in ROLES}
    doctor = await quiet.login("doctor")
    connection = Connection(options.port)
    description = (await connection.request("GET", "/openapi.json")).json()
    today = datetime.date.today()
    known = {
        "patient_id": (await busy.get("/patients?limit=1", tokens["receptionist"]))["items"][0]["id"],
        "service_id": (await busy.get("/services?limit=1", tokens["receptionist"]))["items"][0]["id"],
        "from": str(today - datetime.timedelta(days=30)), "to": str(today), "date": str(today), "q": "a",
    }
    before, failed, tried = memory(options.server), False, 0
    for operation, path in targets(description, known):
        for role in ROLES:
            if (await connection.request("GET", path, authorized(tokens[role]))).status == 200:
                break
        else:
            print(f"    not tried: {operation} (no role gets 200 for {path})", file=sys.stderr)
            continue
        tried += 1
        idle, loaded = {}, {}
        counts = multiprocessing.Array("l", 3)
        for part in (idle, loaded, idle, loaded):
            process = None
            if part is loaded:
                process = multiprocessing.Process(
                    target=hammer, args=(options.port, path, tokens[role], options.connections, counts), daemon=True)
                process.start()
            for name, values in (await waits(options.port, doctor, options.seconds / 4)).items():
                part.setdefault(name, []).extend(values)
            if process is not None:
                process.terminate()
                process.join()
        for name in idle:
            alone, beside = p99(idle[name]), p99(loaded[name])
            is_slow = beside > max(FACTOR * alone, FLOOR_MS)
            failed = failed or is_slow
            print(f"    {operation}: {name} {alone:.1f} ms, beside it {beside:.1f} ms" + (" (too slow)" if is_slow else ""))
        print(f"    {operation}: {counts[0]} answers, {counts[1]} refused, {counts[2]} broken; {memory(options.server)} MB")
    if tried == 0:
        raise SystemExit("the description has no heavy operation that could be tried")
    print(f"    memory: {before} MB before, {memory(options.server)} MB after")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    asyncio.run(main())
