"""Bookings while 32 clients upload files of 200 MB, each at 3 MB a second, and while none does."""

import dataclasses
import json
import os
import subprocess
import sys
import time

import load
from bench import OURS, Bench, Series
from databases import HERE
from desk import Desk, done
from processes import Unusable

NAME, BY_DEFAULT = "uploads", True
SAYS = "bookings while files are uploaded, compared with bookings alone"
WHAT = "booking, 4 clients"
DURING, ALONE = f"{OURS}, 32 uploads", f"{OURS}, no uploads"
CLIENTS, MEGABYTES, SPEED = 32, 200, 3
BOOKERS = 4
MOST_PER_SECOND = 8_000  # The number of bookings that are prepared for each second: more than these connections make.
PATIENTS = 2_000
LONGER = 2  # Each run takes so many times as long as usual, since an upload ends only every other second.
LIMITS = ("--upload-limit", str(MEGABYTES + 1), "--patient-files-limit", "1000000")


def prepare(bench: Bench) -> list:
    megabytes = 8 if bench.chosen.quick else MEGABYTES
    content = os.path.join(bench.scratch, "upload.pdf")
    with open(content, "wb") as file:
        file.write(b"%PDF-1.7\n" + os.urandom(megabytes * 1_000_000))
    # This practice is not the one of other figures, whose bookings leave too few free slots.
    ours = bench.chairside(bench.databases.create("uploads"))
    ours.fill("--patients", "200", "--days", "1")
    ours.serve(bench.chosen.loops, "--files", os.path.join(bench.scratch, "files"), *LIMITS)
    desk = Desk(ours, min(PATIENTS, bench.chosen.patients))

    def measure() -> dict:
        booking = dataclasses.replace(desk.booking, most_per_second=MOST_PER_SECOND)
        return load.run(booking, BOOKERS, bench.chosen.seconds * LONGER, postgres=bench.databases.process)

    return [Series(WHAT, DURING, lambda: during_uploads(desk, content, measure)), Series(WHAT, ALONE, measure)]


def during_uploads(desk: Desk, content: str, measure) -> dict:
    # The clients yield to all other programs, since in a practice they run on other machines.
    uploads = subprocess.Popen(
        ["nice", "-n", "19", sys.executable, os.path.join(HERE, "uploading.py"), "--content", content,
         "--url", f"http://127.0.0.1:{desk.chairside.port}/api/v1/patients/{desk.practice.patients[0]}/files?category=x_ray",
         "--token", done(desk.practice.api.login("doctor")), "--clients", str(CLIENTS), "--speed", str(SPEED)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    began = time.monotonic()
    try:
        outcome = measure()
    finally:
        uploads.terminate()
        seconds = time.monotonic() - began
        printed, problem = uploads.communicate()
    if uploads.returncode:
        raise Unusable(f"the uploads ended with {uploads.returncode}: {problem.decode()[-500:]}")
    sent = json.loads(printed)
    if set(sent["statuses"]) != {"201"}:
        raise Unusable(f"the statuses of the uploads are {sent['statuses']}")
    return {**outcome, "uploaded_mb_per_second": sent["megabytes"] / seconds}
