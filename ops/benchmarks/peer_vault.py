"""The vault of the FastAPI service: the same pushes and pulls, each in one transaction. Included by peer_service.py.

As in Chairside, an account's feed has no gaps, each entity has a version, a blob has a digest, and the service remembers how far each
device has pulled.
"""

import base64
import hashlib
import uuid

import orjson
from fastapi import FastAPI, Request
from fastapi.responses import Response

PUSH = """
WITH head AS (
    INSERT INTO vault (account_id, version) VALUES ($1, cardinality($2::uuid[]))
    ON CONFLICT (account_id) DO UPDATE SET version = vault.version + excluded.version
    RETURNING version
)
INSERT INTO blob (
    account_id, entity_id, entity_type, version, feed_position, is_deleted, blob, digest, session_id, changed_at)
SELECT $1, b.entity_id, b.entity_type, 1, head.version - cardinality($2::uuid[]) + b.number, b.is_deleted, b.blob, b.digest,
    $1, now()
FROM head, unnest($2::uuid[], $3::text[], $4::bool[], $5::bytea[], $6::bytea[]) WITH ORDINALITY
    AS b (entity_id, entity_type, is_deleted, blob, digest, number)
ON CONFLICT (account_id, entity_id) DO UPDATE
SET version = blob.version + 1, feed_position = excluded.feed_position, is_deleted = excluded.is_deleted, blob = excluded.blob,
    digest = excluded.digest, changed_at = excluded.changed_at
RETURNING entity_id, version
"""
PULL = """
WITH page AS (
    SELECT entity_id, entity_type, version, feed_position, is_deleted, blob FROM blob
    WHERE account_id = $1 AND feed_position > $2 ORDER BY feed_position LIMIT 501
), seen AS (
    INSERT INTO vault_device (account_id, device_id, pulled)
    SELECT $1, $3, coalesce(max(feed_position), $2) FROM page
    ON CONFLICT (account_id, device_id) DO UPDATE SET pulled = excluded.pulled
)
SELECT * FROM page ORDER BY feed_position
"""


def add_vault(app: FastAPI, caller):
    """Adds the two endpoints. `caller` returns the claims of a request's token."""

    @app.post("/api/v1/vault/push")
    async def push(request: Request):
        account = caller(request)["sub"]
        blobs = orjson.loads(await request.body())["blobs"]
        bodies = [base64.b64decode(one["encrypted_blob"], validate=True) for one in blobs]
        async with request.app.state.pool.acquire() as connection:
            rows = await connection.fetch(
                PUSH, account, [uuid.UUID(one["entity_id"]) for one in blobs], [one["entity_type"] for one in blobs],
                [one["is_deleted"] for one in blobs], bodies, [hashlib.sha256(body).digest() for body in bodies])
        return Response(
            orjson.dumps({"accepted": [{"entity_id": str(row[0]), "version": row[1]} for row in rows]}), media_type="application/json")

    @app.get("/api/v1/vault/pull")
    async def pull(request: Request):
        account, query = caller(request)["sub"], request.query_params
        async with request.app.state.pool.acquire() as connection:
            rows = await connection.fetch(PULL, account, int(query["since"]), uuid.UUID(query["device_id"]))
        page = rows[:500]
        return Response(
            orjson.dumps({
                "blobs": [
                    {"entity_id": str(row[0]), "entity_type": row[1], "encrypted_blob": base64.b64encode(row[5]).decode(),
                     "client_version": row[2], "is_deleted": row[4]} for row in page],
                "server_version": page[-1][3] if page else int(query["since"]), "has_more": len(rows) > 500}),
            media_type="application/json")
