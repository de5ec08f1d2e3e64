"""The API's entry document, 1 KB of constant JSON: the cost of HTTP and routing."""

import os

import load
from bench import OURS, Bench, say
from peers.static_apps import Hummingbird, PlainASGI, build_hummingbird

NAME, BY_DEFAULT = "static", True
SAYS = "1 KB of constant JSON, compared with nginx, Hummingbird and a plain ASGI app"
WHAT = "static JSON"


def prepare(bench: Bench) -> list:
    body = load.ask_once(bench.desk.entry).content
    file = os.path.join(bench.scratch, "entry.json")
    with open(file, "wb") as out:
        out.write(body)
    program = bench.peer("Hummingbird", lambda: build_hummingbird(bench.chosen.local, say))
    makers = {"uvicorn": lambda port, workers: PlainASGI(file, port, workers)}
    if program:
        makers["Hummingbird"] = lambda port, threads: Hummingbird(program, file, port, threads)
    series = [bench.http(WHAT, OURS, lambda: bench.desk.entry)] + bench.nginx(WHAT, body, lambda one: one.file)
    for name, make in makers.items():
        peer = bench.peer(name, lambda: bench.best(f"{name}'s workers", make, lambda one: one.file))
        if peer:
            series.append(bench.http(WHAT, peer.name, lambda peer=peer: peer.file))
    return series
