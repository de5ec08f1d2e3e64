"""Shared by all figures: options, ports, databases, and servers, which are stopped at the end."""

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Callable

import load
import processes
from chairside import Chairside
from databases import HERE, Databases
from desk import Desk
from phones import Phones
from peers.fastapi_service import FastAPIService
from peers.nginx import Nginx
from peers.rows import CLINIC, fill_queue

OURS = "Chairside"


@dataclass
class Series:
    """One program's measurement of a figure, repeated in turns with those of other programs."""

    what: str
    who: str
    measure: Callable[[], dict]  # This function returns some of per_second, p50_ms, p99_ms and memory_mb.
    warm_up: int = 1  # The number of unmeasured runs before the measured ones.


def say(text: str):
    print(text, file=sys.stderr, flush=True)


class Bench:
    def __init__(self, chosen: argparse.Namespace, scratch: str):
        self.chosen, self.scratch = chosen, scratch
        self.databases = Databases(chosen.postgres_programs, chosen.admin_database, chosen.database, scratch)
        self.ports = iter(chosen.ports)
        self.left_out = []
        self.running = []
        self.desk_at_work = None
        self.phones_at_work = None
        self.fastapi_database = None

    # Methods that start and stop the servers that are measured.

    def start(self, make: Callable):
        """Starts a server on a free port. It is stopped at the end in any case."""
        port = next(self.ports, None)
        if port is None:
            raise processes.Unusable("no port is left")
        server = make(port)
        self.running.append(server)
        return server

    def stop(self, server):
        self.running.remove(server)
        server.stop()

    def stop_all(self, but: tuple = ()):
        for server in [server for server in reversed(self.running) if server not in but]:
            self.stop(server)

    def best(self, what: str, make: Callable, target: Callable):
        """Starts a server with one worker or with two, whichever serves `target` faster: other programs are measured at their best.
        """
        servers = {workers: self.start(lambda port: make(port, workers)) for workers in (1, 2)}
        rates = {1: 0.0, 2: 0.0}
        for workers in (1, 2, 1, 2):
            outcome = load.run(target(servers[workers]), self.chosen.connections, min(2, self.chosen.seconds))
            rates[workers] = max(rates[workers], outcome["per_second"])
        workers = max(rates, key=rates.get)
        say(f"  {what}: {workers} is best ({rates[1]:,.0f} a second with one, {rates[2]:,.0f} with two)")
        self.stop(servers[3 - workers])
        return servers[workers]

    def peer(self, what: str, make: Callable):
        """Returns the result of `make`. If the program cannot run on this machine, prints the reason and returns `None`."""
        try:
            return make()
        except (processes.Unusable, OSError, subprocess.SubprocessError) as problem:
            self.leave_out(what, problem)
            return None

    def leave_out(self, what: str, problem):
        say(f"  left out: {what}: {problem}")
        self.left_out.append(f"{what}: {problem}")

    # Methods that start and fill Chairside for a measurement.

    def chairside(self, database: str) -> Chairside:
        log = os.path.join(self.chosen.out, "chairside.log")
        return self.start(lambda port: Chairside(self.chosen.program, database, port, log))

    @property
    def desk(self) -> Desk:
        """A large practice on a running server, made at the first use."""
        if self.desk_at_work is None:
            say("Starting and filling Chairside")
            ours = self.chairside(self.databases.owner)
            ours.fill("--days", str(self.chosen.days), "--patients", str(min(2_000, self.chosen.patients)))
            ours.serve(self.chosen.loops)
            self.desk_at_work = Desk(ours, self.chosen.patients)
        if not self.desk_at_work.chairside.is_serving:
            self.desk_at_work.chairside.serve(self.chosen.loops)
        return self.desk_at_work

    @property
    def phones(self) -> Phones:
        """Patients of the practice with phones, made at the first use."""
        desk = self.desk  # The server is started if it does not run.
        if self.phones_at_work is None:
            self.phones_at_work = Phones(desk)
        return self.phones_at_work

    # Methods that make the series of measurements of one figure.

    def http(self, what: str, who: str, target: Callable, connections: int = 0, warm_up: int = 1) -> Series:
        """`target` is called for each run, since tokens expire."""
        load.ask_once(target())
        return Series(what, who, lambda: load.run(
            target(), connections or self.chosen.connections, self.chosen.seconds,
            postgres=self.databases.process), warm_up)

    def fastapi(self, target: Callable) -> FastAPIService:
        return self.best("FastAPI's workers", lambda port, workers: FastAPIService(
            self.peers_database, port, workers, self.scratch), target)

    def nginx(self, what: str, body: bytes, target: Callable) -> list:
        """Series of nginx sending these bytes from a file; empty if this machine has no nginx."""
        peer = self.peer("nginx", lambda: self.best(
            "nginx's workers", lambda port, workers: Nginx(body, port, workers, self.scratch), target))
        return [self.http(what, peer.name, lambda: target(peer))] if peer else []

    def pgbench(self, what: str, who: str, script: str, connections: int) -> Series:
        database = self.peers_database
        return Series(what, f"{who} -c {connections}", lambda: self.databases.pgbench(
            database, script, connections, self.chosen.seconds))

    def bare_insert(self, command: load.Target = None, kind: str = "appointment-booked") -> str:
        """Sends a command once (by default a booking), and writes a pgbench script that only inserts a row with the bytes of the
        command's event, which has the type `kind`. Returns the script's path.
        """
        load.ask_once(command or self.desk.booking)
        stored = self.databases.sql(
            self.databases.named("chairside", self.databases.admin), f"""
            SELECT json_build_array(data::text, metadata::text, schema_version)
            FROM event WHERE type = '{kind}' ORDER BY recorded_at DESC LIMIT 1
            """)
        data, metadata, version = json.loads(stored)
        return self.script(
            f"bare_insert_{kind}.sql",
            "INSERT INTO bare_event (clinic_id, recorded_at, schema_version, type, data, metadata, command_id)\n"
            f"VALUES ('{CLINIC}', now(), {version}, '{kind}', {literal(data)}, {literal(metadata)}, gen_random_uuid());\n")

    def script(self, name: str, text: str) -> str:
        """Writes a script for pgbench. Returns its path."""
        path = os.path.join(self.scratch, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    @property
    def peers_database(self) -> str:
        """Makes a database with the tables of the other programs."""
        if self.fastapi_database is None:
            self.fastapi_database = self.databases.create("peers")
            with open(os.path.join(HERE, "peer_tables.sql")) as tables:
                self.databases.sql(self.fastapi_database, tables.read())
        return self.fastapi_database

    def fill_peers_queue(self, items: list):
        fill_queue(self.databases, self.peers_database, items)


def literal(text: str) -> str:
    """Quotes text in SQL for pgbench, which takes a colon before a letter for a variable."""
    return "'" + re.sub(":(?=[A-Za-z_])", ": ", text).replace("'", "''") + "'"
