# SPDX-License-Identifier: GPL-2.0-only
"""Tests of hosts that receive slowly or freeze: their switch is paused, and nothing is lost."""

from lab import fct
from tcp_cases import CLIENT, FULL, MSS, SERVER

MS = 10**6	# ns
LINE = {"duration": "60ms", "sample": "100us", "hosts": ["a", "b"], "switches": ["s"],
        "port": {"prio-pfc": 3}, "links": [{"ends": [["a", "b"], "s"]}],
        "flows": [{"from": "a", "to": "b"}]}
SLOT = (1000 + 24) * 8	# bits of a frame on the wire, or ns at 1 Gb/s
XOFF = 133000	# bytes; the module's default at which a PG sends XOFF


def arrived(outcome, begin, end, name="a>b"):
    """Return: frames that arrived between two times, ns"""
    frames = outcome.flow_over_time(name, "received")
    return frames[outcome.times.index(end)] - frames[outcome.times.index(begin)]


def slow(run, check, equal, between):
    """A slow receiver gets frames at its rate, and pauses its switch"""
    outcome = run("receiver-slow", LINE | {"receivers": [{"at": "b", "rate": "300mbit"}]})
    between("slow receiver: frames in 40 ms", arrived(outcome, 20 * MS, 60 * MS),
            40 * MS * 0.3 / SLOT - 1, 40 * MS * 0.3 / SLOT + 1)
    equal("slow receiver: frames dropped, not accounted for",
          [sum(outcome.drops_at_rest().values()), outcome.unaccounted()], [0, 0])
    sent = outcome.port("b:s", "pg", 3, "xoff")
    check("slow receiver: the host sends XOFF", sent > 10, sent)
    between("slow receiver: the switch receives the XOFF",
            outcome.port("s:b", "prio", 3, "rx_xoff"), sent, 2 * sent)
    # The link is on for 0.3 of the time: 1 - 300 Mb/s / 1 Gb/s of the time after the buffer is full
    full = XOFF * 8 / (1 - 0.3) * (1000 + 24) / 1000
    between("slow receiver: time in which the switch is paused, ms",
            outcome.port("s:b", "prio", 3, "rx_pause_time") / MS, (60 - full / MS) * 0.7 * 0.97,
            (60 - full / MS) * 0.7 * 1.03)
    between("slow receiver: peak of the receive buffer",
            outcome.port("b:s", "pg", 3, "peak"), XOFF, XOFF + 5000)
    equal("slow receiver: a run repeats", run("receiver-slow2", LINE | {
        "receivers": [{"at": "b", "rate": "300mbit"}]}).hash, outcome.hash)


def fast(run, _check, equal, _between):
    """A receiver with the rate of its link changes nothing"""
    given = LINE | {"duration": "5ms", "sample": "1ms"}
    outcome = run("receiver-fast", given | {"receivers": [{"at": "b"}]})
    other = run("receiver-none", given)
    for counter in ("received", "sent", "withheld"):
        equal(f"receiver with the rate of the link: frames {counter}",
              outcome.flow("a>b", counter), other.flow("a>b", counter))
    equal("receiver with the rate of the link: XOFF", outcome.port("b:s", "pg", 3, "xoff"), 0)


def frozen(run, check, equal, between):
    """A frozen receiver gets nothing, and its host pauses the switch; lossy frames are dropped"""
    lossy = {"from": "a", "to": "b", "dscp": 0, "rate": "100mbit"}
    outcome = run("receiver-frozen", LINE | {
        "receivers": [{"at": "b", "freeze": [["10ms", "20ms"], ["30ms", "31ms"]]}],
        "ports": [{"at": "b", "pg": {"0": {"limit": 20000}}}],
        "flows": [{"from": "a", "to": "b", "rate": "500mbit"}, lossy | {"name": "lossy"}]})
    for begin, end in ((10, 20), (30, 31)):
        between(f"frozen receiver: frames from {begin} to {end} ms",
                arrived(outcome, begin * MS, end * MS), 0, 2)
    between("frozen receiver: frames before", arrived(outcome, MS, 10 * MS),
            9 * MS * 0.5 / SLOT - 2, 9 * MS * 0.5 / SLOT + 2)
    # The buffer empties at the rate of the link, 122 frames in 1 ms.  Up to 33 of them are lossy:
    # 20 from the buffer, and 13 that arrive in this time
    between("frozen receiver: frames in the first millisecond after",
            arrived(outcome, 20 * MS, 21 * MS), 122 - 33, 122)
    equal("frozen receiver: lossless drops, frames not accounted for",
          [outcome.lossless_drops(), outcome.unaccounted()], [0, 0])
    # The buffer is full after 2.2 ms, then the switch is paused until the receiver continues
    full = XOFF / 1000 * SLOT / 0.5 / MS
    between("frozen receiver: time in which the switch is paused, ms",
            outcome.port("s:b", "prio", 3, "rx_pause_time") / MS, 10 - full - 0.1, 12)
    dropped = outcome.port("b:s", "pg", 0, "drop_limit")
    between("frozen receiver: lossy frames beyond the limit are dropped", dropped,
            10 * MS * 0.1 / SLOT - 25, 10 * MS * 0.1 / SLOT)
    equal("frozen receiver: the flow misses the dropped frames",
          outcome.flow_at_rest("lossy", "missing"), dropped)


