"""Sends requests that a strict HTTP/1.1 server must refuse, over real sockets, with a good request before and another after.

    http1_probes.py --port 8080 --tls-port 8443 --authority cert.pem

Each is sent whole, in two halves, and byte by byte, in plain text and over TLS. The first request must be answered, the bad one refused with the
expected status and `Connection: close`, the last one never answered, and the connection closed.
"""

import argparse
import collections
import re
import socket
import ssl
import sys

HOST = "Host: localhost\r\n"
BEFORE = f"GET /livez HTTP/1.1\r\n{HOST}\r\n".encode()
BEHIND = f"GET /api/v1/status HTTP/1.1\r\n{HOST}\r\n".encode()
CONTROLS = [chr(code) for code in [*range(0, 9), 11, 12, *range(14, 32), 127]]


def line(text):
    return f"{text}\r\n{HOST}\r\n"


def target(text):
    return line(f"GET {text} HTTP/1.1")


def field(text):
    return f"GET /livez HTTP/1.1\r\n{HOST}{text}\r\n\r\n"


def hosts(text):
    return f"GET /livez HTTP/1.1\r\n{text}\r\n"


def post(fields, body=""):
    return f"POST /api/v1/auth/login HTTP/1.1\r\n{HOST}{fields}\r\n\r\n{body}"


def chunked(body):
    return post("Transfer-Encoding: chunked", body)


def probes():
    """Yields name, bytes and expected status."""
    # Malformed request lines.
    for text in ["GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET\t/ HTTP/1.1", "GET /\tHTTP/1.1"]:
        yield "line", line(text), 400
    for text in ["GET /", "GET", "GET / HTTP", "GET / HTTP/", "GET / HTTP/1", "GET / HTTP/1.", "GET / HTTP/11", "GET / http/1.1"]:
        yield "line", line(text), 400
    for version in ["1.10", "01.1", "1.01", "-1.1", "1,1", "1.1x"]:
        yield "version", line(f"GET / HTTP/{version}"), 400
    for version in ["0.9", "2.0", "3.0", "9.9"]:
        yield "version", line(f"GET / HTTP/{version}"), 505
    # Probes that begin like other protocols.
    yield "tls", "\x16\x03\x01\x02\x00\x01", 400
    for method in ["G(T", "G,T", "G/T", "G@T", 'G"T', "G{T", "GE\x00T", "GÉT"]:
        yield "method", line(f"{method} / HTTP/1.1"), 400
    for method in ["CONNECT", "TRACE", "get", "Get", "BREW", "PROPFIND", "X" * 30]:
        yield "method", line(f"{method} /livez HTTP/1.1"), 405
    yield "preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505
    yield "line", "\r\n\r\n" + line("GET / HTTP/1.1"), 400
    yield "line", line("GET /" + "a" * 9000 + " HTTP/1.1"), 414
    # Malformed or forbidden request targets.
    for text in ["/a#b", "/a?b#c", "/é", "/?é", "/a\\b", '/"', "/<a>", "/{a}", "/^", "/`", "/|", "/a\x00", "/\x7f"]:
        yield "target", target(text), 400
    for text in ["/%", "/%4", "/%zz", "/%4g", "/a%?b", "/%00", "/%0d%0a", "/%0A", "/%1f", "/%7f", "/a%2fb", "/a%5Cb", "/%ff", "/%c0%af"]:
        yield "escape", target(text), 400
    for text in ["/?a=%00", "/?a=%0d%0aX:%20y", "/?%7F"]:
        yield "escape", target(text), 400
    for text in ["/.", "/..", "/a/./b", "/a/../b", "/../..", "/a/..?b", "/%2e", "/%2E%2e/a", "/.%2e/a", "/a/%2e/b"]:
        yield "dots", target(text), 400
    for text in ["a", "*", "localhost:80", "ftp://localhost/", "http://localhost", "http:///a", "http:/a", "//" + "é"]:
        yield "form", target(text), 400
    for text in ["http://other/", "http://u@localhost/", "http://localhost:81/", "https://localhost./"]:
        yield "form", target(text), 400
    # Requests with wrong line ends.
    yield "LF", f"GET /livez HTTP/1.1\n{HOST}\r\n", 400
    yield "LF", "GET /livez HTTP/1.1\r\nHost: localhost\n\r\n", 400
    yield "LF", f"GET /livez HTTP/1.1\r\n{HOST}\n", 400
    yield "LF", "\nGET /livez HTTP/1.1\r\n" + HOST + "\r\n", 400
    yield "CR", "GET /livez HTTP/1.1\r\r\n" + HOST + "\r\n", 400
    yield "CR", field("A: b\rc"), 400
    yield "CR", field("A\r: b"), 400
    yield "CR", field("A: b\r\rc"), 400
    # Malformed header fields.
    for text in ["A: b\r\n c", "A: b\r\n\tc", "A : b", "A\t: b", "A b: c", ": b", "A", "A(b): c", "A,b: c", "é: b", "[a]: b", '"a": b']:
        yield "field", field(text), 400
    yield "field", "GET /livez HTTP/1.1\r\n " + HOST + "\r\n", 400
    for control in CONTROLS:
        yield f"control {ord(control)}", field(f"A: b{control}c"), 400
    for control in CONTROLS[:4]:
        yield f"control {ord(control)}", field(f"A{control}b: c"), 400
    yield "many", field("\r\n".join(f"A{index}: b" for index in range(100))), 431
    yield "large", field("A: " + "b" * 33_000), 431
    yield "large", field("\r\n".join("A: " + "b" * 1_000 for _ in range(40))), 431
    for text in ["200-ok", "100-continue, x", "100-continue;q=1", "100"]:
        yield "expect", post(f"Expect: {text}\r\nContent-Length: 1", "a"), 417
    # Requests whose Host field is missing, repeated or malformed.
    for text in ["", "Host: \r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a,b\r\n", "Host: a, b\r\n", "Host: a b\r\n"]:
        yield "host", hosts(text), 400
    for text in ["u@a", "u:p@a", "a/b", "a?b", "a#b", "a\\b", "é", ":80", "a:", "a:8o", "a:65536", "a:-1", "[::1", "::1]", "[host]", "[]", "a:80:80"]:
        yield "host", hosts(f"Host: {text}\r\n"), 400
    # Malformed or contradicting Content-Length fields.
    for text in ["+1", "-1", "0x1", "1.0", "1e1", "1 1", "1,1", "1, 1", "", "a", "1;", "'1'", '"1"', "１", "9223372036854775808", "1" * 30]:
        yield "length", post(f"Content-Length: {text}", "a"), 400
    for first, second in [("1", "1"), ("1", "2"), ("0", "1"), ("1", "")]:
        yield "lengths", post(f"Content-Length: {first}\r\nContent-Length: {second}", "a"), 400
    yield "body", post("Content-Length: 999999999", "a"), 413
    # Malformed or forbidden Transfer-Encoding fields.
    for text in ["gzip", "gzip, chunked", "chunked, gzip", "chunked, identity", "identity", "chunked;a=b", '"chunked"', "", "chunked,", ",chunked"]:
        yield "coding", post(f"Transfer-Encoding: {text}", "0\r\n\r\n"), 400
    for text in ["xchunked", "chunkedx", "Chunked", "CHUNKED", "chunked\t", "\tchunked", "chunked chunked", "chunk", "\x0bchunked"]:
        yield "coding", post(f"Transfer-Encoding: {text}", "0\r\n\r\n"), 400
    yield "coding", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400
    yield "coding", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n"), 400
    yield "coding", post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400
    yield "coding", post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"), 400
    yield "coding", "POST /livez HTTP/1.0\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
    # Malformed chunks of a body.
    for text in ["0x1", "+1", "-1", " 1", "1 ", "\t1", "1\t", "", "g", "1g", "1_0", "0" * 16 + "1", "1" + "0" * 16, "f" * 17, "1.0", "1,1"]:
        yield "chunk", chunked(f"{text}\r\na\r\n0\r\n\r\n"), 400
    for text in ["1;", "1; a", "1 ;a", "1;a\x00", "1;a\x01b", "1;a\rb", "1;=a", "1;a=", '1;a="', "1;" + "a" * 300, "1;é"]:
        yield "extension", chunked(f"{text}\r\na\r\n0\r\n\r\n"), 400
    for text in ["1\na\r\n0\r\n\r\n", "1\r\na\n0\r\n\r\n", "1\r\nab\r\n0\r\n\r\n", "1\r\na0\r\n\r\n", "1\r\na\r0\r\n\r\n", "0\r\n\n", "0\n\r\n", "1\r\r\na\r\n"]:
        yield "chunk end", chunked(text), 400
    yield "chunk", chunked("fffffffffffffff\r\n"), 413
    yield "chunk", chunked("200000\r\n"), 413
    for text in ["Content-Length: 1", "Transfer-Encoding: chunked", "Host: a", "Authorization: Bearer x", "Trailer: a", "A : b", " A: b", "A", "A: \x00"]:
        yield "trailer", chunked(f"0\r\n{text}\r\n\r\n"), 400


