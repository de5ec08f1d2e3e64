"""One psql process in which a trial runs statements, one after the other, without the start of a process for each."""

import subprocess

END = "the statement has ended"


class TrialDatabase:
    def __init__(self, psql: str, url: str):
        self.process = subprocess.Popen(
            [psql, "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)

    def run(self, statement: str) -> list:
        """Returns the lines of the rows."""
        self.process.stdin.write(f"{statement};\n\\echo {END}\n")
        self.process.stdin.flush()
        rows = []
        while (line := self.process.stdout.readline()) != f"{END}\n":
            if not line:
                raise SystemExit(f"✘ psql ended at {statement!r}")
            rows.append(line.rstrip("\n"))
        return rows

    def close(self):
        self.process.stdin.close()
        self.process.wait()
