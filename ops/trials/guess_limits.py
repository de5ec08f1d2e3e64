"""Counts for ops/strangers how many guesses the server compares in an hour and in a day.

Instead of waiting, the trial moves the stored times of the counted attempts into the past. So a day takes some seconds, and the limits are
those of the server itself.
"""

import asyncio
import math

from clinic_api import BASE
from stranger_questions import pairing, random_code

HOUR, DAY = 3_600, 86_400
AT_ONCE = 100
# The trial fails if the server compares more guesses than these numbers.
MOST_AT_ONCE, MOST_IN_HOUR, MOST_IN_DAY = 12, 100, 1_500


class GuessLimits:
    def __init__(self, clinic, database):
        self.clinic, self.database = clinic, database

    def forget(self):
        self.database.run("DELETE FROM attempt_count")

    def pass_time(self, seconds: float):
        self.database.run(
            f"UPDATE attempt_count SET counted_at = counted_at - interval '{seconds} s', "
            f"free_at = free_at - interval '{seconds} s', forget_at = forget_at - interval '{seconds} s'")

    async def guess(self, connection):
        return await connection.request("POST", f"{BASE}/pair", {"X-Forwarded-For": "203.0.113.7"}, pairing(random_code(16)))

    async def at_once(self) -> int:
        """Returns how many of many pairing codes that one network sends at the same time are compared."""
        self.forget()
        connections = [self.clinic.api.connection() for _ in range(AT_ONCE)]
        for connection in connections:
            await connection.open()
        answers = await asyncio.gather(*(self.guess(connection) for connection in connections))
        for connection in connections:
            connection.close()
        return sum(answer.status == 400 for answer in answers)

    async def codes_in(self, seconds: int) -> int:
        """Returns how many pairing codes of one network are compared in so many seconds."""
        self.forget()
        connection, passed, compared = self.clinic.api.connection(), 0.0, 0
        while passed < seconds:
            answer = await self.guess(connection)
            if answer.status == 429:
                wait = int(answer.headers["retry-after"])
                self.pass_time(wait)
                passed += wait
            elif answer.status == 400:
                compared += 1
            else:
                raise SystemExit(f"✘ a wrong code was answered with {answer.status}: {answer.body[:200]!r}")
        connection.close()
        return compared

    async def check_ins_in(self, seconds: int) -> int:
        """Returns how many wrong check-ins of one kiosk are compared in so many seconds.

        The kiosk's answer does not tell when it waits, so the wait is read from the table.
        """
        self.forget()
        passed, compared = 0.0, 0
        while passed < seconds:
            await self.clinic.check_in("1911-01-01", "0000")
            compared += 1
            rows = self.database.run("SELECT greatest(0, extract(epoch FROM max(free_at) - now())) FROM attempt_count")
            wait = math.ceil(float(rows[0]))
            if wait:
                self.pass_time(wait)
                passed += wait
        return compared

    async def run(self) -> list:
        """Prints the figures. Returns the problems."""
        at_once, hour, day = await self.at_once(), await self.codes_in(HOUR), await self.codes_in(DAY)
        print(f"pairing codes of one network: {at_once} of {AT_ONCE} guesses at once were compared, {hour} in an hour, {day} in a day")
        print(f"  chance to guess the only open code in an hour {hour / 2**80:.1e}, in a day {day / 2**80:.1e}; "
              f"with a known first half {5 / 2**40:.1e} in all, since five tries make a code void")
        kiosk = await self.check_ins_in(HOUR)
        print(f"check-ins at one kiosk: {kiosk} in an hour were compared; "
              f"chance to guess the four digits of a known birth date in an hour {kiosk / 10_000:.1%}")
        limits = [("pairing codes at once", at_once, MOST_AT_ONCE), ("pairing codes in an hour", hour, MOST_IN_HOUR),
                  ("pairing codes in a day", day, MOST_IN_DAY), ("check-ins in an hour", kiosk, MOST_IN_HOUR)]
        return [f"{count} {what} were compared, more than {most}" for what, count, most in limits if count > most]
