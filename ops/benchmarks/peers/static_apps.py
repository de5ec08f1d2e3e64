"""The same JSON from memory by a plain ASGI app under uvicorn and by a Hummingbird app."""

import os
import shutil
import subprocess

import load
import processes
from databases import HERE
from peers.fastapi_service import uvicorn


class StaticApp:
    """A program that serves the bytes of a file at /entry.json."""

    def __init__(self, arguments: list, port: int, environment: dict, folder: str = None):
        self.process = processes.start(arguments, subprocess.DEVNULL, {**os.environ, **environment}, folder)
        url = f"http://127.0.0.1:{port}/entry.json"
        processes.wait_until_ready(url, self.process)
        self.file = load.Target(url, process=self.process.pid)

    def stop(self):
        processes.stop(self.process)


class PlainASGI(StaticApp):
    name = "uvicorn, plain ASGI"

    def __init__(self, body_file: str, port: int, workers: int):
        super().__init__(uvicorn("peer_asgi:app", port, workers) + ["--lifespan", "off"], port,
                         {"PEER_BODY": body_file}, folder=HERE)


class Hummingbird(StaticApp):
    name = "Hummingbird"

    def __init__(self, program: str, body_file: str, port: int, threads: int):
        super().__init__([program, str(port), str(threads), body_file], port, {})


def build_hummingbird(local: str, say) -> str:
    """Builds ops/benchmarks/hummingbird-peer if necessary; returns its program."""
    swift = shutil.which("swift", path=os.environ["PATH"] + ":/opt/swift/usr/bin:/usr/libexec/swift/bin")
    if not swift:
        raise processes.Unusable("Swift is missing, so Hummingbird cannot be built")
    say("Building the Hummingbird app (release; the first time takes some minutes)")
    folder = os.path.join(local, "hummingbird")
    processes.run([swift, "build", "-c", "release", "--no-color-diagnostics", "--product", "Peer",
                   "--package-path", os.path.join(HERE, "hummingbird-peer"), "--scratch-path", folder])
    return os.path.join(folder, "release", "Peer")
