"""Checks an export of events against its hashes and the signed heads, following ops/provable-history.md. It uses none of the
server's code, only Python's standard library, and OpenSSL for signatures.

    chain_check.py EXPORT [--heads FOLDER] [--proof FILE]

EXPORT is a file of `chairside export --events`, FOLDER one of `chairside serve --chain-heads`, and --proof an answer of
`GET /audit-events/proof` about an event in the export. Prints one line per error; exits with 1 if there is an error.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import uuid

EPOCH = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def microseconds(text: str) -> int:
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - EPOCH
    return (time.days * 86_400 + time.seconds) * 1_000_000 + time.microseconds


def frame(event: dict) -> bytes:
    command = event["command_id"]
    columns = [
        uuid.UUID(event["clinic_id"]).bytes,
        struct.pack(">q", event["position"]),
        struct.pack(">q", microseconds(event["recorded_at"])),
        struct.pack(">i", event["schema_version"]),
        event["type"].encode(),
        event["data"].encode(),
        event["metadata"].encode(),
        uuid.UUID(command).bytes if command else None,
    ]
    row = struct.pack(">h", len(columns))
    for column in columns:
        row += struct.pack(">i", -1) if column is None else struct.pack(">i", len(column)) + column
    return row


def start(clinic: str) -> bytes:
    return sha256(b"chairside chain 1" + uuid.UUID(clinic).bytes)


def is_signed(head: dict, key: pathlib.Path) -> bool:
    text = "chairside chain head 1\n{clinic_id}\n{position}\n{hash}\n{signed_at}\n".format(**head)
    with tempfile.NamedTemporaryFile() as signature:
        signature.write(bytes.fromhex(head["signature"]))
        signature.flush()
        command = ["openssl", "dgst", "-sha256", "-verify", key, "-signature", signature.name]
        return subprocess.run(command, input=text.encode(), capture_output=True).returncode == 0


class Check:
    def __init__(self):
        self.wrong: list[str] = []
        # For each clinic, the hashes of its positions up to the first error.
        self.hashes: dict[str, list[bytes]] = {}
        self.digests: dict[str, list[bytes]] = {}

    def say(self, what: str):
        self.wrong.append(what)

    def read(self, path: str):
        broken: set[str] = set()
        with open(path, "rb") as lines:
            for line in lines:
                event = json.loads(line)
                clinic = event["clinic_id"]
                hashes = self.hashes.setdefault(clinic, [start(clinic)])
                if clinic in broken:
                    continue
                digest = sha256(frame(event))
                computed = sha256(hashes[-1] + digest)
                if event["position"] != len(hashes):
                    self.say(f"clinic {clinic}: event {len(hashes)} is missing or out of order")
                    broken.add(clinic)
                elif event["hash"] not in (None, computed.hex()):
                    self.say(f"clinic {clinic}: event {event['position']} was altered after it was chained")
                    broken.add(clinic)
                else:
                    hashes.append(computed)
                    self.digests.setdefault(clinic, [b""]).append(digest)

    def compare(self, folder: pathlib.Path) -> int:
        agreed = 0
        for file in sorted(folder.glob("heads-*.jsonl")):
            for line in file.read_text().splitlines():
                agreed += self.agrees(json.loads(line), folder)
        return agreed

    def agrees(self, head: dict, folder: pathlib.Path) -> bool:
        clinic, position = head["clinic_id"], head["position"]
        key = folder / f"chain-{head['key_id']}.pub.pem"
        if not key.exists() or not is_signed(head, key):
            self.say(f"clinic {clinic}: the signature of the head at event {position} is invalid")
            return False
        hashes = self.hashes.get(clinic, [])
        if position >= len(hashes):
            self.say(f"clinic {clinic}: the head at event {position} is after the first error")
        elif hashes[position].hex() != head["hash"]:
            self.say(f"clinic {clinic}: the head that was signed at event {position} has another hash")
        else:
            return True
        return False

    def prove(self, proof: dict):
        clinic, position = proof["clinic_id"], proof["position"]
        if self.digests.get(clinic, [])[position].hex() != proof["digest"]:
            self.say(f"the proof is of another event {position}")
        hash = sha256(bytes.fromhex(proof["previous_hash"]) + bytes.fromhex(proof["digest"]))
        if hash.hex() != proof["hash"]:
            self.say("the proof's hash does not follow from its parts")
        for digest in proof["path"]:
            hash = sha256(hash + bytes.fromhex(digest))
        head = proof["head"]
        if hash.hex() != head["hash"] or position + len(proof["path"]) != head["position"]:
            self.say("the proof does not lead to its head")
        with tempfile.NamedTemporaryFile(suffix=".pem") as key:
            key.write(proof["public_key"].encode())
            key.flush()
            if not is_signed(head, pathlib.Path(key.name)):
                self.say("the signature of the proof's head is invalid")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("export")
    parser.add_argument("--heads", type=pathlib.Path)
    parser.add_argument("--proof")
    arguments = parser.parse_args()
    check = Check()
    check.read(arguments.export)
    heads = check.compare(arguments.heads) if arguments.heads else 0
    if arguments.proof:
        with open(arguments.proof) as proof:
            check.prove(json.load(proof))
    for what in check.wrong:
        print(what)
    events = sum(len(hashes) - 1 for hashes in check.hashes.values())
    print(f"{events} events and {heads} signed heads are unaltered")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
