# SPDX-License-Identifier: GPL-2.0-only
"""Tests of senders with rate control and reliability: their rates, counters and completion times
are those of independent models, and of the switch's own counters."""

import sender_event_cases
import sender_model
import sender_models
import sender_own
import sender_reliable
import sender_replay

from lab import fabric, fct, senders
from lab.units import Problem

MS = 10**6	# ns
US = 10**3
LINE = {"duration": "20ms", "hosts": ["a", "b"], "switches": ["s"], "port": {"prio-pfc": 3},
        "links": [{"ends": [["a", "b"], "s"], "rate": "1gbit", "delay": "500ns"}]}
SLOT = (1000 + 24) * 8	# ns of a frame on a link
THERE = 2 * (SLOT + 500)	# ns from a to b
BACK = 2 * ((60 + 24) * 8 + 500)	# ns of a control frame from b to a


def command(time, words):
    """Return: a command at the switch"""
    return {"at": "s", "time": f"{time}ns", "run": words}


def impaired(what, begin, end):
    """Return: commands that impair the link to b from begin to end"""
    words = "impair set dev {s:b} "
    return [command(begin, f"{words}{what} 100%"), command(end, f"{words}{what} off")]


def notifications(outcome, check, equal):
    """The frames at the sender's port: CNP have DSCP 48, and are at least 50 us apart"""
    seen = [(time, frame[15]) for time, frame in sender_replay.captured(outcome, "a-s")
            if frame[23] == 17 and frame[36:38] == bytes((0, 10)) and frame[29] == 2]
    equal("DCQCN: CNP in the capture", len(seen), outcome.flow("a>b", "cnps_sent"))
    equal("DCQCN: TOS of CNP in the capture", {tos for _, tos in seen}, {48 << 2})
    gaps = [after - before for (before, _), (after, _) in zip(seen, seen[1:])]
    check("DCQCN: CNP in the capture are at least 50 us apart, less 100 ns of delay",
          min(gaps) >= 49900, min(gaps))


def reaction(run, check, equal, between):
    """The rate follows the equations of DCQCN; the receiver sends CNP at their interval"""
    more = {"byte-counter": 3000, "rate-ai": 5 * 10**6, "rate-hai": 100 * 10**6, "g": 1 / 16}
    until = 1 * MS + 100
    outcome = run("dcqcn-line", LINE | {
        "duration": "12ms", "sample": "13us", "pcap": "a:s", "flows": [
            {"from": "a", "to": "b", "control": "dcqcn", "dcqcn": {
                "byte-counter": 3000, "rate-ai": "5mbit", "rate-hai": "100mbit", "g": "1/16"}}],
        "commands": impaired("ce", 0, until)})
    control = senders.CONTROLS["dcqcn"]
    rates, cnps, hyper = sender_model.dcqcn(
        (10**9, SLOT, THERE, BACK, 500), until, outcome.times,
        sender_models.numbers(control, control.defaults) | more)
    between("DCQCN: hyper increases of the model", hyper, 3, 1000)
    got = outcome.flow_over_time("a>b", "rate")
    wrong, smallest = [], 10**9
    for time, rate, wanted in zip(outcome.times, got, rates):
        smallest = min(smallest, rate)
        if abs(rate - wanted) > 1e-4 * wanted:
            wrong.append((time, rate, round(wanted)))
    check("DCQCN: the rate is that of the model at each sample", len(wrong) <= 2, wrong[:8])
    after = next(rate for time, rate in zip(outcome.times, got) if time > THERE + BACK)
    equal("DCQCN: the first CNP halves the rate", after, 5 * 10**8)
    check("DCQCN: the rate decreases and recovers", smallest < 5 * 10**7 and got[-1] == 10**9,
          (smallest, got[-1]))
    equal("DCQCN: CNP of the model", outcome.flow("a>b", "cnps_sent"), cnps)
    equal("DCQCN: CNP that arrived", outcome.flow("a>b", "cnps_received"), cnps)
    between("DCQCN: CNP in 1 ms, at most one in 50 us", cnps, 5, 20)
    equal("DCQCN: the switch forwards each CNP in priority 6",
          outcome.port("s:a", "queue", 6, "tx_packets"), cnps)
    equal("DCQCN: every frame is accounted for", outcome.unaccounted(), 0)
    notifications(outcome, check, equal)


