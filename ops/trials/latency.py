"""Measures the latency of a normal client: one request after the other on one connection.

    latency.py --port 8080 [--tls --authority cert.pem] [--count 5000] [--path /readyz]

Prints the median and the 99th percentile in milliseconds.
"""

import argparse
import socket
import ssl
import time


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--tls", action="store_true")
    arguments.add_argument("--authority")
    arguments.add_argument("--count", type=int, default=5000)
    arguments.add_argument("--path", default="/readyz")
    options = arguments.parse_args()

    wire = socket.create_connection(("127.0.0.1", options.port), timeout=20)
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if options.tls:
        wire = ssl.create_default_context(cafile=options.authority).wrap_socket(wire, server_hostname="localhost")
    request = f"GET {options.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    waits = []
    for _ in range(options.count):
        began = time.perf_counter()
        wire.sendall(request)
        answer = b""
        while b"}" not in answer:  # The answer is a small JSON object without nested objects, so it ends with the first brace.
            part = wire.recv(65536)
            if not part:
                raise SystemExit("closed")
            answer += part
        if not answer.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"not 200: {answer[:100]!r}")
        waits.append((time.perf_counter() - began) * 1000)
    waits.sort()
    print(f"{waits[len(waits) // 2]:.3f} {waits[len(waits) * 99 // 100]:.3f}")


if __name__ == "__main__":
    main()
