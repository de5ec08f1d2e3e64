"""Tests the tests: with one mutant after the other switched on, the tests named for it must fail.

    mutants.py check                  checks that every entry of the catalogue applies to the code exactly once
    mutants.py list [TEXT …]          lists the entries
    mutants.py write                  writes the copy of the package with all mutants in it
    mutants.py try  [--jobs N] [--limit SECONDS] [TEXT …]     runs the tests: first without a mutant, then with each

TEXT selects entries: part of a name, or a subject (a file of ops/mutants.d). Exits with 1 if fewer than 95 of 100 were caught, or
if one survived without an explanation in the catalogue.
"""

import argparse
import concurrent.futures
import sys
import time

import mutant_catalogue
import mutant_runs
import mutant_tree
from mutant_catalogue import ROOT, Entry

FOLDER = ROOT / ".local" / "mutants"
WANTED = 0.95


def chosen(entries: list[Entry], texts: list[str]) -> list[Entry]:
    if not texts:
        return entries
    found = [entry for entry in entries if any(text == entry.subject or text in entry.name for text in texts)]
    if not found:
        sys.exit("no entry of the catalogue has this name or subject")
    return found


def attempt(entries: list[Entry], jobs: int, limit: float) -> bool:
    written = mutant_tree.written(FOLDER / "tree")
    for name, content in mutant_tree.contents(entries).items():
        if written.get(name) != content:
            sys.exit(f"the copy of the package lacks the mutant: {name}")
    runner = mutant_runs.Runner(FOLDER / "tree", FOLDER / "logs")
    names = sorted({name for entry in entries for name in entry.tests})
    print(f"without a mutant: {len(names)} suites", flush=True)
    since = time.monotonic()
    untouched = runner.run(0, names, limit=1800)
    if untouched.failed or untouched.tests == 0:
        print(f"  {untouched.how}\nthe tests fail without a mutant: {untouched.log}")
        return False
    print(f"  {untouched.tests} tests passed in {time.monotonic() - since:.0f} s", flush=True)

    results: dict[str, mutant_runs.Run] = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(runner.run, entry.number, entry.tests, limit): entry for entry in entries}
        for future in concurrent.futures.as_completed(waiting):
            entry, run = waiting[future], future.result()
            results[entry.name] = run
            mark = "caught  " if run.failed else "SURVIVED"
            print(f"{mark} {entry.subject}: {entry.name}  [{run.how}, {run.seconds:.1f} s]", flush=True)
    return report(entries, results, time.monotonic() - since)


def report(entries: list[Entry], results: dict[str, "mutant_runs.Run"], seconds: float) -> bool:
    print()
    for subject in sorted({entry.subject for entry in entries}):
        own = [entry for entry in entries if entry.subject == subject]
        caught = sum(results[entry.name].failed for entry in own)
        print(f"{subject:24} {caught:4} of {len(own):4}")
    survivors = [entry for entry in entries if not results[entry.name].failed]
    hung = sum(run.hung for run in results.values())
    caught = len(entries) - len(survivors)
    print(f"{'all':24} {caught:4} of {len(entries):4}: {caught / len(entries):.1%}, {hung} of them by a hang,"
          f" in {seconds / 60:.0f} min")
    good = caught >= WANTED * len(entries)
    for entry in survivors:
        print(f"survived: {entry.name}\n    {entry.survives or 'NOT EXPLAINED'} ({entry.place})")
        good = good and bool(entry.survives)
    for entry in entries:
        if entry.survives and results[entry.name].failed:
            print(f"the catalogue expects it to survive, but it was caught: {entry.name} ({entry.place})")
    return good


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=["check", "list", "write", "try"])
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=120)
    options = parser.parse_intermixed_args()
    try:
        entries = mutant_catalogue.read()
        problems = mutant_catalogue.check(entries)
    except mutant_catalogue.Wrong as error:
        entries, problems = [], [str(error)]
    if problems:
        print("\n".join(problems))
        return 1
    match options.action:
        case "check":
            print(f"{len(entries)} mutants apply")
        case "list":
            for entry in chosen(entries, options.texts):
                print(f"{entry.subject}: {entry.name}  ({' '.join(entry.tests)})")
        case "write":
            mutant_tree.write(FOLDER / "tree", entries)
        case "try":
            return 0 if attempt(chosen(entries, options.texts), options.jobs, options.limit) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