def changed(run, _check, equal, between):
    """A command changes the rate; a failure of the link loses frames that are accounted for"""
    outcome = run("receiver-changed", LINE | {
        "receivers": [{"at": "b", "rate": "200mbit"}],
        "commands": [{"at": "b", "time": "20ms", "run": "port set dev {b:memory} rate 600mbit"}],
        "failures": [{"ends": ["b", "s"], "down": "50ms", "up": "55ms"}]})
    for begin, end, rate in ((12, 20, 0.2), (30, 50, 0.6)):
        wanted = (end - begin) * MS * rate / SLOT
        between(f"receiver: frames from {begin} ms on", arrived(outcome, begin * MS, end * MS),
                wanted - 2, wanted + 2)
    equal("receiver: frames not accounted for after a failure", outcome.unaccounted(), 0)


def with_senders(run, _check, equal, between):
    """Messages of reliable senders to a slow receiver and from it complete"""
    star = {"duration": "60ms", "hosts": "h[1-4]", "switches": "s", "port": {"prio-pfc": 3},
            "links": [{"ends": ["h[1-4]", "s"], "rate": "1gbit", "delay": "2us"}]}
    outcome = run("receiver-messages", star | {
        "receivers": [{"at": "h4", "rate": "250mbit"}],
        "workloads": [{"kind": "all-to-all", "size": 200000, "reliable": True}]})
    row = fct.as_json(outcome)[0]
    equal("slow receiver: unfinished messages, frames not accounted for",
          [row["unfinished"], outcome.unaccounted()], [0, 0])
    # 136 frames for each message: 135 full ones and one of 1322 bytes, plus ACK of h4's messages.
    # The last frame arrives when its first bit leaves.
    frame = (1514 + 24) * 8 / 0.25
    wire = 3 * (135 * (1514 + 24) + 1322 + 24) * 8 / 0.25
    last = max(one.start + one.fct for one in fct.records(outcome) if one.destination == "h4")
    between("slow receiver: the last message to it takes the time of its rate, ns", last,
            wire - frame, wire * 1.03)


def with_tcp(run, check, equal, between):
    """TCP to a slow receiver has the receiver's rate and loses nothing, bridged and routed; programs
    of the host use sockets"""
    most = 0.3e9 * MSS / FULL
    for routed in (False, True):
        text = f"TCP, {'routed' if routed else 'bridged'}"
        outcome = run(f"receiver-tcp-{routed}", LINE | {
            "routed": routed, "receivers": [{"at": "b", "rate": "300mbit"}],
            "flows": [{"from": "a", "to": "b", "protocol": "tcp"},
                      {"from": "b", "to": "a", "protocol": "tcp", "rate": "100mbit"}]})
        one, back = outcome.fabric.flows
        between(f"{text}: goodput to a slow receiver, which also gets ACKs, Mb/s",
                outcome.rate(one, 20 * MS) / 1e6, most * 0.9 / 1e6, most * 1.001 / 1e6)
        between(f"{text}: goodput from its host, Mb/s", outcome.rate(back, 20 * MS) / 1e6, 80, 100)
        equal(f"{text}: segments sent again", [
            outcome.flow(flow.name, "tcp_retransmitted") for flow in (one, back)], [0, 0])
        check(f"{text}: the host pauses its switch", outcome.port("b:s", "pg", 3, "xoff") > 0)
        equal(f"{text}: frames dropped, not accounted for",
              [sum(outcome.drops_at_rest().values()), outcome.unaccounted()], [0, 0])
    outcome = run("receiver-programs", LINE | {
        "flows": [], "receivers": [{"at": "b", "rate": "100mbit"}], "programs": [
            {"at": "b", "run": SERVER}, {"at": "a", "start": "1ms", "run": CLIENT}]})
    equal("slow receiver: a program gets all bytes of another one",
          (outcome.directory / "program.1.out").read_text(), "200000\n")


REFUSED = (({"receivers": [{"rate": "1gbit"}]}, r"receivers 1: at is missing"),
           ({"receivers": [{"at": "s"}]}, r"receivers 1: unknown name s"),
           ({"receivers": [{"at": ["a", "a"]}]}, r"receivers 1: at: a is dead, or in an earlier"),
           ({"receivers": [{"at": "a", "rate": "1mbit"}]}, r"rate: '1mbit' .* 10mbit to"),
           ({"receivers": [{"at": "a", "freeze": ["1ms", "2ms"]}]}, r"is not a list of pairs"),
           ({"receivers": [{"at": "a", "freeze": [["2ms", "1ms"]]}]}, r"the times must ascend"))


def runs(run, check, equal, between):
    """All tests with runs"""
    for test in (slow, fast, frozen, changed, with_senders, with_tcp):
        test(run, check, equal, between)
