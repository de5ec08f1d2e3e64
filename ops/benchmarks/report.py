"""Medians, and the printed tables."""

import statistics
from typing import Optional

FIGURES = ("per_second", "p50_ms", "p99_ms", "memory_mb", "bytes", "server_us", "postgres_us", "generator_us")


def medians(runs: list) -> dict:
    """Returns the median of each value, and the spread of the runs in the first value."""
    result = {}
    for figure in FIGURES:
        values = [run[figure] for run in runs if run.get(figure) is not None]
        result[figure] = statistics.median(values) if values else None
    first = next(figure for figure in FIGURES if result[figure] is not None)
    values = [run[first] for run in runs]
    result["spread"] = (max(values) - min(values)) / result[first]
    return result


def number(value: Optional[float], digits: int = 0) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def table(results: dict) -> str:
    """`results` is {(what, who): medians}, in the order of the table."""
    lines = [f"{'':<22}{'':<30}{'a second':>10} {'±':>5} {'p50 ms':>9} {'p99 ms':>9} {'MB':>7} {'bytes':>6}"
             f" {'server':>8} {'PostgreSQL':>11} {'generator':>10}   processor µs per request"]
    before = None
    for (what, who), figures in results.items():
        lines.append(
            f"{what if what != before else '':<22}{who:<30}{number(figures['per_second']):>10}"
            f" {figures['spread'] * 50:>4.0f}% {number(figures['p50_ms'], 2):>9} {number(figures['p99_ms'], 2):>9}"
            f" {number(figures['memory_mb']):>7} {number(figures['bytes']):>6}"
            f" {number(figures['server_us'], 1):>8} {number(figures['postgres_us'], 1):>11}"
            f" {number(figures['generator_us'], 1):>10}")
        before = what
    return "\n".join(lines)


def marks(verdicts: list, measured: set) -> str:
    """`measured` has the names of the measured figures."""
    lines = [f"{'':<56}{'measured':>18}   mark"]
    for verdict in verdicts:
        unit, sign = verdict["unit"], "≤" if verdict["at_most"] else "≥"
        if verdict["value"] is None:
            end = "left out" if verdict["figure"] in measured else f"ops/bench --only {verdict['figure']}"
        else:
            end = {True: "held", False: "MISSED", None: "not judged"}[verdict["held"]]
        bound = f"{sign} {amount(verdict['bound'], unit, plain=True)}"
        lines.append(f"{verdict['text']:<56}{amount(verdict['value'], unit):>18}   {bound:<20}{end}")
    return "\n".join(lines)


def amount(value: Optional[float], unit: str, plain: bool = False) -> str:
    if value is None:
        return "–"
    if unit == "×":
        return f"{value:g}×" if plain else f"{value:.2f}×"
    return f"{value:,.0f} {unit}"
