# SPDX-License-Identifier: GPL-2.0-only
"""A real Prometheus on the host, and a real node_exporter with files that a guest has written."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

from harness import check, equal

TOP = Path(__file__).resolve().parents[3]


def free_port():
    """Return: a TCP port that no process uses"""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class NodeExporter:
    """A node_exporter that serves a file for its textfile collector"""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.port = free_port()
        self.files = 0

    def __enter__(self):
        with open(self.directory / "node_exporter.log", "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus-node-exporter", "--collector.disable-defaults",
                 "--collector.textfile", f"--collector.textfile.directory={self.directory}",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdout=log, stderr=log)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def publish(self, file, server, seconds=30):
        """Serves a file until Prometheus has it; Return: whether it has"""
        deadline = time.monotonic() + seconds
        # The time of the file tells one file from the other
        self.files += 1
        new = self.directory / "pfc.new"
        shutil.copyfile(file, new)
        os.utime(new, (self.files, self.files))
        new.rename(self.directory / "pfc.prom")
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                found = server.query("node_textfile_mtime_seconds")
                if found and float(found[0]["value"][1]) == self.files:
                    return True
            time.sleep(0.1)
        return False


def add_programs():
    """Adds prometheus, promtool and node_exporter to the path of programs"""
    directory = subprocess.run([TOP / "scripts/report/prometheus"], check=True, stdout=subprocess.PIPE, text=True).stdout
    os.environ["PATH"] = f"{directory.strip()}:{os.environ['PATH']}"


class Prometheus:
    """A Prometheus that scrapes a port of this machine"""

    def __init__(self, directory, port, interval="500ms"):
        self.directory = Path(directory)
        self.address = f"127.0.0.1:{free_port()}"
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
