"""The encrypted entities that phones push into their vaults in the benchmarks."""

import base64
import os
import uuid

PHONES = 64  # The number of accounts.
BLOBS_OF_PUSH = 50
BLOB_BYTES = 200  # An encrypted medication of an app has about so many bytes.
BLOB = base64.b64encode(os.urandom(BLOB_BYTES)).decode()


def new_entities(count: int) -> dict:
    """The body of a push."""
    return {"blobs": [
        {"entity_id": str(uuid.uuid4()), "entity_type": "medication", "encrypted_blob": BLOB, "client_version": 1,
         "is_deleted": False} for _ in range(count)]}
