"""Searches among 200,000 patients as they are typed: names, misspelt names, birth dates, digits; while bookings go on."""

import itertools

import load
from concurrent.futures import ThreadPoolExecutor
from bench import OURS, Bench, Series
from desk import done, paced
from clinic_api import BASE

NAME, BY_DEFAULT = "search", True
SAYS = "searches among 200,000 patients while bookings go on"
WHAT = "patient search"
PATIENTS = 200_000
READERS, BOOKERS = 4, 4
GIVEN = ("Emilie Katharina Jonas Lukas Sophie Marie Anna Ben Paul Leon Mila Clara Ida Greta Frieda Hannah Lena Moritz Felix "
         "Oskar Anton Theo Jakob Emil Karl Noah Finn Elias Luis Henri Matteo Liam Aaron David Samuel Johanna Mathilda Lotte "
         "Charlotte Luise Pauline Victoria Nele Amelie Julia Laura Sarah Lisa Nina Eva").split()
FAMILY = ("Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf "
          "Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Schmid "
          "Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Nuñez "
          "Yılmaz Nowak Kowalski Ivanov Nguyen Santos Rossi Dubois Jensen").split()
QUERIES = ["schm", "emilie", "kath schn", "mull", "nunes", "emlie", "katarina", "shmidt", "03.02.1990", "1985-07", "anna 1990-",
           "30 001", "5550", "zimmer", "jo fisch", "hofman", "kowalsky", "wei", "luise kra", "ngu"]


def name(number: int) -> dict:
    # Real lists of patients have many rare names, so one in ten of these names has a second part.
    family = FAMILY[number * 7 % len(FAMILY)]
    if number % 10 == 0:
        family = f"{family}-{FAMILY[number // 10 % len(FAMILY)].lower()}{number % 9_973}"
    return {"given_name": GIVEN[number * 13 % len(GIVEN)], "family_name": family,
            "birth_date": f"{1930 + number * 31 % 90}-{1 + number % 12:02}-{1 + number * 17 % 28:02}",
            "phone": f"+49 30 {number:07}", "allow_duplicate": True}


def prepare(bench: Bench) -> list:
    desk, chosen = bench.desk, bench.chosen
    count = 500 if chosen.quick else PATIENTS
    practice = desk.practice
    token = done(practice.api.login("receptionist"))
    for start in range(0, count, 10_000):
        done(practice.api.create("/patients", token, [name(number) for number in range(start, min(count, start + 10_000))]))
    # In a practice, these patients come over years, and autovacuum keeps up with them.
    bench.databases.settle("chairside")
    return [Series(WHAT, OURS, lambda: search(desk, chosen.seconds, bench.databases.process))]


def search(desk, seconds: int, postgres: int) -> dict:
    """Measures searches on a few connections, with pauses as between key strokes, while others book."""
    paths = [f"{BASE}/patients?q={query.replace(' ', '%20')}&limit=20" for query in QUERIES]
    target = desk.target(paths[0])
    target.paths = list(itertools.islice(itertools.cycle(paths), 1_000))
    with ThreadPoolExecutor(1) as other:
        booking = other.submit(load.run, paced(desk.booking, 10), BOOKERS, seconds)
        outcome = load.run(paced(target, 20), READERS, seconds, postgres=postgres)
    outcome["bookings_per_second"] = booking.result()["per_second"]
    return outcome
