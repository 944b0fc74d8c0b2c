# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the tables of results and of captures: their values, computed in another way."""

import csv
import json
import re

import pcap_files
from lab import capture, fct, machine
from lab.fabric import Fabric
from lab.results import freezes, write
from lab.results.limits import Limits

LINE = {"duration": "20ms", "hosts": ["a", "b"], "switches": ["s"],
        "port": {"prio-pfc": 3, "xoff": "60K", "xon": "30K"},
        "links": [{"ends": [["a", "b"], "s"]}], "flows": [{"from": "a", "to": "b"}]}
INCAST = LINE | {"title": "Incast <of> 3 & a \"test\"", "duration": "5ms",
                 "hosts": ["a", "b", "c", "d"], "links": [{"ends": [["a", "b", "c", "d"], "s"]}],
                 "flows": [{"from": ["a", "b", "c"], "to": "d", "jitter": "2us"}]}
# Sends a frame with the VLAN tag of VLAN 5 and priority 5, 78 bytes
TAGGED = """exec python3 -c "
import socket
port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
port.bind(('eth0', 0))
port.send(bytes.fromhex('0200000001010200000000018100a0050800') + bytes(60))"
"""
TABLES = {"flows", "pauses", "freezes", "occupancy", "occupancy-summary", "drops"}


