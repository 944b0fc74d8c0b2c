#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""scrape.py DIR PORT

A real Prometheus scrapes a node_exporter of the guest in DIR while the guest's network is congested
(tests/packages/guest/1-install.sh), and answers the queries of the dashboard.  After the guest has
ended, its values are compared with tc, captures and reports of the guest.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path

import wire
from harness import between, check, equal
from prometheus import Prometheus, add_programs, check_dashboard

DIR = Path(sys.argv[1])
PORT = int(sys.argv[2])
OUT = DIR / "out"
NAMESPACES = ["h1", "h2", "h3", "sw"]
P1 = 'netns="sw",device="p1",priority="3"'


class Ended(Exception):
    """The guest has ended"""


def await_guest(pattern):
    """Waits until the guest prints a line; Return: the match"""
    log = DIR / "tap.log"
    while True:
        found = log.exists() and re.search(pattern + "\n", log.read_text(errors="replace"))
        if found:
            return found
        if (DIR / "ended").exists():
            raise Ended(pattern)
        time.sleep(0.2)


def await_scrapes(server, count):
    """Waits until this number of scrapes, except one that has begun already, have succeeded"""
    start = time.time()
    while True:
        found = server.query(f"sum_over_time(up[{max(1, int(time.time() - start))}s])")
        if found and int(found[0]["value"][1]) > count:
            return
        if (DIR / "ended").exists():
            raise Ended("scrapes")
        time.sleep(0.2)


def number(server, query):
    """Return: the only value that answers a query"""
    result = server.query(query)
    return float(result[0]["value"][1]) if len(result) == 1 else None


def values(server):
    """Return: values of Prometheus, by the name under which they are compared"""
    return {
        "up": number(server, "up"),
        "namespaces": sorted({s["metric"]["netns"] for s in server.query("pfc_port_info")}),
        "xoff": number(server, f"pfc_port_priority_tx_xoff_total{{{P1}}}"),
        "xon": number(server, f"pfc_port_priority_tx_xon_total{{{P1}}}"),
        "frames": number(server, 'pfc_port_tx_pfc_total{netns="sw",device="p1"}'),
        "pause": number(server, f"pfc_port_priority_tx_pause_seconds_total{{{P1}}}"),
        "queues": {queue: [number(server, f'pfc_port_queue_tx_{unit}_total{{netns="sw",'
                                          f'device="p3",queue="{queue}"}}')
                           for unit in ("packets", "bytes")] for queue in (0, 3)},
        "lost": number(server, 'sum(pfc_port_pg_dropped_packets_total{reason="headroom"})'),
        "dropped": number(server, 'sum({__name__=~"pfc_port_(pg_|queue_|tx_)dropped_packets_total"})'),
    }


def check_live(server, interval):
    """Return: the values after the congestion"""
    await_guest("the congestion begins")
    await_scrapes(server, 2)
    # A busy machine can need more than a minute until here
    check_dashboard(server, NAMESPACES, ["p1", "p2", "p3"], "5m")
    part = number(server, f"max_over_time(rate(pfc_port_priority_tx_pause_seconds_total{{{P1}}}"
                          f"[{3 * interval}s])[5m:1s])")
    check("during the congestion, p1 pauses h1 for a part of the time",
          part is not None and 0.05 < part < 1.05, part)
    await_guest("the congestion has ended")
    await_scrapes(server, 1)
    return values(server)


def check_values(got):
    """Compares the values of Prometheus with tc, the capture, and reports of receiver and senders"""
    equal("the last scrape succeeds", got["up"], 1)
    equal("Prometheus has all namespaces", got["namespaces"], NAMESPACES)
    frames = wire.pfc(str(OUT / "p1.pcap"))
    equal("PFC frames, XOFF and XON of p1: as captured", [got["frames"], got["xoff"], got["xon"]],
          [len(frames), sum(1 for f in frames if f.times[3]),
           sum(1 for f in frames if not f.times[3])])
    check("p1 has sent XOFF", got["xoff"] > 10, got["xoff"])
    pause = sum(end - begin for begin, end, _ in wire.pauses(frames, 3) if end) / 1e9
    between("pause time of p1: as captured, to 2 %", got["pause"], 0.98 * pause, 1.02 * pause)
    tc = {int(c[0], 16): [int(c[2]), int(c[1])]
          for c in re.findall(r"class pfc 1:(\w+).*\n Sent (\d+) bytes (\d+) pkt",
                              (OUT / "class.txt").read_text())}
    for queue, counts in got["queues"].items():
        equal(f"packets and bytes of queue {queue} of p3: as in tc -s class", counts, tc[queue + 1])
    equal("no lossless packet is dropped", got["lost"], 0)
    flows = json.loads((OUT / "received.json").read_text())["flows"]
    sent = sum(json.loads(path.read_text())["datagrams"] for path in OUT.glob("sent-*1[12].json"))
    arrived = sum(flow["datagrams"] for name, flow in flows.items() if int(name) % 100 > 10)
    check("lossy packets are dropped", got["dropped"] > 0, got["dropped"])
    equal("lossy packets dropped: sent, but not received", got["dropped"], sent - arrived)


def main():
    """Runs until the guest has ended"""
    add_programs()
    try:
        interval = int(await_guest(r"scrape interval: (\d+)")[1])
        with tempfile.TemporaryDirectory() as directory, \
                Prometheus(directory, PORT, f"{interval}s") as server:
            got = check_live(server, interval)
    except Ended as missing:
        check(f"the guest reaches: {missing}", False)
        return
    while not (DIR / "ended").exists():
        time.sleep(0.2)
    check_values(got)


main()
