"""Compares for ops/strangers the answers about known and about unknown persons, and their times.

    strangers.py --port PORT --psql PROGRAM --database URL [--requests 200] [--bound MILLISECONDS]

The variants of a question are asked in turns, in random order within a turn. Before each request all counts of
attempts are deleted, and the mails of the earlier requests are sent. Each request comes from another network, so that
no limit is reached. The answers must be equal, except for ids and times.

The time of each variant is compared with that of the first variant in the same turn, so a machine that becomes slower
or faster changes both. The median of these differences is judged by the interval of the sign test, which holds for any
distribution of the noise. A question fails if the whole interval is beyond the bound. While the interval is too wide to
tell, the question is asked in more turns. On a noisy machine it can stay too wide. Then this is printed, and the
question does not fail.
"""

import argparse
import asyncio
import gc
import json
import math
import random
import statistics
import sys
import time

from guess_limits import GuessLimits
from stranger_questions import Clinic, Question, new_network
from trial_database import TrialDatabase

# Members and header fields that differ from answer to answer, and have no data of a person.
VARYING_FIELDS = {"date", "x-request-id", "traceresponse"}
VARYING_MEMBERS = {"request_id", "expires_at"}
# The bound in milliseconds. A stranger has about a hundred attempts at one person (decision 0050). Times across the
# internet vary by some milliseconds, so the median of a hundred answers is uncertain by about half a millisecond. A
# difference of twice the bound must be found.
BOUND = 0.5
# The quantile of the normal distribution for an interval of 99.99 %. A run looks at some dozens of intervals.
QUANTILE = 3.89
WARM_UP = 5
LEAST_REQUESTS = 20
MOST_ROUNDS = 4  # A question is asked at most so many times the number of requests.
MAIL_SECONDS = 30


def shape(answer) -> tuple:
    """The parts of an answer that must be the same for all variants."""
    fields = tuple(sorted((name, value) for name, value in answer.headers.items() if name not in VARYING_FIELDS))
    body = answer.body.decode()
    if "json" in answer.headers.get("content-type", ""):
        members = json.loads(body)
        body = json.dumps({name: None if name in VARYING_MEMBERS else value for name, value in members.items()})
    return answer.status, fields, body


async def mails_sent(database):
    """Waits until the mails of the earlier requests are sent, since that work would slow down the next request."""
    for _ in range(MAIL_SECONDS * 200):
        if not database.run("SELECT 1 FROM mail_outbox LIMIT 1"):
            return
        await asyncio.sleep(0.005)
    sys.exit(f"✘ the mails of the earlier requests were not sent within {MAIL_SECONDS} s")


async def ask(question: Question, turns: int, connection, database, times: dict, shapes: dict):
    """Asks all variants in so many turns. Adds the times in milliseconds and the shapes of the answers, by variant."""
    for turn in range(WARM_UP + turns):
        for name in random.sample(list(question.variants), len(question.variants)):
            await mails_sent(database)
            database.run("DELETE FROM attempt_count")
            request = await question.variants[name]()
            headers = {**request.headers, **new_network()}
            await asyncio.sleep(0.005)
            began = time.perf_counter()
            answer = await connection.request(request.method, request.path, headers, request.body)
            took = (time.perf_counter() - began) * 1000
            shapes[name].add(shape(answer))
            if turn >= WARM_UP:
                times[name].append(took)


def interval(differences: list) -> tuple:
    """The interval that contains the median with 99.99 % probability: the order statistics of the sign test."""
    ordered, count = sorted(differences), len(differences)
    rank = max(0, int((count - QUANTILE * math.sqrt(count)) / 2))
    return ordered[rank], ordered[-1 - rank]


def differences(times: dict, name: str) -> list:
    """The differences of a variant's times from those of the first variant in the same turns."""
    reference = next(iter(times))
    return [own - other for own, other in zip(times[name], times[reference])]


def leaks(low: float, high: float, bound: float) -> bool:
    return low > bound or high < -bound


def is_decided(low: float, high: float, bound: float) -> bool:
    return leaks(low, high, bound) or (low > -2 * bound and high < 2 * bound)


async def measure(question: Question, count: int, bound: float, connection, database) -> tuple:
    """Asks a question until its times are decided. Returns the times and the shapes of the answers, by variant."""
    times, shapes = {name: [] for name in question.variants}, {name: set() for name in question.variants}
    gc.disable()  # A collection would be measured as a part of one answer.
    for _ in range(MOST_ROUNDS):
        await ask(question, count, connection, database, times, shapes)
        others = list(times)[1:]
        if not question.is_timed or all(is_decided(*interval(differences(times, name)), bound) for name in others):
            break
    gc.enable()
    return times, shapes


def compare(question: Question, times: dict, shapes: dict, bound: float) -> tuple:
    """Prints the figures of a question. Returns the problems, and the comparisons that the noise left undecided."""
    problems, undecided = [], []
    reference, *others = question.variants
    told = "" if question.is_timed else "; the times are not judged"
    print(f"{question.name}: status {next(iter(shapes[reference]))[0]}, {len(times[reference])} turns{told}")
    print(f"  {reference:<42} {statistics.median(times[reference]):8.2f} ms")
    for name in others:
        median = statistics.median(differences(times, name))
        low, high = interval(differences(times, name))
        noise = "" if not question.is_timed or is_decided(low, high, bound) else "   too noisy to tell"
        print(f"  {name:<42} {statistics.median(times[name]):8.2f} ms   difference {median:+.2f} ms "
              f"({low:+.2f} to {high:+.2f}){noise}")
        if noise:
            undecided.append(f"{question.name}, {name}")
        if question.is_timed and leaks(low, high, bound):
            problems.append(f"{question.name}, {name}: the time differs by {median:+.2f} ms")
    if len(different := set().union(*shapes.values())) > 1:
        told = "; ".join(f"{one[0]} {one[2][:200]} {dict(one[1])}" for one in list(different)[:3])
        problems.append(f"{question.name}: the answers differ: {told}")
    return problems, undecided


async def run(chosen) -> list:
    database = TrialDatabase(chosen.psql, chosen.database)
    clinic = Clinic(chosen.port, database)
    await clinic.open()
    problems, undecided, judged = [], [], 0
    connection = clinic.api.connection()
    for question in clinic.questions():
        await clinic.sign_in()
        count = min(question.count or chosen.requests, chosen.requests)
        times, shapes = await measure(question, count, chosen.bound, connection, database)
        found, noisy = compare(question, times, shapes, chosen.bound)
        problems, undecided = problems + found, undecided + noisy
        judged += question.is_timed * (len(question.variants) - 1) - len(noisy)
    connection.close()
    print(f"{judged} comparisons of times were judged, {len(undecided)} were too noisy to tell")
    if judged <= len(undecided):
        problems.append("the machine is too noisy: most comparisons of times were not judged")
    problems += await GuessLimits(clinic, database).run()
    database.close()
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--psql", required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--bound", type=float, default=BOUND)
    chosen = parser.parse_args()
    if chosen.requests < LEAST_REQUESTS:
        parser.error(f"at least {LEAST_REQUESTS} requests are needed")
    if problems := asyncio.run(run(chosen)):
        sys.exit("\n".join(f"✘ {problem}" for problem in problems))


if __name__ == "__main__":
    main()
