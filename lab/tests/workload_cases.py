# SPDX-License-Identifier: GPL-2.0-only
"""Tests of workloads: the generated messages, and their completion times."""

import csv
import itertools
import random

from lab import fct, messages, sizes
from lab.fabric import Fabric, load
from lab.results import write
from lab.units import Problem

MS = 10**6	# ns
STAR = {"duration": "20ms", "hosts": "h[1-4]", "switches": "s", "port": {"prio-pfc": 3},
        "links": [{"ends": ["h[1-4]", "s"], "rate": "1gbit", "delay": "2us"}]}
FULL = 1514 + 24	# bytes of a full frame on the wire
PAYLOAD = 1514 - 42	# bytes of a message in a full frame


def wire_time(size, rate=10**9):
    """Time that a message takes on a link, ns"""
    full, rest = divmod(size - 1, PAYLOAD)
    return (full * FULL + max(rest + 1 + 42, 60) + 24) * 8 * 10**9 // rate


def generated(workload, **more):
    """Return: the Fabric with one workload"""
    return Fabric(STAR | more | {"workloads": [workload]})


def distributions(check, equal, between):
    """Drawn sizes follow the published distributions"""
    with open(sizes.PUBLISHED, encoding="utf-8") as file:
        rows = [line.strip().split(",") for line in file if line[0] != "#"][1:]
    for name, group in itertools.groupby(rows, lambda row: row[0]):
        points = [(int(size), float(share) / 100) for _, size, share in group]
        found, draw = sizes.read(name), random.Random(1)
        mean = sum((p - q) * (a + b) / 2 for (a, q), (b, p) in zip(points, points[1:]))
        between(f"{name}: mean size", found.mean(), mean * 0.999, mean * 1.001)
        drawn = [found.draw(draw) for _ in range(20000)]
        # Kolmogorov-Smirnov: a deviation above 1.95 / sqrt(n) has a probability of 0.1 %
        worst = max(abs(sum(size <= at for size in drawn) / len(drawn) - share)
                    for at, share in points)
        check(f"{name}: share of the messages up to each size", worst < 0.0138, worst)
    equal("a constant size", {sizes.read("64K").draw(random.Random(n)) for n in range(9)}, {65536})


def poisson(check, equal, between):
    """Random arrivals have the load of the description, and a Poisson process"""
    fabric = generated({"kind": "poisson", "load": 0.6, "sizes": "FB_Hadoop", "start": "10ms"},
                       duration="4s")
    found = fabric.flows
    bits = sum(messages.wire_bytes(flow.bytes, flow.workload) for flow in found) * 8
    # 4 hosts with 1 Gb/s for 3.99 s; about 10000 messages
    between("poisson: load", bits / (4 * 1e9 * 3.99), 0.56, 0.64)
    gaps = [b.start - a.start for a, b in zip(found, found[1:])]
    mean = sum(gaps) / len(gaps)
    spread = (sum((gap - mean) ** 2 for gap in gaps) / len(gaps)) ** 0.5 / mean
    between("poisson: standard deviation of the intervals as a share of the mean", spread, 0.96, 1.04)
    check("poisson: no message starts before the start", min(flow.start for flow in found) > 10 * MS)
    pairs = {(flow.source, flow.target) for flow in found}
    equal("poisson: all pairs of different hosts", len(pairs), 12)
    over_tcp = generated({"kind": "poisson", "load": 0.6, "sizes": 100, "protocol": "tcp"},
                         duration="20ms").flows
    # 100 bytes, headers with 66 bytes, preamble, FCS and gap with 24
    between("poisson: load over TCP", len(over_tcp) * 190 * 8 / (4 * 1e9 * 0.02), 0.57, 0.63)
    again = generated({"kind": "poisson", "load": 0.6, "sizes": "FB_Hadoop", "start": "10ms"},
                      duration="4s")
    equal("poisson: the same seed gives the same messages",
          [(flow.start, flow.bytes, flow.source) for flow in again.flows],
          [(flow.start, flow.bytes, flow.source) for flow in found])