def fast_recovery(run, _check, equal, _between):
    """F increases halve the distance to the target rate, and only then the target rises"""
    outcome = run("dcqcn-recovery", LINE | {
        "duration": "2ms", "sample": "10us", "flows": [
            {"from": "a", "to": "b", "control": "dcqcn", "dcqcn": {
                "alpha-timer": "10ms", "rate-timer": "100us", "rate-ai": "20mbit"}}],
        "commands": impaired("ce", 0, 90 * US)})
    equal("DCQCN: CNP of 90 us with marks", outcome.flow("a>b", "cnps_received"), 2)
    got = list(dict.fromkeys(outcome.flow_over_time("a>b", "rate")))
    # kb/s: two cuts, five increases towards 500 Mb/s, two towards 520 and 540 Mb/s
    wanted = [1000000, 500000, 250000, 375000, 437500, 468750, 484375, 492187.5, 506093.75,
              523046.875]
    equal("DCQCN: five increases of fast recovery, then the additive increase",
          [rate / 1000 for rate in got[:len(wanted)]], wanted)


def sharing(run, check, equal, between):
    """Two flows with DCQCN converge to equal shares, and pause less than without it"""
    star = {"duration": "200ms", "hosts": "h[1-3]", "switches": "s", "port": {"prio-pfc": 3},
            "links": [{"ends": ["h[1-3]", "s"], "rate": "10gbit", "delay": "1us"}],
            "ports": [{"at": "s", "queue": {"3": {
                "ecn-kmin": "5K", "ecn-kmax": "200K", "ecn-pmax": "1%"}}}],
            "flows": [{"from": "h1", "to": "h3", "size": 1500, "control": "dcqcn"},
                      {"from": "h2", "to": "h3", "size": 1500, "start": "20ms",
                       "control": "dcqcn"}]}
    outcome = run("dcqcn-share", star)
    rates = [outcome.rate(flow, 100 * MS) for flow in outcome.fabric.flows]
    jain = sum(rates) ** 2 / (2 * sum(rate ** 2 for rate in rates))
    between("DCQCN: Jain index of two flows", jain, 0.98, 1)
    between("DCQCN: two flows use the link, Gb/s", sum(rates) / 1e9, 8, 10)
    plain = run("no-control", star | {"flows": [
        {key: value for key, value in flow.items() if key != "control"}
        for flow in star["flows"]]})
    with_control, without = (sum(one.port(f"s:h{host}", "pg", 3, "xoff") for host in (1, 2))
                             for one in (outcome, plain))
    check("DCQCN: the switch sends less than a tenth of the XOFF",
          with_control * 10 < without, (with_control, without))
    equal("DCQCN: lossless drops, frames not accounted for",
          [outcome.lossless_drops(), outcome.unaccounted()], [0, 0])
    equal("DCQCN: a run repeats", run("dcqcn-share2", star).hash, outcome.hash)


