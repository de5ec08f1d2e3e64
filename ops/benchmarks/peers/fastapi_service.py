"""Runs peer_service.py with uvicorn."""

import dataclasses
import itertools
import json
import os
import sys
import time
import uuid

import load
import processes
from databases import HERE
from blobs import BLOBS_OF_PUSH, PHONES, new_entities
from peers.rows import CLINIC, DAY


class FastAPIService:
    name = "FastAPI"

    def __init__(self, database: str, port: int, workers: int, scratch: str):
        public, self.tokens = credentials(scratch, port)
        self.log = open(os.path.join(scratch, f"fastapi-{port}.log"), "wb")
        self.process = processes.start(
            uvicorn("peer_service:app", port, workers), self.log,
            {**os.environ, "PEER_DATABASE_URL": database, "PEER_PUBLIC_KEY": public, "PEER_POOL": str(32 // workers)},
            folder=HERE)
        base = f"http://127.0.0.1:{port}"
        processes.wait_until_ready(base + "/readyz", self.process)
        headers = {"Authorization": "Bearer " + self.tokens[0]}
        self.booking = load.Target(
            base + "/api/v1/appointments", {**headers, "Content-Type": "application/json"}, "POST", 201,
            free_slots, most_per_second=8_000, process=self.process.pid)
        self.queue = load.Target(base + f"/api/v1/queue?day={DAY}", headers, process=self.process.pid)

        self.vault_push = load.Target(
            base + "/api/v1/vault/push", {**headers, "Content-Type": "application/json"}, "POST",
            requests=lambda count: pushes(count, self.tokens), most_per_second=2_000, process=self.process.pid)
        paths = [f"/api/v1/vault/pull?since=0&device_id={uuid.uuid4()}\t{one}" for one in self.tokens]
        self.vault_pull = load.Target(base + paths[0].split("\t")[0], headers, paths=paths, process=self.process.pid)

    def stop(self):
        processes.stop(self.process)
        self.log.close()

    def fill_vaults(self, blobs: int):
        """Pushes so many entities into the vault of each account."""
        for push in pushes(PHONES, self.tokens, blobs):
            load.ask_once(dataclasses.replace(self.vault_push, requests=lambda count: [push]))


def uvicorn(app: str, port: int, workers: int) -> list:
    return [sys.executable, "-m", "uvicorn", app, "--host", "127.0.0.1", "--port", str(port), "--workers", str(workers),
            "--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"]


def pushes(count: int, tokens: list, blobs: int = BLOBS_OF_PUSH):
    """Pushes of new entities, of all accounts in turns."""
    for token in itertools.islice(itertools.cycle(tokens), count):
        yield str(uuid.uuid4()), json.dumps(new_entities(blobs)), token


def credentials(scratch: str, port: int) -> tuple:
    """Returns a file with a public key, and tokens of many accounts that the key verifies."""
    try:
        import jwt
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError as problem:
        raise processes.Unusable(f"FastAPI's packages are not installed: {problem}")
    key = ec.generate_private_key(ec.SECP256R1())
    public = os.path.join(scratch, f"fastapi-{port}.pem")
    with open(public, "wb") as out:
        out.write(key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    return public, [
        jwt.encode({"sub": str(uuid.uuid4()), "clinic": CLINIC, "aud": "bench", "iss": "bench",
                    "exp": int(time.time()) + 24 * 3600}, key, algorithm="ES256") for _ in range(PHONES)]


DOCTORS, CHAIRS, PATIENTS = ([str(uuid.uuid4()) for _ in range(count)] for count in (32, 32, 20_000))
NUMBERS = itertools.count()  # the bookings of all services are numbered together, since they share a database


def free_slots(count: int):
    """Slots of a practice of the same size: each half hour has one visit for each doctor."""
    for number in itertools.islice(NUMBERS, count):
        turn, seat = divmod(number, len(DOCTORS))
        yield str(uuid.uuid4()), json.dumps({
            "doctor_id": DOCTORS[seat], "chair_id": CHAIRS[seat], "patient_id": PATIENTS[number * 7919 % len(PATIENTS)],
            "start": turn * 1800, "minutes": 30})