def patterns(check, equal, between):
    """The pairs of the other patterns"""
    del between
    found = generated({"kind": "permutation", "sizes": "1M"}).flows
    equal("permutation: each host sends once", sorted(flow.source for flow in found),
          ["h1", "h2", "h3", "h4"])
    equal("permutation: each host receives once", sorted(flow.target for flow in found),
          ["h1", "h2", "h3", "h4"])
    check("permutation: no host sends to itself", all(flow.source != flow.target for flow in found))
    found = generated({"kind": "incast", "fan-in": 3, "to": "h2", "size": "20K", "period": "5ms",
                       "start": "1ms"}).flows
    equal("incast: start times", sorted({flow.start for flow in found}),
          [MS, 6 * MS, 11 * MS, 16 * MS])
    equal("incast: senders", {(flow.start, flow.source) for flow in found},
          {(start, host) for start in (MS, 6 * MS, 11 * MS, 16 * MS) for host in ("h1", "h3", "h4")})
    equal("incast: receiver", {flow.target for flow in found}, {"h2"})
    found = generated({"kind": "all-to-all", "size": "1K"}).flows
    equal("all-to-all: all pairs", len({(flow.source, flow.target) for flow in found}), 12)
    found = generated({"kind": "ring-allreduce", "size": "4000"}).flows
    equal("ring: 2 (N - 1) steps of N chunks", [len(found), {flow.bytes for flow in found}],
          [24, {1000}])
    equal("ring: a step waits for the chunk that the host has received and the one it has sent",
          {(flow.source, *sorted((other.source, other.target) for other in flow.after))
           for flow in found[4:]},
          {("h1", ("h1", "h2"), ("h4", "h1")), ("h2", ("h1", "h2"), ("h2", "h3")),
           ("h3", ("h2", "h3"), ("h3", "h4")), ("h4", ("h3", "h4"), ("h4", "h1"))})
    found = generated({"kind": "tree-allreduce", "size": "4000", "chunks": 4}).flows
    equal("tree: messages of the first chunk, and what they wait for",
          {(flow.source, flow.target, *sorted(other.source for other in flow.after))
           for flow in found[:6]},
          {("h4", "h2"), ("h3", "h1"), ("h2", "h1", "h4"), ("h1", "h2", "h2", "h3"),
           ("h1", "h3", "h2", "h3"), ("h2", "h4", "h1")})
    equal("tree: each chunk goes up and down each of the N - 1 edges", len(found), 4 * 2 * 3)


def refused(check, _equal, directory):
    """Invalid workloads and traces are refused"""
    trace = directory / "trace.csv"
    trace.write_text("# x\ntime,source,destination,size\n1us,h1,h2,1000\n2us,h1,h9,1000\n")
    other = directory / "sizes.csv"
    other.write_text("0,0\n100,50\n50,100\n")
    for text, wanted in (
            ("time_us,source,destination,size\n# x\n1,h1,h2\n", "3: 3 values, but 4 columns"),
            ("time_us,source,destination,size\n-1,h1,h2,1\n",
             "2: time_us: '-1' is not a number from 0 to 1000000000"),
            ("time_s,source,destination,size\n1e999,h1,h2,1\n", "2: time_s: '1e999' is not"),
            ("time,source,destination,size\n1us,h1,h2,-5\n", "2: size: '-5' is not a size"),
            ("time,source,destination,size\n1us,h1,h2,²\n", "2: size: '²' is not a size"),
            ("source,destination,size\nh1,h2,1\n", " needs a column time"),
            ("", " needs a column 'source'")):
        part = directory / "wrong.csv"
        part.write_text(text)
        try:
            generated({"kind": "trace", "file": str(part)})
            message = "accepted"
        except Problem as problem:
            message = str(problem)
        check(f"refused: {wanted}", f"file: {part}" in message and wanted in message, message)
    for workload, wanted in (
            ({"kind": "x"}, "kind: 'x' is not one of poisson, incast"),
            ({"kind": "poisson", "sizes": "1K"}, "load is missing"),
            ({"kind": "poisson", "load": 1.5, "sizes": "1K"}, "load: 1.5 is not a number above 0"),
            ({"kind": "poisson", "load": 1, "sizes": "Web"}, "'Web' is not a size, one of WebSearch"),
            ({"kind": "poisson", "load": 1, "sizes": str(other)}, "must ascend, from 0 to 100"),
            ({"kind": "incast", "size": 1, "fan-in": 4}, "incast needs at least 5 hosts, but has 4"),
            ({"kind": "permutation", "sizes": 1, "hosts": "h1"}, "needs at least 2 hosts"),
            ({"kind": "permutation", "sizes": 1, "hosts": ["h1", "s"]}, "unknown name s"),
            ({"kind": "all-to-all", "size": 1, "frame": 1515}, "frame: 1515 exceeds mtu"),
            ({"kind": "all-to-all", "size": 1, "buffer": 1000}, "buffer: 1000 is below the size"),
            ({"kind": "all-to-all", "size": 1, "load": 1}, "unknown setting load"),
            ({"kind": "all-to-all", "size": 1, "lost-after": "1ms", "reliable": True},
             "lost-after is only possible without control, reliable and TCP"),
            ({"kind": "trace", "file": str(trace)},
             "trace.csv:4: source and destination: unknown name h9")):
        try:
            generated(workload)
            message = "accepted"
        except Problem as problem:
            message = str(problem)
        check(f"refused: {wanted}", wanted in message, message)