def connect(options, is_secure):
    raw = socket.create_connection(("127.0.0.1", options.tls_port if is_secure else options.port), timeout=20)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if not is_secure:
        return raw
    context = ssl.create_default_context(cafile=options.authority)
    context.set_alpn_protocols(["http/1.1"])
    return context.wrap_socket(raw, server_hostname="localhost")


def answers(wire, data, size):
    """Returns everything that is received until the server closes."""
    received = b""
    try:
        for start in range(0, len(data), size):
            wire.sendall(data[start : start + size])
    except OSError:
        pass  # The server refused the request before all of it was sent.
    while True:
        try:
            part = wire.recv(65536)
        except ConnectionError:
            return received
        if not part:
            return received
        received += part


def judge(received, status):
    heads = re.findall(rb"(?:^|(?<=\}))HTTP/1\.1 (\d+) .*?\r\n\r\n", received, re.DOTALL)
    codes = [int(code) for code in heads]
    if codes != [200, status]:
        return f"answered {codes}, not {[200, status]}"
    # The text of a refusal may contain "HTTP/1.1" too, so only the beginnings of answers are searched.
    last = received[[found.start() for found in re.finditer(rb"HTTP/1\.1 \d{3} ", received)][-1] :]
    return None if b"\r\nConnection: close\r\n" in last else "not said that it closes"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--tls-port", type=int, required=True)
    arguments.add_argument("--authority", required=True)
    options = arguments.parse_args()

    failures = 0
    kinds = collections.Counter()
    for name, text, status in probes():
        kinds[name.split()[0]] += 1
        bad = text.encode("latin-1", "replace") if "１" not in text else text.encode()
        data = BEFORE + bad + BEHIND
        # Long probes are not sent byte by byte, since that would take too long.
        sizes = [len(data), len(BEFORE) + len(bad) // 2] + ([1] if len(bad) < 400 else [])
        for is_secure in (False, True):
            for size in sizes:
                with connect(options, is_secure) as wire:
                    problem = judge(answers(wire, data, size), status)
                if problem:
                    failures += 1
                    print(f"✘ {name} {'over TLS' if is_secure else 'in the clear'}, {size} at once: {problem}\n  {bad[:120]!r}")
    print(f"{sum(kinds.values())} probes of {len(kinds)} kinds, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
