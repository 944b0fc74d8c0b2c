# SPDX-License-Identifier: GPL-2.0-only
"""Tests of paths in the kernel: spraying, failures of links, routers.

          s1 ── s2          hN and their leaf: h1, h2 at l1, h3, h4 at l2
         ╱  ╲ ╱  ╲
        l1   ╳    l2        (s1 and s2 are not linked)
"""

import re

from lab import discards

MS = 10**6	# ns
CLOS = {"duration": "10ms", "hosts": "h[1-4]", "switches": ["l[1-2]", "s[1-2]"],
        "port": {"prio-pfc": 3},
        "links": [{"ends": ["h[1-2]", "l1"]}, {"ends": ["h[3-4]", "l2"]},
                  {"ends": ["l[1-2]", "s[1-2]"]}]}
FRAME = 1024 * 8	# bits on the wire
SPINES = ("s1", "s2")


def through(outcome, *ports):
    """Return: the frames of priority 3 that each port has sent"""
    return [outcome.port(port, "queue", 3, "tx_packets") for port in ports]


def spray(run, check, equal, between):
    """A sprayed flow uses both spines about equally, also in a routed fabric"""
    for routed in (False, True):
        outcome = run(f"spray-{routed}", CLOS | {"routed": routed, "flows": [
            {"from": "h1", "to": "h3", "paths": "spray", "rate": "800mbit", "stop": "9ms"}]})
        up = through(outcome, "l1:s1", "l1:s2")
        sent = outcome.flow("h1>h3", "sent")
        kind = "routed" if routed else "bridged"
        # half of 879 frames; the standard deviation of a random choice is below 16
        between(f"spray, {kind}: frames by way of the first spine", up[0], sent / 2 - 64,
                sent / 2 + 64)
        equal(f"spray, {kind}: each frame takes the tables of its path",
              through(outcome, "s1:l2", "s2:l2"), up)
        equal(f"spray, {kind}: every frame is accounted for", outcome.unaccounted(), 0)


def sprayed(run, _check, equal, between):
    """Frames of messages that start together choose their paths independently, by the seed"""
    counts = []
    for number in (1, 2):
        outcome = run(f"sprayed-{number}", CLOS | {"seed": number, "paths": "spray", "workloads": [
            {"kind": "incast", "fan-in": 1, "hosts": ["h1", "h3"], "to": "h3", "size": 100,
             "period": "100us"}]})
        up = through(outcome, "l1:s1", "l1:s2")
        # half of 100 messages; the standard deviation of a random choice is 5
        between(f"messages of one frame by way of the first spine, seed {number}", up[0], 30, 70)
        equal(f"all of them, seed {number}", sum(up), 100)
        counts.append(outcome.hash)
    equal("the seed changes the choices", len(set(counts)), 2)


def released(run, check, _equal, _between):
    """A port that ends releases its peer, although its XON is still in flight"""
    outcome = run("released", {
        "duration": "30ms", "hosts": ["a", "b"], "switches": "s", "sample": "1ms",
        "port": {"prio-pfc": 3, "xoff": "40K", "xon": "30K", "headroom": "1M"},
        "links": [{"ends": ["a", "s"], "rate": "100mbit", "delay": "8ms"},
                  {"ends": ["b", "s"], "rate": "1gbit"}],
        "flows": [{"from": "a", "to": "b", "dscp": 26}],
        "pauses": [{"at": "b:s", "prio": 3, "quanta": 20000, "start": "9ms"}],
        "commands": [{"at": "s", "time": "23ms", "run": "port del dev {s:a}"}]})
    at = outcome.times.index
    xoff, xon, sent = (outcome.port_over_time(*counter) for counter in (
        ("s:a", "prio", 3, "tx_xoff"), ("s:a", "prio", 3, "tx_xon"),
        ("a:s", "queue", 3, "tx_packets")))
    check("released: XON has left before the port ends, and has not arrived",
          xoff[at(18 * MS)] > 0 and not xon[at(18 * MS)] and xon[at(22 * MS)] > 0 and
          sent[at(21 * MS)] == sent[at(22 * MS)], (xoff, xon, sent))
    check("released: the peer sends before that XON would arrive",
          sent[at(26 * MS)] > sent[at(24 * MS)] + 10, sent)