def located(_check, equal, directory):
    """Paths of files are relative to the file of the workload, not to the current directory"""
    part = directory / "part"
    part.mkdir(exist_ok=True)
    header = "time_ns,source,destination,size\n"
    (part / "trace.csv").write_text(header + "0,h1,h2,1000\n")
    (part / "sizes.csv").write_text("700,0\n700,100\n")
    (directory / "own.csv").write_text(header + "0,h1,h2,2000\n")
    (part / "part.toml").write_text(
        '[parameters]\nname = "trace"\n'
        '[[workloads]]\nkind = "trace"\nfile = "${name}.csv"\n'
        '[[workloads]]\nkind = "permutation"\nsizes = "sizes.csv"\n')
    top = directory / "located.toml"
    top.write_text(
        'include = "part/part.toml"\nduration = "20ms"\nhosts = "h[1-4]"\nswitches = "s"\n'
        '[[links]]\nends = ["h[1-4]", "s"]\n'
        '[[workloads]]\nkind = "trace"\nfile = "own.csv"\n'
        f'[[workloads]]\nkind = "trace"\nfile = "{part / "trace.csv"}"\n')
    equal("sizes of the messages from files in two directories",
          [flow.bytes for flow in load(top).flows], [1000, 700, 700, 700, 700, 2000, 1000])


def statistics(_check, equal, _between):
    """Percentiles, and buckets with equal numbers of messages"""
    equal("percentiles of 1 to 100", [fct.percentile(list(range(1, 101)), share)
                                      for share in (1, 50, 95, 99, 100)], [1, 50, 95, 99, 100])
    equal("percentile of one value", fct.percentile([7], 50), 7)
    found = [fct.Record(str(n), "w", "a", "b", n, 0, n, 1, float(n)) for n in range(1, 201)]
    rows = list(fct.buckets("w", found[::-1]))
    equal("20 buckets of 10 messages", [row["messages"] for row in rows], [10] * 20)
    equal("the largest size of each bucket", [row["size_max_bytes"] for row in rows],
          list(range(10, 201, 10)))
    equal("percentiles of the first bucket", [rows[0][key] for key in (
        "slowdown_p50", "slowdown_p95", "slowdown_p99", "slowdown_max")], [5, 10, 10, 10])


