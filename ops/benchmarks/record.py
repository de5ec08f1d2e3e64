"""The record of a benchmark run: the machine, the versions, and every value."""

import datetime
import json
import os
import platform
import re
import subprocess
from importlib import metadata

PACKAGES = ("fastapi", "uvicorn", "uvloop", "httptools", "asyncpg", "orjson", "PyJWT")


def keep(path: str, chosen, collected: dict, results: dict, verdicts: list, left_out: list):
    """`collected` is {(what, who): runs}, `results` is {(what, who): medians}."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    record = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": commit(chosen.root), "machine": machine(), "versions": versions(chosen),
        "runs": chosen.runs, "seconds": chosen.seconds, "connections": chosen.connections,
        "results": [{"what": what, "who": who, "medians": results[what, who], "runs": runs}
                    for (what, who), runs in collected.items() if runs],
        "marks": verdicts, "left_out": left_out,
    }
    with open(path, "w") as out:
        json.dump(record, out, indent=2, ensure_ascii=False)
        out.write("\n")


def machine() -> dict:
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), "unknown")
    return {"cores": len(os.sched_getaffinity(0)), "processor": model, "system": platform.platform(),
            "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)}


def commit(root: str) -> str:
    """Returns the commit id, with a plus if files were changed since."""
    name = said("git", "-C", root, "rev-parse", "HEAD")
    return name + ("+" if said("git", "-C", root, "status", "--porcelain", "--untracked-files=no") else "")


def versions(chosen) -> dict:
    found = {
        "PostgreSQL": said(os.path.join(chosen.postgres_programs, "postgres"), "--version"),
        "nginx": said("/usr/sbin/nginx", "-v"), "wrk": said("wrk", "-v"), "Swift": said("swift", "--version"),
        "Python": platform.python_version(), "Hummingbird": hummingbird(chosen.local),
    }
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            pass
    return {name: text for name, text in found.items() if text}


def hummingbird(local: str) -> str:
    """Returns the resolved version of Hummingbird."""
    try:
        with open(os.path.join(local, "hummingbird", "workspace-state.json")) as state:
            packages = json.load(state)["object"]["dependencies"]
        return next(one["state"]["checkoutState"]["version"] for one in packages
                    if one["packageRef"]["identity"] == "hummingbird")
    except (OSError, KeyError, StopIteration, ValueError):
        return ""


def said(*command: str) -> str:
    """Returns the first output line with a digit; empty if the program is missing."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError:
        return ""
    lines = done.stdout.strip().splitlines()
    return next((line.strip() for line in lines if re.search(r"\d", line)), lines[0] if lines else "")
