"""Debian's nginx, serving bytes from a file."""

import os
import subprocess

import load
import processes

PROGRAM = "/usr/sbin/nginx"
CONFIGURATION = """
worker_processes {workers};
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    etag on;
    # For a body of a kilobyte, nginx's single write of head and body is 1.3 times as fast on this machine as sendfile with tcp_nopush.
    sendfile off;
    tcp_nopush off;
    keepalive_requests 100000000;
    open_file_cache max=16;
    default_type application/json;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} {reuseport};
        root {folder}/files;
    }}
}}
"""


class Nginx:
    name = "nginx"

    def __init__(self, body: bytes, port: int, workers: int, scratch: str):
        folder = os.path.join(scratch, f"nginx-{port}")
        os.makedirs(os.path.join(folder, "files"))
        with open(os.path.join(folder, "files", "body.json"), "wb") as out:
            out.write(body)
        with open(os.path.join(folder, "nginx.conf"), "w") as out:
            out.write(CONFIGURATION.format(
                workers=workers, folder=folder, port=port, user="user root;" if os.getuid() == 0 else "",
                reuseport="reuseport" if workers > 1 else ""))
        self.process = processes.start(
            [PROGRAM, "-c", os.path.join(folder, "nginx.conf"), "-e", os.path.join(folder, "error.log")],
            subprocess.DEVNULL, dict(os.environ))
        url = f"http://127.0.0.1:{port}/body.json"
        processes.wait_until_ready(url, self.process)
        self.file = load.Target(url, process=self.process.pid)
        etag = load.ask_once(self.file).headers["ETag"]
        self.poll = load.Target(url, {"If-None-Match": etag}, status=304, process=self.process.pid)

    def stop(self):
        processes.stop(self.process)
