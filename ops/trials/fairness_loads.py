"""The heavy requests of the trial of fairness, found in the server's description, and their repetition on many connections."""

import asyncio
import dataclasses
import datetime
import os
import re
import sys
import uuid
import zlib

from clinic_api import BASE, ClinicAPI, authorized
from http_client import Connection, NotSent, OutcomeUnknown

ROLES = ("admin", "receptionist", "doctor", "patient")
# Refused clients come back after this time. It is shorter than what `Retry-After` asks for.
PAUSE_AFTER_REFUSAL = 0.1
UPLOAD_BYTES, SLOW_BYTES_A_SECOND = 256 << 10, 2048
# The figures of a load: answers, refusals, broken connections, and requests.
ANSWERED, REFUSED, BROKEN, SENT = range(4)
LISTS = ("export", "history", "audit-events", "slots")


@dataclasses.dataclass
class Load:
    """A heavy request. `kind` says why it is heavy."""
    name: str
    kind: str
    method: str
    path: str
    token: str = ""
    media_type: str = ""
    is_slow: bool = False
    # The content of an upload that is repeated; if it is empty, each upload has new content.
    content: bytes = b""


def kind_of(path: str, method: str, operation: dict) -> str:
    """Why an operation is heavy: its answer's media type, `search`, `upload`, or the end of its path; empty if it is not heavy."""
    if method in ("post", "put"):
        types = operation.get("requestBody", {}).get("content", {})
        return "upload" if any("json" not in each and "form" not in each for each in types) else ""
    if method != "get":
        return ""
    for answer in operation["responses"].values():
        for each in answer.get("content", {}):
            if "ndjson" in each or not ("json" in each or each.startswith("image/") or "event-stream" in each):
                return each
    if any(each.get("name") == "q" for each in operation.get("parameters", [])):
        return "search"
    last = path.rsplit("/", 1)[-1]
    return last if last in LISTS else ""


def resolve(description: dict, value: dict) -> dict:
    while "$ref" in value:
        reference, value = value["$ref"], description
        for name in reference[2:].split("/"):
            value = value[name]
    return value


class Finder:
    """Fills the paths of one clinic's heavy operations with ids of that clinic."""

    def __init__(self, port: int, clinic: str, description: dict):
        self.port, self.description = port, description
        self.api = ClinicAPI(port, clinic)
        today = datetime.date.today()
        self.known = {"from": str(today - datetime.timedelta(days=30)), "to": str(today), "date": str(today), "q": "an",
                      "category": "document"}

    async def sign_in(self):
        self.tokens = {role: await self.api.login(role) for role in ROLES}
        patients = await self.api.get("/patients?limit=20", self.tokens["receptionist"])
        self.patients = [each["id"] for each in patients["items"]]
        self.known["patient_id"] = self.patients[0]

    async def answer(self, method: str, path: str, token: str, headers: dict = {}, body=None):
        connection = Connection(self.port)
        answer = await connection.request(method, path, {**(authorized(token) if token else {}), **headers}, body)
        connection.close()
        return answer

    async def ids(self, name: str) -> list:
        """Ids that a parameter may have: of the first entries of the lists whose path ends with the parameter's name."""
        if name == "patient_id":
            return self.patients[:5]
        if name in self.known:
            return [self.known[name]]
        if not name.endswith("_id"):
            return []
        noun = name[:-3].replace("_", "-")
        for path, operations in self.description["paths"].items():
            if "get" not in operations or path.rsplit("/", 1)[-1] not in (noun, noun + "s"):
                continue
            holes = re.findall(r"{(\w+)}", path)
            if any(hole != "patient_id" for hole in holes):
                continue
            for patient in self.patients if holes else self.patients[:1]:
                for role in ROLES:
                    answer = await self.answer("GET", path.replace("{patient_id}", patient) + "?limit=1", self.tokens[role])
                    if answer.status != 200:
                        answer = await self.answer("GET", path.replace("{patient_id}", patient), self.tokens[role])
                    items = answer.json().get("items", []) if answer.status == 200 else []
                    if items and "id" in items[0]:
                        self.known[name] = items[0]["id"]
                        return [items[0]["id"]]
        return []

    async def loads(self) -> list:
        """The heavy operations that a role of the clinic may call; the others are named on the standard error."""
        found = []
        for path, operations in self.description["paths"].items():
            for method, operation in operations.items():
                kind = kind_of(path, method, operation) if method in ("get", "post", "put") else ""
                if kind and operation.get("security", self.description.get("security")):
                    found += await self.filled(path, method, operation, kind)
        return found + await self.thumbnails()

    async def filled(self, path: str, method: str, operation: dict, kind: str) -> list:
        name = operation["operationId"]
        parameters = [resolve(self.description, each) for each in operation.get("parameters", [])]
        needed = sorted({each["name"] for each in parameters if each.get("required") and each["in"] != "header"}
                        | set(re.findall(r"{(\w+)}", path)))
        choices = {each: await self.ids(each) for each in needed}
        if missing := [each for each in needed if not choices[each]]:
            print(f"    not tried: {name} ({', '.join(missing)})", file=sys.stderr)
            return []
        query = [each["name"] for each in parameters
                 if each["in"] == "query" and (each.get("required") or each["name"] == "q")]
        for patient in choices.get("patient_id", [""]):
            values = {each: patient if each == "patient_id" else (choices.get(each) or [self.known.get(each)])[0]
                      for each in {*needed, *query}}
            target = re.sub(r"{(\w+)}", lambda match: values[match[1]], path)
            target += "?" + "&".join(f"{each}={values[each]}" for each in query) if query else ""
            for role in ROLES:
                load = Load(name, kind, method.upper(), target, self.tokens[role])
                if kind == "upload":
                    types = operation["requestBody"]["content"]
                    load.media_type = "application/pdf" if "application/pdf" in types else "image/png"
                    # A clinic may not change its logo often.
                    load.content = b"" if "application/pdf" in types else picture()
                if (await send(Connection(self.port), load)).status in (200, 201, 204):
                    if kind != "upload":
                        return [load]
                    return [load, dataclasses.replace(load, name=name + ", slowly", is_slow=True)]
        print(f"    not tried: {name} (no role may call {path})", file=sys.stderr)
        return []

    async def thumbnails(self) -> list:
        """Requests for the thumbnail of an image that cannot be decoded."""
        doctor = self.tokens["doctor"]
        added = await self.answer(
            "POST", f"{BASE}/patients/{self.patients[0]}/files?category=photo", doctor,
            {"Content-Type": "image/png", "Idempotency-Key": str(uuid.uuid4())}, picture(whole=False))
        if added.status != 201:
            raise SystemExit(f"the picture was not stored: {added.status} {added.body[:300]!r}")
        path = f"{BASE}/files/{added.json()['id']}/link?size=thumbnail"
        return [Load("thumbnail that fails", "thumbnail", "GET", path, doctor)]


