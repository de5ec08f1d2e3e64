"""Chairside as the benchmark sees it: how it is started and filled, and what is measured of it.

Its URLs and bodies are in ops/trials/clinic_api.py.
"""

import asyncio
import datetime
import os
import re
import subprocess
import sys

import load
import peers

sys.path.append(os.path.join(peers.HERE, os.pardir, "trials"))

from clinic_api import BASE, CONTESTED_DAYS, VISIT_MINUTES, ClinicAPI, Practice, authorized, blocks

DOCTORS, PATIENTS, QUEUE_ENTRIES = 32, 20_000, 40


class Chairside:
    name = "Chairside"

    # Each a load.Target, made by prepare().
    booking = queue = poll = slots = None

    def __init__(self, program: str, database: str, port: int, loops: int, scratch: str):
        self.program, self.port = program, port
        self.environment = {**os.environ, "DATABASE_URL": database}
        self.log = open(os.path.join(scratch, "chairside.log"), "wb")
        self.run("migrate")
        self.run("demo")
        # The demo as it is now, two clinics with three months of everything, is what is rebuilt.
        self.lived = {**self.environment, "DATABASE_URL": peers.copy_database(database, "lived")}
        self.appended = {**self.environment, "DATABASE_URL": peers.copy_database(database, "appended")}
        self.process = None
        self.serve(loops)
        self.practice = Practice(ClinicAPI(port))
        asyncio.run(self.prepare(f"http://127.0.0.1:{port}{BASE}"))

    def serve(self, loops: int):
        """Starts the server with so many loops; with its own choice where it is 0."""
        if self.process:
            peers.stop(self.process)
        arguments = [self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        for limit in ("network", "session", "account"):  # counted, and never reached
            arguments += [f"--{limit}-rate", "1000000/10000000"]
        if loops:
            arguments += ["--loops", str(loops)]
        self.loops = loops
        self.process = subprocess.Popen(arguments, stdout=self.log, stderr=subprocess.STDOUT, env=self.environment)
        peers.wait_until_ready(f"http://127.0.0.1:{self.port}/readyz", self.process)
        for target in (self.booking, self.queue, self.poll, self.slots):
            if target:
                target.process = self.process.pid
        if self.poll:  # a new process counts from where it began
            self.poll.headers["If-None-Match"] = load.ask_once(self.queue).headers["ETag"]

    async def prepare(self, url: str):
        """A large practice with a queue of 40 entries, and the four targets."""
        practice = self.practice
        await practice.open(DOCTORS, PATIENTS)
        day = await self.fill_a_day(practice)
        headers, process = authorized(practice.token), self.process.pid
        self.booking = load.Target(
            url + "/appointments", {**headers, "Content-Type": "application/json"}, "POST", 201, practice.bookings,
            practice.give_back, most_per_second=14_000, process=process)
        self.queue = load.Target(f"{url}/reception/queue?date={day}", headers, process=process)
        etag = load.ask_once(self.queue).headers["ETag"]
        self.poll = load.Target(self.queue.url, {**headers, "If-None-Match": etag}, status=304, process=process)
        week = f"from={day}&to={day + datetime.timedelta(days=6)}"
        self.slots = load.Target(
            f"{url}/slots?service_id={practice.service}&doctor_id={practice.doctors[0]}&{week}", headers,
            process=process)

    async def fill_a_day(self, practice: Practice) -> datetime.date:
        """Books the queue's entries on a day that the demo and the other bookings leave empty."""
        today = datetime.datetime.now(practice.zone).date()
        day = next(date for date in (today + datetime.timedelta(days=offset) for offset in CONTESTED_DAYS)
                   if date.isoweekday() in practice.hours)
        opens = blocks(practice.hours[day.isoweekday()])[0][0]
        start = datetime.datetime.combine(day, datetime.time(opens // 60, opens % 60), practice.zone)
        entries = []
        for number in range(QUEUE_ENTRIES):
            turn, seat = divmod(number, DOCTORS)
            at = start.astimezone(datetime.timezone.utc) + datetime.timedelta(minutes=turn * VISIT_MINUTES)
            entries.append({
                "patient_id": practice.patients[number], "service_id": practice.service,
                "doctor_id": practice.doctors[seat], "chair_id": practice.chairs[seat],
                "start": at.strftime("%Y-%m-%dT%H:%M:%SZ")})
        await practice.api.create("/appointments", practice.token, entries)
        return day

    def run(self, *arguments: str, environment: dict = {}) -> str:
        done = subprocess.run([self.program, *arguments], env=environment or self.environment, stdout=subprocess.PIPE,
                              stderr=self.log)
        if done.returncode:
            raise load.Unusable(f"chairside {' '.join(arguments)} ended with {done.returncode}; see {self.log.name}")
        return done.stdout.decode()

    def queue_body(self) -> bytes:
        return load.ask_once(self.queue).content

    def append(self) -> dict:
        """Events a second that the log takes by itself, without HTTP and read models."""
        return self.events_per_second("measure-append", self.appended)

    def rebuild(self) -> dict:
        """Events a second of `chairside rebuild` over all that happens in a clinic."""
        return self.events_per_second("rebuild", self.lived)

    def events_per_second(self, command: str, environment: dict) -> dict:
        text = self.run(command, environment=environment)
        found = re.search(r"\((\d+) events/s\)", text)
        if not found:
            raise load.Unusable(f"chairside {command} said: {text[:300]}")
        return {"per_second": float(found[1])}

    def stop(self):
        peers.stop(self.process)
        self.log.close()
