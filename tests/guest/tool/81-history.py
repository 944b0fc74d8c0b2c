#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes three pauses of known length, and more pauses than a flight recorder remembers.

Checks that pauses and transitions agree with captured PFC frames.
"""

from datetime import datetime

import wire
from harness import between, check, equal, none, path, report, steps, write_frames
from macctl import MS, pause_ns, xoff, xon

PRIO = 3
SPEED = 100		# Mb/s
QUANTA = 20000		# pause time of the XOFF that no XON follows
EXPIRES = pause_ns(QUANTA, SPEED)
STARTS = (100, 250, 600)	# of three pauses, ms
LENGTHS = (100, 200, None)	# up to XON, ms; None: up to the deadline
MANY = 200		# pauses that overrun the flight recorder
RECORDS = 128		# transitions that it remembers
PRIOS = (PRIO,)
TOLERANCE = 5 * MS


def captured(name):
    """Returns (begin, end) of each pause in a capture; the last one may end at its deadline."""
    frames = wire.pfc(path(name + ".pcap"))
    return [(begin, end or begin + pause_ns(
        next(f.times[PRIO] for f in frames if f.time == xoff[-1]), SPEED))
        for begin, end, xoff in wire.pauses(frames, PRIO)]


def row(name, dev, direction):
    found = [r for r in report(name)
             if (r["dev"], r["prio"], r["direction"]) == (dev, PRIO, direction)]
    equal(f"{name}: one row for {dev} {direction}", len(found), 1)
    return found[0]


def wall(text):
    """Local time (the guest's is UTC) in ns"""
    return int(datetime.fromisoformat(text + "+00:00").timestamp() * 1000000) * 1000


def check_row(text, got, pauses, tolerance=TOLERANCE):
    lengths = [end - begin for begin, end in pauses]
    equal(f"{text}: count", got["count"], len(pauses))
    between(f"{text}: total", got["total_ns"] - sum(lengths),
            -tolerance, tolerance)
    between(f"{text}: longest", got["longest_ns"] - max(lengths), -TOLERANCE, TOLERANCE)
    between(f"{text}: start of the last one",
            wall(got["last_start"]) - pauses[-1][0], -TOLERANCE, TOLERANCE)
    between(f"{text}: length of the last one",
            got["last_length_ns"] - lengths[-1], -TOLERANCE, TOLERANCE)
    equal(f"{text}: no pause is present", got["paused"], False)


def check_events(text, events, pauses, begin, ends):
    """The transitions of a priority are the begins and ends of its pauses."""
    starts = [e for e in events if e["event"] == begin]
    stops = [e for e in events if e["event"] in ends]
    equal(f"{text}: a transition for each start and end", [len(starts), len(stops)],
          [len(pauses)] * 2)
    none(f"{text}: the times agree",
         [(e, p) for kind, index in ((starts, 0), (stops, 1)) for e, p in zip(kind, pauses)
          if abs(wall(e["timestamp"]) - p[index]) > TOLERANCE])
    none(f"{text}: the end has the length",
         [(e, p) for e, p in zip(stops, pauses)
          if abs(e["length_ns"] - (p[1] - p[0])) > TOLERANCE])


def check_three():
    got, pauses = row("three-history", "p4", "rx"), captured("three")
    check_row("three pauses", got, pauses)
    equal("a pause ends at its deadline exactly", got["last_length_ns"], EXPIRES)
    # A guest may be younger than 10 s
    between("the window is 10 s", got["window_ns"], 1000 * MS, 10 * 1000 * MS)
    equal("the recorder has the pauses of the window", got["window_paused_ns"],
          got["total_ns"])
    short = row("three-window", "p4", "rx")
    check("a shorter window has less of them",
          short["window_paused_ns"] <= EXPIRES and short["window_ns"] == 300 * MS, short)
    events = report("three-events")
    check_events("three pauses", events, pauses, "xoff_received",
                 ("xon_received", "pause_expired"))
    equal("the last pause has expired", events[-1]["event"], "pause_expired")
    cleared = row("three-cleared", "p4", "rx")
    equal("a clear of the counters does not affect the history",
          [cleared[key] for key in ("count", "total_ns", "last_start_ns")],
          [got[key] for key in ("count", "total_ns", "last_start_ns")])


def check_incast():
    events = report("incast-events")
    for dev in ("p1", "p2"):
        pauses = captured(f"incast-{dev}")
        check_row(f"incast: {dev}", row("incast-history", dev, "tx"), pauses,
                  max(TOLERANCE, len(pauses) * MS // 4))
        mine = [e for e in events if e["dev"] == dev]
        if mine[0]["number"] == 0:
            check_events(f"incast: {dev}", mine, pauses, "xoff_sent", ("xon_sent",))
        none(f"incast: {dev}: the congested queue is the cause",
             [e for e in mine if e["event"] == "xoff_sent" and
              (e["queue"]["dev"], e["queue"]["prio"]) != ("p3", PRIO)])
        # On two CPUs, some frames may leave between the crossing and the record
        none(f"incast: {dev}: the PG is above XOFF",
             [e for e in mine if e["event"] == "xoff_sent" and
              e["occupancy"] <= (128 << 10) - 3 * 1500])
        peaks = [e["occupancy"] for e in mine if e["event"] == "peak"]
        equal(f"incast: {dev}: peaks rise", peaks, sorted(set(peaks)))
        ports = [p for p in report("incast-sw") if p["dev"] == dev]
        # The recorder may have overwritten all peaks, which belong to the first pauses
        check(f"incast: {dev}: the last peak is the watermark, or overwritten",
              peaks[-1:] == [ports[0]["pg"][PRIO]["peak"]] or
              not peaks and mine[0]["number"] > 0, peaks)
    check_row("incast: eth0 of h1", row("incast-h1-history", "eth0", "rx"),
              captured("incast-p1"), max(TOLERANCE, len(captured("incast-p1")) * MS // 4))
    times = [e["time_ns"] for e in events]
    equal("the transitions of all ports are in order", times, sorted(times))


def check_many():
    got, events, pauses = row("many-history", "p4", "rx"), report("many-events"), \
        captured("many")
    equal("the count includes the pauses that the recorder has overwritten",
          [got["count"], len(pauses)], [3 + MANY, MANY])
    equal("the newest transitions remain", [e["number"] for e in events],
          list(range(6 + 2 * MANY - RECORDS, 6 + 2 * MANY)))
    check_events("many pauses", events, pauses[-RECORDS // 2:], "xoff_received",
                 ("xon_received",))
    check("more transitions in a second than events",
          events[99]["time_ns"] - events[0]["time_ns"] < 1000 * MS, events[99])
    between("the part of the window is that of the time that is covered, percent",
            got["window_percent"], 100 * 64 * MS / got["window_ns"] - 10,
            100 * 64 * MS / got["window_ns"] + 10)
    check("the recorder covers less than the window", got["window_ns"] < 10 * 1000 * MS, got)


def pre():
    frames = []
    for start, length in zip(STARTS, LENGTHS):
        # The peer ends the first two pauses, the last one ends at its deadline
        quanta = 65535 if length else QUANTA
        frames.append((start * MS, xoff(quanta, PRIOS)))
        if length:
            frames.append(((start + length) * MS, xon(PRIOS)))
    write_frames("three", frames)
    many = []
    for i in range(MANY):
        many.append((2 * i * MS, xoff(65535, PRIOS)))
        many.append(((2 * i + 1) * MS, xon(PRIOS)))
    write_frames("many", many)


def post():
    check_three()
    check_incast()
    check_many()


steps(pre, post)