def one_loss(run, check, equal, _between):
    """Frames lost in a gap cause one NAK, and the sender goes back to the first one"""
    begin, end = 2 * MS, 2 * MS + 100 * US
    outcome = run("gbn-gap", LINE | {
        "flows": [{"from": "a", "to": "b", "reliable": True, "dscp": 0}],
        "commands": impaired("loss", begin, end),
        "questions": [{"at": "s", "time": "10ms", "ask": "impair show"}]})
    # Frame n starts on the link to b when it has arrived at s, and is lost if it leaves in the gap
    left = [n * SLOT + SLOT + 500 + SLOT for n in range(3000)]
    lost = [n for n, time in enumerate(left) if begin <= time - SLOT < end or begin <= time < end]
    counted = sum(row["lost"] for row in find(outcome.answers()["question 1"], "lost"))
    check("go-back-N: the frames of the gap are lost", counted in (len(lost), len(lost) - 1),
          (counted, len(lost)))
    first, after = lost[0], lost[0] + counted
    out_of_order = outcome.flow("a>b", "out_of_order")
    nak = after * SLOT + THERE + BACK
    again = -(-nak // SLOT) - first	# frames sent since the first one that is lost
    got = outcome.flow("a>b", "retransmitted")
    check("go-back-N: frames sent again", abs(got - again) <= 1, (got, again))
    equal("go-back-N: the receiver discards all frames until the first one arrives again",
          out_of_order, got - counted)
    equal("go-back-N: NAK, timeouts", [outcome.flow("a>b", name) for name in (
        "naks_sent", "naks_received", "timeouts")], [1, 1, 0])
    equal("go-back-N: frames sent = accepted + out of order + lost",
          outcome.flow_at_rest("a>b", "sent"), sum(outcome.flow_at_rest("a>b", name) for name in (
              "in_order", "out_of_order", "duplicates")) + counted)
    equal("go-back-N: an ACK for each 256 frames", outcome.flow_at_rest("a>b", "acks_received"),
          outcome.flow_at_rest("a>b", "in_order") // 256)


def find(value, key):
    """Return: all tables with a key, at any depth of an answer"""
    if isinstance(value, dict):
        return ([value] if key in value else []) + [
            found for item in value.values() for found in find(item, key)]
    if isinstance(value, list):
        return [found for item in value for found in find(item, key)]
    return []


def timeouts(run, check, equal, between):
    """A lost last frame costs one timeout; a sender gives up after its retries"""
    payload = 1000 - 42
    work = {"kind": "permutation", "sizes": 10 * payload, "hosts": ["a", "b"], "frame": 1000,
            "dscp": 0, "reliable": True, "go-back-n": {"timeout": "1ms"}}
    last = 9 * SLOT + SLOT + 500	# the last frame starts on the link to b
    outcome = run("gbn-last", LINE | {"workloads": [work], "commands": impaired(
        "loss", last - SLOT // 2, last + 2 * SLOT)})
    times = {flow.target: flow for flow in outcome.fabric.flows}
    record = {one.destination: one for one in fct.records(outcome)}
    equal("go-back-N: a lost last frame causes a timeout",
          outcome.flow(times["b"].name, "timeouts"), 1)
    # The timer starts when the last frame is sent; then all frames are sent again: no ACK came
    wanted = 9 * SLOT + MS + 9 * SLOT + THERE
    between("go-back-N: completion after a timeout, ns", record["b"].fct, wanted, wanted + 200)
    # The switch also loses the ACK of the message from b to a
    for target, wanted in (("b", [10, 9, 10, 1]), ("a", [10, 10, 10, 2])):
        equal(f"go-back-N: sent again, duplicates, accepted, ACK of the message to {target}", [
            outcome.flow_at_rest(times[target].name, name)
            for name in ("retransmitted", "duplicates", "in_order", "acks_sent")], wanted)
    between("go-back-N: a lost ACK does not delay the completion, ns", record["a"].fct,
            9 * SLOT + THERE, 9 * SLOT + THERE + 200)
    dead = run("gbn-dead", LINE | {
        "duration": "50ms", "workloads": [work | {"go-back-n": {"timeout": "1ms", "retries": 3}}],
        "commands": [command(0, "impair set dev {s:b} loss 100%")]})
    names = {flow.target: flow.name for flow in dead.fabric.flows}
    equal("go-back-N: timeouts before the sender gives up", [
        dead.flow(names["b"], name) for name in ("timeouts", "gave_up", "sent", "in_order")],
        [4, 1, 40, 0])
    equal("go-back-N: a message that was given up has no FCT",
          [one.fct for one in fct.records(dead) if one.destination == "b"], [None])
    equal("go-back-N: ACK are lost, too, so the other sender gives up, but its message arrives", [
        dead.flow(names["a"], name) for name in ("gave_up", "in_order")], [1, 10])


def random_loss(run, _check, _equal, between):
    """With random loss, the goodput is that of a model of go-back-N"""
    for percent in (0.1, 1):
        given = LINE | {
            "duration": "2s", "sample": "100ms",
            "flows": [{"from": "a", "to": "b", "reliable": True, "dscp": 0,
                       "go-back-n": {"timeout": "500us", "ack-every": 16}}],
            "commands": [command(0, f"impair set dev {{s:b}} loss {percent}% seed 7")]}
        outcome = run(f"gbn-loss{percent}", given)
        accepted = outcome.flow("a>b", "in_order")
        time, sent = sender_model.go_back_n(percent / 100, 200000, SLOT, THERE, BACK,
                                            (16, 500 * US), 3)
        wanted = 200000 / time * 2e9
        between(f"go-back-N: frames accepted with {percent} % loss", accepted, wanted * 0.97,
                wanted * 1.03)
        share = outcome.flow("a>b", "retransmitted") / outcome.flow("a>b", "sent")
        between(f"go-back-N: share of frames sent again with {percent} % loss", share,
                (1 - 200000 / sent) * 0.9, (1 - 200000 / sent) * 1.1)


def messages_with_loss(run, check, equal, _between):
    """Reliable messages complete although the switch drops frames"""
    star = {"duration": "100ms", "hosts": "h[1-5]", "switches": ["s", "t"],
            "links": [{"ends": ["h[1-3]", "s"]}, {"ends": ["h[4-5]", "t"]}, {"ends": ["s", "t"]}],
            "port": {"limit": 20000}}
    work = {"kind": "incast", "fan-in": 4, "to": "h5", "size": 200000, "dscp": 0,
            "reliable": True, "go-back-n": {"window": "30K", "timeout": "2ms"}}
    for name, more in (("gbn-messages", {}), ("gbn-routed", {"routed": True})):
        outcome = run(name, star | more | {"workloads": [work]})
        row = fct.as_json(outcome)[0]
        equal(f"{name}: messages, unfinished", [row["messages"], row["unfinished"]], [4, 0])
        dropped = sum(outcome.drops_at_rest().values())
        again = sum(outcome.flow_at_rest(flow.name, "retransmitted")
                    for flow in outcome.fabric.flows)
        check(f"{name}: frames were dropped and sent again", again >= dropped > 0,
              (dropped, again))
        equal(f"{name}: each byte is accepted once",
              [outcome.flow_at_rest(flow.name, "bytes") for flow in outcome.fabric.flows],
              [200000] * 4)
        equal(f"{name}: every frame is accounted for", outcome.unaccounted(), 0)
    both = run("both", star | {"port": {"prio-pfc": 3}, "workloads": [
        {"kind": "ring-allreduce", "size": "1M", "control": "dcqcn", "reliable": True}],
        "ports": [{"at": ["s", "t"], "queue": {"3": {"ecn-kmin": 5000, "ecn-kmax": 20000,
                                                     "ecn-pmax": "10%"}}}]})
    row = fct.as_json(both)[0]
    equal("DCQCN and go-back-N: a collective operation completes without a loss",
          [row["unfinished"], senders.as_json(both)[0]["retransmitted"], both.unaccounted()],
          [0, 0, 0])


def selective_gap(run, check, equal, _between):
    """Selective repeat sends each lost frame again, once, and no other frame"""
    begin, end = 2 * MS, 2 * MS + 100 * US
    outcome = run("irn-gap", LINE | {
        "flows": [{"from": "a", "to": "b", "reliable": "irn", "dscp": 0}],
        "commands": impaired("loss", begin, end),
        "questions": [{"at": "s", "time": "10ms", "ask": "impair show"}]})
    lost = sum(row["lost"] for row in find(outcome.answers()["question 1"], "lost"))
    check("selective repeat: frames are lost", 10 <= lost <= 13, lost)
    equal("selective repeat: frames sent again, discarded, duplicates, timeouts", [
        outcome.flow_at_rest("a>b", name)
        for name in ("retransmitted", "out_of_order", "duplicates", "timeouts")], [lost, 0, 0, 0])
    equal("selective repeat: frames sent = accepted + lost", outcome.flow_at_rest("a>b", "sent"),
          outcome.flow_at_rest("a>b", "in_order") + lost)
    # Frames arrive out of order until the first NAK has come back, and the first frame again
    naks = outcome.flow_at_rest("a>b", "naks_received")
    wanted = (THERE + BACK) // SLOT
    check("selective repeat: NAK", abs(naks - wanted) <= 1, (naks, wanted))
    equal("selective repeat: each frame is answered", naks + outcome.flow_at_rest(
        "a>b", "acks_received"), outcome.flow_at_rest("a>b", "in_order"))


def selective_loss(run, check, equal, between):
    """Selective repeat loses only the capacity of lost frames, and all messages complete"""
    outcome = run("irn-loss", LINE | {
        "duration": "200ms", "sample": "10ms",
        "flows": [{"from": "a", "to": "b", "reliable": "irn", "dscp": 0}],
        "commands": [command(0, "impair set dev {s:b} loss 1% seed 7")]})
    sent, again, accepted = (outcome.flow_at_rest("a>b", name)
                             for name in ("sent", "retransmitted", "in_order"))
    between("selective repeat: frames sent with 1 % loss", sent, 0.99 * 200 * MS / SLOT,
            200 * MS / SLOT + 1)
    between("selective repeat: share of frames sent again", again / sent, 0.008, 0.012)
    check("selective repeat: each frame sent again is one that was lost",
          0 <= sent - accepted - again <= 20, (sent, accepted, again))
    star = {"duration": "100ms", "hosts": "h[1-5]", "switches": "s", "port": {"limit": 20000},
            "links": [{"ends": ["h[1-5]", "s"]}], "workloads": [
                {"kind": "incast", "fan-in": 4, "to": "h5", "size": 200000, "dscp": 0,
                 "reliable": "irn", "irn": {"window": "30K"}}]}
    for control in ("none", "swift"):
        star["workloads"][0]["control"] = control
        outcome = run(f"irn-messages-{control}", star)
        row = fct.as_json(outcome)[0]
        equal(f"selective repeat, control {control}: messages, unfinished",
              [row["messages"], row["unfinished"]], [4, 0])
        dropped = sum(outcome.drops_at_rest().values())
        again = sum(outcome.flow_at_rest(flow.name, "retransmitted")
                    for flow in outcome.fabric.flows)
        check(f"selective repeat, control {control}: dropped frames are sent again; without "
              "control, frames are dropped", again >= dropped >= (control == "none"),
              (dropped, again))
        equal(f"selective repeat, control {control}: each byte is accepted once, frames not "
              "accounted for", [*(outcome.flow_at_rest(flow.name, "bytes")
                                  for flow in outcome.fabric.flows), outcome.unaccounted()],
              [200000] * 4 + [0])


# A line of a description, and the error that names it
WRONG = (
    ('control = "tcp"', r"control: 'tcp' is not one of none, dcqcn, dctcp, "),
    ('dcqcn = { g = "1/8" }', 'without control = "dcqcn" the table has no effect'),
    ('control = "dcqcn"\ndcqcn = { g = "2/1" } # LINE',
     "dcqcn: g: '2/1' is not a number from 1/1048576 to 1"),
    ('control = "dcqcn"\ndcqcn = { rate = 1 } # LINE', "dcqcn: unknown setting rate"),
    ('control = "dcqcn"\necn = 0 # LINE', "ecn: 0 is not ECN-capable"),
    ('control = "dcqcn" # LINE', '"dcqcn" has no effect, since no queue of a switch marks frames'),
    ('reliable = true\njitter = "1us" # LINE', "jitter: control and reliable exclude it"),
    ('reliable = true\ngo-back-n = { window = "4K", ack-every = 5 } # LINE',
     "ack-every: 5 frames exceed the window of 4 frames"),
    ('control = "dcqcn"\ndcqcn = { initial-window = "10K" } # LINE',
     "dcqcn: initial-window: a window needs reliable = true"),
    ('control = "dcqcn"\nreliable = true\ndcqcn = { initial-window = "10K" } # LINE',
     "initial-window: 10240 bytes are below 256 frames of 1000"),
    ('control = "swift"\nreliable = false # LINE',
     'reliable: false, but control = "swift" needs ACK'),
    ('control = "timely"\ngo-back-n = { ack-every = 2 } # LINE',
     "ack-every: 2 is not 1; timely needs an ACK of each frame"),
    ('size = 100\ncontrol = "hpcc" # LINE',
     "frames of 100 bytes are below the minimum of 219 bytes, in which INT of HPCC fits"),
    ('control = "dctcp" # LINE', '"dctcp" has no effect, since no queue'),
    ('control = "swift"\nswift = { max-cwnd = 0 } # LINE',
     "swift: max-cwnd: 0 is not a number from 1 to 10000"),
    ('reliable = "sack" # LINE', "reliable: 'sack' is not true, false, go-back-n or irn"),
    ('reliable = "irn"\nirn = { window = "5M" } # LINE',
     "irn: window: 5242 frames of 1000 bytes exceed the maximum of 4096 frames"),
    ('reliable = "irn"\ngo-back-n = { retries = 5 } # LINE',
     'go-back-n: without reliable = "go-back-n" the table has no effect'),
    ('[go-back-n]\ntimeout = "1ns" # LINE', "go-back-n: timeout: '1ns' is not a time"),
)


def cases(check, equal, directory):
    """All tests without a run"""
    directory.mkdir(parents=True, exist_ok=True)
    for number, (text, message) in enumerate(WRONG):
        text = text if "LINE" in text else f"{text} # LINE"
        path = directory / f"sender{number}.toml"
        path.write_text('duration = "5ms"\nhosts = ["a", "b"]\nswitches = "s"\n[[links]]\n'
                        'ends = [["a", "b"], "s"]\n[[flows]]\nfrom = "a"\nto = "b"\n' + text + "\n")
        line = next(n for n, one in enumerate(path.read_text().splitlines(), 1) if "LINE" in one)
        try:
            fabric.load(path)
            got = "accepted"
        except Problem as problem:
            got = str(problem)
        check(f"refused: {message}", message in got and f":{line}: " in got, got)
    found = fabric.Fabric(LINE | {
        "go-back-n": {"timeout": "3ms"}, "dcqcn": {"g": 0.5},
        "commands": [command(0, "impair set dev {s:b} ce 1%")], "flows": [
            {"from": "a", "to": "b", "control": "dcqcn", "reliable": True, "size": 1000,
             "go-back-n": {"window": "64K", "retries": 1}}]}).flows[0]
    equal("defaults: of the top level, of the flow, of the window", [
        found.sender.reliable["timeout"], found.sender.reliable["retries"], found.sender.window,
        found.sender.ack_every, found.sender.values["g"] / senders.ONE, found.ecn],
        [3 * MS, 1, 65, 65, 0.5, 2])
    sender_event_cases.cases(check, directory / "events")
    sender_own.events(check, directory / "own")
    sender_reliable.cases(check, directory)


def runs(run, check, equal, between):
    """All tests with runs"""
    for test in (reaction, fast_recovery, sharing, one_loss, timeouts, random_loss,
                 messages_with_loss, sender_replay.controlled, sender_own.example,
                 selective_gap, selective_loss):
        test(run, check, equal, between)