def failures(run, check, equal, between):
    """Traffic avoids a failed link after the reconvergence, and uses it again later

    Between the failure and the reconvergence the flow loses rate x time frames.
    """
    for routed in (False, True):
        kind = "routed" if routed else "bridged"
        outcome = run(f"failure-{routed}", CLOS | {
            "routed": routed, "sample": "1ms",
            "flows": [{"from": "h1", "to": "h3", "rate": "400mbit"}],
            "failures": [{"ends": ["l1", spine], "down": "2ms", "up": "5ms", "reconverge": "1ms"}
                         for spine in SPINES[:1]]})
        if "s1" not in outcome.fabric.flows[0].path:
            raise AssertionError("the flow does not use s1: choose another seed")
        first, second = (outcome.port_over_time(f"l1:{spine}", "queue", 3, "tx_packets")
                         for spine in SPINES)
        at = outcome.times.index
        lost = outcome.at_rest()["h1>h3", "sent"] - outcome.at_rest()["h1>h3", "received"]
        between(f"failure, {kind}: frames lost in the millisecond before the reconvergence", lost,
                400e3 / FRAME - 3, 400e3 / FRAME + 3)
        equal(f"failure, {kind}: no frame uses the second spine before the reconvergence",
              second[at(3 * MS)], 0)
        between(f"failure, {kind}: frames by way of the second spine", second[-1],
                3 * 400e3 / FRAME - 3, 3 * 400e3 / FRAME + 3)
        equal(f"failure, {kind}: no frame uses the failed link", first[at(6 * MS)],
              first[at(3 * MS)])
        check(f"failure, {kind}: the flow uses the link again", first[-1] > first[at(6 * MS)] + 150,
              first)
        equal(f"failure, {kind}: every frame is accounted for", outcome.unaccounted(), 0)
        found = sum(discards.by_node(outcome).values()) + outcome.routing_drops()
        between(f"failure, {kind}: a node without a link counts its frames", found, lost - 3, lost)


def own_times(run, check, equal, between):
    """Each switch has its own time of reconvergence; a flow loses frames until that of its leaf"""
    for routed in (False, True):
        given = CLOS | {
            "routed": routed, "flows": [
                {"from": "h[1-2]", "to": "h[3-4]", "rate": "100mbit"},
                {"from": "h[3-4]", "to": "h[1-2]", "rate": "100mbit"}],
            "failures": [{"ends": ["l1", "s1"], "down": "2ms", "reconverge": ["1ms", "5ms"]}]}
        outcome = run(f"own-times-{routed}", given)
        times = {}
        for order in outcome.fabric.orders:
            if found := re.match(r"at (\d+) (?:fdb|route) (\w+) ", order):
                times.setdefault(found[2], set()).add(int(found[1]))
        kind = "routed" if routed else "bridged"
        equal(f"own times, {kind}: a switch changes all its tables at once",
              {len(of) for of in times.values()}, {1})
        found = [time for of in times.values() for time in of]
        check(f"own times, {kind}: those of two switches differ, within the range",
              len(set(found)) == len(found) > 1 and 3 * MS <= min(found) < max(found) <= 7 * MS,
              times)
        last = outcome.at_rest()
        for flow in outcome.fabric.flows:	# it uses s1 until its leaf has changed
            lost = 0
            if "s1" in flow.path:
                lost = (min(times[flow.path[1]]) - 2 * MS) * 100e6 / 1e9 / FRAME
            between(f"own times, {kind}: lost frames of {flow.name}",
                    last[flow.name, "sent"] - last[flow.name, "received"], lost - 2, lost + 2)
        equal(f"own times, {kind}: every frame is accounted for", outcome.unaccounted(), 0)


def without_path(run, _check, equal, between):
    """A flow whose only paths have failed continues after their recovery"""
    for routed in (False, True):
        kind = "routed" if routed else "bridged"
        outcome = run(f"without-path-{routed}", CLOS | {
            "routed": routed, "flows": [{"from": "h1", "to": "h3", "rate": "400mbit"}],
            "failures": [{"ends": ["l1", "s[1-2]"], "down": "2ms", "up": "5ms"}]})
        # A bridge uses the link as soon as it is up, a router after the reconvergence
        time = 6 if routed else 7
        between(f"without a path, {kind}: frames that arrive", outcome.flow("h1>h3", "received"),
                time * 400e3 / FRAME - 4, time * 400e3 / FRAME + 4)
        equal(f"without a path, {kind}: every frame is accounted for", outcome.unaccounted(), 0)


