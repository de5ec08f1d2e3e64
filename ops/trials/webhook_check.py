"""Registers webhooks for ops/webhooks, and checks in the end what their receiver has received.

    webhook_check.py register --port PORT --receiver PORT --hooks FILE
    webhook_check.py resume --port PORT --hooks FILE          makes waiting messages due at once
    webhook_check.py delays --received FILE --most SECONDS    prints how long the messages of /good took
    webhook_check.py check --received FILE --settled FILE --events FILE --hooks FILE --kills N

`received` is the record of webhook_receiver.py. `hooks` has the webhooks with their secrets. Each line of `settled` has a time at which a
message's success was recorded already, and the message's id. Each line of `events` has the id of a webhook, and the position and the
outside name of an event of which it is to be told.
"""

import argparse
import asyncio
import base64
import collections
import datetime
import hashlib
import hmac
import json
import sys

from appointment_changes import post
from clinic_api import ClinicAPI
from push_check import lines, settled_times
from webhook_receiver import ACCEPTING, BEHAVIOURS, ELSEWHERE

TYPES = ["appointment.booked", "appointment.cancelled"]
MEMBERS = {"id", "type", "clinic_id", "webhook_id", "position", "occurred_at", "entities"}
TOLERANCE = 300  # The largest age of a timestamp, in seconds, that receivers accept by Standard Webhooks.


async def register(chosen):
    token = await ClinicAPI(chosen.port).login("admin")
    hooks = {}
    for path in BEHAVIOURS:
        answer = await post(chosen.port, "/webhooks", token, {
            "url": f"http://127.0.0.1:{chosen.receiver}{path}", "event_types": TYPES})
        if answer.status != 201:
            sys.exit(f"✘ a webhook was not registered: {answer.status} {answer.body[:500]!r}")
        hooks[path] = {"id": answer.json()["webhook"]["id"], "secret": answer.json()["secret"]}
    with open(chosen.hooks, "w", encoding="utf-8") as out:
        json.dump(hooks, out)


async def resume(chosen):
    token = await ClinicAPI(chosen.port).login("admin")
    for hook in read_hooks(chosen.hooks).values():
        answer = await post(chosen.port, f"/webhooks/{hook['id']}/resume", token, {"skip_missed": False})
        # 409: a server has written to the webhook meanwhile.
        if answer.status not in (200, 409):
            sys.exit(f"✘ a webhook was not resumed: {answer.status} {answer.body[:500]!r}")


def read_hooks(path: str) -> dict:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_received(path: str) -> list:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def delays(chosen):
    """Prints how long after its event each message came to /good for the first time."""
    first = {}
    for message in read_received(chosen.received):
        if message["path"] == "/good" and message["answer"] in ACCEPTING:
            event = datetime.datetime.fromisoformat(json.loads(message["body"])["occurred_at"].replace("Z", "+00:00"))
            first.setdefault(message["id"], message["time"] - event.timestamp())
    waits = sorted(first.values())
    if not waits:
        sys.exit("✘ the good receiver got no message")
    print(f"the good receiver got {len(waits)} messages, {waits[len(waits) // 2]:.1f} s after the event in the median, "
          f"{waits[-1]:.1f} s at most")
    if waits[-1] > chosen.most:
        sys.exit(f"✘ the good receiver waited longer than {chosen.most:g} s")


def has_right_signature(message: dict, secret: str) -> bool:
    """Checks a signature by the rules of Standard Webhooks."""
    if abs(message["time"] - int(message["timestamp"] or "0")) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message['id']}.{message['timestamp']}.{message['body']}".encode()
    right = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return any(hmac.compare_digest(right, one) for one in message["signature"].split(" "))


class Check:
    def __init__(self, chosen):
        self.hooks, self.kills = read_hooks(chosen.hooks), chosen.kills
        self.settled = settled_times(chosen.settled)
        self.expected = collections.defaultdict(dict)
        for hook, position, name in lines(chosen.events):
            self.expected[hook][int(position)] = name
        self.received = collections.defaultdict(list)
        for message in read_received(chosen.received):
            self.received[message["path"]].append(message)
        self.problems = []

    def wrong(self, path: str, text: str):
        self.problems.append(f"{path}: {text}")

    def form(self, path: str, message: dict, body: dict):
        """Checks the signature and the members of one message."""
        if not has_right_signature(message, self.hooks[path]["secret"]):
            self.wrong(path, f"{message['id']} has a wrong signature or timestamp")
        if body["id"] != message["id"] or body["webhook_id"] != self.hooks[path]["id"]:
            self.wrong(path, f"{message['id']} has other ids in its body")
        if set(body) != MEMBERS or any(set(entity) != {"kind", "id"} for entity in body["entities"]):
            self.wrong(path, f"{message['id']} has other members: {sorted(body)}")

    def hook(self, path: str):
        """Checks all messages of one webhook. Returns the number of messages and of attempts."""
        expected = self.expected[self.hooks[path]["id"]]
        ids, accepted, order, repeated = {}, set(), [], 0
        for message in self.received[path]:
            body = json.loads(message["body"])
            position = body["position"]
            self.form(path, message, body)
            if ids.setdefault(position, message["id"]) != message["id"]:
                self.wrong(path, f"the event at {position} came under two ids")
            if expected.get(position) != body["type"]:
                self.wrong(path, f"a message {body['type']} about position {position} was not expected")
            if message["time"] > self.settled.get(message["id"], float("inf")):
                self.wrong(path, f"{message['id']} was sent again after its success was recorded")
            repeated += message["id"] in accepted
            if message["answer"] in ACCEPTING and message["id"] not in accepted:
                accepted.add(message["id"])
                order.append(position)
        if missing := len(expected) - len(accepted):
            self.wrong(path, f"{missing} events were not accepted")
        if order != sorted(order):
            self.wrong(path, "messages were not accepted in the order of their positions")
        # A server that is killed forgets the outcome of at most one attempt of a webhook.
        if repeated > self.kills:
            self.wrong(path, f"{repeated} messages came again after a success, with {self.kills} kills")
        return len(accepted), len(self.received[path]), repeated

    def run(self):
        if not any(self.expected.values()):
            self.problems.append("there were no events")
        if self.received.get(ELSEWHERE):
            self.problems.append("a redirect was followed")
        for path in self.hooks:
            accepted, attempts, repeated = self.hook(path)
            print(f"{path}: {accepted} messages accepted in {attempts} attempts; {repeated} came again after their success")
        if self.problems:
            sys.exit("\n".join(f"✘ {problem}" for problem in self.problems[:20]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    registering = commands.add_parser("register")
    registering.set_defaults(run=lambda chosen: asyncio.run(register(chosen)))
    registering.add_argument("--receiver", type=int, required=True)
    resuming = commands.add_parser("resume")
    resuming.set_defaults(run=lambda chosen: asyncio.run(resume(chosen)))
    for command in (registering, resuming):
        command.add_argument("--port", type=int, required=True)
    timing = commands.add_parser("delays")
    timing.set_defaults(run=delays)
    timing.add_argument("--most", type=float, required=True)
    checking = commands.add_parser("check")
    checking.set_defaults(run=lambda chosen: Check(chosen).run())
    checking.add_argument("--kills", type=int, required=True)
    for name in ("--settled", "--events"):
        checking.add_argument(name, required=True)
    for command in (timing, checking):
        command.add_argument("--received", required=True)
    for command in (registering, resuming, checking):
        command.add_argument("--hooks", required=True)
    chosen = parser.parse_args()
    chosen.run(chosen)


if __name__ == "__main__":
    main()
