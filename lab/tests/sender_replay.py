# SPDX-License-Identifier: GPL-2.0-only
"""Tests of senders with rate control in the simulator: the model of the paper gets the frames and
the ACK in the capture of the sender's port, and computes the rate and the window of each sample."""

import struct

import sender_event_cases
import sender_models

from lab import capture, senders

MS = 10**6	# ns
WIRE = 24	# bytes of preamble, FCS and inter-frame gap
RATE = 97 * 10**8
# Two flows share a link; the second one starts later.  Their rate is below that of the link, so
# that a frame and an ACK have the same time only if the ACK lets the sender send the frame.
STAR = {"duration": "12ms", "sample": "20us", "hosts": "h[1-3]", "switches": "s",
        "port": {"prio-pfc": 3}, "pcap": "h1:s",
        "links": [{"ends": ["h[1-3]", "s"], "rate": "10gbit", "delay": "2us"}]}
MARKS = {"ports": [{"at": "s", "queue": {"3": {
    "ecn-kmin": "64K", "ecn-kmax": "65K", "ecn-pmax": "100%"}}}]}
# Parameters, the description of the switch, the smallest Jain index, and the longest queue in the
# second half of the run in bytes.  TIMELY has no unique fixed point, so its shares may stay unequal
# (Zhu et al., ECN or Delay, CoNEXT 2016, section 4).  With DCTCP, without jitter, the marks of a window stay
# in step with the frames of one flow: 6.2 and 3.8 Gb/s also after 18 ms.
CONTROLLED = {
    "dctcp": ({}, MARKS, 0.85, 120_000),
    "timely": ({"t-low": "20us", "t-high": "100us", "min-rtt": "12us", "delta": "50mbit",
                "rate-min": "500mbit"}, {},
               0.5, 400_000),
    "hpcc": ({"base-rtt": "12us", "wai": 800}, {}, 0.95, 60_000),
    "swift": ({"base-target": "25us"}, {}, 0.95, 120_000)}


def captured(outcome, port):
    """Return: [(time in ns, frame)] of the capture of a port"""
    capture.write(outcome)
    data = (outcome.directory / "pcap" / f"{port}.pcap").read_bytes()[24:]
    frames = []
    while data:
        seconds, nanoseconds, length = struct.unpack_from("=III", data)
        frames.append((seconds * 10**9 + nanoseconds, data[16:16 + length]))
        data = data[16 + length:]
    return frames


def reports(frame):
    """Return: the number of INT reports in a control frame, and their values"""
    result = [frame[58]]
    for hop in range(frame[58]):
        time, queue, sent, rate = struct.unpack_from(">IIQI", frame, 59 + 20 * hop)
        result += [sent >> 48, time, sent & 2**48 - 1, queue, 1000 * rate]
    return result


def events(outcome, port, size):
    """Return: the events of the only flow in a capture; size: bytes of its frames on the wire.  The
    frames have the time at which they were handed to the port; an ACK comes before the frame that
    it lets the sender send at the same time."""
    frames, top, acked, result = captured(outcome, port), 0, 0, []
    start = None
    for time, frame in frames:
        if frame[23] != 17:
            continue
        if frame[36:38] == bytes((0, 9)):
            number, sent = struct.unpack_from(">QQ", frame, 42)
            start = sent if start is None else start
            result.append((sent - start, 1, "sent", number))
        elif frame[36:38] == bytes((0, 10)):
            echo, marked, _, kind, number = struct.unpack_from(">IBHBQ", frame, 42)
            result.append((time, 0, "ack" if kind == 1 else "nak", echo, marked, number,
                           reports(frame)))
    given = []
    for time, _, kind, *more in sorted(result, key=lambda row: row[:2]):
        if kind == "sent":
            top = max(top, more[0] + 1)
            given.append(("sent", time, size))
            continue
        echo, marked, number, path = more
        given.append(("ack", time, time + start - echo & 0xffffffff, (number - acked) * size,
                      number, top, marked, *path))
        acked = max(acked, number)
        if kind == "nak":
            given.append(("nak", time, top))
    return given


def replay(outcome, name, values, check):
    """The rate and the window of each sample are those of the model"""
    control, flow = senders.CONTROLS[name], outcome.fabric.flows[0]
    frame = flow.size + WIRE
    model = sender_models.MODELS[name](
        sender_models.numbers(control, sender_models.values_of(control, values)), RATE, frame, 1)
    series = [outcome.flow_over_time(flow.name, what) for what in ("rate", "window", "alpha")]
    rest, wrong, different = events(outcome, "h1-s", frame)[::-1], [], set()
    for time, *got in zip(outcome.times, *series):
        while rest and rest[-1][1] <= time:
            kind, now, *more = rest.pop()
            model.at(now)
            getattr(model, kind)(now, *more)
        model.at(time)
        wanted = model.rate, model.window, model.alpha
        different.add(tuple(got))
        if not sender_event_cases.same(got, wanted, frame):
            wrong.append((time, got, wanted))
    # The capture does not tell whether an ACK or a frame of the same time came first, so that a window of
    # data may end one ACK earlier in the model
    check(f"{name}: rate and window are those of the model at 95 % of the samples",
          len(wrong) <= len(outcome.times) // 20, (len(wrong), len(outcome.times), wrong[:3]))
    check(f"{name}: rate or window change", len(different) > 20, len(different))


def controlled(run, check, equal, between):
    """Senders with ACK: equal to their models, fair shares, a full link, a short queue"""
    for name, (values, more, fair, longest) in CONTROLLED.items():
        flow = {"from": "h1", "to": "h3", "size": 1500, "control": name, name: values,
                "rate": RATE}
        outcome = run(f"control-{name}", STAR | more | {
            "flows": [flow, flow | {"from": "h2", "start": "2ms"}]})
        replay(outcome, name, values, check)
        rates = [outcome.rate(flow, 6 * MS) for flow in outcome.fabric.flows]
        between(f"{name}: Jain index of two flows", sum(rates) ** 2 / 2 /
                sum(rate ** 2 for rate in rates), fair, 1)
        between(f"{name}: two flows use the link, Gb/s", sum(rates) / 1e9, 8, 10.01)
        backlog = outcome.port_over_time("s:h3", "queue", 3, "backlog_bytes")
        between(f"{name}: longest queue", max(backlog[len(backlog) // 2:]), 1, longest)
        equal(f"{name}: lossless drops, frames not accounted for, frames sent again",
              [outcome.lossless_drops(), outcome.unaccounted(),
               outcome.total("retransmitted")], [0, 0, 0])