def host_link(run, check, equal, between):
    """A host whose link fails receives again as soon as the link is up"""
    for routed in (False, True):
        outcome = run(f"host-link-{routed}", CLOS | {
            "routed": routed, "flows": [{"from": "h3", "to": "h1", "rate": "400mbit"}],
            "failures": [{"ends": ["h1", "l1"], "down": "2ms", "up": "5ms"}]})
        got = outcome.flow("h3>h1", "received")
        between(f"host link, {'routed' if routed else 'bridged'}: frames that arrive", got,
                7 * 400e3 / FRAME - 4, 7 * 400e3 / FRAME + 4)
        equal("host link: every frame is accounted for", outcome.unaccounted(), 0)


def routers(run, check, equal, between):
    """Routers count the TTL down: a loop of two routers forwards a frame until its TTL ends"""
    slow = {"from": "h1", "to": "h3", "rate": "10mbit", "path": ["l1", "s1", "l2"]}
    outcome = run("routed", CLOS | {"routed": True, "flows": [slow]})
    equal("routed: every frame arrives", outcome.flow("h1>h3", "received"),
          outcome.flow("h1>h3", "sent"))
    equal("routed: each router on the path forwards each frame",
          {node: counters.get("ForwDatagrams", 0) for node, counters in outcome.routers.items()},
          {"l1": 13, "s1": 13, "l2": 13, "s2": 0})
    loop = run("loop", CLOS | {
        "routed": True, "flows": [{**slow, "path": [], "via": "s1"}],
        "routes": [{"at": "s1", "to": "h3", "next": "l1", "start": "2ms"},
                   {"at": "s1", "to": "h3", "next": "l2", "start": "4ms"}]})
    dead = run("routed-dead", CLOS | {"routed": True, "dead": "h3", "flows": [slow]})
    equal("routed: the router next to a dead host discards its frames",
          [dead.unaccounted(), discards.by_node(dead)], [0, {"l2": 13}])
    # One frame in 819.2 us: those of 2.5 and 3.3 ms meet the loop, the TTL of 64 allows each 63
    # routers, which alternate: l1 32 times, s1 31 times
    last = loop.at_rest()
    equal("loop: frames that do not arrive", last["h1>h3", "sent"] - last["h1>h3", "received"], 2)
    equal("loop: the TTL of these frames expires at s1", loop.routers["s1"]["InHdrErrors"], 2)
    equal("loop: frames from l1 to s1", through(loop, "l1:s1"), [11 + 2 * 32])
    equal("loop: frames from s1 back to l1", through(loop, "s1:l1"), [2 * 31])
    equal("loop: every frame is accounted for", loop.unaccounted(), 0)
    for ttl, arrived in (3, 0), (4, 13):
        short = run(f"ttl-{ttl}", CLOS | {"routed": True, "flows": [{**slow, "ttl": ttl}]})
        equal(f"ttl {ttl}: three routers forward a packet only if the TTL exceeds 3",
              short.flow("h1>h3", "received"), arrived)
        equal(f"ttl {ttl}: frames whose TTL expires at l2",
              short.routers["l2"].get("InHdrErrors", 0), 13 - arrived)


RECEIVER = """exec python3 -c "
import socket
s = socket.socket(type=socket.SOCK_DGRAM)
s.setsockopt(socket.IPPROTO_IP, 12, 1)	# IP_RECVTTL
s.bind(('{h3}', 5000))
data, options, _, peer = s.recvmsg(100, 100)
print(data.decode(), options[0][2][0])
s.sendto(b'answer', peer)"
"""
SENDER = """exec python3 -c "
import socket
s = socket.socket(type=socket.SOCK_DGRAM)
s.sendto(b'request', ('{h3}', 5000))
print(s.recv(100).decode())"
"""


def programs(run, _check, equal, _between):
    """Programs in a routed fabric reach each other; each router reduces the TTL of their packets"""
    outcome = run("routed-programs", CLOS | {"routed": True, "programs": [
        {"at": "h3", "run": RECEIVER}, {"at": "h1", "start": "1ms", "run": SENDER}]})
    equal("routed: programs exchange packets, and three routers have reduced the TTL",
          [(outcome.directory / f"program.{n}.out").read_text().split() for n in (1, 2)],
          [["request", "61"], ["answer"]])
    equal("routed: a router forwards both packets", outcome.routers["l1"].get("ForwDatagrams"), 2)


def cases(run, check, equal, between):
    """All tests of this file"""
    for test in (spray, sprayed, released, failures, own_times, without_path, host_link, routers, programs):
        test(run, check, equal, between)