def picture(whole: bool = True) -> bytes:
    """A PNG image of 8 times 8 black pixels and a random comment; if it is not whole, its pixels are missing."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
    parts = [chunk(b"IHDR", bytes([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])), chunk(b"tEXt", b"Comment\0" + uuid.uuid4().hex.encode())]
    if whole:
        parts += [chunk(b"IDAT", zlib.compress(bytes(9 * 8))), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


async def send(connection: Connection, load: Load):
    """Sends a request once. That of a thumbnail first gets a link."""
    headers = authorized(load.token)
    if load.kind == "upload":
        headers |= {"Content-Type": load.media_type, "Idempotency-Key": str(uuid.uuid4())}
        content = load.content or b"%PDF-1.7\n" + os.urandom(UPLOAD_BYTES)
        return await connection.request(load.method, load.path, headers, content)
    if load.kind == "thumbnail":
        link = await connection.request("POST", load.path, headers)
        if link.status != 200:
            return link
        answer = await connection.request("GET", link.json()["path"])
        # An image without a thumbnail is answered with 409, as it should be.
        answer.status = 200 if answer.status == 409 else answer.status
        return answer
    return await connection.request(load.method, load.path, headers if load.token else {})


async def send_slowly(connection: Connection, load: Load):
    """Sends an upload whose content arrives slowly, until the server answers."""
    await connection.open()
    head = [f"{load.method} {load.path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {load.token}",
            f"Content-Type: {load.media_type}", f"Idempotency-Key: {uuid.uuid4()}", f"Content-Length: {UPLOAD_BYTES}"]
    connection.writer.write("\r\n".join(head).encode() + b"\r\n\r\n%PDF-1.7\n")
    answer = asyncio.ensure_future(connection.read_answer(load.method))
    while not answer.done():
        connection.writer.write(bytes(SLOW_BYTES_A_SECOND))
        await asyncio.wait([answer], timeout=1)
    connection.close()
    return answer.result()


def hammer(port: int, load: Load, connections: int, counts):
    """Repeats a request on all connections until the process is ended, and counts what becomes of it."""
    os.nice(19)

    async def one():
        connection = Connection(port)
        while True:
            counts[SENT] += 1
            try:
                answer = await (send_slowly if load.is_slow else send)(connection, load)
                if answer.status < 300:
                    counts[ANSWERED] += 1
                    continue
                counts[REFUSED] += 1
            except (NotSent, OutcomeUnknown, OSError, EOFError):
                connection.close()
                counts[BROKEN] += 1
            await asyncio.sleep(PAUSE_AFTER_REFUSAL)

    async def all_of_them():
        await asyncio.gather(*(one() for _ in range(connections)))

    asyncio.run(all_of_them())
