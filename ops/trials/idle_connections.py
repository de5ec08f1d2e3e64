"""Measures the memory of an idle keep-alive connection: opens many, sends one request on each, reads the memory.

    python3 idle_connections.py PORT PROCESS [--connections 10000] [--path /readyz] [--most-kilobytes 25]
"""

import argparse
import resource
import socket
import sys
import time


def resident_kilobytes(process: int) -> int:
    """Resident memory of the process and its children."""
    with open(f"/proc/{process}/status") as status:
        own = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    with open(f"/proc/{process}/task/{process}/children") as children:
        return own + sum(resident_kilobytes(int(child)) for child in children.read().split())


def ask(connection: socket.socket, path: str, port: int):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = connection.recv(65536)
        if not part:
            sys.exit("✘ the server closed an idle connection's first answer")
        answer += part
    if not answer.startswith(b"HTTP/1.1 200"):
        sys.exit(f"✘ answered {answer[:60]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("process", type=int)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--path", default="/readyz")
    parser.add_argument("--most-kilobytes", type=float, default=25)
    chosen = parser.parse_args()

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = chosen.connections + 200
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"✘ {wanted} open files are needed and {hard} allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    # A few connections are opened first, so that allocations that happen only once are not counted.
    connections = []
    for _ in range(100):
        connections.append(socket.create_connection(("127.0.0.1", chosen.port)))
        ask(connections[-1], chosen.path, chosen.port)
    before = resident_kilobytes(chosen.process)
    started = time.monotonic()
    for _ in range(chosen.connections):
        connections.append(socket.create_connection(("127.0.0.1", chosen.port), timeout=10))
        ask(connections[-1], chosen.path, chosen.port)
    took = time.monotonic() - started
    each = (resident_kilobytes(chosen.process) - before) / chosen.connections
    # All idle connections must still be alive.
    for connection in connections[:: max(1, chosen.connections // 100)]:
        ask(connection, chosen.path, chosen.port)
    print(f"{chosen.connections} idle connections cost {each:.1f} KB each (opened in {took:.1f} s)")
    if each > chosen.most_kilobytes:
        sys.exit(f"✘ more than {chosen.most_kilobytes} KB")


if __name__ == "__main__":
    main()
