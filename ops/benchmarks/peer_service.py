"""A FastAPI service with the same booking and the same queue read, as fast as we could make it.

uvloop, httptools, asyncpg with prepared statements over a unix socket; no response models; tokens verified once and
then cached; the whole booking (idempotency, no overlap for doctor, chair and patient, event) in one statement, so
in one round trip and one commit. Started by peers/fastapi_service.py.
"""

import datetime
import os
import time
import uuid
from contextlib import asynccontextmanager

import asyncpg
import jwt
import orjson
from fastapi import FastAPI, Request
from fastapi.responses import Response

from peer_vault import add_vault

POOL = int(os.environ.get("PEER_POOL", "16"))
with open(os.environ["PEER_PUBLIC_KEY"]) as source:
    PUBLIC_KEY = source.read()

BOOK = """
WITH command AS (
    INSERT INTO command (clinic_id, command_id, actor, outcome) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING 1
), taken AS (
    INSERT INTO taken (clinic_id, who, quarter)
    SELECT $1, who, quarter
    FROM unnest(ARRAY[$6, $7, $8]::uuid[]) AS who, generate_series($9::bigint / 900, ($10::bigint - 1) / 900) AS quarter
    WHERE EXISTS (SELECT FROM command)
), appointment AS (
    INSERT INTO appointment (clinic_id, appointment_id, doctor_id, chair_id, patient_id, start_at, end_at, document)
    SELECT $1, $5, $6, $7, $8, to_timestamp($9), to_timestamp($10), $4
    WHERE EXISTS (SELECT FROM command)
), event AS (
    INSERT INTO event (clinic_id, recorded_at, schema_version, type, data, metadata, command_id)
    SELECT $1, now(), 1, 'appointment-booked', $4, '{}', $2
    WHERE EXISTS (SELECT FROM command)
)
SELECT count(*) FROM command
"""
STORED = "SELECT outcome FROM command WHERE clinic_id = $1 AND command_id = $2"
QUEUE = """
SELECT document FROM appointment
WHERE clinic_id = $1 AND start_at >= $2 AND start_at < $2 + interval '1 day' ORDER BY start_at LIMIT 100
"""


@asynccontextmanager
async def lifespan(app: FastAPI):
    async def prepare(connection):
        # The documents' bytes go from PostgreSQL to the client without being decoded.
        await connection.set_type_codec("json", schema="pg_catalog", encoder=bytes, decoder=bytes, format="binary")

    app.state.pool = await asyncpg.create_pool(
        os.environ["PEER_DATABASE_URL"], min_size=POOL, max_size=POOL, init=prepare, statement_cache_size=100)
    yield
    await app.state.pool.close()


app = FastAPI(lifespan=lifespan, openapi_url=None)
verified: dict = {}


class Refused(Exception):
    def __init__(self, status: int, title: str):
        self.status, self.title = status, title


@app.exception_handler(Refused)
async def refused(request: Request, problem: Refused):
    return Response(orjson.dumps({"title": problem.title, "status": problem.status}), status_code=problem.status,
                    media_type="application/problem+json")


def caller(request: Request) -> dict:
    token = request.headers.get("authorization")
    claims = verified.get(token)
    if claims is None:
        try:
            claims = jwt.decode((token or "").removeprefix("Bearer "), PUBLIC_KEY, algorithms=["ES256"],
                                audience="bench", issuer="bench")
        except jwt.PyJWTError:
            raise Refused(401, "Unauthorized")
        claims["clinic"] = uuid.UUID(claims["clinic"])
        claims["sub"] = uuid.UUID(claims["sub"])
        if len(verified) > 10_000:
            verified.clear()
        verified[token] = claims
    if claims["exp"] < time.time():
        raise Refused(401, "Unauthorized")
    return claims


@app.post("/api/v1/appointments")
async def book(request: Request):
    who = caller(request)
    try:
        key = uuid.UUID(request.headers["idempotency-key"])
        body = orjson.loads(await request.body())
        doctor, chair, patient = (uuid.UUID(body[name]) for name in ("doctor_id", "chair_id", "patient_id"))
        start, minutes = int(body["start"]), int(body["minutes"])
    except (KeyError, ValueError, TypeError):
        raise Refused(400, "Bad request")
    appointment = uuid.uuid4()
    document = orjson.dumps({
        "id": str(appointment), "doctor_id": body["doctor_id"], "chair_id": body["chair_id"],
        "patient_id": body["patient_id"],
        "start": start, "end": start + minutes * 60, "state": "booked"})
    async with request.app.state.pool.acquire() as connection:
        try:
            new = await connection.fetchval(
                BOOK, who["clinic"], key, who["sub"], document, appointment, doctor, chair, patient, start,
                start + minutes * 60)
        except asyncpg.UniqueViolationError:
            raise Refused(409, "Slot taken")
        if not new:
            document = await connection.fetchval(STORED, who["clinic"], key)
    return Response(document, status_code=201, media_type="application/json")


@app.get("/api/v1/queue")
async def queue(request: Request):
    who = caller(request)
    async with request.app.state.pool.acquire() as connection:
        day = datetime.datetime.fromisoformat(request.query_params["day"]).replace(tzinfo=datetime.timezone.utc)
        rows = await connection.fetch(QUEUE, who["clinic"], day)
    return Response(b'{"items":[' + b",".join([row[0] for row in rows]) + b'],"next_cursor":null,"has_more":false}',
                    media_type="application/json")


add_vault(app, caller)


@app.get("/readyz")
async def ready():
    return Response(b"ok")
