# SPDX-License-Identifier: GPL-2.0-only
"""A real Prometheus on the host, and a server that feeds it responses recorded in a guest."""

import json
import os
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path


class Replay:
    """An HTTP server that sends the recorded responses unchanged, one for each request.

    Requests after the last response get the last response again.
    """

    def __init__(self, responses):
        self.responses = responses
        self.served = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                request = b""
                while b"\r\n\r\n" not in request:
                    data = connection.recv(4096)
                    if not data:
                        break
                    request += data
                if request.startswith(b"GET /metrics HTTP/1.1\r\n"):
                    last = len(self.responses) - 1
                    connection.sendall(self.responses[min(self.served, last)])
                    self.served += 1

    def wait(self, seconds):
        """Waits until Prometheus has processed the last response"""
        deadline = time.monotonic() + seconds
        while self.served <= len(self.responses):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def add_programs():
    """Adds prometheus and promtool to the path of programs"""
    script = Path(__file__).resolve().parents[3] / "scripts/report/prometheus"
    directory = subprocess.run([script], check=True, stdout=subprocess.PIPE, text=True).stdout
    os.environ["PATH"] = f"{directory.strip()}:{os.environ['PATH']}"


class Prometheus:
    """A Prometheus that scrapes a port of this machine"""

    def __init__(self, directory, port):
        self.directory = Path(directory)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        (self.directory / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "500ms", "scrape_timeout": "500ms"},
            "scrape_configs": [{"job_name": "pfc", "static_configs": [
                {"targets": [f"127.0.0.1:{port}"]}]}]}))

    def __enter__(self):
        with open(self.directory / "log", "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={self.directory}/prometheus.yml",
                 f"--storage.tsdb.path={self.directory}/data",
                 f"--web.listen-address={self.address}"], stdout=log, stderr=log)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get(self, path, **parameters):
        url = f"http://{self.address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.load(answer)["data"]

    def query(self, text):
        """Return: the vector that answers the query now"""
        return self.get("query", query=text)["result"]

    def label(self, name, metric):
        """Return: the values of a label of a metric"""
        return self.get(f"label/{name}/values", **{"match[]": metric})
