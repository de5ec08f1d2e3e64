"""Uploads a file again and again on a number of connections, until SIGTERM. Then prints, as JSON, the answers by status and the MB sent.

The clients' first uploads have different lengths, so that uploads begin and end all the time.
"""

import argparse
import asyncio
import collections
import json
import mmap
import signal
import urllib.parse

PIECE = 64 * 1024


class Clients:
    def __init__(self, chosen: argparse.Namespace, content: mmap.mmap):
        self.content, self.chosen = memoryview(content), chosen
        self.url = urllib.parse.urlsplit(chosen.url)
        self.statuses, self.sent = collections.Counter(), 0

    async def client(self, number: int):
        size = len(self.content) * (number + 1) // self.chosen.clients
        while True:
            self.statuses[await self.upload(size)] += 1
            size = len(self.content)

    async def upload(self, size: int) -> str:
        """Sends so many bytes at the chosen speed. Returns the answer's status."""
        reader, writer = await asyncio.open_connection(self.url.hostname, self.url.port)
        head = (f"POST {self.url.path}?{self.url.query} HTTP/1.1", f"Host: {self.url.netloc}",
                f"Authorization: Bearer {self.chosen.token}", "Content-Type: application/pdf", f"Content-Length: {size}")
        writer.write("".join(f"{line}\r\n" for line in (*head, "")).encode())
        clock = asyncio.get_running_loop().time
        began, sent = clock(), 0
        try:
            while sent < size:
                piece = self.content[sent:min(sent + PIECE, size)]
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
                self.sent += len(piece)
                await asyncio.sleep(max(0, began + sent / (self.chosen.speed * 1e6) - clock()))
            return (await reader.readline()).decode().split(" ")[1]
        finally:
            writer.close()


async def main():
    options = argparse.ArgumentParser()
    for name, kind in (("url", str), ("token", str), ("content", str), ("clients", int), ("speed", float)):
        options.add_argument(f"--{name}", type=kind, required=True)
    chosen = options.parse_args()
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    with open(chosen.content, "rb") as file:
        clients = Clients(chosen, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
    tasks = [asyncio.create_task(clients.client(number)) for number in range(chosen.clients)]
    await asyncio.wait([asyncio.create_task(stopped.wait()), *tasks], return_when=asyncio.FIRST_COMPLETED)
    # A client goes on until it is cancelled. If one has ended, its error is printed.
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    print(json.dumps({"statuses": clients.statuses, "megabytes": clients.sent / 1e6}))


asyncio.run(main())
