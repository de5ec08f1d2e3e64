"""What Chairside is measured beside, each as fast as it can be on this machine."""

import json
import os
import random
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import uuid

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import load

HERE = os.path.dirname(os.path.abspath(__file__))
CLINIC = "0d5e2b1c-7a34-4d3f-9d0a-1f2e3d4c5b6a"
DAY = "2026-11-23"


def wait_until_ready(url: str, process: subprocess.Popen, seconds: int = 30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise load.Unusable(f"{url}: its process ended with {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.05)
    raise load.Unusable(f"{url} is not ready after {seconds} s")


def copy_database(url: str, name: str) -> str:
    """A copy of a database beside it, which nobody may be connected to meanwhile. Gives the copy's URL."""
    parts = urllib.parse.urlsplit(url)
    beside = urllib.parse.urlunsplit(parts._replace(path="/postgres"))
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", beside, "-c",
                    f'CREATE DATABASE "{name}" TEMPLATE "{parts.path[1:]}"'], check=True)
    return urllib.parse.urlunsplit(parts._replace(path="/" + name))


def stop(process: subprocess.Popen):
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def sample_rows(count: int = 40) -> list:
    """Queue entries like Chairside's, about 230 bytes each, for when Chairside's own are not there."""
    choice = random.Random(1)
    names = ["Zoë Bäcker", "José Núñez", "Nguyễn Thị Hoa", "Łukasz Wójcik", "Aoife O'Brien", "Søren Ångström"]
    rows = []
    for number in range(count):
        minute = 8 * 60 + number * 12
        rows.append(json.dumps({
            "appointment": {
                "id": str(uuid.UUID(int=choice.getrandbits(128))), "version": choice.randrange(10**6),
                "doctor_name": "Dr " + choice.choice(names), "chair_name": "Chair 2", "status": "arrived",
                "start": f"{DAY}T{minute // 60:02}:{minute % 60:02}:00Z", "waiting_since": f"{DAY}T08:00:00Z"},
            "patient": {"name": choice.choice(names)}}, ensure_ascii=False, separators=(",", ":")).encode())
    return rows


def list_of(rows: list) -> bytes:
    return b'{"items":[' + b",".join(rows) + b'],"next_cursor":null,"has_more":false}'


class FastAPIService:
    """peer_service.py under uvicorn."""

    name = "FastAPI"

    def __init__(self, database: str, port: int, workers: int, scratch: str):
        self.workers = workers
        key = ec.generate_private_key(ec.SECP256R1())
        public = os.path.join(scratch, f"peer-{port}.pem")
        with open(public, "wb") as out:
            out.write(key.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
        token = jwt.encode({"sub": str(uuid.uuid4()), "clinic": CLINIC, "aud": "bench", "iss": "bench",
                            "exp": int(time.time()) + 24 * 3600}, key, algorithm="ES256")
        self.log = open(os.path.join(scratch, f"peer-{port}.log"), "wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "peer_service:app", "--host", "127.0.0.1", "--port", str(port),
             "--workers", str(workers), "--loop", "uvloop", "--http", "httptools", "--no-access-log",
             "--log-level", "warning"],
            cwd=HERE, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "PEER_DATABASE_URL": database, "PEER_PUBLIC_KEY": public,
                 "PEER_POOL": str(32 // workers)})
        base = f"http://127.0.0.1:{port}"
        wait_until_ready(base + "/readyz", self.process)
        headers = {"Authorization": "Bearer " + token}
        self.booking = load.Target(
            base + "/api/v1/appointments", {**headers, "Content-Type": "application/json"}, "POST", 201,
            self.free_slots, most_per_second=8_000, process=self.process.pid)
        self.queue = load.Target(base + f"/api/v1/queue?day={DAY}", headers, process=self.process.pid)

    @staticmethod
    def free_slots(count: int):
        """Random slots of random doctors: with so many to choose from, none is drawn twice."""
        for _ in range(count):
            start = random.randrange(2**24) * 1800
            yield str(uuid.uuid4()), json.dumps({
                "doctor_id": str(uuid.uuid4()), "chair_id": str(uuid.uuid4()), "patient_id": str(uuid.uuid4()),
                "start": start, "minutes": 30})

    def stop(self):
        stop(self.process)
        self.log.close()


NGINX = """
worker_processes {workers};
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    etag on;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 100000000;
    open_file_cache max=16;
    default_type application/json;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} {reuseport};
        root {folder}/files;
    }}
}}
"""


class Nginx:
    """Debian's nginx serving the queue's bytes from a file."""

    name = "nginx"

    def __init__(self, body: bytes, port: int, workers: int, scratch: str):
        self.workers = workers
        folder = os.path.join(scratch, f"nginx-{port}")
        os.makedirs(os.path.join(folder, "files"))
        with open(os.path.join(folder, "files", "queue.json"), "wb") as out:
            out.write(body)
        with open(os.path.join(folder, "nginx.conf"), "w") as out:
            out.write(NGINX.format(workers=workers, folder=folder, port=port, user="user root;" if os.getuid() == 0 else "",
                                   reuseport="reuseport" if workers > 1 else ""))
        program = "/usr/sbin/nginx"
        self.process = subprocess.Popen(
            [program, "-c", os.path.join(folder, "nginx.conf"), "-e", os.path.join(folder, "error.log")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        base = f"http://127.0.0.1:{port}/queue.json"
        wait_until_ready(base, self.process)
        self.queue = load.Target(base, process=self.process.pid)
        etag = load.ask_once(self.queue).headers["ETag"]
        self.poll = load.Target(base, {"If-None-Match": etag}, status=304, process=self.process.pid)

    def stop(self):
        stop(self.process)


def pgbench(program: str, database: str, connections: int, seconds: int, scratch: str) -> dict:
    """Bare single-row INSERTs, one transaction each, prepared."""
    prefix = os.path.join(scratch, f"pgbench-{connections}")
    done = subprocess.run(
        [program, "-n", "-M", "prepared", "-c", str(connections), "-j", str(min(2, connections)),
         "-T", str(seconds), "-f", os.path.join(HERE, "bare_insert.sql"), "-l", "--log-prefix", prefix,
         database],
        check=True, capture_output=True, text=True)
    rate = next(float(line.split()[2]) for line in done.stdout.splitlines() if line.startswith("tps ="))
    latencies = []
    for name in os.listdir(scratch):
        if name.startswith(f"pgbench-{connections}."):
            with open(os.path.join(scratch, name)) as log:
                latencies += [int(line.split()[2]) for line in log]
            os.remove(os.path.join(scratch, name))
    latencies.sort()
    return {"per_second": rate, "p50_ms": latencies[len(latencies) // 2] / 1000,
            "p99_ms": latencies[len(latencies) * 99 // 100] / 1000, "memory_mb": None}