def read(outcome, name):
    """Return: the rows of NAME.csv as dictionaries"""
    with open(outcome.directory / f"{name}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def formats(outcome, check, equal):
    """CSV and JSON have the same values, and the names of the columns have their units"""
    names = {path.stem for path in outcome.directory.glob("*.csv")}
    equal("tables of results", names, TABLES)
    for name in sorted(names):
        rows = read(outcome, name)
        found = json.loads((outcome.directory / f"{name}.json").read_text())
        equal(f"{name}: CSV and JSON have the same values",
              [["" if value is None else str(value) for value in row] for row in found["rows"]],
              [list(row.values()) for row in rows])
        equal(f"{name}: CSV and JSON have the same columns",
              [column["name"] for column in found["columns"]], list(rows[0]) if rows else
              [column["name"] for column in found["columns"]])
        for column in found["columns"]:
            ending = next((unit for ending, unit in (
                ("_ns", "ns"), ("_bytes", "bytes"), ("_frames", "frames"),
                ("_bits_per_second", "bit/s")) if column["name"].endswith(ending)), None)
            if not column["meaning"] or ending and column["unit"] != ending:
                check(f"{name}: unit and meaning of {column['name']}", False, column)


def incast(run, check, equal, between):
    """Pause times, occupancies and drops are those of the captured frames. Return: the Outcome"""
    given = INCAST | {"pcap": ["s", "a:s"]}
    outcome, plain = run("results", given), run("results-plain", INCAST)
    write.everything(outcome)
    equal("captures do not change the run", outcome.hash, plain.hash)
    formats(outcome, check, equal)
    folder, ports = outcome.directory / "pcap", outcome.fabric.ports
    equal("captured ports", sorted(path.name for path in folder.iterdir()),
          ["a-s.pcap", "s-a.pcap", "s-b.pcap", "s-c.pcap", "s-d.pcap"])
    sent = outcome.at_rest()["s:d", "queue", 3, "tx_packets"]
    equal("tcpdump reads all frames of a port",
          len(pcap_files.tcpdump(folder / "s-d.pcap", "udp")), sent)
    lines = pcap_files.tcpdump(folder / "s-d.pcap")
    equal("tcpdump prints the nanoseconds of the frames", [line.split()[0] for line in lines],
          ["{}.{:09}".format(*divmod(time, 10**9))
           for time, _ in pcap_files.frames(folder / "s-d.pcap")])
    pauses = {row["port"]: row for row in read(outcome, "pauses")}
    equal("paused ports", sorted(pauses), ["a:s", "b:s", "c:s"])
    peaks = {row["port"]: int(row["peak_bytes"]) for row in read(outcome, "occupancy-summary")
             if row["kind"] == "pg"}
    for host in "abc":
        mac = {node: bytes.fromhex(ports[node].mac.replace(":", ""))
               for node in (f"{host}:s", f"s:{host}")}
        # The port of the switch captures a frame that it sends at its departure, 500 ns before
        # the arrival.
        wanted = pcap_files.pause_time(folder / f"s-{host}.pcap", mac[f"s:{host}"], 3,
                                       outcome.fabric.duration - 500)
        between(f"{host}:s: pause time of the captured PFC frames, ns",
                int(pauses[f"{host}:s"]["paused_ns"]), wanted - 50, wanted + 50)
        wanted = pcap_files.peak(folder / f"s-{host}.pcap", folder / "s-d.pcap",
                                 mac[f"{host}:s"], outcome.fabric.duration)
        # A frame belongs to the PG until its transmission begins, and the capture has its end
        between(f"s:{host}: maximum occupancy, from the captured frames, bytes",
                peaks[f"s:{host}"], wanted - 1000, wanted)
    departures = pcap_files.frames(folder / "a-s.pcap")
    arrivals = [time for time, frame in pcap_files.frames(folder / "s-a.pcap")
                if frame[6:12] == departures[0][1][6:12]]
    equal("frames arrive 500 ns after their departure", {
        one - other[0] for one, other in zip(arrivals, (
            entry for entry in departures if not pcap_files.is_pfc(entry[1])))}, {500})
    rows = read(outcome, "occupancy")
    equal("XOFF and XON of the PGs over time",
          {(row["xoff_bytes"], row["xon_bytes"]) for row in rows if row["kind"] == "pg"},
          {("61440", "30720")})
    equal("occupancy: a line for each sample of each PG and queue", len(rows),
          len(outcome.times) * len(read(outcome, "occupancy-summary")))
    received = {row["flow"]: int(row["received_frames"]) for row in read(outcome, "flows")}
    equal("flows.csv: frames received", received,
          {flow.name: outcome.flow(flow.name, "received") for flow in outcome.fabric.flows})
    return outcome


def scheduled(run, _check, equal, between):
    """Pauses at fixed times: pause time, pauses without XON, freeze time"""
    outcome = run("results-pauses", LINE | {"pauses": [
        {"at": "b:s", "prio": 3, "quanta": 1000, "period": "1ms"}]})
    write.tables(outcome)
    row = read(outcome, "pauses")[0]
    equal("the only paused port", row["port"], "s:b")
    between("pause time: 20 times 1000 quanta of 512 ns", int(row["paused_ns"]), 10240000,
            10240000 + 20 * 10)
    equal("pauses without XON", row["expired_pauses"], "20")
    between("share of the time", float(row["paused_share"]), 0.512, 0.5121)
    row = next(row for row in read(outcome, "freezes") if row["port"] == "s:b")
    between("longest freeze time: a pause, less up to two samples", int(row["longest_ns"]),
            512000 - 2 * 100000, 512000)
    outcome = run("results-frozen", LINE | {"commands": [
        {"at": "b", "time": "5ms", "run": "impair set dev {b:s} prio 3 xoff-duty 100%"}]})
    write.tables(outcome)
    row = next(row for row in read(outcome, "freezes") if row["port"] == "s:b")
    between("a port that never sends again: start, ns", int(row["frozen_from_ns"]), 5 * 10**6,
            5 * 10**6 + 2 * 100000)
    equal("the longest freeze lasts until the end", int(row["longest_ns"]),
          20 * 10**6 - int(row["frozen_from_ns"]))
    equal("the frames wait forever", row["forever"], "1")


def intervals(_check, equal):
    """Times without progress, from samples of a queue"""
    for text, sent, waiting, wanted in (
            ("a queue that always sends", [0, 1, 2, 3], [1, 1, 1, 1], []),
            ("an empty queue", [0, 0, 0, 0], [0, 0, 0, 0], []),
            ("a queue that never sends", [5, 5, 5, 5], [1, 2, 3, 3], [(0, 3)]),
            ("a queue that stops twice", [0, 0, 1, 1, 1], [1, 1, 1, 1, 1], [(0, 1), (2, 4)]),
            ("frames that arrive later", [0, 0, 0, 0], [0, 0, 2, 2], [(2, 3)]),
            ("frames that leave without being sent", [0, 0, 0, 0], [1, 1, 0, 1], [(0, 1)])):
        equal(f"freezes: {text}", [tuple(one) for one in freezes.intervals(sent, waiting)], wanted)


def dropped(run, check, equal):
    """Drops by cause: their sum is that of the frames that have not arrived"""
    tight = LINE | {"port": {"prio-pfc": 3, "xoff": 20000, "xon": 10000, "headroom": 0},
                    "links": [{"ends": ["a", "s"]}, {"ends": ["b", "s"], "rate": "100mbit"}]}
    outcome = run("results-drops", tight)
    write.everything(outcome)
    rows = read(outcome, "drops")
    last = outcome.at_rest()
    equal("drops: frames sent that have not arrived", sum(int(row["frames"]) for row in rows),
          last["a>b", "sent"] - last["a>b", "received"])
    equal("drops: cause, lossless", {(row["cause"], row["lossless"]) for row in rows},
          {("drop_headroom", "1")})
    check("drops: the cause is explained", "headroom" in rows[0]["meaning"], rows[0])
    check("drops: a plot", (outcome.directory / "plots" / "drops.svg").exists())


def changed(run, equal):
    """Thresholds follow the settings: a dynamic one, and a change during the run"""
    outcome = run("results-limits", LINE | {
        "duration": "2ms", "pool": "1M", "port": {"prio-pfc": 3, "alpha": "1/2", "headroom": 20000,
                                                  "min": 3000, "xon-offset": 7000},
        "commands": [{"at": "s", "time": "1ms",
                      "run": "pg set dev {s:a} pg 3 alpha off xoff 50000 xon 40000"}]})
    xoff, xon = Limits(outcome).thresholds("s:a", 3)
    shared = outcome.port_over_time("s:a", "pg", 3, "threshold")
    half = outcome.times.index(10**6)
    equal("a dynamic XOFF and XON, and after the change fixed ones",
          [xoff[half - 1], xon[half - 1], xoff[half], xon[half]],
          [shared[half - 1] + 3000, shared[half - 1] + 3000 - 7000, 53000, 43000])
    equal("a lossy PG has no threshold", Limits(outcome).thresholds("s:a", 0), (None, None))


def deleted(run, equal):
    """A command deletes a port, and its counters with it: the results have the others"""
    outcome = run("results-deleted", LINE | {"commands": [
        {"at": "s", "time": "10ms", "run": "port del dev {s:a}"}]})
    write.everything(outcome)
    equal("frames are not accounted for without the port", outcome.unaccounted(), None)
    equal("a deleted port has no threshold", Limits(outcome).thresholds("s:a", 3), (None, None))


def added(run, equal):
    """A program makes a device of its own a port: the results are those of the described ports"""
    outcome = run("results-added", LINE | {"programs": [{"at": "s", "run": (
        "ip link add x1 type veth peer name x2; ip link set x1 up; ip link set x2 up; "
        "pfcctl port add dev x1; ping -c 2 -I x1 10.9.9.9")}]})
    write.everything(outcome)
    equal("no frame waits at a port that the description does not know", outcome.waiting(), 0)


def inner(run, equal, between):
    """Hosts with a slow or frozen receiver, senders with DCQCN and go-back-N"""
    outcome = run("results-inner", LINE | {
        "receivers": [{"at": "b", "freeze": [["5ms", "8ms"]]}],
        "ports": [{"at": "s", "queue": {"3": {"ecn-kmin": "500K", "ecn-kmax": "600K",
                                              "ecn-pmax": "1%"}}}],
        "flows": [{"from": "a", "to": "b", "reliable": True, "control": "dcqcn"}]})
    write.everything(outcome)
    paused = {row["port"]: int(row["paused_ns"]) for row in read(outcome, "pauses")
              if row["priority"] == "3"}
    between("a frozen receiver: pause time, ns", paused["b:memory"], 3 * 10**6 - 10,
            3 * 10**6 + 10)
    between("a frozen receiver: freeze time, ns", int(next(
        row for row in read(outcome, "freezes") if row["port"] == "b:memory")["longest_ns"]),
            3 * 10**6 - 2 * 100000, 3 * 10**6)
    row = read(outcome, "senders")[0]
    last = outcome.at_rest()
    equal("senders.csv: flow, frames in order", [row["sender"], int(row["in_order_frames"])],
          ["a>b", outcome.flow("a>b", "in_order")])
    equal("senders.csv: all frames arrive", last["a>b", "in_order"], last["a>b", "received"])


def departures(run, equal, between):
    """Times of sent frames on a link without a delay; a VLAN tag is a part of the frame"""
    outcome = run("results-tagged", LINE | {
        "duration": "1ms", "links": [{"ends": [["a", "b"], "s"], "delay": 0}],
        "programs": [{"at": "a", "start": "100us", "run": TAGGED}], "pcap": ["a", "s:a"]})
    write.tables(outcome)
    folder = outcome.directory / "pcap"
    between("without a delay a frame has the time of its first bit, ns",
            pcap_files.frames(folder / "a-s.pcap")[0][0], 0, 10)
    # The receiving port has removed the tag from the frame before it captures the frame
    for name in ("a-s", "s-a"):
        lines = pcap_files.tcpdump(folder / f"{name}.pcap", "vlan")
        equal(f"{name}: tcpdump reads the VLAN tag of a frame",
              [re.search(r"length (\d+): vlan (\d+), p (\d)", line).groups()
               for line in lines], [("78", "5", "5")])


def lost(run, check):
    """A run fails if frames between two samples do not fit into the buffer of the capture"""
    buffers, capture.BUFFERS = capture.BUFFERS, 20000
    try:
        run("results-lost", LINE | {"duration": "2ms", "sample": "1ms", "pcap": ["s:b"]})
        message = "accepted"
    except machine.Failure as failure:
        message = str(failure)
    finally:
        capture.BUFFERS = buffers
    check("lost frames of a capture are an error", re.search(
        r"s p2: \d+ captured frames were lost: set a smaller 'sample'", message), message)


def rates(run, between):
    """The rate of a flow does not depend on the times of samples"""
    times = {"short": ("1.2ms", "1.8ms"), "long": ("5.7ms", "9.4ms"), "on samples": ("12ms", "14ms")}
    outcome = run("rates", LINE | {"sample": "1ms", "flows": [
        {"name": name, "from": "a", "to": "b", "rate": "400mbit", "start": start, "stop": stop}
        for name, (start, stop) in times.items()]})
    for flow in outcome.fabric.flows:
        frame = flow.wire_bits * 1e9 / (flow.stop - flow.start)
        between(f"rate of a flow: {flow.name}", outcome.rate(flow), 4e8 - frame, 4e8 + frame)
    long = outcome.fabric.flows[1]
    between("rate of a flow between two samples", outcome.rate(long, 65 * 10**5, 85 * 10**5),
            3.98e8, 4.02e8)


def selected(equal):
    """The ports that are captured"""
    fabric = Fabric(INCAST | {"pcap": ["s:a", "hosts"]})
    capture.read(fabric, ["s:a", "s:b"], "--pcap")
    equal("captured ports: of the description and of --pcap", [capture.file_name(port) for port
                                                               in fabric.captured],
          ["s-a.pcap", "a-s.pcap", "b-s.pcap", "c-s.pcap", "d-s.pcap", "s-b.pcap"])


def cases(run, check, equal, between):
    """All tests of this file. Return: the Outcome of a run with all results"""
    intervals(check, equal)
    selected(equal)
    outcome = incast(run, check, equal, between)
    scheduled(run, check, equal, between)
    dropped(run, check, equal)
    changed(run, equal)
    deleted(run, equal)
    added(run, equal)
    departures(run, equal, between)
    inner(run, equal, between)
    lost(run, check)
    rates(run, between)
    equal("a percentile over samples", fct.percentile([1, 2, 3, 4], 50), 2)
    return outcome
