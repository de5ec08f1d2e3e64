"""Pulls of a page of 500 entities, as a new phone of an account begins with."""

import load
from bench import OURS, Bench, Series
from blobs import new_entities

NAME, BY_DEFAULT = "vault-pull", False
SAYS = "blobs a second that phones pull from their vaults (no mark)"
WHAT = "vault pull, per blob"
CONNECTIONS = 16
PAGE = 500  # The number of entities in a page of a pull.


def prepare(bench: Bench) -> list:
    phones, connections = bench.phones, min(CONNECTIONS, bench.chosen.connections)
    phones.from_each("POST", "/v1/sync/push", new_entities(PAGE))
    series = [per_blob(bench.http(WHAT, OURS, lambda: phones.pull, connections))]
    peer = bench.peer("FastAPI", lambda: bench.fastapi(lambda service: service.vault_push))
    if peer:
        peer.fill_vaults(PAGE)
        series.append(per_blob(bench.http(WHAT, peer.name, lambda: peer.vault_pull, connections)))
    return series


def per_blob(series: Series) -> Series:
    return Series(series.what, series.who, lambda: load.of_each(series.measure(), PAGE), series.warm_up)
