"""The benchmark's PostgreSQL: databases for all programs, and pgbench on them."""

import os
import shutil
import urllib.parse

import processes
from processor_time import ProcessorTime

HERE = os.path.dirname(os.path.abspath(__file__))


class Databases:
    """One cluster. `admin` is its superuser's URL, `owner` the URL of Chairside's role in the database `chairside`."""

    def __init__(self, programs: str, admin: str, owner: str, scratch: str):
        self.programs, self.admin, self.owner, self.scratch = programs, admin, owner, scratch

    def named(self, name: str, of: str = "") -> str:
        return urllib.parse.urlunsplit(urllib.parse.urlsplit(of or self.owner)._replace(path="/" + name))

    def create(self, name: str) -> str:
        """Creates an empty database of Chairside's role; returns its URL."""
        self.sql(self.admin, f'CREATE DATABASE "{name}" OWNER chairside')
        return self.named(name)

    def copy(self, name: str, new: str) -> str:
        """Copies a database, which must have no connections meanwhile; returns the copy's URL."""
        self.sql(self.admin, f'CREATE DATABASE "{new}" TEMPLATE "{name}" OWNER chairside')
        return self.named(new)

    def drop(self, name: str):
        self.sql(self.admin, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def dump(self, name: str, folder: str):
        shutil.rmtree(folder, ignore_errors=True)
        processes.run([os.path.join(self.programs, "pg_dump"), "-Fd", "-j", "2", "-Z", "1", "-f", folder,
                       self.named(name, self.admin)])

    def restore(self, name: str, folder: str):
        """Restores a dump into an empty database."""
        processes.run([os.path.join(self.programs, "pg_restore"), "-j", "2", "-d", self.named(name, self.admin), folder])

    def settle(self, name: str):
        """Vacuums and makes a checkpoint, so that this work is not done during a measurement."""
        self.sql(self.named(name, self.admin), "VACUUM (ANALYZE)", "CHECKPOINT")

    def sql(self, database: str, *statements: str, data: str = "") -> str:
        """Returns the rows of the last statement, without header, with `|` between columns."""
        commands = [part for statement in statements for part in ("-c", statement)]
        return processes.run(
            [os.path.join(self.programs, "psql"), "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", database, *commands],
            input=data)

    @property
    def process(self) -> int:
        """The process id of the postmaster."""
        return int(self.sql(self.admin, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)"))

    def pgbench(self, database: str, script: str, connections: int, seconds: int) -> dict:
        """Repeats a script (a path, or one beside this file) with prepared statements, one transaction each time."""
        used = ProcessorTime(0, self.process)
        prefix = os.path.join(self.scratch, f"pgbench-{connections}")
        text = processes.run(
            [os.path.join(self.programs, "pgbench"), "-n", "-M", "prepared", "-c", str(connections), "-j",
             str(min(2, connections)), "-T", str(seconds), "-f", os.path.join(HERE, script), "-l", "--log-prefix", prefix,
             database])
        rate = next(float(line.split()[2]) for line in text.splitlines() if line.startswith("tps ="))
        latencies = []
        for name in os.listdir(self.scratch):
            if name.startswith(f"pgbench-{connections}."):
                with open(os.path.join(self.scratch, name)) as log:
                    latencies += [int(line.split()[2]) for line in log]
                os.remove(os.path.join(self.scratch, name))
        latencies.sort()
        return {"per_second": rate, "p50_ms": latencies[len(latencies) // 2] / 1000,
                "p99_ms": latencies[len(latencies) * 99 // 100] / 1000, **used.each(len(latencies))}
