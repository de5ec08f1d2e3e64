"""A fake of Apple's push service for the notification outbox: nginx, which accepts every message over HTTP/2 and TLS."""

import os
import subprocess

import processes
from peers.nginx import PROGRAM

CONFIGURATION = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log off;
    keepalive_requests 100000000;
    keepalive_time 24h;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        location / {{ return 200; }}
    }}
}}
"""


class PushService:
    def __init__(self, port: int, scratch: str):
        folder = os.path.join(scratch, f"push-{port}")
        os.makedirs(folder)
        certificate, provider = os.path.join(folder, "cert.pem"), os.path.join(folder, "provider.p8")
        processes.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "2",
            "-keyout", os.path.join(folder, "key.pem"), "-out", certificate, "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        processes.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", provider])
        os.chmod(provider, 0o600)
        with open(os.path.join(folder, "nginx.conf"), "w") as out:
            out.write(CONFIGURATION.format(folder=folder, port=port, user="user root;" if os.getuid() == 0 else ""))
        self.process = processes.start(
            [PROGRAM, "-c", os.path.join(folder, "nginx.conf"), "-e", os.path.join(folder, "error.log")],
            subprocess.DEVNULL, dict(os.environ))
        processes.wait_until_listening(port, self.process)
        # The options with which a server delivers to this service.
        self.options = ["--apns-key", provider, "--apns-team", "TEAM012345", "--apns-key-id", "KEY0123456", "--apns-topic",
                        "org.example.chairside", "--apns-host", f"https://localhost:{port}", "--push-ca", certificate]

    def stop(self):
        processes.stop(self.process)
