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

from harness import check, equal

TOP = Path(__file__).resolve().parents[3]


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
    directory = subprocess.run([TOP / "scripts/report/prometheus"], check=True, stdout=subprocess.PIPE, text=True).stdout
    os.environ["PATH"] = f"{directory.strip()}:{os.environ['PATH']}"


class Prometheus:
    """A Prometheus that scrapes a port of this machine"""

    def __init__(self, directory, port, interval="500ms"):
        self.directory = Path(directory)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        (self.directory / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": interval, "scrape_timeout": interval},
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


# ---- metrics

def samples(families):
    """Return: {(name, labels): value}, without points in time, which are only exact to 1 ms"""
    return {(s.name, frozenset(s.labels.items())): s.value
            for family in families for s in family.samples
            if not s.name.endswith("_timestamp_seconds")}


def value(metrics, name, **labels):
    return metrics.get((name, frozenset(labels.items())))


# ---- the dashboard

def queries(window):
    """Yields (name of the panel, query) for each query of the dashboard, for all ports"""
    for panel in json.loads((TOP / "contrib/prometheus/grafana.json").read_text())["panels"]:
        for target in panel["targets"]:
            query = target["expr"]
            for name, text in (("$netns", ".*"), ("$device", ".*"), ("$priority", ".*"),
                               ("$__rate_interval", window), ("$__range", window)):
                query = query.replace(name, text)
            yield panel["title"], query


def check_dashboard(server, namespaces, devices, window="1m"):
    """Each query of the dashboard has data; sw has these devices"""
    for title, query in queries(window):
        check(f"dashboard, {title}: has data: {query}", server.query(query), query)
    equal("dashboard: values of the variable netns",
          server.label("netns", "pfc_port_info"), namespaces)
    equal("dashboard: values of the variable device",
          server.label("device", 'pfc_port_info{netns=~"sw"}'), devices)
    equal("dashboard: values of the variable priority",
          server.label("priority", "pfc_port_priority_info"), list("01234567"))
