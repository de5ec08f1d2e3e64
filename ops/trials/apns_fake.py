"""A fake of Apple's push service for ops/pushes: HTTP/2 over TLS, with failures at random.

    apns_fake.py --port PORT --folder FOLDER --record FILE

FOLDER has cert.pem and key.pem. For each complete request the record gets a line: the time, the message's id, the answer.
A message is recorded before it is answered, since the answer may be lost.
"""

import argparse
import asyncio
import json
import random
import ssl
import time

import h2.config
import h2.connection
import h2.events
import h2.exceptions

# The share of the requests for each answer. `lost` accepts the message and ends the connection without an answer; `goaway` accepts and
# answers it, and then ends the connection.
ANSWERS = {"200": 75, "500": 10, "429": 5, "lost": 5, "goaway": 5}


class Connection(asyncio.Protocol):
    def __init__(self, record):
        self.record = record
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.messages = {}

    def connection_made(self, transport):
        self.transport = transport
        self.http.initiate_connection()
        transport.write(self.http.data_to_send())

    def data_received(self, data):
        try:
            events = self.http.receive_data(data)
        except h2.exceptions.ProtocolError:
            self.transport.close()
            return
        for event in events:
            if isinstance(event, h2.events.RequestReceived):
                self.messages[event.stream_id] = dict(event.headers).get("apns-id", "")
            elif isinstance(event, h2.events.DataReceived):
                self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded) and not self.answer(event.stream_id):
                return
        self.transport.write(self.http.data_to_send())

    def answer(self, stream):
        """Answers a request. Returns False if the connection has ended."""
        answer = random.choices(list(ANSWERS), list(ANSWERS.values()))[0]
        print(f"{time.time():.6f} {self.messages.pop(stream, '')} {answer}", file=self.record, flush=True)
        if answer == "lost":
            self.transport.abort()
            return False
        status = "200" if answer == "goaway" else answer
        headers = [(":status", status)] + ([("retry-after", "1")] if answer == "429" else [])
        self.http.send_headers(stream, headers, end_stream=status == "200")
        if status != "200":
            self.http.send_data(stream, json.dumps({"reason": "InternalServerError"}).encode(), end_stream=True)
        if answer == "goaway":
            self.http.close_connection(last_stream_id=stream)
            self.transport.write(self.http.data_to_send())
            self.transport.close()
            return False
        return True


async def serve(chosen):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{chosen.folder}/cert.pem", f"{chosen.folder}/key.pem")
    context.set_alpn_protocols(["h2"])
    with open(chosen.record, "a", encoding="utf-8") as record:
        server = await asyncio.get_running_loop().create_server(
            lambda: Connection(record), "127.0.0.1", chosen.port, ssl=context)
        await server.serve_forever()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--record", required=True)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
