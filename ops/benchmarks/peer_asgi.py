"""A plain ASGI app that gives a constant answer, without any framework. Started by peers/static_apps.py."""

import os

with open(os.environ["PEER_BODY"], "rb") as source:
    BODY = source.read()

HEAD = {"type": "http.response.start", "status": 200,
        "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())]}
CONTENT = {"type": "http.response.body", "body": BODY}


async def app(scope, receive, send):
    await send(HEAD)
    await send(CONTENT)
