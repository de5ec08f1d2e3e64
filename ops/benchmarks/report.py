"""Medians, ratios and marks, as a table for people and as JSON."""

import statistics

MARKS = {  # (what, beside whom): at least this many times the peer's rate; rebuild: events a second
    ("booking", "FastAPI"): 2.5,
    ("queue read", "FastAPI"): 3.0,
    ("unchanged poll (304)", "nginx"): 0.6,
    ("rebuild", None): 60_000,
}


def medians(runs: list) -> dict:
    """The median of each figure, and how far the rates of the runs lie apart."""
    result = {}
    for figure in ("per_second", "p50_ms", "p99_ms", "memory_mb"):
        values = [run[figure] for run in runs if run.get(figure) is not None]
        result[figure] = statistics.median(values) if values else None
    rates = [run["per_second"] for run in runs]
    result["spread"] = (max(rates) - min(rates)) / result["per_second"]
    result["runs"] = len(runs)
    return result


def number(value, digits: int = 0) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def table(results: dict) -> str:
    """`results`: {(what, who): medians}, in the order to be shown."""
    lines = [f"{'':<30}{'':<24}{'a second':>10} {'±':>5} {'p50 ms':>9} {'p99 ms':>9} {'MB':>7}"]
    before = None
    for (what, who), figures in results.items():
        lines.append(
            f"{what if what != before else '':<30}{who:<24}{number(figures['per_second']):>10}"
            f" {figures['spread'] * 50:>4.0f}% {number(figures['p50_ms'], 2):>9} {number(figures['p99_ms'], 2):>9}"
            f" {number(figures['memory_mb']):>7}")
        before = what
    return "\n".join(lines)


def judged(results: dict) -> list:
    """One dictionary for each ratio of Chairside to a peer, with its mark where there is one."""
    verdicts = []
    for (what, who), figures in results.items():
        ours = results.get((what, "Chairside"))
        if ours is None or who == "Chairside":
            continue
        ratio = ours["per_second"] / figures["per_second"]
        mark = next((mark for (marked, peer), mark in MARKS.items()
                     if marked == what and peer and who.startswith(peer)), None)
        verdicts.append({"what": what, "beside": who, "ratio": ratio, "mark": mark,
                         "held": None if mark is None else ratio >= mark})
    rebuild = results.get(("rebuild", "Chairside"))
    if rebuild:
        mark = MARKS["rebuild", None]
        verdicts.append({"what": "rebuild", "beside": None, "ratio": rebuild["per_second"], "mark": mark,
                         "held": rebuild["per_second"] >= mark})
    return verdicts


def sentences(verdicts: list) -> str:
    lines = []
    for verdict in verdicts:
        amount = f"{verdict['ratio']:.2f}× {verdict['beside']}" if verdict["beside"] else \
            f"{verdict['ratio']:,.0f} events/s"
        mark = "" if verdict["mark"] is None else \
            f"   mark {verdict['mark']:,g}: {'held' if verdict['held'] else 'MISSED'}"
        lines.append(f"{verdict['what']:<30}{amount}{mark}")
    return "\n".join(lines)
