"""Patients of the practice who sign in on their phones, each with an account, and the requests that they send."""

import asyncio
import itertools
import json
import time
import uuid

import load
from blobs import BLOBS_OF_PUSH, PHONES, new_entities
from desk import TOKEN_SECONDS, Desk, done
from clinic_api import AT_ONCE, BASE, authorized, expect

PASSWORD = "tea before breakfast"


class Phones:
    """So many accounts that requests at the same time are of different accounts."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self.token_until = 0
        self.addresses = [f"{uuid.uuid4().hex}@phones.example" for _ in range(PHONES)]
        done(self.give_accounts())

    async def give_accounts(self):
        practice = self.desk.practice
        token = await practice.api.login("receptionist")
        for patient, address in zip(practice.patients, self.addresses):
            await practice.api.create(f"/patients/{patient}/account", token, [{"email": address, "password": PASSWORD}])

    @property
    def tokens(self) -> list:
        """Access tokens of all phones that are valid for some more minutes."""
        if time.monotonic() > self.token_until:
            self.known_tokens = done(self.sign_in())
            self.token_until = time.monotonic() + TOKEN_SECONDS
        return self.known_tokens

    async def sign_in(self) -> list:
        tokens, waiting = [""] * PHONES, iter(enumerate(self.addresses))

        async def worker():
            connection = self.desk.practice.api.connection()
            for number, address in waiting:
                answer = await connection.request("POST", f"{BASE}/auth/login", body={"email": address, "password": PASSWORD})
                tokens[number] = expect(answer, 200)["access_token"]
            connection.close()

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
        return tokens

    async def each(self, method: str, path: str, body: dict):
        """Sends the same request from every phone, one after the other. Each must be answered with 200 or 201."""
        connection = self.desk.practice.api.connection()
        for token in self.tokens_of_run:
            answer = await connection.request(method, path, authorized(token), body)
            expect(answer, 201 if answer.status == 201 else 200)
        connection.close()

    def from_each(self, method: str, path: str, body: dict):
        self.tokens_of_run = self.tokens
        done(self.each(method, path, body))

    def target(self, path: str, **rest) -> load.Target:
        chairside = self.desk.chairside
        return load.Target(f"http://127.0.0.1:{chairside.port}{path}", authorized(self.tokens[0]),
                           process=chairside.process.pid, **rest)

    def posting(self, path: str, body, most_per_second: int) -> load.Target:
        """Requests of all phones in turns. `body` is called for each request."""
        def requests(count: int):
            phones = itertools.cycle(self.tokens)
            return ((str(uuid.uuid4()), body(), next(phones)) for _ in range(count))

        target = self.target(path, method="POST", requests=requests, most_per_second=most_per_second)
        target.headers["Content-Type"] = "application/json"
        return target

    @property
    def push(self) -> load.Target:
        """Pushes of new entities into the vaults."""
        return self.posting("/v1/sync/push", lambda: json.dumps(new_entities(BLOBS_OF_PUSH)), 2_000)

    @property
    def pull(self) -> load.Target:
        """The first page of each vault."""
        paths = [f"/v1/sync/pull?since_version=0&device_id={uuid.uuid4()}" for _ in range(PHONES)]
        target = self.target(paths[0])
        target.paths = [f"{path}\t{token}" for path, token in zip(paths, self.tokens)]
        return target

    @property
    def check_in(self) -> load.Target:
        target = self.posting(f"{BASE}/check-ins", lambda: '{"source":"manual"}', 16_000)
        target.status = 201
        return target