def single(run, _check, _equal, between):
    """In an idle fabric the FCT of a message is that of its frames on the slowest link"""
    lengths = (1, PAYLOAD, PAYLOAD + 1, 100 * PAYLOAD, 10**6)
    slow = STAR | {"links": [{"ends": ["h1", "s"], "rate": "1gbit", "delay": "2us"},
                             {"ends": ["h[2-4]", "s"], "rate": "100mbit", "delay": "1us"}],
                   "duration": "400ms", "sample": "50ms"}
    trace = "time_ns,source,destination,size\n" + "".join(
        f"{n * 100 * MS if n < 4 else 10 * MS},h1,h2,{size}\n" for n, size in enumerate(lengths))
    for name, given, rate in (("equal links", STAR | {"duration": "400ms", "sample": "50ms"}, 10**9),
                              ("a slower link", slow, 10**8)):
        outcome = run(f"single-{rate}", given, trace)
        for record in fct.records(outcome):
            frames = -(-record.size // PAYLOAD)
            # The slowest link sends all frames.  Each frame before it, or behind it, needs the
            # time of the first frame, or of the last one, on the other link.
            if rate == 10**9:
                other = wire_time(PAYLOAD if frames > 1 else record.size) + 4000
            else:
                other = wire_time(min(record.size, PAYLOAD)) + 3000
            wanted = wire_time(record.size, rate) + other
            between(f"{name}: FCT of {record.size} bytes, ns", record.fct, wanted - 1,
                    wanted + 10)
            between(f"{name}: slowdown of {record.size} bytes", record.slowdown, 1, 1.001)


def collectives(run, _check, equal, between):
    """Steps of collective operations take the time of their messages, one after the other"""
    chunk = 50 * PAYLOAD
    step = wire_time(chunk) + wire_time(PAYLOAD) + 4000	# two links, 2 us each
    gap = 300 * 1000
    for kind, more, messages_of, wanted in (
            ("ring-allreduce", {"size": 4 * chunk}, 24, 6 * step),
            ("ring-allreduce", {"size": 4 * chunk, "iterations": 2, "gap": "300us"}, 48,
             12 * step + gap),
            ("all-to-all", {"size": chunk, "parallel": 1}, 12, 3 * step),
            ("tree-allreduce", {"size": chunk, "hosts": "h[1-2]"}, 2, 2 * step)):
        outcome = run(f"{kind}-{messages_of}", STAR | {"workloads": [{"kind": kind, **more}]})
        row = fct.as_json(outcome)[0]
        text = f"{kind}{' twice' if 'gap' in more else ''}"
        equal(f"{text}: messages", [row["messages"], row["unfinished"]], [messages_of, 0])
        between(f"{text}: time, ns", row["last_arrival_ns"], wanted, wanted * 1.001)
        # A host that has its data early starts early, so the deviation grows with the steps
        records = {record.message: record for record in fct.records(outcome)}
        for flow in outcome.fabric.flows:
            before = [records[other.name] for other in flow.after]
            ready = max((one.start + one.fct for one in before), default=0)
            late = records[flow.name].start - ready - flow.gap
            if late:
                equal(f"{text}: {flow.name} starts when its data has arrived", late, 0)


def incast(run, check, equal, between):
    """N messages to one host take N times as long as one; lossy ones that lose a frame never end"""
    size = 40 * PAYLOAD
    work = {"kind": "incast", "fan-in": 3, "to": "h4", "size": size}
    outcome = run("incast-messages", STAR | {"workloads": [work]})
    row = fct.as_json(outcome)[0]
    wanted = 3 * wire_time(size) + wire_time(PAYLOAD) + 4000
    between("incast: arrival of the last message, ns", row["last_arrival_ns"], wanted,
            wanted + wire_time(PAYLOAD))
    equal("incast: lossless drops, unfinished messages", [outcome.lossless_drops(),
                                                          row["unfinished"]], [0, 0])
    lossy = run("incast-lossy", STAR | {
        "port": {"limit": 20000}, "workloads": [work | {"dscp": 0}]})
    row = fct.as_json(lossy)[0]
    dropped = sum(lossy.drops_at_rest().values())
    check("incast, lossy: messages that lose a frame do not arrive",
          row["unfinished"] > 0 and dropped > 0, (row, dropped))
    equal("incast, lossy: every frame is accounted for", lossy.unaccounted(), 0)


def lost(run, check, equal, _between):
    """With lost-after, a message that loses a frame ends, and those that wait for it start"""
    pause, work = 500 * 1000, {"kind": "all-to-all", "size": 40 * PAYLOAD, "iterations": 2, "dscp": 0}
    given = STAR | {"duration": "60ms", "port": {"limit": 8000}, "links": [
        {"ends": [host, "s"], "rate": rate, "delay": "2us"}
        for host, rate in (("h[1-3]", "1gbit"), ("h4", "100mbit"))]}
    outcome = run("lost-messages", given | {"workloads": [work | {"lost-after": f"{pause}ns"}]})
    row = fct.as_json(outcome)[0]
    by_name = {record.message: record for record in fct.records(outcome)}
    equal("lost: all messages have sent all frames", [
        outcome.messages.value(flow.index, "sent", rest=True) for flow in outcome.fabric.flows], [40] * 24)
    dropped = sum(outcome.drops_at_rest().values())
    check("lost: messages lose frames", dropped >= row["lost"] > 0, (row["lost"], dropped))
    equal("lost: all others arrive", row["unfinished"], row["lost"])
    equal("lost: a frame is missing in each of them", row["lost"], sum(
        outcome.messages.value(flow.index, "received", rest=True) < 40
        for flow in outcome.fabric.flows))
    # The second iteration of a host begins when the last message to it, or from it, has ended
    for flow in outcome.fabric.flows[12:]:
        ends = [by_name[other.name].start + (by_name[other.name].fct or by_name[other.name].lost)
                for other in flow.after]
        equal(f"lost: {flow.name} starts when the last one has ended",
              by_name[flow.name].start, max(ends))
    never = fct.as_json(run("lost-never", given | {"workloads": [work]}))[0]
    check("lost: without lost-after, messages that wait for lost ones do not start",
          never["unfinished"] > row["unfinished"] and never["lost"] == 0, never)


def files(run, _check, equal, between):
    """fct.csv has a line for each message, with units; a run repeats"""
    given = STAR | {"workloads": [{"kind": "poisson", "load": 0.5, "sizes": "AliStorage2019"},
                                  {"name": "bursts", "kind": "incast", "fan-in": 3, "size": "20K",
                                   "period": "2ms"}]}
    outcome = run("poisson", given)
    write.tables(outcome)
    with open(outcome.directory / "fct.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    equal("fct.csv: messages", len(rows), len(outcome.fabric.flows))
    equal("fct.csv: columns", list(rows[0]), list(fct.COLUMNS))
    slowdowns = [float(row["slowdown"]) for row in rows if row["slowdown"]]
    between("fct.csv: smallest slowdown", min(slowdowns), 1, 1.2)
    with open(outcome.directory / "fct-buckets.csv", encoding="utf-8") as file:
        buckets = list(csv.DictReader(file))
    equal("fct-buckets.csv: messages of both workloads", sum(
        int(row["messages"]) for row in buckets), len(slowdowns))
    equal("runs with messages repeat", run("poisson2", given).hash, outcome.hash)
    equal("poisson: every frame is accounted for", outcome.unaccounted(), 0)


def many(run, _check, equal):
    """The number of a message does not fit into the UDP source port alone"""
    count, gap = 65536 + 2, 700	# ns; a frame takes 672 ns
    outcome = run("many", STAR | {
        "duration": f"{count * gap}ns", "workloads": [
            {"kind": "incast", "fan-in": 1, "to": "h2", "hosts": ["h1", "h2"], "size": 1,
             "frame": 60, "period": f"{gap}ns"}]})
    equal("messages: more than 65536", len(outcome.fabric.flows), count)
    equal("frames of those whose numbers differ by 65536", [
        outcome.messages.value(number, "received", rest=True)
        for number in (0, 1, 65535, 65536, 65537)], [1] * 5)
    equal("all of them arrive", outcome.messages.total("received", rest=True), count)


def cases(check, equal, between, directory):
    """All tests without a run"""
    for test in (distributions, poisson, patterns, statistics):
        test(check, equal, between)
    refused(check, equal, directory)
    located(check, equal, directory)


def runs(run, check, equal, between, directory):
    """All tests with runs"""
    def run_trace(name, given, trace):
        path = directory / f"{name}.csv"
        directory.mkdir(parents=True, exist_ok=True)
        path.write_text(trace)
        return run(name, given | {"workloads": [{"kind": "trace", "file": str(path)}]})
    single(run_trace, check, equal, between)
    for test in (collectives, incast, lost, files):
        test(run, check, equal, between)
    many(run, check, equal)
